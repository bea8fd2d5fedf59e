package exact

import (
	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/results"
	"houserule/cmd/houserule/usage"
	"houserule/engine/library"
)

// New returns the commands that compute exact odds and best play.
func New(mods *games.Resolver) []*cobra.Command {
	return []*cobra.Command{newOdds(mods), newRegret(mods), newSolve(mods)}
}

// options holds the values of the flags that these commands share.
type options struct {
	match.Options
	results.Form
	states int
}

// trial loads the game and the mods of the battle, and returns the match. A script that fails
// ends the computation, whatever --on-error says: a battle that goes on without the script is
// another one, with other odds and another value.
func (o *options) trial() (*library.Library, library.Match, error) {
	o.Mods.Stops = true
	lib, m, err := o.Trial()
	if err == nil && o.states < 1 {
		err = usage.Errorf("--states %d: give a number from 1", o.states)
	}
	return lib, m, err
}

// print prints a result. The error of one that is interrupted says so.
func (o *options) print(cmd *cobra.Command, lib *library.Library, result any, interrupted string) error {
	if err := o.Print(cmd.OutOrStdout(), result, results.FactsOf(cmd, lib), interrupted); err != nil || interrupted == "" {
		return err
	}
	return repl.ErrInterrupted
}
