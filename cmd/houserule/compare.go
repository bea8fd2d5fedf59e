package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/report"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/sim"
)

// compareOptions is what the flags of houserule compare say.
type compareOptions struct {
	matchOptions
	experimentOptions
	mods *modOptions
	with []string
}

func newCompare(mods *modOptions) *cobra.Command {
	o := compareOptions{mods: mods}
	cmd := &cobra.Command{
		Use:   "compare [SCENARIO]",
		Short: "Play a battle under two rules with the same dice, and tell what differs",
		Long: `Play a battle many times under two rules with the same dice, and tell what
differs: who wins how much more often, how sure that is, and the first battle
that ends with another winner, up to the place where the two part.

--mods and --set give what both have, --with what the second has besides: mods,
and after "set" settings of mods or rules of the game. Either plays the battles
of the same seeds, 10,000 unless -n says otherwise. What luck does to both
cancels out, so that far smaller differences are found than between battles of
different seeds. Where exact odds of both are to be had in a second, they are
told, too.

Shares have 95 % intervals by Wilson, differences those for matched pairs by
Bonett and Price: of the n battles only those count that one of the two rules
alone lets a side win. --until-ci 0.2% plays until all of these are known to that
many points up and down, and -n is then the most (without it 100,000,000).

--json has n (the battles that were played), seed, scenario, players; rules, the
name and the mods before and after; winners, for the aggressor, the defender
and, if there are any, draws: the share before, after, and the difference, as
parts of 1 with low and high, the ends of their interval, and gained and lost,
the battles that end so only after, and only before; rounds, the mean lengths;
other_winner and other_course, how many battles ended with another winner, and
how many otherwise with the same; verdict, in words; seeds_other_winner and
seeds_other_course, the first of them; exact, where exact odds of both are to be
had in a second: before, after and difference by winner; and parting: the first one's seed, its
results, the commands that play it, and the places sign (the first difference)
and split (the first that matters), each with rolls and choices that both have
had, where it is, the last common line, and the lines from there on with the
accounts of their numbers. --csv has the same numbers in rows of table, row,
column, value, low and high.`,
		Example: `  houserule compare --with morale
  houserule compare siege --with "set heroes.wall_defense=12" -n 100000
  houserule compare --mods morale --with "luck, set morale.die=6"
  houserule compare duel --with ./my-mod --players reference --until-ci 0.2%
  houserule compare golem-wall --with morale --report morale.html`,
		Args:              arguments(0, 1),
		ValidArgsFunction: mods.completeScenarios(),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.of(args)
			o.untilSure(cmd)
			p, l, err := o.plan()
			if err != nil {
				return err
			}
			return l.perform(cmd, p, o.experimentOptions)
		},
	}
	o.matchOptions.trialFlags(cmd, mods)
	o.experimentOptions.flags(cmd, 10_000)
	f := cmd.Flags()
	f.StringArrayVar(&o.with, "with", nil, "`rules` of the second only: mods, settings, or both, as in \"morale, set morale.die=8\"")
	f.Var(&o.until, "until-ci", "stop as soon as the intervals of all differences are at most this `share` to either side, as in 0.2%")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("with", mods.completeWith))
	return cmd
}

// comparisonDetail is what the commands are made of that play a battle of a
// comparison again.
type comparisonDetail struct {
	Match []string   `json:"match"`
	Rules [2]ruleset `json:"rules"`
}

