package kings

import (
	"encoding/binary"
	"fmt"
	"iter"

	"houserule/engine"
)

// Status is where a counter is.
type Status uint8

// The statuses. Only counters that stand roll and take hits.
const (
	Standing    Status = iota
	Held               // an item that has not been played
	InPlay             // an item that lies beside or on a counter
	Eliminated         // back in the cup (K3.1)
	Neutralised        // flipped, out of the battle (K3.3)
	Elsewhere          // in a neighbouring hex, from the start or by a retreat
)

var statusNames = [...]string{"standing", "held", "in play", "eliminated", "neutralised", "elsewhere"}

// String is the status's word.
func (s Status) String() string { return statusNames[s] }

// A Counter is one counter of a battle.
type Counter struct {
	thing  *Thing
	id     int32 // its place in Battle.Counters
	number int32 // its number on its first side, from 1
	first  engine.Side
	side   engine.Side
	hits   int32 // that it has taken (K3.3)
	added  int32 // to its value, by scripts
	bearer int32 // of an item in play: on whom it lies; -1: nobody
	status Status
	marks  Marks // those of the thing, unless scripts changed them
	hex    int8  // of one that is elsewhere: the neighbour
	saved  uint8 // rolls to be saved in this round
	spent  uint8 // whether its shield is used up in this round, a bit for each step
	fought bool  // whether it has rolled in this round (K1.3)
	aims   bool  // whether scripts lay its hits: see [Battle.Aim]
	aimed  int32 // hits that wait for that
}

// Thing is what is printed on it.
func (c *Counter) Thing() *Thing { return c.thing }

// ID is its place in [Battle.Counters].
func (c *Counter) ID() int { return int(c.id) }

// Side is who plays it.
func (c *Counter) Side() engine.Side { return c.side }

// Status is where it is, Stands whether it fights here.
func (c *Counter) Status() Status { return c.status }
func (c *Counter) Stands() bool   { return c.status == Standing && c.thing.fights }

// Hits is how many hits it has taken.
func (c *Counter) Hits() int { return int(c.hits) }

// Marks are its marks now, Added is what scripts add to its value.
func (c *Counter) Marks() Marks { return c.marks }
func (c *Counter) Added() int   { return int(c.added) }

// Aims tells whether scripts lay its hits, Aimed is how many of them wait for
// that: see [Battle.Aim].
func (c *Counter) Aims() bool { return c.aims }
func (c *Counter) Aimed() int { return int(c.aimed) }

// Hex is the neighbour in which one that is elsewhere stands.
func (c *Counter) Hex() int { return int(c.hex) }

// Bearer is the counter on which an item in play lies, or -1.
func (c *Counter) Bearer() int { return int(c.bearer) }

// left is how many hits it can still take (K3.1, K3.3).
func (c *Counter) left() int32 {
	if c.thing.Kind == Building {
		return c.thing.value - c.hits
	}
	return 1
}

// mobile tells whether it moves: creatures and special characters do (K4.2).
func (c *Counter) mobile() bool { return c.thing.Kind == Creature || c.thing.Kind == Special }

// stage is what comes next in a combat round.
type stage uint8

const (
	naming     stage = iota // who attacks whom (K1.2)
	playing                 // items (K1.2)
	rolling                 // K2
	changing                // items that change the die that lies on the table (K1.2)
	suffering               // K3
	retreating              // K4
	crowding                // what is too much in the hex of a retreat (K4.2)
	restoring               // K5.3
	over
)

// State is what a battle consists of between two steps.
type State struct {
	counters []Counter
	step     CombatStep
	stage    stage
	cursor   int32 // in the stage: a side, or a counter
	dice     int32 // that the counter at the cursor has rolled
	hits     [engine.MaxSeats]int32
	targets  [engine.MaxSeats]int8  // whom each side attacks; -1: nobody yet
	in       [engine.MaxSeats]int32 // counters that keep the side in the battle
	crowded  int8                   // the neighbour that the last retreat led to
	fleeing  int8                   // whose retreat that was
	back     stage                  // what goes on behind crowding
	mixed    bool                   // whether counters may fight that are not listed side by side
	shields  bool                   // whether any counter takes hits off its side
	gifted   bool                   // whether any has an ability
	driven   uint8                  // sides that a script makes retreat, a bit each
	die      int32                  // what the die on the table shows, while it may be changed; else 0
	changer  int32                  // the side that may change it next
	spare    engine.Memory
}

// Memory is what scripts remember of the battle. Owners are numbered: 0 is
// the battle, then come the sides, then the counters: see [OfSide].
func (s *State) Memory() *engine.Memory { return &s.spare }

// copyFrom makes s like src.
func (s *State) copyFrom(src *State) {
	counters := append(s.counters[:0], src.counters...)
	spare := s.spare
	*s = *src
	s.counters = counters
	s.spare = spare
	s.spare.CopyFrom(&src.spare)
}

