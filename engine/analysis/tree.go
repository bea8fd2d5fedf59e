package analysis

import (
	"encoding/binary"
	"math"
	"slices"

	"houserule/engine"
)

// Parameters of the tree, found by measuring.
const (
	options   = 8  // of each choice that are tried: those with the greatest evaluations
	glimpse   = 24 // options that are evaluated at each choice
	exploring = .3 // how often options are tried that seem worse
	doubt     = .1 // how much worse than its choice an option counts that was never tried
	listing   = 3  // nodes for each choice that battles may meet, because evaluating its options takes long
	near      = 16 // rounds from the limit in which the round matters
)

// A tree holds the results of the battles of an analysis: for each choice that they have met,
// the options that they took and how the battles ended. It is the dice and all players of these
// battles. Each player takes the option that is known to be best for its own side, sometimes
// tries another, and takes that of greedy while little is known: so every side plays better
// from battle to battle. In every second battle after an answer the other sides always take
// greedy's. Paths that lead to the same state share its results.
type tree struct {
	dice    engine.Dice
	choices map[uint64]*choice
	state   uint64 // determines the next choice: the state before the step, and its dice and answers so far
	path    []taken
	keyer   engine.Keyer
	side    engine.Side    // the side that decides
	plainly bool           // in the present battle the other sides answer as greedy
	replies map[string]int // counts the first answer of another side; nil: it is not counted
	planned bool           // sides follow plans, and learn nothing
	plan    int            // that of the side that decides, in the present battle; the others have plan 0
	finder  finder
}

// A choice is a choice that battles have met, with its options of greatest evaluation, the best
// first.
type choice struct {
	side    engine.Side
	options []option
	taken   int
	won     float64 // by its side, in the battles that have met it
}

// An option is an option of a choice, with the number of battles that took it and what its side
// won in them.
type option struct {
	answer, worth, taken int
	won                  float64
}

// A taken is an option that the present battle has taken.
type taken struct {
	of     *choice
	option int
}

// battle begins a battle with an option of the question.
func (t *tree) battle(root *choice, option int, luck uint64) {
	t.dice.Seed(luck, "")
	t.side, t.plainly = root.side, root.options[option].taken%2 == 0 // by option: so that no option has weaker enemies
	t.state, t.path = 0, append(t.path[:0], taken{root, option})
	t.follow(root.options[option].answer)
}

// step plays a step of a battle at whose table the tree sits.
func (t *tree) step(b engine.Battle) {
	if t.planned { // the state is what has happened so far
		b.Step()
		return
	}
	round := 0
	if limit := b.RoundLimit(); b.Timed() || limit > 0 && b.Round()+near > limit {
		round = b.Round()
	}
	key := t.keyer.Key(b, round)
	t.state = binary.LittleEndian.Uint64(key[:])
	b.Step()
}

// follow adds a face or an answer to the state.
func (t *tree) follow(n int) {
	const odd = 0x9e3779b97f4a7c15 // 2^64 by the golden ratio: the products differ in many bits
	t.state = (t.state ^ uint64(n+1)) * odd
	t.state ^= t.state >> 32
}

// Answer rolls a die, of the table or of a stream, or answers for a player.
func (t *tree) Answer(q engine.Question) (int, error) {
	if q.Choice == nil {
		face := t.dice.Roll(int(q.Sides))
		switch {
		case q.Need == 0:
			t.follow(face)
		case face < int(q.Need):
			t.follow(0)
		default:
			t.follow(1)
		}
		return face, nil
	}
	var answer int
	if p, plans := q.Choice.(engine.Planner); plans && t.planned {
		plan := 0
		if q.Side == t.side {
			plan = t.plan
		}
		answer = t.finder.begins(p, plan)
	} else {
		answer = q.Choice.First()
		c := t.choices[t.state]
		if c == nil || !c.legal(t.turn(c), q) {
			c = &choice{side: q.Side, options: shortlist(q.Choice)}
			t.choices[t.state] = c
		}
		if n := t.turn(c); c.legal(n, q) {
			t.path, answer = append(t.path, taken{c, n}), c.options[n].answer
		}
	}
	t.follow(answer)
	if t.replies != nil && q.Side != t.side {
		t.replies[q.Choice.Name(answer)]++
		t.replies = nil
	}
	return answer, nil
}

// legal reports whether an option may be taken. A mod that has failed takes its options with it,
// even if it fails while they are evaluated.
func (c *choice) legal(option int, q engine.Question) bool {
	return q.Choice.Legal(c.options[option].answer)
}

// turn returns the option that the choice's side takes in the present battle.
func (t *tree) turn(c *choice) int {
	if t.plainly && c.side != t.side {
		return 0
	}
	return c.pick()
}

// pick returns the option to take next: the one that has won most on average, plus a bonus
// that is greater for an option that was taken seldom and has a great evaluation. An option
// that was never taken counts as a little worse than the choice. (This is the rule PUCT.)
func (c *choice) pick() int {
	bonus := exploring * math.Sqrt(float64(c.taken))
	untried := c.won/float64(max(1, c.taken)) - doubt
	best, most := 0, math.Inf(-1)
	for i, o := range c.options {
		value := untried
		if o.taken > 0 {
			value = o.won / float64(o.taken)
		}
		value += bonus / float64((1+i)*(1+o.taken))
		if value > most {
			best, most = i, value
		}
	}
	return best
}

// learn records the chances at the end of the present battle.
func (t *tree) learn(end Chances) {
	for _, at := range t.path {
		c, o, won := at.of, &at.of.options[at.option], end[at.of.side]
		c.taken, c.won = c.taken+1, c.won+won
		o.taken, o.won = o.taken+1, o.won+won
	}
}

// shortlist returns the options of greatest evaluation among the first of a choice, the best
// first, or only the first ones if the choice cannot evaluate.
func shortlist(c engine.Choice) (list []option) {
	evaluator, evaluates := c.(engine.Evaluator)
	n := 0
	for answer := range c.Each {
		o := option{answer: answer}
		if evaluates {
			o.worth = evaluator.Evaluate(answer)
		}
		i := len(list)
		for i > 0 && list[i-1].worth < o.worth {
			i--
		}
		if i < options {
			list = slices.Insert(list[:min(len(list), options-1)], i, o)
		}
		if n++; n == glimpse {
			break
		}
	}
	if n == 0 {
		return []option{{answer: c.First()}}
	}
	return list
}
