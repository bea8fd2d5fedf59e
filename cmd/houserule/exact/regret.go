package exact

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/results"
	"houserule/cmd/houserule/runner"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/cmd/houserule/view"
	"houserule/engine/best"
	"houserule/engine/experiment"
	"houserule/engine/explore"
	"houserule/engine/library"
	"houserule/engine/odds"
)

// regretOptions holds the values of the flags of houserule regret.
type regretOptions struct {
	options
	battles int
	against string
}

func newRegret(mods *games.Resolver) *cobra.Command {
	o := regretOptions{options: options{Options: match.Options{Mods: mods}}}
	cmd := &cobra.Command{
		Use:   "regret [SCENARIO]",
		Short: "Compute how much computer players lose against best play, and by which answers",
		Long: `Compute how many points of winning chance computer players lose in a battle,
compared with best play, and which answers lose them. A draw counts as half a
win. The battle is solved first: it must have two sides that see everything, and
at most --states states.

The regret of players that answer quickly is exact: the loss of each answer, times
how often it is given in a battle between these players. Therefore

  value of best play - regret of the first side + regret of the second
    = exact odds of the first side between these players

The regret of slow players, such as search, is measured in played battles, and
printed with a 95 % interval.

With --against the command computes instead how far a player that answers quickly
can be exploited: what the best reply to it wins in each seat. Best play need not
be known for this.`,
		Example: `  houserule regret skirmish
  houserule regret skirmish --players greedy,random
  houserule regret skirmish --players search,greedy -n 500
  houserule regret last-stand --players random
  houserule regret skirmish --against greedy`,
		Args:              usage.Arguments(0, 1),
		ValidArgsFunction: mods.CompleteScenarios(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.Of(args); err != nil {
				return err
			}
			return printRegret(cmd, o)
		},
	}
	o.TrialFlags(cmd)
	o.Form.Flags(cmd)
	cmd.Flags().IntVarP(&o.battles, "battles", "n", 0, fmt.Sprintf("measure regret in `N` battles; 0: exact regret, or %d battles for slow players", runner.RegretBattles))
	cmd.Flags().StringVar(&o.against, "against", "", "compute what the best reply to this `player` wins, in place of regret")
	cmd.Flags().IntVar(&o.states, "states", odds.DefaultStates, "solve only battles with at most `N` states")
	return cmd
}

func printRegret(cmd *cobra.Command, o regretOptions) error {
	if err := o.Check(); err != nil {
		return err
	}
	if o.states < 1 || o.battles < 0 {
		return usage.Errorf("--states %d, -n %d: give numbers from 1 and from 0", o.states, o.battles)
	}
	if o.against != "" && (cmd.Flags().Changed("players") || o.battles > 0) {
		return usage.Errorf("--against does not go with --players or -n: it names the player of both seats, and plays no battles")
	}
	lib, m, err := o.trial()
	if err != nil {
		return err
	}
	ctx, stop := usage.Interruptible(cmd)
	defer stop()
	counter := terminal.NewCounter(terminal.Ungated(cmd.ErrOrStderr()), "states")
	counted := view.WithProgress(ctx, func(n int) { counter.At(int64(n)) })
	defer counter.Clear()
	result, err := o.result(counted, lib, m)
	counter.Clear()
	switch {
	case errors.As(err, new(*usage.Error)):
		return err
	case errors.As(err, new(*best.Unsolvable)):
		return &usage.Error{Err: err}
	case err != nil && ctx.Err() != nil:
		fmt.Fprintln(cmd.ErrOrStderr(), "houserule: interrupted: there is no regret yet")
		return repl.ErrInterrupted
	case err != nil:
		return fmt.Errorf("%w (%s)", err, m.Source())
	}
	return o.print(cmd, lib, result, "")
}

// result returns the regret of the players, or the best replies to one.
func (o regretOptions) result(ctx context.Context, lib *library.Library, m library.Match) (any, error) {
	system, most, mods := o.Mods.View(lib), explore.Budget{States: o.states}, experiment.SplitMods(lib.ModList())
	if o.against != "" {
		replies, err := runner.Replies(ctx, system, lib, m, o.against, most)
		if err != nil {
			return nil, err
		}
		return results.NewReplies(replies, o.against, match.Name(lib, m), m, mods), nil
	}
	r, game, err := runner.Regret(ctx, system, lib, m, most, o.battles)
	if err != nil {
		return nil, err
	}
	return results.NewRegret(r, game.Known(), match.Name(lib, m), m, mods), nil
}
