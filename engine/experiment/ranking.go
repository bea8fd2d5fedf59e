package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"houserule/engine/sim"
)

// A Ranking lists the contenders that win too often for their cost.
type Ranking struct {
	N         int64        `json:"n"` // of each pair
	Seed      uint64       `json:"seed"`
	Players   []string     `json:"players"`
	Mods      []string     `json:"mods"`
	Until     *Until       `json:"until,omitempty"`
	Margin    Number       `json:"margin"`
	Misfit    Number       `json:"misfit"`
	Ranks     []Rank       `json:"ranking"` // the best first
	Pairs     []Pair       `json:"pairs"`
	Slope     *Estimate    `json:"slope,omitempty"`
	Proposals []Proposal   `json:"proposals"`
	Verified  []Correction `json:"verified,omitempty"`
	// Broken: the verification was interrupted.
	Broken bool `json:"verify_interrupted,omitempty"`

	Contest *Contest `json:"-"`
	Battles int64    `json:"-"` // that were played
	Apart   int64    `json:"-"` // by how much the first seeds of two pairs differ
	among   int      // contenders whose intervals could be wrong
	rated   *rated
}

// A Rank is what a contender's battles showed.
type Rank struct {
	Name    string   `json:"name"`
	Cost    int      `json:"cost"`
	Rating  Estimate `json:"rating"`
	Chance  Estimate `json:"chance"` // against the average opponent
	WinRate Number   `json:"win_rate"`
	Verdict int      `json:"verdict"` // 1: wins too often, -1: loses too often

	Contender int `json:"-"` // its number in the contest
}

// A Pair is the battles of two contenders.
type Pair struct {
	Names  [2]string `json:"names"`
	Armies [2]string `json:"armies"`
	Wins   [2]int64  `json:"wins"`
	Draws  int64     `json:"draws"`
}

// A Proposal is a cost at which a contender would be rated 0.
type Proposal struct {
	Name string   `json:"name"`
	From int      `json:"from"`
	Cost Estimate `json:"cost"`

	Contender int `json:"-"` // its number in the contest
}

// A Correction is a round of the verification.
type Correction struct {
	Changed int    `json:"changed"`
	Outside int    `json:"outside"`
	Misfit  Number `json:"misfit"`
	Ranks   []Rank `json:"ranking"`
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

// Rank rates the contenders of a plan by its results. Where the contest is to be
// verified it plays with the proposed costs, too, by the rules that price
// returns; a context that is done ends that.
func (p Plan) Rank(ctx context.Context, results []*sim.Result, price Pricer, o Options) (*Ranking, error) {
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
	proposed := s.proposals()
	r := &Ranking{
		N: 2 * p.Battles, Apart: p.Battles, Seed: p.Seed, Players: c.Players, Mods: []string{},
		Margin: Number(c.Margin), Misfit: Number(s.misfit()), Ranks: s.ranks(), Proposals: []Proposal{},
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
	for _, one := range proposed {
		r.Proposals = append(r.Proposals, Proposal{c.Contenders[one.who].Name, one.from, newEstimate(one.cost), one.who})
	}
	whole := true
	for _, result := range results {
		for i := range result.Arms {
			r.Battles += result.Arms[i].Battles
			whole = whole && result.Arms[i].Battles == planned
		}
	}
	switch {
	case c.Verify && !whole:
		r.Broken = true
	case c.Verify && len(proposed) > 0:
		corrections, err := s.verify(ctx, p, price, o)
		if err != nil {
			return nil, err
		}
		for _, one := range corrections {
			r.Verified = append(r.Verified, Correction{one.changed, len(one.outside()), Number(one.misfit()), one.ranks()})
		}
		r.Broken = ctx.Err() != nil
	}
	return r, nil
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

// Share returns the share of its battles that contender a won against b, a draw
// being half a win; NaN without battles.
func (r *Ranking) Share(a, b int) float64 { return r.rated.share(a, b) }

// Verdict says in words which contenders are outside the margin, and the effect of
// other costs.
func (r *Ranking) Verdict() []string {
	verdict := append([]string{r.summary()}, r.Until.verdict(r.Battles, "chances", r.among)...)
	if text := r.verifiedText(); text != "" {
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
	}{{1, "Too often wins"}, {-1, "Too often loses"}} {
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

// judged returns the names with a verdict, the furthest off first.
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

// verifiedText says what the proposals changed.
func (r *Ranking) verifiedText() string {
	var text string
	outside := r.outside()
	switch n := len(r.Verified); {
	case n > 0:
		last := r.Verified[n-1]
		counts := []string{strconv.Itoa(len(outside))}
		for _, c := range r.Verified {
			counts = append(counts, strconv.Itoa(c.Outside))
		}
		text = fmt.Sprintf("Played again with other costs, the number outside went from %s. Those who were outside at first were %s from 50 %% in the mean, and are %s with the last costs. "+
			"Beside what the ratings foretell the pairs lay %s in the mean, and lie %s.",
			strings.Join(counts, " to "), meanOff(outside, r.Ranks), meanOff(outside, last.Ranks),
			PointsText(float64(r.Misfit)), PointsText(float64(last.Misfit)))
	case r.Contest.Verify && !r.Broken && len(outside) > 0:
		text = "No costs are proposed, for these battles do not tell what cost is worth: play more."
	case r.Contest.Verify && !r.Broken:
		text = "There is nothing to verify."
	}
	if r.Broken {
		text = strings.TrimSpace(text + " The verification was interrupted.")
	}
	return text
}

// PointsText returns a difference of chances in words.
func PointsText(d float64) string { return Counted(int64(math.Round(100*d)), "point") }

// meanOff returns how far from 50 % the chances of contenders are in a ranking, in
// the mean.
func meanOff(of, in []Rank) string {
	sum := 0.0
	for _, one := range of {
		sum += math.Abs(float64(RankOf(in, one.Contender).Chance.Value) - 0.5)
	}
	return PointsText(sum / float64(len(of)))
}
