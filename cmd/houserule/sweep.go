package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/runner"
	"houserule/engine"
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

// newAxis reads "swarm_factor=1..4".
func newAxis(lib *library.Library, text string) (experiment.Axis, error) {
	key, values, _ := strings.Cut(text, "=")
	s, key, err := swept(lib, strings.TrimSpace(key))
	if err != nil {
		return experiment.Axis{}, err
	}
	a := experiment.Axis{Key: key, Name: ruleName(key)}
	words, err := experiment.ParseValues(values)
	if err != nil {
		return experiment.Axis{}, fmt.Errorf("%s: %w", text, err)
	}
	for _, word := range words {
		value, err := swallow(s, word)
		if err != nil {
			return experiment.Axis{}, fmt.Errorf("%s: %w", text, err)
		}
		if slices.Contains(a.Values, value) {
			return experiment.Axis{}, fmt.Errorf("%s: %s stands twice", text, value)
		}
		a.Values = append(a.Values, value)
	}
	a.At = slices.Index(a.Values, plainValue(s.Value))
	return a, nil
}

// swept finds a setting by its key, or by the part behind the point where only
// one has it, and gives its whole key.
func swept(lib *library.Library, key string) (library.Setting, string, error) {
	if strings.Contains(key, ".") {
		s, err := lib.SettingNamed(key)
		return s, key, notLoaded(err, key)
	}
	var found []string
	rule := lib.Mod.ID + "." + key
	if _, err := lib.SettingNamed(rule); err == nil {
		found = append(found, rule)
	}
	for _, m := range lib.Mods {
		for _, s := range m.Settings {
			if full := m.Mod.ID + "." + s.Name; s.Name == key && !slices.Contains(found, full) {
				found = append(found, full)
			}
		}
	}
	if len(found) > 1 {
		return library.Setting{}, "", fmt.Errorf("%q is a setting of several: write %s", key, strings.Join(found, " or "))
	}
	full := rule // whose error names the nearest
	if len(found) == 1 {
		full = found[0]
	}
	s, err := lib.SettingNamed(full)
	return s, full, err
}

// notLoaded says of a mod that is there how it is loaded.
func notLoaded(err error, key string) error {
	var unknown *engine.Unknown
	mod, _, _ := strings.Cut(key, ".")
	if errors.As(err, &unknown) && unknown.What == "mod" && slices.Contains(idsOf(available()), mod) {
		return fmt.Errorf("%s: the mod is not loaded: add --mods %s", key, mod)
	}
	return err
}

// swallow is a value of a setting as it is typed, in its plain form: the same
// for 2, 2.0 and 02.
func swallow(s library.Setting, word string) (string, error) {
	value, ok := word, true
	switch s.Type {
	case "whole", "number":
		n, err := strconv.ParseFloat(word, 64)
		value = strconv.FormatFloat(n, 'f', -1, 64)
		ok = err == nil && s.Least <= n && n <= s.Most && (s.Type == "number" || n == math.Trunc(n))
	case "boolean":
		ok = word == "true" || word == "false"
	case "choice":
		ok = slices.Contains(s.OneOf, word)
	}
	if !ok {
		return "", fmt.Errorf("%s cannot be %s: must be %s", s.Name, word, s.Takes())
	}
	return value, nil
}

// plainValue writes a value of a setting as swallow does.
func plainValue(value any) string {
	if n, ok := value.(float64); ok {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return fmt.Sprint(value)
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

func newGrid(lib *library.Library, args []string) (experiment.Grid, error) {
	var axes []experiment.Axis
	for _, arg := range args {
		a, err := newAxis(lib, arg)
		if err != nil {
			return experiment.Grid{}, err
		}
		axes = append(axes, a)
	}
	return experiment.NewGrid(axes)
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
