package modhost

import (
	"errors"
	"fmt"
	"testing"

	"houserule/engine"
	"houserule/scripting"
)

// state returns the name of a standing at question 1 or between two questions, in the table of [standing].
func (s standing) state() string {
	switch {
	case s.runs() && s.plays():
		return "works"
	case s.runs():
		return "resigned"
	case s.offers(1):
		return "leaving"
	}
	return "out"
}

// Each event leads from each state to the one in the table of standing, and the four
// states differ in what runs, is offered and answers.
func TestStanding(t *testing.T) {
	failure, slow := errors.New("first"), fmt.Errorf("slow: %w", scripting.ErrSlow)
	answer, another := new(engine.Allowance), new(engine.Allowance)
	works, resigned, leaving, out := standing{}, standing{err: failure}, standing{err: failure, gone: true, at: 1, answer: answer}, standing{err: failure, gone: true, answer: answer}
	states := []standing{works, resigned, leaving, out}
	for _, row := range []struct {
		event string
		do    func(s *standing)
		want  [4]string
	}{
		{"nothing", func(*standing) {}, [4]string{"works", "resigned", "leaving", "out"}},
		{"it fails between two questions", func(s *standing) { s.fails(failure, 0, nil) }, [4]string{"out", "out", "leaving", "out"}},
		{"it fails in a copy at a question", func(s *standing) { s.fails(failure, 1, answer) }, [4]string{"leaving", "leaving", "leaving", "out"}},
		{"it fails in a look", func(s *standing) { s.looked(failure) }, [4]string{"works", "resigned", "leaving", "out"}},
		{"it is too slow in looks", func(s *standing) { s.looked(slow) }, [4]string{"resigned", "resigned", "leaving", "out"}},
		{"its player fails", func(s *standing) { s.resigns(failure) }, [4]string{"resigned", "resigned", "leaving", "out"}},
		{"a copy is taken", func(s *standing) { *s = s.copied() }, [4]string{"works", "works", "out", "out"}},
		{"another try of the same answer", func(s *standing) { *s = s.again(answer) }, [4]string{"works", "works", "out", "out"}},
		{"another answer", func(s *standing) { *s = s.again(another) }, [4]string{"works", "works", "works", "works"}},
		{"another battle", func(s *standing) { *s = s.again(nil) }, [4]string{"works", "works", "works", "works"}},
	} {
		for i, s := range states {
			if row.do(&s); s.state() != row.want[i] {
				t.Errorf("%s: from %s it is %s, want %s", row.event, states[i].state(), s.state(), row.want[i])
			}
			if (s.err == nil) != (s.state() == "works") {
				t.Errorf("%s: from %s it is %s, with the error %v", row.event, states[i].state(), s.state(), s.err)
			}
		}
	}
	if leaving.offers(2) {
		t.Error("a mod that was leaving at question 1 is offered at question 2")
	}
	var s standing
	if !s.looked(failure) || s.looked(failure) {
		t.Error("a failure in a look is not reported once")
	}
	if s.resigns(slow); !s.fails(failure, 0, nil) || s.fails(slow, 0, nil) || s.err != failure {
		t.Errorf("a mod that is out has the error %v, want that which put it out", s.err)
	}
}
