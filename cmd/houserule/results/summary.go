// Package results shows the results of experiments as documents: in words, tables
// and pictures.
package results

import (
	"cmp"
	"fmt"
	"strings"

	"houserule/cmd/houserule/report"
	"houserule/engine"
	"houserule/engine/experiment"
)

// summary shows how a battle ends.
func summary(s *experiment.Summary) *report.Document {
	return &report.Document{
		Title:    fmt.Sprintf("%s, %s", battleName(s.Scenario, ": ", s.Players), experiment.Counted(s.N, "battle")),
		Summary:  s.Verdict(),
		Sections: append([]report.Section{endingsSection(s), roundsSection(s), courseSection(s)}, tallySections(s.Tallies)...),
	}
}

// battleName returns a battle's scenario and players, joined by between.
func battleName(scenario, between string, players []string) string {
	return cmp.Or(scenario, "Typed armies") + between + strings.Join(players, " against ")
}

// newBar returns the bar of an estimate.
func newBar(label string, e experiment.Estimate) report.Bar {
	return report.Bar{Label: label, Value: float64(e.Value), Low: float64(e.Low), High: float64(e.High)}
}

func endingsSection(s *experiment.Summary) report.Section {
	unit := experiment.Fine(s.Shares[0].Rate.Half())
	table := report.Table{
		Head:  []string{"", "battles", "share", "95 % interval"},
		Rows:  []report.Row{run(s.N, s.Seed)},
		Right: []bool{false, true, true, true},
	}
	bars := report.Bars{Title: "Share of the battles", Unit: unit, Full: 1, Told: true}
	for _, e := range s.Shares {
		name := e.Name
		if name != "draw" {
			name += " wins"
		}
		row := report.Row{Labels: []string{"endings"}, Name: e.Name}.Text(name)
		row = row.Number("battles", report.Whole(e.Battles), experiment.Thousands(e.Battles)).Number("rate", e.Rate, e.Rate.Text(unit))
		table.Rows = append(table.Rows, row.Text(unit.Number(float64(e.Rate.Low))+" to "+unit.Number(float64(e.Rate.High))))
		bars.Bars = append(bars.Bars, newBar(name, e.Rate))
	}
	return report.Section{Title: "How battles end", Parts: []report.Part{bars, table}}
}

func roundsSection(s *experiment.Summary) report.Section {
	mean := s.Rounds.Estimate()
	bars := report.Bars{Title: "Share of the battles, by their " + s.Span, Unit: experiment.Percent(2)}
	bars.Bars = engine.Each(s.Lengths, func(l experiment.Bin) report.Bar { return newBar(l.Name, l.Rate) })
	rounds := report.Row{Labels: []string{"rounds"}}.Hide("mean", mean)
	for _, l := range s.Rounds.Histogram {
		rounds = lengthCells(rounds, l)
	}
	return report.Section{
		Title: "How long they last",
		Text:  "On average " + mean.In(experiment.Measured(s.Span, mean.Half())) + ".",
		Parts: []report.Part{bars, report.Table{Rows: append([]report.Row{rounds}, tallyNumbers(s.Tallies)...)}},
	}
}
