package fight

import (
	"fmt"
	"slices"

	"houserule/engine"
)

// A Selecting is a script's question for one of several units: see [Battle.PickFrom]. It
// comes in the middle of a step, so its options cannot be tried. An answer is a unit's id.
type Selecting struct {
	battle   Position
	Side     engine.Side
	question string
	from     []int32
}

var _ interface {
	engine.Choice
	engine.Refuser
	engine.Evaluator
	engine.Prompter
} = (*Selecting)(nil)

// Legal, First, Each and Refuse make it a Choice, with those of words.go.
func (s *Selecting) Legal(answer int) bool { return slices.Contains(s.from, int32(answer)) }
func (s *Selecting) First() int            { return int(s.from[0]) }

func (s *Selecting) Each(yield func(int) bool) {
	for _, id := range s.from {
		if !yield(int(id)) {
			return
		}
	}
}

var noneOfThem = Ruling{Rule: "S0", Text: "it is none of them"}

// Refuse returns nil if answer is one of the units.
func (s *Selecting) Refuse(answer int) error {
	switch {
	case answer < 0 || answer >= len(s.battle.units):
		return fmt.Errorf("there is no unit %d", answer)
	case !s.Legal(answer):
		return &noneOfThem
	}
	return nil
}

// Prompt returns the script's question. Hosted returns the address of the memory that the
// battle keeps for its host of scripts.
func (s *Selecting) Prompt() string { return s.question }
func (s *Selecting) Hosted() *any   { return s.battle.Hosted() }

// PickFrom asks a side's player for one of several units. If there is only one, PickFrom
// returns it without asking.
func (b *Battle) PickFrom(side engine.Side, question string, from []*Unit) *Unit {
	if len(from) == 1 {
		return from[0]
	}
	s := Selecting{battle: b.Reading(), Side: side, question: question}
	for _, u := range from {
		if !slices.Contains(s.from, u.id) {
			s.from = append(s.from, u.id)
		}
	}
	return &b.units[b.Choose(side, &s)]
}
