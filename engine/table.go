// Package engine is the kernel: the table at which every battle is played,
// and what the rule systems on it share. It knows no game.
//
// A rule system (package heroes, say) holds the state of a battle and a
// [Table]. It never rolls a die or asks a player by itself: it calls
// [Table.Roll] and [Table.Choose], and an [Oracle] answers. Who that is makes
// the difference between a game and everything else one does with a game:
//
//	seeded Dice, players    a battle of the computer
//	Script                  a test, or dice rolled by hand
//	Replay                  a battle played again
//	an odds walker          exact odds
//
// What happens is told through [Table.Report] as small [Event] values, which
// cost nothing when nobody listens. Every number that a rule computes is a
// [Score], which can say term by term where it comes from. What a rule lets
// others change goes through a [Hook].
//
// The life of a battle: a rule system sets it up on a Table; its loop runs
// until it is decided or [Table.Err] is set; the answers, written down as a
// [Journal], are the battle: [Session] replays, undoes and resumes with
// nothing else.
package engine

// A Side is a seat at the table, from 0. Below 0 are the dice.
type Side int32

// Luck is the Side of a Question that asks for a die of the table. Behind it
// stand the dice of the streams: [Stream].
const Luck Side = -1

// Stream is the Side of the dice of stream n, from 0. Streams are dice of
// their own, a mod's for instance, which do not shift those of the table.
func Stream(n int) Side { return Luck - 1 - Side(n) }

// IsLuck tells whether dice answer for a side, and not a player.
func (s Side) IsLuck() bool { return s < 0 }

// stream is the number of a stream's dice.
func (s Side) stream() int { return int(Luck - 1 - s) }

// MaxSeats is the most players that a table seats.
const MaxSeats = 4

// A Table is where luck and choice come into a battle. The zero Table seats
// nobody: use [NewTable]. A Table serves one battle at a time and one
// goroutine.
type Table struct {
	luck     Oracle
	dice     *Dice // luck, where it is seeded dice, which need no question
	seats    [MaxSeats]Oracle
	recorder Recorder
	listener Listener
	scene    Scene
	explain  bool
	book     *Book
	err      error
	asked    int // questions so far, but for dice that are rolled at once
	open     bool
	tried    int // answers so far that are tried at the table: Try
}

// NewTable returns a table with the given dice and players, seat by seat.
func NewTable(luck Oracle, players ...Oracle) *Table {
	t := new(Table)
	t.Seat(luck, players...)
	return t
}

// Seat gives the table new dice and players and forgets an error. It panics
// when there are more than [MaxSeats] players.
func (t *Table) Seat(luck Oracle, players ...Oracle) {
	t.err = nil
	t.luck = luck
	t.dice, _ = luck.(*Dice)
	for i := range t.seats {
		t.seats[i] = nobody
	}
	copy(t.seats[:len(players)], players)
}

// Record makes r write down every answer. Nil stops it.
func (t *Table) Record(r Recorder) { t.recorder = r }

// Listen makes l hear every event. Nil stops it.
func (t *Table) Listen(l Listener) { t.listener = l }

// Listening tells whether anybody hears what is reported, Listener who.
func (t *Table) Listening() bool    { return t.listener != nil }
func (t *Table) Listener() Listener { return t.listener }

// Explain sets whether scores record their terms, Explains tells it.
func (t *Table) Explain(on bool) { t.explain = on }
func (t *Table) Explains() bool  { return t.explain }

// Write makes scores write their terms to b, and returns where they did
// before. Nil gives them memory of their own.
func (t *Table) Write(b *Book) (before *Book) {
	before, t.book = t.book, b
	return before
}

// Place tells the table where its errors happen.
func (t *Table) Place(s Scene) { t.scene = s }

// Err returns the first error that the table met, or nil. Once it is set,
// dice show 1 and choices their first option, so that a rule needs to look
// only where it loops.
func (t *Table) Err() error { return t.err }

// Roll returns the answer of one die, 1 to sides. Need is the least result
// that makes a difference; an oracle that enumerates dice may use it to tell
// two outcomes apart instead of sides. It may lie outside 1..sides; 0 says
// that every face matters.
func (t *Table) Roll(sides, need int) int {
	if t.dice != nil && t.recorder == nil {
		return t.dice.Roll(sides)
	}
	return t.askLuck(Question{Sides: int32(sides), Need: int32(need), Side: Luck})
}

