package results

import (
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/report"
	"houserule/engine"
	"houserule/engine/experiment"
)

// The documents of panels: the answers of several line-ups side by side. For programs
// they have all numbers of each line-up's own document.

// panelDocument returns the document of a panel. Alone are the documents of the line-ups,
// and parts is what people see.
func panelDocument(title string, verdict, lineups []string, alone []*report.Document, shown report.Section) *report.Document {
	d := &report.Document{Title: title, Summary: verdict}
	var numbers report.Table
	for i, one := range alone {
		if one.Labels == nil {
			one.Labels = []string{"table"}
		}
		d.Labels = append([]string{"players"}, one.Labels...)
		for _, s := range one.Sections {
			for _, part := range s.Parts {
				t, _ := part.(report.Table)
				for _, row := range t.Rows {
					row.Labels = append([]string{lineups[i]}, row.Labels...)
					if row = row.ForPrograms(); len(row.Cells) > 0 {
						numbers.Rows = append(numbers.Rows, row)
					}
				}
			}
		}
	}
	shown.Parts = append(shown.Parts, numbers)
	d.Sections = []report.Section{shown}
	return d
}

// underLineups returns how a title names the line-ups of a panel.
func underLineups(lineups []string) string {
	return fmt.Sprintf("under %d line-ups (%s)", len(lineups), strings.Join(lineups, "; "))
}

// comparisons shows the differences between two rules under several line-ups.
func comparisons(p *experiment.Panel[*experiment.Comparison]) *report.Document {
	lineups := engine.Each(p.Lineups, func(c *experiment.Comparison) string { return experiment.LineupName(c.Players) })
	first := p.Lineups[0]
	table := report.Table{Head: append([]string{"", ""}, lineups...)}
	var parts []report.Part
	percent := experiment.Percent(2)
	for i, w := range widest(p.Lineups).Winners {
		before, after, change := report.Row{}.Text(w.Winner, first.Rules[0].Name), report.Row{}.Text("", first.Rules[1].Name), report.Row{}.Text("", "difference")
		for k, c := range p.Lineups {
			if i >= len(c.Winners) { // draws, which only some line-ups have
				before, after, change = before.Text("none"), after.Text("none"), change.Text("")
				continue
			}
			w := c.Winners[i]
			bars := winnerBars(c)[i].(report.Bars)
			bars.Title += ", " + lineups[k]
			parts = append(parts, bars)
			before, after = before.Text(w.Before.Text(percent)), after.Text(w.After.Text(percent))
			change = change.Text(w.Difference.Signed(w.Difference.Points(2)))
		}
		table.Rows = append(table.Rows, before, after, change)
	}
	length, other := report.Row{}.Text("length", "difference"), report.Row{}.Text("battles", "went another way")
	for _, c := range p.Lineups {
		length = length.Text(experiment.Unit{Name: c.Span, Decimals: 3}.Plus(float64(c.Rounds.Difference)))
		other = other.Text(fmt.Sprintf("%s of %s", experiment.Thousands(c.OtherWinner+c.OtherCourse), experiment.Thousands(c.N)))
	}
	table.Rows = append(table.Rows, length, other)
	d := panelDocument(fmt.Sprintf("%s %s: %s and %s", battleName(first.Scenario, "", nil), underLineups(lineups), first.Rules[0].Name, first.Rules[1].Name), p.Verdict, lineups, engine.Each(p.Lineups, comparison), report.Section{
		Title: "Who wins",
		Text:  "Battles under each of the two rules, with the same dice. Differences are in percentage points; the brackets contain " + first.Until.Intervals() + ".",
		Parts: append(parts, table),
	})
	again := report.Section{Title: "To see the first battle that parts"}
	for k, c := range p.Lineups {
		if c.Divergence != nil {
			again.Parts = append(again.Parts, report.Paragraph(engine.Capital(lineups[k])+":"), report.Code(c.Divergence.Commands[0]), report.Code(c.Divergence.Commands[1]))
		}
	}
	if len(again.Parts) > 0 {
		d.Sections = append(d.Sections, again)
	}
	return d
}

// widest returns the comparison with the most kinds of winners: only some have draws.
func widest(all []*experiment.Comparison) *experiment.Comparison {
	return slices.MaxFunc(all, func(a, b *experiment.Comparison) int { return len(a.Winners) - len(b.Winners) })
}

