package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/usage"
	"houserule/engine/experiment"
	"houserule/engine/sim"
	"houserule/scripting/modhost"
)

// simOptions is what the flags of houserule sim say.
type simOptions struct {
	matchOptions
	experimentOptions
	profile bool
}

const simBattles = 10_000

func newSim(mods *games.Resolver) *cobra.Command {
	o := simOptions{matchOptions: matchOptions{mods: mods}}
	cmd := &cobra.Command{
		Use:   "sim [SCENARIO]",
		Short: "Play a battle thousands of times and count how it ends",
		Long: `Play a battle thousands of times between computer players and count how it ends:
who wins how often, how long battles last, and what the game counts of creatures
and rules, with 95 % confidence intervals. Without -n it plays 10,000 battles.

Battle i, from 0, has the seed --seed + i, so that houserule battle with the same
words and --seed K plays one of them again, blow by blow. Results follow from
seed and n alone, on any machine and on any number of cores.

Where computer players have no dice of their own (all but random), battles come
again and again to positions where others have been. What the rules make of each
roll there is then known, and such a battle takes less than a millionth of a
second, with any mods. --direct plays every battle by the rules,
with the same results.

--until 0.1% plays until the share of wins of each side is known to that many
points up or down, and -n is then the most (without it 100,000,000). Such a run
may stop at any moment, and its intervals are wider for it: in at most 5 of 100
runs is one of them wrong at any time.

--profile tells on standard error what the scripts of mods took: calls, steps and
time by mod and hook, without the hooks that each set off. It plays every battle
by the rules, as --direct does, so that all calls are counted, those in which
computer players evaluate included. Calls and steps are the same on any machine.

--shard 3/64 plays one part of 64, for another machine: see houserule merge.
Ctrl-C prints what is known so far; so does the signal by which a cluster ends
a program.

--json has n (the battles that were played), seed, scenario, players, armies,
walls and mods; wins, by side, and draws as numbers of battles; rates of both
with low and high, the ends of their interval; rounds with mean, low, high and
histogram, with the wins of the sides and the sums of what they had left, by length;
tables, with the sums over the battles that they count; until where
it was asked for; and interrupted where Ctrl-C ended the run. --csv has
the same numbers in rows of table, row, column, value, low and high.`,
		Example: `  houserule sim siege
  houserule sim reference -n 1000000 --players reference,greedy --seed 7
  houserule sim --aggressor "3 gold-golem" --defender "5 bandit" --until 0.5%
  houserule sim siege --mods morale --set morale.die=8 --json
  houserule sim siege -n 1000000 --csv --report siege.html
  houserule sim siege --mods morale,luck -n 1000 --profile
  houserule sim siege -n 1000000000 --shard 3/64 --json > 3.json`,
		Args:              usage.Arguments(0, 1),
		ValidArgsFunction: mods.CompleteScenarios(),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.of(args)
			if err := o.mayStop(cmd); err != nil {
				return err
			}
			if o.profile {
				o.direct, o.mods.Profile = true, new(modhost.Profile)
				defer func() { printProfile(cmd.ErrOrStderr(), o.mods.Profile) }()
			}
			return simulate(cmd, o)
		},
	}
	o.matchOptions.trialFlags(cmd)
	o.experimentOptions.flags(cmd, simBattles)
	cmd.Flags().BoolVar(&o.profile, "profile", false, "tell what scripts took: calls, steps and time, by mod and hook")
	o.untilFlag(cmd, "all wins")
	return cmd
}

func simulate(cmd *cobra.Command, o simOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	r := newPlanRunner(o.mods)
	arms, err := r.arms("", &o.matchOptions)
	if err != nil {
		return err
	}
	p := experiment.NewSummary(arms[0])
	p.Seed = o.seed
	err = r.perform(cmd, p, o.experimentOptions)
	if failed := new(sim.Error); errors.As(err, &failed) {
		err = fmt.Errorf("%w (houserule battle with the same words and --seed %d plays it)", err, failed.Seed)
	}
	return err
}

// printProfile prints what scripts took, the most steps first.
func printProfile(out io.Writer, p *modhost.Profile) {
	rows := [][]string{{"mod", "hook", "calls", "steps", "a call", "time"}}
	for _, s := range p.Spendings() {
		rows = append(rows, []string{s.Mod, s.Hook, experiment.Thousands(s.Calls), experiment.Thousands(s.Steps),
			fmt.Sprintf("%.1f", float64(s.Steps)/float64(s.Calls)), s.Time.Round(10 * time.Microsecond).String()})
	}
	if len(rows) == 1 {
		fmt.Fprintln(out, "No script was called.")
		return
	}
	screen.Table(out, screen.Usual, rows)
}
