package best

import (
	"errors"

	"houserule/engine"
)

// A Question is a choice between several options of a solved game, with their names and
// values, the best first for the side that decides.
type Question struct {
	Side    engine.Side
	Answers []Answer
	Names   []string // names of the answers
}

// First returns the first question of a battle that has not begun. Dice answer before it.
// First returns nil if there is none, or if the values of its options are not known.
func (g *Game) First(b engine.Battle, dice engine.Oracle) *Question {
	f := &firstAsked{game: g}
	t := engine.NewTable(dice, f, f)
	for b.Begin(t); !b.Over() && t.Err() == nil; {
		b.Step()
	}
	if len(f.Answers) == 0 {
		return nil
	}
	return &f.Question
}

// A firstAsked is the player in both seats until a choice between several options comes.
type firstAsked struct {
	Question
	game  *Game
	table *engine.Table
}

var errAsked = errors.New("the first question")

// Follow makes f an [engine.Follower].
func (f *firstAsked) Follow(t *engine.Table) { f.table = t }

// Answer ends the battle at a choice between several options.
func (f *firstAsked) Answer(q engine.Question) (int, error) {
	n := 0
	for range q.Choice.Each {
		n++
	}
	if n == 1 {
		return q.Choice.First(), nil
	}
	if b, given, ok := f.table.Past(); ok {
		f.Answers, _ = f.game.Choices(b, given)
	}
	f.Side = q.Side
	for _, a := range f.Answers { // the choice is valid only during the question
		f.Names = append(f.Names, q.Choice.Name(a.Answer))
	}
	return 0, errAsked
}
