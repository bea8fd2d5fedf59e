package experiments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/usage"
	"houserule/engine/experiment"
	"houserule/engine/sim"
)

// compareOptions holds the values of the flags of houserule compare.
type compareOptions struct {
	match.Options
	experimentOptions
	with []string
}

func newCompare(mods *games.Resolver) *cobra.Command {
	o := compareOptions{Options: match.Options{Mods: mods, Players: match.Lineups{Several: true}}}
	cmd := &cobra.Command{
		Use:   "compare [SCENARIO]",
		Short: "Play a battle under two rules with the same dice, and show the difference",
		Long: `Play a battle many times under two rules with the same dice, and show the difference:
how much more often a side wins, how certain that is, and where the first battle
with a different winner takes another course.

--mods and --set apply to both rules. --with adds to the second one: mods, and after
"set" settings of mods or rules of the game. Both play battles with the same seeds,
10,000 unless -n sets another number. Luck that affects both alike cancels out, so a
comparison finds far smaller differences than battles with different seeds would. If
the exact odds of both can be computed in a second, they are printed, too. So is the
value under best play if it can be found as quickly and disagrees with the players.

Shares have Wilson's 95 % intervals, differences those of Bonett and Price for
matched pairs: only battles that a side wins under one of the two rules alone count
toward its difference.

Two flags let the run stop at any moment. -n is then the largest number of battles
(100,000,000 by default). --decide 0.5% stops as soon as it is decided under which
rules the first side wins more often. If there is no difference, it finds one in at
most 5 of 100 runs (--false-alarms); it misses a difference of 0.5 points in at most
20 of 100 (--misses). A draw counts as half a win. --until 0.2% stops when all
differences are known to within that many points. Its intervals are wider: in at
most 5 of 100 runs is any of them ever wrong.

Give --players several times to compare line-ups of players. Each has a column, and
the verdict says whether the answer is the same under all of them, judged by their
intervals. --json then has verdict and lineups, a list of objects with the keys
below, and --csv begins with a column players.

--json has these keys:
  n                        the number of battles played
  seed, scenario, players  what was played
  rules                    names and mods, before and after
  winners                  for each side, and for draws if there are any: the shares
                           before and after and their difference, as parts of 1 with
                           low and high, the ends of the interval; gained and lost,
                           the battles that end so only after, and only before
  rounds                   mean lengths
  histograms               before and after, as in houserule sim
  other_winner, other_course
                           the number of battles with another winner, and with the
                           same winner but another course
  seeds_other_winner, seeds_other_course
                           the first seeds of these battles
  verdict                  in words
  until, decisions         if the run could stop: more, less, same or open
  exact                    exact odds: before, after and difference by winner
  best                     the same under best play, for the first side, with a draw
                           as half a win
  parting                  the first battle with another winner: its seed, results,
                           the commands that play it, and two places, sign (the first
                           difference) and split (the first that matters); each has
                           the rolls and choices that both share, the last common
                           line, and the lines that follow with their terms

--csv has the same numbers in the columns table, row, column, value, low and high.`,
		Example: `  houserule compare --with morale
  houserule compare siege --with "set heroes.wall_defense=12" -n 100000
  houserule compare --mods morale --with "luck, set morale.die=6"
  houserule compare duel --with ./my-mod --players reference --decide 0.5%
  houserule compare golem-wall --with morale --players greedy --players reference
  houserule compare golem-wall --with morale --report morale.html`,
		Args:              usage.Arguments(0, 1),
		ValidArgsFunction: mods.CompleteScenarios(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.Of(args); err != nil {
				return err
			}
			if err := o.mayStop(cmd); err != nil {
				return err
			}
			p, r, err := o.plan()
			if err != nil {
				return err
			}
			return r.perform(cmd, p, o.experimentOptions)
		},
	}
	o.Options.TrialFlags(cmd)
	o.experimentOptions.flags(cmd, 10_000)
	f := cmd.Flags()
	f.StringArrayVar(&o.with, "with", nil, "what only the second `rules` have: mods, settings, or both, as in \"morale, set morale.die=8\"")
	o.untilFlag(cmd, "all differences")
	o.decideFlags(cmd)
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("with", mods.CompleteWith))
	return cmd
}

