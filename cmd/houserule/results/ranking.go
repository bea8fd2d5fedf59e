package results

import (
	"fmt"
	"strconv"

	"houserule/cmd/houserule/report"
	"houserule/engine"
	"houserule/engine/experiment"
)

var (
	logOdds = experiment.Unit{Decimals: 2}
	percent = experiment.Percent(0)
	tenths  = experiment.Unit{Decimals: 1}
)

// ranking shows the units that win too often for their cost.
func ranking(r *experiment.Ranking) *report.Document {
	d := &report.Document{
		Title:   fmt.Sprintf("Balance of %s, %s", r.Contest.Crowd(), experiment.Counted(r.Battles, "battle")),
		Summary: r.Verdict(),
	}
	d.Sections = append(d.Sections, rankingSection(r))
	switch {
	case r.Repair != nil:
		d.Sections = append(d.Sections, repairSection(r))
	case len(r.Proposals) > 0:
		d.Sections = append(d.Sections, proposalSection(r))
	}
	d.Sections = append(d.Sections, mapSection(r))
	d.Facts = []report.Fact{{Name: "seeds of a pair", Value: fmt.Sprintf("pair k of the JSON, from 0, begins at seed %d + %d k, and plays each in both seatings", r.Seed, r.Apart)}}
	return d
}

func rankingSection(r *experiment.Ranking) report.Section {
	t := report.Table{
		Head:  []string{"", "name", "cost", "rating", "95 % interval", "chance", "win rate", "verdict"},
		Right: []bool{true, false, true, true, false, true, true, false},
	}
	whole := run(r.N, r.Seed).Hide("margin", r.Margin).Hide("misfit", r.Misfit)
	if r.Slope != nil {
		whole = whole.Hide("slope", *r.Slope)
	}
	if r.Broken {
		whole = whole.Hide("repair_interrupted", report.Whole(1))
	}
	t.Rows = append([]report.Row{whole}, rankRows("ranking", r.Ranks)...)
	return report.Section{
		Title: "Ranking",
		Text: fmt.Sprintf("The rating is by Bradley and Terry: the logarithm of the odds against the average opponent, and chance is the chance against the average opponent. "+
			"Win rate is the mean of all pairs. Too often means that the whole interval lies outside %s. "+
			"The ratings predict the win rate of a pair to within %s on average; the rest depends on the pair, and no cost can balance it.",
			r.Contest.Within(), experiment.PointsText(float64(r.Misfit))),
		Parts: []report.Part{t},
	}
}

// rankRows returns the rows of a ranking, the best first.
func rankRows(table string, ranks []experiment.Rank) (rows []report.Row) {
	for place, one := range ranks {
		row := report.Row{Labels: []string{table}, Name: one.Name}.Text(strconv.Itoa(place+1), one.Name)
		row = row.Number("cost", report.Whole(one.Cost), strconv.Itoa(one.Cost)).Number("rating", one.Rating, one.Rating.Text(logOdds))
		row = row.Text(logOdds.Interval(float64(one.Rating.Low), float64(one.Rating.High)))
		row = row.Number("chance", one.Chance, one.Chance.Text(percent)).Number("win_rate", one.WinRate, percent.Text(float64(one.WinRate)))
		rows = append(rows, row.Number("verdict", report.Whole(one.Verdict), rankWords(one.Verdict)))
	}
	return rows
}

// rankWords returns the verdict of a rank in words.
func rankWords(verdict int) string {
	return []string{"loses too often", "", "wins too often"}[verdict+1]
}

func proposalSection(r *experiment.Ranking) report.Section {
	t := report.Table{
		Head:  []string{"name", "cost", "first proposal", "95 % interval", "chance"},
		Right: []bool{false, true, true, false, true},
	}
	for _, p := range r.Proposals {
		t.Rows = append(t.Rows, priceRow("proposals", p).Text(experiment.RankOf(r.Ranks, p.Contender).Chance.Text(percent)))
	}
	text := fmt.Sprintf("The odds of a battle change with an army's cost to the power %s %s: the median of %ss against more of themselves. "+
		"The proposal is cost x exp(rating / power), a whole number, and at most twice or half the cost.", tenths.Number(float64(r.Slope.Value)), tenths.Interval(float64(r.Slope.Low), float64(r.Slope.High)), r.Contest.Unit)
	return report.Section{Title: "Proposed costs", Text: text, Parts: []report.Part{t}}
}

// priceRow returns the present cost of a contender and another one, in a table.
func priceRow(table string, p experiment.Price) report.Row {
	unit := experiment.Unit{}
	row := report.Row{Labels: []string{table}, Name: p.Name}.Text(p.Name, strconv.Itoa(p.From)).Number("cost", p.Cost, unit.Number(float64(p.Cost.Value)))
	return row.Text(unit.Interval(float64(p.Cost.Low), float64(p.Cost.High)))
}

// repairSection shows the costs of before and after, and the chances.
func repairSection(r *experiment.Ranking) report.Section {
	t := report.Table{
		Head:  []string{"name", "cost", "new cost", "95 % interval", "chance", "new chance", "95 % interval"},
		Right: []bool{false, true, true, false, true, true, false},
	}
	for _, p := range r.Repair.Prices {
		before, after := experiment.RankOf(r.Ranks, p.Contender), experiment.RankOf(r.Repair.Ranks, p.Contender)
		row := priceRow("prices", p).Text(before.Chance.Text(percent), after.Chance.Text(percent))
		t.Rows = append(t.Rows, row.Text(percent.Interval(float64(after.Chance.Low), float64(after.Chance.High))))
	}
	for _, row := range rankRows("repaired", r.Repair.Ranks) {
		t.Rows = append(t.Rows, row.ForPrograms())
	}
	return report.Section{
		Title: "Repaired costs",
		Text: "Each cost is the whole number at which the rating is expected to be closest to 0. The interval is of the costs at which it may be 0. " +
			"The new chances are against the average opponent with the new costs, of battles with other dice.",
		Parts: []report.Part{t},
	}
}

// mapSection returns the win rates of all against all, the best first.
func mapSection(r *experiment.Ranking) report.Section {
	h := report.HeatMap{Title: "Wins of the row against the column", Unit: percent, Low: 0, Middle: 0.5, High: 1}
	for _, one := range r.Ranks {
		h.Rows, h.Columns = append(h.Rows, one.Name), append(h.Columns, one.Name)
		cells := engine.Each(r.Ranks, func(other experiment.Rank) float64 { return r.Share(one.Contender, other.Contender) })
		h.Cells = append(h.Cells, cells)
	}
	rates := report.Row{Labels: []string{"win_rates"}}
	for _, pair := range r.Contest.Pairs() {
		for _, p := range [][2]int{pair, {pair[1], pair[0]}} {
			one, other := r.Contest.Contenders[p[0]].Name, r.Contest.Contenders[p[1]].Name
			rates = rates.Named(one).Hide(other, experiment.Number(r.Share(p[0], p[1])))
		}
	}
	return report.Section{Title: "All against all", Text: "In the order of the ranking. A draw is half a win.", Parts: []report.Part{h, report.Table{Rows: []report.Row{rates}}}}
}
