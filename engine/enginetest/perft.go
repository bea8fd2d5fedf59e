package enginetest

import (
	"errors"

	"houserule/engine"
)

// Ways counts the ways to answer the first questions of a battle: those whose last answer
// is a die, and those whose last answer is a choice.
type Ways struct{ Dice, Choices uint64 }

// Perft counts the ways to play a battle. The test of that name in chess counts the moves
// that an engine generates. Element d of counts is the number of ways to answer the first
// d+1 questions: every face and every option. Perft counts up to depth questions, and stops
// when it would have to play a battle from its start more than most times. If a die only
// has to reach a number, two faces represent all, unless faces is true.
func Perft(b engine.Battle, depth, most int, faces bool) (counts []Ways, err error) {
	begun := []beginning{{ways: 1}}
	for len(counts) < depth && len(begun) > 0 && len(begun) <= most {
		var longer []beginning
		var n Ways
		for _, from := range begun {
			q, answers, err := from.next(b, faces)
			if err != nil {
				return nil, err
			}
			for _, a := range answers {
				ways := from.ways * a.ways
				if q.IsDie() {
					n.Dice += ways
				} else {
					n.Choices += ways
				}
				longer = append(longer, beginning{append(from.given[:len(from.given):len(from.given)], a.given...), ways})
			}
		}
		if begun = longer; len(begun) > 0 {
			counts = append(counts, n)
		}
	}
	return counts, nil
}

// A beginning is the first answers of a battle, with the number of ways that continue like
// it.
type beginning struct {
	given []int
	ways  uint64
}

var errNext = errors.New("the next question is found")

// next returns the question after a beginning, and the beginnings with one more answer;
// none if the battle is over.
func (from beginning) next(b engine.Battle, faces bool) (next engine.Question, answers []beginning, err error) {
	asked := 0
	all := engine.OracleFunc(func(q engine.Question) (int, error) {
		if asked++; asked <= len(from.given) {
			return from.given[asked-1], nil
		}
		next, answers = q, answersOf(q, faces)
		return 0, errNext
	})
	if err := engine.Play(b, engine.NewTable(all, Everybody(all)...)); err != nil && !errors.Is(err, errNext) {
		return next, nil, err
	}
	return next, answers, nil
}

// answersOf returns the answers to a question.
func answersOf(q engine.Question, faces bool) (answers []beginning) {
	add := func(answer, ways int) {
		if ways > 0 {
			answers = append(answers, beginning{[]int{answer}, uint64(ways)})
		}
	}
	sides, need := int(q.Sides), int(q.Need)
	switch {
	case q.Choice != nil:
		for option := range q.Choice.Each {
			add(option, 1)
		}
	case need == 0 || faces:
		for face := range sides {
			add(face+1, 1)
		}
	default:
		need = min(max(need, 1), sides+1)
		add(1, need-1)
		add(sides, sides-need+1)
	}
	return answers
}
