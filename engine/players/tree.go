package players

import (
	"encoding/binary"
	"math"
	"slices"

	"houserule/engine"
)

// A tree holds the results of a search's tries: for each choice that they have met, the
// options that they took and how the battles continued. It is the dice and all players of
// the tries. Each player takes the option that is known to be best for its own side,
// sometimes tries another, and takes Greedy's while little is known. In every second try of
// an option the other sides always take Greedy's. Paths that lead to the same state share
// its results.
type tree struct {
	dice    engine.Dice
	choices map[uint64]*choice
	state   uint64 // determines the next choice: the state before the step, and its dice and answers so far
	path    []taken
	keyer   engine.Keyer
	tries   int
	side    engine.Side          // the side that searches
	plainly bool                 // in the present try the other sides answer as Greedy
	first   [engine.MaxSeats]int // values of the first try
	plain   bool                 // no try has ended the battle, or led to other values
}

// A choice is a choice that tries have met, with its options of greatest value, the best
// first.
type choice struct {
	side    engine.Side
	options []option
	tries   int
	sum     int // of the values of its tries, for side
}

// An option is an option of a choice, with the number of tries that took it and the sums of
// their values and of these values' squares.
type option struct{ answer, worth, tries, sum, squares int }

// A taken is an option that the present try has taken.
type taken struct {
	of     *choice
	option int
}

// begin begins tries from another position.
func (t *tree) begin() { t.choices, t.tries, t.plain = map[uint64]*choice{}, 0, true }

// try begins a try that takes an option of a choice at the root.
func (t *tree) try(root *choice, option int, luck uint64) {
	t.dice.Seed(luck, "")
	t.side, t.plainly = root.side, root.options[option].tries%2 == 0 // by option: so that no option has weaker enemies
	t.state, t.path = 0, append(t.path[:0], taken{root, option})
	t.follow(root.options[option].answer)
}

// step plays a step of a battle at whose table the tree sits.
func (t *tree) step(b engine.Battle) {
	key := t.keyer.Key(b, t.when(b))
	t.state = binary.LittleEndian.Uint64(key[:])
	b.Step()
}

// when returns the round, or 0 far from its limit, where it does not matter.
func (t *tree) when(b engine.Battle) int {
	if limit := b.RoundLimit(); b.Timed() || limit > 0 && b.Round()+horizon > limit {
		return b.Round()
	}
	return 0
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
	c := t.choices[t.state]
	if c == nil || !q.Choice.Legal(c.options[t.turn(c)].answer) { // a mod that has failed takes its options with it
		c = &choice{side: q.Side, options: shortlist(q.Choice, glimpse)}
		t.choices[t.state] = c
	}
	n := t.turn(c)
	t.path = append(t.path, taken{c, n})
	t.follow(c.options[n].answer)
	return c.options[n].answer, nil
}

// turn returns the option that the choice's side takes in the present try.
func (t *tree) turn(c *choice) int {
	if t.plainly && c.side != t.side {
		return 0
	}
	return c.pick()
}

// pick returns the option to try next: the one with the greatest mean value, plus a bonus
// that is greater for an option with few tries and a great value to Greedy. An option that
// was never tried counts as a little worse than the choice. (This is the rule PUCT.)
func (c *choice) pick() int {
	bonus := exploring * math.Sqrt(float64(c.tries))
	untried := mean(c.sum, c.tries) - doubt
	best, most := 0, math.Inf(-1)
	for i, o := range c.options {
		value := untried
		if o.tries > 0 {
			value = mean(o.sum, o.tries)
		}
		value += bonus / float64((1+i)*(1+o.tries))
		if value > most {
			best, most = i, value
		}
	}
	return best
}

func mean(sum, tries int) float64 { return float64(sum) / float64(max(tries, 1)) }

// learn records the result of the present try.
func (t *tree) learn(b engine.Battle) {
	var values [engine.MaxSeats]int
	for side := range engine.Side(b.Seats()) {
		values[side] = value(b, side)
	}
	if t.tries++; t.tries == 1 {
		t.first = values
	}
	t.plain = t.plain && !b.Over() && values == t.first
	for _, at := range t.path {
		c, o, v := at.of, &at.of.options[at.option], values[at.of.side]
		c.tries, c.sum = c.tries+1, c.sum+v
		o.tries, o.sum, o.squares = o.tries+1, o.sum+v, o.squares+v*v
	}
}

// best returns the option whose mean value exceeds that of Greedy's option by most, after
// the standard error of their difference is subtracted. If none then exceeds it, best
// returns Greedy's option. So chance alone seldom makes the answer worse than Greedy's.
func (c *choice) best() *option {
	greedy := &c.options[0]
	best, most := greedy, 0.0
	for i := range c.options[1:] {
		o := &c.options[1+i]
		if o.tries == 0 {
			continue
		}
		gain := mean(o.sum, o.tries) - mean(greedy.sum, greedy.tries)
		if gain -= math.Sqrt(o.variance() + greedy.variance()); gain > most {
			best, most = o, gain
		}
	}
	return best
}

// variance returns an estimate of the variance of an option's mean value. It is large after
// few tries, even if their values were equal.
func (o *option) variance() float64 {
	n := float64(max(o.tries, 1))
	m := float64(o.sum) / n
	of := float64(o.squares)/n - float64(m*m) // rounded, not fused: equal on all machines
	return (max(of, 0) + win*win/4/n) / n
}

// shortlist returns the options of greatest value among the first limit options of a
// choice, the best first, or only the first ones if the choice cannot evaluate.
func shortlist(c engine.Choice, limit int) (list []option) {
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
		if i < width {
			list = slices.Insert(list[:min(len(list), width-1)], i, o)
		}
		if n++; n == limit {
			break
		}
	}
	if n == 0 {
		return []option{{answer: c.First()}}
	}
	return list
}
