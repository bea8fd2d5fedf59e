package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"sync/atomic"
	"testing"

	"houserule/engine"
	"houserule/engine/sim"
)

// A coin is a battle that the first side wins with a chance.
type coin struct {
	engine.Battle
	chance float64
	dice   *engine.Dice
	winner engine.Side
}

func (c *coin) Over() bool            { return true }
func (c *coin) Winner() engine.Side   { return c.winner }
func (c *coin) Round() int            { return 1 }
func (c *coin) Seats() int            { return 2 }
func (c *coin) Value(engine.Side) int { return 0 }

// play tosses the coin, by a die of a million.
func (c *coin) play(*atomic.Bool) {
	c.winner = 1
	if float64(c.dice.Roll(1_000_000)) <= c.chance*1e6 {
		c.winner = 0
	}
}

// coins are rules under which an arm says the chance of its first side.
func coins(a ArmPlan) (func() (*sim.Match, error), error) {
	chance, err := strconv.ParseFloat(a.Header().Get("chance"), 64)
	return func() (*sim.Match, error) {
		c := &coin{chance: chance, dice: engine.NewDice(0)}
		return &sim.Match{Battle: c, Table: engine.NewTable(c.dice), Reseed: c.dice.Reseed, Play: c.play}, nil
	}, err
}

// A market is units with a worth and a cost. The odds of armies are the ratio of what they
// are worth to the power of 12.
type market struct {
	worth []float64
	costs []int
}

func (m market) trial(a, b int, n, k int) TrialPlan {
	odds := 12 * math.Log(float64(n)*m.worth[a]/(float64(k)*m.worth[b]))
	arm := func(odds float64) ArmPlan {
		return ArmPlan{Battle: []engine.Field{{Key: "chance", Value: fmt.Sprint(sim.Chance(odds))}}, Seats: []string{"attacker", "defender"}}
	}
	return TrialPlan{Arms: []ArmPlan{arm(odds), arm(-odds)}}
}

func (m market) Bout(pair [2]int) (TrialPlan, error) {
	n, k := EvenCounts(m.costs[pair[0]], m.costs[pair[1]])
	return m.trial(pair[0], pair[1], n, k), nil
}

func (m market) Mirror(contender int) (TrialPlan, error) {
	n, k := MirrorCounts(m.costs[contender])
	return m.trial(contender, contender, k, n), nil
}

// Twenty units that cost up to half as much again as they are worth, or as much less, come
// back: of ten such markets 95 of 100 intervals hold what a unit is worth.
func TestRepairFindsWhatUnitsAreWorth(t *testing.T) {
	const units, markets = 20, 10
	held, off := 0, 0.0
	for seed := range uint64(markets) {
		m := market{}
		c := &Contest{Unit: "creature", Margin: 0.2, Repair: true}
		for i := range units {
			worth := 10 + 4*i
			factor := math.Exp(0.4 * (2*float64((i*7+int(seed)*3)%units)/(units-1) - 1)) // whose product is 1
			m.worth = append(m.worth, float64(worth))
			m.costs = append(m.costs, int(math.Round(float64(worth)*factor)))
			c.Contenders = append(c.Contenders, Contender{Name: fmt.Sprintf("c%d", i), Cost: m.costs[i]})
		}
		p, err := c.Plan(200, 1+seed*1e9, m)
		if err != nil {
			t.Fatal(err)
		}
		results, err := p.Run(context.Background(), RulesFunc(coins), Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Rank(context.Background(), results, func(_ *Contest, costs []int) (Rules, Bouts, error) {
			m.costs = costs
			return RulesFunc(coins), m, nil
		}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, price := range r.Repair.Prices {
			worth := m.worth[price.Contender]
			if float64(price.Cost.Low) <= worth && worth <= float64(price.Cost.High) {
				held++
			}
			off += math.Abs(float64(price.Cost.Value)/worth-1) / units / markets
		}
		if r.Repair.Outside > 0 {
			t.Errorf("market %d: %d units are outside after %d rounds", seed, r.Repair.Outside, r.Repair.Rounds)
		}
	}
	t.Logf("%d of %d intervals hold the worth; the costs are %.2f %% off in the mean", held, units*markets, 100*off)
	if held < units*markets*95/100 || off > 0.01 {
		t.Errorf("want 95 of 100, and at most 1 %%")
	}
}

// A repair that fails leaves the ranking as it was found, marked as broken.
func TestRepairFails(t *testing.T) {
	m := market{worth: []float64{10, 20, 30}, costs: []int{15, 20, 20}}
	c := &Contest{Unit: "creature", Margin: 0.2, Repair: true}
	for i, cost := range m.costs {
		c.Contenders = append(c.Contenders, Contender{Name: fmt.Sprintf("c%d", i), Cost: cost})
	}
	p, err := c.Plan(200, 1, m)
	if err != nil {
		t.Fatal(err)
	}
	results, err := p.Run(context.Background(), RulesFunc(coins), Options{})
	if err != nil {
		t.Fatal(err)
	}
	broke := errors.New("it broke")
	r, err := p.Rank(context.Background(), results, func(*Contest, []int) (Rules, Bouts, error) { return nil, nil, broke }, Options{})
	if !errors.Is(err, broke) || r == nil || !r.Broken || r.Repair != nil || len(r.Ranks) != 3 {
		t.Errorf("%v, %+v", err, r)
	}
}
