package results

import (
	"fmt"
	"strconv"

	"houserule/cmd/houserule/report"
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
	if len(r.Proposals) > 0 {
		d.Sections = append(d.Sections, proposalSection(r))
	}
	d.Sections = append(d.Sections, mapSection(r))
	d.Facts = []report.Fact{{Name: "seeds of a pair", Value: fmt.Sprintf("pair k of the JSON, from 0, begins at seed %d + %d k, and plays each in both seatings", r.Seed, r.N/2)}}
	return d
}

func rankingSection(r *experiment.Ranking) report.Section {
	t := report.Table{
		Head:  []string{"", "name", "cost", "rating", "95 % interval", "chance", "win rate", "verdict"},
		Right: []bool{true, false, true, true, false, true, true, false},
	}
	for place, one := range r.Ranks {
		t.Rows = append(t.Rows, []string{
			strconv.Itoa(place + 1), one.Name, strconv.Itoa(one.Cost),
			logOdds.Text(float64(one.Rating.Value)), logOdds.Interval(float64(one.Rating.Low), float64(one.Rating.High)),
			percent.Text(float64(one.Chance.Value)), percent.Text(float64(one.WinRate)),
			[]string{"loses too often", "", "wins too often"}[one.Verdict+1],
		})
	}
	return report.Section{
		Title: "Ranking",
		Text: fmt.Sprintf("The rating is by Bradley and Terry: the logarithm of the odds against the average opponent, and chance is what it makes of them. "+
			"Win rate is the mean of all pairs. Too often is outside %s with the whole interval. "+
			"The ratings foretell the win rate of a pair to within %s in the mean; the rest is who beats whom, which no cost can even out.",
			r.Contest.Within(), experiment.PointsText(float64(r.Misfit))),
		Parts: []report.Part{t},
	}
}

func proposalSection(r *experiment.Ranking) report.Section {
	t := report.Table{
		Head:  []string{"name", "cost", "first proposal", "95 % interval", "chance"},
		Right: []bool{false, true, true, false, true},
	}
	for n := range r.Verified {
		t.Head = append(t.Head, fmt.Sprintf("cost %d", n+1), fmt.Sprintf("chance %d", n+1))
		t.Right = append(t.Right, true, true)
	}
	for _, p := range r.Proposals {
		t.Rows = append(t.Rows, proposalRow(r, p))
	}
	text := fmt.Sprintf("The odds of a battle change with an army's cost to the power %s %s: the median of %ss against more of themselves. "+
		"The proposal is cost x exp(rating / power), a whole number, and at most twice or half the cost.", tenths.Number(float64(r.Slope.Value)), tenths.Interval(float64(r.Slope.Low), float64(r.Slope.High)), r.Contest.Unit)
	if len(r.Verified) > 0 {
		text += " Behind it are the costs with which was played again, and what came of them, all with new dice: the last of them is the proposal that was tried and corrected."
	}
	return report.Section{Title: "Proposed costs", Text: text, Parts: []report.Part{t}}
}

func proposalRow(r *experiment.Ranking, p experiment.Proposal) []string {
	whole := experiment.Unit{}
	row := []string{
		p.Name, strconv.Itoa(p.From), whole.Number(float64(p.Cost.Value)), whole.Interval(float64(p.Cost.Low), float64(p.Cost.High)),
		percent.Text(float64(experiment.RankOf(r.Ranks, p.Contender).Chance.Value)),
	}
	for _, c := range r.Verified {
		one := experiment.RankOf(c.Ranks, p.Contender)
		row = append(row, strconv.Itoa(one.Cost), percent.Text(float64(one.Chance.Value)))
	}
	return row
}

// mapSection is the win rates of all against all, the best first.
func mapSection(r *experiment.Ranking) report.Section {
	h := report.HeatMap{Title: "Wins of the row against the column", Unit: percent, Low: 0, Middle: 0.5, High: 1}
	for _, one := range r.Ranks {
		h.Rows, h.Columns = append(h.Rows, one.Name), append(h.Columns, one.Name)
		var cells []float64
		for _, other := range r.Ranks {
			cells = append(cells, r.Share(one.Contender, other.Contender))
		}
		h.Cells = append(h.Cells, cells)
	}
	return report.Section{Title: "All against all", Text: "In the order of the ranking. A draw is half a win.", Parts: []report.Part{h}}
}
