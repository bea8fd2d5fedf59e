package sorcery

import (
	"slices"

	"houserule/engine"
	"houserule/engine/hex"
)

// S4: sieges. The besieged of a site are in the place apart of its hex; a walled
// group is a place by itself, and its besiegers stand outside.

// A siege is a siege in progress.
type siege struct {
	hex   hex.Hex     // the site's; of a walled group the first of its hexes
	group int32       // of a walled group; -1: a site
	by    engine.Side // the besieger
	turns int32       // that it has lasted
}

// A Siege is a siege in progress, as readers of the battle see it.
type Siege struct {
	Hex    hex.Hex     // the site's; of walled hexes the first of them
	Walled bool        // one or more hexes within walls
	By     engine.Side // the besieger
	Turns  int         // that it has lasted
}

func (s *siege) public() Siege { return Siege{s.hex, s.group >= 0, s.by, int(s.turns)} }

// Sieges returns the sieges in progress, in the order in which they began.
func (b *position) Sieges() []Siege {
	var all []Siege
	for i := range b.sieges {
		all = append(all, b.sieges[i].public())
	}
	return all
}

// SiegeAt returns the siege of a hex; ok is false where there is none.
func (b *position) SiegeAt(h hex.Hex) (s Siege, ok bool) {
	for i := range b.sieges {
		if b.sieges[i].of(b.land, h) {
			return b.sieges[i].public(), true
		}
	}
	return Siege{}, false
}

// A manned wall encloses nothing, and has an army outside and enemies inside. It
// is no siege, since those inside can leave another way, but the army outside may
// breach it.
type manned struct {
	wall  breast
	by    engine.Side // whose army stands outside
	turns int32       // that the army has stood there, counted as those of a siege
}

