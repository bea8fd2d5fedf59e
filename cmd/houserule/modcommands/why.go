package modcommands

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting/modhost"
)

func newWhy(mods *games.Resolver) *cobra.Command {
	return &cobra.Command{
		Use:   "why VALUE|HOOK",
		Short: "Show where a value comes from, or which mods use a hook",
		Long: `Show where a value comes from: its first value, and each change, in the order in which
the mods load. VALUE is a single value, such as creature.orc.melee, rules.die or
goblins.die, or an entry, which is shown with all its changes. HOOK is a hook of
scripts, such as onAttack: its functions are listed in the order in which they are
called, with the fields that each may change. In a mod's folder that mod is loaded,
unless --mods names others.`,
		Example: `  houserule mod why rules.die
  houserule mod why orc.melee --mods goblins
  houserule mod why onAttack --mods morale,luck`,
		Args:              usage.Arguments(1, 1),
		ValidArgsFunction: mods.CompleteValues,
		RunE: func(cmd *cobra.Command, args []string) error {
			name := args[0]
			lib, scripts, err := mods.Here().LoadScripts(games.Having(hasWhy(name)))
			if err != nil {
				return err
			}
			g := mods.Of(lib)
			rows, err := why(g, lib, scripts, name)
			if err != nil {
				return &usage.Error{Err: mods.Elsewhere(err, g, hasWhy(name))}
			}
			out := cmd.OutOrStdout()
			if rows == nil {
				fmt.Fprintf(out, "no script has %s\n", name)
			}
			screen.Table(out, terminal.ListWidth(out), rows)
			return nil
		},
	}
}

// why returns the lines about a value or a hook.
func why(g games.Game, lib *library.Library, scripts modhost.Scripts, name string) (rows [][]string, err error) {
	tools := g.Tools()
	tools.Others = scripts
	hooks := tools.HookNames()
	if slices.Contains(hooks, name) {
		return tools.WhyHook(scripts, name), nil
	}
	steps, err := lib.Why(name)
	if unknown := new(engine.Unknown); errors.As(err, &unknown) && unknown.Word == name {
		unknown.Known = append(unknown.Known, hooks...)
	}
	for _, s := range steps {
		if s.Mod == "" && s.Place == "" && strings.HasPrefix(s.Text, "set to ") {
			s.Place = "--set"
		}
		rows = append(rows, []string{cmp.Or(s.Mod, "-"), cmp.Or(s.Place, "-"), s.Text})
	}
	return rows, err
}

// hasWhy reports whether a game has a hook, or a value that can be asked for.
func hasWhy(name string) func(games.Game) bool {
	hasValue := games.BaseHas(func(lib *library.Library) bool {
		_, err := lib.Why(name)
		return err == nil
	})
	return func(g games.Game) bool { return slices.Contains(g.Tools().HookNames(), name) || hasValue(g) }
}