// plan is the comparison that the flags want, and a lab that knows its rules.
func (o *compareOptions) plan() (plan, *lab, error) {
	before := ruleset{o.mods.mods, o.mods.set}
	added, err := parseWith(o.with)
	if errors.Is(err, errNothing) {
		g, wrong := o.mods.decide(o.clue())
		if wrong != nil {
			return plan{}, nil, wrong
		}
		err = fmt.Errorf("%w: %s", err, withExample(g))
	}
	if err != nil {
		return plan{}, nil, &usageError{fmt.Errorf("--with: %w", err)}
	}
	if _, _, err := added.options(o.mods).find(); err != nil {
		return plan{}, nil, fmt.Errorf("--with: %w", err)
	}
	after := before.with(added)
	mods, err := after.options(o.mods).sure(o.clue())
	if err != nil {
		return plan{}, nil, err
	}
	l := newLab(o.mods)
	silent := *mods
	silent.errs = nil // the second load warns of the same, and of more
	first, err := o.arm(l, "before", before.options(&silent))
	if err != nil {
		if _, more := o.arm(l, "after", after.options(&silent)); more != nil {
			err = more // which may be for what --with names
		}
		return plan{}, nil, err
	}
	second, err := o.arm(l, added.String(), after.options(mods))
	if err != nil {
		return plan{}, nil, fmt.Errorf("--with: %w", err)
	}
	detail, err := json.Marshal(comparisonDetail{slices.Concat(mods.gameWords(), o.matchOptions.words()), [2]ruleset{before, after}})
	return plan{
		Kind: "compare", Seed: o.seed, Detail: detail,
		Trials: []trialPlan{{Arms: []armPlan{first, second}}},
	}, l, err
}

// arm is one side of the comparison.
func (o *compareOptions) arm(l *lab, name string, rules *modOptions) (armPlan, error) {
	lib, err := o.load(rules)
	if err != nil {
		return armPlan{}, err
	}
	m, err := o.trialMatch(lib)
	if err != nil {
		return armPlan{}, err
	}
	l.keep(lib)
	return newArm(lib, name, m), nil
}

// A change is how often battles ended in one way under the first rules and
// under others, battle by battle. Shares are parts of 1.
type change struct {
	Winner     string   `json:"winner"` // a side or "draw"
	Before     estimate `json:"before"`
	After      estimate `json:"after"`
	Difference estimate `json:"difference"`
	Gained     int64    `json:"gained"` // battles that ended so under the second rules only
	Lost       int64    `json:"lost"`   // and under the first only
}

// changes compare an arm of a result with the first. Draws are left out where
// there are none.
func changes(seats []string, r *sim.Result, arm int) []change {
	var all []change
	n, pair := r.Arms[0].Battles, &r.Pairs[arm-1]
	for _, w := range waysOf(seats) {
		before, after := w.in(&r.Arms[0]), w.in(&r.Arms[arm])
		if w.winner == engine.Draw && before+after == 0 {
			continue
		}
		gained, lost := pair.Turned(w.winner)
		all = append(all, change{
			Winner: w.name,
			Before: newEstimate(sim.Wilson(before, n)), After: newEstimate(sim.Wilson(after, n)),
			Difference: newEstimate(sim.Paired(gained, lost, n)),
			Gained:     gained, Lost: lost,
		})
	}
	return all
}

// otherWinner is how many battles ended with another winner.
func otherWinner(p *sim.Pair) int64 {
	var n int64
	for before := range p.Joint {
		for after := range p.Joint[before] {
			if before != after {
				n += p.Joint[before][after]
			}
		}
	}
	return n
}

// in is the estimate as a unit writes it: "52.3 % (51.3 to 53.3)".
func (e estimate) in(u report.Unit) string {
	return strings.TrimSpace(u.Text(float64(e.Value)) + " " + u.Interval(float64(e.Low), float64(e.High)))
}

// points is the unit of a difference of shares, with as many digits as its
// interval is worth: one or two.
func (e estimate) points(digits int) report.Unit { return pointsFor(float64(e.High-e.Low)/2, digits) }

// pointsFor shows so many digits of a small share.
func pointsFor(share float64, digits int) report.Unit {
	return report.Unit{Name: "points", Factor: 100, Decimals: max(decimals(100*share)+digits-2, 1)}
}

