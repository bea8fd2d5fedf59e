package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/modtool"
	"houserule/cmd/houserule/screen"
	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/scripting/modhost"
)

func newModCheck(mods *modOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "check [MOD...]",
		Short: "Say everything that is wrong with mods, all of it at once",
		Long: `Load mods, with those that they require, and say everything that is wrong with
their data and scripts, each with file, line and column. Each of their scenarios
is begun, as houserule battle would. MOD is an id or a folder; without one it is
this folder.`,
		Example:           "  houserule mod check\n  houserule mod check goblins/ --set goblins.boldness=2",
		Args:              arguments(0, -1),
		ValidArgsFunction: completeMods,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			return check(cmd.OutOrStdout(), cmd.ErrOrStderr(), args, mods)
		},
	}
}

// check loads the mods that the words name and says what is wrong.
func check(out, errs io.Writer, words []string, mods *modOptions) error {
	known, chosen, err := choose(slices.Concat(words, mods.mods))
	if err != nil {
		return err
	}
	g, err := mods.gameOf(chosen, clue{})
	if err != nil {
		return err
	}
	settings, err := parseSettings(mods.set, nil)
	if err != nil {
		return err
	}
	ids := idsOf(chosen)
	var problems, warnings strict.Problems
	var refusal *library.Refusal
	var installed modhost.Scripts
	lib, err := g.read(known, ids, settings)
	err = mods.blame(err)
	switch {
	case errors.As(err, new(*usageError)):
		return err
	case err == nil:
		if installed, err = g.scripts.Install(lib, modhost.Stop); err != nil && !errors.As(err, &problems) {
			return err
		}
		if len(problems) == 0 {
			problems = modtool.ScenarioProblems(lib, ids)
		}
		named := slices.DeleteFunc(slices.Clone(lib.Mods), func(m library.ModInfo) bool { return !slices.Contains(ids, m.Mod.ID) })
		problems = slices.Concat(problems, g.tools().TestProblems(named, installed))
		warnings = lib.Warnings()
	case errors.As(err, &refusal):
		problems = slices.Concat(refusal.Problems, g.tools().ScriptProblems(refusal.Mods), g.tools().TestProblems(refusal.Mods, nil))
	default:
		return err
	}
	problems.Sort()
	problems = slices.Compact(problems) // entries that name one script
	wrong := len(problems)
	for _, w := range warnings {
		w.Text = "warning: " + w.Text
		problems = append(problems, w)
	}
	problems.Sort()
	for _, p := range problems {
		fmt.Fprintln(errs, p)
	}
	if wrong > 0 {
		return errors.New(screen.Count(wrong, "mistake"))
	}
	for _, id := range slices.Compact(ids) {
		fmt.Fprintln(out, g.tools().Summary(lib, installed, id))
	}
	return nil
}

func newModNew(mods *modOptions) *cobra.Command {
	var dir string
	var ownGame bool
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Make a mod that works, to start from",
		Long: `Make the folder of a mod that works, to start from: something of everything that
mods of the game are made of, and the files by which editors complete all that.
NAME is the mod's id: lower-case letters, digits and -. With --own-game it is a
game of its own, written wholly in Lua.`,
		Example: "  houserule mod new goblins\n  houserule mod new barbarians --game kings\n  houserule mod new race --own-game",
		Args:    arguments(1, 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if ownGame {
				if mods.game != "" {
					return &usageError{errors.New("--own-game makes a new game, and --game names one that there is: leave one of them out")}
				}
				return luaGame(library.Found{Mod: library.Mod{ID: args[0]}}).newMod(cmd.OutOrStdout(), dir, args[0])
			}
			g, err := mods.decide(clue{})
			if err != nil {
				return err
			}
			return g.newMod(cmd.OutOrStdout(), dir, args[0])
		},
	}
	cmd.Flags().StringVar(&dir, "dir", ".", "the `folder` in which the mod's own is made")
	cmd.Flags().BoolVar(&ownGame, "own-game", false, "make a game of its own, in Lua")
	return cmd
}

