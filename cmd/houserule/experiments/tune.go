package experiments

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/flags"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/results"
	"houserule/cmd/houserule/runner"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/engine/experiment"
	"houserule/engine/library"
)

// tuneOptions holds the values of the flags of houserule tune.
type tuneOptions struct {
	match.Options
	experimentOptions
	wants  []string
	rising []string
	budget flags.Battles
}

const (
	// tuneBattles make the interval of a chance 0.3 points to either side.
	tuneBattles = 100_000
	tuneBudget  = 20 * tuneBattles
)

func newTune(mods *games.Resolver) *cobra.Command {
	o := tuneOptions{Options: match.Options{Mods: mods}, budget: tuneBudget}
	cmd := &cobra.Command{
		Use:   "tune [SCENARIO] KEY=VALUES...",
		Short: "Find values of settings with which battles end as wanted",
		Long: `Find values of rules, settings and data with which battles end as wanted, as close
to today's values as possible.

--want states a target: the chance of a side or of a draw (aggressor=50%, draw=0%..5%),
or the mean length (rounds=5..7). A single chance stands for half a point to either
side, a single length for a tenth of a round to either side. Several --want must all
hold at once. A target may be for another scenario: siege:aggressor=50%.

KEY=VALUES are as in houserule sweep, for any number of keys, with at most 5,000
combinations of values. --monotone KEY,KEY,... keeps only the combinations in which
the values never fall from one key to the next.

The distance of a combination from today's is the mean of its changes, each as a part
of the range of its values; today's value belongs to the range. A word that changes
counts as a whole range. Among the combinations that reach the target, tune takes
the closest.

All combinations play the same dice. Each plays a 64th of -n battles first, and more
while it is likely to be the answer; the results so far say how likely each other one
is. If exact odds can be found in a second, no battles are played. Finally today's
values and those found play -n battles with other dice. The printed intervals come
from this check alone. The search plays at most --budget battles, not counting the
check. The result depends only on --budget, -n and the seed, not on the number of cores.

--json has these keys:
  n, seed, players         what was played
  reached                  yes, no, or open: an interval contains a bound of a target
  values                   key, today and found
  away                     the distance of the result from today's values
  wants                    low and high, and the shares or lengths of today and of
                           the result, as parts of 1 with the ends of their intervals
  searched                 the battles of the search, how many combinations were
                           tried, and how many there are
  check                    commands that play the check again
  trace                    the measurements, in order

--csv has the same numbers.`,
		Example: `  houserule tune siege heroes.wall_defense=4..14 --want aggressor=50%
  houserule tune golem-wall creature.gold-golem.melee=1..6 swarm_factor=1..3..0.5 --want aggressor=45%..55% --want rounds=4..5
  houserule tune creature.orc.melee=1..4 --want siege:aggressor=40% --want golem-wall:aggressor=45%
  houserule tune golem-wall creature.orc.melee=1..4 creature.gold-golem.melee=1..6 --monotone creature.orc.melee,creature.gold-golem.melee --want aggressor=50%`,
		Args:              tuneArguments,
		ValidArgsFunction: mods.CompleteAxes,
		RunE: func(cmd *cobra.Command, args []string) error {
			scenario, axes := splitSweep(args)
			if err := o.Of(scenario); err != nil {
				return err
			}
			return tuned(cmd, o, axes)
		},
	}
	o.Options.TrialFlags(cmd)
	o.experimentOptions.wholeFlags(cmd, tuneBattles)
	f := cmd.Flags()
	f.Lookup("battles").Usage = "check the result with `N` battles; a combination of values plays at most as many"
	f.StringArrayVar(&o.wants, "want", nil, "a target: `[SCENARIO:]SEAT=SHARE`, such as aggressor=50% or draw=0%..5%, or rounds=5..7; give the flag again for another target")
	f.StringArrayVar(&o.rising, "monotone", nil, "`keys` whose values never fall from one to the next, with commas between them")
	f.Var(&o.budget, "budget", "let the search play at most `N` battles, not counting the check")
	return cmd
}

func tuneArguments(_ *cobra.Command, args []string) error {
	_, axes := splitSweep(args)
	return haveValues("tune", axes)
}

// tuned finds values and prints them.
func tuned(cmd *cobra.Command, o tuneOptions, axes []string) error {
	if err := o.check(); err != nil {
		return err
	}
	t, err := o.tuning(axes)
	if err != nil {
		return err
	}
	ctx, stop := usage.Interruptible(cmd)
	defer stop()
	counter := terminal.NewCounter(terminal.Ungated(cmd.ErrOrStderr()), "battles")
	defer counter.Clear()
	found, err := t.plan.Tune(ctx, t.vary, experiment.Options{Workers: int(o.workers), Direct: o.direct, Progress: counter.At})
	counter.Clear()
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(cmd.ErrOrStderr(), "houserule: interrupted: no values are found yet")
		return repl.ErrInterrupted
	case err != nil:
		return err
	}
	t.commands(found)
	return o.Print(cmd.OutOrStdout(), found, results.FactsOf(cmd, t.library), "")
}

// A tuningOf is a plan, and the battles that it is about.
type tuningOf struct {
	plan    experiment.TuningPlan
	battles []match.Options
	library *library.Library
}

