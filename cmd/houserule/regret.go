package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/results"
	"houserule/cmd/houserule/runner"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/cmd/houserule/view"
	"houserule/engine/best"
	"houserule/engine/experiment"
	"houserule/engine/odds"
)

// regretOptions holds the values of the flags of houserule regret.
type regretOptions struct {
	matchOptions
	outputOptions
	battles int
	states  int
}

func newRegret(mods *games.Resolver) *cobra.Command {
	o := regretOptions{matchOptions: matchOptions{mods: mods}}
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
printed with a 95 % interval.`,
		Example: `  houserule regret skirmish
  houserule regret skirmish --players greedy,random
  houserule regret skirmish --players search,greedy -n 500
  houserule regret last-stand --players random`,
		Args:              usage.Arguments(0, 1),
		ValidArgsFunction: mods.CompleteScenarios(),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.of(args)
			return printRegret(cmd, o)
		},
	}
	o.trialFlags(cmd)
	o.outputOptions.flags(cmd)
	cmd.Flags().IntVarP(&o.battles, "battles", "n", 0, fmt.Sprintf("measure regret in `N` battles; 0: exact regret, or %d battles for slow players", runner.RegretBattles))
	cmd.Flags().IntVar(&o.states, "states", odds.DefaultStates, "solve only battles with at most `N` states")
	return cmd
}

func printRegret(cmd *cobra.Command, o regretOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	if o.states < 1 || o.battles < 0 {
		return usage.Errorf("--states %d, -n %d: give numbers from 1 and from 0", o.states, o.battles)
	}
	o.mods.OnError = "stop" // a script that fails has no odds
	lib, m, err := o.trial()
	if err != nil {
		return err
	}
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return err
	}
	ctx, stop := usage.Interruptible(cmd)
	defer stop()
	counter := terminal.NewCounter(terminal.Ungated(cmd.ErrOrStderr()), "states")
	counted := view.WithProgress(ctx, func(n int) { counter.At(int64(n)) })
	defer counter.Clear()
	game, err := view.Solve(counted, b, odds.Budget{States: o.states})
	switch large := new(odds.TooLarge); {
	case errors.As(err, new(*best.Unsolvable)):
		return &usage.Error{Err: err}
	case ctx.Err() != nil:
		fmt.Fprintln(cmd.ErrOrStderr(), "houserule: interrupted: there is no regret yet")
		return repl.ErrInterrupted
	case errors.As(err, &large):
		return fmt.Errorf("regret needs best play, which is not known here: %w; --states allows more (%s)", large, m.Source())
	case err != nil:
		return fmt.Errorf("%w (%s)", err, m.Source())
	}
	r, err := runner.Regret(counted, game, o.mods.View(lib), lib, m, b, odds.Budget{States: o.states}, o.battles)
	counter.Clear()
	if err != nil && ctx.Err() != nil {
		fmt.Fprintln(cmd.ErrOrStderr(), "houserule: interrupted: there is no regret yet")
		return repl.ErrInterrupted
	}
	if err != nil {
		return fmt.Errorf("%w (%s)", err, m.Source())
	}
	result := results.NewRegret(r, game.Known(), matchName(lib, m), m, experiment.SplitMods(lib.ModList()))
	return o.print(cmd.OutOrStdout(), result, factsOf(cmd, lib), "")
}
