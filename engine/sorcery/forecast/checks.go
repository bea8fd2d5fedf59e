package forecast

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"houserule/engine/odds"
	"houserule/engine/sorcery/fight"
)

// together merges states with the same checks to come and the same difference of the dice:
// the dice themselves do not matter.
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

// coming returns a key of what the next checks depend on: the difference of the dice, the
// state of the units, and the first check, as in the path just walked.
func (w *roundWalk) coming(b *fight.Battle) string {
	_, attacker := b.Reading().Rolled(fight.Attacker)
	_, defender := b.Reading().Rolled(fight.Defender)
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

// checks walks the morale checks from a state on, one by one. Between two of them it merges
// states that differ only in which of several equal units have passed, because nothing
// later depends on that.
func (w *roundWalk) checks(ctx context.Context, from *state) error {
	w.round.became(w.conditions(from.battle), from.chance)
	var tolls [fight.Seats]Toll
	for side, c := range w.casualties(from.battle) {
		tolls[side].add(c, from.chance)
	}
	front, runs := []*state{from}, w.runs()
	for !w.reached(front[0].battle, fight.Parting) {
		next := w.states()
		var after [fight.Seats]Toll
		var changed [fight.Seats]bool
		for _, s := range front {
			before := w.conditions(s.battle)
			err := w.walk.Each(func() { w.check(s.battle) }, func(odds.Number) error {
				p := w.walk.Rat()
				p.Mul(p, s.chance)
				for side := range w.changes(before, p) {
					changed[side] = true
				}
				for side, c := range w.casualties(w.battle) {
					after[side].add(c, p)
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
		for side := range fight.Seats {
			if changed[side] {
				tolls[side] = after[side]
			}
		}
		front = next.list
	}
	w.round.ends(tolls)
	return nil
}

// check continues a battle until one unit has checked morale, or the round is over.
func (w *roundWalk) check(from *fight.Battle) {
	w.battle.CopyFrom(from)
	w.need, w.asked = 0, false
	for w.checked = -1; w.checked < 0 && w.walk.Table.Err() == nil && !w.reached(w.battle, fight.Parting); {
		w.battle.Step()
	}
}

// between returns a key of what the later checks, and the casualties of the side that
// checks, depend on: the number of equal units in each state, and the leadership that is
// left.
func (w *roundWalk) between() string {
	if w.checked < 0 {
		return "" // no check is left
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
