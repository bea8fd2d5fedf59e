package sorcery

import (
	"encoding/binary"
	"iter"

	"houserule/engine"
	"houserule/engine/hex"
)

// A war is what is around a fight in a campaign: see [around].
type war struct {
	*state // of the present fight
	battle *Battle
	game   *Game
	situation

	search   hex.Search `state:"-"`
	stepCost hex.Costs
	group    group `state:"-"` // computed again for each question
}

// A Theater is a war for reading, as a [Position] is a fight.
type Theater struct{ *war }

// A War carries out the steps of a turn.
type War struct {
	war
	opening *opening
	order   Ordering `state:"step"`
	hidden  []Spot   `state:"-"` // memory for Veil
}

func (w *war) reading() Theater { return Theater{w} }

// A situation is what changes in a war, apart from its units and its fights.
type situation struct {
	land   *land `state:"derived"`
	turn   int32
	top    [Seats][]int16 `state:"derived"` // by side and spot: 1 + the id of the side's first unit in it; 0: none
	held   []engine.Side  // by site: its holder; below 0: none
	lost   [Seats]int32   // eliminated strength of each side's army
	sieges []Siege
	manned []manned // walls that enclose nothing, with enemies on both sides of them (S4)
	march
	hunger
	aim    hex.Hex // the destination of the reacting group, or the hex that a question is about
	react  bool    // whether the leader tries a reaction, and not a reinforcement (S3.1)
	front  Spot    // the spot of the present fight, or of the last one in this phase
	fights bool    // whether a fight is going on
	fought Result  `state:"unread"` // the result of the last fight
}

// A march is the move of a group (S2).
type march struct {
	column Spot    `state:"derived"` // the spot of the marching group
	goal   hex.Hex // its destination
	shore  hex.Hex // the last hex of the march in which the group may stay; hex.None if none marches
	paid   int32   // total of the dice of a step
}

// A hunger is the losses of a stack that is too large (S1).
type hunger struct {
	due   int32 // number of units to be lost, or that may still be rallied (S5); below 0: not known yet
	rest  int32 // a die of at most this costs one more unit
	short bool  // whether the stack has lost any unit
}

// A post is what a war keeps of a unit.
type post struct {
	at    Spot
	next  int16 `state:"derived"` // 1 + the id of its side's next unit in the spot; 0: it is the last
	spent int32 // movement points spent in this turn (S2)
	duty
}

// A duty is the flags of a unit in a turn.
type duty struct {
	marching bool // is in the group that moves now (S2)
	halted   bool // may not move again in this turn
	sortied  bool // has come out of a besieged place in this turn (S4)
	foregone bool // has let the enemy into its hex, as a leader (S3.1)
	revealed bool // was seen by the enemy's magic (S6)
}

// At returns the spot of the unit in a campaign.
func (u *Unit) At() Spot { return u.at }

// Halted reports whether the unit may not move again in this turn.
func (u *Unit) Halted() bool { return u.halted }

// Marching reports whether the unit is in the group that moves now.
func (u *Unit) Marching() bool { return u.marching }

// copyFrom makes s a copy of src. The copy keeps its own slices.
func (s *situation) copyFrom(src *situation) {
	top, held, sieges, walls := s.top, s.held, s.sieges, s.manned
	*s = *src
	for side := range s.top {
		s.top[side] = append(top[side][:0], src.top[side]...)
	}
	s.held = append(held[:0], src.held...)
	s.sieges = append(sieges[:0], src.sieges...)
	s.manned = append(walls[:0], src.manned...)
}

