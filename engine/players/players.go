// Package players has computer players for any game: random, greedy, one that looks ahead, and
// careless, which is that one with fewer nodes and slips. Random is a function of its seed. All
// others are functions of the position: none reads a clock. [Common] lists them by name; a rule
// system adds its own.
package players

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"houserule/engine"
	"houserule/engine/analysis"
)

// A Player is a computer player with a name.
type Player struct {
	Name string // a word, or MOD:WORD
	Mod  string // the mod that declares it, or ""
	// New returns the player for a seat. Seat and seed choose its dice, if it
	// has any.
	New func(seat engine.Side, seed uint64) engine.Oracle
	// WithNodes returns the player that looks at a number of nodes for each answer: see
	// [Named]. It is nil if the player takes no number.
	WithNodes func(seat engine.Side, nodes int) engine.Oracle
}

// Common returns the players that can play any game, the weakest first.
func Common() []Player {
	return []Player{
		{Name: "random", New: func(seat engine.Side, seed uint64) engine.Oracle { return NewRandom(seat, seed) }},
		{
			Name:      carelessly,
			New:       func(engine.Side, uint64) engine.Oracle { return NewCareless(carelessNodes) },
			WithNodes: func(_ engine.Side, nodes int) engine.Oracle { return NewCareless(nodes) },
		},
		{Name: "greedy", New: func(engine.Side, uint64) engine.Oracle { return Greedy{} }},
		{
			Name:      searching,
			New:       func(engine.Side, uint64) engine.Oracle { return NewSearch(analysis.DefaultNodes) },
			WithNodes: func(_ engine.Side, nodes int) engine.Oracle { return NewSearch(nodes) },
		},
		{Name: Best, New: func(engine.Side, uint64) engine.Oracle { return unsolved{} }},
	}
}

// Best is the name of the player of package best. It plays battles that have been solved:
// the caller that seats it solves the battle and seats that player in place of this one.
const Best = "best"

// unsolved holds the seat of the player Best before the battle is solved.
type unsolved struct{}

func (unsolved) Answer(engine.Question) (int, error) {
	return 0, errors.New("the player best cannot play here: nobody has solved the battle before; the player search plays everywhere")
}

// Random chooses every option with the same probability.
type Random struct {
	dice   engine.Dice
	stream string // name of the dice's stream

	picked, seen int
	see          func(answer int) bool // r.consider: making it for each answer takes memory
	of           *Random               // r, unless r is a copy, whose see is another's
}

// NewRandom returns a random player for a seat.
func NewRandom(seat engine.Side, seed uint64) *Random {
	r := &Random{stream: fmt.Sprintf("player %d", seat+1)}
	r.Reseed(seed)
	return r
}

// Reseed resets the player to the one that NewRandom returns for the seed.
func (r *Random) Reseed(seed uint64) { r.dice.Seed(seed, r.stream) }

// Answer chooses an option. It visits every option once and keeps none, so that it takes no
// memory, whatever the number of options.
func (r *Random) Answer(q engine.Question) (int, error) {
	if q.Choice == nil {
		return 0, errNoDice
	}
	if r.of != r {
		r.of, r.see = r, r.consider
	}
	r.picked, r.seen = 0, 0
	q.Choice.Each(r.see)
	return r.picked, nil
}

// consider picks the n-th option that it sees with a chance of 1 in n.
func (r *Random) consider(answer int) bool {
	if r.seen++; r.dice.Roll(r.seen) == 1 {
		r.picked = answer
	}
	return true
}

// Skip keeps the player's dice in step with a battle that is replayed.
func (r *Random) Skip(q engine.Question) { r.Answer(q) }

// Greedy chooses the option with the greatest value one step ahead, the first of equals:
// see [engine.Evaluator]. If a choice cannot evaluate, it chooses the first option.
type Greedy struct{}

// Ahead returns 0: no answer depends on the round limit.
func (Greedy) Ahead() int { return 0 }

// Answer returns the option that the player chooses.
func (Greedy) Answer(q engine.Question) (int, error) {
	if q.Choice == nil {
		return 0, errNoDice
	}
	return greediest(q.Choice, math.MaxInt), nil
}

// greediest returns Greedy's choice among the first options, at most limit of
// them.
func greediest(c engine.Choice, limit int) int {
	evaluator, ok := c.(engine.Evaluator)
	if !ok {
		return c.First()
	}
	f := finders.Get().(*finder)
	f.of, f.limit, f.best, f.n = evaluator, limit, c.First(), 0
	c.Each(f.see)
	best := f.best
	f.of = nil
	finders.Put(f)
	return best
}

// A finder finds the option with the greatest value. Each keeps what it calls on the heap, so
// finders are used again.
type finder struct {
	of                   engine.Evaluator
	limit, best, most, n int
	see                  func(answer int) bool
}

var finders = sync.Pool{New: func() any {
	f := new(finder)
	f.see = func(answer int) bool {
		if worth := f.of.Evaluate(answer); f.n == 0 || worth > f.most {
			f.best, f.most = answer, worth
		}
		f.n++
		return f.n != f.limit
	}
	return f
}}

var errNoDice = fmt.Errorf("a player cannot answer for dice")
