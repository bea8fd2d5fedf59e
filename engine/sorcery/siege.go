package sorcery

import (
	"slices"

	"houserule/engine"
	"houserule/engine/hex"
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
func (b *position) Sieges() []Siege { return slices.Clone(b.sieges) }

// SiegeAt returns the siege of a hex. Ok is false if there is none.
func (b *position) SiegeAt(h hex.Hex) (s Siege, ok bool) {
	for _, s := range b.sieges {
		if s.of(b.land, h) {
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
func (b *campaign) manWalls() {
	before := len(b.manned)
	for _, w := range b.land.openWalls {
		for side := range Seats {
			if b.troopsIn(side, SpotIn(w.out, false)) == 0 || !b.holdsSpot(enemy(side), SpotIn(w.in, false)) {
				continue
			}
			m := manned{wall: w, by: side, turns: 1}
			for _, was := range b.manned[:before] {
				if was.wall == w && was.by == side {
					m.turns = was.turns
				}
			}
			b.manned = append(b.manned, m)
		}
	}
	b.manned = slices.Delete(b.manned, 0, before)
}

// Breaching returns the siege by which a side may breach a hex from a spot. Ok is false if
// there is none. For a manned wall the result is a Siege of that hex alone.
func (b *position) Breaching(side engine.Side, from Spot, h hex.Hex) (s Siege, ok bool) {
	if s := b.siegeBy(side, from); s != nil && s.of(b.land, h) {
		return *s, true
	}
	for _, m := range b.manned {
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
func (b *position) SiegeOf(side engine.Side, at Spot) (s Siege, ok bool) {
	if of := b.siegeOf(side, at); of != nil {
		return *of, true
	}
	return Siege{}, false
}

// siegeOf returns the siege in which a side's units in a spot take part, inside or
// outside, or nil.
func (b *position) siegeOf(side engine.Side, at Spot) *Siege {
	for i := range b.sieges {
		s := &b.sieges[i]
		inside := s.By != side
		switch {
		case s.group < 0 && at.Hex() == s.Hex && at.Inside() == inside:
			return s
		case s.group < 0 || at.Inside():
		case inside && b.land.groups[at.Hex()] == s.group:
			return s
		case !inside && b.outside(s, at):
			return s
		}
	}
	return nil
}

// siegeAround returns the siege in which a side is besieged in a spot, or nil.
func (b *position) siegeAround(side engine.Side, at Spot) *Siege {
	if s := b.siegeOf(side, at); s != nil && s.By != side {
		return s
	}
	return nil
}

// siegeBy returns the siege that a side lays from a spot, or nil.
func (b *position) siegeBy(side engine.Side, at Spot) *Siege {
	if s := b.siegeOf(side, at); s != nil && s.By == side {
		return s
	}
	return nil
}

// atWall reports whether a hex lies outside, at the wall of a group.
func (b *position) atWall(group int32, h hex.Hex) bool {
	return slices.ContainsFunc(b.land.walls[group], func(w wallSide) bool { return w.out == h })
}

// canHold reports whether a side has the units that a siege needs: in the hex of a site, or
// at every wall of a group.
func (b *position) canHold(s *Siege) bool {
	if s.group < 0 {
		return b.armyIn(s.By, s.Hex)
	}
	for _, w := range b.land.walls[s.group] {
		if b.troopsIn(s.By, SpotIn(w.out, false))+b.troopsIn(s.By, SpotIn(w.in, false)) == 0 {
			return false
		}
	}
	return true
}

// anyBesieged reports whether the enemy holds the place: an army or militia inside a site,
// or any unit behind walls. It also holds a place out of which units have come in a sortie
// that has yet to be fought.
func (b *position) anyBesieged(s *Siege) bool {
	for u := range b.all {
		if u.sortied && u.side != s.By && u.at >= 0 && b.outside(s, u.at) && b.engagedWith(u) {
			return true
		}
	}
	if s.group < 0 {
		return b.garrisons(enemy(s.By), SpotIn(s.Hex, true))
	}
	return b.holdsGroup(enemy(s.By), s.group)
}

// garrisons reports whether a side has an army or militia in a spot. Characters and monsters
// alone do not hold a site (S4).
func (b *position) garrisons(side engine.Side, at Spot) bool {
	return b.anyIn(side, at, func(u *Unit) bool { return u.Troop() || u.bound })
}

// holdsGroup reports whether a side has units in a walled group.
func (b *position) holdsGroup(side engine.Side, group int32) bool {
	return b.any(func(u *Unit) bool { return u.side == side && u.at >= 0 && b.land.groups[u.at.Hex()] == group })
}

// outside reports whether a place can be besieged from a spot.
func (b *position) outside(s *Siege, at Spot) bool {
	if s.group < 0 {
		return at == SpotIn(s.Hex, false)
	}
	return !at.Inside() && b.atWall(s.group, at.Hex())
}

// Ringed reports whether a unit is at an enemy's wall with gaps in the ring around it, or
// inside a wall that is not fully manned. The units of its stack then move one by one.
func (b *position) Ringed(u *Unit) bool {
	for group, wall := range b.land.walls {
		s := Siege{group: int32(group), By: u.side}
		within := b.land.groups[u.at.Hex()] == int32(group)
		if !within && !(b.atWall(int32(group), u.at.Hex()) && b.anyBesieged(&s)) {
			continue
		}
		for _, w := range wall {
			h := w.out
			if within {
				h = w.in
			}
			if !b.Present(u.side, h) && !b.land.terrains[h].Water {
				return true
			}
		}
	}
	return false
}

// siegesChange ends sieges that are lifted or won, and begins a siege where the only
// defenders left are militia.
func (b *campaign) siegesChange() {
	for i := 0; i < len(b.sieges); i++ {
		s := b.sieges[i]
		if b.canHold(&s) && b.anyBesieged(&s) {
			continue
		}
		b.sieges = slices.Delete(b.sieges, i, i+1)
		i--
		b.raise(s)
	}
	for _, site := range b.land.sites {
		h := site.hex
		if !b.land.site(h) {
			continue
		}
		for side := range Seats {
			in, out := SpotIn(h, true), SpotIn(h, false)
			if b.garrisons(enemy(side), in) && !b.holdsSpot(enemy(side), out) && b.troopsIn(side, out) > 0 {
				b.besiege(Siege{Hex: h, group: aSite, By: side})
			}
		}
	}
	b.manWalls()
}

// raise ends a siege. Units inside a site, other than its militia, return to its hex, unless
// they are an army and an enemy army is there, which then besieges them.
func (b *campaign) raise(s Siege) {
	if s.group < 0 {
		for side := range Seats {
			if b.garrisons(side, SpotIn(s.Hex, true)) && b.troopsIn(enemy(side), SpotIn(s.Hex, false)) > 0 {
				continue
			}
			for u := range b.UnitsIn(side, SpotIn(s.Hex, true)) {
				if !u.bound {
					b.put(u, SpotIn(s.Hex, false))
				}
			}
		}
	}
	b.Report(engine.Event{What: Raised, Who: int32(s.By), N: int32(s.Hex)})
	b.game.Hooks.SiegeEnd.Apply(b.whole, s, engine.None{})
}

// besiege begins a siege, unless it exists. This turn is its first.
func (b *campaign) besiege(s Siege) {
	if slices.ContainsFunc(b.sieges, func(o Siege) bool { return o.Hex == s.Hex && o.group == s.group }) {
		return
	}
	s.Turns = 1
	b.sieges = append(b.sieges, s)
	b.Report(engine.Event{What: Besieged, Who: int32(s.By), N: int32(s.Hex)})
	b.game.Hooks.SiegeStart.Apply(b.whole, s, engine.None{})
}

// declineNext asks the owner of a site whether to decline battle, after the enemy has
// entered it in a march or a reaction. The owner's units then go inside.
func (b *campaign) declineNext() bool {
	asked := false
	if s, ok := b.siegeBegun(); ok {
		h, other := s.Hex, enemy(s.By)
		in, out := SpotIn(h, true), SpotIn(h, false)
		declines := !b.holdsSpot(other, out) // the site has only its militia
		if !declines && b.game.Hooks.Decline.Apply(b.whole, s, nil) == nil {
			b.aim = h
			declines, asked = b.decideOn(other, Declines), true
		}
		if declines {
			for u := range b.UnitsIn(other, out) {
				b.put(u, in)
			}
			b.besiege(s)
		}
	}
	if b.react {
		b.stand()
	} else {
		b.stage = walking
	}
	return asked
}

// siegeBegun returns the siege that begins if the owner of a site declines battle with
// enemies that have entered its hex. Ok is false if the owner cannot decline.
func (b *position) siegeBegun() (s Siege, ok bool) {
	by, lead := b.mover, b.Vanguard()
	if b.react {
		by, lead = enemy(b.mover), b.at(b.scout)
	}
	if lead == nil || lead.at < 0 || lead.at.Inside() {
		return s, false
	}
	h := lead.at.Hex()
	switch {
	case !b.land.site(h) || b.land.groups[h] >= 0, !b.garrisons(enemy(by), SpotIn(h, false)) && !b.garrisons(enemy(by), SpotIn(h, true)):
	case b.troopsIn(by, SpotIn(h, false)) == 0, b.relieves(by, h):
	case !b.react && b.shore == hex.None && b.holdsSpot(enemy(by), SpotIn(h, false)): // they made a sortie or stormed
	case b.react && b.wereIn(SpotIn(h, false)): // battle is given already
	default:
		return Siege{Hex: h, group: aSite, By: by}, true
	}
	return s, false
}

// relieves reports whether a side that enters the hex of a site meets an enemy who besieges
// it there. The besieger stands outside, even while all of the besieged make a sortie.
func (b *position) relieves(side engine.Side, h hex.Hex) bool {
	s, on := b.SiegeAt(h)
	return on && s.By != side
}

// wereIn reports whether other units of the army were in a spot before the reacting group
// came.
func (b *position) wereIn(at Spot) bool {
	return b.anyIn(enemy(b.mover), at, func(u *Unit) bool { return u.Troop() && !b.reacts(u) })
}

// besiegeNext asks the moving side whether it besieges a walled group, if it has units at
// every wall of the group (S4).
func (b *campaign) besiegeNext() bool {
	for ; int(b.cursor) < len(b.land.walls); b.cursor++ {
		s := Siege{Hex: hex.Hex(slices.Index(b.land.groups, b.cursor)), group: b.cursor, By: b.mover}
		switch _, on := b.SiegeAt(s.Hex); {
		case on, !b.anyBesieged(&s), !b.canHold(&s), b.holdsGroup(b.mover, b.cursor):
			continue
		}
		if b.game.Hooks.Besiege.Apply(b.whole, s, nil) != nil {
			continue
		}
		b.side, b.aim = b.mover, s.Hex
		if b.decideOn(b.mover, Besieges) {
			b.besiege(s)
		}
		b.cursor++
		return true
	}
	b.manWalls()
	b.enter(engaging)
	b.front = OffMap
	return false
}