// sweeps shows how wins follow the values of settings under several line-ups: those of
// the first side.
func sweeps(p *experiment.Panel[*experiment.Sweep]) *report.Document {
	lineups := engine.Each(p.Lineups, func(s *experiment.Sweep) string { return experiment.LineupName(s.Players) })
	first := p.Lineups[0]
	var table report.Table
	for _, a := range first.Grid.Axes {
		table.Head, table.Right = append(table.Head, a.Name), append(table.Right, a.Numbers() != nil)
	}
	for _, lineup := range lineups {
		table.Head = append(table.Head, lineup, "difference")
	}
	unit := experiment.Percent(1)
	for cell := range first.Cells {
		row := report.Row{}.Text(first.Values(cell)...)
		for _, s := range p.Lineups {
			w := s.Cells[cell].Winners[0]
			row.Cells = append(row.Text(w.Share.Text(unit)).Cells, shown(changeCells(w).Cells)...)
		}
		table.Rows = append(table.Rows, row)
	}
	battles := experiment.Counted(first.N, "battle")
	if first.Until != nil { // each line-up has its own number
		battles = "As many battles as it took"
	}
	return panelDocument(fmt.Sprintf("%s %s: a sweep of %s", battleName(first.Scenario, "", nil), underLineups(lineups), axisNames(first)), p.Verdict, lineups, engine.Each(p.Lineups, sweep), report.Section{
		Title: fmt.Sprintf("How often the %s wins", first.Seats[0]),
		Text:  fmt.Sprintf("%s in each cell, with the same dice. Differences are in percentage points, to %s; the brackets contain %s.", battles, first.BaselineText(), first.Until.Intervals()),
		Parts: append(sweepPictures(p.Lineups, lineups), table),
	})
}

// shown returns the cells for people, as text.
func shown(cells []report.Cell) (texts []report.Cell) {
	for _, c := range cells {
		if !c.Hidden {
			texts = append(texts, report.Cell{Text: c.Text})
		}
	}
	return texts
}

// sweepPictures returns the wins of the first side: a curve for each line-up, or a map.
func sweepPictures(all []*experiment.Sweep, lineups []string) (parts []report.Part) {
	var curves report.Curves
	for i, s := range all {
		switch picture := sweepPicture(s).(type) {
		case report.HeatMap:
			picture.Title = engine.Capital(lineups[i]) + ": " + picture.Title
			parts = append(parts, picture)
		case report.Curves:
			curve := picture.Curves[0]
			curve.Name = engine.Capital(lineups[i])
			picture.Curves = append(curves.Curves, curve)
			curves = picture
		}
	}
	if len(curves.Curves) > 0 {
		parts = append(parts, curves)
	}
	return parts
}

// rankings shows the units that win too often for their cost under several line-ups, in
// the order of the first.
func rankings(p *experiment.Panel[*experiment.Ranking]) *report.Document {
	lineups := engine.Each(p.Lineups, func(r *experiment.Ranking) string { return experiment.LineupName(r.Players) })
	alone, battles := engine.Each(p.Lineups, ranking), int64(0)
	for _, r := range p.Lineups {
		battles += r.Battles
	}
	first := p.Lineups[0]
	table := report.Table{Head: []string{"name", "cost"}, Right: []bool{false, true}}
	for _, lineup := range lineups {
		table.Head = append(table.Head, lineup, "verdict")
	}
	for _, one := range first.Ranks {
		row := report.Row{}.Text(one.Name, fmt.Sprint(one.Cost))
		for _, r := range p.Lineups {
			rank := experiment.RankOf(r.Ranks, one.Contender)
			row = row.Text(rank.Chance.In(percent), rankWords(rank.Verdict))
		}
		table.Rows = append(table.Rows, row)
	}
	parts := []report.Part{table}
	if costs := proposalTable(p.Lineups, lineups); len(costs.Rows) > 0 {
		parts = append(parts, costs)
	}
	d := panelDocument(fmt.Sprintf("Balance of %s %s, %s", first.Contest.Crowd(), underLineups(lineups), experiment.Counted(battles, "battle")), p.Verdict, lineups, alone, report.Section{
		Title: "Chance against the average opponent",
		Text:  fmt.Sprintf("In the order of the first line-up. Too often means that the whole 95 %% interval, shown in brackets, lies outside %s.", first.Contest.Within()),
		Parts: parts,
	})
	d.Facts = alone[0].Facts
	return d
}

// proposalTable shows the costs that are proposed under each line-up.
func proposalTable(all []*experiment.Ranking, lineups []string) report.Table {
	t := report.Table{Title: "Proposed costs", Head: append([]string{"name", "cost"}, lineups...), Right: []bool{false, true}}
	for _, one := range all[0].Ranks {
		row, some := report.Row{}.Text(one.Name, fmt.Sprint(one.Cost)), false
		for _, r := range all {
			text := ""
			for _, proposal := range r.Proposals {
				if proposal.Contender == one.Contender {
					text, some = proposal.Cost.In(experiment.Unit{}), true
				}
			}
			row = row.Text(text)
		}
		if some {
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}
