package sorcery

import "houserule/engine"

// Status is where a unit is.
type Status uint8

// The statuses. Only units that stand fight.
const (
	Standing   Status = iota // in the battle hex
	Adjacent                 // in a neighbouring hex, from the start
	Withdrawn                // in a neighbouring hex, from the battle (S3.7)
	Eliminated               // out of the game
	Captured                 // a character that would not fight (S7)
	Afield                   // on the map of a campaign, in no fight
)

var statusNames = [...]string{"standing", "adjacent", "withdrawn", "eliminated", "captured", "afield"}

// String returns the status's word.
func (s Status) String() string { return statusNames[s] }

// here is the hex of units that did not come from a neighbour.
const here = -1

// A Unit is one counter of a battle: a unit of an army, a character or a
// monster.
type Unit struct {
	kind   *Kind
	id     int32 // its place in Battle.Units
	number int32 // its number on its first side, from 1
	first  engine.Side
	side   engine.Side
	wounds int32 // that it has taken (S7)
	added  int32 // to its strength, by scripts
	lent   int32 // of its leadership, to morale checks of this round (S5)
	laps   int32 // wounds that it was dealt in this round (S7)
	spent  int32 // of its movement allowance in this turn (S2)
	bout   bout  // against the side that is alone (S7)
	at     Spot  // on the map
	next   int16 // the id of the next unit of its side there, and 1; 0: it is the last
	status Status
	hex    int8 // the neighbour from which it came, or where it stands; here: none
	dying  bool // within the hook Death
	marks
}

// marks are the flags of a unit.
type marks struct {
	demoralized bool
	halved      bool // came over water, and has not fought a round since (S3.2)
	engaged     bool // fights in this round
	declared    bool // is to charge, which the enemy does not know yet (S3.2)
	charging    bool // in this round
	charged     bool // in the round before
	guard       bool // of a side that withdraws (S3.7)
	winged      bool // one that counts as one of two arms: as a flyer (S3.2)
	led         bool // a character that has led the die in this round (S3.2)
	adds        bool // a character that adds its leadership to the strength (S3.2)
	company     bool // goes along with a leader that reacts or reinforces (S3.1, S3.7)
	tried       bool // a leader that has tried to, at this step or after this round
	fresh       bool // has been named for a bout, and not fought a round of it (S7)
	relief      bool // was demoralised in a bout, so that its owner may name another (S7)

	// Of a campaign.
	bound    bool // militia (S4)
	marching bool // one of the group that moves now (S2)
	halted   bool // does not move any more in this turn
	sortied  bool // has come out of a besieged place in this turn (S4)
	foregone bool // a leader that has let the enemy into its hex (S3.1)
	revealed bool // the enemy has looked at it by magic (S6)
}

// bits returns the marks as a number.
func (m *marks) bits() (n uint64) {
	for i, is := range [...]bool{
		m.demoralized, m.halved, m.engaged, m.declared, m.charging, m.charged,
		m.guard, m.winged, m.led, m.adds, m.company, m.tried, m.fresh, m.relief,
		m.bound, m.marching, m.halted, m.sortied, m.foregone, m.revealed,
	} {
		n |= uint64(flag(is)) << i
	}
	return n
}

// gone reports whether the unit is out of the game.
func (u *Unit) gone() bool {
	return u.status == Eliminated || u.status == Captured || u.status == Withdrawn
}

// Kind returns the unit's kind.
func (u *Unit) Kind() *Kind { return u.kind }

// ID returns the unit's place in [Battle.Units], Side the side that plays it, First
// the side for which it came.
func (u *Unit) ID() int            { return int(u.id) }
func (u *Unit) Side() engine.Side  { return u.side }
func (u *Unit) First() engine.Side { return u.first }

// Status returns where it is, Stands whether that is the battle hex.
func (u *Unit) Status() Status { return u.status }
func (u *Unit) Stands() bool   { return u.status == Standing }

// Hex returns the neighbour where one that does not stand in the hex is, or from
// which one came; below 0 there is none.
func (u *Unit) Hex() int { return int(u.hex) }

// Demoralized reports whether it is demoralised (S5), Halved whether it came over
// water and has not fought a round since (S3.2): see [Battle.HalvedNow].
func (u *Unit) Demoralized() bool { return u.demoralized }
func (u *Unit) Halved() bool      { return u.halved }

// Wounds returns how many wounds it has taken (S7), Added what scripts add to its
// strength.
func (u *Unit) Wounds() int { return int(u.wounds) }
func (u *Unit) Added() int  { return int(u.added) }

// Charging reports whether it charges in this round, as far as is public,
// Charged whether it did in the round before (S3.2).
func (u *Unit) Charging() bool { return u.charging }
func (u *Unit) Charged() bool  { return u.charged }

// Guards reports whether it is in the rear guard of a side that withdraws (S3.7),
// Engaged whether it fights in this round.
func (u *Unit) Guards() bool  { return u.guard }
func (u *Unit) Engaged() bool { return u.engaged }

// Led reports whether a character has led a die in this round (S3.2).
func (u *Unit) Led() bool { return u.led }

// Lent returns how much of its leadership a character has lent to morale checks of
// this round (S5).
func (u *Unit) Lent() int { return int(u.lent) }

// At returns the spot of a unit of a campaign.
func (u *Unit) At() Spot { return u.at }

// Bound reports whether a unit is militia, which stays where it is (S4).
func (u *Unit) Bound() bool { return u.bound }

// Halted reports whether a unit has done all that it may in this turn.
func (u *Unit) Halted() bool { return u.halted }

// Marching reports whether a unit is one of those that move now.
func (u *Unit) Marching() bool { return u.marching }

// Troop reports whether it is a unit of an army.
func (u *Unit) Troop() bool { return u.kind.Role == Troop }

// counts reports whether it counts as an arm (S3.2). Characters count as
// cavalry, monsters do not (S7).
func (u *Unit) counts(a Arm) bool {
	switch {
	case u.kind.Classes&armClass[a] != 0:
		return true
	case a == Horse:
		return u.kind.Role == Character
	}
	return u.kind.Classes&Either != 0 && u.winged == (a == Wings)
}
