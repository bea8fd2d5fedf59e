package heroes

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"houserule/engine"
	"houserule/engine/heroes/dead"
)

// The two sides.
const (
	Aggressor engine.Side = 0
	Defender  engine.Side = 1
)

// sideNames are the words for the sides.
var sideNames = [2]string{"aggressor", "defender"}

// SideName returns the word for a side.
func SideName(side engine.Side) string { return sideNames[side] }

// A Line is one of the two lines of a side (H1.4).
type Line uint8

// The lines.
const (
	MeleeLine Line = iota
	RangedLine
)

// String returns "melee" or "ranged".
func (l Line) String() string { return [...]string{"melee", "ranged"}[l] }

// A Stance is the state of a stack until its next opportunity (H3).
type Stance uint8

// The stances.
const (
	NoStance Stance = iota
	Swarming
	Protecting
)

// Walls are the states of the Town Card (H8.1).
type Walls uint8

// The states. NoTown is a battle in the open field.
const (
	NoTown Walls = iota
	Intact
	Breached
	Sacked
)

var wallsNames = [...]string{"none", "intact", "breached", "sacked"}

// String returns the word for the state.
func (w Walls) String() string { return wallsNames[w] }

// A Kind is a kind of attack.
type Kind uint8

// The kinds. Cast is a spell.
const (
	Melee Kind = iota
	Ranged
	Cast
)

// String returns "melee", "ranged" or "spell".
func (k Kind) String() string { return [...]string{"melee", "ranged", "spell"}[k] }

// A How is the manner of an attack: its kind, its spell, whether it is a retaliation, the
// number of times that swarm multiplies it, and, for an attack by a script, the score that
// the script gives it. The zero How is no attack.
type How uint32

const (
	howAttack      How = 1 << 2
	howRetaliation How = 1 << 3
	howSwarm           = 4 // bits 4-7: number of multiplications by swarm
	howSwarms      How = 15 << howSwarm
	howSpell           = 8  // bits 8-21: the spell
	howScript          = 22 // bits 22-31: 0 for an attack by the rules; for one by a script, 1 with the attacker's own score, otherwise 2 plus the given score
)

// MaxSpells is the maximum number of spells of a game. MaxGiven is the maximum score that a
// script can give an attack.
const (
	MaxSpells = 1 << (howScript - howSpell)
	MaxGiven  = 1000
)

func attackBy(kind Kind, spell, swarms int) How {
	return howAttack | How(kind) | How(swarms)<<howSwarm | How(spell)<<howSpell
}

// Scripted returns the manner of an attack by a script. Score replaces the score of the
// attacker's cards or of the spell; a negative score keeps theirs. Spell is the index of
// the spell of a Cast.
func Scripted(kind Kind, spell, score int) How {
	return Plain(kind, spell) | How(max(score+2, 1))<<howScript
}

// Plain returns the manner of an attack by the rules, without swarm. Spell is the index of
// the spell of a Cast.
func Plain(kind Kind, spell int) How { return attackBy(kind, spell, 0) }

// Attack reports whether h is an attack.
func (h How) Attack() bool { return h&howAttack != 0 }

// Kind returns the kind of the attack.
func (h How) Kind() Kind { return Kind(h & 3) }

// Retaliation reports whether h is a retaliation.
func (h How) Retaliation() bool { return h&howRetaliation != 0 }

// Swarms returns the number of times that swarm multiplies the score: 0 or 1 by the rules.
func (h How) Swarms() int { return int(h >> howSwarm & 15) }

// Spell returns the index of the spell in [Game].Spells.
func (h How) Spell() int { return int(h >> howSpell & (MaxSpells - 1)) }

// Scripted reports whether a script makes the attack.
func (h How) Scripted() bool { return h>>howScript != 0 }

// given returns the score that a script gives the attack; a negative result means none.
func (h How) given() int { return int(h>>howScript) - 2 }

// A Blow is one attack: against the top N cards of the stack At, or, if At is nil, against
// the Town Card.
type Blow struct {
	By, At *Stack
	How    How
	N      int32
}

