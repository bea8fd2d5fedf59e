package sorcery

import (
	"encoding/binary"
	"fmt"
	"iter"
	"slices"

	"houserule/engine"
)

// Status is where a unit is.
type Status uint8

// The statuses. Only units that stand fight.
const (
	Standing   Status = iota // in the battle hex
	Adjacent                 // in a neighbouring hex, from the start
	Withdrawn                // in a neighbouring hex, from the battle (S3.7)
	Eliminated               // out of the game
	Captured                 // a character that would not fight (S7)
)

var statusNames = [...]string{"standing", "adjacent", "withdrawn", "eliminated", "captured"}

// String is the status's word.
func (s Status) String() string { return statusNames[s] }

// here is the hex of units that have come from no neighbour.
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
	status Status
	hex    int8 // the neighbour from which it came, or where it stands; here: none
	marks
}

// marks are what is so of a unit, or is not.
type marks struct {
	demoralized bool
	halved      bool // came over water, and fights its first round (S3.2)
	engaged     bool // fights in this round
	declared    bool // is to charge, which the enemy does not know yet (S3.2)
	charging    bool // in this round
	charged     bool // in the round before
	guard       bool // of a side that withdraws (S3.7)
	winged      bool // one that counts as one of two arms: as a flyer (S3.2)
	adds        bool // a character that adds its leadership to the strength (S3.2)
	company     bool // goes along as a reinforcement (S3.7)
	tried       bool // a leader that has tried to reinforce behind this round
	matched     bool // has been named against characters or a monster (S7)
}

// bits are the marks as a number.
func (m *marks) bits() (n uint64) {
	for i, is := range [...]bool{
		m.demoralized, m.halved, m.engaged, m.declared, m.charging, m.charged,
		m.guard, m.winged, m.adds, m.company, m.tried, m.matched,
	} {
		n |= uint64(flag(is)) << i
	}
	return n
}

// Kind is what is printed on it.
func (u *Unit) Kind() *Kind { return u.kind }

// ID is its place in [Battle.Units], Side is who plays it, First for whom it
// came.
func (u *Unit) ID() int            { return int(u.id) }
func (u *Unit) Side() engine.Side  { return u.side }
func (u *Unit) First() engine.Side { return u.first }

// Status is where it is, Stands whether that is the battle hex.
func (u *Unit) Status() Status { return u.status }
func (u *Unit) Stands() bool   { return u.status == Standing }

// Hex is the neighbour where one that does not stand in the hex is, or from
// which one came; below 0 there is none.
func (u *Unit) Hex() int { return int(u.hex) }

// Demoralized tells whether it is demoralised (S5), Halved whether it fights
// at half strength since it came over water (S3.2).
func (u *Unit) Demoralized() bool { return u.demoralized }
func (u *Unit) Halved() bool      { return u.halved }

// Wounds is how many wounds it has taken (S7), Added what scripts add to its
// strength.
func (u *Unit) Wounds() int { return int(u.wounds) }
func (u *Unit) Added() int  { return int(u.added) }

// Charging tells whether it charges in this round, as far as everybody knows,
// Charged whether it did in the round before (S3.2).
func (u *Unit) Charging() bool { return u.charging }
func (u *Unit) Charged() bool  { return u.charged }

// Guards tells whether it is in the rear guard of a side that withdraws (S3.7),
// Engaged whether it fights in this round.
func (u *Unit) Guards() bool  { return u.guard }
func (u *Unit) Engaged() bool { return u.engaged }

// Lent is how much of its leadership a character has lent to morale checks of
// this round (S5).
func (u *Unit) Lent() int { return int(u.lent) }

// troop tells whether it is a unit of an army.
func (u *Unit) troop() bool { return u.kind.Role == Troop }

// counts tells whether it counts as an arm (S3.2). Characters and monsters
// count as cavalry (S7).
func (u *Unit) counts(a Arm) bool {
	switch {
	case u.kind.Classes&armClass[a] != 0:
		return true
	case a == Horse:
		return !u.troop()
	}
	return u.kind.Classes&Either != 0 && u.winged == (a == Wings)
}

// stage is what comes next in a round.
type stage uint8

