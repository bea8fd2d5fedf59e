package players

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/chain"
	"houserule/engine/explore"
)

// DefaultNodes is the default number of steps of scratch battles that a search plays before
// it answers.
const DefaultNodes = 12_000

// Parameters of a search, found by measuring: see TestSearchBeatsGreedy.
const (
	width     = 8                        // options of each choice that are tried: those with the greatest values
	horizon   = 16                       // nodes of one try
	glimpse   = 24                       // options that the players of a try consider at each choice
	win       = 1000                     // the value of a won battle; a draw's is half of it
	exploring = 300                      // how often it tries options that seem worse, on the scale of values
	doubt     = 100                      // how much worse than its choice an option counts that was never tried
	listing   = 6                        // nodes for each choice that tries may meet, because evaluating its options takes long
	blind     = 32                       // tries after which it gives up if none has made a difference
	first     = 4                        // the first 1/first of the nodes is spent before it looks for best play ...
	few       = 18                       // ... if tries have met at most 1/few as many choices as there are nodes
	certain   = 1e-5                     // maximum gap of values by best play
	memory    = 32e6                     // maximum bytes of the states that wait in that search, and of its values
	nodeSteps = 5_000_000 / DefaultNodes // steps of scripts that count as a node
	nodeBytes = 16 << 10                 // bytes of a position that count as a node, each time that it is looked up
)

// The search for best play may take, for DefaultNodes: states, ways in which dice and answers
// can lead to them, and steps of scripts.
const (
	solvedStates = 40_000
	solvedWays   = 100_000
	solvedSteps  = 15_000_000
)

// Search looks ahead. It plays scratch battles from its options on, and keeps their results
// in a [tree] of the choices of all seats, so that every seat plays better from try to try.
// It answers with the option that has the best results, or as Greedy if no other is better
// by more than chance explains. If the first tries have shown that few states are left, it
// answers by best play, or, where that takes too many states but some of their values are
// bounded, as if the states that it does not explore had the values of their armies. It answers
// as Greedy if a choice cannot be tried. An error in a try is its error. It tries less if scripts take long: their steps
// count as nodes, too, and when all are spent it answers by what it has found.
//
// Its answer is a function of the position, the seat and the number of nodes, because the
// dice of its tries follow from the position. So it answers alike in like positions, in
// every battle and whatever it was asked before. It does not know the table's dice, only
// their probabilities.
type Search struct {
	seat    engine.Side
	nodes   int
	played  int // nodes for the present choice, without the steps of scripts
	weight  int // number of nodes that a step of its tries counts as: more than 1 in large positions
	ahead   int // maximum number of rounds before the limit in which an answer may have depended on it
	scratch engine.Battle
	table   *engine.Table // the table of scratch
	scripts *engine.Allowance
	tree    tree
	key     []byte
}

// NewSearch returns a search for a seat. It plays at most nodes, 1 or more, in its tries
// before it answers.
func NewSearch(seat engine.Side, nodes int) *Search {
	s := &Search{seat: seat, nodes: nodes, ahead: horizon, table: engine.NewTable(nil)}
	s.begin()
	return s
}

// begin begins an answer: its scripts have all their steps, no mod has failed, and nothing
// is known.
func (s *Search) begin() {
	s.played, s.scripts = 0, &engine.Allowance{Left: int64(s.nodes) * nodeSteps, Tries: true}
	s.table.Allow(s.scripts)
	s.tree.begin()
}

// Ahead returns the number of rounds before the limit in which answers may depend on it:
// each step of a try can begin a round, and best play may see farther. If a script has read
// the round in a try, it is any number.
func (s *Search) Ahead() int {
	s.look()
	return s.ahead
}

// look records whether a script has read the round in scratch.
func (s *Search) look() {
	if s.scratch != nil && s.scratch.Timed() {
		s.ahead = chain.Always
	}
}

// Played returns the number of nodes that the tries of the last answer took.
func (s *Search) Played() int {
	return max(s.played, s.nodes-int(s.scripts.Left/nodeSteps))
}

