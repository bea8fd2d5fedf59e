package secrets

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"

	"houserule/engine"
)

// A replay plays a battle again, from a moment to the open question.
type replay struct {
	side   engine.Side   // that is asked
	base   engine.Dealer // the battle at that moment; nil: it begins
	before []int         // the dice and answers until then
	length int           // number of dice and answers since then
	answer func(at int, q engine.Question) (int, error)
	table  *engine.Table
	battle engine.Dealer
	at     int    // number of dice and answers so far
	heard  uint64 // hash of all that the side has heard
	open   bool   // the question is open
	played int    // steps, in all replays

	aside *engine.Table // of the game's own deals
	look  engine.Dealer
	dice  engine.Dice
	keyer engine.Keyer
}

// newReplay returns a replay of battles like b for scripts with that allowance.
func newReplay(side engine.Side, b engine.Dealer, scripts *engine.Allowance) *replay {
	r := &replay{side: side, table: engine.NewTable(nil), aside: engine.NewTable(nil)}
	r.table.Past().Keep()
	r.table.Allow(scripts)
	r.aside.Allow(scripts)
	r.battle, r.look = b.Fresh().(engine.Dealer), b.Fresh().(engine.Dealer)
	return r
}

func copied(b engine.Battle) engine.Dealer {
	c := b.Fresh().(engine.Dealer)
	c.CopyFrom(b)
	return c
}

var (
	errOpen  = errors.New("the question is open")
	errOther = errors.New("the battle goes another way")
)

// Answer answers for the dice and for all players.
func (r *replay) Answer(q engine.Question) (int, error) {
	if r.at == r.length {
		r.open = q.Choice != nil && q.Side == r.side
		return 0, errOpen
	}
	r.at++
	return r.answer(r.at-1, q)
}

// Hear hears an event of the replay.
func (r *replay) Hear(to engine.Seats, e engine.Event) {
	if to.Has(r.side) {
		h := fnv.New64a()
		fmt.Fprintln(h, r.heard, e, r.battle.Describe(e))
		r.heard = h.Sum64()
	}
}

// play plays the battle, and calls each, if it is not nil, before each step. It reports whether
// the question was reached. The table then knows the present step.
func (r *replay) play(each func()) bool {
	r.at, r.heard, r.open = 0, 0, false
	r.table.Seat(r, slices.Repeat([]engine.Oracle{r}, r.battle.Seats())...)
	r.table.Listen(r)
	if r.base == nil {
		r.battle.Begin(r.table)
		r.played++
	} else {
		r.battle.CopyFrom(r.base)
		r.battle.Sit(r.table)
		r.table.Past().Resume(r.before)
	}
	for ; r.table.Err() == nil && !r.battle.Over(); r.played++ {
		if each != nil {
			each()
		}
		r.battle.Step()
	}
	return r.open
}

// A sight is what a side has seen: all that it has heard, and the position after the game's own deal
// with certain dice.
type sight struct {
	heard    uint64
	position engine.Key
}

// sight returns what the side has seen after play.
func (r *replay) sight() sight {
	b, _, _ := r.table.Past().Step()
	return sight{r.heard, r.dealt(b, 0)}
}

// shows reports whether the side has seen so much after play.
func (r *replay) shows(seen sight) bool { return r.heard == seen.heard && r.sight() == seen }

// dealt returns the key of a battle after the game's own deal with the dice of a seed.
func (r *replay) dealt(b engine.Battle, seed uint64) engine.Key {
	r.dice.Seed(seed, "")
	r.aside.Seat(&r.dice)
	r.look.CopyFrom(b)
	r.look.Sit(r.aside)
	r.look.Deal(r.side)
	r.played++
	return r.keyer.Key(r.look, r.look.Round())
}

// clear reports whether nothing is hidden from the side in a battle: the game's own deals are all
// the same.
func (r *replay) clear(b engine.Battle) bool {
	first := r.dealt(b, 0)
	for seed := uint64(1); seed < own; seed++ {
		if r.dealt(b, seed) != first {
			return false
		}
	}
	return true
}
