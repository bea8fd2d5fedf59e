package engine

import "fmt"

// A Question asks for a die (if Choice is nil) or a choice. It is small enough for Go to
// pass it in registers; a test pins its size.
type Question struct {
	Choice      Choice
	Sides, Need int32 // of a die
	Side        Side
}

// First returns the default answer: 1 for a die, First for a choice.
func (q Question) First() int {
	if q.Choice == nil {
		return 1
	}
	return q.Choice.First()
}

// IsDie reports whether the question asks for a die. The zero Question asks for nothing.
func (q Question) IsDie() bool { return q.Choice == nil && q.Sides > 0 }

// legal reports whether n is a possible answer to q.
func (q Question) legal(n int) bool {
	if q.Choice == nil {
		return n >= 1 && n <= int(q.Sides)
	}
	return q.Choice.Legal(n)
}

// illegal returns the error that says why n is no answer to q.
func (q Question) illegal(n int) error {
	if q.Choice == nil {
		return fmt.Errorf("a die of %d sides cannot show %d", q.Sides, n)
	}
	if r, ok := q.Choice.(Refuser); ok {
		if err := r.Refuse(n); err != nil {
			return err
		}
	}
	return fmt.Errorf("answer %d is none of the options", n)
}

// An Oracle answers questions. Dice, players, scripts and journals are oracles.
type Oracle interface {
	Answer(Question) (int, error)
}

// An OracleFunc is a function that serves as an Oracle.
type OracleFunc func(Question) (int, error)

// Answer calls f.
func (f OracleFunc) Answer(q Question) (int, error) { return f(q) }

// A Choice is a question to a player, with its options. An answer is an option that the
// rule system has packed into an int. It is no index into a list, so that checking an
// answer needs no list.
type Choice interface {
	// Legal reports, in constant time, whether answer is an option.
	Legal(answer int) bool
	// First returns an option that is always legal and lets the battle
	// continue.
	First() int
	// Each yields every option, in an order that is a function of the state.
	Each(yield func(answer int) bool)
	// Name returns an option as people type it and journals record it.
	Name(answer int) string
	// Parse reads a name that Name wrote. The option need not be legal.
	Parse(text string) (int, error)
}

// A Refuser is a Choice that says which rule forbids an answer.
type Refuser interface {
	// Refuse returns nil for a legal answer.
	Refuse(answer int) error
}

// A Ruling is a rule that forbids an option.
type Ruling struct {
	Rule string // its paragraph, "H2.2", or the mod that forbids the option
	Text string // the reason, as a part of a sentence: "it cannot reach the ranged line"
}

// Error returns the text and the paragraph.
func (r *Ruling) Error() string { return fmt.Sprintf("%s (%s)", r.Text, r.Rule) }

// A Hider is a Choice that reports whether something about it is hidden: its answer from
// another seat for a while, or something that it depends on from the seat that decides.
type Hider interface {
	Hides() bool
}

// An Evaluator is a Choice that evaluates its options one step ahead. A value is the exact
// expectation, in the choice's own units; only the order has a meaning. Greedy players pick
// the greatest.
type Evaluator interface {
	Evaluate(answer int) int
}

// A Planner is a Choice in a battle that sides play by whole plans, because what a single step
// gains says little. Plans are numbers below Plans; plan 0 is that of Evaluate, and what is right
// under the others is known only from battles played by them.
type Planner interface {
	Choice
	Evaluator
	Plans() int
	// EvaluateBy evaluates an option for a side that follows a plan from now on.
	EvaluateBy(plan, answer int) int
}

// A Reseeder is an Oracle with dice of its own, or with a memory of the battle. Reseed begins
// another battle with that seed.
type Reseeder interface {
	Reseed(seed uint64)
}

// silence answers every question with the default answer. It is the oracle after an error.
type silence struct{}

func (silence) Answer(q Question) (int, error) { return q.First(), nil }

var nobody Oracle = silence{}

// A Prompter is a Choice that words its own question, as a sentence.
type Prompter interface {
	Prompt() string
}
