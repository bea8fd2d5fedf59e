package kings

import (
	"encoding/binary"
	"fmt"
	"iter"

	"houserule/engine"
)

// A Status is the place of a counter: on the field or off it.
type Status uint8

// The statuses. Only standing counters roll and take hits.
const (
	Standing    Status = iota
	Held               // an item that has not been played
	InPlay             // an item that lies on a counter or beside them
	Eliminated         // back in the cup (K3.1)
	Neutralized        // flipped, out of the battle (K3.3)
	Elsewhere          // in a neighboring hex, from the start or after a retreat
)

var statusNames = [...]string{"standing", "held", "in play", "eliminated", "neutralized", "elsewhere"}

// String returns the word for the status.
func (s Status) String() string { return statusNames[s] }

// A Counter is one counter of a battle.
type Counter struct {
	thing  *Thing
	id     int32       `state:"derived"` // index in Battle.Counters
	number int32       `state:"derived"` // its number on its first side, from 1
	first  engine.Side `state:"derived"`
	side   engine.Side
	hits   int32 // number of hits taken (K3.3)
	added  int32 // sum that scripts have added to its value
	bearer int32 // the counter that bears an item in play; -1: none
	status Status
	marks  Marks // the thing's marks, unless scripts have changed them
	hex    int8  // the neighbor, if it is elsewhere
	saved  uint8 // number of rolls to be saved in this round
	spent  uint8 // a bit for each step in which its shield is used up in this round
	struck bool  `state:"step"` // whether the hook Damage is running for it
	fought uint8 // the step in which it has rolled in this round, from 1 (K1.3); 0: not yet
	aims   bool  // whether scripts assign its hits: see [Battle.Aim]
	aimed  int32 // number of hits that wait for a script
}

// Thing returns the thing printed on the counter.
func (c *Counter) Thing() *Thing { return c.thing }

// ID returns the counter's index in [Battle.Counters].
func (c *Counter) ID() int { return int(c.id) }

// Side returns the side that plays the counter.
func (c *Counter) Side() engine.Side { return c.side }

// Status returns the counter's status. Stands reports whether it fights in the hex.
func (c *Counter) Status() Status { return c.status }
func (c *Counter) Stands() bool   { return c.status == Standing && c.thing.fights }

// Hits returns the number of hits that the counter has taken.
func (c *Counter) Hits() int { return int(c.hits) }

// Marks returns the counter's present marks. Added returns the sum that scripts have added
// to its value.
func (c *Counter) Marks() Marks { return c.marks }
func (c *Counter) Added() int   { return int(c.added) }

// Aims reports whether scripts assign the counter's hits. Aimed returns the number of hits
// that wait: see [Battle.Aim].
func (c *Counter) Aims() bool { return c.aims }
func (c *Counter) Aimed() int { return int(c.aimed) }

// Hex returns the neighbor in which a counter stands, if it is elsewhere.
func (c *Counter) Hex() int { return int(c.hex) }

// Bearer returns the id of the counter that bears an item in play, or -1.
func (c *Counter) Bearer() int { return int(c.bearer) }

// left returns the number of hits that the counter can still take (K3.1, K3.3).
func (c *Counter) left() int32 {
	if c.thing.Kind == Building {
		return c.thing.value - c.hits
	}
	return 1
}

// mobile reports whether the counter can move: creatures and special characters can (K4.2).
func (c *Counter) mobile() bool { return c.thing.Kind == Creature || c.thing.Kind == Special }

// A stage is the next part of a battle.
type stage uint8

const (
	naming     stage = iota // targets (K1.2)
	playing                 // items (K1.2)
	renaming                // targets instead of those that items have taken away (K1.2)
	starting                // targets instead of those that scripts take away as the step begins
	rolling                 // K2
	changing                // items that change the die on the table (K1.2)
	suffering               // K3
	retreating              // K4
	crowding                // removal of counters that find no room in the hex of a retreat (K4.2)
	restoring               // K5.3
	over
)

// A state is everything that changes in a battle, as it is between two steps.
type state struct {
	counters []Counter
	step     CombatStep
	stage    stage
	cursor   int32 // a side or a counter, by the stage
	dice     int32 // number of dice that the counter at the cursor has rolled
	hits     [engine.MaxSeats]int32
	targets  [engine.MaxSeats]int8  // the target of each side; -1: none yet
	in       [engine.MaxSeats]int32 `state:"derived"` // number of counters that keep the side in the battle
	crowded  int8                   // the neighbor of the last retreat
	fleeing  int8                   // the side of the last retreat
	back     stage                  // the stage after crowding
	mixed    bool                   // whether the counters of a side may not be consecutive in the list
	shields  bool                   `state:"derived"` // whether any counter has a shield
	gifted   bool                   `state:"derived"` // whether any counter has an ability
	driven   uint8                  // a bit for each side that a script drives away
	die      int32                  // the face of the die on the table while items may change it; otherwise 0
	changer  int32                  // the side that may change the die next
	spare    engine.Memory
}

