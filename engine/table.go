package engine

// A Side is a seat at the table, from 0. Negative sides are the dice.
type Side int32

// Luck is the Side of a Question that asks for a die of the table. Sides below Luck are the
// dice of streams: see [Stream].
const Luck Side = -1

// Stream returns the Side of the dice of stream n, from 0. A stream has dice of its own, a
// mod's for instance, which do not shift the table's dice.
func Stream(n int) Side { return Luck - 1 - Side(n) }

// IsLuck reports whether the side is dice and not a player.
func (s Side) IsLuck() bool { return s < 0 }

// stream returns the number of the stream, from 0.
func (s Side) stream() int { return int(Luck - 1 - s) }

// MaxSeats is the maximum number of players at a table.
const MaxSeats = 4

// A Table answers the rules' questions for dice and choices. The zero Table has no players:
// use [NewTable]. A Table serves one battle and one goroutine at a time.
type Table struct {
	luck     Oracle
	dice     *Dice // luck, if it is seeded dice: they roll without a Question
	seats    [MaxSeats]Oracle
	recorder Recorder
	listener Listener
	scene    Scene
	explain  bool
	book     *Book
	err      error
	asked    int // questions so far, except for dice rolled without a Question
	open     bool
	tried    tried
	allowed  *Allowance
	again    int // calls of LookAgain
	together bool
	past     Past
}

// NewTable returns a table with the given dice and players, seat by seat.
func NewTable(luck Oracle, players ...Oracle) *Table {
	t := new(Table)
	t.Seat(luck, players...)
	return t
}

// Seat gives the table new dice and players and clears its error. It panics if there are
// more than [MaxSeats] players.
func (t *Table) Seat(luck Oracle, players ...Oracle) {
	t.err = nil
	t.luck = luck
	t.dice, _ = luck.(*Dice)
	for i := range t.seats {
		t.seats[i] = nobody
	}
	copy(t.seats[:len(players)], players)
	if t.past.kept = t.past.always; t.past.kept {
		t.dice = nil // so that each die is a Question, and kept
	}
	for _, p := range players {
		if f, ok := p.(Follower); ok {
			t.past.kept, t.dice = true, nil
			f.Follow(t)
		}
	}
}

// A Follower is a player whose answers depend on what has happened in the present step: see
// [Past.Step]. The table that it sits down at calls Follow.
type Follower interface {
	Oracle
	Follow(t *Table)
}

// Instead returns an oracle that answers with f in place of p. If p follows the table, the
// oracle does, too.
func Instead(p Oracle, f OracleFunc) Oracle {
	if follower, ok := p.(Follower); ok {
		return following{f, follower}
	}
	return f
}

type following struct {
	OracleFunc
	follower Follower
}

func (f following) Follow(t *Table) { f.follower.Follow(t) }

// AtTable returns t. Of a battle that embeds a Table it is the one at which the battle is
// played, nil for a stored battle.
func (t *Table) AtTable() *Table { return t }

// Record makes r record every answer. Nil stops recording.
func (t *Table) Record(r Recorder) { t.recorder = r }

// Listen makes l the only listener. Nil removes all listeners.
func (t *Table) Listen(l Listener) { t.listener = l }

// Join adds l after the present listeners.
func (t *Table) Join(l Listener) {
	if t.listener != nil {
		l = Listeners(t.listener, l)
	}
	t.listener = l
}

// Listening reports whether the table has a listener. Listener returns it.
func (t *Table) Listening() bool    { return t.listener != nil }
func (t *Table) Listener() Listener { return t.listener }

// Explain sets whether scores record their terms. Explains reports it.
func (t *Table) Explain(on bool) { t.explain = on }
func (t *Table) Explains() bool  { return t.explain }

// Write makes scores write their terms to b, and returns the previous book. With nil, terms
// are allocated one by one.
func (t *Table) Write(b *Book) (before *Book) {
	before, t.book = t.book, b
	return before
}

// Place sets the scene, which gives the place of the table's errors.
func (t *Table) Place(s Scene) { t.scene = s }

// Err returns the table's first error, or nil. After an error dice show 1 and choices get
// their first option, so that a rule has to check Err only in loops.
func (t *Table) Err() error { return t.err }

