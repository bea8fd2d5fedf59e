package protocol

import (
	"fmt"
	"strconv"

	"houserule/engine"
)

// A die is the choice of a question for a die that a person rolls: its sides are the options.
type die int

// choiceOf returns the choice of a question.
func choiceOf(q engine.Question) engine.Choice {
	if q.Choice != nil {
		return q.Choice
	}
	return die(q.Sides)
}

func (d die) Legal(n int) bool { return 1 <= n && n <= int(d) }
func (die) First() int         { return 1 }
func (d die) Each(yield func(int) bool) {
	for n := 1; n <= int(d) && yield(n); n++ {
	}
}
func (die) Name(n int) string { return strconv.Itoa(n) }
func (d die) Parse(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || !d.Legal(n) {
		return 0, fmt.Errorf("a d%d shows 1 to %d: type one number", int(d), int(d))
	}
	return n, nil
}
