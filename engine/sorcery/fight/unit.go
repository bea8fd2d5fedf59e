package fight

import "houserule/engine"

// A Status is the place of a unit: in the fight or out of it.
type Status uint8

// The statuses. Only standing units fight.
const (
	Standing   Status = iota // in the battle hex
	Adjacent                 // in an adjacent hex, from the start
	Withdrawn                // in an adjacent hex, after a withdrawal (S3.7)
	Eliminated               // out of the game
	Captured                 // a character that would not fight (S7)
	Afield                   // in a war, in no fight
)

var statusNames = [...]string{"standing", "adjacent", "withdrawn", "eliminated", "captured", "afield"}

// String returns the word for the status.
func (s Status) String() string { return statusNames[s] }

// Here is the hex of units that did not come from an adjacent hex.
const Here = -1

// A Unit is one counter of a battle: a unit of an army, a character or a
// monster.
type Unit struct {
	kind   *Kind
	id     int32       `state:"derived"` // index in Battle.Units
	number int32       `state:"derived"` // its number on its first side, from 1
	first  engine.Side `state:"derived"`
	side   engine.Side
	wounds int32 // number of wounds taken (S7)
	added  int32 // sum that scripts have added to its strength
	lent   int32 // leadership lent to morale checks of this round (S5)
	laps   int32 // number of wounds dealt to it in this round (S7)
	bout   bout  // its bout against the side without an army (S7)
	status Status
	hex    int8 // the adjacent hex from which it came, or in which it is; here: none
	dying  bool `state:"step"` // whether the hook Death is running for it
	marks
}

// marks are the flags of a unit in a fight.
type marks struct {
	demoralized bool
	halved      bool // came over water, and has not fought a round since (S3.2)
	engaged     bool // fights in this round
	declared    bool // will charge, which the enemy does not know yet (S3.2)
	charging    bool // charges in this round
	charged     bool // charged in the round before
	guard       bool // is in the rear guard of a side that withdraws (S3.7)
	winged      bool // counts as a flyer, if it may count as one of two arms (S3.2)
	led         bool // has led the die in this round (S3.2)
	adds        bool // adds its leadership to the strength (S3.2)
	company     bool // goes with a leader that reacts or reinforces (S3.1, S3.7)
	tried       bool // has tried to react or reinforce, at this step or after this round
	fresh       bool // was named for a bout, and has not fought a round of it (S7)
	relief      bool // was demoralized in a bout, so that its owner may name another unit (S7)
	bound       bool // is militia, which stays where it is (S4)
}

// bits returns the marks as a number.
func (m *marks) bits() (n uint64) {
	for i, is := range [...]bool{
		m.demoralized, m.halved, m.engaged, m.declared, m.charging, m.charged,
		m.guard, m.winged, m.led, m.adds, m.company, m.tried, m.fresh, m.relief, m.bound,
	} {
		n |= uint64(Flag(is)) << i
	}
	return n
}

// clearFight resets a unit's marks of the last fight. A unit that has come over water into
// the next fight is halved (S3.2).
func (u *Unit) clearFight() {
	u.hex, u.lent, u.laps, u.bout = Here, 0, 0, noBout
	u.engaged, u.declared, u.charging, u.charged, u.guard = false, false, false, false, false
	u.winged, u.led, u.adds, u.company, u.tried, u.fresh, u.relief = false, false, false, false, false, false, false
}

// gone reports whether the unit is out of the game.
func (u *Unit) gone() bool {
	return u.status == Eliminated || u.status == Captured || u.status == Withdrawn
}

// Kind returns the unit's kind.
func (u *Unit) Kind() *Kind { return u.kind }

// ID returns the unit's index in [Battle.Units]. Side returns the side that plays it, First
// the side that brought it.
func (u *Unit) ID() int            { return int(u.id) }
func (u *Unit) Side() engine.Side  { return u.side }
func (u *Unit) First() engine.Side { return u.first }

// Status returns the unit's status. Stands reports whether it is in the battle hex.
func (u *Unit) Status() Status { return u.status }
func (u *Unit) Stands() bool   { return u.status == Standing }

// Hex returns the adjacent hex in which the unit is, if it is not in the battle hex, or
// from which it came; a negative number means none.
func (u *Unit) Hex() int { return int(u.hex) }

// Demoralized reports whether the unit is demoralized (S5). Halved reports whether it came
// over water and has not fought a round since (S3.2): see [Position.HalvedNow].
func (u *Unit) Demoralized() bool { return u.demoralized }
func (u *Unit) Halved() bool      { return u.halved }

// Wounds returns the number of wounds that the unit has taken (S7). Added returns the sum
// that scripts have added to its strength.
func (u *Unit) Wounds() int { return int(u.wounds) }
func (u *Unit) Added() int  { return int(u.added) }

// Charging reports whether the unit charges in this round, as far as is public. Charged
// reports whether it charged in the round before (S3.2).
func (u *Unit) Charging() bool { return u.charging }
func (u *Unit) Charged() bool  { return u.charged }

// Guards reports whether the unit is in the rear guard of a side that withdraws (S3.7).
// Engaged reports whether it fights in this round.
func (u *Unit) Guards() bool  { return u.guard }
func (u *Unit) Engaged() bool { return u.engaged }

// InCompany reports whether the unit goes with a leader that reacts or reinforces. Tried
// reports whether, as a leader, it has tried to (S3.1, S3.7).
func (u *Unit) InCompany() bool { return u.company }
func (u *Unit) Tried() bool     { return u.tried }

// Led reports whether a character has led a die in this round (S3.2).
func (u *Unit) Led() bool { return u.led }

// Lent returns the leadership that a character has lent to morale checks of this round
// (S5).
func (u *Unit) Lent() int { return int(u.lent) }

// Bound reports whether the unit is militia, which never leaves its place (S4).
func (u *Unit) Bound() bool { return u.bound }

// Troop reports whether the unit belongs to an army, as neither a character nor a monster.
func (u *Unit) Troop() bool { return u.kind.Role == Troop }

// counts reports whether the unit counts as an arm (S3.2). Characters count as cavalry,
// monsters do not (S7).
func (u *Unit) counts(a Arm) bool {
	switch {
	case u.kind.Classes&armClass[a] != 0:
		return true
	case a == Horse:
		return u.kind.Role == Character
	}
	return u.kind.Classes&Either != 0 && u.winged == (a == Wings)
}
