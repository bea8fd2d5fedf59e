// Package modcommands is the command mod: it makes mods, checks and tests them, says what
// they do, and shares them.
package modcommands

import (
	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/usage"
)

// New returns the group of commands for those who make mods, and who share them.
func New(mods *games.Resolver) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mod",
		Short: "Create, check, inspect and share mods",
		Long: `Create, check, inspect and share mods. A mod is a folder of TOML files and Lua
scripts. docs/modding.md is an introduction.`,
		Example: `  houserule mod new goblins
  houserule mod check goblins/
  houserule mod install goblins.zip
  houserule mod why creature.orc.melee
  houserule mod docs onAttack`,
		Args: usage.CommandsOnly,
		RunE: usage.ShowHelp,
	}
	cmd.AddCommand(
		newNew(mods),
		newCheck(mods),
		newTest(mods),
		newList(mods),
		newWhy(mods),
		newDocs(mods),
		newStubs(mods),
		newSchema(mods),
		newPack(mods),
		newInstall(mods),
		newUpdate(mods),
		newRemove(mods),
		newSave(mods),
	)
	return cmd
}
