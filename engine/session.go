package engine

import (
	"errors"
	"fmt"
	"slices"
)

// A Replay answers from Entries. Then answers when the entries are used up.
type Replay struct {
	Entries []Entry
	Then    Oracle // nil: the end of the entries is an error
	used    int
}

// A Skipper is an Oracle whose next answer depends on the number of answers before. A
// replay calls Skip for each question that it answers in the oracle's place.
type Skipper interface {
	Skip(Question)
}

// ErrReplay is the error of an entry that does not fit the battle.
var ErrReplay = errors.New("the journal does not fit this battle")

// Used returns the number of entries used.
func (r *Replay) Used() int { return r.used }

// Answer returns the answer of the next entry.
func (r *Replay) Answer(q Question) (int, error) {
	if r.used == len(r.Entries) {
		if r.Then == nil {
			return 0, fmt.Errorf("%w: it ends after %d answers, the battle goes on", ErrReplay, r.used)
		}
		return r.Then.Answer(q)
	}
	e := r.Entries[r.used]
	n, err := e.answer(q)
	if err != nil {
		return 0, fmt.Errorf("%w: answer %d, %s: %w", ErrReplay, r.used+1, e, err)
	}
	if s, ok := r.Then.(Skipper); ok {
		s.Skip(q)
	}
	r.used++
	return n, nil
}

// Table returns a table at which the replay answers for the dice and so many seats.
func (r *Replay) Table(seats int) *Table {
	return NewTable(r, slices.Repeat([]Oracle{r}, seats)...)
}

// Done returns an error if entries are left over.
func (r *Replay) Done() error {
	if n := len(r.Entries) - r.used; n > 0 {
		return fmt.Errorf("%w: the battle is over, %d answers are left, from %s on", ErrReplay, n, r.Entries[r.used])
	}
	return nil
}

func (e Entry) answer(q Question) (int, error) {
	switch {
	case q.Choice == nil && e.Side != min(q.Side, Luck):
		return 0, fmt.Errorf("a die of %d sides is asked for", q.Sides)
	case q.Choice == nil && e.Sides != int(q.Sides):
		return 0, fmt.Errorf("a die of %d sides is asked for", q.Sides)
	case q.Choice == nil && !q.legal(e.N):
		return 0, q.illegal(e.N)
	case q.Choice == nil:
		return e.N, nil
	case e.Side != q.Side:
		return 0, fmt.Errorf("seat %d is asked to choose", q.Side+1)
	}
	return ParseLegal(q.Choice, e.Text)
}

// String returns the entry without its seat's name: "d10 7", `"attack d1"`.
func (e Entry) String() string {
	if e.Side.IsLuck() {
		return fmt.Sprintf("d%d %d", e.Sides, e.N)
	}
	return fmt.Sprintf("%q", e.Text)
}

// A Session is a battle with undo. It keeps every answer. To undo, it plays the battle
// again from the start. Dice depend only on the seed, so the same dice come again after an
// undo.
type Session struct {
	// Play sets the battle up at the table and plays it to its end or to the
	// table's first error, the same way each time.
	Play func(*Table) error
	// Seat returns the dice and players for the questions after the entries; each run calls
	// it anew. It may change the table's listeners. A player that calls Undo, Redo or Quit
	// and returns ErrRewind makes the session continue from the new position.
	Seat func() (luck Oracle, players []Oracle)
	// From says how an answer that is being given came about; nil: each is a line.
	From func(Entry) Origin

	luck     Oracle
	players  []Oracle
	recorder Recorder // the table's own
	entries  []Entry
	undone   []Entry
	quit     bool
}

// Entries returns the answers so far. Callers must not change them.
func (s *Session) Entries() []Entry { return s.entries }

// Load replaces the answers so far by entries.
func (s *Session) Load(entries []Entry) {
	s.entries = append([]Entry(nil), entries...)
	s.undone = nil
}

