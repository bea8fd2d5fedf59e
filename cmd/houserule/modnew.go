package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/engine/library"
)

func newModNew() *cobra.Command {
	var dir, game string
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Make a mod that works, to start from",
		Long: `Make the folder of a mod that works, to start from: one creature with one
scripted ability, a setting, a hook and a test, and the files by which editors
complete all that. NAME is the mod's id: lower-case letters, digits and -.`,
		Example: "  houserule mod new goblins",
		Args:    arguments(1, 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if game != "heroes" {
				return &usageError{fmt.Errorf("--game: %w", unknownWord("game", game, []string{"heroes"}))}
			}
			if err := checkName(args[0]); err != nil {
				return &usageError{err}
			}
			folder := filepath.Join(dir, args[0])
			files, err := skeleton(args[0])
			if err != nil {
				return err
			}
			switch err := os.Mkdir(folder, 0o755); {
			case errors.Is(err, os.ErrExist):
				return &usageError{fmt.Errorf("%s is there already: pick another name, or another place with --dir", filepath.ToSlash(folder))}
			case errors.Is(err, os.ErrNotExist):
				return &usageError{fmt.Errorf("--dir: there is no folder %s", filepath.ToSlash(dir))}
			case err != nil:
				return err
			}
			out := cmd.OutOrStdout()
			if err := writeFiles(out, folder, files); err != nil {
				return err
			}
			path := filepath.ToSlash(folder)
			if !filepath.IsAbs(folder) && !strings.HasPrefix(path, "../") {
				path = "./" + path
			}
			_, err = fmt.Fprintf(out, `Next:
  houserule mod check %s
  houserule mod test %s
  houserule battle --mods %s --aggressor "2 %s-champion" --defender "3 bandit" --why
`, path, path, path, args[0])
			return err
		},
	}
	cmd.Flags().StringVar(&dir, "dir", ".", "the `folder` in which the mod's own is made")
	cmd.Flags().StringVar(&game, "game", "heroes", "the rule system that it is for")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("game", cobra.FixedCompletions([]string{"heroes"}, cobra.ShellCompDirectiveNoFileComp)))
	return cmd
}

// checkName tells whether a new mod can have the id.
func checkName(name string) error {
	var plain strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case 'a' <= r && r <= 'z', plain.Len() > 0 && ('0' <= r && r <= '9' || r == '-'):
			plain.WriteRune(r)
		case plain.Len() > 0 && (r == ' ' || r == '_' || r == '.'):
			plain.WriteRune('-')
		}
	}
	if near := strings.Trim(plain.String(), "-"); near != name {
		if near == "" {
			near = "goblins"
		}
		return fmt.Errorf("%q is no name for a mod: it must be made of lower-case letters, digits and -, a letter first, as in %q", name, near)
	}
	if slices.ContainsFunc(available(), func(f library.Found) bool { return f.Mod.ID == name }) {
		return fmt.Errorf("there is a mod %q already, and a name stands for one mod only: pick another", name)
	}
	return nil
}

// titleOf makes "marsh-folk" a title: "Marsh Folk".
func titleOf(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' })
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

// skeleton is the files of a new mod.
func skeleton(name string) ([]generated, error) {
	fill := strings.NewReplacer("NAME", name, "TITLE", titleOf(name)).Replace
	var files []generated
	for _, f := range [][2]string{
		{"mod.toml", skeletonMod}, {"creatures.toml", skeletonCreatures}, {"abilities/bold.lua", skeletonAbility},
		{"main.lua", skeletonMain}, {"test.lua", skeletonTest}, {"README.md", skeletonReadme},
	} {
		files = append(files, generated{name: f[0], text: fill(f[1])})
	}
	schemas, err := schemaFiles()
	return slices.Concat(files, stubFiles(), schemas), err
}

const skeletonMod = `#:schema .schema/mod.json
# What the mod says of itself. All keys: houserule mod docs mod.toml
id = "NAME"
version = "1.0.0"
title = "TITLE"
authors = []
game = "heroes"
api = 1
text = "One creature so far."

# What who plays can set: --set NAME.boldness=2
[setting.boldness]
type = "whole"
default = 1
range = [0, 5]
doc = "what bold creatures score more"
`

const skeletonCreatures = `#:schema .schema/data.json
# All keys: houserule mod docs creature, houserule mod docs ability
[creature.NAME-champion]
name = "TITLE Champion"
alignment = "neutral"
level = 2
melee = 3
defense = 7
phase = 6
cost = 28
abilities = ["NAME-bold"]
text = "The more of them, the better."

[ability.NAME-bold]
name = "Bold"
text = "Its attacks score 1 more against stacks of more cards than its own."
script = "abilities/bold.lua"
`

const skeletonAbility = `-- The script of an ability: its hooks are called for stacks that have the
-- ability, and self is that stack. All fields: houserule mod docs onAttack

---@param attack AttackEvent
function onAttack(attack)
	if attack.at and attack.at.count > self.count then
		attack.bonus = setting("boldness")
	end
end
`

const skeletonMain = `-- The mod's own hooks: they are called for all stacks, in every battle that the
-- mod is loaded in. All hooks: houserule mod docs

---@param finish BattleEndEvent
function onBattleEnd(finish)
	if finish.winner then
		log("The " .. finish.winner.name .. " has won in " .. finish.rounds .. " rounds.")
	end
end
`

const skeletonTest = `-- What the mod promises: houserule mod test runs it. What a test can call:
-- houserule mod docs

test{ name = "the champion is bold against many", run = function()
	armies("1 NAME-champion", "2 bandit")
	skip("a1")
	dice{5}
	answer("a1 attack d1")
	expect_score("attack", 4) -- 3 of its own, 1 for boldness
	expect(stack("d1").count, 1)
end }

test{ name = "and not against as many", run = function()
	armies("2 NAME-champion", "2 bandit")
	skip("a1")
	dice{5}
	answer("a1 attack d1")
	expect_score("attack", 5) -- 3, and 2 levels of the card under it
end }

test{ name = "who has won is told", run = function()
	armies("9 NAME-champion", "1 bandit")
	finish()
	expect(winner(), "aggressor")
	expect_told("The aggressor has won")
end }
`

const skeletonReadme = `# TITLE

A mod for houserule. It adds the TITLE Champion, who is bold against many.

    houserule battle --mods ./NAME --aggressor "2 NAME-champion" --defender "3 bandit" --why

Settings: ` + "`NAME.boldness`" + `, what bold creatures score more.

` + "`.stubs`, `.schema` and `.luarc.json`" + ` are there for editors, and are no part of the mod:
` + "`houserule mod stubs`" + ` and ` + "`houserule mod schema`" + ` write them anew.
`
