package engine

// Draw is the winner of a battle that no seat has won.
const Draw Side = -1

// A Battle is a battle of any rule system, for tools that know no game: odds,
// simulation, players that look ahead. Its rules ask a [Table] for every die
// and every choice.
type Battle interface {
	// Begin sets the battle up at a table, from its start, and Step plays on
	// to the next moment at which it can be copied and compared: an
	// opportunity to act, or the end of a round. No step leaves a battle as
	// it was within a round, so that every round ends.
	Begin(t *Table)
	Step()
	// Over reports whether the battle is decided. Winner is then a seat, or
	// [Draw]; Round, the present round from 1, is then its last.
	Over() bool
	Winner() Side
	Round() int
	// RoundLimit is the round that ends the battle, 0 for none. TimeUp is the
	// winner then, or [Draw].
	RoundLimit() int
	TimeUp() Side
	// AppendKey appends a key to a slice. Battles of the same start with equal
	// keys continue alike. The round is not in the key. Timed reports whether
	// anything but the limit has read the round since Begin: if so, callers
	// that compare battles must add the round.
	AppendKey(key []byte) []byte
	Timed() bool

	// Fresh returns another battle of the same start. CopyFrom makes the battle
	// a copy of another of its kind. It keeps its own table; Sit changes that.
	Fresh() Battle
	CopyFrom(src Battle)
	Sit(t *Table)
	// Seats is the number of sides. Value is what a side has left, in points;
	// only the ratio to another side's points has a meaning.
	Seats() int
	Value(side Side) int
}

// A Trier is a Choice whose options can be tried out in a scratch battle.
type Trier interface {
	Choice
	// Scratch returns a battle for Try, which every choice of the same game may
	// use again.
	Scratch() Battle
	// Try makes scratch a copy of the battle that asks, and plays the option
	// and the rest of the step in scratch.
	Try(scratch Battle, answer int)
}

// A Story is a battle that can be told in words.
type Story interface {
	Battle
	// Scene returns the place in the battle, for errors. Describe returns an
	// event as a sentence, or "" for an event that needs none. Outcome returns
	// the battle's end in words.
	Scene() string
	Describe(e Event) string
	Outcome() string
}

// A Game is the rules and data of a rule system, ready for battles. It does
// not change once they run: any number of battles, in any number of
// goroutines, share it.
type Game interface {
	// NewBattle makes a battle ready to begin. The setup must be of the game's
	// own type; the error says what is wrong with it.
	NewBattle(s Setup) (Story, error)
}

// A Setup is what a battle starts from: the sides and the place.
type Setup interface {
	// SeatNames are the names of the sides, by seat: words.
	SeatNames() []string
	// Fields returns the whole setup as lines of a journal's header.
	Fields() []Field
}