// appendKey appends a key of w. The key leaves out the turn, and top, which follows from
// the spots of the units.
func (w *war) appendKey(key []byte) []byte {
	for i := range w.units {
		u := &w.units[i]
		key = append(key, flag(u.marching)|flag(u.halted)<<1|flag(u.sortied)<<2|flag(u.foregone)<<3|flag(u.revealed)<<4)
		key = binary.AppendVarint(key, int64(u.at))
		key = binary.AppendVarint(key, int64(u.spent))
	}
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

// War returns the war around a fight on a map.
func (b *fight) War() Theater {
	if b.around == nil {
		return Theater{}
	}
	return Theater{&b.war().war}
}

func (b *fight) war() *War { return b.around.(*War) }

// These methods are for the fight: see [around].
func (w *War) round() int     { return int(w.turn) }
func (w *War) fighting() bool { return w.fights }
func (w *War) came(u *Unit)   { w.put(u, w.front) }

func (w *War) begin() {
	w.due, w.fought = unknown, Result{Winner: engine.Draw}
	w.game.Hooks.CampaignStart.Apply(w.battle, engine.None{}, engine.None{})
	w.startTurn()
}

func (w *War) copyFrom(src around) {
	if src == nil {
		w.order.prepared = false
		w.situation.copyFrom(&w.opening.war.situation)
		return
	}
	w.situation.copyFrom(&src.(*War).situation)
}

func (w *War) withdrew(u *Unit, way int) {
	w.put(u, w.reading().WayTo(way))
	u.halted = true
}

func (w *War) left(u *Unit) {
	if u.status != Withdrawn {
		w.put(u, OffMap)
		if u.Troop() {
			w.lost[u.side] += int32(u.kind.attack[0])
		}
	}
	u.marching = false
}

// put moves a unit to a spot, or off the map.
func (w *war) put(u *Unit, at Spot) {
	if u.at == at {
		return
	}
	w.unlink(u)
	w.link(u, at)
}

// link adds a unit to the list of its side's units in a spot, in the order of their ids.
// unlink removes it from its list.
func (w *war) link(u *Unit, at Spot) {
	if u.at = at; at < 0 {
		return
	}
	top := &w.top[u.side][at]
	if *top == 0 || *top > int16(u.id) {
		u.next, *top = *top, int16(u.id)+1
		return
	}
	before := &w.units[*top-1]
	for before.next != 0 && before.next <= int16(u.id) {
		before = &w.units[before.next-1]
	}
	u.next, before.next = before.next, int16(u.id)+1
}

func (w *war) unlink(u *Unit) {
	if u.at < 0 {
		return
	}
	link := &w.top[u.side][u.at]
	for *link != int16(u.id)+1 {
		link = &w.units[*link-1].next
	}
	*link, u.next = u.next, 0
}

// holdsSpot reports whether a side has units in a spot. Present reports whether it has any
// in a hex, which is public (S6).
func (w *war) holdsSpot(side engine.Side, s Spot) bool { return w.top[side][s] != 0 }
func (w Theater) Present(side engine.Side, h hex.Hex) bool {
	return w.holdsSpot(side, SpotIn(h, false)) || w.holdsSpot(side, SpotIn(h, true))
}

// UnitsIn yields the units of a side in a spot, by id. The yielded unit may leave the spot.
func (w *war) UnitsIn(side engine.Side, at Spot) iter.Seq[*Unit] {
	return func(yield func(*Unit) bool) {
		if at < 0 {
			return
		}
		for id := w.top[side][at]; id != 0; {
			u := &w.units[id-1]
			if id = u.next; !yield(u) {
				return
			}
		}
	}
}

// anyIn reports whether a test holds for any of a side's units in a spot.
func (w *war) anyIn(side engine.Side, at Spot, is func(*Unit) bool) bool {
	for u := range w.UnitsIn(side, at) {
		if is(u) {
			return true
		}
	}
	return false
}

// troopsIn returns the number of units of a side's army in a spot. armyIn reports whether
// any are in a hex.
func (w *war) troopsIn(side engine.Side, at Spot) (n int) {
	for u := range w.UnitsIn(side, at) {
		n += int(flag(u.Troop()))
	}
	return n
}
func (w *war) armyIn(side engine.Side, h hex.Hex) bool {
	return w.anyIn(side, SpotIn(h, false), (*Unit).Troop) || w.anyIn(side, SpotIn(h, true), (*Unit).Troop)
}

// alone returns the only side with an army in a hex, or a negative number if there is none.
func (w *war) alone(h hex.Hex) engine.Side {
	switch first, second := w.armyIn(Attacker, h), w.armyIn(Defender, h); {
	case first && !second:
		return Attacker
	case second && !first:
		return Defender
	}
	return -1
}

// Campaign returns the start of the war.
func (w Theater) Campaign() *Campaign { return &w.land.campaign }

// Grid returns the grid of the map. TerrainOf returns the terrain of a hex, FeatureOf its
// feature or nil, HexsideOf the hexside or nil.
func (w Theater) Grid() hex.Grid                   { return w.land.grid }
func (w Theater) TerrainOf(h hex.Hex) *Terrain     { return w.land.terrains[h] }
func (w Theater) FeatureOf(h hex.Hex) *Feature     { return w.land.features[h] }
func (w Theater) HexsideOf(side hex.Side) *Hexside { return w.land.hexsides[side] }

// Sites yields the hexes worth holding. FarFrom returns the cost of the way on foot from a
// spot to one of them, or 0 for a spot off the map.
func (w Theater) Sites(yield func(hex.Hex) bool) {
	for i := range w.land.sites {
		if !yield(w.land.sites[i].hex) {
			return
		}
	}
}
func (w Theater) FarFrom(site hex.Hex, at Spot) int {
	if at < 0 {
		return 0
	}
	return int(w.land.far[w.land.siteAt[site]][at.Hex()])
}

// WalledGroup returns the index of the walled group of a hex, or a negative number if it
// has none.
func (w Theater) WalledGroup(h hex.Hex) int { return int(w.land.groups[h]) }

// Turn returns the present game turn, from 1. Front returns the spot of the fight. Column
// returns the spot of the marching group.
func (w Theater) Turn() int    { return int(w.turn) }
func (w Theater) Front() Spot  { return w.front }
func (w Theater) Column() Spot { return w.column }

// Turns returns the turn after which points decide in a campaign (S0).
func (w Theater) Turns() int { return w.land.campaign.Turns }

// Fought returns the result of the last fight in a campaign.
func (w Theater) Fought() Result { return w.fought }

// Holder returns the side that holds a site, or a negative number if none does.
func (w Theater) Holder(h hex.Hex) engine.Side {
	if i := w.land.siteAt[h]; i >= 0 {
		return w.held[i]
	}
	return -1
}
