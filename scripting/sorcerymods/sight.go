package sorcerymods

import (
	"iter"

	"houserule/engine/sorcery"
)

// S6: the place of a stack is public, its units are seen only from
// the same hex. A mod's own hooks are house rules, which see everything. The
// script of an ability sees what the side of its unit sees, a computer
// player what its own side sees. All units that an object returns go
// through [show] or [list].

// show returns a unit if the running script may see it, and nil for none or one
// that it does not see.
func show(r *reader, u *sorcery.Unit) *sorcery.Unit {
	if u == nil || !r.Battle.KnownTo(r.Viewer()).Sees(u) {
		return nil
	}
	return u
}

// list appends those of some units that the running script may see.
func list(r *reader, seen []*sorcery.Unit, units iter.Seq[*sorcery.Unit]) []*sorcery.Unit {
	_ = r.Work(len(r.Battle.Units()) >> 3)
	for u := range units {
		if show(r, u) != nil {
			seen = append(seen, u)
		}
	}
	return seen
}

// all yields the units of a battle that a test accepts, by their ids.
func all(b sorcery.Position, fits func(u *sorcery.Unit) bool) iter.Seq[*sorcery.Unit] {
	return func(yield func(*sorcery.Unit) bool) {
		for i := range b.Units() {
			if u := b.Unit(i); fits(u) && !yield(u) {
				return
			}
		}
	}
}
