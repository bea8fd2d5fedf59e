package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/report"
	"houserule/engine/sim"
)

// A balanced is all that a run for balance has to show.
type balanced struct {
	*standing
	plan        plan
	battles     int64 // that were played
	proposed    []proposal
	corrections []correction
	broken      bool // corrections that were wanted are not there, or not all
}

func showBalance(ctx context.Context, l *lab, p plan, results []*sim.Result) (*shown, error) {
	c := new(contest)
	if err := json.Unmarshal(p.Detail, c); err != nil {
		return nil, err
	}
	s, err := newStanding(c, results)
	if err != nil {
		return nil, err
	}
	b := &balanced{standing: s, plan: p, proposed: s.proposals()}
	whole := true
	for _, r := range results {
		for i := range r.Arms {
			b.battles += r.Arms[i].Battles
			whole = whole && r.Arms[i].Battles == p.Battles
		}
	}
	switch {
	case c.Verify && !whole:
		b.broken = true
	case c.Verify && len(b.proposed) > 0:
		if b.corrections, err = s.verify(ctx, l, p); err != nil {
			return nil, err
		}
		b.broken = ctx.Err() != nil
	}
	return &shown{Document: b.document(), JSON: b.json(), CSV: b.rows(), Broken: b.broken}, nil
}

// balanceJSON is the JSON of a run for balance.
type balanceJSON struct {
	N         int64          `json:"n"` // of each pair
	Seed      uint64         `json:"seed"`
	Players   []string       `json:"players"`
	Mods      []string       `json:"mods"`
	Margin    number         `json:"margin"`
	Misfit    number         `json:"misfit"`
	Ranking   []rankJSON     `json:"ranking"`
	Pairs     []pairJSON     `json:"pairs"`
	Slope     *estimate      `json:"slope,omitempty"`
	Proposals []proposalJSON `json:"proposals"`
	Verified  []verifiedJSON `json:"verified,omitempty"`
	Broken    bool           `json:"verify_interrupted,omitempty"`
}

type rankJSON struct {
	Name    string   `json:"name"`
	Cost    int      `json:"cost"`
	Rating  estimate `json:"rating"`
	Chance  estimate `json:"chance"` // against the average opponent
	WinRate number   `json:"win_rate"`
	Verdict int      `json:"verdict"` // 1: wins too often, -1: loses too often
}

type pairJSON struct {
	Names  [2]string `json:"names"`
	Armies [2]string `json:"armies"`
	Wins   [2]int64  `json:"wins"`
	Draws  int64     `json:"draws"`
}

type proposalJSON struct {
	Name string   `json:"name"`
	From int      `json:"from"`
	Cost estimate `json:"cost"`
}

// verifiedJSON is a round of --verify.
type verifiedJSON struct {
	Changed int        `json:"changed"`
	Outside int        `json:"outside"`
	Misfit  number     `json:"misfit"`
	Ranking []rankJSON `json:"ranking"`
}

func (b *balanced) json() balanceJSON {
	j := balanceJSON{
		N: 2 * b.plan.Battles, Seed: b.plan.Seed, Players: b.Players, Mods: []string{},
		Margin: number(b.Margin), Misfit: number(b.misfit()),
		Ranking: b.standing.json(), Proposals: []proposalJSON{}, Broken: b.broken,
	}
	for _, list := range b.plan.mods() {
		j.Mods = append(j.Mods, modsIn(list)...)
	}
	for i, g := range b.games {
		h := b.plan.Trials[i].Arms[0].header()
		j.Pairs = append(j.Pairs, pairJSON{
			[2]string{b.Contenders[g.A].Name, b.Contenders[g.B].Name}, [2]string{h.Get(h.Seats[0]), h.Get(h.Seats[1])}, g.Wins, g.Draws,
		})
	}
	if b.Unit != "" {
		slope := newEstimate(b.slope)
		j.Slope = &slope
	}
	for _, p := range b.proposed {
		j.Proposals = append(j.Proposals, proposalJSON{b.Contenders[p.who].Name, p.from, newEstimate(p.cost)})
	}
	for _, c := range b.corrections {
		j.Verified = append(j.Verified, verifiedJSON{c.changed, len(c.outside()), number(c.misfit()), c.standing.json()})
	}
	return j
}

func (s *standing) json() []rankJSON {
	ranking := []rankJSON{}
	for _, i := range s.ranking() {
		ranking = append(ranking, rankJSON{
			s.Contenders[i].Name, s.costs[i], newEstimate(s.ratings[i]), newEstimate(s.chance(i)), number(s.meanShare(i)), s.verdict(i),
		})
	}
	return ranking
}