// Memory returns the values that scripts store for the battle. Owners are numbered: 0 is
// the battle, then come the sides, then the counters: see [OfSide].
func (b *Battle) Memory() *engine.Memory { return &b.spare }

// copyFrom makes s a copy of src.
func (s *state) copyFrom(src *state) {
	counters := append(s.counters[:0], src.counters...)
	spare := s.spare
	*s = *src
	s.counters = counters
	s.spare = spare
	s.spare.CopyFrom(&src.spare)
}

// AppendKey appends a key of b between two steps. Battles of the same start with equal keys
// continue alike. The key leaves out the round.
func (b *Position) AppendKey(key []byte) []byte {
	s := &b.state
	key = append(key, byte(s.step), byte(s.stage), byte(s.crowded), byte(s.fleeing), byte(s.back), flag(s.mixed), s.driven)
	// After the last round the counters no longer show which side has won.
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
		key = append(key, byte(c.side), byte(c.status))
		key = binary.AppendVarint(key, int64(c.hits))
		key = binary.AppendVarint(key, int64(c.bearer))
		if !c.gone(b) {
			key = append(key, byte(c.marks), byte(c.hex), c.saved, c.spent, c.fought, flag(c.aims))
			key = binary.AppendVarint(key, int64(c.added))
			key = binary.AppendVarint(key, int64(c.aimed))
		}
		if c.thing.Kind == Building || i >= b.start.begun { // its thing may have changed, or a script has added it
			key = binary.AppendVarint(key, int64(c.thing.index))
		}
		if i >= b.start.begun { // the parts of its name
			key = append(key, byte(c.first))
		}
	}
	return s.spare.AppendKey(key, func(owner int32) bool {
		id := owner - OfCounter(0)
		return id < 0 || !s.counters[id].gone(b)
	})
}

// gone reports whether a counter is eliminated and its fighting is of no more interest to
// rules and scripts: its die is not on the table, and no item lies on it.
func (c *Counter) gone(b *Position) bool {
	if c.status != Eliminated || b.stage == changing && c == b.thrower() {
		return false
	}
	for i := range b.counters {
		if item := &b.counters[i]; b.start.items && item.status == InPlay && item.bearer == c.id {
			return false
		}
	}
	return true
}

func flag(is bool) byte {
	if is {
		return 1
	}
	return 0
}

// OfBattle is the owner of values stored for the battle: see [engine.Memory].
const OfBattle = 0

// OfSide and OfCounter return the owners of values stored for a side, and for the counter
// with an id.
func OfSide(side engine.Side) int32 { return 1 + int32(side) }
func OfCounter(id int32) int32      { return 1 + engine.MaxSeats + id }

// Counters returns all counters of the battle, by id, including those that are eliminated
// or in neighboring hexes.
func (b *Position) Counters() []Counter { return b.counters }

// Counter returns the counter with an id.
func (b *Position) Counter(id int) *Counter { return &b.counters[id] }

// among returns a slice that includes all counters of a side in the hex: its army, or all
// counters if any have changed sides.
func (b *Position) among(side engine.Side) []Counter {
	if b.mixed {
		return b.counters
	}
	from := int32(0)
	if side > 0 {
		from = b.start.ends[side-1]
	}
	return b.counters[from:b.start.ends[side]]
}

// Of yields the counters of a side that stand in the hex, in listed order.
func (b *Position) Of(side engine.Side) iter.Seq[*Counter] {
	return func(yield func(*Counter) bool) {
		counters := b.among(side)
		for i := range counters {
			if c := &counters[i]; c.side == side && c.status == Standing && !yield(c) {
				return
			}
		}
	}
}

// letters begin the names of counters: a1 is the first counter of the first attacker, d1
// the first of the defender.
const letters = "abcd"

// Name returns a counter's name: "a1".
func (b *Position) Name(c *Counter) string {
	letter := letters[len(letters)-1]
	if c.first != b.Defender() {
		letter = letters[c.first]
	}
	return fmt.Sprintf("%c%d", letter, c.number)
}

// Label returns a counter's name with its thing: "a1 (Old Dragon)".
func (b *Position) Label(c *Counter) string { return fmt.Sprintf("%s (%s)", b.Name(c), c.thing.Name) }

// CounterNamed returns the counter with a name, wherever the counter is.
func (b *Position) CounterNamed(name string) (*Counter, error) {
	names := make([]string, len(b.counters))
	for i := range b.counters {
		if names[i] = b.Name(&b.counters[i]); names[i] == name {
			return &b.counters[i], nil
		}
	}
	return nil, &engine.Unknown{What: "counter", Word: name, Known: names}
}

// In reports whether a side is in the battle: whether it has a counter that fights in the
// hex (K1.2).
func (b *Position) In(side engine.Side) bool { return b.in[side] > 0 }

// Target returns the side that a side attacks, or -1.
func (b *Position) Target(side engine.Side) engine.Side { return engine.Side(b.targets[side]) }

// CombatStep returns the present step. HitsOn returns the number of hits that a side has
// yet to take in it.
func (b *Position) CombatStep() CombatStep      { return b.step }
func (b *Position) HitsOn(side engine.Side) int { return int(b.hits[side]) }
