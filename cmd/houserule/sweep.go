package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/runner"
	"houserule/engine/experiment"
	"houserule/engine/library"
)

// sweepOptions is what the flags of houserule sweep say.
type sweepOptions struct {
	matchOptions
	experimentOptions
	mods *modOptions
}

const maxSwept = 2 // keys: a table has two sides

func newSweep(mods *modOptions) *cobra.Command {
	o := sweepOptions{mods: mods}
	cmd := &cobra.Command{
		Use:   "sweep [SCENARIO] KEY=VALUES [KEY2=VALUES]",
		Short: "Play a battle under every value of a setting, or of two, with the same dice",
		Long: `Play a battle many times under every value of a setting, or every pair of two,
with the same dice, and show how wins and lengths follow it.

KEY is a setting of a mod that --mods loads, as in morale.die, or a rule of the
game, as in heroes.swarm_factor; the part behind the point does where only one
has it. VALUES are a range (2..6), a range with steps (2..10..2, 1..3..0.5), or
a list (1,2,5 or half,none or true,false). A grid has at most 200 cells.

Each cell plays the battles of the same seeds, 10,000 unless -n says otherwise.
Differences are taken battle by battle to one cell, the baseline: the one with
the values as they are without the sweep, or the first where that is not in the
grid. Each interval is right 95 times in 100; of 20 cells one may miss by luck.

--json has n (the battles of each cell), seed, scenario, players and keys;
baseline, the index of its cell, and present, whether it has the values as they
are without the sweep; and cells, row by row: the values by their keys, the
mods, the mean rounds, and winners with battles, share and difference to the
baseline, as parts of 1 with low and high, and gained and lost, the battles that
end so only here, and only there. --csv has the same numbers in rows of the
values, one column for each key, row, column, value, low and high.`,
		Example: `  houserule sweep swarm_factor=1..4
  houserule sweep siege heroes.wall_defense=6..14..2 -n 50000
  houserule sweep siege wall_penalty_intact=half,none retaliations=0..2
  houserule sweep golem-wall --mods morale morale.die=4..12..2 --report morale.html`,
		Args:              sweepArguments,
		ValidArgsFunction: mods.completeAxes,
		RunE: func(cmd *cobra.Command, args []string) error {
			scenario, axes := splitSweep(args)
			o.of(scenario)
			o.untilSure(cmd)
			p, l, err := o.plan(axes)
			if err != nil {
				return err
			}
			return l.perform(cmd, p, o.experimentOptions)
		},
	}
	o.matchOptions.trialFlags(cmd, mods)
	o.experimentOptions.flags(cmd, 10_000)
	f := cmd.Flags()
	f.Lookup("battles").Usage = "how many battles each cell plays, with `N` consecutive seeds"
	f.Var(&o.until, "until-ci", "stop as soon as the intervals of all differences are at most this `share` to either side, as in 0.2%")
	return cmd
}

// splitSweep parts the scenario, if any, from the keys.
func splitSweep(args []string) (scenario, axes []string) {
	if len(args) > 0 && !strings.Contains(args[0], "=") {
		return args[:1], args[1:]
	}
	return nil, args
}

func sweepArguments(cmd *cobra.Command, args []string) error {
	scenario, axes := splitSweep(args)
	for _, axis := range axes {
		if !strings.Contains(axis, "=") {
			return &usageError{fmt.Errorf("%q has no values: write, for instance, %s=2..6", axis, axis)}
		}
	}
	if len(axes) == 0 {
		return &usageError{errors.New("nothing to sweep: name a setting with its values, as in swarm_factor=1..4")}
	}
	return arguments(1, len(scenario)+maxSwept)(cmd, args)
}

func (o *sweepOptions) plan(args []string) (experiment.Plan, *lab, error) {
	mods, err := o.game(args)
	if err != nil {
		return experiment.Plan{}, nil, err
	}
	lib, err := o.load(mods)
	if err != nil {
		return experiment.Plan{}, nil, err
	}
	d, err := newGrid(lib, args)
	if err != nil {
		return experiment.Plan{}, nil, &usageError{err}
	}
	if err := o.check(); err != nil { // before 200 libraries are loaded
		return experiment.Plan{}, nil, err
	}
	l := newLab(o.mods)
	var arms []experiment.ArmPlan
	for _, cell := range d.Order() {
		arm, err := o.cell(l, mods, d, cell)
		if err != nil {
			return experiment.Plan{}, nil, err
		}
		arms = append(arms, arm)
	}
	detail, err := json.Marshal(d)
	return experiment.Plan{Kind: experiment.KindSweep, Seed: o.seed, Detail: detail, Trials: []experiment.TrialPlan{{Arms: arms}}}, l, err
}

// game are the flags with the game decided, on which the keys have a say, as
// what --set sets has.
func (o *sweepOptions) game(keys []string) (*modOptions, error) {
	swept := *o.mods
	swept.set = slices.Concat(o.mods.set, keys)
	decided, err := swept.sure(o.clue())
	if err != nil {
		return nil, err
	}
	mods := *o.mods
	mods.game = decided.game
	return &mods, nil
}

// newGrid reads the settings that are swept, with their values.
func newGrid(lib *library.Library, args []string) (experiment.Grid, error) {
	return runner.NewGrid(lib, args, ruleName, func() []string { return idsOf(available()) })
}

// cell is the arm of a cell. Warnings have been given by the load before.
func (o *sweepOptions) cell(l *lab, mods *modOptions, d experiment.Grid, cell int) (experiment.ArmPlan, error) {
	rules := *mods
	rules.set = slices.Concat(mods.set, d.Set(cell))
	rules.errs = nil
	lib, err := o.load(&rules)
	if err != nil {
		return experiment.ArmPlan{}, fmt.Errorf("%s: %w", d.Name(cell), err)
	}
	m, err := o.trialMatch(lib)
	if err != nil {
		return experiment.ArmPlan{}, err
	}
	l.Keep(lib)
	return runner.NewArm(lib, d.Name(cell), m), nil
}