// rows are the same as CSV.
func (b *balanced) rows() [][]string {
	rows := [][]string{{"table", "row", "column", "value", "low", "high"}}
	add := func(table, row, column string, values ...string) {
		rows = append(rows, append([]string{table, row, column}, append(values, "", "")[:3]...))
	}
	j := b.json()
	add("run", "", "n", strconv.FormatInt(j.N, 10))
	add("run", "", "seed", strconv.FormatUint(j.Seed, 10))
	add("run", "", "margin", j.Margin.String())
	add("run", "", "misfit", j.Misfit.String())
	if j.Slope != nil {
		add("run", "", "slope", j.Slope.cells()...)
	}
	if j.Broken {
		add("run", "", "verify_interrupted", "1")
	}
	rank := func(table string, ranking []rankJSON) {
		for _, r := range ranking {
			add(table, r.Name, "cost", strconv.Itoa(r.Cost))
			add(table, r.Name, "rating", r.Rating.cells()...)
			add(table, r.Name, "chance", r.Chance.cells()...)
			add(table, r.Name, "win_rate", r.WinRate.String())
			add(table, r.Name, "verdict", strconv.Itoa(r.Verdict))
		}
	}
	rank("ranking", j.Ranking)
	for _, p := range j.Proposals {
		add("proposals", p.Name, "cost", p.Cost.cells()...)
	}
	for i, v := range j.Verified {
		rank(fmt.Sprintf("verified %d", i+1), v.Ranking)
	}
	for _, g := range b.games {
		names := [2]string{b.Contenders[g.A].Name, b.Contenders[g.B].Name}
		add("win_rates", names[0], names[1], number(b.share(g.A, g.B)).String())
		add("win_rates", names[1], names[0], number(b.share(g.B, g.A)).String())
	}
	return rows
}

var (
	logOdds = report.Unit{Decimals: 2}
	percent = report.Percent(0)
)

func (b *balanced) document() *report.Document {
	d := &report.Document{
		Title:   fmt.Sprintf("Balance of %s, %s", b.crowd(), counted(b.battles, "battle")),
		Summary: []string{b.summary()},
	}
	if text := b.verifiedText(); text != "" {
		d.Summary = append(d.Summary, text)
	}
	d.Sections = append(d.Sections, b.rankingSection())
	if len(b.proposed) > 0 {
		d.Sections = append(d.Sections, b.proposalSection())
	}
	d.Sections = append(d.Sections, b.mapSection())
	d.Facts = []report.Fact{{Name: "seeds of a pair", Value: fmt.Sprintf("pair k of the JSON, from 0, begins at seed %d + %d k, and plays each in both seatings", b.plan.Seed, b.plan.Battles)}}
	return d
}

// crowd is the contenders in words: there are two at least.
func (c *contest) crowd() string {
	if c.Unit == "" {
		return fmt.Sprintf("%d armies", len(c.Contenders))
	}
	return fmt.Sprintf("%d %ss", len(c.Contenders), c.Unit)
}

// within is the margin in words: "30 to 70 %".
func (c *contest) within() string {
	low, high := number(100*(0.5-c.Margin)), number(100*(0.5+c.Margin))
	return fmt.Sprintf("%s to %s %%", low, high)
}

// summary is the verdict.
func (b *balanced) summary() string {
	text := fmt.Sprintf("Against the average opponent %d of %s win %s of their battles, as far as 95 %% intervals tell.", len(b.Contenders)-len(b.outside()), b.crowd(), b.within())
	for _, v := range []struct {
		verdict int
		what    string
	}{{1, "Too often wins"}, {-1, "Too often loses"}} {
		if names := b.judged(v.verdict); len(names) > 0 {
			text += fmt.Sprintf(" %s: %s.", v.what, strings.Join(names, ", "))
		}
	}
	return text
}

// judged are the names with a verdict, the furthest off first.
func (s *standing) judged(verdict int) (names []string) {
	for _, i := range s.outside() {
		if s.verdict(i) == verdict {
			names = append(names, s.Contenders[i].Name)
		}
	}
	if verdict < 0 {
		slices.Reverse(names)
	}
	return names
}

