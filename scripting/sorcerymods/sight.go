package sorcerymods

import (
	"iter"

	"houserule/engine/sorcery"
)

// S6: that a stack stands somewhere is public, what is in it is seen only from
// the same hex. A mod's own hooks are the rules of a house, which see all. The
// script of an ability sees what the side sees whose unit has it, a computer
// player what its own side sees. Whatever an object tells of units goes
// through [show] or [list].

// show returns a unit as the running script may have it: nil for none, and for one
// that it does not see.
func show(h *host, u *sorcery.Unit) *sorcery.Unit {
	if u == nil || !h.Battle.KnownTo(h.Viewer()).Sees(u) {
		return nil
	}
	return u
}

// list appends those of some units that the running script sees.
func list(h *host, seen []*sorcery.Unit, units iter.Seq[*sorcery.Unit]) []*sorcery.Unit {
	_ = h.Work(len(h.Battle.Units()) >> 3)
	for u := range units {
		if show(h, u) != nil {
			seen = append(seen, u)
		}
	}
	return seen
}

// all yields the units of a battle that a test accepts, by their ids.
func all(b *sorcery.Battle, fits func(u *sorcery.Unit) bool) iter.Seq[*sorcery.Unit] {
	return func(yield func(*sorcery.Unit) bool) {
		for i := range b.Units() {
			if u := b.Unit(i); fits(u) && !yield(u) {
				return
			}
		}
	}
}
