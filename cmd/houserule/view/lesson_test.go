package view

import (
	"fmt"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/library"
)

func TestLessonInParts(t *testing.T) {
	has := func(command string) bool { return command != "save" }
	for _, row := range []struct{ text, acts, typed string }{
		{"One. Two.", "", "One. Two."},
		{"{undo} takes back. So does {answer: a1 attack d1}!", "undo undo, answer a1 attack d1", "undo takes back. So does a1 attack d1!"},
		{"Stay. {save NAME} keeps it, {undo} does not. {rule H4.1} is next.", "save save NAME, undo undo, rule rule H4.1", "Stay. rule H4.1 is next."},
		{"{save NAME} keeps it.", "save save NAME", ""},
		{"A brace { alone. Nothing {} in two.", "", "A brace { alone. Nothing  in two."},
	} {
		lesson := ParseLesson(row.text)
		acts := engine.Each(lesson.Acts(), func(p Part) string { return p.Act + " " + p.Text })
		if got := strings.Join(acts, ", "); got != row.acts {
			t.Errorf("%s: the acts are %s, want %s", row.text, got, row.acts)
		}
		if got := lesson.Typed(has); got != row.typed {
			t.Errorf("%s: %q, want %q", row.text, got, row.typed)
		}
	}
}

// Each lesson is given once to its seat, and again where the battle has gone back to.
func TestTutor(t *testing.T) {
	var tutor Tutor
	tutor.Teach(&library.Scenario{Setup: seated{}, Lessons: []library.Lesson{
		{On: Start, Text: "hello"}, {On: Start, Seat: "two", Text: "hello two"},
		{On: "act", Seat: "one", Text: "act one"}, {On: "act", Text: "act"}, {On: "end", Text: "end"},
	}})
	for i, row := range []struct {
		place  int
		to     engine.Seats
		topics string
		want   string
	}{
		{1, engine.Only(0), "start act", "hello, act one"},
		{1, engine.Only(0), "start act", "hello, act one"},
		{3, engine.Only(1), "start act", "hello two, act"},
		{5, engine.Only(0), "start act", ""},
		{3, engine.Only(0), "start act", "act"},
		{7, engine.Only(0, 1), "start end", "hello two, end"},
		{1, engine.Only(1), "start", "hello, hello two"},
	} {
		lessons := tutor.Next(row.place, row.to, strings.Fields(row.topics))
		got := strings.Join(engine.Each(lessons, func(l Lesson) string { return l.Typed(nil) }), ", ")
		if got != row.want {
			t.Errorf("step %d: %s, want %s", i+1, got, row.want)
		}
	}
	if tutor.Greeted(); fmt.Sprint(tutor.Next(1, engine.Everybody, []string{Start})) != "[]" {
		t.Error("who was greeted is greeted again")
	}
}

type seated struct{ engine.Setup }

func (seated) SeatNames() []string { return []string{"one", "two"} }