// manWalls finds out which walls are manned now.
func (b *campaign) manWalls() {
	before := len(b.manned)
	for _, w := range b.land.parts {
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

// Breaching returns the siege by which a side may breach a hex from a spot; ok is
// false if there is none. For a manned wall it is a Siege of that hex alone.
func (b *position) Breaching(side engine.Side, from Spot, h hex.Hex) (s Siege, ok bool) {
	if s := b.siegeBy(side, from); s != nil && s.of(b.land, h) {
		return s.public(), true
	}
	for _, m := range b.manned {
		if m.by == side && m.wall.in == h && SpotIn(m.wall.out, false) == from {
			return Siege{h, true, side, int(m.turns)}, true
		}
	}
	return Siege{}, false
}

// of reports whether a hex is besieged, within whether the besieged may go there.
func (s *siege) of(l *land, h hex.Hex) bool {
	return s.hex == h || s.group >= 0 && l.groups[h] == s.group
}
func (s *siege) within(l *land, h hex.Hex) bool { return s.group >= 0 && l.groups[h] == s.group }

// SiegeOf returns the siege in which a side's units in a spot take part, inside or
// outside; ok is false where there is none.
func (b *position) SiegeOf(side engine.Side, at Spot) (s Siege, ok bool) {
	if of := b.siegeOf(side, at); of != nil {
		return of.public(), true
	}
	return Siege{}, false
}

// siegeOf returns the siege in which a side's units in a spot take part, inside or
// outside, or nil.
func (b *position) siegeOf(side engine.Side, at Spot) *siege {
	for i := range b.sieges {
		s := &b.sieges[i]
		inside := s.by != side
		switch {
		case s.group < 0 && at.Hex() == s.hex && at.Inside() == inside:
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
func (b *position) siegeAround(side engine.Side, at Spot) *siege {
	if s := b.siegeOf(side, at); s != nil && s.by != side {
		return s
	}
	return nil
}

// siegeBy returns the siege that a side lays from a spot, or nil.
func (b *position) siegeBy(side engine.Side, at Spot) *siege {
	if s := b.siegeOf(side, at); s != nil && s.by == side {
		return s
	}
	return nil
}

// breasts reports whether a hex lies at the wall of a group, outside.
func (b *position) breasts(group int32, h hex.Hex) bool {
	return slices.ContainsFunc(b.land.walls[group], func(w breast) bool { return w.out == h })
}

// canHold reports whether a side has the units that a siege takes: in the hex
// of a site, or at every wall of a group.
func (b *position) canHold(s *siege) bool {
	if s.group < 0 {
		return b.troopsIn(s.by, SpotIn(s.hex, false))+b.troopsIn(s.by, SpotIn(s.hex, true)) > 0
	}
	for _, w := range b.land.walls[s.group] {
		if b.troopsIn(s.by, SpotIn(w.out, false))+b.troopsIn(s.by, SpotIn(w.in, false)) == 0 {
			return false
		}
	}
	return true
}

// anyBesieged reports whether the enemy has units left in the place, or out of it in
// a sortie that is still to be fought.
func (b *position) anyBesieged(s *siege) bool {
	for i := range b.units {
		if u := &b.units[i]; u.sortied && u.side != s.by && u.at >= 0 && b.outside(s, u.at) && b.engagedWith(u) {
			return true
		}
	}
	if s.group < 0 {
		return b.holdsSpot(enemy(s.by), SpotIn(s.hex, true))
	}
	return b.holdsGroup(enemy(s.by), s.group)
}

// holdsGroup reports whether a side has units in a walled group.
func (b *position) holdsGroup(side engine.Side, group int32) bool {
	for i := range b.units {
		if u := &b.units[i]; u.side == side && u.at >= 0 && b.land.groups[u.at.Hex()] == group {
			return true
		}
	}
	return false
}

// outside reports whether a spot is one from which a place is besieged.
func (b *position) outside(s *siege, at Spot) bool {
	if s.group < 0 {
		return at == SpotIn(s.hex, false)
	}
	return !at.Inside() && b.breasts(s.group, at.Hex())
}

// Ringed reports whether a unit stands at an enemy's wall with gaps in the ring
// around it, or inside a wall that is not fully manned. The units of its stack then
// move one by one.
func (b *position) Ringed(u *Unit) bool {
	for group, wall := range b.land.walls {
		s := siege{group: int32(group), by: u.side}
		within := b.land.groups[u.at.Hex()] == int32(group)
		if !within && !(b.breasts(int32(group), u.at.Hex()) && b.anyBesieged(&s)) {
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

// siegesChange ends sieges that are lifted or won, and begins a siege where militia
// is all that is left of the defence.
func (b *campaign) siegesChange() {
	for i := 0; i < len(b.sieges); i++ {
		s := b.sieges[i]
		if b.canHold(&s) && b.anyBesieged(&s) {
			continue
		}
		b.sieges = slices.Delete(b.sieges, i, i+1)
		i--
		b.raise(&s)
	}
	for _, site := range b.land.sites {
		h := site.hex
		if !b.land.site(h) {
			continue
		}
		for side := range Seats {
			in, out := SpotIn(h, true), SpotIn(h, false)
			if b.holdsSpot(enemy(side), in) && !b.holdsSpot(enemy(side), out) && b.troopsIn(side, out) > 0 {
				b.besiege(siege{hex: h, group: -1, by: side})
			}
		}
	}
	b.manWalls()
}

// raise ends a siege: units inside a site, other than its militia, return to its hex.
func (b *campaign) raise(s *siege) {
	if s.group < 0 {
		for side := range Seats {
			for u := range b.UnitsIn(side, SpotIn(s.hex, true)) {
				if !u.bound {
					b.put(u, SpotIn(s.hex, false))
				}
			}
		}
	}
	b.Report(engine.Event{What: Raised, Who: int32(s.by), N: int32(s.hex)})
	b.game.Hooks.SiegeEnd.Apply(b.whole, s.public(), engine.None{})
}

// besiege begins a siege, unless there is one. This turn is its first.
func (b *campaign) besiege(s siege) {
	if slices.ContainsFunc(b.sieges, func(o siege) bool { return o.hex == s.hex && o.group == s.group }) {
		return
	}
	s.turns = 1
	b.sieges = append(b.sieges, s)
	b.Report(engine.Event{What: Besieged, Who: int32(s.by), N: int32(s.hex)})
	b.game.Hooks.SiegeStart.Apply(b.whole, s.public(), engine.None{})
}

// declineNext asks the owner of a site that the enemy has entered, by a march or
// a reaction, whether he declines battle. His units are inside then.
func (b *campaign) declineNext() bool {
	asked := false
	if s, ok := b.siegeBegun(); ok {
		h, other := s.hex, enemy(s.by)
		in, out := SpotIn(h, true), SpotIn(h, false)
		declines := !b.holdsSpot(other, out) // only its militia is there
		if !declines && b.game.Hooks.Decline.Apply(b.whole, s.public(), nil) == nil {
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
// enemies that have entered its hex; ok is false where he cannot.
func (b *position) siegeBegun() (s siege, ok bool) {
	by, lead := b.mover, b.Vanguard()
	if b.react {
		by, lead = enemy(b.mover), b.at(b.scout)
	}
	if lead == nil || lead.at < 0 || lead.at.Inside() {
		return s, false
	}
	h := lead.at.Hex()
	switch {
	case !b.land.site(h) || b.land.groups[h] >= 0, !b.Present(enemy(by), h):
	case b.troopsIn(by, SpotIn(h, false)) == 0, b.holdsSpot(by, SpotIn(h, true)): // or enemies come to relieve it
	case !b.react && b.shore == hex.None: // and did not march in: they made a sortie, or stormed
	case b.react && b.wereIn(SpotIn(h, false)): // and battle is given already
	default:
		return siege{hex: h, group: -1, by: by}, true
	}
	return s, false
}

// wereIn reports whether other units of the army stood in a spot before the reacting
// group came.
func (b *position) wereIn(at Spot) bool {
	for u := range b.UnitsIn(enemy(b.mover), at) {
		if u.Troop() && !b.reacts(u) {
			return true
		}
	}
	return false
}

// besiegeNext asks the side that moves whether it besieges a walled group, if it stands
// at every wall of the group (S4).
func (b *campaign) besiegeNext() bool {
	for ; int(b.cursor) < len(b.land.walls); b.cursor++ {
		s := siege{hex: hex.Hex(slices.Index(b.land.groups, b.cursor)), group: b.cursor, by: b.mover}
		switch _, on := b.SiegeAt(s.hex); {
		case on, !b.anyBesieged(&s), !b.canHold(&s), b.holdsGroup(b.mover, b.cursor):
			continue
		}
		if b.game.Hooks.Besiege.Apply(b.whole, s.public(), nil) != nil {
			continue
		}
		b.side, b.aim = b.mover, s.hex
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
