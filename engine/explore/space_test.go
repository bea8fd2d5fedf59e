package explore_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/explore"
)

// A counter is a battle that is nothing but a number, a round, and a text that only its key
// may forget.
type counter struct {
	engine.Battle
	at, round int
	text      []byte
}

func (c *counter) Sit(*engine.Table)           {}
func (c *counter) Fresh() engine.Battle        { return &counter{} }
func (c *counter) Round() int                  { return c.round }
func (c *counter) RoundLimit() int             { return 9 }
func (c *counter) AppendKey(key []byte) []byte { return binary.AppendVarint(key, int64(c.at)) }
func (c *counter) CopyFrom(src engine.Battle) {
	from := src.(*counter)
	c.at, c.round, c.text = from.at, from.round, append(c.text[:0], from.text...)
}

// find returns the number of a state, and whether it was known.
func find(s *explore.Space, at, round int) (int32, bool) {
	*s.Scratch.(*counter) = counter{at: at, round: round}
	return s.Find()
}

// A state has one number, and waits with its battle of the earliest round. If the round is
// part of a state, each round has another one.
func TestFind(t *testing.T) {
	s := explore.New(&counter{}, nil)
	s.Reset(2)
	for _, row := range []struct {
		at, round int
		timed     bool
		state     int32
		known     bool
		waits     int
	}{
		{7, 3, false, 2, false, 3},
		{8, 3, false, 3, false, 3},
		{7, 4, false, 2, true, 3},
		{7, 2, false, 2, true, 2},
		{7, 2, true, 4, false, 2},
		{7, 3, true, 5, false, 3},
		{7, 3, true, 5, true, 3},
	} {
		s.Timed = row.timed
		state, known := find(s, row.at, row.round)
		if state != row.state || known != row.known || s.Waiting(state).Battle.Round() != row.waits {
			t.Errorf("%+v: state %d, %v, waits in round %d", row, state, known, s.Waiting(state).Battle.Round())
		}
	}
	if s.Known() != 5 || s.Waiting(0) != nil || s.Waiting(1) != nil {
		t.Errorf("state %d; the beginnings wait: %v, %v", s.Known(), s.Waiting(0), s.Waiting(1))
	}
	if s.Scratch.(*counter).at = 9; s.Known() != explore.Unknown {
		t.Errorf("state %d is known", s.Known())
	}
}

// What waits takes memory, until it is done. The error says how much still waits, and from
// which round on.
func TestTooLarge(t *testing.T) {
	s := explore.New(&counter{}, nil)
	s.Compare = func(int32, engine.Battle) (int, error) { return 0, nil }
	s.Reset(1)
	for at := range 10 {
		find(s, at, 3+at%3)
	}
	size := new(explore.Sizer).Size(&counter{})
	if s.Full(10*size) != nil || s.Full(10*size-1) == nil {
		t.Errorf("10 states of %d bytes: %v, %v", size, s.Full(10*size), s.Full(10*size-1))
	}
	for state := int32(1); state < 10; state += 3 { // round 3
		if err := s.Done(state); err != nil {
			t.Fatal(err)
		}
	}
	script, other := errors.New("a script"), errors.New("another error")
	for _, row := range []struct {
		err     error
		without int32
		want    error
	}{
		{nil, -1, nil},
		{other, -1, other},
		{s.TooLarge(10, -1), -1, &explore.TooLarge{States: 10, Open: 7, Round: 3}},
		{&explore.TooLarge{}, -1, &explore.TooLarge{States: 11, Open: 7, Round: 3, Ways: 20}},
		{&explore.TooLarge{Bytes: 1e6}, 10, &explore.TooLarge{States: 11, Open: 6, Round: 4, Bytes: 1e6}},
		{&explore.TooLarge{Script: script}, 10, &explore.TooLarge{States: 11, Open: 6, Round: 4, Ways: 20, Script: script}},
	} {
		if got := s.Explain(row.err, 20, 11, row.without); fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", row.want) {
			t.Errorf("%v: %+v, want %+v", row.err, got, row.want)
		}
	}
}

// States that are found again are compared when they are explored, some at first and then
// one of 64. An error of a script that has no more steps is no mistake.
func TestSample(t *testing.T) {
	s := explore.New(&counter{}, nil)
	var compared []int32
	var failure error
	s.FirstChecks, s.Compare = 3, func(state int32, b engine.Battle) (int, error) {
		compared = append(compared, state)
		return 1, failure
	}
	s.Reset(1)
	for state := int32(1); state <= 200; state++ {
		failure = nil
		find(s, int(state), 1)
		find(s, int(state), 2)
		s.Sample(state)
		if state > 190 {
			failure = &explore.TooLarge{Script: errors.New("no more steps")}
		}
		if err := s.Done(state); err != nil {
			t.Fatal(err)
		}
	}
	if want := []int32{1, 2, 3, 63, 127, 191}; !slices.Equal(compared, want) {
		t.Errorf("compared %v, want %v", compared, want)
	}
	find(s, 300, 1)
	find(s, 300, 9)
	if s.Sample(201); s.Done(201) != nil || len(compared) != 6 {
		t.Error("a state of the last round is compared")
	}
	failure = explore.Diverged(s.Scratch, "the odds")
	s.FirstChecks += 10
	find(s, 301, 1)
	s.Sample(202)
	if err := s.Done(202); err != failure {
		t.Errorf("%v, want %v", err, failure)
	}
}
