package engine

// Draw is the winner of a battle that no seat has won.
const Draw Side = -1

// A Battle is a battle of any rule system, for tools that know no game: odds,
// simulation, players that look ahead. Its rules ask a [Table] for every die
// and every choice.
type Battle interface {
	// Begin sets the battle up at a table, from its start. Step plays on to the next moment
	// at which the battle can be copied and compared: an opportunity to act, or the end of
	// a round. Each step within a round changes the battle, so that every round ends.
	Begin(t *Table)
	Step()
	// Over reports whether the battle is decided. Winner is then a seat, or
	// [Draw]; Round, the present round from 1, is then its last.
	Over() bool
	Winner() Side
	Round() int
	// RoundLimit returns the round that ends the battle, or 0 for none. TimeUp returns the
	// winner at that limit, or [Draw].
	RoundLimit() int
	TimeUp() Side
	// AppendKey appends a key to a slice. Battles of the same start with equal keys
	// continue alike. The key leaves out the round. Timed reports whether anything but the
	// limit has read the round since Begin: if so, a caller that compares battles must add
	// the round to the key.
	AppendKey(key []byte) []byte
	Timed() bool

	// Fresh returns another battle of the same start. CopyFrom makes the battle a copy of
	// another of its kind; the copy keeps its own Timed, and its own table, which Sit replaces.
	Fresh() Battle
	CopyFrom(src Battle)
	Sit(t *Table)
	// Seats returns the number of sides. Value returns what a side has left, in points;
	// only its ratio to another side's points has a meaning.
	Seats() int
	Value(side Side) int
}

// Play plays a battle at a table, to its end or the table's first error.
func Play(b Battle, t *Table) error {
	for b.Begin(t); !b.Over() && t.Err() == nil; {
		b.Step()
	}
	return t.Err()
}

// A Trier is a Choice whose options can be tried in a scratch battle.
type Trier interface {
	Choice
	// Scratch returns a battle for Try. Every choice of the same game may use it again.
	Scratch() Battle
	// Try makes scratch a copy of the battle that asks the question. Then it plays the
	// option and the rest of the step in scratch.
	Try(scratch Battle, answer int)
}

// A DealTrier is a Trier of a side that does not see all.
type DealTrier interface {
	Trier
	// TryDealt is Try in a deal of what the side does not see, drawn by dice of scratch's table.
	// Try has one deal for all tries.
	TryDealt(scratch Battle, answer int)
}

// A Story is a battle that can describe itself in words.
type Story interface {
	Battle
	// Scene returns the place in the battle, for errors. Describe returns an
	// event as a sentence, or "" for an event that needs none. Outcome returns
	// the battle's end in words.
	Scene() string
	Describe(e Event) string
	Outcome() string
}

// A Dealer is a Story in which something may be hidden from a side.
type Dealer interface {
	Story
	// Veils reports whether the sides have secrets from each other in battles of this game.
	Veils() bool
	// Deal deals everything anew that is hidden from a side, by dice of the table. Battles
	// that show the side the same become equal if the dice are. Use it on a copy.
	Deal(side Side)
}

// A Game is the rules and data of a rule system, ready for battles. It never changes after
// that: any number of battles, in any number of goroutines, share it.
type Game interface {
	// NewBattle makes a battle ready to begin. The setup must be of the game's own type.
	// The error says what is wrong with the setup.
	NewBattle(s Setup) (Story, error)
}

// A Setup is what a battle starts from: the sides and the place.
type Setup interface {
	// SeatNames returns the names of the sides, by seat. Each is one word.
	SeatNames() []string
	// Fields returns the whole setup as lines of a journal's header.
	Fields() []Field
}
