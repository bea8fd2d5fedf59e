package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"houserule/engine/sim"
)

// A Ranking lists the contenders that win too often for their cost.
type Ranking struct {
	N         int64     `json:"n"` // battles of each pair
	Seed      uint64    `json:"seed"`
	Players   []string  `json:"players"`
	Mods      []string  `json:"mods"`
	Until     *Until    `json:"until,omitempty"`
	Margin    Number    `json:"margin"`
	Misfit    Number    `json:"misfit"`
	Ranks     []Rank    `json:"ranking"` // the best first
	Pairs     []Pair    `json:"pairs"`
	Slope     *Estimate `json:"slope,omitempty"`
	Proposals []Price   `json:"proposals"`
	Repair    *Repair   `json:"repair,omitempty"`
	// Broken reports whether the repair was interrupted.
	Broken bool `json:"repair_interrupted,omitempty"`

	Contest *Contest `json:"-"`
	Battles int64    `json:"-"` // number of battles played
	Apart   int64    `json:"-"` // difference between the first seeds of two pairs
	among   int      // number of contenders whose intervals could be wrong
	rated   *rated
}

// A Rank is the result of a contender.
type Rank struct {
	Name    string   `json:"name"`
	Cost    int      `json:"cost"`
	Rating  Estimate `json:"rating"`
	Chance  Estimate `json:"chance"` // against the average opponent
	WinRate Number   `json:"win_rate"`
	Verdict int      `json:"verdict"` // 1: wins too often, -1: loses too often

	Contender int `json:"-"` // its index in the contest
}

// A Pair is the battles of two contenders.
type Pair struct {
	Names  [2]string `json:"names"`
	Armies [2]string `json:"armies"`
	Wins   [2]int64  `json:"wins"`
	Draws  int64     `json:"draws"`
}

// A Repair is a set of costs at which each contender is worth its price, and the ranking
// with them.
type Repair struct {
	Rounds  int     `json:"rounds"`
	Changed int     `json:"changed"` // number of costs
	Outside int     `json:"outside"`
	Misfit  Number  `json:"misfit"`
	Prices  []Price `json:"prices"`
	Ranks   []Rank  `json:"ranking"`
}

// A Price is the cost of a contender, and the cost at which it would have the rating 0.
type Price struct {
	Name string   `json:"name"`
	From int      `json:"from"`
	Cost Estimate `json:"cost"`

	Contender int `json:"-"` // its index in the contest
}

// RankOf returns the rank of a contender in a list.
func RankOf(ranks []Rank, contender int) Rank {
	return ranks[slices.IndexFunc(ranks, func(r Rank) bool { return r.Contender == contender })]
}

// contest returns the contest of a ranking.
func (p Plan) contest() (*Contest, error) {
	c := new(Contest)
	if err := json.Unmarshal(p.Detail, c); err != nil {
		return nil, err
	}
	c.Players = p.Players()
	return c, nil
}

// Rank rates the contenders of a plan by its results. If the contest's costs are to be
// repaired, it also plays with other costs, by the rules that pricer returns, until ctx is
// done.
func (p Plan) Rank(ctx context.Context, results []*sim.Result, pricer Pricer, o Options) (*Ranking, error) {
	c, err := p.contest()
	if err != nil {
		return nil, err
	}
	if n := len(c.Pairs()); len(results) < n || len(results) > n+len(c.Contenders) {
		return nil, errors.New("the plan has not the trials of its contest")
	}
	s, err := p.newRated(c, results)
	if err != nil {
		return nil, err
	}
	r := &Ranking{
		N: 2 * p.Battles, Apart: p.Battles, Seed: p.Seed, Players: c.Players, Mods: []string{},
		Margin: Number(c.Margin), Misfit: Number(s.misfit()), Ranks: s.ranks(), Proposals: s.proposals(),
		Contest: c, rated: s,
	}
	planned := p.Battles
	if p.Until != nil {
		planned, r.N, r.among = s.battles, 2*s.battles, p.contenders(c)
		r.Until = &Until{HalfWidth: p.Until.HalfWidth, Reached: s.widest() <= p.Until.HalfWidth}
	}
	for _, list := range p.ModLists() {
		r.Mods = append(r.Mods, SplitMods(list)...)
	}
	for i, g := range s.games {
		h := p.Trials[i].Arms[0].Header()
		r.Pairs = append(r.Pairs, Pair{
			[2]string{c.Contenders[g.A].Name, c.Contenders[g.B].Name}, [2]string{h.Get(h.Seats[0]), h.Get(h.Seats[1])}, g.Wins, g.Draws,
		})
	}
	if c.Unit != "" {
		slope := newEstimate(s.slope)
		r.Slope = &slope
	}
	whole := true
	for _, result := range results {
		for i := range result.Arms {
			r.Battles += result.Arms[i].Battles
			whole = whole && result.Arms[i].Battles == planned
		}
	}
	switch {
	case c.Repair && !whole:
		r.Broken = true
	case c.Repair && s.priced():
		fixed, err := p.repair(ctx, s, results, pricer, o)
		if r.Broken = fixed == nil; r.Broken {
			return r, err
		}
		r.Repair = s.newRepair(fixed)
	}
	return r, nil
}