// AppendKey appends to key what tells b apart from the battles of the same
// start that may go on otherwise, between two steps. The round is not in it.
func (b *Battle) AppendKey(key []byte) []byte {
	s := &b.State
	key = append(key, byte(s.step), byte(s.stage), byte(s.crowded), byte(s.fleeing), byte(s.back), flag(s.mixed), s.driven)
	// Behind the last round the counters do not tell any longer who has won.
	key = append(key, byte(b.result.Winner), byte(b.result.Ending))
	key = binary.AppendVarint(key, int64(s.cursor))
	key = binary.AppendVarint(key, int64(s.dice))
	key = binary.AppendVarint(key, int64(s.die))
	key = binary.AppendVarint(key, int64(s.changer))
	for side := range b.seats {
		key = binary.AppendVarint(key, int64(s.hits[side]))
		key = append(key, byte(s.targets[side]))
	}
	for i := range s.counters {
		c := &s.counters[i]
		key = append(key, byte(c.side), byte(c.status), byte(c.marks), byte(c.hex), c.saved, c.spent, flag(c.fought), flag(c.aims))
		key = binary.AppendVarint(key, int64(c.hits))
		key = binary.AppendVarint(key, int64(c.bearer))
		key = binary.AppendVarint(key, int64(c.added))
		key = binary.AppendVarint(key, int64(c.aimed))
		if c.thing.Kind == Building || i >= b.start.begun { // one that may be another now, or that a script has added
			key = binary.AppendVarint(key, int64(c.thing.index))
		}
		if i >= b.start.begun { // its name
			key = append(key, byte(c.first))
		}
	}
	return s.spare.AppendKey(key, func(int32) bool { return true })
}

func flag(is bool) byte {
	if is {
		return 1
	}
	return 0
}

// OfBattle owns what scripts remember of the battle: see [engine.Memory].
const OfBattle = 0

// OfSide and OfCounter are the owners of what scripts remember of a side, and
// of the counter of an id.
func OfSide(side engine.Side) int32 { return 1 + int32(side) }
func OfCounter(id int32) int32      { return 1 + engine.MaxSeats + id }

// Counters are all counters of the battle, by their ids: those that are gone,
// and those that stand in neighbouring hexes, too.
func (b *Battle) Counters() []Counter { return b.counters }

// Counter is the counter of an id.
func (b *Battle) Counter(id int) *Counter { return &b.counters[id] }

// among are the counters among which those that stand in the hex for a side
// are: its army, as long as nobody fights for a side that is not listed there.
func (b *Battle) among(side engine.Side) []Counter {
	if b.mixed {
		return b.counters
	}
	from := int32(0)
	if side > 0 {
		from = b.start.ends[side-1]
	}
	return b.counters[from:b.start.ends[side]]
}

// Of yields the counters of a side that stand in the hex, in the order in
// which they are listed.
func (b *Battle) Of(side engine.Side) iter.Seq[*Counter] {
	return func(yield func(*Counter) bool) {
		counters := b.among(side)
		for i := range counters {
			if c := &counters[i]; c.side == side && c.status == Standing && !yield(c) {
				return
			}
		}
	}
}

// letters begin the names of counters: a1 is the first of the first attacker,
// d1 of the defender.
const letters = "abcd"

// letter is that of a side.
func (b *Battle) letter(side engine.Side) byte {
	if int(side) == b.seats-1 {
		return letters[len(letters)-1]
	}
	return letters[side]
}

// Name is a counter's name: "a1".
func (b *Battle) Name(c *Counter) string { return fmt.Sprintf("%c%d", b.letter(c.first), c.number) }

// Label is a counter's name with what it is: "a1 (Old Dragon)".
func (b *Battle) Label(c *Counter) string { return fmt.Sprintf("%s (%s)", b.Name(c), c.thing.Name) }

// CounterNamed returns the counter of that name, wherever it is.
func (b *Battle) CounterNamed(name string) (*Counter, error) {
	names := make([]string, len(b.counters))
	for i := range b.counters {
		if names[i] = b.Name(&b.counters[i]); names[i] == name {
			return &b.counters[i], nil
		}
	}
	return nil, &engine.Unknown{What: "counter", Word: name, Known: names}
}

// In tells whether a side is in the battle: whether a counter of it stands
// there that fights (K1.2).
func (b *Battle) In(side engine.Side) bool { return b.in[side] > 0 }

// Target is whom a side attacks, -1 for nobody.
func (b *Battle) Target(side engine.Side) engine.Side { return engine.Side(b.targets[side]) }

// CombatStep is the step that is fought, HitsOn how many hits a side has
// still to take in it.
func (b *Battle) CombatStep() CombatStep      { return b.step }
func (b *Battle) HitsOn(side engine.Side) int { return int(b.hits[side]) }
