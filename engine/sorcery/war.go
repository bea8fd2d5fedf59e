package sorcery

import (
	"encoding/binary"
	"iter"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
)

// A war is what is around a fight in a campaign: see [fight.Around].
type war struct {
	battle *fight.Battle
	fight  fight.Position // of the battle
	game   *Game
	situation

	search   hex.Search `state:"-"`
	stepCost hex.Costs
	group    group `state:"-"` // computed again for each question
}

// A Theater is a war for reading, as a [fight.Position] is a fight.
type Theater struct{ *war }

// A War carries out the steps of a turn.
type War struct {
	war
	opening *opening
	order   Ordering      `state:"step"`
	hidden  []Spot        `state:"-"` // memory for Veil, as dealt
	dealt   []*fight.Unit `state:"-"`
}

func (w *war) reading() Theater { return Theater{w} }

// A situation is what changes in a war, apart from its units and its fights.
type situation struct {
	land *land `state:"derived"`
	agenda
	attempt fight.Attempt `state:"derived"` // while a fight goes on, it is none
	turn    int32
	posts   []post               // by unit
	top     [fight.Seats][]int16 `state:"derived"` // by side and spot: 1 + the id of the side's first unit in it; 0: none
	held    []engine.Side        // by site: its holder; below 0: none
	lost    [fight.Seats]int32   // eliminated strength of each side's army
	sieges  []Siege
	manned  []manned // walls that enclose nothing, with enemies on both sides of them (S4)
	march
	hunger
	aim    hex.Hex      // the destination of the reacting group, or the hex that a question is about
	react  bool         // whether the leader tries a reaction, and not a reinforcement (S3.1)
	front  Spot         // the spot of the present fight, or of the last one in this phase
	fought fight.Result `state:"unread"` // the result of the last fight
	thrown Spot         `state:"step"`   // the spot that the last die is about
}

