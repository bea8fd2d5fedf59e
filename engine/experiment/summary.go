package experiment

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"houserule/engine/sim"
)

// A Summary is how a battle ends if it is played many times.
type Summary struct {
	N        int64               `json:"n"`
	Seed     uint64              `json:"seed"`
	Scenario string              `json:"scenario,omitempty"`
	Players  []string            `json:"players"`
	Armies   map[string]string   `json:"armies"`
	Walls    string              `json:"walls,omitempty"` // the walls of the battle
	Mods     []string            `json:"mods"`
	Until    *Until              `json:"until,omitempty"`
	Wins     map[string]int64    `json:"wins"`
	Draws    int64               `json:"draws"`
	Rates    map[string]Estimate `json:"rates"`
	Rounds   Rounds              `json:"rounds"`
	Tallies  []Tally             `json:"tables"`

	Shares  []Share `json:"-"` // wins, draws and rates in the order of the seats
	Course  Course  `json:"-"` // by ending in the order of Shares
	Lengths []Bin   `json:"-"` // all rounds from the shortest battle on; the longest battles share one bin
	Span    string  `json:"-"` // the unit of lengths
}

// A Share is how often battles ended in one way.
type Share struct {
	Ending
	Battles int64
	Rate    Estimate
}

// A Bin is how often battles had a length.
type Bin struct {
	Name string
	Rate Estimate
}

// Rounds are the lengths of battles: the mean with its interval, and each length.
type Rounds struct {
	Mean      Number   `json:"mean"`
	Low       Number   `json:"low"`
	High      Number   `json:"high"`
	Histogram []Length `json:"histogram"`
}

// Estimate returns the mean length.
func (r Rounds) Estimate() Estimate { return Estimate{r.Mean, r.Low, r.High} }

// A Length is the number of battles of a length, the number of them that each side won, and
// the sums of what the sides had left.
type Length struct {
	Rounds  int              `json:"rounds"`
	Battles int64            `json:"battles"`
	Wins    map[string]int64 `json:"wins"`
	Left    map[string]int64 `json:"left"`
}

// A Tally is a game's own counts, in sums over a number of battles.
type Tally struct {
	Name    string             `json:"name"`
	Battles int64              `json:"battles"`
	Columns []string           `json:"columns"`
	Rows    map[string][]int64 `json:"rows"`
}

// Summarize returns the summary of a plan's first arm.
func Summarize(p Plan, results []*sim.Result) *Summary {
	r := results[0]
	c, arm := &r.Arms[0], p.Trials[0].Arms[0]
	h, mean := arm.Header(), p.mean(c)
	s := &Summary{
		N: c.Battles, Seed: p.Seed, Scenario: p.Scenario(), Players: p.Players(),
		Armies: map[string]string{}, Walls: h.Get("walls"), Mods: arm.Mods(),
		Until: p.until(r), Wins: map[string]int64{}, Draws: c.Draws, Rates: map[string]Estimate{},
		Rounds: Rounds{mean.Value, mean.Low, mean.High, p.histogram(c)}, Tallies: []Tally{},
		Course: p.course(c, Endings(h.Seats)), Lengths: p.bins(c), Span: p.Span(),
	}
	for side, name := range h.Seats {
		s.Armies[name], s.Wins[name] = h.Get(name), c.Wins[side]
	}
	for _, e := range Endings(h.Seats) {
		n := e.in(c)
		share := Share{e, n, p.share(n, c.Battles)}
		s.Shares, s.Rates[e.Name] = append(s.Shares, share), share.Rate
	}
	for _, t := range c.Tables {
		s.Tallies = append(s.Tallies, Tally{t.Name, c.Battles, t.Columns, t.Rows})
	}
	return s
}

// Verdict returns sentences on the winner and, for a run that may stop at any moment, on
// how it ended.
func (s *Summary) Verdict() []string {
	if s.N == 0 {
		return nil
	}
	sides := slices.DeleteFunc(slices.Clone(s.Shares), func(e Share) bool { return e.Name == "draw" })
	slices.SortStableFunc(sides, func(a, b Share) int { return cmp.Compare(b.Battles, a.Battles) })
	best := sides[0].Rate
	who := fmt.Sprintf("The %s wins most often: %s of the battles.", sides[0].Name, best.In(Fine(best.Half())))
	if len(sides) > 1 && sides[1].Rate.High >= best.Low {
		who = "Which side wins most often is open."
	}
	return append([]string{who}, s.Until.verdict(s.N, "wins", 1)...)
}

// bins returns the shares of the lengths of battles, from the shortest on. Lengths of fewer
// than one battle in a thousand, and lengths above 30, share the last bin.
func (p Plan) bins(c *sim.Count) (all []Bin) {
	longest, later := usualLength(c), int64(0)
	add := func(name string, n int64) { all = append(all, Bin{name, p.share(n, c.Battles)}) }
	for rounds, n := range c.Rounds {
		switch {
		case rounds > longest:
			later += n
		case n > 0 || len(all) > 0:
			add(strconv.Itoa(rounds), n)
		}
	}
	if later > 0 {
		add(fmt.Sprintf("%d and more", longest+1), later)
	}
	return all
}

// usualLength returns the greatest length that at least one battle in a thousand has, at
// most 30.
func usualLength(c *sim.Count) int {
	for rounds := min(30, len(c.Rounds)-1); rounds > 0; rounds-- {
		if n := c.Rounds[rounds]; n > 0 && n >= c.Battles/1000 {
			return rounds
		}
	}
	return 0
}
