package forecast

import (
	"context"
	"encoding/binary"
	"math/big"

	"houserule/engine/sorcery/fight"
)

// bouts walks the bouts of a round one by one (S7). As long as no script runs, a bout
// depends on the bouts before it only through the leadership that is left.
func (w *roundWalk) bouts(ctx context.Context, from []*state) error {
	runs := w.runs()
	err := w.rest(ctx, from, w.later)
	if err == nil && w.runs() > runs {
		return errScripts
	}
	return err
}

// rest walks all paths from states to the end of the round, bout by bout. Between two bouts
// it merges states with the same key.
func (w *roundWalk) rest(ctx context.Context, from []*state, key func() string) error {
	for _, s := range from {
		w.round.became(w.conditions(s.battle), s.chance)
		for side, c := range w.casualties(s.battle) {
			s.tolls[side].add(c, s.chance)
		}
	}
	for front := from; len(front) > 0; {
		next := w.states()
		for _, s := range front {
			if w.reached(s.battle, fight.Parting) {
				w.round.ends(s.tolls)
			} else if err := w.bout(ctx, s, &next, key); err != nil {
				return err
			}
		}
		front = next.list
	}
	return nil
}

// bout walks all paths from a state to the next bout, or to the end of the round.
func (w *roundWalk) bout(ctx context.Context, s *state, next *states, key func() string) error {
	before, casualtiesBefore, at := w.conditions(s.battle), w.casualties(s.battle), boutAt(s.battle)
	ended := func() bool { return w.reached(w.battle, fight.Parting) || boutAt(w.battle) != at }
	return w.each(ctx, func() { w.battle.CopyFrom(s.battle) }, ended, func(p *big.Rat) {
		chance := new(big.Rat).Mul(p, s.chance)
		w.changes(before, chance)
		to := ""
		if !w.reached(w.battle, fight.Parting) {
			to = key()
		}
		state := next.add(to, w.battle, chance)
		for side, c := range w.casualties(w.battle) {
			was := casualtiesBefore[side]
			state.tolls[side].mix(s.tolls[side], p, casualties{c.lost - was.lost, c.shaken - was.shaken})
		}
	})
}

var one = big.NewRat(1, 1)

// boutAt returns the present bout: the id of its monster, or -1 for the characters' bout.
func boutAt(b *fight.Battle) int {
	if monster := b.Reading().Bout(); monster != nil {
		return monster.ID()
	}
	return -1
}

// key returns a key of the battle's whole state.
func (w *roundWalk) key() string { return string(w.battle.AppendKey(nil)) }

// later returns a key of what the later bouts depend on: the units that fight in them, and
// the leadership that is left.
func (w *roundWalk) later() string {
	b, at := w.battle, boutAt(w.battle)
	key := binary.AppendVarint(nil, int64(at))
	for i := range b.Units() {
		u := b.Unit(i)
		in := boutOf(b, u)
		leads := u.Kind().Role == fight.Character && u.Side() != b.Reading().Lone()
		if !u.Stands() || in < at && !leads {
			continue // it has no bout left in this round
		}
		for _, n := range [...]int{i, in, bit(u.Demoralized()), u.Wounds(), u.Added(), u.Lent(), bit(u.Led())} {
			key = binary.AppendVarint(key, int64(n))
		}
	}
	return string(key)
}

// boutOf returns the bout in which a unit, character or monster fights, as boutAt does; -2:
// none.
func boutOf(b *fight.Battle, u *fight.Unit) int {
	if u.Side() == b.Reading().Lone() {
		if u.Kind().Role == fight.Character {
			return -1
		}
		return u.ID()
	}
	for of := range b.Reading().Foes(u) {
		return boutOf(b, of)
	}
	return -2
}
