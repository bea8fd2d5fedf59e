package experiment

import (
	"encoding/json"
	"fmt"
	"math"

	"houserule/engine"
	"houserule/engine/sim"
)

// Limits of the armies in a contest.
const (
	// MaxCostGap is the maximum part by which one of two armies may cost more than the
	// other.
	MaxCostGap = 0.02
	// MinArmyCost is the minimum cost of either army, so that no single die decides: 5
	// cards of an expensive unit, 40 of a cheap one.
	MinArmyCost = 400
	// mirrorGap is the approximate part by which one of two armies of one unit costs more,
	// in the battles that measure the value of cost.
	mirrorGap = 0.2
)

// EvenCounts returns the numbers of cards of two units, given their costs, whose armies
// cost the same within MaxCostGap: the cheapest such armies from MinArmyCost on. One budget
// for all units would avoid counts for pairs, but costs from 10 to 88 first meet within 1 %
// at 3,015, which is 300 cards of the cheapest unit: such battles are longer, and less
// subject to luck, than any that people play.
func EvenCounts(a, b int) (n, m int) {
	for n = (MinArmyCost + a - 1) / a; ; n++ {
		cost := float64(n * a)
		// The fewest cards of b whose cost is allowed.
		m = int(math.Ceil(max(cost/(1+MaxCostGap), MinArmyCost) / float64(b)))
		if float64(m*b) <= cost*(1+MaxCostGap) {
			return n, m
		}
	}
}

// MirrorCounts returns the numbers of cards of one unit, given its cost, for two armies;
// the second costs about mirrorGap more.
func MirrorCounts(cost int) (n, m int) {
	n = (MinArmyCost + cost - 1) / cost
	return n, n + max(1, int(math.Round(mirrorGap*float64(n))))
}

// A Contest is the contenders of a ranking. It is the Detail of a ranking's plan.
type Contest struct {
	Contenders []Contender `json:"contenders"`
	Unit       string      `json:"unit,omitempty"` // kind of contender; "": whole armies
	Players    []string    `json:"players"`        // by seat
	Margin     float64     `json:"margin"`
	Repair     bool        `json:"repair,omitempty"`
}

// A Contender is a unit or an army.
type Contender struct {
	Name string `json:"name"` // the id, if it is a unit
	Cost int    `json:"cost"` // of one card, or of the whole army
	Army string `json:"army,omitempty"`
}

// Bouts make the trials of a contest. They know the game.
type Bouts interface {
	// Bout returns the trial of a pair, with both seatings.
	Bout(pair [2]int) (TrialPlan, error)
	// Mirror returns the trial of a unit against more of itself, the larger
	// army first.
	Mirror(contender int) (TrialPlan, error)
}

// Plan returns the trials: n battles of every pair, and n of every unit against itself, to
// measure the value of cost. Each trial has its own seeds. With the same seeds for all, a
// unit's luck would be the same against every opponent, and the intervals of the ratings,
// which count every battle as independent, would be too narrow by half.
func (c *Contest) Plan(n int64, seed uint64, bouts Bouts) (Plan, error) {
	detail, err := json.Marshal(c)
	p := Plan{Kind: KindRanking, Battles: n / 2, Seed: seed, Apart: true, Plain: true, Detail: detail}
	if err != nil {
		return p, err
	}
	for _, pair := range c.Pairs() {
		t, err := bouts.Bout(pair)
		if err != nil {
			return p, err
		}
		p.Trials = append(p.Trials, t)
	}
	if c.Unit == "" {
		return p, nil
	}
	for i := range c.Contenders {
		t, err := bouts.Mirror(i)
		if err != nil {
			return p, err
		}
		p.Trials = append(p.Trials, t)
	}
	return p, nil
}

// Pairs returns all pairs of contenders, by index.
func (c *Contest) Pairs() (pairs [][2]int) {
	for a := range c.Contenders {
		for b := a + 1; b < len(c.Contenders); b++ {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
}

// Crowd returns the number and kind of the contenders in words. There are at least two.
func (c *Contest) Crowd() string {
	if c.Unit == "" {
		return fmt.Sprintf("%d armies", len(c.Contenders))
	}
	return fmt.Sprintf("%d %ss", len(c.Contenders), c.Unit)
}

// Within returns the margin in words: "30 to 70 %".
func (c *Contest) Within() string {
	low, high := Number(100*(0.5-c.Margin)), Number(100*(0.5+c.Margin))
	return fmt.Sprintf("%s to %s %%", low, high)
}

// GamesOf returns the battles of a trial as games. Its first and second army are those of
// players a and b.
func GamesOf(r *sim.Result, a, b int) sim.Games {
	g := sim.Games{A: a, B: b, Twins: r.Pairs[0].Twins()}
	for i := range r.Arms {
		first := engine.Side(i) // the seat of the first army: it attacks in the first arm, and defends in the other
		g.Wins[0] += r.Arms[i].Wins[first]
		g.Wins[1] += r.Arms[i].Wins[1-first]
		g.Draws += r.Arms[i].Draws
	}
	return g
}
