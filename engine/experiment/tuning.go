package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/experiment/tune"
)

// A TuningPlan is a search for values of settings with which quantities of battles lie
// within bounds.
type TuningPlan struct {
	Axes    []Axis
	Wants   []Want
	Rising  [][]string // groups of keys of settings whose values must never fall from one to the next
	Battles int64      // battles that check the values found, and the maximum for one candidate
	Budget  int64      // maximum number of battles in the search, at least MinTuned for each battle
	Seed    uint64
}

// A Variant is the battles of a tuning with one choice of values.
type Variant struct {
	Rules Rules
	Arms  []ArmPlan
	// Odds returns the exact probabilities of an arm's endings, or nil if they take long.
	Odds func(ctx context.Context, arm int) func(Ending) float64
}

// A Tuning is the result of a search.
type Tuning struct {
	N        int64        `json:"n"` // battles of each check
	Seed     uint64       `json:"seed"`
	Players  []string     `json:"players"`
	Reached  string       `json:"reached"` // "yes", "no", or "open": an interval contains a bound
	Values   []TunedValue `json:"values"`
	Away     Number       `json:"away"` // distance from the present values: 0 to 1
	Wants    []TunedWant  `json:"wants"`
	Searched int64        `json:"searched"` // number of battles
	Spent    bool         `json:"budget_spent"`
	Tried    int          `json:"tried"` // number of candidates
	Of       int          `json:"of"`
	CheckAt  uint64       `json:"check_seed"` // seed of the check's first battle
	Check    []string     `json:"check"`      // commands
	Trace    []TunedTry   `json:"trace"`      // in the order of the search
}

// A TunedValue is a setting with the value that was found.
type TunedValue struct {
	Key   string `json:"key"`
	Today string `json:"today"`
	Found string `json:"found"`

	Name string `json:"-"`
}

// A TunedWant is a want, with the results of the present values and of those found.
type TunedWant struct {
	Want
	Today Estimate `json:"today"`
	Found Estimate `json:"found"`
	Exact bool     `json:"exact,omitempty"`
}

// A TunedTry is a measurement of a candidate.
type TunedTry struct {
	Values  []string   `json:"values"`  // in the order of the settings
	Battles int64      `json:"battles"` // number in this measurement; 0: exact odds
	Seen    []Estimate `json:"seen"`    // by want
}

const (
	// MinTuned is the minimum number of battles in a measurement: one battle has no
	// variance.
	MinTuned = 2
	// maxCandidates is the maximum number of choices of values in a search, because the
	// search keeps all that it knows about each.
	maxCandidates = 5_000
	firstLook     = 64 // a candidate first plays a 64th of its battles, and then four times as many each time
	furtherLook   = 4
	fewestLook    = 50 // minimum number of battles
)

// A tuner is a search in progress.
type tuner struct {
	TuningPlan
	grid   Grid
	cells  []int // the candidates' cells
	vary   func(set []string) (Variant, error)
	exact  []bool // by battle
	played []int64
	Options
}

// Tune searches. Vary returns the battles with the given settings; with none, those of the
// present values.
func (p TuningPlan) Tune(ctx context.Context, vary func(set []string) (Variant, error), o Options) (*Tuning, error) {
	cells, err := p.Choices()
	if err != nil {
		return nil, err
	}
	t := &tuner{TuningPlan: p, grid: Grid{Axes: p.Axes}, cells: cells, vary: vary, played: make([]int64, len(cells)), Options: o}
	candidates := engine.Each(cells, t.candidate)
	today, err := vary(nil)
	if err != nil {
		return nil, err
	}
	t.probe(ctx, today)
	found := &Tuning{N: p.Battles, Seed: p.Seed, Players: SplitPlayers(today.Arms[0]), Of: len(candidates), CheckAt: p.Seed + uint64(p.Battles)}
	best, err := t.search(ctx, candidates, found)
	if err != nil {
		return nil, err
	}
	cell := t.cells[best]
	found.Away = Number(candidates[best].Away)
	for i, v := range t.grid.at(cell) {
		a := t.Axes[i]
		found.Values = append(found.Values, TunedValue{a.Key, a.Today, a.Values[v], a.Name})
	}
	chosen, err := vary(t.grid.Set(cell))
	if err != nil {
		return nil, err
	}
	before, _, err := t.measure(ctx, today, found.CheckAt, p.Battles)
	if err != nil {
		return nil, err
	}
	after, _, err := t.measure(ctx, chosen, found.CheckAt, p.Battles)
	if err != nil {
		return nil, err
	}
	found.Reached = "yes"
	for i, w := range p.Wants {
		found.Wants = append(found.Wants, TunedWant{w, before[i].Estimate, after[i].Estimate, before[i].Variance+after[i].Variance == 0})
		switch within, beside := w.Holds(after[i].Estimate); {
		case beside:
			found.Reached = "no"
		case !within && found.Reached == "yes":
			found.Reached = "open"
		}
	}
	return found, ctx.Err()
}

