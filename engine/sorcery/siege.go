package sorcery

import (
	"slices"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
)

// S4: sieges. The besieged of a site are in the place apart of its hex. A walled group is a
// place by itself, and its besiegers stand outside.

// A Siege is a siege in progress.
type Siege struct {
	Hex   hex.Hex     // the site's hex; for a walled group its first hex
	By    engine.Side // the besieger
	Turns int         // its length so far
	group int32       // the index of the walled group: see WalledGroup; or one of the constants below
}

const (
	aSite = -1 // the siege of a site
	aWall = -2 // a manned wall, which encloses nothing
)

// Walled reports whether the siege is of hexes within walls.
func (s Siege) Walled() bool { return s.group != aSite }

// Sieges returns the sieges in progress, in the order in which they began.
func (w Theater) Sieges() []Siege { return slices.Clone(w.sieges) }

// SiegeAt returns the siege of a hex. Ok is false if there is none.
func (w Theater) SiegeAt(h hex.Hex) (s Siege, ok bool) {
	for _, s := range w.sieges {
		if s.of(w.land, h) {
			return s, true
		}
	}
	return Siege{}, false
}

// A manned is a wall that encloses nothing, with an army outside and enemies inside. It is
// no siege, because the enemies can leave another way, but the army outside may breach the
// wall.
type manned struct {
	wall  wallSide
	by    engine.Side // the side of the army outside
	turns int32       // number of turns that the army has been there, counted as in a siege
}

// manWalls finds the walls that are manned now.
func (w *War) manWalls() {
	before := len(w.manned)
	for _, edge := range w.land.openWalls {
		for side := range fight.Seats {
			if w.troopsIn(side, SpotIn(edge.out, false)) == 0 || !w.holdsSpot(fight.Enemy(side), SpotIn(edge.in, false)) {
				continue
			}
			m := manned{wall: edge, by: side, turns: 1}
			for _, was := range w.manned[:before] {
				if was.wall == edge && was.by == side {
					m.turns = was.turns
				}
			}
			w.manned = append(w.manned, m)
		}
	}
	w.manned = slices.Delete(w.manned, 0, before)
}

// Breaching returns the siege by which a side may breach a hex from a spot. Ok is false if
// there is none. For a manned wall the result is a Siege of that hex alone.
func (w Theater) Breaching(side engine.Side, from Spot, h hex.Hex) (s Siege, ok bool) {
	if s := w.siegeBy(side, from); s != nil && s.of(w.land, h) {
		return *s, true
	}
	for _, m := range w.manned {
		if m.by == side && m.wall.in == h && SpotIn(m.wall.out, false) == from {
			return Siege{h, side, int(m.turns), aWall}, true
		}
	}
	return Siege{}, false
}

// of reports whether the siege is of a hex. within reports whether the besieged may go
// there.
func (s *Siege) of(l *land, h hex.Hex) bool {
	return s.Hex == h || s.group >= 0 && l.groups[h] == s.group
}
func (s *Siege) within(l *land, h hex.Hex) bool { return s.group >= 0 && l.groups[h] == s.group }

// SiegeOf returns the siege in which a side's units in a spot take part, inside or outside.
// Ok is false if there is none.
func (w Theater) SiegeOf(side engine.Side, at Spot) (s Siege, ok bool) {
	if of := w.siegeOf(side, at); of != nil {
		return *of, true
	}
	return Siege{}, false
}

// siegeOf returns the siege in which a side's units in a spot take part, inside or
// outside, or nil.
func (w Theater) siegeOf(side engine.Side, at Spot) *Siege {
	for i := range w.sieges {
		s := &w.sieges[i]
		inside := s.By != side
		switch {
		case s.group < 0 && at.Hex() == s.Hex && at.Inside() == inside:
			return s
		case s.group < 0 || at.Inside():
		case inside && w.land.groups[at.Hex()] == s.group:
			return s
		case !inside && w.outside(s, at):
			return s
		}
	}
	return nil
}

// siegeAround returns the siege in which a side is besieged in a spot, or nil.
func (w Theater) siegeAround(side engine.Side, at Spot) *Siege {
	if s := w.siegeOf(side, at); s != nil && s.By != side {
		return s
	}
	return nil
}

// siegeBy returns the siege that a side lays from a spot, or nil.
func (w Theater) siegeBy(side engine.Side, at Spot) *Siege {
	if s := w.siegeOf(side, at); s != nil && s.By == side {
		return s
	}
	return nil
}

