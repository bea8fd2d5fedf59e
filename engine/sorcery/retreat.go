package sorcery

import (
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
)

// S3.7: the ways of a side that withdraws from a fight on the map.

// WayName returns the name of a way.
func (w *War) WayName(way int) string {
	s := w.reading().WayTo(way)
	switch {
	case s < 0:
		return hex.Direction(way).String()
	case way == wayBack && s.Inside():
		return "inside"
	case way == wayBack:
		return "outside"
	}
	return w.land.grid.Number(s.Hex())
}

// wayBack is the way to the other spot of the hex. All other ways are directions.
const wayBack = int(hex.Directions)

// WayTo returns the spot to which a way from the fight leads, or a negative number where
// the map ends.
func (w Theater) WayTo(way int) Spot {
	if way == wayBack {
		return w.front.Other()
	}
	h := w.land.grid.Neighbor(w.front.Hex(), hex.Direction(way))
	if h == hex.None {
		return OffMap
	}
	return SpotIn(h, false)
}

// MayRetreat returns nil, or the rule that closes a way from the fight to a whole
// side (S3.7).
func (w *War) MayRetreat(side engine.Side, way int) *fight.Ruling {
	to := w.reading().WayTo(way)
	if to < 0 {
		return &fight.ClosedHex
	}
	switch sortie := w.reading().allSortied(side); {
	case way == wayBack && w.front.Inside(): // out of a place apart
	case way == wayBack && w.reading().siegeAround(side, w.front.Other()) != nil: // S4: back inside
	case way == wayBack, w.front.Inside():
		return &fight.ClosedHex
	case sortie && !w.reading().homeOf(side, to): // S4
		return &goesInside
	}
	if w.holdsSpot(fight.Enemy(side), to) {
		return &fight.EnemyHex
	}
	return nil
}

var goesInside = fight.Ruling{Rule: "S4", Text: "after a sortie they go back inside"}

// MayRetire returns nil, or the rule that forbids a unit a way that is open to its side.
// S3.7: the unit must be able to march along it.
func (w *War) MayRetire(u *fight.Unit, way int) *fight.Ruling {
	from, to := w.front.Hex(), w.reading().WayTo(way).Hex()
	if from == to {
		return nil
	}
	switch {
	case w.land.terrains[to].Shut:
		return &lakeIsShut
	case !u.Kind().MayEnter(w.land.terrains[to]):
		return &fight.OnlySwamp
	case !w.land.side(from, to).opensTo(u.Kind()):
		return &tooDeep
	case u.Demoralized() && w.reading().watchedBy(fight.Enemy(u.Side()), to):
		return &fight.Watched
	}
	return nil
}

// allSortied reports whether all units of a side in the fight have come out of a besieged
// place. Monsters do not count, because they never withdraw.
func (w Theater) allSortied(side engine.Side) bool {
	sortied := false
	for u := range w.fight.All {
		if u.Side() != side || u.Status() != fight.Standing || u.Kind().Role == fight.Monster {
			continue
		}
		if !w.post(u).sortied {
			return false
		}
		sortied = true
	}
	return sortied
}

// homeOf reports whether a spot lies beyond a gate, inside the walls within which a side is
// besieged.
func (w Theater) homeOf(side engine.Side, at Spot) bool {
	s := w.siegeAround(side, at)
	between := w.land.side(w.front.Hex(), at.Hex())
	return s != nil && s.group >= 0 && between != nil && between.Gate
}