// Answer returns the option that the player chooses.
func (s *Search) Answer(q engine.Question) (int, error) {
	s.begin()
	trier, ok := q.Choice.(engine.Trier)
	if !ok {
		return Greedy{}.Answer(q)
	}
	root := &choice{side: s.seat, options: shortlist(trier, math.MaxInt)}
	if len(root.options) == 1 {
		return root.options[0].answer, nil
	}
	luck, err := s.position(trier, root)
	for _, nodes := range []int{s.nodes / first, s.nodes} {
		if err == nil {
			err = s.try(trier, root, luck, nodes)
		}
		switch {
		case errors.Is(err, engine.ErrSpent):
			return root.best().answer, nil
		case err != nil:
			return 0, fmt.Errorf("search looks ahead: %w", err)
		case nodes < s.nodes && !s.tree.plain && len(s.tree.choices) <= s.nodes/few:
			if answer, ok := s.solve(q); ok {
				return answer, nil
			}
		}
	}
	return root.best().answer, nil
}

// try tries the options of a choice until so many nodes are spent.
func (s *Search) try(c engine.Trier, root *choice, luck uint64, nodes int) error {
	s.weight = 1 + len(s.key)/nodeBytes
	for s.Played()+horizon*s.weight <= nodes && len(s.tree.choices) < s.nodes/listing && !s.blind() {
		option := root.pick()
		s.take(c, root, option, luck+uint64(root.options[option].tries)) // the same dice for all options: none has better luck
		for n := 1; n < horizon && !s.scratch.Over(); n++ {
			s.tree.step(s.scratch)
			s.played += s.weight
		}
		s.tree.learn(s.scratch)
		if err := s.table.Err(); err != nil { // computing what a side has left may call a script
			return err
		}
	}
	return nil
}

// blind reports whether tries show nothing.
func (s *Search) blind() bool { return s.tree.plain && s.tree.tries >= blind }

// position returns a hash of the seat and the position, without the round. It uses the
// key of the battle after Greedy's option: in the middle of a step a battle has no key.
func (s *Search) position(c engine.Trier, root *choice) (uint64, error) {
	if s.scratch == nil {
		s.scratch = c.Scratch()
		s.scratch.Sit(s.table)
	}
	s.take(c, root, 0, 0)
	s.key = s.scratch.AppendKey(append(s.key[:0], byte(s.seat)))
	h := fnv.New64a()
	h.Write(s.key)
	return h.Sum64(), s.table.Err()
}

// take plays an option in scratch.
func (s *Search) take(c engine.Trier, root *choice, option int, luck uint64) {
	s.look() // before scratch is another battle
	s.tree.try(root, option, luck)
	s.table.Seat(&s.tree, slices.Repeat([]engine.Oracle{&s.tree}, s.scratch.Seats())...)
	c.Try(s.scratch, root.options[option].answer)
	s.played++
}

// solve returns the answer of best play, the first of equals. If too many states matter for
// that, it returns the best answer by the states explored. Ok is false if best play does not
// apply.
func (s *Search) solve(q engine.Question) (answer int, ok bool) {
	if h, ok := q.Choice.(engine.Hider); ok && h.Hides() {
		return 0, false
	}
	game, err := best.Here(s.scratch)
	if err != nil {
		return 0, false
	}
	share := func(n int) int { return max(1, s.nodes*n/DefaultNodes/s.weight) }
	game.Budget = explore.Budget{States: share(solvedStates), Ways: share(solvedWays), Steps: int64(share(solvedSteps)), Bytes: memory, Within: certain}
	game.Estimate = func(b engine.Battle) float64 { return float64(value(b, 0)) / win }
	a, ok := game.Best(context.Background(), q)
	if !ok {
		var answers []best.Answer
		if answers, ok = game.Likely(context.Background(), q); ok {
			a = answers[0]
		}
	}
	s.ahead = max(s.ahead, game.Ahead())
	return a.Answer, ok
}

// value returns the value of a battle for a side, from 0 to win. If the battle is not
// decided, the strength of an army is the square of its value (Lanchester's law).
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
	for max(own, enemy) >= 1<<24 { // so that all machines compute the same whole numbers
		own, enemy = own>>1, enemy>>1
	}
	own, enemy = own*own, enemy*enemy
	if own+enemy == 0 {
		return win / 2
	}
	return win * own / (own + enemy)
}
