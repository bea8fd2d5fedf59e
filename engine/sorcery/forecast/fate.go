package forecast

import (
	"math/big"

	"houserule/engine"
	"houserule/engine/sorcery/fight"
)

// A condition is the state of a unit at a point of the round.
type condition struct {
	lost, shaken bool
	left, wounds int
}

// conditions returns the conditions of all units in a later state of the battle.
func (w *roundWalk) conditions(b *fight.Battle) []condition {
	all := make([]condition, len(w.from.Units()))
	for i := range all {
		all[i] = w.condition(b, i)
		if u := b.Unit(i); u.Stands() {
			all[i].left = left(b, u)
		}
	}
	return all
}

// condition returns the condition of a unit, without its left strength.
func (w *roundWalk) condition(b *fight.Battle, id int) condition {
	u, was := b.Unit(id), w.from.Unit(id)
	return condition{
		lost: gone(u) && !gone(was), wounds: max(u.Wounds()-was.Wounds(), 0),
		shaken: u.Stands() && u.Demoralized() && !was.Demoralized(),
	}
}

// gone reports whether a unit is out of the game.
func gone(u *fight.Unit) bool {
	return u.Status() == fight.Eliminated || u.Status() == fight.Captured
}

// A casualties is the numbers of units of a side's army that are lost, and that are newly
// demoralized.
type casualties struct{ lost, shaken int }

// casualties returns the casualties of both sides in a later state of the battle.
func (w *roundWalk) casualties(b *fight.Battle) (all [fight.Seats]casualties) {
	for i := range w.from.Units() {
		u, was := b.Unit(i), w.from.Unit(i)
		switch {
		case u.Kind().Role != fight.Troop:
		case gone(u) && !gone(was):
			all[u.Side()].lost++
		case u.Stands() && u.Demoralized() && !was.Demoralized():
			all[u.Side()].shaken++
		}
	}
	return all
}

// changes adds the changes since before, with probability p, and returns the sides whose
// units have changed.
func (w *roundWalk) changes(before []condition, p *big.Rat) map[engine.Side]bool {
	sides := map[engine.Side]bool{}
	for i := range before {
		now := w.condition(w.battle, i)
		if u := w.battle.Unit(i); u.Stands() {
			now.left = before[i].left // valid as long as nothing has happened to the unit
			if now != before[i] {
				now.left = left(w.battle, u)
			}
		}
		if now != before[i] {
			sides[w.from.Unit(i).Side()] = true
			w.round.Fates[i].add(now, p)
			w.round.Fates[i].add(before[i], new(big.Rat).Neg(p))
		}
	}
	return sides
}

// became adds the conditions of all units, with probability p.
func (r *Round) became(all []condition, p *big.Rat) {
	for i, c := range all {
		r.Fates[i].add(c, p)
	}
}

// add adds a condition, with probability p.
func (f *Fate) add(c condition, p *big.Rat) {
	for _, term := range []struct {
		to *big.Rat
		n  int
	}{{f.Lost, bit(c.lost)}, {f.Shaken, bit(c.shaken)}, {f.Left, c.left}, {f.Wounds, c.wounds}} {
		if term.n != 0 {
			term.to.Add(term.to, new(big.Rat).Mul(p, big.NewRat(int64(term.n), 1)))
		}
	}
}

func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}

// left returns the strength with which a unit inflicts losses after the round, in halves of
// a point: without a charge, and not halved.
func left(b *fight.Battle, u *fight.Unit) int {
	if u.Kind().Role != fight.Troop {
		return 0
	}
	score := b.Reading().StrengthOf(u)
	if u.Charging() {
		return 2 * without(score, isCharge)
	}
	return 2 * score.Total()
}
