package kingsview

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// aside is a battle beside the one that is shown, in which counters roll once
// for every way in which their dice can fall. What is asked in the middle of
// that is answered as greedy would.
type aside struct {
	*kings.Battle
	walk *odds.Walk
	// table is where scripts are asked what a counter would roll: they may roll
	// or choose, or fail, and the battle that is shown is not to know of it.
	table *engine.Table
}

func (v *View) tried() *aside {
	if v.aside == nil {
		seats := make([]engine.Oracle, v.battle.Seats())
		for i := range seats {
			seats[i] = players.Greedy{}
		}
		v.aside = &aside{v.battle.Fresh().(*kings.Battle), odds.NewWalk(seats...), engine.NewTable(engine.NewDice(1), seats...)}
		v.aside.table.Explain(true)
	}
	return v.aside
}

// preview is what a counter rolls in its step, as things stand. Its error is that
// of a script, which the prospect is without then.
func (v *View) preview(c *kings.Counter) (kings.Prospect, error) {
	if !v.battle.RollsTouched() {
		return v.battle.Preview(c), nil
	}
	a := v.tried()
	a.Sit(a.table)
	a.CopyFrom(v.battle)
	p, err := a.Preview(a.Counter(c.ID())), a.table.Err()
	if err != nil {
		v.aside = nil
	}
	return p, err
}

// chances are those of so many hits: chances[2] is that of two.
type chances []*big.Rat

// share is so many faces of the die.
func (v *View) share(faces int) *big.Rat {
	die := v.battle.Game().Rules.Die
	return big.NewRat(int64(min(max(faces, 0), die)), int64(die))
}

// chancesOf are those of a counter's dice in the step in which it fights.
// Where no script has a say in them they are binomial; a test compares the two.
func (v *View) chancesOf(c *kings.Counter) (chances, error) {
	if v.battle.RollsTouched() {
		return v.walked(c)
	}
	p, _ := v.preview(c) // no script has a say
	hit := v.share(p.Value.Total())
	one := chances{new(big.Rat).Sub(big.NewRat(1, 1), hit), hit}
	all := chances{big.NewRat(1, 1)}
	for range p.Dice {
		all = all.and(one)
	}
	return all, nil
}

// mostWays is in how many ways a counter's dice are rolled at most: a script can
// have 20 of them show what it likes.
const mostWays = 1 << 12

var errManyWays = fmt.Errorf("its dice can fall in more than %d ways: too many to roll them all", mostWays)

// walked are the chances of a counter's dice, rolled in every way.
func (v *View) walked(c *kings.Counter) (all chances, err error) {
	if v.long[c.Thing()] {
		return nil, errManyWays
	}
	a, n := v.tried(), 0
	a.Sit(a.walk.Table)
	a.walk.Ways = mostWays
	err = a.walk.Each(func() { n = a.Rehearse(v.battle, c) }, func(odds.Number) error {
		for n >= len(all) {
			all = append(all, new(big.Rat))
		}
		all[max(n, 0)].Add(all[max(n, 0)], a.walk.Rat())
		return nil
	})
	if large := new(odds.TooLarge); errors.As(err, &large) {
		err = errManyWays
		if v.long == nil {
			v.long = map[*kings.Thing]bool{}
		}
		v.long[c.Thing()] = true
	}
	return all, err
}

// and are the chances of both together, which know nothing of each other.
func (c chances) and(other chances) chances {
	sum := make(chances, len(c)+len(other)-1)
	for i := range sum {
		sum[i] = new(big.Rat)
	}
	product := new(big.Rat)
	for i, p := range c {
		for j, q := range other {
			sum[i+j].Add(sum[i+j], product.Mul(p, q))
		}
	}
	return sum
}

// mean is how many hits it is on average.
func (c chances) mean() float64 {
	sum := new(big.Rat)
	for n, p := range c {
		sum.Add(sum, new(big.Rat).Mul(big.NewRat(int64(n), 1), p))
	}
	mean, _ := sum.Float64()
	return mean
}

// String lists the chances: "no hits 25 %; 1 hit 50 %; 2 hits 25 %". What is
// least likely at either end stands together.
func (c chances) String() string {
	rare := big.NewRat(1, 1000)
	first, last := 0, len(c)-1
	low, high := new(big.Rat), new(big.Rat)
	for ; first < last && new(big.Rat).Add(low, c[first]).Cmp(rare) < 0; first++ {
		low.Add(low, c[first])
	}
	for ; last > first && new(big.Rat).Add(high, c[last]).Cmp(rare) < 0; last-- {
		high.Add(high, c[last])
	}
	var words []string
	if low.Sign() > 0 {
		words = append(words, fmt.Sprintf("fewer than %d %s", first, view.Chance(low)))
	}
	for n := first; n <= last; n++ {
		if c[n].Sign() > 0 {
			words = append(words, screen.CountOrNo(n, "hit")+" "+view.Chance(c[n]))
		}
	}
	if high.Sign() > 0 {
		words = append(words, fmt.Sprintf("more than %d %s", last, view.Chance(high)))
	}
	return strings.Join(words, "; ")
}

// expected is how many hits a counter scores in a round on average, in two
// digits.
func (v *View) expected(c *kings.Counter) (float64, error) {
	if v.battle.RollsTouched() {
		all, err := v.chancesOf(c)
		return all.mean(), err
	}
	p, _ := v.preview(c)
	hit, _ := v.share(p.Value.Total()).Float64()
	return float64(p.Dice) * hit, nil
}
