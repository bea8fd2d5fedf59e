package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/sim"
)

// A Sweep is how wins and lengths depend on the values of settings.
type Sweep struct {
	N        int64       `json:"n"` // battles of each cell
	Seed     uint64      `json:"seed"`
	Scenario string      `json:"scenario,omitempty"`
	Players  []string    `json:"players"`
	Until    *Until      `json:"until,omitempty"`
	Keys     []string    `json:"keys"`
	Baseline int         `json:"baseline"` // the index of its cell
	Present  bool        `json:"present"`  // whether the baseline has the present values of the settings
	Cells    []SweepCell `json:"cells"`

	Grid  Grid     `json:"-"`
	Seats []string `json:"-"`
	among int      // number of differences, or tests, that could be wrong
	Span  string   `json:"-"` // the unit of lengths
}

// A SweepCell is a cell of a sweep.
type SweepCell struct {
	Values    map[string]string `json:"values"` // by key
	Mods      []string          `json:"mods"`
	Winners   []SweepWinner     `json:"winners"`
	Rounds    Estimate          `json:"rounds"`
	Decisions []Decision        `json:"decisions,omitempty"`

	digest uint64 // digest of its battles' outcomes
}

// A SweepWinner is how often battles ended in one way, and how much more often than in the
// baseline. Gained and Lost count the battles that end so only in this cell, and only in
// the baseline.
type SweepWinner struct {
	Winner     string    `json:"winner"`
	Battles    int64     `json:"battles"`
	Share      Estimate  `json:"share"`
	Difference *Estimate `json:"difference,omitempty"` // nil for the baseline
	Gained     int64     `json:"gained"`
	Lost       int64     `json:"lost"`
}

// NewSweep returns the sweep of a plan's results. Name returns the name of the setting with
// a key.
func NewSweep(p Plan, results []*sim.Result, name func(key string) string) (*Sweep, error) {
	grid, err := gridOf(p, name)
	if err != nil {
		return nil, err
	}
	r := results[0]
	s := &Sweep{
		N: r.Arms[0].Battles, Seed: p.Seed, Scenario: p.Scenario(), Players: p.Players(), Until: p.until(r), among: p.among(r),
		Baseline: grid.Baseline, Present: grid.Present, Grid: grid, Seats: p.Seats(), Span: p.Span(),
		Keys: engine.Each(grid.Axes, func(a Axis) string { return a.Key }),
	}
	for cell := range grid.Cells() {
		arm := grid.arm(cell)
		c := SweepCell{Values: map[string]string{}, Mods: p.Trials[0].Arms[arm].Mods(), Rounds: p.mean(&r.Arms[arm]), digest: r.Arms[arm].Digest}
		for i, value := range s.Values(cell) {
			c.Values[s.Keys[i]] = value
		}
		c.Winners = engine.Each(seen(s.Seats, r), func(e Ending) SweepWinner { return p.sweepWinner(r, arm, e) })
		if arm > 0 {
			c.Decisions = p.decisions(r, arm-1)
		}
		s.Cells = append(s.Cells, c)
	}
	return s, nil
}

func (p Plan) sweepWinner(r *sim.Result, arm int, e Ending) SweepWinner {
	k, n := e.in(&r.Arms[arm]), r.Arms[arm].Battles
	w := SweepWinner{Winner: e.Name, Battles: k, Share: p.share(k, n)}
	if arm > 0 {
		w.Gained, w.Lost = r.Pairs[arm-1].Turned(e.Winner)
		d := p.difference(r, arm-1, e.Winner)
		w.Difference = &d
	}
	return w
}

// Values returns a cell's values, one for each key.
func (s *Sweep) Values(cell int) []string {
	var values []string
	for i, v := range s.Grid.at(cell) {
		values = append(values, s.Grid.Axes[i].Values[v])
	}
	return values
}

// BaselineText returns a sentence on which cell is the baseline, and why.
func (s *Sweep) BaselineText() string {
	why := "the first"
	if s.Present {
		why = "as it is without the sweep"
	}
	return fmt.Sprintf("%s (%s)", s.Grid.Name(s.Baseline), why)
}

