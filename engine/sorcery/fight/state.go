package fight

import (
	"encoding/binary"
	"iter"
	"slices"

	"houserule/engine"
)

// A force is a side's units in the hex, and its state in this round.
type force struct {
	line  []int32 // units of its army, from left to right (S3.3)
	heads []int32 // characters and monsters

	leader      int32 // the unit that leads the die; -1: none
	withdrawing bool
	sure        bool // whether it passes its morale checks without a die (S3.4)
	routed      bool // whether the whole force is demoralized (S3.4)
	shift       int8 // change of its morale dice (S3.4)
	die, total  int32
	measure
	loss int // loss that it has yet to take, in parts of a point: see Whole
	owed int // loss by scripts, for the next round or bout
}

// A measure is the strength with which a side inflicts losses in a round, in halves of a
// point.
type measure struct {
	strength int
	arms     [Arms]int
}

// begin resets the state of the last round or bout.
func (f *force) begin() {
	f.leader, f.sure, f.routed, f.shift = -1, false, false, 0
	f.die, f.total, f.loss, f.measure = 0, 0, 0, measure{}
}

// clear removes all units from a force.
func (f *force) clear() {
	line, heads := f.line[:0], f.heads[:0]
	*f = force{line: line, heads: heads, leader: -1}
}

// enter adds a unit to the force, at the right end of its line.
func (f *force) enter(u *Unit) {
	if u.Troop() {
		f.line = append(f.line, u.id)
	} else {
		f.heads = append(f.heads, u.id)
	}
}

// present reports whether any unit is left in the force. placeOf returns a unit's index in
// its line, from the left, or -1.
func (f *force) present() bool       { return len(f.line)+len(f.heads) > 0 }
func (f *force) placeOf(u *Unit) int { return slices.Index(f.line, u.id) }

// leave removes a unit from the force.
func (f *force) leave(u *Unit) {
	list := &f.line
	if !u.Troop() {
		list = &f.heads
	}
	if i := slices.Index(*list, u.id); i >= 0 {
		*list = slices.Delete(*list, i, i+1)
	}
	if f.leader == u.id {
		f.leader = -1
	}
}

// A state is everything that changes in a fight, as it is between two steps.
type state struct {
	units  []Unit
	forces [Seats]force
	agenda
	check   check // the check to roll
	attempt Attempt
	bouts
	field Field `state:"derived"` // the place of the fight
	spare engine.Memory
}

// An agenda is what is next in a round.
type agenda struct {
	stage  stage
	mover  engine.Side // the side whose turn it is: the attacker (S0)
	side   engine.Side // the side that acts in the stage
	turns  engine.Side // number of sides that have had their part of the stage
	cursor int32       // a place in a line, or a unit, by the stage
}

// The bouts of characters and monsters without an army (S7).
type bouts struct {
	lone     engine.Side // the side without an army; -1: both sides have one; if neither has, one of the sides
	accepted bool        // its characters have chosen to fight
	bout     bout        // the present bout, or the one that a unit is being named for
	several  bool        `state:"derived"` // whether several bouts are fought in this round
}

// A Field is the place of a fight.
type Field struct {
	Terrain  *Terrain    // may be nil
	Inside   bool        // whether it is inside a besieged place (S4)
	Besieged engine.Side // the side that is besieged there, and cannot withdraw
	Single   int         // the factor of S7
	Ways     int         // number of adjacent hexes, and of other places within the hex
}

// Memory returns the values that scripts store for the battle. Owners are numbered: 0 is
// the battle, then come the sides, then the units: see [OfSide].
func (b *Battle) Memory() *engine.Memory { return &b.spare }

