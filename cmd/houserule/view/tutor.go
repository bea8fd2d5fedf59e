package view

import (
	"slices"

	"houserule/engine/library"
)

// A Tutor gives the lessons of a scenario, each once.
type Tutor struct {
	Lessons []library.Lesson
	given   map[int]bool
}

// Next returns the lessons that fit a situation: the one of the start, and one more.
func (t *Tutor) Next(topics []string) (texts []string) {
	for i, l := range t.Lessons {
		if t.given[i] || !slices.Contains(topics, l.On) {
			continue
		}
		t.Skip(i)
		texts = append(texts, l.Text)
		if l.On != Start {
			break
		}
	}
	return texts
}

// Skip counts a lesson as given.
func (t *Tutor) Skip(lesson int) {
	if t.given == nil {
		t.given = map[int]bool{}
	}
	t.given[lesson] = true
}

// Follow marks the lessons of another tutor as given.
func (t *Tutor) Follow(other Tutor) { t.given = other.given }
