package experiments

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/usage"
	"houserule/engine/experiment"
	"houserule/engine/sim"
	"houserule/scripting/modhost"
)

// simOptions holds the values of the flags of houserule sim.
type simOptions struct {
	match.Options
	experimentOptions
	profile bool
}

const simBattles = 10_000

func newSim(mods *games.Resolver) *cobra.Command {
	o := simOptions{Options: match.Options{Mods: mods}}
	cmd := &cobra.Command{
		Use:   "sim [SCENARIO]",
		Short: "Play a battle thousands of times and count how it ends",
		Long: `Play a battle thousands of times between computer players and count the results:
how often each side wins, how long battles last, and the game's own statistics of
creatures and rules, with 95 % confidence intervals. Without -n it plays 10,000
battles.

Battle i, counted from 0, has the seed --seed + i. To see one of them blow by blow,
run houserule battle with the same arguments and that seed. The results depend only
on the seed and the number of battles, not on the machine or the number of cores.

Players without dice of their own (all except random) often reach positions that
earlier battles have reached. The results of each roll there are known, so
such a battle takes less than a millionth of a second, with any mods. --direct plays
every battle by the rules instead, with the same results.

--until 0.1% plays until the share of wins of each side is known to within that many
points. -n is then the largest number of battles (100,000,000 by default). Because
the run may stop at any moment, its intervals are wider: in at most 5 of 100 runs is
any of them ever wrong.

--profile prints the cost of the mods' scripts on standard error: calls, steps and
time by mod and hook, without the hooks that each hook triggered. It plays every battle
by the rules, as --direct does, so it also counts the calls in which computer players
evaluate options. Calls and steps are the same on any machine.

--shard 3/64 plays part 3 of 64, so that several machines can share a run: see
houserule merge. Ctrl-C, or the signal with which a cluster ends a program, prints
the results so far. If a battle fails, or a program that plays ends, the results of
all battles before it are printed, and then the error.

--json has these keys:
  n                        the number of battles played
  seed, scenario, players, armies, walls, mods
                           what was played
  wins, draws              numbers of battles, wins by side
  rates                    their shares, with low and high, the ends of the interval
  rounds                   mean, low, high and histogram; the histogram also has, by
                           length, the wins of the sides and the sums of what they
                           had left
  tables                   the game's own statistics, summed over the battles
  until                    with --until
  interrupted              if Ctrl-C or an error ended the run

--csv has the same numbers in the columns table, row, column, value, low and high.`,
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
			if err := o.Of(args); err != nil {
				return err
			}
			if err := o.mayStop(cmd); err != nil {
				return err
			}
			if o.profile {
				o.direct, o.Mods.Profile = true, new(modhost.Profile)
				defer func() { printProfile(cmd.ErrOrStderr(), o.Mods.Profile) }()
			}
			return simulate(cmd, o)
		},
	}
	o.Options.TrialFlags(cmd)
	o.experimentOptions.flags(cmd, simBattles)
	cmd.Flags().BoolVar(&o.profile, "profile", false, "print the cost of scripts: calls, steps and time, by mod and hook")
	o.untilFlag(cmd, "all wins")
	return cmd
}

func simulate(cmd *cobra.Command, o simOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	r := newPlanRunner(o.Mods)
	arms, err := r.arms("", &o.Options)
	if err != nil {
		return err
	}
	p := experiment.NewSummary(arms[0])
	p.Seed = o.Seed
	err = r.perform(cmd, p, o.experimentOptions)
	if failed := new(sim.Error); errors.As(err, &failed) {
		err = fmt.Errorf("%w (houserule battle with the same words and --seed %d plays it)", err, failed.Seed)
	}
	return err
}

// printProfile prints the cost of scripts, the most steps first.
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
