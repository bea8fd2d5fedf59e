package sorcery

import (
	"iter"

	"houserule/engine"
	"houserule/engine/hex"
)

// A war is the state of a campaign, apart from its units.
type war struct {
	land   *land `state:"derived"`
	turn   int32
	top    [Seats][]int16 `state:"derived"` // by side and spot: 1 + the id of the side's first unit in it; 0: none
	held   []engine.Side  // by site: its holder; below 0: none
	lost   [Seats]int32   // eliminated strength of each side's army
	sieges []Siege
	manned []manned // walls that enclose nothing, with enemies on both sides of them (S4)

	front  Spot    // the spot of the present fight, or of the last one in this phase
	column Spot    `state:"derived"` // the spot of the marching group
	goal   hex.Hex // the destination of the marching group
	shore  hex.Hex // the last hex of the march in which the group may stay; hex.None if none marches (S2)
	aim    hex.Hex // the destination of the reacting group
	due    int32   // number of units to be lost (S1), or that may still be rallied (S5); below 0: not known yet
	rest   int32   // S1: a die of at most this costs one more unit
	short  bool    // S1: whether the stack has lost any unit
	paid   int32   // total of the dice of a step (S2)
	react  bool    // whether the leader tries a reaction, and not a reinforcement (S3.1)
	fights bool    // whether a fight is going on
}

// copyFrom makes w a copy of src. The copy keeps its own slices.
func (w *war) copyFrom(src *war) {
	if src.land == nil {
		return
	}
	top, held, sieges, walls := w.top, w.held, w.sieges, w.manned
	*w = *src
	for side := range w.top {
		w.top[side] = append(top[side][:0], src.top[side]...)
	}
	w.held = append(held[:0], src.held...)
	w.sieges = append(sieges[:0], src.sieges...)
	w.manned = append(walls[:0], src.manned...)
}

// appendKey appends a key of w. The key leaves out the turn, and top, which follows from
// the spots of the units.
func (w *war) appendKey(key []byte) []byte {
	for _, owner := range w.held {
		key = append(key, byte(owner))
	}
	key = append(key, flag(w.short), flag(w.react), flag(w.fights))
	key = appendInts(key, int32(w.front), int32(w.goal), int32(w.shore), int32(w.aim), w.due, w.rest, w.paid, w.lost[0], w.lost[1], int32(len(w.sieges)), int32(len(w.manned)))
	for _, s := range w.sieges {
		key = append(key, byte(s.By))
		key = appendInts(key, int32(s.Hex), s.group, int32(s.Turns))
	}
	for _, m := range w.manned {
		key = append(key, byte(m.by))
		key = appendInts(key, int32(m.wall.in), int32(m.wall.out), m.turns)
	}
	return key
}

// put moves a unit to a spot, or off the map.
func (s *state) put(u *Unit, at Spot) {
	if s.land == nil || u.at == at {
		return
	}
	s.unlink(u)
	s.link(u, at)
}

// link adds a unit to the list of its side's units in a spot, in the order of their ids.
// unlink removes it from its list.
func (s *state) link(u *Unit, at Spot) {
	if u.at = at; at < 0 {
		return
	}
	top := &s.top[u.side][at]
	if *top == 0 || *top > int16(u.id) {
		u.next, *top = *top, int16(u.id)+1
		return
	}
	before := &s.units[*top-1]
	for before.next != 0 && before.next <= int16(u.id) {
		before = &s.units[before.next-1]
	}
	u.next, before.next = before.next, int16(u.id)+1
}

func (s *state) unlink(u *Unit) {
	if u.at < 0 {
		return
	}
	link := &s.top[u.side][u.at]
	for *link != int16(u.id)+1 {
		link = &s.units[*link-1].next
	}
	*link, u.next = u.next, 0
}

// holdsSpot reports whether a side has units in a spot. Present reports whether it has any
// in a hex, which is public (S6).
func (b *position) holdsSpot(side engine.Side, s Spot) bool { return b.top[side][s] != 0 }
func (b *position) Present(side engine.Side, h hex.Hex) bool {
	return b.holdsSpot(side, SpotIn(h, false)) || b.holdsSpot(side, SpotIn(h, true))
}

