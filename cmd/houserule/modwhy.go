package main

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/engine/library"
)

func newModWhy(mods *games.Resolver) *cobra.Command {
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
		ValidArgsFunction: mods.CompleteValues,
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, err := mods.Here().Load(games.Having(hasValue(args[0])))
			if err != nil {
				return err
			}
			steps, err := lib.Why(args[0])
			if err != nil {
				return &usage.Error{Err: mods.Elsewhere(err, mods.Of(lib), hasValue(args[0]))}
			}
			var rows [][]string
			for _, s := range steps {
				if s.Mod == "" && s.Place == "" && strings.HasPrefix(s.Text, "set to ") {
					s.Place = "--set"
				}
				rows = append(rows, []string{cmp.Or(s.Mod, "-"), cmp.Or(s.Place, "-"), s.Text})
			}
			out := cmd.OutOrStdout()
			screen.Table(out, terminal.ListWidth(out), rows)
			return nil
		},
	}
}

// hasValue reports whether a game has a value that can be asked for.
func hasValue(name string) func(games.Game) bool {
	return games.BaseHas(func(lib *library.Library) bool {
		_, err := lib.Why(name)
		return err == nil
	})
}
