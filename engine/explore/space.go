// Package explore finds the states of a battle, for tools that solve it, such as exact odds
// and best play. It knows no game, and not what a solver wants to know of a state.
//
// States are those between two steps. A [Space] numbers them by their keys, and keeps a copy
// of the battle for each state that waits for exploration. A solver chooses one of these,
// plays its step in every way, and asks where each way leads ([Space.Find]). Then it no
// longer needs the copy ([Space.Done]). A sample of the states is checked ([Space.Sample]).
//
// At first the round is not part of a state. A solver that finds out that something reads it
// sets Timed, and begins again.
package explore

import (
	"errors"
	"math"

	"houserule/engine"
)

// A Space is the known part of the states of a battle. The first states are its beginnings,
// which have no keys.
type Space struct {
	// Scratch is the battle in which the solver plays steps.
	Scratch engine.Battle
	// Timed reports whether the round is part of a state, and Classes whether the positions
	// of a class are one state: see [engine.Classifier].
	Timed, Classes bool
	Ways           int // number of ways in which steps have been played
	FirstChecks    int // number of the first states to check: see [Space.Sample]
	// Compare plays the step of another battle of an explored state. It returns the number of
	// ways, and [Diverged] if they do not lead where the state leads.
	Compare func(state int32, b engine.Battle) (ways int, err error)

	table   *engine.Table
	index   map[engine.Key]int32
	waiting []*Waiting // by state; nil: it does not wait
	bytes   int        // size of the waiting states
	free    []*Waiting
	checks  checks
	keyer   engine.Keyer
	sizer   Sizer
}

// A Waiting is a state that has not been explored.
type Waiting struct {
	Battle engine.Battle // in the first round in which the state was found
	bytes  int
	// Mass is the probability of reaching the state, and Place its place in a queue, if the
	// solver knows them.
	Mass  float64
	Place int
}

// The battle of a waiting state of more than spareBytes is not reused for another state,
// which may need less.
const spareBytes = 8192

// New returns the space of battles of the same start as b, which are played at a table.
func New(b engine.Battle, t *engine.Table) *Space {
	s := &Space{Scratch: b.Fresh(), table: t}
	s.Scratch.Sit(t)
	return s
}

// Reset forgets all states, and adds some beginnings.
func (s *Space) Reset(beginnings int) {
	s.index, s.waiting = map[engine.Key]int32{}, make([]*Waiting, beginnings)
	s.bytes, s.Ways, s.checks = 0, 0, checks{waiting: map[int32]engine.Battle{}}
}

// Waiting returns a state if it waits for exploration, else nil.
func (s *Space) Waiting(state int32) *Waiting { return s.waiting[state] }

// Step plays the next step of b in the scratch battle, or begins the battle if b is nil.
func (s *Space) Step(b engine.Battle) {
	if b == nil {
		s.Scratch.Begin(s.table)
		return
	}
	s.Scratch.CopyFrom(b)
	s.Scratch.Step()
}

// Find returns the number of the scratch battle's state, which waits if it was not known.
func (s *Space) Find() (state int32, known bool) {
	key := s.key()
	state, known = s.index[key]
	if !known {
		state = int32(len(s.waiting))
		s.index[key], s.waiting = state, append(s.waiting, nil)
		s.Wait(state)
	} else if w := s.waiting[state]; w != nil && s.Scratch.Round() < w.Battle.Round() {
		s.keep(w)
	}
	return state, known
}

// ErrAgain is the error of an exploration whose results are void: it must begin again.
var ErrAgain = errors.New("explore the battle again")

// Unknown is no number of a state.
const Unknown = math.MinInt32

// Known returns the number of the scratch battle's state, or Unknown.
func (s *Space) Known() int32 {
	if state, known := s.index[s.key()]; known {
		return state
	}
	return Unknown
}

func (s *Space) key() engine.Key {
	when := 0
	if s.Timed {
		when = s.Scratch.Round()
	}
	if s.Classes {
		return s.keyer.Class(s.Scratch, when)
	}
	return s.keyer.Key(s.Scratch, when)
}

// Wait makes the scratch battle's state wait, even if it has been explored.
func (s *Space) Wait(state int32) {
	w := &Waiting{}
	if n := len(s.free); n > 0 {
		w.Battle, s.free = s.free[n-1].Battle, s.free[:n-1]
	} else {
		w.Battle = s.Scratch.Fresh()
	}
	s.waiting[state] = w
	s.keep(w)
}

// keep makes the battle of a waiting state a copy of the scratch battle.
func (s *Space) keep(w *Waiting) {
	s.bytes -= w.bytes
	w.Battle.CopyFrom(s.Scratch)
	w.bytes = s.sizer.Size(w.Battle)
	s.bytes += w.bytes
}

// Done ends the waiting of a state that has been explored, and checks the sampled states that
// have been explored: see [Space.Sample].
func (s *Space) Done(state int32) error {
	w := s.waiting[state]
	s.waiting[state] = nil
	if s.bytes -= w.bytes; w.bytes <= spareBytes {
		s.free = append(s.free, w)
	}
	return s.check(state, w.Battle)
}

// Full returns an error if the waiting states take more than so many bytes.
func (s *Space) Full(most int) error {
	if s.bytes > most {
		return &TooLarge{Bytes: most}
	}
	return nil
}

// TooLarge returns the error of a space in which so many states were found. It leaves out
// one of the waiting states, or none if the number is negative.
func (s *Space) TooLarge(states int, without int32) *TooLarge {
	e := &TooLarge{States: states}
	for state, w := range s.waiting {
		if w == nil || int32(state) == without {
			continue
		}
		e.Open++
		if round := w.Battle.Round(); e.Round == 0 || round < e.Round {
			e.Round = round
		}
	}
	return e
}

// Explain adds what [Space.TooLarge] says to the error of a step, if that is a TooLarge
// without States. Ways is the maximum number of ways.
func (s *Space) Explain(err error, ways, states int, without int32) error {
	large := new(TooLarge)
	if !errors.As(err, &large) || large.States > 0 {
		return err
	}
	e := s.TooLarge(states, without)
	if e.Bytes, e.Script = large.Bytes, large.Script; e.Bytes == 0 {
		e.Ways = ways
	}
	return e
}