// A Card is a unit card in a stack. Cards do not change. A stack is its top card, which
// points to the card under it. So stacks and battles are cheap to copy, and equal stacks
// share their cards.
type Card struct {
	*Creature `state:"derived"`
	under     *Card    `state:"derived"`
	own       [2]int32 `state:"derived"` // melee and ranged scores with the levels added (H2.1)
	levels    int32    `state:"derived"` // sum for the cards under it
	count     int32    `state:"derived"` // number of cards from it down
	heroes    int32    `state:"derived"` // number of Heroes from it down
	id        int32    // unique among the different cards of a battle
	hot       `state:"derived"`
	mixed     bool `state:"derived"` // whether the cards from it down are of several creatures
}

// Number returns a number that differs for the different cards of a battle. Under returns
// the card under c, or nil.
func (c *Card) Number() int  { return int(c.id) }
func (c *Card) Under() *Card { return c.under }

// Count returns the number of cards from this one down. Mixed reports whether they are of
// several creatures.
func (c *Card) Count() int  { return int(c.count) }
func (c *Card) Mixed() bool { return c.mixed }

// A turn is the state of a stack's turn in the present round (H1.2).
type turn uint8

const (
	waiting turn = iota
	due          // acts in this half of a phase
	done
)

// A Stack is a pile of cards on a line (H1.3).
type Stack struct {
	top        *Card `state:"constant"` // nil: destroyed
	id         int32 `state:"derived"`  // index in Battle.stacks
	key        int32 `state:"derived"`  // half of a phase and id: its position in the order
	next, prev int32 `state:"derived"`  // on its line, -1 at the ends
	side       engine.Side
	line       Line
	stance     Stance
	swarms     uint8 // the number of multiplications by swarm; a stack that protects itself has them only under SwarmWaitsForAttack
	turn       turn
	answered   uint8 // number of retaliations in this round
	helped     bool  `state:"derived"` // whether the stack has a support
	dying      bool  `state:"step"`    // whether the hook Death is running for it
	turned     bool  // whether it fights for the side of which it does not bear the name
	later      uint8 // the phase of this round to which a script has delayed its turn; 0: its own
}

// Top returns the top card, or nil if the stack is destroyed.
func (s *Stack) Top() *Card { return s.top }

// Side returns the side of the stack, Line its present or last line, and Stance its stance.
func (s *Stack) Side() engine.Side { return s.side }
func (s *Stack) Line() Line        { return s.line }
func (s *Stack) Stance() Stance    { return s.stance }

// Answered returns the number of the stack's retaliations in this round, Helped whether it
// has a support, and Swarms the number of times that swarm multiplies its next attack. A
// stack that acts has no swarms: see [Position.Swarms].
func (s *Stack) Answered() int { return int(s.answered) }
func (s *Stack) Helped() bool  { return s.helped }
func (s *Stack) Swarms() int   { return int(s.swarms) }

// A Support is one stack's help for the next attack of another (H3.1).
type Support struct {
	To, From int32 // stacks
	N        int32
	Line     Line
	With     *Creature // the giver's top card at that time
}

// An Effect is a spell that stays on a stack.
type Effect struct {
	On, Spell int32
	Until     int32 // the last round of the effect
}

// A state is a battle between two steps, without its round. [Battle.AppendKey]
// distinguishes states, and [Battle.CopyFrom] copies them.
type state struct {
	stacks   []Stack // the aggressor's, then the defender's, as listed
	order    order
	first    [2][2]int32 `state:"derived"`
	count    [2][2]int32 `state:"derived"` // living stacks, by side and line
	lines    [2]uint64   `state:"unread"`  // number of changes of the lines, by side
	walls    Walls
	supports []Support
	effects  []Effect
	auras    []int32      `state:"derived"` // stacks that hold a card with an aura
	afar     bool         `state:"derived"` // whether any effect or aura exists
	thinned  engine.Seats `state:"derived"` // sides whose lines have lost a stack since the last fill: see gaps
	hand     [2]int32
	deck     [2]int32
	summons  int32         `state:"derived"` // number of stacks that have joined
	memory   engine.Memory // values that mods store
	dead     [2]dead.List  // cards that have died, by side, if the game keeps them
}