// UnitsIn yields the units of a side in a spot, by id. The yielded unit may leave the spot.
func (s *state) UnitsIn(side engine.Side, at Spot) iter.Seq[*Unit] {
	return func(yield func(*Unit) bool) {
		if at < 0 {
			return
		}
		for id := s.top[side][at]; id != 0; {
			u := &s.units[id-1]
			if id = u.next; !yield(u) {
				return
			}
		}
	}
}

// troopsIn returns the number of units of a side's army in a spot. armyIn reports whether
// any are in a hex.
func (s *state) troopsIn(side engine.Side, at Spot) (n int) {
	for u := range s.UnitsIn(side, at) {
		n += int(flag(u.Troop()))
	}
	return n
}
func (s *state) armyIn(side engine.Side, h hex.Hex) bool {
	return s.anyIn(side, SpotIn(h, false), (*Unit).Troop) || s.anyIn(side, SpotIn(h, true), (*Unit).Troop)
}

// alone returns the only side with an army in a hex, or a negative number if there is none.
func (s *state) alone(h hex.Hex) engine.Side {
	switch first, second := s.armyIn(Attacker, h), s.armyIn(Defender, h); {
	case first && !second:
		return Attacker
	case second && !first:
		return Defender
	}
	return -1
}

// OnMap reports whether the battle is a campaign. Campaign returns its start.
func (b *position) OnMap() bool         { return b.land != nil }
func (b *position) Campaign() *Campaign { return &b.land.campaign }

// Grid returns the grid of the map. TerrainOf returns the terrain of a hex, FeatureOf its
// feature or nil, HexsideOf the hexside or nil.
func (b *position) Grid() hex.Grid                   { return b.land.grid }
func (b *position) TerrainOf(h hex.Hex) *Terrain     { return b.land.terrains[h] }
func (b *position) FeatureOf(h hex.Hex) *Feature     { return b.land.features[h] }
func (b *position) HexsideOf(side hex.Side) *Hexside { return b.land.hexsides[side] }

// Sites yields the hexes worth holding. FarFrom returns the cost of the way on foot from a
// spot to one of them, or 0 for a spot off the map.
func (b *position) Sites(yield func(hex.Hex) bool) {
	for i := range b.land.sites {
		if !yield(b.land.sites[i].hex) {
			return
		}
	}
}
func (b *position) FarFrom(site hex.Hex, at Spot) int {
	if at < 0 {
		return 0
	}
	return int(b.land.far[b.land.siteAt[site]][at.Hex()])
}

// WalledGroup returns the index of the walled group of a hex, or a negative number if it
// has none.
func (b *position) WalledGroup(h hex.Hex) int { return int(b.land.groups[h]) }

// Turn returns the present game turn, from 1. Mover returns the side whose turn it is.
// Fighting reports whether a battle is being fought, and Front returns its spot. Column
// returns the spot of the marching group.
func (b *position) Turn() int          { return int(b.turn) }
func (b *position) Mover() engine.Side { return b.mover }
func (b *position) Fighting() bool     { return b.land == nil || b.fights }
func (b *position) Front() Spot        { return b.front }
func (b *position) Column() Spot       { return b.column }

// ReadTurn returns the turn to scripts, which may make the campaign depend on it: see
// [Battle.Timed].
func (b *position) ReadTurn() int {
	b.timed = true
	return int(b.turn)
}

// FightRound returns the present round of the fight, from 1.
func (b *position) FightRound() int { return int(b.round) }

// Holder returns the side that holds a site, or a negative number if none does.
func (b *position) Holder(h hex.Hex) engine.Side {
	if i := b.land.siteAt[h]; i >= 0 {
		return b.held[i]
	}
	return -1
}

// Left returns the number of movement points that a unit has left in this turn (S2).
func (b *position) Left(u *Unit) int { return max(b.MoveOf(u)-int(u.spent), 0) }