// Roll returns the result of one die, 1 to sides. Need is the least result that makes a
// difference: an oracle that enumerates dice may then distinguish two outcomes instead of
// all faces. Need may lie outside 1..sides; 0 means that every face matters.
func (t *Table) Roll(sides, need int) int {
	if t.dice != nil && t.recorder == nil {
		return t.dice.Roll(sides)
	}
	return t.askLuck(Question{Sides: int32(sides), Need: int32(need), Side: Luck})
}

// A Pooler is an oracle that answers for several dice at once, if only the highest or the
// lowest counts. An oracle that enumerates dice knows the probability of each result, and
// need not roll the dice one by one.
type Pooler interface {
	Pool(sides, dice, need int, lowest bool) (int, error)
}

// RollPool returns the highest of several dice, or the lowest. There must be at least one.
// Need is the least result that makes a difference to an oracle that enumerates dice; 0
// means that every face matters.
func (t *Table) RollPool(sides, dice, need int, lowest bool) int {
	if pooler, ok := t.luck.(Pooler); ok && dice > 1 {
		t.asked++
		n, err := pooler.Pool(sides, dice, need, lowest)
		if q := (Question{Sides: int32(sides), Side: Luck}); err != nil || uint(n-1) >= uint(sides) {
			return t.refuse(q, n, err)
		}
		for range dice { // record the same result for each die
			t.past.gave(n)
		}
		return n
	}
	if dice == 1 {
		return t.Roll(sides, need)
	}
	counts := t.Roll(sides, 0)
	for range dice - 1 {
		if another := t.Roll(sides, 0); lowest == (another < counts) {
			counts = another
		}
	}
	return counts
}

// A Thrower is an oracle that plays a throw in all its ways, and continues the battle only
// once for those that lead to the same moment and outcome. A throw is a piece of a step that
// rolls dice and asks no player.
type Thrower interface {
	BeginThrow() error
	// EndThrow is called at the end of each throw that has begun, unless the table has
	// failed. Only the outcome and what b says of the moment may matter from now on.
	EndThrow(b Momentary, outcome int) error
}

// A Momentary is a battle that can describe a moment within a step.
type Momentary interface {
	// AppendMoment appends a key of everything that the rest of the battle depends on,
	// except for what the rules in progress hold in variables of their own.
	AppendMoment(key []byte) []byte
}

// BeginThrow begins a throw. The rules pass the result to EndThrow; it is nil for oracles that
// are no [Thrower], and if a listener hears of each die.
func (t *Table) BeginThrow() Thrower {
	thrower, ok := t.luck.(Thrower)
	if !ok || t.listener != nil {
		return nil
	}
	if err := thrower.BeginThrow(); err != nil {
		t.Fail(err)
	}
	return thrower
}

// EndThrow ends a throw of b.
func (t *Table) EndThrow(of Thrower, b Momentary, outcome int) {
	if of == nil || t.err != nil {
		return
	}
	if err := of.EndThrow(b, outcome); err != nil {
		t.Fail(err)
	}
}

// RollStream rolls a die of stream n: see [Stream].
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
	t.past.gave(n)
	if t.recorder != nil {
		t.record(q, n)
	}
	return n
}

// Try plays a step of a scratch battle at t. The first choice in the step gets the given
// answer, and no player answers. If the scratch battle asks something else, because the
// side does not see all of the real battle, the choice gets its First.
func (t *Table) Try(answer int, step func()) {
	t.past.Forget()
	t.tried = tried{t, answer, t.seats}
	for i := range t.seats {
		t.seats[i] = &t.tried
	}
	step()
	if t.err == nil { // after an error the table asks no player
		t.seats = t.tried.seats
	}
}

// A tried is the oracle in all seats until it has given its one answer.
type tried struct {
	table  *Table
	answer int
	seats  [MaxSeats]Oracle // the players whose seats it takes
}

// Answer returns the answer, or First if the answer is no option of the choice.
func (a *tried) Answer(q Question) (int, error) {
	a.table.seats = a.seats
	if q.Choice.Legal(a.answer) {
		return a.answer, nil
	}
	return q.Choice.First(), nil
}

// Give makes the next questions get these answers. The dice and players answer again after
// them.
func (t *Table) Give(answers []int) {
	if len(answers) == 0 || t.err != nil {
		return
	}
	g := &given{t, answers, t.luck, t.seats}
	t.luck, t.dice = g, nil
	for i := range t.seats {
		t.seats[i] = g
	}
}

