package sorcerymods

import (
	"iter"

	"houserule/engine/sorcery/fight"
)

// S6: the place of a stack is public, its units are seen only from
// the same hex. A mod's own hooks are house rules, which see everything. The
// script of an ability sees what the side of its unit sees, a computer
// player what its own side sees. All units that an object returns go
// through [show] or [list].

// show returns a unit if the running script may see it, and nil for none or one
// that it does not see.
func show(r *reader, u *fight.Unit) *fight.Unit {
	if u == nil || !r.Battle.KnownTo(r.Viewer()).Sees(u) {
		return nil
	}
	return u
}

// list appends those of some units that the running script may see.
func list(r *reader, seen []*fight.Unit, units iter.Seq[*fight.Unit]) []*fight.Unit {
	_ = r.Work(len(r.Battle.Units()) >> 3)
	for u := range units {
		if show(r, u) != nil {
			seen = append(seen, u)
		}
	}
	return seen
}

// all yields the units of a battle that a test accepts, by their ids.
func all(b fight.Position, fits func(u *fight.Unit) bool) iter.Seq[*fight.Unit] {
	return func(yield func(*fight.Unit) bool) {
		for i := range b.Units() {
			if u := b.Unit(i); fits(u) && !yield(u) {
				return
			}
		}
	}
}