// Run plays the battle from the start through the answers so far and on to its end. It
// returns nil at the end, and ErrRewind if a player quit. The table's recorder gets only
// the new answers.
func (s *Session) Run(t *Table) error {
	s.quit = false
	t.Past().Keep()        // somebody may look at the question
	listener := t.listener // an error removes it, and the recorder
	s.recorder = t.recorder
	defer func() { t.recorder = s.recorder }()
	for {
		t.listener = listener
		s.luck, s.players = s.Seat()
		listener = t.listener
		replay := &Replay{Entries: s.entries, Then: &live{s, t}}
		players := make([]Oracle, len(s.players))
		for i := range players {
			players[i] = Instead(s.players[i], replay.Answer)
		}
		t.Seat(replay, players...)
		t.recorder, t.listener = nil, listener
		err := s.Play(t)
		if err == nil {
			return replay.Done()
		}
		if !errors.Is(err, ErrRewind) || s.quit {
			return err
		}
	}
}

// A live is the oracle that answers after the entries, with the session's dice and players.
// It records the answers that the table accepts.
type live struct {
	*Session
	table *Table
}

func (s *live) oracle(q Question) Oracle {
	if q.Choice == nil {
		return s.luck
	}
	return s.players[q.Side]
}

// Skip keeps dice and players in step with the replayed answers.
func (s *live) Skip(q Question) {
	if o, ok := s.oracle(q).(Skipper); ok {
		o.Skip(q)
	}
}

// Answer passes the question to the dice or the player. From the first question on, the
// table's answers are new.
func (s *live) Answer(q Question) (int, error) {
	s.table.recorder = s
	return s.oracle(q).Answer(q)
}

// Record adds an answer to the session and passes it on to the table's recorder.
func (s *live) Record(e Entry) error {
	if s.From != nil {
		e.From = s.From(e)
	}
	if s.recorder != nil {
		if err := s.recorder.Record(e); err != nil {
			return err
		}
	}
	s.entries = append(s.entries, e)
	s.undone = nil // a mark may share the old slice
	return nil
}

// Undo takes back the last line of answers that owns accepts, with all answers after it, and
// reports whether there was one. A nil owns accepts any choice and no die. Within a running
// battle the player must then return ErrRewind.
func (s *Session) Undo(owns func(Side) bool) bool {
	for i := len(s.entries) - 1; i >= 0; i-- {
		if e := s.entries[i]; takes(owns, e.Side) && (e.From != Joins || !s.begun(i, owns)) {
			for j := len(s.entries) - 1; j >= i; j-- {
				s.undone = append(s.undone, s.entries[j])
			}
			s.entries = s.entries[:i:i]
			return true
		}
	}
	return false
}

// begun reports whether the line of an answer begins with one before it.
func (s *Session) begun(at int, owns func(Side) bool) bool {
	return slices.ContainsFunc(s.entries[:at], func(e Entry) bool { return takes(owns, e.Side) })
}

func takes(owns func(Side) bool, side Side) bool {
	if owns == nil {
		return !side.IsLuck()
	}
	return owns(side)
}

// Redo restores the answers of the last Undo, up to the next line that owns accepts, and
// reports whether there were any.
func (s *Session) Redo(owns func(Side) bool) bool {
	n := len(s.undone)
	if n == 0 {
		return false
	}
	for n > 0 {
		n--
		s.entries = append(s.entries, s.undone[n])
		if n > 0 {
			if next := s.undone[n-1]; takes(owns, next.Side) && next.From != Joins {
				break
			}
		}
	}
	s.undone = s.undone[:n:n] // a mark may share the rest
	return true
}

// A Mark is a position of a session: its answers, and the answers that Redo would restore.
type Mark struct{ entries, undone []Entry }

// Mark returns the session's present position.
func (s *Session) Mark() Mark {
	s.undone = slices.Clip(s.undone)
	return Mark{slices.Clip(s.entries), s.undone}
}

// Return takes back all answers given after a mark, and forgets them: Redo then restores
// the same answers as it would have at the mark. Within a running battle the player must
// then return ErrRewind.
func (s *Session) Return(to Mark) { s.entries, s.undone = to.entries, to.undone }

// Quit makes Run return once the player has returned ErrRewind.
func (s *Session) Quit() { s.quit = true }
