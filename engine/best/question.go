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
	f := &firstAsked{player: player{game: g}}
	_ = engine.Play(b, engine.NewTable(dice, f, f))
	if len(f.Answers) == 0 {
		return nil
	}
	return &f.Question
}

// A firstAsked is the player in both seats until a choice between several options comes.
type firstAsked struct {
	player
	Question
}

var errAsked = errors.New("the first question")

// Answer ends the battle at a choice between several options.
func (f *firstAsked) Answer(q engine.Question) (int, error) {
	if option, ok := only(q.Choice); ok {
		return option, nil
	}
	f.Side = q.Side
	f.Answers, _ = f.choices(nil)
	for _, a := range f.Answers { // the choice is valid only during the question
		f.Names = append(f.Names, q.Choice.Name(a.Answer))
	}
	return 0, errAsked
}
