package sorceryview

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"houserule/engine/odds"
	"houserule/engine/sorcery"
)

// together puts states together in which the same checks come, under the same
// difference of the dice: it makes no difference what dice these were.
func (w *roundWalk) together(all []*state) ([]*state, error) {
	found, runs := w.states(), w.runs()
	for _, s := range all {
		err := w.walk.Each(func() { w.check(s.battle) }, func(odds.Number) error { return errEnough })
		if err != nil && !errors.Is(err, errEnough) {
			return nil, err
		}
		found.add(w.coming(s.battle), s.battle, s.chance)
	}
	if w.runs() > runs {
		return nil, errScripts
	}
	return found.list, nil
}

var errEnough = errors.New("one way is enough")

// coming is what makes a difference to the checks that come in a state: by how
// much the dice differ, how the units are, and what the first check is, one way
// of which was just walked.
func (w *roundWalk) coming(b *sorcery.Battle) string {
	_, attacker := b.Rolled(sorcery.Attacker)
	_, defender := b.Rolled(sorcery.Defender)
	most := b.Game().Rules.RoutDifference
	var key []byte
	add := func(all ...int) {
		for _, n := range all {
			key = binary.AppendVarint(key, int64(n))
		}
	}
	add(min(max(attacker-defender, -most), most), w.checked, w.need, bit(w.asked))
	for i := range b.Units() {
		u := b.Unit(i)
		add(int(u.Status()), bit(u.Demoralized()), u.Wounds(), u.Lent())
	}
	return string(key)
}

// checks walks the morale checks from a state on, one by one. Between two of
// them states are put together that differ only in which of several units
// alike have passed: that makes no difference to what comes.
func (w *roundWalk) checks(ctx context.Context, from *state) error {
	w.odds.became(w.conditions(from.battle), from.chance)
	lost, shaken := [sorcery.Seats]chances{}, [sorcery.Seats]chances{}
	for side := range sorcery.Seats {
		n, m := w.casualties(from.battle, side)
		lost[side], shaken[side] = chances(nil).of(n, from.chance), chances(nil).of(m, from.chance)
	}
	front, runs := []*state{from}, w.runs()
	for !w.reached(front[0].battle, sorcery.Parting) {
		next := w.states()
		var newLost, newShaken [sorcery.Seats]chances
		var changed [sorcery.Seats]bool
		for _, s := range front {
			before := w.conditions(s.battle)
			err := w.walk.Each(func() { w.check(s.battle) }, func(odds.Number) error {
				p := w.walk.Rat()
				p.Mul(p, s.chance)
				for side := range w.changes(before, p) {
					changed[side] = true
				}
				for side := range sorcery.Seats {
					n, m := w.casualties(w.battle, side)
					newLost[side], newShaken[side] = newLost[side].of(n, p), newShaken[side].of(m, p)
				}
				next.add(w.between(), w.battle, p)
				return nil
			})
			if err == nil {
				err = w.looked(ctx)
			}
			if err != nil {
				return err
			}
		}
		if w.runs() > runs {
			return errScripts
		}
		for side := range sorcery.Seats {
			if changed[side] {
				lost[side], shaken[side] = newLost[side], newShaken[side]
			}
		}
		front = next.list
	}
	for side := range sorcery.Seats {
		w.odds.lost[side] = w.odds.lost[side].add(lost[side])
		w.odds.shaken[side] = w.odds.shaken[side].add(shaken[side])
	}
	return nil
}

// check plays on from a battle until one unit has checked morale, or the round
// is over.
func (w *roundWalk) check(from *sorcery.Battle) {
	w.battle.CopyFrom(from)
	w.need, w.asked = 0, false
	for w.checked = -1; w.checked < 0 && w.walk.Table.Err() == nil && !w.reached(w.battle, sorcery.Parting); {
		w.battle.Step()
	}
}

// between is what makes a difference to the checks that are still to come, and
// to what the units of the side that is at it have come to: how many of those
// that are alike are how, and what leadership is left.
func (w *roundWalk) between() string {
	if w.checked < 0 {
		return "" // nothing comes any more
	}
	side := w.battle.Unit(w.checked).Side()
	var alike []string
	for i := range w.battle.Units() {
		u := w.battle.Unit(i)
		if u.Side() != side {
			continue
		}
		var code []byte
		for _, n := range [...]int{u.Kind().Index(), int(u.Status()), bit(u.Demoralized()), u.Added(), u.Lent()} {
			code = binary.AppendVarint(code, int64(n))
		}
		alike = append(alike, string(code))
	}
	slices.Sort(alike)
	return strings.Join(alike, "")
}