// repair repairs the costs of a ranking. After a run that may stop at any moment, it tries
// the costs in the same number of battles, with dice that the run could not have used, and
// with the intervals of a fixed number of battles.
func (p Plan) repair(ctx context.Context, s *rated, results []*sim.Result, pricer Pricer, o Options) (*repaired, error) {
	if p.Until == nil {
		return s.repair(ctx, p, pricer, o)
	}
	once, err := newRated(s.Contest, results)
	if err != nil {
		return nil, err
	}
	p.Seed += uint64(len(p.Trials)) * uint64(p.Battles)
	p.Until, p.Battles = nil, s.battles
	return once.repair(ctx, p, pricer, o)
}

// newRepair returns the repair with the present state of the contenders.
func (s *rated) newRepair(after *repaired) *Repair {
	r := &Repair{Rounds: after.rounds, Outside: len(after.outside()), Misfit: Number(after.misfit()), Ranks: after.ranks()}
	for _, i := range s.order() {
		r.Prices = append(r.Prices, s.price(i, after.prices[i]))
		if after.costs[i] != s.costs[i] {
			r.Changed++
		}
	}
	return r
}

// ranks returns the ranks of all contenders, the best first.
func (s *rated) ranks() []Rank {
	all := []Rank{}
	for _, i := range s.order() {
		all = append(all, Rank{
			s.Contenders[i].Name, s.costs[i], newEstimate(s.ratings[i]), newEstimate(s.chance(i)), Number(s.meanShare(i)), s.verdict(i), i,
		})
	}
	return all
}

// Share returns the share of its battles that contender a won against b, where a draw is
// half a win, or NaN without battles.
func (r *Ranking) Share(a, b int) float64 { return r.rated.share(a, b) }

// Verdict returns sentences on the contenders outside the margin, and on the effect of
// other costs.
func (r *Ranking) Verdict() []string {
	verdict := append([]string{r.summary()}, r.Until.verdict(r.Battles, "chances", r.among)...)
	if text := r.repairText(); text != "" {
		verdict = append(verdict, text)
	}
	return verdict
}

func (r *Ranking) summary() string {
	all := len(r.Contest.Contenders)
	text := fmt.Sprintf("Against the average opponent %d of %s win %s of their battles, as far as 95 %% intervals tell.", all-len(r.outside()), r.Contest.Crowd(), r.Contest.Within())
	for _, v := range []struct {
		verdict int
		what    string
	}{{1, "Wins too often"}, {-1, "Loses too often"}} {
		if names := r.judged(v.verdict); len(names) > 0 {
			text += fmt.Sprintf(" %s: %s.", v.what, strings.Join(names, ", "))
		}
	}
	return text
}

// outside returns the ranks outside the margin, the best first.
func (r *Ranking) outside() []Rank {
	return slices.DeleteFunc(slices.Clone(r.Ranks), func(one Rank) bool { return one.Verdict == 0 })
}

// judged returns the names of the contenders with a verdict, the furthest from 50 % first.
func (r *Ranking) judged(verdict int) (names []string) {
	for _, one := range r.outside() {
		if one.Verdict == verdict {
			names = append(names, one.Name)
		}
	}
	if verdict < 0 {
		slices.Reverse(names)
	}
	return names
}

// repairText returns a sentence on the effect of other costs.
func (r *Ranking) repairText() string {
	switch {
	case r.Broken:
		return "The repair was interrupted."
	case r.Repair == nil && r.Contest.Repair:
		return "No costs are repaired, for these battles do not tell what cost is worth: play more."
	case r.Repair == nil:
		return ""
	}
	after := r.Repair
	return fmt.Sprintf("Repaired in %s: %d of %s have a new cost. All pairs were played again with the new costs and other dice: %d of %s win outside %s of their battles. "+
		"On average the chances are %s from 50 %% (before: %s), and the ratings predict the win rate of a pair to within %s (before: %s).",
		Counted(int64(after.Rounds), "round"), after.Changed, r.Contest.Crowd(), after.Outside, r.Contest.Crowd(), r.Contest.Within(),
		meanOff(after.Ranks), meanOff(r.Ranks), PointsText(float64(after.Misfit)), PointsText(float64(r.Misfit)))
}

// PointsText returns a difference of chances in words.
func PointsText(d float64) string { return Counted(int64(math.Round(100*d)), "point") }

// meanOff returns the mean distance of the contenders' chances from 50 %.
func meanOff(ranks []Rank) string {
	sum := 0.0
	for _, one := range ranks {
		sum += math.Abs(float64(one.Chance.Value) - 0.5)
	}
	return PointsText(sum / float64(len(ranks)))
}