// atWall reports whether a hex lies outside, at the wall of a group.
func (w Theater) atWall(group int32, h hex.Hex) bool {
	return slices.ContainsFunc(w.land.walls[group], func(edge wallSide) bool { return edge.out == h })
}

// canHold reports whether a side has the units that a siege needs: in the hex of a site, or
// at every wall of a group.
func (w Theater) canHold(s *Siege) bool {
	if s.group < 0 {
		return w.armyIn(s.By, s.Hex)
	}
	for _, edge := range w.land.walls[s.group] {
		if w.troopsIn(s.By, SpotIn(edge.out, false))+w.troopsIn(s.By, SpotIn(edge.in, false)) == 0 {
			return false
		}
	}
	return true
}

// anyBesieged reports whether the enemy holds the place: an army or militia inside a site,
// or any unit behind walls. It also holds a place out of which units have come in a sortie
// that has yet to be fought.
func (w Theater) anyBesieged(s *Siege) bool {
	for u := range w.fight.All {
		if w.post(u).sortied && u.Side() != s.By && w.At(u) >= 0 && w.outside(s, w.At(u)) && w.engagedWith(u) {
			return true
		}
	}
	if s.group < 0 {
		return w.garrisons(fight.Enemy(s.By), SpotIn(s.Hex, true))
	}
	return w.holdsGroup(fight.Enemy(s.By), s.group)
}

// garrisons reports whether a side has an army or militia in a spot. Characters and monsters
// alone do not hold a site (S4).
func (w Theater) garrisons(side engine.Side, at Spot) bool {
	return w.anyIn(side, at, func(u *fight.Unit) bool { return u.Troop() || u.Bound() })
}

// holdsGroup reports whether a side has units in a walled group.
func (w Theater) holdsGroup(side engine.Side, group int32) bool {
	return w.fight.Any(func(u *fight.Unit) bool {
		return u.Side() == side && w.At(u) >= 0 && w.land.groups[w.At(u).Hex()] == group
	})
}

// outside reports whether a place can be besieged from a spot.
func (w Theater) outside(s *Siege, at Spot) bool {
	if s.group < 0 {
		return at == SpotIn(s.Hex, false)
	}
	return !at.Inside() && w.atWall(s.group, at.Hex())
}

// Ringed reports whether a unit is at an enemy's wall with gaps in the ring around it, or
// inside a wall that is not fully manned. The units of its stack then move one by one.
func (w Theater) Ringed(u *fight.Unit) bool {
	for group, wall := range w.land.walls {
		s := Siege{group: int32(group), By: u.Side()}
		within := w.land.groups[w.At(u).Hex()] == int32(group)
		if !within && !(w.atWall(int32(group), w.At(u).Hex()) && w.anyBesieged(&s)) {
			continue
		}
		for _, edge := range wall {
			h := edge.out
			if within {
				h = edge.in
			}
			if !w.Present(u.Side(), h) && !w.land.terrains[h].Water {
				return true
			}
		}
	}
	return false
}

// siegesChange ends sieges that are lifted or won, and begins a siege where the only
// defenders left are militia.
func (w *War) siegesChange() {
	for i := 0; i < len(w.sieges); i++ {
		s := w.sieges[i]
		if w.reading().canHold(&s) && w.reading().anyBesieged(&s) {
			continue
		}
		w.sieges = slices.Delete(w.sieges, i, i+1)
		i--
		w.raise(s)
	}
	for _, site := range w.land.sites {
		h := site.hex
		if !w.land.site(h) {
			continue
		}
		for side := range fight.Seats {
			in, out := SpotIn(h, true), SpotIn(h, false)
			if w.reading().garrisons(fight.Enemy(side), in) && !w.holdsSpot(fight.Enemy(side), out) && w.troopsIn(side, out) > 0 {
				w.besiege(Siege{Hex: h, group: aSite, By: side})
			}
		}
	}
	w.manWalls()
}

// raise ends a siege. Units inside a site, other than its militia, return to its hex, unless
// they are an army and an enemy army is there, which then besieges them.
func (w *War) raise(s Siege) {
	if s.group < 0 {
		for side := range fight.Seats {
			if w.reading().garrisons(side, SpotIn(s.Hex, true)) && w.troopsIn(fight.Enemy(side), SpotIn(s.Hex, false)) > 0 {
				continue
			}
			for u := range w.UnitsIn(side, SpotIn(s.Hex, true)) {
				if !u.Bound() {
					w.put(u, SpotIn(s.Hex, false))
				}
			}
		}
	}
	w.battle.Report(engine.Event{What: Raised, Who: int32(s.By), N: int32(s.Hex)})
	w.game.WarHooks.SiegeEnd.Apply(w.battle, s, engine.None{})
}

