package experiment

import (
	"fmt"
	"slices"

	"houserule/engine"
	"houserule/engine/sim"
)

// A Comparison is the differences between two arms, battle by battle.
type Comparison struct {
	N           int64         `json:"n"`
	Seed        uint64        `json:"seed"`
	Scenario    string        `json:"scenario,omitempty"`
	Players     []string      `json:"players"`
	Rules       [2]ArmRules   `json:"rules"` // before and after
	Until       *Until        `json:"until,omitempty"`
	Decisions   []Decision    `json:"decisions,omitempty"`
	Winners     []Change      `json:"winners"`
	Exact       []ExactChange `json:"exact,omitempty"` // if exact odds are known
	Best        *ExactChange  `json:"best,omitempty"`  // under best play, if it is known: a draw is half a win
	Rounds      LengthChange  `json:"rounds"`
	Histograms  [2][]Length   `json:"histograms"`   // before and after
	OtherWinner int64         `json:"other_winner"` // number of battles
	OtherCourse int64         `json:"other_course"` // battles with the same winner, but another length, or other cards left
	Verdict     []string      `json:"verdict"`
	Divergence  *Divergence   `json:"parting,omitempty"`
	Seeds       []uint64      `json:"seeds_other_winner"` // the first of them
	OtherWays   []uint64      `json:"seeds_other_course"`

	Span    string    `json:"-"` // the unit of lengths
	Courses [2]Course `json:"-"` // by ending in the order of Winners
	Same    bool      `json:"-"` // whether both arms have the same mods and settings
	among   int       // number of differences whose intervals could be wrong
}

// ArmRules are the rules of an arm.
type ArmRules struct {
	Name string   `json:"name"`
	Mods []string `json:"mods"`
}

// A Change is how often battles ended in one way under the first rules and under the
// second, battle by battle. Shares are parts of 1.
type Change struct {
	Winner     string   `json:"winner"` // a seat or "draw"
	Before     Estimate `json:"before"`
	After      Estimate `json:"after"`
	Difference Estimate `json:"difference"`
	Gained     int64    `json:"gained"` // battles with this end under the second rules only
	Lost       int64    `json:"lost"`   // battles with this end under the first rules only
}

// An ExactChange is how often battles end in one way under both rules, by exact odds. The
// error of each number is at most Bound.
type ExactChange struct {
	Winner     string  `json:"winner"`
	Before     float64 `json:"before"`
	After      float64 `json:"after"`
	Difference float64 `json:"difference"`
	Bound      float64 `json:"bound"`
}

// A LengthChange is the mean lengths of battles under both rules.
type LengthChange struct {
	Before     Estimate `json:"before"`
	After      Estimate `json:"after"`
	Difference Number   `json:"difference"`
}

// HasArms returns an error unless a plan, which may come from a file, is one trial with n
// arms.
func (p Plan) HasArms(n int) error {
	if len(p.Trials) != 1 || len(p.Trials[0].Arms) != n {
		return fmt.Errorf("the plan has not the arms of its kind, %s", p.Kind)
	}
	return nil
}

// Compare compares the two arms of a plan. Exact is their exact odds, and best the values
// of best play, if these are known.
func Compare(p Plan, results []*sim.Result, exact []ExactChange, best *ExactChange) (*Comparison, error) {
	if err := p.HasArms(2); err != nil {
		return nil, err
	}
	r, arms := results[0], p.Trials[0].Arms
	pair := &r.Pairs[0]
	before, after := p.mean(&r.Arms[0]), p.mean(&r.Arms[1])
	c := &Comparison{
		N: r.Arms[0].Battles, Seed: p.Seed, Scenario: p.Scenario(), Players: p.Players(),
		Rules: [2]ArmRules{{arms[0].Name, arms[0].Mods()}, {arms[1].Name, arms[1].Mods()}},
		Until: p.until(r), Decisions: p.decisions(r, 0), Exact: exact, Best: best,
		Rounds: LengthChange{before, after, after.Value - before.Value}, OtherWinner: otherWinner(pair),
		Seeds: p.Seeds(pair.Examples), OtherWays: p.Seeds(pair.Courses), Span: p.Span(), among: p.among(r),
	}
	endings := seen(p.Seats(), r)
	for i := range c.Courses {
		c.Histograms[i], c.Courses[i] = p.histogram(&r.Arms[i]), p.course(&r.Arms[i], endings)
	}
	c.Winners = engine.Each(endings, func(e Ending) Change { return p.change(e, r) })
	c.OtherCourse = pair.Differ - c.OtherWinner
	c.Same = len(c.Rules[0].Mods) > 0 && slices.Equal(c.Rules[0].Mods, c.Rules[1].Mods)
	c.Verdict = c.verdict()
	return c, nil
}

// change compares the second arm of a result with the first.
func (p Plan) change(e Ending, r *sim.Result) Change {
	n := r.Arms[0].Battles
	gained, lost := r.Pairs[0].Turned(e.Winner)
	return Change{
		Winner: e.Name,
		Before: p.share(e.in(&r.Arms[0]), n), After: p.share(e.in(&r.Arms[1]), n),
		Difference: p.difference(r, 0, e.Winner),
		Gained:     gained, Lost: lost,
	}
}

// otherWinner returns the number of battles that ended with another winner.
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

// First returns the seed of the first battle that went another way, preferably with another
// winner. Ok is false if no battle did.
func (c *Comparison) First() (seed uint64, ok bool) {
	all := slices.Concat(c.Seeds, c.OtherWays)
	if len(all) == 0 {
		return 0, false
	}
	return all[0], true
}

// NewExactChanges compares exact probabilities by ending; bound is the maximum error of a
// difference. It leaves out draws if neither rules have any.
func NewExactChanges(seats []string, before, after func(Ending) float64, bound float64) []ExactChange {
	var all []ExactChange
	for _, e := range Endings(seats) {
		b, a := before(e), after(e)
		if e.Winner != engine.Draw || b+a != 0 {
			all = append(all, ExactChange{e.Name, b, a, a - b, bound})
		}
	}
	return all
}
