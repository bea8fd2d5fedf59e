package players

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"houserule/engine"
)

// DefaultNodes is the default for the steps of scratch battles that a search
// plays before it answers.
const DefaultNodes = 2000

// Parameters of a search, found by measuring: see TestSearchBeatsGreedy.
const (
	shortlist = 8        // options tried out: those of greatest worth
	horizon   = 16       // nodes of one try
	glimpse   = 24       // options that the players of a try consider at each choice
	win       = 1000     // the value of a won battle; a draw's is half of it
	benefit   = 300      // head start of Greedy's choice, on the scale of one try's value
	nodeSteps = 5000     // steps of scripts that count as a node
	nodeBytes = 16 << 10 // bytes of a position that count as a node, each time it is looked up
)

// Search tries options out. It takes those that are worth most to [Greedy],
// plays scratch battles from each of them on, with greedy players in every
// seat, and chooses the option after which its side does best. A choice that
// cannot be tried out it answers as Greedy; an error in a try is its error. It tries
// less where scripts take long: their steps count as nodes, too, and when all are
// spent it answers by what it has found.
//
// Its answer is a function of the position, the seat and the budget of nodes: the
// dice of its tries follow from the position. So it answers alike in like positions,
// in every battle and whatever it was asked before. It does not know the table's dice,
// only their chances.
type Search struct {
	seat    engine.Side
	nodes   int
	played  int  // nodes of the present choice, without the steps of scripts
	weight  int  // nodes that a step of its tries counts as: more than 1 in large positions
	timed   bool // something has read the round in a try
	scratch engine.Battle
	table   *engine.Table // the table of scratch
	scripts *engine.Allowance
	hasty   hasty
	key     []byte
	tries   []try
}

// A try is an option, its worth, and the sum of the values of the battles that
// continued from it.
type try struct{ answer, worth, sum int }

// NewSearch returns a search for a seat, which plays at most nodes, 1 or more,
// before it answers.
func NewSearch(seat engine.Side, nodes int) *Search {
	s := &Search{seat: seat, nodes: nodes, table: engine.NewTable(nil), hasty: newHasty()}
	s.begin()
	return s
}

// begin begins an answer: its scripts have all their steps, no mod is out, and no state
// is known.
func (s *Search) begin() {
	s.played, s.scripts = 0, &engine.Allowance{Left: int64(s.nodes) * nodeSteps, Tries: true}
	s.table.Allow(s.scripts)
	s.hasty.begin()
}

// Ahead returns how many rounds before their limit answers may depend on it: each step of
// a try can begin one. If a script has read the round in a try, it is any number.
func (s *Search) Ahead() int {
	if s.timed || s.scratch != nil && s.scratch.Timed() {
		return math.MaxInt
	}
	return horizon
}

// Played returns how many nodes the last answer has taken.
func (s *Search) Played() int {
	return max(s.played, s.nodes-int(s.scripts.Left/nodeSteps))
}

// Answer picks.
func (s *Search) Answer(q engine.Question) (int, error) {
	s.begin()
	trier, ok := q.Choice.(engine.Trier)
	if !ok {
		return Greedy{}.Answer(q)
	}
	s.list(trier)
	if len(s.tries) == 0 {
		return trier.First(), nil
	}
	if len(s.tries) > 1 {
		if err := s.compare(trier); err != nil && !errors.Is(err, engine.ErrSpent) {
			return 0, fmt.Errorf("search looks ahead: %w", err)
		}
	}
	return s.tries[0].answer, nil
}

// list makes the shortlist, Greedy's choice first.
func (s *Search) list(c engine.Choice) {
	s.tries = s.tries[:0]
	evaluator, ok := c.(engine.Evaluator)
	if !ok {
		evaluator = onlyFirst(c.First())
	}
	for answer := range c.Each {
		s.enter(try{answer: answer, worth: evaluator.Evaluate(answer)})
	}
}

