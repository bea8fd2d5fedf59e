package main

import (
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/screen"
	"houserule/engine/library"
)

func newModWhy(mods *modOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "why VALUE",
		Short: "Say where a value comes from: who set it, and where",
		Long: `Say where a value comes from: what it was first, and each change of it, in the
order in which the mods load. VALUE is one value, as in creature.orc.melee,
rules.die or goblins.die, or an entry with all changes of it. In a mod's folder
the mod is loaded, unless --mods names others.`,
		Example: `  houserule mod why rules.die
  houserule mod why orc.melee --mods goblins`,
		Args:              arguments(1, 1),
		ValidArgsFunction: mods.completeValues,
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, err := mods.here().load(having(hasValue(args[0])))
			if err != nil {
				return err
			}
			steps, err := lib.Why(args[0])
			if err != nil {
				return &usageError{notHere(err, gameIn(lib), hasValue(args[0]))}
			}
			var rows [][]string
			for _, s := range steps {
				if s.Mod == "" && s.Place == "" && strings.HasPrefix(s.Text, "set to ") {
					s.Place = "--set"
				}
				rows = append(rows, []string{orDash(s.Mod), orDash(s.Place), s.Text})
			}
			out := cmd.OutOrStdout()
			screen.Table(out, listWidth(out), rows)
			return nil
		},
	}
}

// here returns the flags with the mod of the current folder added, if it holds
// one and the flags name no mods and no other game.
func (o *modOptions) here() *modOptions {
	found, err := folderAt(".")
	if err != nil || len(o.mods) > 0 || o.game != "" && o.game != found.Mod.Game {
		return o
	}
	with := *o
	with.mods = []string{"."}
	return &with
}

// hasValue reports whether a game has a value that can be asked for.
func hasValue(name string) func(game) bool {
	return baseHas(func(lib *library.Library) bool {
		_, err := lib.Why(name)
		return err == nil
	})
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