// A Pooler is an oracle that answers for several dice at once, of which the
// highest counts, or the lowest: one that enumerates dice knows the chance of
// each result, and need not roll the dice one by one.
type Pooler interface {
	Pool(sides, dice int, lowest bool) (int, error)
}

// RollPool returns the highest of several dice, or the lowest. Dice is at least 1.
func (t *Table) RollPool(sides, dice int, lowest bool) int {
	if pooler, ok := t.luck.(Pooler); ok && dice > 1 {
		t.asked++
		n, err := pooler.Pool(sides, dice, lowest)
		if q := (Question{Sides: int32(sides), Side: Luck}); err != nil || uint(n-1) >= uint(sides) {
			return t.refuse(q, n, err)
		}
		return n
	}
	counts := t.Roll(sides, 0)
	for range dice - 1 {
		if another := t.Roll(sides, 0); lowest == (another < counts) {
			counts = another
		}
	}
	return counts
}

// RollStream is Roll with the dice of stream n: [Stream].
func (t *Table) RollStream(n, sides int) int {
	return t.askLuck(Question{Sides: int32(sides), Side: Stream(n)})
}

func (t *Table) askLuck(q Question) int {
	t.asked++
	t.open = true
	n, err := t.luck.Answer(q)
	t.open = false
	if err != nil || uint(n-1) >= uint(q.Sides) {
		return t.refuse(q, n, err)
	}
	if t.recorder != nil {
		t.record(q, n)
	}
	return n
}

// Choose returns the option of c that the player of side picks.
func (t *Table) Choose(side Side, c Choice) int {
	q := Question{Choice: c, Side: side}
	t.asked++
	t.open = true
	n, err := t.seats[side].Answer(q)
	t.open = false
	if err != nil || !c.Legal(n) {
		return t.refuse(q, n, err)
	}
	if t.recorder != nil {
		t.record(q, n)
	}
	return n
}

// Asking returns the number of the question that is open, from 1, or 0 when
// none is. While a question is open the battle stands still: whatever is called
// then is a look, and changes nothing.
func (t *Table) Asking() int {
	if !t.open {
		return 0
	}
	return t.asked
}

// Try says that the battles which are played at the table from here on, until the
// next Try, are tries of one answer. Scripts have one budget for all of them.
func (t *Table) Try() { t.tried++ }

// Tried returns how often Try was called: the number of the answer that is tried,
// or 0 at a table where battles are played for their own sake.
func (t *Table) Tried() int {
	if t == nil { // a battle that is only kept sits at no table
		return 0
	}
	return t.tried
}

// An Ask is one seat's part of a secret choice.
type Ask struct {
	Side   Side
	Choice Choice
	Answer int // set by Together
}

// Together asks several seats at once, in secret: the answers are set only
// when all have been given, so that no report and no later question shows one
// to a seat that has still to answer. A recorder hears each at once.
func (t *Table) Together(asks []Ask) {
	answers := make([]int, len(asks))
	for i, a := range asks {
		answers[i] = t.Choose(a.Side, a.Choice)
	}
	for i := range asks {
		asks[i].Answer = answers[i]
	}
}

// Report tells every seat that e has happened.
func (t *Table) Report(e Event) {
	if t.listener != nil {
		t.listener.Hear(Everybody, e)
	}
}

// ReportTo tells only the given seats.
func (t *Table) ReportTo(to Seats, e Event) {
	if t.listener != nil {
		t.listener.Hear(to, e)
	}
}

// Fail stops the battle with err. Only the first error counts. From then on
// nobody listens or records.
func (t *Table) Fail(err error) {
	if t.err != nil {
		return
	}
	where := ""
	if t.scene != nil {
		where = t.scene.Scene()
	}
	t.err = &Error{Where: where, Err: err}
	t.luck, t.dice, t.recorder, t.listener = nobody, nil, nil, nil
	for i := range t.seats {
		t.seats[i] = nobody
	}
}

func (t *Table) record(q Question, answer int) {
	if err := t.recorder.Record(q, answer); err != nil {
		t.Fail(err)
	}
}

// refuse fails for an oracle that did not give a legal answer to q and
// returns the answer to go on with.
func (t *Table) refuse(q Question, n int, err error) int {
	if err == nil {
		err = q.illegal(n)
	}
	t.Fail(err)
	return q.First()
}