// The stages, in their order.
const (
	yielding    stage = iota // characters alone fight or are captured (S7)
	matching                 // who fights them (S7)
	leading                  // who leads the die (S3.2)
	adding                   // who adds leadership to the strength (S3.2)
	counting                 // as which arm a unit counts (S3.2)
	charging                 // S3.2
	arraying                 // S3.3
	rolling                  // S3.2
	losing                   // S3.5
	checking                 // S3.6
	leaving                  // who withdrew before this round leaves (S3.7)
	withdrawing              // S3.7
	guarding                 // the rear guard (S3.7)
	reinforcing              // S3.7
	mustering                // who goes along (S3.7)
	reacting                 // their dice (S3.7)
	over
)

// A force is what a side has in the hex, and how it does in this round.
type force struct {
	line  []int32 // units of its army, from left to right (S3.3)
	heads []int32 // characters and monsters

	leader      int32 // who leads the die; -1: nobody
	withdrawing bool
	sure        bool // passes its morale checks without a die (S3.4)
	routed      bool // is demoralised whole (S3.4)
	shift       int8 // of its morale dice (S3.4)
	die, total  int32
	strength    int       // in halves of a point
	arms        [Arms]int // the same
	loss        int       // that it has still to take, in parts of a point: see Whole
}

// enter puts a unit into the force, at the right end of its line.
func (f *force) enter(u *Unit) {
	if u.troop() {
		f.line = append(f.line, u.id)
	} else {
		f.heads = append(f.heads, u.id)
	}
}

// leave takes a unit out of the force.
func (f *force) leave(u *Unit) {
	list := &f.line
	if !u.troop() {
		list = &f.heads
	}
	if i := slices.Index(*list, u.id); i >= 0 {
		*list = slices.Delete(*list, i, i+1)
	}
	if f.leader == u.id {
		f.leader = -1
	}
}

// State is what a battle consists of between two steps.
type State struct {
	units  []Unit
	forces [Seats]force
	stage  stage
	side   engine.Side // whose turn it is in the stage
	cursor int32       // in the stage: a place in a line, or a unit
	check  check       // that is to be rolled
	sum    int32       // of the dice of a reinforcement so far
	dice   int8        // how many of them were rolled
	scout  int32       // who leads that reinforcement

	// S7: characters and monsters without an army.
	lone     engine.Side // whose they are; -1: both sides have an army
	accepted bool        // its characters have chosen to fight
	monster  int32       // which of them fights; -1: the characters do
	champion int32       // the unit, or the leader left alone, that fights them; -1: nobody
	renamed  bool        // its owner may name another
	fresh    bool        // it has not fought a round yet

	spare engine.Memory
}

// Memory is what scripts remember of the battle. Owners are numbered: 0 is
// the battle, then come the sides, then the units: see [OfSide].
func (s *State) Memory() *engine.Memory { return &s.spare }

// copyFrom makes s like src.
func (s *State) copyFrom(src *State) {
	units := append(s.units[:0], src.units...)
	lists := s.forces
	spare := s.spare
	*s = *src
	s.units = units
	for side := range s.forces {
		f, of := &s.forces[side], &src.forces[side]
		f.line = append(lists[side].line[:0], of.line...)
		f.heads = append(lists[side].heads[:0], of.heads...)
	}
	s.spare = spare
	s.spare.CopyFrom(&src.spare)
}

