package protocol

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
)

// A Seat is a player whose answers come from a client, for one seat of a battle or for
// several. It tells the client what its seats may know.
type Seat struct {
	wire  *Wire
	view  view.View
	mine  func(engine.Side) bool
	begin func() Battle // the message that begins the battle
	// refuse is called for a request that is not taken, and returns nil if the client may
	// try again. Move, nil where answers cannot be taken back, carries out a Move.
	refuse func(error) error
	move   func(string) error

	ready    Ready
	log      screen.Chronicle // what was not told yet
	begun    bool
	question int
}

// hears returns what tells the client what happens, nil if it does not want that.
func (s *Seat) hears() engine.Listener {
	if !s.wants(wantTold) {
		return nil
	}
	s.log.Tell = s.view.Line
	if veiled, ok := s.view.(view.Veiled); ok {
		s.log.Apart = veiled.Lines
	}
	return &s.log
}

// wants reports whether the client wants something to be sent.
func (s *Seat) wants(what string) bool { return slices.Contains(s.ready.Wants, what) }

// welcome says hello, and hears that the client is ready.
func (s *Seat) welcome(program string) error {
	if err := s.wire.Say(Hello{"hello", Version, program}); err != nil {
		return err
	}
	for {
		request, err := s.wire.Hear()
		if err == nil {
			err = s.greeted(request)
		}
		if err == nil {
			return nil
		}
		if err := s.refused(err); err != nil {
			return err
		}
	}
}

// greeted takes the first request.
func (s *Seat) greeted(request any) error {
	r, ok := request.(*Ready)
	if !ok {
		return errors.New(`the first request is {"type":"ready","protocol":1}`)
	}
	if r.Protocol != Version {
		return fmt.Errorf("ready: this is protocol %d, not %d", Version, r.Protocol)
	}
	for _, word := range r.Wants {
		if _, err := engine.Index("want", word, wants); err != nil {
			return fmt.Errorf("ready: %w", err)
		}
	}
	if r.Forgets && slices.Contains(r.Wants, wantTold) {
		return errors.New("ready: a client that forgets what it was told need not be told: leave out told, or forgets")
	}
	s.ready = *r
	return nil
}

// refused handles an error: of the wire, which ends all, or of a request.
func (s *Seat) refused(err error) error {
	if errors.As(err, new(*Broken)) || errors.Is(err, engine.ErrRewind) {
		return err
	}
	return s.refuse(err)
}

// restart makes the next message begin the battle anew.
func (s *Seat) restart() {
	s.begun, s.question = false, 0
	s.log.Lines = s.log.Lines[:0]
}

// tell says what has happened, from the beginning of the battle on.
func (s *Seat) tell() error {
	if !s.begun {
		s.begun = true
		if err := s.wire.Say(s.begin()); err != nil {
			return err
		}
	}
	told := Told{Type: "told"}
	for _, line := range s.log.Lines {
		if s.sees(line) {
			told.Lines = append(told.Lines, newLine(line))
		}
	}
	s.log.Lines = s.log.Lines[:0]
	if len(told.Lines) == 0 {
		return nil
	}
	return s.wire.Say(told)
}

func (s *Seat) sees(line screen.Line) bool {
	for side := range s.view.Seats() {
		if s.mine(engine.Side(side)) && line.To.Has(engine.Side(side)) {
			return true
		}
	}
	return false
}

// Answer asks the client.
func (s *Seat) Answer(q engine.Question) (int, error) {
	s.view.Ask(q)
	defer s.view.Ask(engine.Question{})
	s.question++
	if err := s.ask(q); err != nil {
		return 0, err
	}
	for {
		answer, ok, err := s.next(q)
		switch {
		case ok:
			return answer, nil
		case err != nil:
			if err := s.refused(err); err != nil {
				return 0, err
			}
		}
	}
}

// Skip counts a question that was answered before.
func (s *Seat) Skip(engine.Question) { s.question++ }

func (s *Seat) ask(q engine.Question) error {
	if err := s.tell(); err != nil {
		return err
	}
	if s.wants(wantBoard) {
		if err := s.wire.Say(Board{"board", s.view.Board()}); err != nil {
			return err
		}
	}
	return s.wire.Say(newAsked(q, s.view.Seats()[q.Side], s.question, s.wants(wantWorth)))
}

// next carries out the next request; ok is false for one that is no answer.
func (s *Seat) next(q engine.Question) (answer int, ok bool, err error) {
	request, err := s.wire.Hear()
	if err != nil {
		return 0, false, err
	}
	switch r := request.(type) {
	case *Answer:
		answer, err = s.read(q, r)
		return answer, err == nil, err
	case *Ready:
		return 0, false, errors.New("ready is said once, before the first battle")
	case *Move:
		if s.move == nil {
			return 0, false, fmt.Errorf("%s: a program that plays cannot take answers back", r.Type)
		}
		return 0, false, s.move(r.Type)
	}
	reply, err := s.look(request)
	if err == nil {
		err = s.wire.Say(reply)
	}
	return 0, false, err
}

// read reads an answer.
func (s *Seat) read(q engine.Question, a *Answer) (int, error) {
	switch {
	case q.Choice == nil:
		return 0, errors.New("answer: nothing is asked now")
	case a.Question != 0 && a.Question != s.question:
		return 0, fmt.Errorf("answer: question %d is open, not %d", s.question, a.Question)
	case a.Option != nil && a.Text != "":
		return 0, errors.New("answer: give the text or the option, not both")
	case a.Option != nil:
		return place(q.Choice, *a.Option)
	case a.Text == "":
		return 0, errors.New("answer: the text or the option is missing")
	}
	return engine.ParseLegal(q.Choice, a.Text)
}

// place returns the option at a place in the list.
func place(c engine.Choice, at int) (int, error) {
	n := 0
	for answer := range c.Each {
		if n == at {
			return answer, nil
		}
		n++
	}
	return 0, fmt.Errorf("answer: there is no option %d: the options are 0 to %d", at, n-1)
}

// look answers a request that changes nothing.
func (s *Seat) look(request any) (any, error) {
	switch r := request.(type) {
	case *Show:
		page, err := s.view.Show(r.Unit)
		return Page{"page", page}, err
	case *AskOdds:
		text, err := s.view.Odds(context.Background(), r.Of)
		return Odds{"odds", strings.TrimSuffix(text, "\n")}, err
	case *Look:
		switch r.Type {
		case "board":
			return Board{"board", s.view.Board()}, nil
		case "hint":
			text, answer, err := s.view.Hint()
			return Hint{"hint", text, answer}, err
		}
		if list, ok := view.Listed(s.view); ok {
			return Options{"options", list}, nil
		}
	}
	return nil, errors.New("nothing is asked now")
}
