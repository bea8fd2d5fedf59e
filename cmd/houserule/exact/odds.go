// Package exact has the commands that compute without chance: exact odds, best play, and what
// players lose against it.
package exact

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/flags"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/results"
	"houserule/cmd/houserule/runner"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/experiment"
	"houserule/engine/explore"
	"houserule/engine/library"
	"houserule/engine/odds"
)

// oddsOptions holds the values of the flags of houserule odds.
type oddsOptions struct {
	options
	within flags.Gap
}

func newOdds(mods *games.Resolver) *cobra.Command {
	o := oddsOptions{options: options{Options: match.Options{Mods: mods}}}
	cmd := &cobra.Command{
		Use:   "odds [SCENARIO] [WORDS...]",
		Short: "Compute exact odds, or bounds, of a battle or of an attack",
		Long: `Compute exact odds. The rules, with all mods, play every way in which the dice can
fall; there is no separate formula.

Without further words the odds are those of the whole battle between computer
players. A random player chooses each option with the same chance. A state that is
reached in several ways is followed only once. Rounds in which nothing happens are
solved as equations, not cut off. The bound on rounding errors is printed, too.

A battle may have too many states. Battles of up to 100,000 states always get exact
odds. In larger ones the likeliest states are followed first, until at most a share
of --within of all battles is undecided (1% by default); with --within 0 the limit
is --states alone. odds then prints bounds: the true chances lie between them for
certain. It also prints bounds when --states is used up or Ctrl-C ends the search.

--json and --csv have the same form as in houserule sim. low and high are the bounds,
value is the middle between them, and undecided is the undecided share.

The words after the scenario are those of odds at the prompt. In heroes a stack
alone gives the odds of each of its options, as if it acted first; a stack and an
attack give the odds of that attack, of its retaliation, and of both together.`,
		Example: `  houserule odds reference --players reference
  houserule odds skirmish
  houserule odds siege --within 5% --states 200000
  houserule odds golem-wall a1
  houserule odds golem-wall a1 attack d1 swat 2
  houserule odds --aggressor "2 orc" --defender "3 bandit" --mods exploding-tens
  houserule odds siege a6 shoot d4 --mods luck`,
		Args:              usage.Arguments(0, -1),
		ValidArgsFunction: o.complete,
		RunE: func(cmd *cobra.Command, args []string) error {
			n := 0 // words that name the scenario
			if len(args) > 0 && (slices.ContainsFunc(mods.Games(), games.HasScenario(args[0])) || !namesUnit(mods.Games(), args[0])) {
				n = 1
			}
			if err := o.Of(args[:n]); err != nil {
				return err
			}
			return printOdds(cmd, o, args[n:])
		},
	}
	o.Options.Flags(cmd)
	cmd.Flags().Lookup("seed").Usage = "`number` that players with dice of their own start from"
	o.Players.Add(cmd, mods)
	o.Form.Flags(cmd)
	cmd.Flags().IntVar(&o.states, "states", odds.DefaultStates, "print bounds if the battle has more states")
	o.within = 0.01
	cmd.Flags().Var(&o.within, "within", "print bounds when at most this `share` of battles is undecided, such as 1% or 0.01")
	return cmd
}

// namesUnit reports whether a word is the name of a unit in any game.
func namesUnit(of []games.Game, word string) bool {
	return slices.ContainsFunc(of, func(g games.Game) bool { return g.View.NamesUnit(word) })
}

func printOdds(cmd *cobra.Command, o oddsOptions, words []string) error {
	if err := o.Check(); err != nil {
		return err
	}
	lib, m, err := o.trial()
	if err != nil {
		return err
	}
	ctx, stop := usage.Interruptible(cmd)
	defer stop()
	if len(words) > 0 {
		return printAttack(ctx, cmd, o, lib, m, words)
	}
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return err
	}
	if err := o.Mods.View(lib).New(lib, m, b).Countable(); err != nil {
		return &usage.Error{Err: err}
	}
	counter := terminal.NewCounter(terminal.Ungated(cmd.ErrOrStderr()), "states")
	found, err := runner.Odds(ctx, lib, m, b, explore.Budget{States: o.states, Within: float64(o.within)}, func(seen int, open float64) {
		counter.At(int64(seen))
		counter.Note(fmt.Sprintf(", %.3g points undecided", 100*open))
	})
	counter.Clear()
	if found == nil {
		return fmt.Errorf("%w (%s)", err, m.Source())
	}
	interrupted := ""
	if ctx.Err() != nil && found.Open.Value > 0 {
		interrupted = fmt.Sprintf("interrupted after %s states", experiment.Thousands(int64(found.States)))
	}
	result := results.NewExact(found, err, match.Name(lib, m), m, experiment.SplitMods(lib.ModList()))
	return o.print(cmd, lib, result, interrupted)
}

// printAttack prints odds at the start of the battle.
func printAttack(ctx context.Context, cmd *cobra.Command, o oddsOptions, lib *library.Library, m library.Match, words []string) error {
	if o.JSON || o.CSV || o.Report != "" {
		return usage.Errorf("--json, --csv and --report are for the odds of whole battles")
	}
	v, err := o.begin(lib, m)
	if err != nil {
		return err
	}
	words, err = view.Spelled(v, words, v.OddsWords)
	if err != nil {
		return &usage.Error{Err: err}
	}
	text, err := v.Odds(ctx, words)
	switch {
	case err == nil:
		fmt.Fprintln(cmd.OutOrStdout(), text)
	case ctx.Err() != nil:
		fmt.Fprintln(cmd.ErrOrStderr(), "houserule: interrupted: there are no odds yet")
	case errors.As(err, new(*engine.Error)): // a script has stopped the battle
		return fmt.Errorf("%w (%s)", err, m.Source())
	default:
		return &usage.Error{Err: err}
	}
	if ctx.Err() != nil {
		return repl.ErrInterrupted
	}
	return nil
}

// A forecaster is the part of a view that gives odds.
type forecaster interface {
	view.Namer
	Odds(ctx context.Context, words []string) (string, error)
	OddsWords(before []string) []string
}

// begin returns the view of a battle that has just begun, between greedy players.
func (o *oddsOptions) begin(lib *library.Library, m library.Match) (forecaster, error) {
	greedy := m
	greedy.Players = slices.Repeat([]string{"greedy"}, len(m.Players))
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return nil, err
	}
	table, _, err := view.Seat(o.Mods.View(lib), lib, greedy, b, lib.Dice(m.Seed), nil)
	if err != nil {
		return nil, err
	}
	v := o.Mods.View(lib).New(lib, m, b)
	table.Explain(true)
	b.Begin(table)
	if err := table.Err(); err != nil {
		return nil, fmt.Errorf("%w (%s)", err, m.Source())
	}
	return v, nil
}

// complete offers the scenarios and, after a scenario, the words of its odds.
func (o *oddsOptions) complete(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return o.Mods.CompleteScenarios()(cmd, args, word)
	}
	of := *o
	of.Of(args[:1])
	lib, m, err := of.Trial()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	v, err := of.begin(lib, m)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return v.OddsWords(args[1:]), cobra.ShellCompDirectiveNoFileComp
}
