package results

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/report"
	"houserule/engine"
	"houserule/engine/experiment"
)

// tuning shows values that reach a target.
func tuning(t *experiment.Tuning) *report.Document {
	values := report.Table{Head: []string{"value", "today", "found"}, Right: []bool{false, true, true}}
	var names []string
	for _, v := range t.Values {
		names = append(names, v.Name)
		values.Rows = append(values.Rows, report.Row{}.Text(v.Name, v.Today, v.Found))
	}
	check := report.Section{Title: "To check it", Parts: engine.Each(t.Check, func(command string) report.Part { return report.Code(command) })}
	return &report.Document{
		Title:    fmt.Sprintf("Tuned, %s: %s", strings.Join(t.Players, " against "), strings.Join(names, ", ")),
		Summary:  t.Verdict(),
		Sections: []report.Section{{Title: "Values", Parts: []report.Part{values}}, {Title: "What they reach", Parts: []report.Part{wantsTable(t)}}, check},
		Facts:    []report.Fact{{Name: "seeds", Value: fmt.Sprintf("from %d for each choice of values in the search, and from %d to check it", t.Seed, t.CheckAt)}},
	}
}

// wantsTable has a row for each want and, for programs, what the search measured.
func wantsTable(t *experiment.Tuning) report.Table {
	table := report.Table{Head: []string{"", "wanted", "today", "found"}, Right: []bool{false, false, true, true}}
	whole := run(t.N, t.Seed).Hide("searched", report.Whole(t.Searched)).Hide("tried", report.Whole(t.Tried)).Hide("of", report.Whole(t.Of)).Hide("away", t.Away)
	table.Rows = append(table.Rows, whole)
	for _, w := range t.Wants {
		name := wantName(w.Want)
		row := report.Row{Labels: []string{"wants"}, Name: name}.Text(name, w.Bounds())
		row = row.Hide("low", w.Low).Hide("high", w.High)
		table.Rows = append(table.Rows, row.Number("today", w.Today, w.In(w.Today)).Number("found", w.Found, w.In(w.Found)))
	}
	for i, try := range t.Trace {
		row := report.Row{Labels: []string{fmt.Sprintf("try %d", i+1)}, Name: strings.Join(try.Values, ", ")}.Hide("battles", report.Whole(try.Battles))
		for k, seen := range try.Seen {
			row = row.Hide(wantName(t.Wants[k].Want), seen)
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// wantName returns the name of a want: "siege: aggressor".
func wantName(w experiment.Want) string {
	if w.Scenario == "" {
		return w.Quantity
	}
	return w.Scenario + ": " + w.Quantity
}
