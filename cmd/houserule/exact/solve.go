package exact

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/flags"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/results"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/engine/best"
	"houserule/engine/experiment"
	"houserule/engine/explore"
	"houserule/engine/odds"
)

// solveOptions holds the values of the flags of houserule solve.
type solveOptions struct {
	options
	within flags.Gap
}

func newSolve(mods *games.Resolver) *cobra.Command {
	o := solveOptions{options: options{Options: match.Options{Mods: mods, Players: match.Lineups{Texts: []string{"greedy"}}}}}
	cmd := &cobra.Command{
		Use:   "solve [SCENARIO]",
		Short: "Compute the value of a battle if both sides play best",
		Long: `Compute the value of a battle: the chance that the first side wins if both sides
play best. A draw counts as half a win. The rules, with all mods, play every
answer and every die; the value is computed backwards from the ends of the battle.
The printed bounds include all rounding errors.

solve also prints how many points of winning chance each answer to the first
question loses, compared with the best one. Dice that are rolled before that
question follow from --seed.

solve works for two sides that see everything. For secret answers, hidden units,
and three or more sides, use the player search. If more than --states states
matter, or Ctrl-C ends the search, solve prints certain bounds of the value.`,
		Example: `  houserule solve skirmish
  houserule solve border --json
  houserule solve --aggressor "1 orc, 1 squire" --defender "1 bandit, 1 ghoul"
  houserule sim skirmish --players best,greedy`,
		Args:              usage.Arguments(0, 1),
		ValidArgsFunction: mods.CompleteScenarios(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.Of(args); err != nil {
				return err
			}
			return printBest(cmd, o)
		},
	}
	o.Options.Flags(cmd)
	o.Form.Flags(cmd)
	cmd.Flags().IntVar(&o.states, "states", odds.DefaultStates, "print bounds if more states matter")
	cmd.Flags().Var(&o.within, "within", "stop when the bounds are at most this `share` apart, such as 1% or 0.01")
	return cmd
}

// stateBytes is the size of a state above which the garbage collector works harder. With
// the default of a million states, solve takes at most about 1.5 GB.
const stateBytes = 1500

func printBest(cmd *cobra.Command, o solveOptions) error {
	if err := o.Check(); err != nil {
		return err
	}
	lib, m, err := o.trial()
	if err != nil {
		return err
	}
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return err
	}
	g, err := best.New(b)
	if err != nil {
		return &usage.Error{Err: err}
	}
	ctx, stop := usage.Interruptible(cmd)
	defer stop()
	counter := terminal.NewCounter(terminal.Ungated(cmd.ErrOrStderr()), "states")
	g.States, g.Within = o.states, float64(o.within)
	defer usage.LimitMemory(stateBytes * int64(o.states))()
	g.Progress = func(states int, gap float64) {
		counter.At(int64(states))
		counter.Note(fmt.Sprintf(", %.3g points between the bounds", 100*gap))
	}
	err = g.Solve(ctx)
	counter.Clear()
	switch {
	case errors.As(err, new(*best.Unsolvable)):
		return &usage.Error{Err: err}
	case err != nil && ctx.Err() == nil && !errors.As(err, new(*explore.TooLarge)):
		return fmt.Errorf("%w (%s)", err, m.Source())
	}
	var first *best.Question
	if err == nil {
		first = g.First(b, lib.Dice(m.Seed))
	}
	interrupted := ""
	if ctx.Err() != nil {
		interrupted = fmt.Sprintf("interrupted after %s", experiment.Counted(int64(g.Known()), "state"))
	}
	result := results.NewSolution(g, first, err, match.Name(lib, m), m, experiment.SplitMods(lib.ModList()))
	return o.print(cmd, lib, result, interrupted)
}