// verifiedText tells what the proposals were worth.
func (b *balanced) verifiedText() string {
	var text string
	switch n := len(b.corrections); {
	case n > 0:
		counts := []string{strconv.Itoa(len(b.outside()))}
		for _, c := range b.corrections {
			counts = append(counts, strconv.Itoa(len(c.outside())))
		}
		text = fmt.Sprintf("Played again with other costs, the number outside went from %s. Those who were outside at first were %s from 50 %% in the mean, and are %s with the last costs. "+
			"Beside what the ratings foretell the pairs lay %s in the mean, and lie %s.",
			strings.Join(counts, " to "), b.points(b.standing), b.points(b.corrections[n-1].standing),
			points(b.misfit()), points(b.corrections[n-1].misfit()))
	case b.Verify && !b.broken && len(b.outside()) > 0:
		text = "No costs are proposed, for these battles do not tell what cost is worth: play more."
	case b.Verify && !b.broken:
		text = "There is nothing to verify."
	}
	if b.broken {
		text = strings.TrimSpace(text + " The verification was interrupted.")
	}
	return text
}

// points is a difference of chances in words.
func points(d float64) string { return counted(int64(math.Round(100*d)), "point") }

// points is how far from 50 % the chances of those who were outside first are
// in a standing, in the mean.
func (b *balanced) points(s *standing) string {
	sum := 0.0
	outside := b.outside()
	for _, i := range outside {
		sum += math.Abs(s.chance(i).Value - 0.5)
	}
	return points(sum / float64(len(outside)))
}

func (b *balanced) rankingSection() report.Section {
	t := report.Table{
		Head:  []string{"", "name", "cost", "rating", "95 % interval", "chance", "win rate", "verdict"},
		Right: []bool{true, false, true, true, false, true, true, false},
	}
	for place, i := range b.ranking() {
		r := b.ratings[i]
		t.Rows = append(t.Rows, []string{
			strconv.Itoa(place + 1), b.Contenders[i].Name, strconv.Itoa(b.costs[i]),
			logOdds.Text(r.Value), logOdds.Interval(r.Low, r.High),
			percent.Text(b.chance(i).Value), percent.Text(b.meanShare(i)),
			[]string{"loses too often", "", "wins too often"}[b.verdict(i)+1],
		})
	}
	return report.Section{
		Title: "Ranking",
		Text: fmt.Sprintf("The rating is by Bradley and Terry: the logarithm of the odds against the average opponent, and chance is what it makes of them. "+
			"Win rate is the mean of all pairs. Too often is outside %s with the whole interval. "+
			"The ratings foretell the win rate of a pair to within %s in the mean; the rest is who beats whom, which no cost can even out.",
			b.within(), points(b.misfit())),
		Parts: []report.Part{t},
	}
}

func (b *balanced) proposalSection() report.Section {
	t := report.Table{
		Head:  []string{"name", "cost", "first proposal", "95 % interval", "chance"},
		Right: []bool{false, true, true, false, true},
	}
	for n := range b.corrections {
		t.Head = append(t.Head, fmt.Sprintf("cost %d", n+1), fmt.Sprintf("chance %d", n+1))
		t.Right = append(t.Right, true, true)
	}
	for _, p := range b.proposed {
		t.Rows = append(t.Rows, b.proposalRow(p))
	}
	text := fmt.Sprintf("The odds of a battle change with an army's cost to the power %s %s: the median of %ss against more of themselves. "+
		"The proposal is cost x exp(rating / power), a whole number, and at most twice or half the cost.", report.Unit{Decimals: 1}.Number(b.slope.Value), report.Unit{Decimals: 1}.Interval(b.slope.Low, b.slope.High), b.Unit)
	if len(b.corrections) > 0 {
		text += " Behind it are the costs with which was played again, and what came of them, all with new dice: the last of them is the proposal that was tried and corrected."
	}
	return report.Section{Title: "Proposed costs", Text: text, Parts: []report.Part{t}}
}

func (b *balanced) proposalRow(p proposal) []string {
	whole := report.Unit{}
	row := []string{
		b.Contenders[p.who].Name, strconv.Itoa(p.from), whole.Number(p.cost.Value), whole.Interval(p.cost.Low, p.cost.High),
		percent.Text(b.chance(p.who).Value),
	}
	for _, c := range b.corrections {
		row = append(row, strconv.Itoa(c.costs[p.who]), percent.Text(c.chance(p.who).Value))
	}
	return row
}

// mapSection is the win rates of all against all, the best first.
func (b *balanced) mapSection() report.Section {
	h := report.HeatMap{Title: "Wins of the row against the column", Unit: percent, Low: 0, Middle: 0.5, High: 1}
	ranking := b.ranking()
	for _, i := range ranking {
		h.Rows, h.Columns = append(h.Rows, b.Contenders[i].Name), append(h.Columns, b.Contenders[i].Name)
		var cells []float64
		for _, j := range ranking {
			cells = append(cells, b.share(i, j))
		}
		h.Cells = append(h.Cells, cells)
	}
	return report.Section{Title: "All against all", Text: "In the order of the ranking. A draw is half a win.", Parts: []report.Part{h}}
}