// copyFrom makes s a copy of src.
func (s *state) copyFrom(src *state) {
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

// A Next is what is next in a battle, as its key has it.
type Next struct {
	Stage              byte
	Mover, Side, Turns engine.Side
	Cursor             int32
	Attempt
}

// next returns what is next, in the fight or around it.
func (b *combat) next() Next {
	if !b.Fighting() {
		return b.around.Next()
	}
	return Next{byte(b.stage), b.mover, b.side, b.turns, b.cursor, b.attempt}
}

// AppendKey appends a key of b between two steps. Battles of the same start with equal keys
// continue alike. The key leaves out the round.
func (b *combat) AppendKey(key []byte) []byte {
	s, n := &b.state, b.next()
	key = append(key, n.Stage, byte(n.Side), byte(n.Turns), byte(s.check.what), byte(s.check.lent), byte(n.Dice),
		byte(s.lone), Flag(s.accepted), byte(b.result.Winner), byte(b.result.Ending))
	key = AppendInts(key, n.Cursor, s.check.unit, n.Sum, n.Scout, int32(s.bout))
	for side := range s.forces {
		key = s.forces[side].appendKey(key)
	}
	for i := range s.units {
		u := &s.units[i]
		key = u.appendKey(key)
		if i >= b.start.begun() {
			key = AppendInts(key, int32(u.kind.index)) // a script has added it
		}
	}
	if b.around != nil {
		key = append(key, byte(n.Mover))
		key = AppendInts(key, b.round)
		key = b.around.AppendKey(key)
	}
	return s.spare.AppendKey(key, func(int32) bool { return true })
}

func (f *force) appendKey(key []byte) []byte {
	key = append(key, Flag(f.withdrawing), Flag(f.sure), Flag(f.routed), byte(f.shift))
	key = AppendInts(key, f.leader, f.die, f.total, int32(len(f.line)), int32(len(f.heads)))
	key = AppendInts(key, f.strength, f.loss, f.owed)
	key = AppendInts(key, f.line...)
	key = AppendInts(key, f.heads...)
	return AppendInts(key, f.arms[:]...)
}

func (u *Unit) appendKey(key []byte) []byte {
	key = append(key, byte(u.side), byte(u.status), byte(u.hex))
	key = binary.AppendUvarint(key, u.bits())
	return AppendInts(key, u.wounds, u.added, u.lent, u.laps, int32(u.bout))
}

// AppendInts appends numbers to a key. Flag returns a yes or no as a number.
func AppendInts[T int | int32](key []byte, numbers ...T) []byte {
	for _, n := range numbers {
		key = binary.AppendVarint(key, int64(n))
	}
	return key
}

// begun returns the number of units at the beginning.
func (s *Start) begun() int { return len(s.units) }

func Flag(is bool) byte {
	if is {
		return 1
	}
	return 0
}

// OfBattle is the owner of values stored for the battle: see [engine.Memory].
const OfBattle = 0

// OfSide and OfUnit return the owners of values stored for a side, and for the unit with an
// id.
func OfSide(side engine.Side) int32 { return 1 + int32(side) }
func OfUnit(id int32) int32         { return 1 + int32(Seats) + id }

// Units returns all units of the battle, by id, including those that are gone or in
// adjacent hexes.
func (b *state) Units() []Unit { return b.units }

// All yields all units.
func (s *state) All(yield func(*Unit) bool) {
	for i := range s.units {
		if !yield(&s.units[i]) {
			return
		}
	}
}

// Any reports whether a test holds for any unit.
func (s *state) Any(is func(*Unit) bool) bool {
	for u := range s.All {
		if is(u) {
			return true
		}
	}
	return false
}

// Unit returns the unit with an id.
func (b *state) Unit(id int) *Unit { return &b.units[id] }

// Line yields the units of a side's array, from left to right (S3.3).
func (b Position) Line(side engine.Side) iter.Seq[*Unit] { return b.each(b.forces[side].line) }

// Heads yields the characters and monsters of a side in the hex.
func (b Position) Heads(side engine.Side) iter.Seq[*Unit] { return b.each(b.forces[side].heads) }

func (b *state) each(ids []int32) iter.Seq[*Unit] {
	return func(yield func(*Unit) bool) {
		for _, id := range ids {
			if !yield(&b.units[id]) {
				return
			}
		}
	}
}

// Leader returns the unit that leads the die of a side in this round, or nil (S3.2).
func (b Position) Leader(side engine.Side) *Unit { return b.at(b.forces[side].leader) }

// Lone returns the side that has only characters and monsters in the hex, or -1. If neither
// side has an army, it returns one of them (S7).
func (b Position) Lone() engine.Side { return b.lone }

// Withdrawing reports whether a side has declared that it withdraws (S3.7).
func (b Position) Withdrawing(side engine.Side) bool { return b.forces[side].withdrawing }

// LossesOn returns the loss that a side has yet to take in this round, in parts of a point,
// [Whole] to a point (S3.5).
func (b Position) LossesOn(side engine.Side) int { return int(b.forces[side].loss) }

// at returns the unit with an id, or nil for -1.
func (b *state) at(id int32) *Unit {
	if id < 0 {
		return nil
	}
	return &b.units[id]
}