// An agenda is what is next in a turn.
type agenda struct {
	stage  stage
	mover  engine.Side `state:"derived"` // the side whose turn it is (S0), in a fight too
	side   engine.Side // the side that acts in the stage
	turns  engine.Side // number of sides that have had their part of the stage
	cursor int32       // a unit, a spot or a walled group, by the stage
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

// post returns the post of a unit.
func (s *situation) post(u *fight.Unit) *post { return &s.posts[u.ID()] }

// At returns the spot of a unit. Halted reports whether the unit may not move again in this
// turn, Marching whether it is in the group that moves now.
func (w *war) At(u *fight.Unit) Spot        { return w.posts[u.ID()].at }
func (w Theater) Halted(u *fight.Unit) bool { return w.posts[u.ID()].halted }
func (w *war) Marching(u *fight.Unit) bool  { return w.posts[u.ID()].marching }

// copyFrom makes s a copy of src. The copy keeps its own slices.
func (s *situation) copyFrom(src *situation) {
	posts, top, held, sieges, walls := s.posts, s.top, s.held, s.sieges, s.manned
	*s = *src
	s.posts = append(posts[:0], src.posts...)
	for side := range s.top {
		s.top[side] = append(top[side][:0], src.top[side]...)
	}
	s.held = append(held[:0], src.held...)
	s.sieges = append(sieges[:0], src.sieges...)
	s.manned = append(walls[:0], src.manned...)
}

// AppendKey appends a key of w. The key leaves out the turn, and top, which follows from
// the spots of the units.
func (w *war) AppendKey(key []byte) []byte {
	for i := range w.posts {
		p := &w.posts[i]
		key = append(key, fight.Flag(p.marching)|fight.Flag(p.halted)<<1|fight.Flag(p.sortied)<<2|fight.Flag(p.foregone)<<3|fight.Flag(p.revealed)<<4)
		key = binary.AppendVarint(key, int64(p.at))
		key = binary.AppendVarint(key, int64(p.spent))
	}
	for _, owner := range w.held {
		key = append(key, byte(owner))
	}
	key = append(key, fight.Flag(w.short), fight.Flag(w.react), fight.Flag(w.fight.Fighting()))
	key = fight.AppendInts(key, int32(w.front), int32(w.goal), int32(w.shore), int32(w.aim), w.due, w.rest, w.paid, w.lost[0], w.lost[1], int32(len(w.sieges)), int32(len(w.manned)))
	for _, s := range w.sieges {
		key = append(key, byte(s.By))
		key = fight.AppendInts(key, int32(s.Hex), s.group, int32(s.Turns))
	}
	for _, m := range w.manned {
		key = append(key, byte(m.by))
		key = fight.AppendInts(key, int32(m.wall.in), int32(m.wall.out), m.turns)
	}
	return key
}

// WarOf returns the war around a fight, or nil. TheaterOf returns it for reading.
func WarOf(b *fight.Battle) *War {
	w, _ := b.Part().(*War)
	return w
}
func TheaterOf(b fight.Position) Theater {
	w, _ := b.Around().(Theater)
	return w
}

// These methods are for the fight: see [fight.Around].
func (w *War) Round() int   { return int(w.turn) }
func (w *War) Reading() any { return w.reading() }
func (w *War) Next() fight.Next {
	return fight.Next{Stage: byte(w.stage), Mover: w.mover, Side: w.side, Turns: w.turns, Cursor: w.cursor, Attempt: w.attempt}
}

func (w *War) Begin() {
	w.due, w.fought = unknown, fight.Result{Winner: engine.Draw}
	w.game.WarHooks.CampaignStart.Apply(w.battle, engine.None{}, engine.None{})
	w.startTurn()
}

func (w *War) CopyFrom(src fight.Around) {
	if src == nil {
		w.order.prepared = false
		w.situation.copyFrom(&w.opening.situation)
		return
	}
	from := src.(*War)
	w.game = from.game
	w.situation.copyFrom(&from.situation)
}

func (w *War) Came(u *fight.Unit) {
	w.station(u)
	w.put(u, w.front)
}

func (w *War) Withdrew(u *fight.Unit, way int) {
	w.put(u, w.reading().WayTo(way))
	w.post(u).halted = true
}

func (w *War) Gone(u *fight.Unit) {
	if u.Status() != fight.Withdrawn {
		w.put(u, OffMap)
		if u.Troop() {
			w.lost[u.Side()] += int32(u.Kind().Inflicts(false))
		}
	}
	w.post(u).marching = false
}

func (w *War) Alike(u, v *fight.Unit) bool { return w.post(u).duty == w.post(v).duty }

// station gives a unit that scripts have added a post.
func (w *war) station(u *fight.Unit) {
	if u.ID() == len(w.posts) {
		w.posts = append(w.posts, post{at: OffMap})
	}
}

// throws records a die about a spot, for listeners; 0: about none.
func (w *War) throws(t fight.Throw, at Spot) {
	w.thrown = at
	w.battle.Throws(t)
}

// put moves a unit to a spot, or off the map.
func (s *situation) put(u *fight.Unit, at Spot) {
	if s.post(u).at == at {
		return
	}
	s.unlink(u)
	s.link(u, at)
}

// link adds a unit to the list of its side's units in a spot, in the order of their ids.
// unlink removes it from its list.
func (s *situation) link(u *fight.Unit, at Spot) {
	p, id := s.post(u), int16(u.ID())
	if p.at = at; at < 0 {
		return
	}
	top := &s.top[u.Side()][at]
	if *top == 0 || *top > id {
		p.next, *top = *top, id+1
		return
	}
	before := &s.posts[*top-1]
	for before.next != 0 && before.next <= id {
		before = &s.posts[before.next-1]
	}
	p.next, before.next = before.next, id+1
}

func (s *situation) unlink(u *fight.Unit) {
	p := s.post(u)
	if p.at < 0 {
		return
	}
	link := &s.top[u.Side()][p.at]
	for *link != int16(u.ID())+1 {
		link = &s.posts[*link-1].next
	}
	*link, p.next = p.next, 0
}

// holdsSpot reports whether a side has units in a spot. Present reports whether it has any
// in a hex, which is public (S6).
func (w *war) holdsSpot(side engine.Side, s Spot) bool { return w.top[side][s] != 0 }
func (w Theater) Present(side engine.Side, h hex.Hex) bool {
	return w.holdsSpot(side, SpotIn(h, false)) || w.holdsSpot(side, SpotIn(h, true))
}

// UnitsIn yields the units of a side in a spot, by id. The yielded unit may leave the spot.
func (w *war) UnitsIn(side engine.Side, at Spot) iter.Seq[*fight.Unit] {
	return func(yield func(*fight.Unit) bool) {
		if at < 0 {
			return
		}
		for id := w.top[side][at]; id != 0; {
			u := w.fight.Unit(int(id - 1))
			if id = w.posts[id-1].next; !yield(u) {
				return
			}
		}
	}
}

// anyIn reports whether a test holds for any of a side's units in a spot.
func (w *war) anyIn(side engine.Side, at Spot, is func(*fight.Unit) bool) bool {
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
		n += int(fight.Flag(u.Troop()))
	}
	return n
}
func (w *war) armyIn(side engine.Side, h hex.Hex) bool {
	return w.anyIn(side, SpotIn(h, false), (*fight.Unit).Troop) || w.anyIn(side, SpotIn(h, true), (*fight.Unit).Troop)
}

// alone returns the only side with an army in a hex, or a negative number if there is none.
func (w *war) alone(h hex.Hex) engine.Side {
	switch first, second := w.armyIn(fight.Attacker, h), w.armyIn(fight.Defender, h); {
	case first && !second:
		return fight.Attacker
	case second && !first:
		return fight.Defender
	}
	return -1
}

// Game returns the game of the war, Campaign its start.
func (w Theater) Game() *Game         { return w.game }
func (w Theater) Campaign() *Campaign { return &w.land.campaign }

// Grid returns the grid of the map. TerrainOf returns the terrain of a hex, FeatureOf its
// feature or nil, HexsideOf the hexside or nil.
func (w Theater) Grid() hex.Grid                     { return w.land.grid }
func (w Theater) TerrainOf(h hex.Hex) *fight.Terrain { return w.land.terrains[h] }
func (w Theater) FeatureOf(h hex.Hex) *Feature       { return w.land.features[h] }
func (w Theater) HexsideOf(side hex.Side) *Hexside   { return w.land.hexsides[side] }

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

// Mover returns the side whose turn it is. Thrown returns the spot that the last die is about.
func (w Theater) Mover() engine.Side { return w.mover }
func (w Theater) Thrown() Spot       { return w.thrown }

// Turns returns the turn after which points decide in a campaign (S0).
func (w Theater) Turns() int { return w.land.campaign.Turns }

// Fought returns the result of the last fight in a campaign.
func (w Theater) Fought() fight.Result { return w.fought }

// Holder returns the side that holds a site, or a negative number if none does.
func (w Theater) Holder(h hex.Hex) engine.Side {
	if i := w.land.siteAt[h]; i >= 0 {
		return w.held[i]
	}
	return -1
}