// besiege begins a siege, unless it exists. This turn is its first.
func (w *War) besiege(s Siege) {
	if slices.ContainsFunc(w.sieges, func(o Siege) bool { return o.Hex == s.Hex && o.group == s.group }) {
		return
	}
	s.Turns = 1
	w.sieges = append(w.sieges, s)
	w.battle.Report(engine.Event{What: Besieged, Who: int32(s.By), N: int32(s.Hex)})
	w.game.WarHooks.SiegeStart.Apply(w.battle, s, engine.None{})
}

// declineNext asks the owner of a site whether to decline battle, after the enemy has
// entered it in a march or a reaction. The owner's units then go inside.
func (w *War) declineNext() bool {
	asked := false
	if s, ok := w.reading().siegeBegun(); ok {
		h, other := s.Hex, fight.Enemy(s.By)
		in, out := SpotIn(h, true), SpotIn(h, false)
		declines := !w.holdsSpot(other, out) // the site has only its militia
		if !declines && w.game.WarHooks.Decline.Apply(w.battle, s, nil) == nil {
			w.aim = h
			declines, asked = w.battle.Decide(other, Declines), true
		}
		if declines {
			for u := range w.UnitsIn(other, out) {
				w.put(u, in)
			}
			w.besiege(s)
		}
	}
	if w.react {
		w.stand()
	} else {
		w.stage = walking
	}
	return asked
}

// siegeBegun returns the siege that begins if the owner of a site declines battle with
// enemies that have entered its hex. Ok is false if the owner cannot decline.
func (w Theater) siegeBegun() (s Siege, ok bool) {
	by, lead := w.mover, w.Vanguard()
	if w.react {
		by, lead = fight.Enemy(w.mover), w.fight.Scout()
	}
	if lead == nil || w.At(lead) < 0 || w.At(lead).Inside() {
		return s, false
	}
	h := w.At(lead).Hex()
	switch {
	case !w.land.site(h) || w.land.groups[h] >= 0, !w.garrisons(fight.Enemy(by), SpotIn(h, false)) && !w.garrisons(fight.Enemy(by), SpotIn(h, true)):
	case w.troopsIn(by, SpotIn(h, false)) == 0, w.relieves(by, h):
	case !w.react && w.shore == hex.None && w.holdsSpot(fight.Enemy(by), SpotIn(h, false)): // they made a sortie or stormed
	case w.react && w.wereIn(SpotIn(h, false)): // battle is given already
	default:
		return Siege{Hex: h, group: aSite, By: by}, true
	}
	return s, false
}

// relieves reports whether a side that enters the hex of a site meets an enemy who besieges
// it there. The besieger stands outside, even while all of the besieged make a sortie.
func (w Theater) relieves(side engine.Side, h hex.Hex) bool {
	s, on := w.SiegeAt(h)
	return on && s.By != side
}

// wereIn reports whether other units of the army were in a spot before the reacting group
// came.
func (w Theater) wereIn(at Spot) bool {
	return w.anyIn(fight.Enemy(w.mover), at, func(u *fight.Unit) bool { return u.Troop() && !w.reacts(u) })
}

// besiegeNext asks the moving side whether it besieges a walled group, if it has units at
// every wall of the group (S4).
func (w *War) besiegeNext() bool {
	for ; int(w.cursor) < len(w.land.walls); w.cursor++ {
		s := Siege{Hex: hex.Hex(slices.Index(w.land.groups, w.cursor)), group: w.cursor, By: w.mover}
		switch _, on := w.reading().SiegeAt(s.Hex); {
		case on, !w.reading().anyBesieged(&s), !w.reading().canHold(&s), w.reading().holdsGroup(w.mover, w.cursor):
			continue
		}
		if w.game.WarHooks.Besiege.Apply(w.battle, s, nil) != nil {
			continue
		}
		w.side, w.aim = w.mover, s.Hex
		if w.battle.Decide(w.mover, Besieges) {
			w.besiege(s)
		}
		w.cursor++
		return true
	}
	w.manWalls()
	w.enter(engaging)
	w.front = OffMap
	return false
}

// HexOf returns the hex that a decision is about, About its name.
func (w Theater) HexOf(d fight.Decision) hex.Hex {
	if d == Enters {
		return w.goal
	}
	return w.aim
}

func (w *War) About(d fight.Decision) string { return w.reading().PlaceName(w.reading().HexOf(d)) }