// enter puts an option in its place on the list, after its equals.
func (s *Search) enter(t try) {
	i := len(s.tries)
	for i > 0 && s.tries[i-1].worth < t.worth {
		i--
	}
	if i < shortlist {
		s.tries = slices.Insert(s.tries[:min(len(s.tries), shortlist-1)], i, t)
	}
}

// onlyFirst evaluates the options of a choice that cannot: the first option is
// best.
type onlyFirst int

func (f onlyFirst) Evaluate(answer int) int {
	if answer == int(f) {
		return 1
	}
	return 0
}

// compare sorts the list, the best option first, by successive halving: every
// stage has the same part of the budget and leaves the better half.
func (s *Search) compare(c engine.Trier) error {
	luck, err := s.position(c)
	if err != nil {
		return err
	}
	stages := uint64(0)
	for n := len(s.tries); n > 1; n = (n + 1) / 2 {
		stages++
	}
	greedy, left, samples := s.tries[0].answer, s.tries, uint64(0)
	s.weight = 1 + len(s.key)/nodeBytes
	for stage := uint64(1); stage <= stages; stage++ {
		end := int(uint64(s.nodes) * stage / stages)
		for ; s.Played()+len(left)*horizon*s.weight <= end; samples++ {
			if err := s.sample(c, left, luck+samples); err != nil {
				return err
			}
		}
		lead := int(benefit * math.Sqrt(float64(samples)))
		score := func(t try) int {
			if t.answer == greedy {
				return t.sum + lead
			}
			return t.sum
		}
		slices.SortStableFunc(left, func(a, b try) int { return score(b) - score(a) })
		left = left[:(len(left)+1)/2]
	}
	return nil
}

// position returns a hash of the seat and the position, without the round. It uses the
// key of the battle after the first option: in the middle of a step a battle has no key.
func (s *Search) position(c engine.Trier) (uint64, error) {
	if s.scratch == nil {
		s.scratch = c.Scratch()
		s.scratch.Sit(s.table)
	}
	err := s.take(c, c.First(), 0)
	s.key = s.scratch.AppendKey(append(s.key[:0], byte(s.seat)))
	h := fnv.New64a()
	h.Write(s.key)
	return h.Sum64(), err
}

// sample tries each of the options once, with the same dice, so that luck
// favours none of them.
func (s *Search) sample(c engine.Trier, tries []try, luck uint64) error {
	for i := range tries {
		if err := s.take(c, tries[i].answer, luck); err != nil {
			return err
		}
		for n := 1; n < horizon && !s.scratch.Over(); n++ {
			s.hasty.step(s.scratch)
			s.played += s.weight
		}
		tries[i].sum += value(s.scratch, s.seat)
		if err := s.table.Err(); err != nil {
			return err
		}
	}
	return nil
}

// take plays an option in scratch.
func (s *Search) take(c engine.Trier, answer int, luck uint64) error {
	s.timed = s.timed || s.scratch.Timed() // before scratch is another battle
	s.hasty.dice.Seed(luck, "")
	s.table.Seat(&s.hasty, slices.Repeat([]engine.Oracle{&s.hasty}, s.scratch.Seats())...)
	c.Try(s.scratch, answer)
	s.played++
	return s.table.Err()
}

// value returns the value of a battle for a side, from 0 to win. If the battle
// is not decided, armies are as strong as the squares of their worth
// (Lanchester's law).
func value(b engine.Battle, side engine.Side) int {
	if b.Over() {
		switch b.Winner() {
		case side:
			return win
		case engine.Draw:
			return win / 2
		}
		return 0
	}
	own, enemy := max(b.Value(side), 0), 0
	for other := range engine.Side(b.Seats()) {
		if other != side {
			enemy += max(b.Value(other), 0)
		}
	}
	for max(own, enemy) >= 1<<24 { // whole numbers, which every machine computes alike
		own, enemy = own>>1, enemy>>1
	}
	own, enemy = own*own, enemy*enemy
	if own+enemy == 0 {
		return win / 2
	}
	return win * own / (own + enemy)
}