// search returns the best candidate, and records its measurements.
func (t *tuner) search(ctx context.Context, candidates []tune.Candidate, found *Tuning) (best int, err error) {
	goals := engine.Each(t.Wants, Want.goal)
	s := tune.New(candidates, goals)
	for {
		next, ok := s.Next()
		if !ok || ctx.Err() != nil {
			break
		}
		done := t.played[next]
		look := min(max(t.Battles/firstLook, fewestLook), t.Battles)
		if done > 0 {
			look = min((furtherLook-1)*done, t.Battles-done)
		}
		if rest := t.Battles - done - look; rest < fewestLook { // too few for a measurement of their own
			look += rest
		}
		if sampled := t.sampled(); found.Searched+look*sampled > t.Budget {
			if len(found.Trace) > 0 {
				found.Spent = true
				break
			}
			look = t.Budget / sampled // at least one measurement is needed
		}
		v, err := t.vary(t.grid.Set(t.cells[next]))
		if err != nil {
			return 0, fmt.Errorf("%s: %w", t.grid.Name(t.cells[next]), err)
		}
		seen, battles, err := t.measure(ctx, v, t.Seed+uint64(done), look)
		if err != nil {
			return 0, err
		}
		if done == 0 {
			found.Tried++
		}
		t.played[next] += look
		found.Searched += battles
		try := TunedTry{Battles: battles}
		for i, at := range t.grid.at(t.cells[next]) {
			try.Values = append(try.Values, t.Axes[i].Values[at])
		}
		var all []tune.Measurement
		for _, m := range seen {
			all, try.Seen = append(all, m.Measurement), append(try.Seen, m.Estimate)
		}
		found.Trace = append(found.Trace, try)
		s.Observe(next, all, t.played[next] == t.Battles || battles == 0)
		if t.Progress != nil {
			t.Progress(found.Searched)
		}
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	return s.Best(), nil
}

// A sighting is a measurement, for people and for the search.
type sighting struct {
	Estimate
	tune.Measurement
}

// probe finds the battles that have quickly computed exact odds and whose length does not
// matter.
func (t *tuner) probe(ctx context.Context, today Variant) {
	for i := range today.Arms {
		lengths := slices.ContainsFunc(t.Wants, func(w Want) bool { return w.Battle == i && w.length })
		t.exact = append(t.exact, !lengths && today.Odds(ctx, i) != nil)
	}
}

// sampled returns the number of battles of a variant that are played.
func (t *tuner) sampled() (n int64) {
	for _, exact := range t.exact {
		if !exact {
			n++
		}
	}
	return n
}

// measure returns a sighting of each want. Battles without exact odds are played, from a
// seed on; played is their number.
func (t *tuner) measure(ctx context.Context, v Variant, seed uint64, battles int64) (seen []sighting, played int64, err error) {
	plan := Plan{Battles: battles, Seed: seed, Plain: true}
	odds, trial := make([]func(Ending) float64, len(v.Arms)), make([]int, len(v.Arms))
	for i, arm := range v.Arms {
		if t.exact[i] {
			odds[i] = v.Odds(ctx, i)
		}
		if odds[i] == nil {
			trial[i] = len(plan.Trials)
			plan.Trials = append(plan.Trials, TrialPlan{Arms: []ArmPlan{arm}})
		}
	}
	results, err := plan.Run(ctx, v.Rules, Options{Workers: t.Workers, Direct: t.Direct})
	if err != nil {
		return nil, 0, err
	}
	for _, w := range t.Wants {
		if chance := odds[w.Battle]; chance != nil {
			value := chance(w.ending)
			seen = append(seen, sighting{Estimate{Number(value), Number(value), Number(value)}, tune.Measurement{Value: w.scaled(value)}})
			continue
		}
		c := &results[trial[w.Battle]].Arms[0]
		if c.Battles == 0 {
			return nil, 0, ctx.Err()
		}
		seen = append(seen, sighting{w.estimate(c), w.measured(c)})
	}
	return seen, Played(results), nil
}

// Choices returns the cells of the grid of the axes whose values rise as required, or an
// error if there are none, or too many.
func (p TuningPlan) Choices() (cells []int, err error) {
	n := 1
	for _, a := range p.Axes {
		if n *= len(a.Values); n > maxCandidates {
			return nil, fmt.Errorf("more than %s choices of values: at most so many are searched: take larger steps, as in 0..100..10", Thousands(maxCandidates))
		}
	}
	for cell := range n {
		if p.rises(Grid{Axes: p.Axes}.at(cell)) {
			cells = append(cells, cell)
		}
	}
	if len(cells) == 0 {
		return nil, errors.New("no values in these ranges rise as --monotone wants")
	}
	return cells, nil
}

// rises reports whether the values with these indexes rise as required.
func (p TuningPlan) rises(at []int) bool {
	value := func(key string) float64 {
		axis := slices.IndexFunc(p.Axes, func(a Axis) bool { return a.Key == key })
		return p.Axes[axis].Numbers()[at[axis]]
	}
	for _, keys := range p.Rising {
		if !slices.IsSortedFunc(keys, func(a, b string) int { return cmp.Compare(value(a), value(b)) }) {
			return false
		}
	}
	return true
}

// candidate returns the coordinates of a cell. A range of numbers is one unit long, and two
// words are one unit apart. A cell's distance from the present values is the mean over its
// settings, in units.
func (t *tuner) candidate(cell int) (c tune.Candidate) {
	for i, v := range t.grid.at(cell) {
		a := t.Axes[i]
		numbers := a.Numbers()
		today, err := strconv.ParseFloat(a.Today, 64)
		if numbers == nil || err != nil {
			for word := range a.Values {
				x := 0.0
				if word == v {
					x = math.Sqrt2 / 2
				}
				c.Place = append(c.Place, x)
			}
			if a.Values[v] != a.Today {
				c.Away += 1 / float64(len(t.Axes))
			}
			continue
		}
		low, high := min(today, slices.Min(numbers)), max(today, slices.Max(numbers))
		length := max(high-low, least)
		c.Place = append(c.Place, (numbers[v]-float64((low+high)/2))/length)
		c.Away += math.Abs(numbers[v]-today) / length / float64(len(t.Axes))
	}
	return c
}

// SplitPlayers returns the players of an arm, by seat.
func SplitPlayers(a ArmPlan) []string { return NewSummary(a).Players() }

// Verdict returns the findings in sentences.
func (t *Tuning) Verdict() []string {
	var names, before []string
	for _, v := range t.Values {
		names, before = append(names, v.Name+"="+v.Found), append(before, v.Today)
	}
	values := fmt.Sprintf("%s (today %s)", strings.Join(names, ", "), strings.Join(before, ", "))
	verdict := []string{map[string]string{
		"yes":  "What is wanted is reached with %s.",
		"open": "What is wanted may be reached with %s: the intervals below hold a bound of it, and a larger -n narrows them.",
		"no":   "No values in the ranges reach what is wanted, as far as the search tells. Nearest is %s.",
	}[t.Reached]}
	switch {
	case t.Reached != "no":
	case t.Spent:
		verdict[0] = "The search has no battles of --budget left for a further look, and found no values that reach what is wanted. Nearest so far is %s."
	case t.Searched == 0 && t.Tried == t.Of:
		verdict[0] = "No values in the ranges reach what is wanted. Nearest is %s."
	}
	if t.Away == 0 && t.Reached == "yes" {
		verdict[0] = "The values of today reach what is wanted: %s."
	}
	verdict[0] = fmt.Sprintf(verdict[0], values)
	for _, w := range t.Wants {
		verdict = append(verdict, w.text())
	}
	return append(verdict, t.effort())
}

// text returns a sentence on the result of a want.
func (w TunedWant) text() string {
	where := ""
	if w.Scenario != "" {
		where = "in " + w.Scenario + " "
	}
	what := where + "battles last "
	if !w.length {
		what = where + winsText(w.Quantity) + " "
	}
	found := w.In(w.Found)
	if w.Exact {
		found += " by exact odds"
	}
	return fmt.Sprintf("%s%s; wanted is %s, and today it is %s.", engine.Capital(what), found, w.Bounds(), w.In(w.Today))
}

// In returns an estimate of the quantity in words, without an interval if it is exact.
func (w TunedWant) In(e Estimate) string {
	if w.Exact {
		return e.Text(w.unit())
	}
	return e.In(w.unit())
}

// effort returns a sentence on the cost of the search.
func (t *Tuning) effort() string {
	tried := fmt.Sprintf("%d of %s", t.Tried, Counted(int64(t.Of), "choice"))
	if t.Searched == 0 {
		return fmt.Sprintf("The search looked at the exact odds of %s of values.", tried)
	}
	return fmt.Sprintf("The search played %s with %s of values; the intervals are of %s with other dice, which it did not see.", Counted(t.Searched, "battle"), tried, Counted(t.N, "battle"))
}