// comparisonDetail holds what is needed to write the commands that play a battle
// of a comparison again.
type comparisonDetail struct {
	Match []string         `json:"match"`
	Rules [2]games.Ruleset `json:"rules"`
}

// plan returns the comparison that the flags describe, and a runner that has its rules.
func (o *compareOptions) plan() (p experiment.Plan, r *planRunner, err error) {
	before := o.Mods.Ruleset
	added, err := games.ParseRuleset(o.with)
	if errors.Is(err, games.ErrNoRules) {
		g, wrong := o.Mods.Resolve(o.Hint())
		if wrong != nil {
			return p, nil, wrong
		}
		err = fmt.Errorf("%w: %s", err, o.Mods.Example(g))
	}
	if err != nil {
		return p, nil, usage.Errorf("--with: %w", err)
	}
	if err := o.Mods.Under(added).Check(); err != nil {
		return p, nil, fmt.Errorf("--with: %w", err)
	}
	after := before.And(added)
	mods, err := o.Mods.Under(after).Resolved(o.Hint())
	if err != nil {
		return p, nil, err
	}
	r = newPlanRunner(o.Mods)
	match := o.Options
	arms := func(name string, mods *games.Resolver) ([]experiment.ArmPlan, error) {
		match.Mods = mods
		return r.arms(name, &match)
	}
	first, err := arms("before", mods.Under(before).Quiet()) // the second load warns of the same, and of more
	if err != nil {
		if _, more := arms("after", mods.Quiet()); more != nil {
			err = more // which may be for what --with names
		}
		return p, nil, err
	}
	second, err := arms(o.Mods.ArmName(added), mods)
	if err != nil {
		return p, nil, fmt.Errorf("--with: %w", err)
	}
	var plans []experiment.Plan
	for i := range first {
		plans = append(plans, experiment.NewComparison(first[i], second[i]))
	}
	p = experiment.Join(plans)
	p.Seed = o.Seed
	p.Detail, err = json.Marshal(comparisonDetail{slices.Concat(mods.GameWords(), match.Words()), [2]games.Ruleset{before, after}})
	return p, r, err
}

// compare compares the two arms of a plan. Best returns their values under best play.
func (r *planRunner) compare(ctx context.Context, p experiment.Plan, found []*sim.Result, best func() *experiment.ExactChange) (*experiment.Comparison, error) {
	if err := p.HasArms(2); err != nil {
		return nil, err
	}
	arms := [2]experiment.ArmPlan(p.Trials[0].Arms)
	var exact []experiment.ExactChange
	var play *experiment.ExactChange
	if experiment.Played(found) > 0 {
		exact, play = r.Exact(ctx, arms), best()
	}
	c, err := experiment.Compare(p, found, exact, play)
	if err != nil {
		return nil, err
	}
	if c.Same && c.N > 0 {
		c.Verdict[0] = "Both rules are the same: --with adds nothing."
	}
	if seed, ok := c.First(); ok {
		c.Divergence, err = r.diverge(p, arms, seed)
	}
	return c, err
}

// diverge finds the first difference between the two battles of a seed, and the commands
// that play them.
func (r *planRunner) diverge(p experiment.Plan, arms [2]experiment.ArmPlan, seed uint64) (*experiment.Divergence, error) {
	var detail comparisonDetail
	if err := json.Unmarshal(p.Detail, &detail); err != nil {
		return nil, err
	}
	d, err := r.Diverge(arms, seed)
	if err != nil {
		return nil, err
	}
	for i, rules := range detail.Rules {
		d.Commands[i] = battleCommand(detail.Match, p.Players(), seed, rules, p.OnError)
	}
	return d, nil
}

// battleCommand returns the command that plays a battle, as a shell takes it.
func battleCommand(match, players []string, seed uint64, r games.Ruleset, onError string) string {
	return usage.Shell(battleWords("battle", match, players, seed, r, onError))
}

// battleWords returns the words of a command about a battle.
func battleWords(command string, match, players []string, seed uint64, r games.Ruleset, onError string) []string {
	words := append([]string{"houserule", command}, match...)
	words = append(words, "--players", strings.Join(players, ","), "--seed", strconv.FormatUint(seed, 10))
	words = append(words, r.Words()...)
	if onError != "" {
		words = append(words, "--on-error", onError)
	}
	return words
}
