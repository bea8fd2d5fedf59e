package results

import (
	"fmt"
	"strconv"
	"strings"

	"houserule/cmd/houserule/report"
	"houserule/engine"
	"houserule/engine/experiment"
)

// comparison shows the differences between two rules.
func comparison(c *experiment.Comparison) *report.Document {
	d := &report.Document{
		Title:   fmt.Sprintf("%s: %s and %s", battleName(c.Scenario, ", ", c.Players), c.Rules[0].Name, c.Rules[1].Name),
		Summary: c.Verdict,
		Sections: []report.Section{{
			Title: "Who wins",
			Text:  fmt.Sprintf("%s battles under each of the two rules, with the same dice. Differences are in percentage points; the brackets contain %s.", experiment.Thousands(c.N), c.Until.Intervals()),
			Parts: append(winnerBars(c), changeTable(c)),
		}},
	}
	if c.Divergence != nil {
		d.Sections = append(d.Sections, divergenceSections(c)...)
	}
	d.Sections = append(d.Sections, compareCourses(c))
	return d
}

// winnerBars returns the shares of each winner under both rules.
func winnerBars(c *experiment.Comparison) []report.Part {
	var parts []report.Part
	for _, w := range c.Winners {
		b := report.Bars{Title: engine.Capital(w.Winner), Unit: experiment.Percent(2), Full: 1, Mark: 0.5}
		for i, e := range []experiment.Estimate{w.Before, w.After} {
			b.Bars = append(b.Bars, newBar(c.Rules[i].Name, e))
		}
		parts = append(parts, b)
	}
	return parts
}

// changeTable shows the differences. The intervals of the shares are with the bars.
func changeTable(c *experiment.Comparison) report.Table {
	t := report.Table{Head: []string{"", c.Rules[0].Name, c.Rules[1].Name, "difference"}, Rows: []report.Row{run(c.N, c.Seed)}}
	percent := experiment.Percent(2)
	for _, w := range c.Winners {
		row := report.Row{Labels: []string{"winners"}, Name: w.Winner}.Text(w.Winner)
		row = row.Number("before", w.Before, w.Before.Text(percent)).Number("after", w.After, w.After.Text(percent))
		row = row.Number("difference", w.Difference, w.Difference.Signed(w.Difference.Points(2)))
		t.Rows = append(t.Rows, row.Hide("gained", report.Whole(w.Gained)).Hide("lost", report.Whole(w.Lost)))
	}
	unit, r := experiment.Unit{Name: c.Span, Decimals: 3}, c.Rounds
	length := report.Row{Labels: []string{"rounds"}}.Text("length")
	length = length.Number("before", r.Before, r.Before.Text(unit)).Number("after", r.After, r.After.Text(unit))
	length = length.Number("difference", r.Difference, unit.Plus(float64(r.Difference)))
	battles := report.Row{Labels: []string{"battles"}}.Hide("other_winner", report.Whole(c.OtherWinner)).Hide("other_course", report.Whole(c.OtherCourse))
	t.Rows = append(t.Rows, length, battles)
	for i, histogram := range c.Histograms {
		rounds := report.Row{Labels: []string{[2]string{"lengths before", "lengths after"}[i]}}
		for _, l := range histogram {
			rounds = lengthCells(rounds, l)
		}
		t.Rows = append(t.Rows, rounds)
	}
	return t
}

// divergenceSections returns the sections about the first battle that went differently.
func divergenceSections(c *experiment.Comparison) []report.Section {
	p := c.Divergence
	where := report.Section{
		Title: fmt.Sprintf("Battle with seed %d, where the two rules diverge", p.Seed),
		Text:  fmt.Sprintf("%s: %s. %s: %s.", engine.Capital(c.Rules[0].Name), p.Results[0], engine.Capital(c.Rules[1].Name), p.Results[1]),
	}
	if p.Split == nil {
		where.Parts = append(where.Parts, report.Paragraph("Both battles are the same, blow for blow: the rules differ in the worth of the survivors."))
	}
	if p.Sign != nil {
		where.Parts = append(where.Parts, report.Paragraph("The first difference, which does not change the course of the battle yet: "+reached(p.Sign)), lineTable(c, p.Sign))
	}
	if p.Split != nil {
		where.Parts = append(where.Parts, report.Paragraph(engine.Capital(reached(p.Split))), lineTable(c, p.Split))
	}
	again := report.Section{Title: "To see both", Parts: []report.Part{report.Code(p.Commands[0]), report.Code(p.Commands[1])}}
	if text := furtherSeeds("Further battles with another winner", c.Seeds, p.Seed, c.OtherWinner); text != "" {
		again.Parts = append(again.Parts, report.Paragraph(text))
	}
	if text := furtherSeeds("Battles with the same winner that took another course", c.OtherWays, p.Seed, c.OtherCourse); text != "" {
		again.Parts = append(again.Parts, report.Paragraph(text))
	}
	return []report.Section{where, again}
}

// reached says how far both battles are the same.
func reached(c *experiment.Position) string {
	text := fmt.Sprintf("the same for %s and %s, up to %s.", experiment.Counted(int64(c.Rolls), "roll"), experiment.Counted(int64(c.Choices), "choice"), c.Where)
	if c.Common != "" {
		text += fmt.Sprintf(" The last line of both: %s.", c.Common)
	}
	return text
}

// lineTable shows the next lines of both battles.
func lineTable(c *experiment.Comparison, at *experiment.Position) report.Table {
	var t report.Table
	for i, lines := range at.Lines {
		name := c.Rules[i].Name
		for _, line := range lines {
			t.Rows = append(t.Rows, report.Row{}.Text(name, line.Text))
			name = ""
			for _, why := range line.Why {
				t.Rows = append(t.Rows, report.Row{}.Text("", "  "+why))
			}
		}
	}
	return t
}

// furtherSeeds lists the seeds, except one that is shown already.
func furtherSeeds(what string, seeds []uint64, but uint64, all int64) string {
	var words []string
	for _, seed := range seeds {
		if seed != but {
			words = append(words, strconv.FormatUint(seed, 10))
		}
	}
	if len(words) == 0 {
		return ""
	}
	more := ""
	if int64(len(seeds)) < all {
		more = ", and so on"
	}
	return fmt.Sprintf("%s: seeds %s%s.", what, strings.Join(words, ", "), more)
}
