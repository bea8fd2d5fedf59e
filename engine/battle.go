package engine

// Draw is the winner of nobody.
const Draw Side = -1

// A Battle is a battle of any rule system, as tools see it that know no game:
// odds, simulation, players that look ahead. Its rules ask a [Table] for
// everything that is not decided.
type Battle interface {
	// Begin sets the battle up at a table, from its start, and Step plays on
	// to the next moment at which it can be copied and compared: an
	// opportunity to act, or the end of a round. No step leaves a battle as
	// it was within a round, so that every round ends.
	Begin(t *Table)
	Step()
	// Over tells whether the battle is decided. Winner is then a seat, or
	// [Draw]; Round, the present round from 1, is then its last.
	Over() bool
	Winner() Side
	Round() int
	// RoundLimit is the round that ends the battle, 0 for none, and TimeUp who
	// has won then.
	RoundLimit() int
	TimeUp() Side
	// AppendKey appends what tells the battle apart from others of the same
	// start that may go on otherwise. The round is not in it. Timed tells
	// whether anything but the limit has looked at the round since Begin, so
	// that who compares battles must add it.
	AppendKey(key []byte) []byte
	Timed() bool

	// Fresh returns another battle of the same start. CopyFrom makes a battle
	// like another of its kind, but for the table, at which it plays on
	// as Sit says.
	Fresh() Battle
	CopyFrom(src Battle)
	Sit(t *Table)
	// Seats is how many sides there are. Worth is what one of them has left,
	// in points of which only the ratio to another side's matters.
	Seats() int
	Worth(side Side) int
}

// A Trier is a Choice whose options can be tried out in a battle aside.
type Trier interface {
	Choice
	// Scratch returns a battle for Try, which may be used again for every
	// choice of the same game.
	Scratch() Battle
	// Try makes scratch like the battle in which the choice is asked, and
	// plays the option and the rest of the step there.
	Try(scratch Battle, answer int)
}

// A Story is a battle that can be told in words.
type Story interface {
	Battle
	// Scene is where the battle is, as errors say it; Describe is an event in
	// a sentence, "" for one that need not be told; Outcome is how the battle
	// has ended.
	Scene() string
	Describe(e Event) string
	Outcome() string
}

// A Game is the rules and data of a rule system, ready for battles. It does
// not change once they run: any number of battles, in any number of
// goroutines, share it.
type Game interface {
	// NewBattle makes a battle ready to begin. The error tells what is wrong
	// with the setup, which is one of the game's own.
	NewBattle(s Setup) (Story, error)
}

// A Setup is what a battle starts from: who meets, and where.
type Setup interface {
	// SeatNames are the names of the sides, by seat: words.
	SeatNames() []string
	// Fields say all of it, as the lines of a journal's header.
	Fields() []Field
}
