package experiments

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/runner"
	"houserule/cmd/houserule/usage"
	"houserule/engine/experiment"
)

// sweepOptions holds the values of the flags of houserule sweep.
type sweepOptions struct {
	match.Options
	experimentOptions
}

const maxSwept = 2 // keys: a table has two sides

func newSweep(mods *games.Resolver) *cobra.Command {
	o := sweepOptions{Options: match.Options{Mods: mods, Players: match.Lineups{Several: true}}}
	cmd := &cobra.Command{
		Use:   "sweep [SCENARIO] KEY=VALUES [KEY2=VALUES]",
		Short: "Play a battle under each value of one or two settings, with the same dice",
		Long: `Play a battle many times under every value of a setting, or every pair of values of
two settings, with the same dice, and show how wins and lengths depend on them.

KEY is a setting of a mod that --mods loads, such as morale.die; a rule of the game,
such as heroes.swarm_factor; or a value of the data by the path that mod why takes,
such as creature.orc.melee. The part after the first point is enough if only one key
has it. VALUES are a range (2..6), a range with steps (2..10..2, 1..3..0.5), or a list
(1,2,5 or half,none or true,false). A grid has at most 200 cells.

All cells play battles with the same seeds, 10,000 unless -n sets another number. Each
cell is compared with the baseline, battle by battle. The baseline is the cell with the
values that apply without the sweep, or the first cell if they are not in the grid.
Each interval is right 95 times in 100, so one of 20 cells may miss by chance.

--decide 0.5% and --until 0.2% stop the run as in houserule compare, once all cells
are decided or known that well. The cells share the errors: in at most 5 of 100 runs
is a difference found in any cell that has none, or is any interval wrong.

Give --players several times to compare line-ups of players. Each has a column, and
the verdict counts the cells whose answer is the same under all of them. --json then
has verdict and lineups, a list of objects with the keys below, and --csv begins with
a column players.

--json has these keys:
  n                        the number of battles of each cell
  seed, scenario, players, keys
                           what was played
  baseline                 the index of the baseline
  present                  whether the baseline has the values that apply without
                           the sweep
  cells                    row by row: the values by key, the mods, the mean rounds,
                           and winners with battles, share and difference from the
                           baseline, as parts of 1 with low and high; gained and lost,
                           the battles that end so only in this cell, and only in the
                           baseline
  until, decisions         if the run could stop

--csv has the same numbers: one column for each key, then row, column, value, low and
high.`,
		Example: `  houserule sweep swarm_factor=1..4
  houserule sweep siege heroes.wall_defense=6..14..2 -n 50000
  houserule sweep siege wall_penalty_intact=half,none retaliations=0..2
  houserule sweep golem-wall creature.gold-golem.melee=1..5
  houserule sweep golem-wall --mods morale morale.die=4..12..2 --report morale.html`,
		Args:              sweepArguments,
		ValidArgsFunction: mods.CompleteAxes,
		RunE: func(cmd *cobra.Command, args []string) error {
			scenario, axes := splitSweep(args)
			if err := o.Of(scenario); err != nil {
				return err
			}
			if err := o.mayStop(cmd); err != nil {
				return err
			}
			p, r, err := o.plan(axes)
			if err != nil {
				return err
			}
			return r.perform(cmd, p, o.experimentOptions)
		},
	}
	o.Options.TrialFlags(cmd)
	o.experimentOptions.flags(cmd, 10_000)
	f := cmd.Flags()
	f.Lookup("battles").Usage = "how many battles each cell plays, with `N` consecutive seeds"
	o.untilFlag(cmd, "all differences")
	o.decideFlags(cmd)
	return cmd
}

// splitSweep separates the scenario, if any, from the keys.
func splitSweep(args []string) (scenario, axes []string) {
	if len(args) > 0 && !strings.Contains(args[0], "=") {
		return args[:1], args[1:]
	}
	return nil, args
}

func sweepArguments(cmd *cobra.Command, args []string) error {
	scenario, axes := splitSweep(args)
	if err := haveValues("sweep", axes); err != nil {
		return err
	}
	return usage.Arguments(1, len(scenario)+maxSwept)(cmd, args)
}

// haveValues refuses keys without values, and none at all.
func haveValues(verb string, axes []string) error {
	for _, axis := range axes {
		if !strings.Contains(axis, "=") {
			return usage.Errorf("%q has no values: write, for instance, %s=2..6", axis, axis)
		}
	}
	if len(axes) == 0 {
		return usage.Errorf("nothing to %s: name a setting with its values, as in swarm_factor=1..4", verb)
	}
	return nil
}

// plan returns the sweep of axes, and a runner that has the rules of all cells.
func (o *sweepOptions) plan(axes []string) (p experiment.Plan, r *planRunner, err error) {
	// The swept keys take part in the decision about the game, as those of --set do.
	swept, err := o.Mods.Under(games.Ruleset{Mods: o.Mods.Mods, Set: slices.Concat(o.Mods.Set, axes)}).Resolved(o.Hint())
	if err != nil {
		return p, nil, err
	}
	cells := o.Options
	cells.Mods = swept.Under(o.Mods.Ruleset)
	lib, lineups, err := cells.Trials()
	if err != nil {
		return p, nil, err
	}
	grid, err := runner.NewGrid(lib, axes, o.Mods.RuleName, o.Mods.ModIDs)
	if err != nil {
		return p, nil, &usage.Error{Err: err}
	}
	if err := o.check(); err != nil { // before 200 libraries are loaded
		return p, nil, err
	}
	r = newPlanRunner(o.Mods)
	quiet := cells.Mods.Quiet() // the first load gave the warnings
	trials := make([]experiment.TrialPlan, len(lineups))
	for _, cell := range grid.Order() {
		cells.Mods = quiet.Under(games.Ruleset{Mods: o.Mods.Mods, Set: slices.Concat(o.Mods.Set, grid.Set(cell))})
		arms, err := r.arms(grid.Name(cell), &cells)
		if err != nil {
			return p, nil, fmt.Errorf("%s: %w", grid.Name(cell), err)
		}
		for i, arm := range arms {
			trials[i].Arms = append(trials[i].Arms, arm)
		}
	}
	var plans []experiment.Plan
	for _, trial := range trials {
		plans = append(plans, experiment.Plan{Kind: experiment.KindSweep, Seed: o.Seed, Trials: []experiment.TrialPlan{trial}})
	}
	p = experiment.Join(plans)
	p.Detail, err = json.Marshal(grid)
	return p, r, err
}
