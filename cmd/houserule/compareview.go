package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"houserule/cmd/houserule/report"
)

// document is the comparison for people.
func (c *comparison) document(p plan) *report.Document {
	d := &report.Document{
		Title:   fmt.Sprintf("%s: %s and %s", p.battleName(0), c.Rules[0].Name, c.Rules[1].Name),
		Summary: c.Verdict,
		Sections: []report.Section{{
			Title: "Who wins",
			Text:  fmt.Sprintf("%s battles under each of the two rules, with the same dice. Differences are in percentage points; in brackets stand 95 %% intervals.", thousands(c.N)),
			Parts: append(c.bars(), c.table()),
		}},
	}
	if c.Parting != nil {
		d.Sections = append(d.Sections, c.parted()...)
	}
	return d
}

// battleName is what an arm of a plan's first trial plays: its scenario and
// the players.
func (p plan) battleName(arm int) string {
	h := p.Trials[0].Arms[arm].header()
	name := h.Get("scenario")
	return fmt.Sprintf("%s, %s", cmp.Or(name, "Typed armies"), strings.ReplaceAll(h.Get("players"), " ", " against "))
}

// bars are the shares of each winner under both rules.
func (c *comparison) bars() []report.Part {
	var parts []report.Part
	for _, w := range c.Winners {
		b := report.Bars{Title: title(w.Winner), Unit: report.Percent(2), Full: 1, Mark: 0.5}
		for i, e := range []estimate{w.Before, w.After} {
			b.Bars = append(b.Bars, report.Bar{Label: c.Rules[i].Name, Value: float64(e.Value), Low: float64(e.Low), High: float64(e.High)})
		}
		parts = append(parts, b)
	}
	return parts
}

// table has the differences. The intervals of the shares are with the bars.
func (c *comparison) table() report.Table {
	t := report.Table{Head: []string{"", c.Rules[0].Name, c.Rules[1].Name, "difference"}}
	percent := report.Percent(2)
	for _, w := range c.Winners {
		t.Rows = append(t.Rows, []string{
			w.Winner, percent.Text(float64(w.Before.Value)), percent.Text(float64(w.After.Value)), signed(w.Difference, w.Difference.points(2)),
		})
	}
	rounds := report.Unit{Name: c.span, Decimals: 3}
	t.Rows = append(t.Rows, []string{"length", rounds.Text(float64(c.Rounds.Before.Value)), rounds.Text(float64(c.Rounds.After.Value)), plus(float64(c.Rounds.Difference), rounds)})
	return t
}

// signed is a difference with its sign: "+1.2 points (0.9 to 1.5)".
func signed(e estimate, u report.Unit) string {
	return strings.TrimSpace(plus(float64(e.Value), u) + " " + u.Interval(float64(e.Low), float64(e.High)))
}

// plus writes a value with its sign, but for 0.
func plus(value float64, u report.Unit) string {
	if value > 0 {
		return "+" + u.Text(value)
	}
	return u.Text(value)
}

// parted are the sections about the first battle that went another way.
func (c *comparison) parted() []report.Section {
	p := c.Parting
	where := report.Section{
		Title: fmt.Sprintf("Battle with seed %d, where the two part", p.Seed),
		Text:  fmt.Sprintf("%s: %s. %s: %s.", title(c.Rules[0].Name), p.Results[0], title(c.Rules[1].Name), p.Results[1]),
	}
	if p.Split == nil {
		where.Parts = append(where.Parts, report.Paragraph("Blow for blow they are the same: the rules differ in what those who are left are worth."))
	}
	if p.Sign != nil {
		where.Parts = append(where.Parts, report.Paragraph("A first sign, which does not change the battle's course yet: "+p.Sign.reached()), c.lines(p.Sign))
	}
	if p.Split != nil {
		where.Parts = append(where.Parts, report.Paragraph(title(p.Split.reached())), c.lines(p.Split))
	}
	again := report.Section{Title: "To see both", Parts: []report.Part{report.Code(p.Commands[0]), report.Code(p.Commands[1])}}
	if text := furtherSeeds("Further battles with another winner", c.Seeds, p.Seed, c.OtherWinner); text != "" {
		again.Parts = append(again.Parts, report.Paragraph(text))
	}
	if text := furtherSeeds("Battles that went another way to the same winner", c.Courses, p.Seed, c.OtherCourse); text != "" {
		again.Parts = append(again.Parts, report.Paragraph(text))
	}
	return []report.Section{where, again}
}

// reached says how far both battles are the same.
func (c *crossing) reached() string {
	text := fmt.Sprintf("the same for %s and %s, up to %s.", counted(int64(c.Rolls), "roll"), counted(int64(c.Choices), "choice"), c.Where)
	if c.Common != "" {
		text += fmt.Sprintf(" The last line of both: %s.", c.Common)
	}
	return text
}

// lines shows how either battle goes on.
func (c *comparison) lines(at *crossing) report.Table {
	var t report.Table
	for i, lines := range at.Lines {
		name := c.Rules[i].Name
		for _, line := range lines {
			t.Rows = append(t.Rows, []string{name, line.Text})
			name = ""
			for _, why := range line.Why {
				t.Rows = append(t.Rows, []string{"", "  " + why})
			}
		}
	}
	return t
}

// furtherSeeds lists the seeds but for one that is shown already.
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

// rows are the comparison as CSV.
func (c *comparison) rows() [][]string {
	rows := [][]string{{"table", "row", "column", "value", "low", "high"}}
	add := func(table, row, column string, cells ...string) {
		rows = append(rows, append([]string{table, row, column}, cells...))
	}
	add("run", "", "n", countCells(c.N)...)
	add("run", "", "seed", strconv.FormatUint(c.Seed, 10), "", "")
	for _, w := range c.Winners {
		add("winners", w.Winner, "before", w.Before.cells()...)
		add("winners", w.Winner, "after", w.After.cells()...)
		add("winners", w.Winner, "difference", w.Difference.cells()...)
		add("winners", w.Winner, "gained", countCells(w.Gained)...)
		add("winners", w.Winner, "lost", countCells(w.Lost)...)
	}
	add("rounds", "", "before", c.Rounds.Before.cells()...)
	add("rounds", "", "after", c.Rounds.After.cells()...)
	add("rounds", "", "difference", c.Rounds.Difference.String(), "", "")
	add("battles", "", "other_winner", countCells(c.OtherWinner)...)
	add("battles", "", "other_course", countCells(c.OtherCourse)...)
	return rows
}

// countCells are the cells of a number that is exact: value, low and high.
func countCells(n int64) []string { return []string{strconv.FormatInt(n, 10), "", ""} }