// newMod makes the folder of a new mod of the game.
func (g game) newMod(out io.Writer, dir, name string) error {
	if err := modtool.CheckName(name, idsOf(available())); err != nil {
		return &usageError{err}
	}
	if _, err := os.Stat(filepath.Join(dir, "mod.toml")); err == nil {
		return &usageError{fmt.Errorf("%s is a mod's folder, and no mod holds another: make the new one beside it, with --dir %s",
			filepath.ToSlash(dir), filepath.ToSlash(filepath.Join(dir, "..")))}
	}
	folder := filepath.Join(dir, name)
	path := filepath.ToSlash(folder)
	if !filepath.IsAbs(folder) && !strings.HasPrefix(path, "../") {
		path = "./" + path
	}
	files, next, err := g.tools().NewMod(name, path, g.isOwn())
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
	if err := modtool.WriteFiles(out, folder, files); err != nil {
		return err
	}
	fmt.Fprintf(out, "Next:\n  houserule mod check %s\n  houserule mod test %s\n", path, path)
	for line := range strings.Lines(next) {
		fmt.Fprintf(out, "  %s", line)
	}
	return nil
}

func newModDocs(mods *modOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "docs [NAME]",
		Short: "Say what a mod can write: hooks, objects, functions, keys of TOML",
		Long: `Say what a mod can write. NAME is a hook, an object, a function, a declaration,
a section of TOML, or a field of one: onAttack, onAttack.bonus, stack,
battle:kill, creature, rules.die. It is told of the game that --game says, or in
a mod's folder of the mod's; elsewhere, what only one game has is told of that
game, all else of the first. docs/mod-reference.md is all of
it for heroes, docs/mod-reference-kings.md for kings, and
docs/mod-reference-sorcery.md for sorcery.`,
		Example: "  houserule mod docs\n  houserule mod docs onAttack\n  houserule mod docs creature.phase\n  houserule mod docs thing --game kings",
		Args:    arguments(0, 1),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			names, directive := mods.complete(func(g game, _ *library.Library) []string { return g.tools().DocNames() })(cmd, args, word)
			return slices.DeleteFunc(names, func(name string) bool { return !strings.HasPrefix(name, word) }), directive
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			knows := func(g game) bool { return len(args) == 0 || slices.Contains(g.tools().DocNames(), args[0]) }
			g, err := mods.here().decide(having(knows))
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if len(args) == 0 {
				g.tools().DocList(out, listWidth(out))
				return nil
			}
			if err := g.tools().DocOf(out, args[0], listWidth(out)); err != nil {
				return &usageError{notHere(err, g, knows)}
			}
			return nil
		},
	}
}

// writeFiles writes files below the folder of --dir.
func writeFiles(out io.Writer, dir string, files []modtool.File) error {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return &usageError{fmt.Errorf("--dir: there is no folder %s", dir)}
	}
	return modtool.WriteFiles(out, dir, files)
}

// gameIn decides which game the mod of a folder is for, which may be no mod
// yet.
func (o *modOptions) gameIn(dir string) (game, error) {
	var c []library.Found
	if found, err := folderAt(dir); err == nil {
		c = append(c, found)
	}
	return o.gameOf(c, clue{})
}

func newModStubs(mods *modOptions) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "stubs",
		Short: "Write files by which an editor completes and checks Lua scripts",
		Long: `Write files by which an editor with a Lua language server completes and checks
scripts: a folder .stubs with the types of everything that they can see, and
.luarc.json, the server's settings. Neither is part of the mod.`,
		Example: "  houserule mod stubs --dir goblins",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := mods.gameIn(dir)
			if err != nil {
				return err
			}
			return writeFiles(cmd.OutOrStdout(), dir, g.tools().StubFiles())
		},
	}
	cmd.Flags().StringVar(&dir, "dir", ".", "the mod's `folder`")
	return cmd
}

func newModSchema(mods *modOptions) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Write files by which an editor completes and checks TOML files",
		Long: `Write files by which an editor completes and checks TOML files: a folder .schema
with a JSON schema of mod.toml and one of data files. A TOML file names its own
in its first line:

  #:schema .schema/mod.json     in mod.toml
  #:schema .schema/data.json    in all others`,
		Example: "  houserule mod schema --dir goblins",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := mods.gameIn(dir)
			if err != nil {
				return err
			}
			files, err := g.tools().SchemaFiles()
			if err != nil {
				return err
			}
			return writeFiles(cmd.OutOrStdout(), dir, files)
		},
	}
	cmd.Flags().StringVar(&dir, "dir", ".", "the mod's `folder`")
	return cmd
}
