package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/report"
	"houserule/engine/sim"
)

// A sweepResult is what a sweep comes to, as JSON has it.
type sweepResult struct {
	N        int64        `json:"n"` // of each cell
	Seed     uint64       `json:"seed"`
	Scenario string       `json:"scenario,omitempty"`
	Players  []string     `json:"players"`
	UntilCI  *untilResult `json:"until_ci,omitempty"`
	Keys     []string     `json:"keys"`
	Baseline int          `json:"baseline"` // index of its cell
	Present  bool         `json:"present"`  // the baseline has the values without the sweep
	Cells    []cellResult `json:"cells"`

	grid  sweepDetail
	seats []string
	span  string // what lengths are counted in
}

// A cellResult is a cell of a sweep.
type cellResult struct {
	Values  map[string]string `json:"values"` // by key
	Mods    []string          `json:"mods"`
	Winners []winnerResult    `json:"winners"`
	Rounds  estimate          `json:"rounds"`
}

// A winnerResult is how often battles ended in one way, and how much more
// often than in the baseline. Gained and Lost count the battles that end so
// here only, and there only.
type winnerResult struct {
	Winner     string    `json:"winner"`
	Battles    int64     `json:"battles"`
	Share      estimate  `json:"share"`
	Difference *estimate `json:"difference,omitempty"` // the baseline has none
	Gained     int64     `json:"gained"`
	Lost       int64     `json:"lost"`
}

func showSweep(_ context.Context, _ *lab, p plan, results []*sim.Result) (*shown, error) {
	s, err := newSweepResult(p, results[0])
	if err != nil {
		return nil, err
	}
	return &shown{Document: s.document(p), JSON: s, CSV: s.rows()}, nil
}

func newSweepResult(p plan, r *sim.Result) (*sweepResult, error) {
	var grid sweepDetail
	if err := json.Unmarshal(p.Detail, &grid); err != nil {
		return nil, err
	}
	if err := p.hasArms(grid.cells()); err != nil || len(grid.Axes) == 0 || grid.Baseline < 0 || grid.Baseline >= grid.cells() {
		return nil, cmp.Or(err, errors.New("this sweep has no grid"))
	}
	h := p.Trials[0].Arms[0].header()
	s := &sweepResult{
		N: r.Arms[0].Battles, Seed: p.Seed, Scenario: h.Get("scenario"), Players: strings.Fields(h.Get("players")), grid: grid, seats: p.seats(), span: p.span(),
	}
	s.Baseline, s.Present = s.grid.Baseline, s.grid.Present
	if p.Until > 0 {
		s.UntilCI = &untilResult{number(p.Until), narrow(r, p.Until)}
	}
	for _, a := range s.grid.Axes {
		s.Keys = append(s.Keys, a.Key)
	}
	ways := metWays(s.seats, r)
	for cell := range s.grid.cells() {
		arm := s.grid.arm(cell)
		c := cellResult{
			Values: map[string]string{}, Mods: newRulesResult(p.Trials[0].Arms[arm]).Mods,
			Rounds: newEstimate(sim.Mean(r.Arms[arm].Rounds)),
		}
		for i, value := range s.values(cell) {
			c.Values[s.Keys[i]] = value
		}
		for _, way := range ways {
			c.Winners = append(c.Winners, newWinnerResult(r, arm, way))
		}
		s.Cells = append(s.Cells, c)
	}
	return s, nil
}

// metWays are the ways in which the battles of a result end: draws only if
// there are any.
func metWays(seats []string, r *sim.Result) []way {
	ways := waysOf(seats)
	if slices.ContainsFunc(r.Arms, func(c sim.Count) bool { return c.Draws > 0 }) {
		return ways
	}
	return ways[:len(seats)]
}

func newWinnerResult(r *sim.Result, arm int, way way) winnerResult {
	k, n := way.in(&r.Arms[arm]), r.Arms[arm].Battles
	w := winnerResult{Winner: way.name, Battles: k, Share: newEstimate(sim.Wilson(k, n))}
	if arm > 0 {
		w.Gained, w.Lost = r.Pairs[arm-1].Turned(way.winner)
		d := newEstimate(sim.Paired(w.Gained, w.Lost, n))
		w.Difference = &d
	}
	return w
}

// document is the sweep for people.
func (s *sweepResult) document(p plan) *report.Document {
	var names []string
	for _, a := range s.grid.Axes {
		names = append(names, a.name())
	}
	return &report.Document{
		Title:   fmt.Sprintf("%s: a sweep of %s", p.battleName(0), strings.Join(names, " and ")),
		Summary: s.verdict(),
		Sections: []report.Section{
			{Title: "Who wins", Parts: []report.Part{s.picture()}},
			{
				Title: "Cell by cell",
				Text:  fmt.Sprintf("%s in each cell, with the same dice. Differences are in percentage points, to %s; in brackets stand 95 %% intervals.", counted(s.N, "battle"), s.baseline()),
				Parts: []report.Part{s.table()},
			},
		},
	}
}

// baseline says which cell that is.
func (s *sweepResult) baseline() string {
	why := "the first"
	if s.Present {
		why = "as it is without the sweep"
	}
	return fmt.Sprintf("%s (%s)", s.grid.name(s.Baseline), why)
}

