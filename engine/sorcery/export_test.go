package sorcery

import (
	"slices"

	"houserule/engine"
)

// Disguise changes what is hidden from a side: which of the enemy's units stand
// in which of the stacks that it does not see, how they are, which of them move
// and where to. The battle is as it was when restore is called. Draw is a number
// from 0 to below n.
func (b *Battle) Disguise(seat engine.Side, draw func(n int) int) (restore func()) {
	saved, around := new(state), new(situation)
	saved.copyFrom(&b.state)
	around.copyFrom(&b.war().situation)
	restore = func() {
		b.state.copyFrom(saved)
		b.war().situation.copyFrom(around)
	}
	walks := OffMap
	if lead := b.War().Vanguard(); lead != nil && b.stage >= walking {
		b.War().gather(&b.war().group, b.mover, b.war().column, isMarching)
		if b.war().group.troops { // which is public (S3.1)
			walks = lead.at
		}
	}
	var hidden []*Unit
	var spots []Spot
	for i := range b.units {
		u := &b.units[i]
		if u.status == Standing || b.Reading().KnownTo(seat).Sees(u) {
			continue
		}
		u.demoralized = u.Troop() && draw(2) == 0
		if !u.Troop() {
			u.wounds = int32(draw(u.kind.Endurance))
		}
		if u.bound || u.marching && walks < 0 || b.scout >= 0 && (u.id == b.scout || u.company) {
			continue
		}
		u.spent, u.halted, u.foregone = int32(draw(u.kind.Move+1)), draw(2) == 0, draw(2) == 0
		hidden, spots = append(hidden, u), append(spots, u.at)
	}
	for i := range spots {
		j := i + draw(len(spots)-i)
		spots[i], spots[j] = spots[j], spots[i]
	}
	if walks >= 0 && slices.Contains(spots, walks) { // an army is on the move
		i, j := slices.Index(spots, walks), slices.IndexFunc(hidden, (*Unit).Troop)
		spots[i], spots[j] = spots[j], spots[i]
		b.war().goal = walks.Hex()
		if draw(2) == 0 {
			b.war().goal = b.war().land.grid.At(1, 1)
		}
	}
	for i, u := range hidden {
		b.war().put(u, spots[i])
		u.marching = walks >= 0 && u.at == walks && (u.Troop() || draw(2) == 0)
	}
	return restore
}