// tuning returns the search that the flags describe.
func (o *tuneOptions) tuning(axes []string) (*tuningOf, error) {
	t := &tuningOf{plan: experiment.TuningPlan{Battles: int64(o.battles), Budget: int64(o.budget), Seed: o.Seed}}
	switch {
	case len(o.wants) == 0:
		return nil, usage.Errorf("there is no target: give one, as in --want aggressor=50%% or --want rounds=5..7")
	case o.battles < experiment.MinTuned:
		return nil, usage.Errorf("-n %d: a search needs at least %d", o.battles, experiment.MinTuned)
	}
	for _, text := range o.wants {
		w, err := o.want(t, axes, text)
		if err != nil {
			return nil, err
		}
		t.plan.Wants = append(t.plan.Wants, w)
	}
	var err error
	if t.plan.Axes, err = runner.Axes(t.library, axes, o.Mods.RuleName, o.Mods.ModIDs); err != nil {
		return nil, &usage.Error{Err: err}
	}
	for _, text := range o.rising {
		keys, err := t.keys(text)
		if err != nil {
			return nil, usage.Errorf("--monotone %s: %w", text, err)
		}
		t.plan.Rising = append(t.plan.Rising, keys)
	}
	if least := experiment.MinTuned * flags.Battles(len(t.battles)); o.budget < least {
		return nil, usage.Errorf("--budget %d: a search needs at least %d", o.budget, least)
	}
	if _, err := t.plan.Choices(); err != nil {
		return nil, &usage.Error{Err: err}
	}
	return t, nil
}

// want reads a target, and adds its battle to the tuning if it is new.
func (o *tuneOptions) want(t *tuningOf, axes []string, text string) (w experiment.Want, err error) {
	of, rest := o.Options, text
	if scenario, after, ok := strings.Cut(text, ":"); ok {
		of.Scenario, rest = strings.TrimSpace(scenario), after
	}
	if !strings.Contains(rest, "=") {
		return w, usage.Errorf("--want %s has no value: write, for instance, --want aggressor=50%% or --want rounds=5..7", text)
	}
	// The keys take part in the decision about the game, as those of --set do.
	decided, err := o.Mods.Under(games.Ruleset{Mods: o.Mods.Mods, Set: slices.Concat(o.Mods.Set, axes)}).Resolved(of.Hint())
	if err != nil {
		return w, err
	}
	of.Mods = decided.Under(o.Mods.Ruleset)
	lib, m, err := of.Trial()
	if err != nil {
		return w, err
	}
	arm := runner.NewArm(lib, "", m)
	w, err = experiment.ParseWant(rest, arm.Seats, experiment.NewSummary(arm).Span())
	if err != nil {
		return w, usage.Errorf("--want %s: %w", text, err)
	}
	if t.library == nil {
		t.library = lib
	}
	w.Scenario = m.Scenario
	w.Battle = slices.IndexFunc(t.battles, func(b match.Options) bool { return b.Scenario == of.Scenario })
	if w.Battle < 0 {
		w.Battle, t.battles = len(t.battles), append(t.battles, of)
	}
	return w, nil
}

// keys reads the keys of --monotone, which must be searched, as they are named whole.
func (t *tuningOf) keys(text string) (keys []string, err error) {
	for key := range strings.SplitSeq(text, ",") {
		key = strings.TrimSpace(key)
		i := slices.IndexFunc(t.plan.Axes, func(a experiment.Axis) bool { return a.Key == key || a.Name == key })
		switch {
		case i < 0:
			return nil, fmt.Errorf("%q is not searched: give its values, too, as in %s=10..20 or %s=15", key, key, key)
		case t.plan.Axes[i].Numbers() == nil:
			return nil, fmt.Errorf("the values of %s are no numbers", key)
		}
		keys = append(keys, t.plan.Axes[i].Key)
	}
	if len(keys) < 2 {
		return nil, errors.New("name at least two keys, with a comma between them")
	}
	return keys, nil
}

// vary returns the battles under settings. What it loads is not kept: a search has many.
func (t *tuningOf) vary(set []string) (experiment.Variant, error) {
	v := experiment.Variant{}
	var r *planRunner
	for _, b := range t.battles {
		b.Mods = b.Mods.Quiet().Under(games.Ruleset{Mods: b.Mods.Mods, Set: slices.Concat(b.Mods.Set, set)})
		if r == nil {
			r = newPlanRunner(b.Mods)
		}
		arms, err := r.arms("", &b)
		if err != nil {
			return v, err
		}
		v.Arms = append(v.Arms, arms[0])
	}
	v.Rules = r
	v.Odds = func(ctx context.Context, arm int) func(experiment.Ending) float64 {
		return r.ExactChances(ctx, v.Arms[arm])
	}
	return v, nil
}

// commands adds the commands that check the result.
func (t *tuningOf) commands(found *experiment.Tuning) {
	var set []string
	for _, v := range found.Values {
		if v.Found != v.Today {
			set = append(set, v.Key+"="+v.Found)
		}
	}
	command := "compare"
	if len(set) == 0 {
		command = "sim"
	}
	for _, b := range t.battles {
		onError := b.Mods.OnError
		if onError == "stop" {
			onError = ""
		}
		words := battleWords(command, b.Words(), found.Players, found.CheckAt, b.Mods.Ruleset, onError)
		if len(set) > 0 {
			words = append(words, "--with", "set "+strings.Join(set, " "))
		}
		found.Check = append(found.Check, usage.Shell(append(words, "-n", strconv.FormatInt(found.N, 10))))
	}
}