// copyFrom makes st a copy of src with room for more stacks, so that stacks never move in
// memory.
func (st *state) copyFrom(src *state, room int) {
	stacks, keys, supports, effects, auras, memory, dead := st.stacks, st.order.keys, st.supports, st.effects, st.auras, st.memory, st.dead
	*st = *src
	if n := len(src.stacks) + room; cap(stacks) < n {
		stacks = make([]Stack, 0, n)
	}
	st.memory = memory
	st.memory.CopyFrom(&src.memory)
	st.dead = dead
	for side := range dead {
		st.dead[side].CopyFrom(&src.dead[side])
	}
	st.stacks = append(stacks[:0], src.stacks...)
	st.order.keys = append(keys[:0], src.order.keys...)
	st.supports = append(supports[:0], src.supports...)
	st.effects = append(effects[:0], src.effects...)
	st.auras = append(auras[:0], src.auras...)
}

// appendKey appends a key. Equal states have equal keys.
func (st *state) appendKey(key []byte, round int32) []byte {
	for i := range st.stacks {
		if s := &st.stacks[i]; s.top != nil {
			key = s.appendKey(key)
		} else {
			key = binary.AppendVarint(key, -1)
		}
	}
	for _, s := range st.supports {
		key = binary.AppendVarint(key, int64(s.To))
		key = s.appendKey(key, s.From)
	}
	key = binary.AppendVarint(key, -1)
	for _, e := range st.effects {
		key = binary.AppendVarint(key, int64(e.On))
		key = e.appendKey(key, round)
	}
	key = binary.AppendVarint(key, -1)
	key = st.appendRest(key)
	return st.memory.AppendKey(key, func(owner int32) bool { return owner < 0 || st.stacks[owner].top != nil })
}

// appendKey appends a key of a living stack.
func (s *Stack) appendKey(key []byte) []byte {
	key = binary.AppendVarint(key, int64(s.top.id))
	key = append(key, byte(s.line)|byte(s.stance)<<1|byte(s.turn)<<3|byte(s.side)<<5, s.swarms, s.answered)
	if s.turned {
		key[len(key)-3] |= 1 << 7
	}
	if s.turn == waiting && s.later > 0 {
		key[len(key)-3] |= 1 << 6
		key = append(key, s.later)
	}
	return key
}
func (s *Support) appendKey(key []byte, from int32) []byte {
	for _, n := range [...]int32{s.N, int32(s.Line), s.With.index, from} {
		key = binary.AppendVarint(key, int64(n))
	}
	return key
}
func (e *Effect) appendKey(key []byte, round int32) []byte {
	return binary.AppendVarint(binary.AppendVarint(key, int64(e.Spell)), int64(e.Until-round))
}

// appendRest appends a key of the parts of the state that belong to no stack.
func (st *state) appendRest(key []byte) []byte {
	for _, n := range [...]int32{st.order.half, int32(st.walls), st.hand[0], st.deck[0], st.hand[1], st.deck[1]} {
		key = binary.AppendVarint(key, int64(n))
	}
	return key
}

// Memory returns the values that mods store for a stack (its index in Stacks),
// a side ([OfSide]) and the battle ([OfBattle]).
func (b *Battle) Memory() *engine.Memory { return &b.memory }

// OfBattle is the owner of values stored for the whole battle.
const OfBattle int32 = -1

// OfSide returns the owner of values stored for a side.
func OfSide(side engine.Side) int32 { return -2 - int32(side) }

// Lines.

// link adds s to a line, in listed order.
func (st *state) link(s *Stack, line Line) {
	s.line = line
	st.lines[s.side]++
	st.count[s.side][line]++
	prev, next := int32(-1), st.first[s.side][line]
	for next >= 0 && next < s.id {
		prev, next = next, st.stacks[next].next
	}
	s.prev, s.next = prev, next
	if next >= 0 {
		st.stacks[next].prev = s.id
	}
	if prev >= 0 {
		st.stacks[prev].next = s.id
	} else {
		st.first[s.side][line] = s.id
	}
}

