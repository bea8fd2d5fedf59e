// Package forecast tells exact odds of the dice of kings (K2): the hits of a
// counter, and those of a side in a step. It rolls in a battle of its own, never
// in the one that it is asked about:
//
//	hits, err := forecast.New(b).Hits(b.Counter(0))
//	fmt.Println(hits.Chance(2), odds.Mean(hits))
package forecast

import (
	"errors"
	"fmt"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// A Forecast tells the odds of one battle, as it stands whenever it is asked.
// What scripts ask in the middle of a roll greedy players answer.
type Forecast struct {
	battle  *kings.Position
	scratch *kings.Battle // where counters roll
	walk    *odds.Walk
	table   *engine.Table          // where scripts are asked what a counter would roll
	long    map[*kings.Thing]error // whose dice fall in too many ways: they are not rolled again
}

// New returns a forecast of a battle.
func New(b *kings.Position) *Forecast {
	f := &Forecast{battle: b, long: map[*kings.Thing]error{}}
	f.begin()
	return f
}

// begin takes a scratch battle and tables that know of no error.
func (f *Forecast) begin() {
	seats := make([]engine.Oracle, f.battle.Seats())
	for i := range seats {
		seats[i] = players.Greedy{}
	}
	f.scratch = f.battle.Fresh().(*kings.Battle)
	f.walk, f.table = odds.NewWalk(seats...), engine.NewTable(engine.NewDice(1), seats...)
	f.table.Explain(true)
}

// Prospect returns what a counter that stands in the hex rolls in its step, with
// the terms of its value. The error is that of a script, which the prospect is
// without then.
func (f *Forecast) Prospect(c *kings.Counter) (kings.Prospect, error) {
	f.scratch.Sit(f.table)
	p, err := f.scratch.Preview(f.battle, c), f.table.Err()
	if err != nil {
		f.begin()
	}
	return p, err
}

// Hits returns how many hits a counter scores with all its dice in the step in
// which it fights (K2.1). The error is that of a script, or [ErrManyWays].
func (f *Forecast) Hits(c *kings.Counter) (odds.Distribution[int], error) {
	if f.battle.RollsTouched() {
		return f.walked(c)
	}
	p, err := f.Prospect(c)
	value := p.Value.Total()
	one := odds.Die(f.battle.Game().Rules.Die).Count(func(die int) bool { return die <= value })
	hits := odds.Certain(0)
	for range p.Dice {
		hits = odds.Sum(hits, one)
	}
	return hits, err
}

// mostWays is in how many ways a counter's dice are rolled at most: a script can
// have 20 of them show what it likes.
const mostWays = 1 << 12

// mostSteps is how many steps scripts may take for them.
const mostSteps = 300_000

// ErrManyWays is the error of a counter whose dice are too many to be rolled in
// every way, as they have to be where scripts change them.
var ErrManyWays = fmt.Errorf("its dice can fall in more than %d ways: too many to roll them all", mostWays)

// walked returns the hits of a counter whose dice are rolled in every way.
func (f *Forecast) walked(c *kings.Counter) (odds.Distribution[int], error) {
	if err := f.long[c.Thing()]; err != nil {
		return odds.Distribution[int]{}, err
	}
	hits := 0
	f.scratch.Sit(f.walk.Table)
	f.walk.Ways, f.walk.Scripts = mostWays, &engine.Allowance{Left: mostSteps}
	all, err := odds.Distribute(f.walk, func() { hits = f.scratch.Rehearse(f.battle, c) }, func() int { return max(hits, 0) })
	if large := new(odds.TooLarge); errors.As(err, &large) {
		if large.Script == nil {
			err = ErrManyWays
		}
		f.long[c.Thing()] = err
	}
	return all, err
}

// Expected returns how many hits a counter scores on average.
func (f *Forecast) Expected(c *kings.Counter) (float64, error) {
	hits, err := f.Hits(c)
	mean, _ := odds.Mean(hits).Float64()
	return mean, err
}

// MaxDice is how many dice [Forecast.SideHits] counts together at most.
const MaxDice = 200

// SideHits returns how many hits a side scores in a step when all of it that
// stands in the hex rolls, and with how many dice. With more than [MaxDice] of
// them the hits are not counted.
func (f *Forecast) SideHits(side engine.Side, step kings.CombatStep) (hits odds.Distribution[int], dice int, err error) {
	hits = odds.Certain(0)
	for c := range f.battle.Of(side) {
		if !c.Stands() {
			continue
		}
		p, err := f.Prospect(c)
		if err != nil {
			return hits, 0, err
		}
		if p.Step != step {
			continue
		}
		if dice += p.Dice; dice > MaxDice {
			continue
		}
		one, err := f.Hits(c)
		if err != nil {
			return hits, 0, err
		}
		hits = odds.Sum(hits, one)
	}
	return hits, dice, nil
}
