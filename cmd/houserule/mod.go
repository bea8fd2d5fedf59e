package main

import (
	"houserule/cmd/houserule/games"

	"github.com/spf13/cobra"
)

// newMod is the group of commands for those who make mods.
func newMod(mods *games.Resolver) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mod",
		Short: "Make mods, check them, and see what they do",
		Long: `Make mods, check them, and see what they do. A mod is a folder of TOML files and
Lua scripts: docs/modding.md is the way in.`,
		Example: `  houserule mod new goblins
  houserule mod check goblins/
  houserule mod why creature.orc.melee
  houserule mod docs onAttack`,
		Args: commandsOnly,
		RunE: showHelp,
	}
	cmd.AddCommand(
		newModNew(mods),
		newModCheck(mods),
		newModTest(mods),
		newModList(mods),
		newModWhy(mods),
		newModDocs(mods),
		newModStubs(mods),
		newModSchema(mods),
	)
	return cmd
}