// unlink removes s from its line.
func (st *state) unlink(s *Stack) {
	st.lines[s.side]++
	st.count[s.side][s.line]--
	st.thinned |= 1 << s.side
	if s.next >= 0 {
		st.stacks[s.next].prev = s.prev
	}
	if s.prev >= 0 {
		st.stacks[s.prev].next = s.next
	} else {
		st.first[s.side][s.line] = s.next
	}
}

// Lines returns a number that grows whenever a stack of a side joins or leaves a line, until
// the battle begins again or becomes a copy of another.
func (b *Position) Lines(side engine.Side) uint64 { return b.lines[side] }

// FirstOn returns the first living stack of a line in listed order, or nil.
func (b *Position) FirstOn(side engine.Side, line Line) *Stack {
	if i := b.first[side][line]; i >= 0 {
		return &b.stacks[i]
	}
	return nil
}

// NextOn returns the next living stack after s on its line, or nil.
func (b *Position) NextOn(s *Stack) *Stack {
	if s.next >= 0 {
		return &b.stacks[s.next]
	}
	return nil
}

// Each yields the living stacks of a side, melee line first, in listed order.
func (b *Position) Each(side engine.Side) func(yield func(*Stack) bool) {
	return func(yield func(*Stack) bool) {
		for line := MeleeLine; line <= RangedLine; line++ {
			for s := b.FirstOn(side, line); s != nil; s = b.NextOn(s) {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// Count returns the number of living stacks of a side on a line.
func (b *Position) Count(side engine.Side, line Line) int { return int(b.count[side][line]) }

// alive reports whether a side has stacks left.
func (b *Position) alive(side engine.Side) bool {
	return b.count[side][MeleeLine]+b.count[side][RangedLine] > 0
}

// Stacks returns every stack of the battle, destroyed ones included. Callers must not
// change them.
func (b *Position) Stacks() []Stack { return b.stacks }

// Walls returns the state of the town.
func (b *Position) Walls() Walls { return b.walls }

// Supports returns the supports that have not been used. Effects returns the spells that
// stay on stacks.
func (b *Position) Supports() []Support { return slices.Clone(b.supports) }
func (b *Position) Effects() []Effect   { return slices.Clone(b.effects) }

// Hand returns the number of cards in a side's hand (H7.3). Deck returns the number of
// cards left in its deck.
func (b *Position) Hand(side engine.Side) int { return int(b.hand[side]) }
func (b *Position) Deck(side engine.Side) int { return int(b.deck[side]) }

// Name returns the stack's short name: a1, a2 ... for the aggressor's stacks as listed, d1
// ... for the defender's. Summoned stacks come after the listed ones. A stack that changes
// sides keeps its name.
func (b *Position) Name(s *Stack) string {
	return sideLetters[s.home()] + strconv.Itoa(s.number(b))
}

// home returns the side of which a stack bears the name: for which it joined the battle.
func (s *Stack) home() engine.Side {
	if s.turned {
		return 1 - s.side
	}
	return s.side
}

var sideLetters = [2]string{"a", "d"}

// number returns a stack's number in the names of its side, from 1.
func (s *Stack) number(b *Position) int {
	n := 1
	for i := range b.stacks[:s.id] {
		if b.stacks[i].home() == s.home() {
			n++
		}
	}
	return n
}

// StackNamed returns the living stack with a short name.
func (b *Position) StackNamed(name string) (*Stack, error) {
	var names []string
	var numbers [2]int
	for i := range b.stacks {
		s := &b.stacks[i]
		home := s.home()
		numbers[home]++
		switch n := sideLetters[home] + strconv.Itoa(numbers[home]); {
		case n == name && s.top == nil:
			return nil, fmt.Errorf("%s is destroyed", name)
		case n == name:
			return s, nil
		case s.top != nil:
			names = append(names, n)
		}
	}
	return nil, &engine.Unknown{What: "stack", Word: name, Known: names}
}

// ID returns the stack's index in [Battle].Stacks.
func (s *Stack) ID() int { return int(s.id) }

// ParseWalls returns the state with the given word.
func ParseWalls(word string) (Walls, error) {
	w, err := engine.Index("state of walls", word, wallsNames[:])
	return Walls(w), err
}
