package view

import (
	"maps"
	"slices"

	"houserule/engine"
	"houserule/engine/library"
)

// A Tutor gives the lessons of a scenario, each once.
type Tutor struct {
	lessons []library.Lesson
	seats   []string    // their names
	given   map[int]int // the places at which lessons were given, by their numbers
}

// Teach sets the lessons to those of a scenario. What was given before counts as given.
func (t *Tutor) Teach(s *library.Scenario) { t.lessons, t.seats = s.Lessons, s.Setup.SeatNames() }

// Next returns the lessons for some of the seats that fit a situation: that of the start, and one
// more. Place is how many answers or questions came before. Lessons that were given there or
// later are given again: the answers that led to them were taken back.
func (t *Tutor) Next(place int, to engine.Seats, topics []string) (lessons []Lesson) {
	maps.DeleteFunc(t.given, func(_, at int) bool { return at >= place })
	for i, l := range t.lessons {
		if _, ok := t.given[i]; ok || !slices.Contains(topics, l.On) || !t.isFor(l, to) {
			continue
		}
		t.give(i, place)
		lessons = append(lessons, ParseLesson(l.Text))
		if l.On != Start {
			break
		}
	}
	return lessons
}

// isFor reports whether a lesson is for one of the seats.
func (t *Tutor) isFor(l library.Lesson, to engine.Seats) bool {
	if l.Seat == "" {
		return true
	}
	side := slices.Index(t.seats, l.Seat)
	return side >= 0 && to.Has(engine.Side(side))
}

func (t *Tutor) give(lesson, place int) {
	if t.given == nil {
		t.given = map[int]int{}
	}
	t.given[lesson] = place
}

// Greeted counts the lessons of the start as given there.
func (t *Tutor) Greeted() {
	for i, l := range t.lessons {
		if l.On == Start {
			t.give(i, 0)
		}
	}
}

// Follow counts the lessons that another tutor has given.
func (t *Tutor) Follow(other Tutor) { t.given = other.given }
