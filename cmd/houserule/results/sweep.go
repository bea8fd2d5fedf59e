package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/report"
	"houserule/engine"
	"houserule/engine/experiment"
)

// sweep shows how wins follow the values of settings.
func sweep(s *experiment.Sweep) *report.Document {
	return &report.Document{
		Labels:  s.Keys,
		Title:   fmt.Sprintf("%s: a sweep of %s", battleName(s.Scenario, ", ", s.Players), axisNames(s)),
		Summary: s.Verdict(),
		Sections: []report.Section{
			{Title: "Who wins", Parts: []report.Part{sweepPicture(s)}},
			{
				Title: "Cell by cell",
				Text:  fmt.Sprintf("%s in each cell, with the same dice. Differences are in percentage points, to %s; the brackets contain %s.", experiment.Counted(s.N, "battle"), s.BaselineText(), s.Until.Intervals()),
				Parts: []report.Part{sweepTable(s)},
			},
		},
	}
}

// axisNames names the settings that are swept.
func axisNames(s *experiment.Sweep) string {
	names := engine.Each(s.Grid.Axes, func(a experiment.Axis) string { return a.Name })
	return strings.Join(names, " and ")
}

// sweepPicture shows the wins by the values: curves for one setting, a map for two.
func sweepPicture(s *experiment.Sweep) report.Part {
	if len(s.Grid.Axes) == 2 {
		return sweepMap(s)
	}
	a := s.Grid.Axes[0]
	numbers := a.Numbers()
	c := report.Curves{X: a.Name, Y: "share of the battles", Unit: experiment.Percent(1), High: 1, Mark: 0.5}
	if numbers == nil {
		c.Words = a.Values
	}
	for i, w := range s.Cells[0].Winners {
		curve := report.Curve{Name: engine.Capital(w.Winner)}
		for cell := range s.Cells {
			share := s.Cells[cell].Winners[i].Share
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

func sweepMap(s *experiment.Sweep) report.HeatMap {
	rows, columns := s.Grid.Axes[0], s.Grid.Axes[1]
	h := report.HeatMap{
		Title: fmt.Sprintf("Share of the battles that the %s wins, by %s (rows) and %s (columns)", s.Seats[0], rows.Name, columns.Name),
		Rows:  rows.Values, Columns: columns.Values,
		Unit: experiment.Percent(1), High: 1, Middle: 0.5, Contour: true,
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

// sweepTable has all sides but the last, whose wins are the rest, and draws, if
// there are any.
func sweepTable(s *experiment.Sweep) report.Table {
	var t report.Table
	for _, a := range s.Grid.Axes {
		t.Head = append(t.Head, a.Name)
		t.Right = append(t.Right, a.Numbers() != nil)
	}
	told := s.Seats[:len(s.Seats)-1]
	for _, seat := range told {
		t.Head = append(t.Head, seat, "difference")
	}
	if s.Drawn() {
		t.Head = append(t.Head, "draw")
	}
	t.Head = append(t.Head, s.Span)
	unit := experiment.Percent(1)
	for cell, c := range s.Cells {
		values := s.Values(cell)
		row := report.Row{Labels: values, Name: "run"}.Text(values...).Hide("n", report.Whole(s.N))
		for outcome, w := range c.Winners {
			text := w.Share.In(unit)
			if outcome == len(s.Seats) { // draws
				text = w.Share.Text(unit)
			}
			share, change := report.Row{Name: w.Winner}.Hide("battles", report.Whole(w.Battles)).Number("share", w.Share, text), changeCells(w)
			if outcome == len(told) {
				share = share.ForPrograms()
			}
			if outcome >= len(told) {
				change = change.ForPrograms()
			}
			row.Cells = slices.Concat(row.Cells, share.Cells, change.Cells)
		}
		t.Rows = append(t.Rows, row.Named("rounds").Number("mean", c.Rounds, c.Rounds.Text(experiment.Unit{Decimals: 2})))
	}
	return t
}

// changeCells say how an ending differs from the baseline.
func changeCells(w experiment.SweepWinner) report.Row {
	row := report.Row{Name: w.Winner}
	if w.Difference == nil {
		return row.Text("baseline")
	}
	u := w.Difference.Points(1)
	u.Name = ""
	row = row.Number("difference", *w.Difference, w.Difference.Signed(u))
	return row.Hide("gained", report.Whole(w.Gained)).Hide("lost", report.Whole(w.Lost))
}
