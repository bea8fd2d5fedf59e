package sorcery

import (
	"reflect"
	"slices"

	"houserule/engine"
	"houserule/engine/sorcery/fight"
)

// Disguise changes what is hidden from a side: which of the enemy's units stand
// in which of the stacks that it does not see, how they are, which of them move
// and where to. The battle is as it was when restore is called. Draw is a number
// from 0 to below n.
func (w *War) Disguise(seat engine.Side, draw func(n int) int) (restore func()) {
	saved, around := slices.Clone(w.fight.Units()), new(situation)
	around.copyFrom(&w.situation)
	restore = func() {
		copy(w.fight.Units(), saved)
		w.situation.copyFrom(around)
	}
	walks := OffMap
	if lead := w.reading().Vanguard(); lead != nil && (w.fight.Fighting() || w.stage >= walking) {
		w.reading().gather(&w.group, w.mover, w.column, w.Marching)
		if w.group.troops { // which is public (S3.1)
			walks = w.At(lead)
		}
	}
	var hidden []*fight.Unit
	var spots []Spot
	for u := range w.fight.All {
		if u.Status() == fight.Standing || w.fight.KnownTo(seat).Sees(u) {
			continue
		}
		set(u, "demoralized", u.Troop() && draw(2) == 0)
		if !u.Troop() {
			set(u, "wounds", int32(draw(u.Kind().Endurance)))
		}
		scout := w.fight.Scout()
		if u.Bound() || w.Marching(u) && walks < 0 || scout != nil && (u == scout || u.InCompany()) {
			continue
		}
		p := w.post(u)
		p.spent, p.halted, p.foregone = int32(draw(u.Kind().Move+1)), draw(2) == 0, draw(2) == 0
		hidden, spots = append(hidden, u), append(spots, p.at)
	}
	for i := range spots {
		j := i + draw(len(spots)-i)
		spots[i], spots[j] = spots[j], spots[i]
	}
	if walks >= 0 && slices.Contains(spots, walks) { // an army is on the move
		i, j := slices.Index(spots, walks), slices.IndexFunc(hidden, (*fight.Unit).Troop)
		spots[i], spots[j] = spots[j], spots[i]
		w.goal = walks.Hex()
		if draw(2) == 0 {
			w.goal = w.land.grid.At(1, 1)
		}
	}
	for i, u := range hidden {
		w.put(u, spots[i])
		w.post(u).marching = walks >= 0 && w.At(u) == walks && (u.Troop() || draw(2) == 0)
	}
	return restore
}

// set changes a field of a unit.
func set[T any](u *fight.Unit, field string, value T) {
	f := reflect.ValueOf(u).Elem().FieldByName(field)
	*(*T)(f.Addr().UnsafePointer()) = value
}