// verdict is what was found, in words.
func (s *sweepResult) verdict() []string {
	if s.N == 0 {
		return []string{"No battle has been played."}
	}
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
	percent := report.Percent(1)
	told := func(cell int) string { return fmt.Sprintf("%s (%s)", s.grid.name(cell), percent.Text(share(cell))) }
	least, most := by(share)
	if share(least) == share(most) {
		return append([]string{fmt.Sprintf("The %s wins as often in every cell: %s.", s.seats[0], percent.Text(share(least)))}, s.differing())
	}
	even, _ := by(func(cell int) float64 { return math.Abs(share(cell) - 1/float64(len(s.seats))) })
	return []string{
		fmt.Sprintf("The %s wins least often with %s, most often with %s. Closest to even is %s.", s.seats[0], told(least), told(most), told(even)),
		s.differing(),
	}
}

// differing says how many cells are surely not as the baseline.
func (s *sweepResult) differing() string {
	others, sure := len(s.Cells)-1, 0
	for _, c := range s.Cells {
		if slices.ContainsFunc(c.Winners, func(w winnerResult) bool { return w.Difference != nil && w.Difference.sure() }) {
			sure++
		}
	}
	if others == 0 {
		return "There is no other cell to compare it with."
	}
	return fmt.Sprintf("Surely different from %s: %d of %s.", s.baseline(), sure, counted(int64(others), "other cell"))
}

// picture shows the wins by the values: curves for one setting, a map for two.
func (s *sweepResult) picture() report.Part {
	if len(s.grid.Axes) == 2 {
		return s.heatMap()
	}
	a := s.grid.Axes[0]
	numbers := a.numbers()
	c := report.Curves{X: a.name(), Y: "share of the battles", Unit: report.Percent(1), High: 1, Mark: 0.5}
	if numbers == nil {
		c.Words = a.Values
	}
	for way, w := range s.Cells[0].Winners {
		curve := report.Curve{Name: title(w.Winner)}
		for cell := range s.Cells {
			share := s.Cells[cell].Winners[way].Share
			x := float64(cell)
			if numbers != nil {
				x = numbers[cell]
			}
			curve.Points = append(curve.Points, report.Point{X: x, Y: float64(share.Value), Low: float64(share.Low), High: float64(share.High)})
		}
		slices.SortStableFunc(curve.Points, func(a, b report.Point) int { return cmp.Compare(a.X, b.X) })
		c.Curves = append(c.Curves, curve)
	}
	return c
}

// numbers are the values of an axis, or nil where they are words.
func (a axis) numbers() []float64 {
	var numbers []float64
	for _, value := range a.Values {
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return nil
		}
		numbers = append(numbers, n)
	}
	return numbers
}

func (s *sweepResult) heatMap() report.HeatMap {
	rows, columns := s.grid.Axes[0], s.grid.Axes[1]
	h := report.HeatMap{
		Title: fmt.Sprintf("Share of the battles that the %s wins, by %s (rows) and %s (columns)", s.seats[0], rows.name(), columns.name()),
		Rows:  rows.Values, Columns: columns.Values,
		Unit: report.Percent(1), High: 1, Middle: 0.5,
	}
	for row := range rows.Values {
		var cells []float64
		for column := range columns.Values {
			cells = append(cells, float64(s.Cells[row*len(columns.Values)+column].Winners[0].Share.Value))
		}
		h.Cells = append(h.Cells, cells)
	}
	return h
}

// table has the sides but the last, which has the rest, and draws, if there are
// any.
func (s *sweepResult) table() report.Table {
	var t report.Table
	for _, a := range s.grid.Axes {
		t.Head = append(t.Head, a.name())
		t.Right = append(t.Right, a.numbers() != nil)
	}
	told := s.seats[:len(s.seats)-1]
	for _, seat := range told {
		t.Head = append(t.Head, seat, "difference")
	}
	if s.drawn() {
		t.Head = append(t.Head, "draw")
	}
	t.Head = append(t.Head, s.span)
	for cell, c := range s.Cells {
		row := s.values(cell)
		for side := range told {
			row = append(row, c.Winners[side].Share.in(report.Percent(1)), c.Winners[side].difference())
		}
		if s.drawn() {
			row = append(row, report.Percent(1).Text(float64(c.Winners[len(s.seats)].Share.Value)))
		}
		t.Rows = append(t.Rows, append(row, report.Unit{Decimals: 2}.Text(float64(c.Rounds.Value))))
	}
	return t
}

// drawn tells whether there are draws.
func (s *sweepResult) drawn() bool { return len(s.Cells[0].Winners) > len(s.seats) }

// values are those of a cell, one for each key.
func (s *sweepResult) values(cell int) []string {
	var values []string
	for i, v := range s.grid.at(cell) {
		values = append(values, s.grid.Axes[i].Values[v])
	}
	return values
}

func (w winnerResult) difference() string {
	if w.Difference == nil {
		return "baseline"
	}
	u := w.Difference.points(1)
	u.Name = ""
	return signed(*w.Difference, u)
}

// rows are the sweep as CSV: behind the values of the cell, as in that of a
// simulation.
func (s *sweepResult) rows() [][]string {
	rows := [][]string{slices.Concat(s.Keys, []string{"row", "column", "value", "low", "high"})}
	for cell, c := range s.Cells {
		add := func(row, column string, cells []string) {
			rows = append(rows, slices.Concat(s.values(cell), []string{row, column}, cells))
		}
		add("run", "n", countCells(s.N))
		for _, w := range c.Winners {
			add(w.Winner, "battles", countCells(w.Battles))
			add(w.Winner, "share", w.Share.cells())
			if w.Difference != nil {
				add(w.Winner, "difference", w.Difference.cells())
				add(w.Winner, "gained", countCells(w.Gained))
				add(w.Winner, "lost", countCells(w.Lost))
			}
		}
		add("rounds", "mean", c.Rounds.cells())
	}
	return rows
}