// Verdict returns the findings in sentences.
func (s *Sweep) Verdict() []string {
	if s.N == 0 {
		return []string{"No battle has been played."}
	}
	verdict := []string{engine.Capital(s.span()), s.differing()}
	if names := s.unchanged(); len(names) > 0 {
		verdict = append(verdict, unchangedText(strings.Join(names, "; ")))
	}
	return append(verdict, s.Until.verdict(s.N, "differences", s.among)...)
}

// span returns a sentence on where the first side wins least and most often.
func (s *Sweep) span() string {
	share := func(cell int) float64 { return float64(s.Cells[cell].Winners[0].Share.Value) }
	by := func(value func(int) float64) (least, most int) {
		for cell := range s.Cells {
			if value(cell) < value(least) {
				least = cell
			}
			if value(cell) > value(most) {
				most = cell
			}
		}
		return least, most
	}
	percent := Percent(1)
	told := func(cell int) string { return fmt.Sprintf("%s (%s)", s.Grid.Name(cell), percent.Text(share(cell))) }
	least, most := by(share)
	if share(least) == share(most) {
		return fmt.Sprintf("the %s wins as often in every cell: %s.", s.Seats[0], percent.Text(share(least)))
	}
	even, _ := by(func(cell int) float64 { return math.Abs(share(cell) - 1/float64(len(s.Seats))) })
	return fmt.Sprintf("the %s wins least often with %s, most often with %s. Closest to even is %s.", s.Seats[0], told(least), told(most), told(even))
}

// unchanged returns the names of the settings whose values changed no battle, or else the
// names of the cells in which all battles end as in the baseline.
func (s *Sweep) unchanged() (names []string) {
	for i, a := range s.Grid.Axes {
		if len(a.Values) > 1 && !s.matters(i) {
			names = append(names, a.Name)
		}
	}
	if len(names) > 0 {
		return names
	}
	for cell := range s.Cells {
		if cell != s.Baseline && s.Cells[cell].digest == s.Cells[s.Baseline].digest {
			names = append(names, s.Grid.Name(cell))
		}
	}
	return names
}

// matters reports whether the values of an axis make a difference in any row of cells.
func (s *Sweep) matters(axis int) bool {
	step := 1 // distance between two values of the axis
	for _, a := range s.Grid.Axes[axis+1:] {
		step *= len(a.Values)
	}
	for cell := range s.Cells {
		if s.Cells[cell].digest != s.Cells[cell-s.Grid.at(cell)[axis]*step].digest {
			return true
		}
	}
	return false
}

// differing returns a sentence on the number of cells that differ significantly from the
// baseline.
func (s *Sweep) differing() string {
	others, sure := len(s.Cells)-1, 0
	for _, c := range s.Cells {
		if s.differs(c) {
			sure++
		}
	}
	if others == 0 {
		return "There is no other cell to compare it with."
	}
	return fmt.Sprintf("%s %s: %d of %s.", differentFrom, s.BaselineText(), sure, Counted(int64(others), "other cell"))
}

// differentFrom begins a sentence about all cells. That a cell without an effect is named in
// it, or several, happens in at most 5 of 100 sweeps.
const differentFrom = "Significantly different (95 %, all cells together) from"

// together returns the difference of a winner with a wider interval: in 95 of 100 sweeps
// those of all cells are right, since each has its part of the errors (Bonferroni).
func (s *Sweep) together(w SweepWinner) Estimate {
	if s.Until != nil {
		return *w.Difference // it is such an interval
	}
	return newEstimate(sim.PairedWithin(w.Gained, w.Lost, s.N, sim.Errors(errorRate/float64(max(s.among, 1)))))
}

// differs reports whether a cell differs significantly from the baseline.
func (s *Sweep) differs(c SweepCell) bool {
	if len(c.Decisions) > 0 {
		return slices.ContainsFunc(c.Decisions, func(d Decision) bool { return d.Found == "more" || d.Found == "less" })
	}
	return slices.ContainsFunc(c.Winners, func(w SweepWinner) bool { return w.Difference != nil && s.together(w).Significant() })
}

// Drawn reports whether there were draws.
func (s *Sweep) Drawn() bool { return len(s.Cells[0].Winners) > len(s.Seats) }