// A comparison is what two rules come to, as JSON has it.
type comparison struct {
	N           int64          `json:"n"`
	Seed        uint64         `json:"seed"`
	Scenario    string         `json:"scenario,omitempty"`
	Players     []string       `json:"players"`
	Rules       [2]rulesResult `json:"rules"` // before and after
	UntilCI     *untilResult   `json:"until_ci,omitempty"`
	Winners     []change       `json:"winners"`
	Exact       []exactChange  `json:"exact,omitempty"` // where they are to be had
	Rounds      lengths        `json:"rounds"`
	OtherWinner int64          `json:"other_winner"` // battles
	OtherCourse int64          `json:"other_course"` // battles with the same, but of another length, or that left the sides other cards
	Verdict     []string       `json:"verdict"`
	Parting     *parting       `json:"parting,omitempty"`
	Seeds       []uint64       `json:"seeds_other_winner"` // the first
	Courses     []uint64       `json:"seeds_other_course"`

	span string // what lengths are counted in
}

// rulesResult is what an arm is played under.
type rulesResult struct {
	Name string   `json:"name"`
	Mods []string `json:"mods"`
}

func newRulesResult(a armPlan) rulesResult {
	return rulesResult{a.Name, modsIn(library.ModsIn(a.header()))}
}

// lengths are the mean rounds of battles under both rules.
type lengths struct {
	Before     estimate `json:"before"`
	After      estimate `json:"after"`
	Difference number   `json:"difference"`
}

func newLengths(before, after *sim.Count) lengths {
	b, a := sim.Mean(before.Rounds), sim.Mean(after.Rounds)
	return lengths{newEstimate(b), newEstimate(a), number(a.Value - b.Value)}
}

// hasArms tells whether a plan, which a file may have brought, is one trial of
// so many arms.
func (p plan) hasArms(n int) error {
	if len(p.Trials) != 1 || len(p.Trials[0].Arms) != n {
		return fmt.Errorf("this is no plan of houserule %s", p.Kind)
	}
	return nil
}

// showComparison shows a result of two arms.
func showComparison(ctx context.Context, l *lab, p plan, results []*sim.Result) (*shown, error) {
	if err := p.hasArms(2); err != nil {
		return nil, err
	}
	c, err := compared(ctx, l, p, results[0])
	if err != nil {
		return nil, err
	}
	return &shown{Document: c.document(p), JSON: c, CSV: c.rows()}, nil
}

func compared(ctx context.Context, l *lab, p plan, r *sim.Result) (*comparison, error) {
	pair := &r.Pairs[0]
	arms := [2]armPlan(p.Trials[0].Arms)
	h := arms[0].header()
	c := &comparison{
		N: r.Arms[0].Battles, Seed: p.Seed, Scenario: h.Get("scenario"), Players: strings.Fields(h.Get("players")),
		Rules:   [2]rulesResult{newRulesResult(arms[0]), newRulesResult(arms[1])},
		Winners: changes(p.seats(), r, 1), Rounds: newLengths(&r.Arms[0], &r.Arms[1]), OtherWinner: otherWinner(pair),
		Seeds: seedsOf(p, pair.Examples), Courses: seedsOf(p, pair.Courses), span: p.span(),
	}
	c.OtherCourse = pair.Differ - c.OtherWinner
	if p.Until > 0 {
		c.UntilCI = &untilResult{number(p.Until), narrow(r, p.Until)}
	}
	if c.N > 0 {
		c.Exact = l.exactly(ctx, arms)
	}
	c.Verdict = c.verdict()
	return c, c.partWays(l, p, arms)
}

// partWays adds the first battle that went another way.
func (c *comparison) partWays(l *lab, p plan, arms [2]armPlan) error {
	seeds := slices.Concat(c.Seeds, c.Courses)
	if len(seeds) == 0 {
		return nil
	}
	var detail comparisonDetail
	err := json.Unmarshal(p.Detail, &detail)
	if err != nil {
		return err
	}
	if c.Parting, err = l.part(arms, seeds[0]); err != nil {
		return err
	}
	for i, rules := range detail.Rules {
		c.Parting.Commands[i] = battleCommand(detail.Match, seeds[0], rules, p.OnError)
	}
	return nil
}

// seedsOf are the seeds of battles by their numbers.
func seedsOf(p plan, battles []int64) []uint64 {
	seeds := make([]uint64, len(battles))
	for i, n := range battles {
		seeds[i] = p.Seed + uint64(n)
	}
	return seeds
}
