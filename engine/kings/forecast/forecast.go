// Package forecast computes exact odds for the dice of kings (K2): the hits of a counter,
// and the hits of a side in a step. It rolls in a battle of its own and never changes the
// battle in question:
//
//	hits, err := forecast.New(b).Hits(b.Counter(0))
//	fmt.Println(hits.Chance(2), odds.Mean(hits))
package forecast

import (
	"errors"
	"fmt"

	"houserule/engine"
	"houserule/engine/explore"
	"houserule/engine/kings"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// A Forecast computes odds for one battle, in its state at each call. Greedy players answer
// the questions of scripts in the middle of a roll.
type Forecast struct {
	battle  *kings.Position
	scratch *kings.Battle // the battle in which counters roll
	walk    *odds.Walk
	table   *engine.Table          // the table for questions of scripts about a roll
	long    map[*kings.Thing]error // things whose dice fall in too many ways: the forecast does not try them again
}

// New returns a forecast of a battle.
func New(b *kings.Position) *Forecast {
	f := &Forecast{battle: b, long: map[*kings.Thing]error{}}
	f.begin()
	return f
}

// begin clears the errors of the scratch battle and the tables.
func (f *Forecast) begin() {
	seats := make([]engine.Oracle, f.battle.Seats())
	for i := range seats {
		seats[i] = players.Greedy{}
	}
	f.scratch = f.battle.Fresh().(*kings.Battle)
	f.walk, f.table = odds.NewWalk(seats...), engine.NewTable(engine.NewDice(1), seats...)
	f.table.Explain(true)
}

// Prospect returns the roll that a counter in the hex would make in its step, with the
// terms of its value. The error is a script's; the prospect then lacks what the script
// would change.
func (f *Forecast) Prospect(c *kings.Counter) (kings.Prospect, error) {
	f.scratch.Sit(f.table)
	p, err := f.scratch.Preview(f.battle, c), f.table.Err()
	if err != nil {
		f.begin()
	}
	return p, err
}

// Hits returns the distribution of the hits that a counter scores with all its dice in the
// step in which it fights (K2.1). The error is a script's, or [ErrManyWays].
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

// mostWays is the maximum number of ways in which the dice of a counter may fall: scripts
// can make 20 of them show anything.
const mostWays = 1 << 12

// mostSteps is the maximum number of script steps for one counter's dice.
const mostSteps = 300_000

// ErrManyWays is the error of a counter with too many dice to enumerate all results, as the
// forecast must if scripts change dice.
var ErrManyWays = fmt.Errorf("its dice can fall in more than %d ways: too many to roll them all", mostWays)

// walked returns the distribution of a counter's hits, from every result of its dice.
func (f *Forecast) walked(c *kings.Counter) (odds.Distribution[int], error) {
	if err := f.long[c.Thing()]; err != nil {
		return odds.Distribution[int]{}, err
	}
	hits := 0
	f.scratch.Sit(f.walk.Table)
	f.walk.Ways, f.walk.Scripts = mostWays, &engine.Allowance{Left: mostSteps}
	all, err := odds.Distribute(f.walk, func() { hits = f.scratch.Rehearse(f.battle, c) }, func() int { return max(hits, 0) })
	if large := new(explore.TooLarge); errors.As(err, &large) {
		if large.Script == nil {
			err = ErrManyWays
		}
		f.long[c.Thing()] = err
	}
	return all, err
}

// Expected returns the mean number of hits that a counter scores.
func (f *Forecast) Expected(c *kings.Counter) (float64, error) {
	hits, err := f.Hits(c)
	mean, _ := odds.Mean(hits).Float64()
	return mean, err
}

// MaxDice is the maximum number of dice that [Forecast.SideHits] can count together.
const MaxDice = 200

// SideHits returns the distribution of the hits that a side scores in a step if all its
// counters in the hex roll, and the number of their dice. With more than [MaxDice] dice it
// leaves the hits out.
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