// A given is the oracle of the dice and of all seats until it has given its answers.
type given struct {
	table   *Table
	answers []int
	luck    Oracle
	seats   [MaxSeats]Oracle
}

// Answer returns the next of the answers.
func (g *given) Answer(Question) (int, error) {
	n := g.answers[0]
	if g.answers = g.answers[1:]; len(g.answers) == 0 {
		g.table.luck, g.table.seats = g.luck, g.seats
		if !g.table.past.kept {
			g.table.dice, _ = g.luck.(*Dice)
		}
	}
	return n, nil
}

// Choose returns the option of c that the player of side chooses.
func (t *Table) Choose(side Side, c Choice) int {
	q := Question{Choice: c, Side: side}
	t.asked++
	t.open = true
	n, err := t.seats[side].Answer(q)
	t.open = false
	if err != nil || !c.Legal(n) {
		return t.refuse(q, n, err)
	}
	t.past.gave(n)
	if t.recorder != nil {
		t.record(q, n)
	}
	return n
}

// Asking returns the number of the open question, from 1, or 0 if no question is open. The
// battle stands still while a question is open: callers may read the battle and must not
// change it.
func (t *Table) Asking() int {
	if !t.open {
		return 0
	}
	return t.asked
}

// Looks returns the number of the present look at a question, from 1. Each question begins
// a new look, and so does LookAgain.
func (t *Table) Looks() int { return t.asked + t.again + 1 }

// LookAgain restores what scripts may spend before the open question is answered. It serves
// people, who may look at a question as often as they like.
func (t *Table) LookAgain() { t.again++ }

// An Allowance limits the scripts of battles that are played to look ahead: all tries of an
// answer together, or all paths of exact odds. If the scripts of a battle exceed it, the
// table fails with [ErrSpent].
type Allowance struct {
	Left  int64 // steps
	Tries bool  // the battles try options of one answer: a mod that fails in one of them is left out of the others
}

// Allow gives the scripts of all battles at the table one common allowance, in place of one
// for each battle. Nil ends that.
func (t *Table) Allow(a *Allowance) { t.allowed = a }

// Allowance returns the allowance of the scripts, or nil at a table for real battles.
func (t *Table) Allowance() *Allowance {
	if t == nil { // a stored battle has no table
		return nil
	}
	return t.allowed
}

// An Ask is one seat's part of a secret choice.
type Ask struct {
	Side   Side
	Choice Choice
	Answer int // set by Together
}

// Together asks several seats at once, in secret. It sets the answers only when all seats
// have answered, so that no report and no later question shows an answer to a seat that has
// yet to answer. A recorder gets each answer immediately.
func (t *Table) Together(asks []Ask) {
	t.together = true
	defer func() { t.together = false }()
	answers := make([]int, len(asks))
	for i, a := range asks {
		answers[i] = t.Choose(a.Side, a.Choice)
	}
	for i := range asks {
		asks[i].Answer = answers[i]
	}
}

// Hides reports whether the answer to the open choice is hidden from another seat for a
// while: it is a part of [Table.Together], or the choice is a [Hider].
func (t *Table) Hides(c Choice) bool {
	h, ok := c.(Hider)
	return t.together || ok && h.Hides()
}

// Report sends e to every seat.
func (t *Table) Report(e Event) {
	if t.listener != nil {
		t.listener.Hear(Everybody, e)
	}
}

// ReportTo sends e to the given seats only.
func (t *Table) ReportTo(to Seats, e Event) {
	if t.listener != nil {
		t.listener.Hear(to, e)
	}
}

// Fail stops the battle with err. Only the first error counts. The table then drops its
// listener and its recorder.
func (t *Table) Fail(err error) {
	if t == nil || t.err != nil { // a stored battle has no table
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
	if err := t.recorder.Record(newEntry(q, answer)); err != nil {
		t.Fail(err)
	}
}

// refuse fails the table because of an oracle's wrong answer to q, and returns the answer
// with which the battle continues.
func (t *Table) refuse(q Question, n int, err error) int {
	if err == nil {
		err = illegal{q.illegal(n)}
	}
	t.Fail(err)
	return q.First()
}
