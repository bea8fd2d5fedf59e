package main

import (
	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
)

// newMod is the group of commands for those who make mods, and who share them.
func newMod(mods *games.Resolver) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mod",
		Short: "Make mods, check them, see what they do, and share them",
		Long: `Make mods, check them, see what they do, and share them. A mod is a folder of
TOML files and Lua scripts: docs/modding.md is the way in.`,
		Example: `  houserule mod new goblins
  houserule mod check goblins/
  houserule mod install goblins.zip
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
		newModPack(mods),
		newModInstall(mods),
		newModUpdate(mods),
		newModRemove(mods),
		newModSave(mods),
	)
	return cmd
}
