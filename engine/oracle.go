package engine

import "fmt"

// A Question asks for a die (Choice is nil) or a choice. It is small enough
// to be passed in registers; a test pins its size.
type Question struct {
	Choice      Choice
	Sides, Need int32 // of a die
	Side        Side
}

// First returns the default answer: a die's 1, a choice's First.
func (q Question) First() int {
	if q.Choice == nil {
		return 1
	}
	return q.Choice.First()
}

// IsDie reports whether a die is asked for. The zero Question asks nothing.
func (q Question) IsDie() bool { return q.Choice == nil && q.Sides > 0 }

// legal reports whether n is an answer to q.
func (q Question) legal(n int) bool {
	if q.Choice == nil {
		return n >= 1 && n <= int(q.Sides)
	}
	return q.Choice.Legal(n)
}

// illegal says why n is no answer to q.
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

// An Oracle answers questions: dice, a player, a script, a journal.
type Oracle interface {
	Answer(Question) (int, error)
}

// An OracleFunc is a function that is an Oracle.
type OracleFunc func(Question) (int, error)

// Answer calls f.
func (f OracleFunc) Answer(q Question) (int, error) { return f(q) }

// A Choice is a question to a player, with its options. An answer is an option
// packed into an int by the rule system. It is no index into a list, so that
// checking it needs no list.
type Choice interface {
	// Legal reports, in constant time, whether answer is an option.
	Legal(answer int) bool
	// First returns an option that is always legal and lets the battle
	// continue.
	First() int
	// Each yields every option, in an order that is a function of the state.
	Each(yield func(answer int) bool)
	// Name writes an option as people type it and journals record it.
	Name(answer int) string
	// Parse reads what Name wrote. It need not be legal.
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
	Text string // why, as a part of a sentence: "it cannot reach the ranged line"
}

// Error returns the text and the paragraph.
func (r *Ruling) Error() string { return fmt.Sprintf("%s (%s)", r.Text, r.Rule) }

// A Hider is a Choice that can say that not all is open: its answer is hidden from
// another seat for a while, or something on which it depends is hidden from the seat that
// is asked.
type Hider interface {
	Hides() bool
}

// An Evaluator is a Choice that can evaluate its options one step ahead: the
// exact expectation, in units of its own; only the order has a meaning. Greedy
// players pick the greatest.
type Evaluator interface {
	Evaluate(answer int) int
}

// silence answers every question with the first option, after an error.
type silence struct{}

func (silence) Answer(q Question) (int, error) { return q.First(), nil }

var nobody Oracle = silence{}

// A Prompter is a Choice that says, in a sentence, what it asks.
type Prompter interface {
	Prompt() string
}