// AppendKey appends to key what tells b apart from the battles of the same
// start that may go on otherwise, between two steps. The round is not in it.
func (b *Battle) AppendKey(key []byte) []byte {
	s := &b.State
	number := func(n int32) { key = binary.AppendVarint(key, int64(n)) }
	key = append(key, byte(s.stage), byte(s.side), byte(s.check.what), byte(s.check.lent), byte(s.dice),
		byte(s.lone), flag(s.accepted), flag(s.renamed), flag(s.fresh), byte(b.result.Winner), byte(b.result.Ending))
	for _, n := range [...]int32{s.cursor, s.check.unit, s.sum, s.scout, s.monster, s.champion} {
		number(n)
	}
	for side := range s.forces {
		f := &s.forces[side]
		key = append(key, flag(f.withdrawing), flag(f.sure), flag(f.routed), byte(f.shift))
		for _, n := range [...]int32{f.leader, f.die, f.total, int32(len(f.line)), int32(len(f.heads))} {
			number(n)
		}
		key = binary.AppendVarint(key, int64(f.strength))
		key = binary.AppendVarint(key, int64(f.loss))
		for _, id := range f.line {
			number(id)
		}
		for _, id := range f.heads {
			number(id)
		}
		for _, n := range f.arms {
			key = binary.AppendVarint(key, int64(n))
		}
	}
	for i := range s.units {
		u := &s.units[i]
		key = append(key, byte(u.side), byte(u.status), byte(u.hex))
		key = binary.AppendUvarint(key, u.bits())
		for _, n := range [...]int32{u.wounds, u.added, u.lent, u.laps} {
			number(n)
		}
		if i >= b.start.begun() {
			number(int32(u.kind.index)) // a script has added it
		}
	}
	return s.spare.AppendKey(key, func(int32) bool { return true })
}

// begun is how many units there were at the beginning.
func (s *start) begun() int { return len(s.units) }

func flag(is bool) byte {
	if is {
		return 1
	}
	return 0
}

// OfBattle owns what scripts remember of the battle: see [engine.Memory].
const OfBattle = 0

// OfSide and OfUnit are the owners of what scripts remember of a side, and of
// the unit of an id.
func OfSide(side engine.Side) int32 { return 1 + int32(side) }
func OfUnit(id int32) int32         { return 1 + int32(Seats) + id }

// Units are all units of the battle, by their ids: those that are gone, and
// those that stand in neighbouring hexes, too.
func (b *Battle) Units() []Unit { return b.units }

// Unit is the unit of an id.
func (b *Battle) Unit(id int) *Unit { return &b.units[id] }

// Line yields the units of a side's array, from left to right (S3.3).
func (b *Battle) Line(side engine.Side) iter.Seq[*Unit] { return b.each(b.forces[side].line) }

// Heads yields the characters and monsters of a side in the hex.
func (b *Battle) Heads(side engine.Side) iter.Seq[*Unit] { return b.each(b.forces[side].heads) }

func (b *Battle) each(ids []int32) iter.Seq[*Unit] {
	return func(yield func(*Unit) bool) {
		for _, id := range ids {
			if !yield(&b.units[id]) {
				return
			}
		}
	}
}

// letters begin the names of units: a1 is the first of the attacker, d1 of the
// defender.
const letters = "ad"

// Name is a unit's name: "a1".
func (b *Battle) Name(u *Unit) string { return fmt.Sprintf("%c%d", letters[u.first], u.number) }

// Label is a unit's name with what it is: "a1 (Elf Bowmen)".
func (b *Battle) Label(u *Unit) string { return fmt.Sprintf("%s (%s)", b.Name(u), u.kind.Name) }

// UnitNamed returns the unit of that name, wherever it is.
func (b *Battle) UnitNamed(name string) (*Unit, error) {
	names := make([]string, len(b.units))
	for i := range b.units {
		if names[i] = b.Name(&b.units[i]); names[i] == name {
			return &b.units[i], nil
		}
	}
	return nil, &engine.Unknown{What: "unit", Word: name, Known: names}
}

// Leader is who leads the die of a side in this round, or nil (S3.2).
func (b *Battle) Leader(side engine.Side) *Unit { return b.at(b.forces[side].leader) }

// Champion is who fights characters or a monster that are alone, or nil (S7).
func (b *Battle) Champion() *Unit { return b.at(b.champion) }

// Lone is the side that has only characters and monsters in the hex, or -1
// (S7).
func (b *Battle) Lone() engine.Side { return b.lone }

// Withdrawing tells whether a side has declared that it withdraws (S3.7).
func (b *Battle) Withdrawing(side engine.Side) bool { return b.forces[side].withdrawing }

// LossesOn is what a side has still to take in this round, in parts of a point
// of which [Whole] make one (S3.5).
func (b *Battle) LossesOn(side engine.Side) int { return int(b.forces[side].loss) }

// at is the unit of an id, or nil for -1.
func (b *Battle) at(id int32) *Unit {
	if id < 0 {
		return nil
	}
	return &b.units[id]
}
