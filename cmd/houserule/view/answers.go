package view

import (
	"errors"
	"fmt"
	"strings"

	"houserule/engine"
)

// NotAsked says why a verb is no answer now. Asks is the present question, in a
// sentence.
func (f *Frame) NotAsked(of engine.Verb, asks string) error {
	switch {
	case f.AsksDie():
		return fmt.Errorf("a die is asked for, not %s: type what it shows, 1 to %d", of.Name, f.Sides())
	case f.asked.Choice != nil:
		return fmt.Errorf("%s is not an answer to this question. %s", of.Name, asks)
	case f.Over():
		return errors.New("the battle is over: undo goes back, new starts another")
	}
	return errors.New("the battle has stopped: undo goes back, new starts another")
}

// ParseShort reads words as parse does. Words that parse does not know may be the
// beginnings of an option's words, if only one option fits. Names of units are not
// abbreviated.
func (f *Frame) ParseShort(words []string, parse func(words []string) (int, error), isUnit func(word string) bool) (int, error) {
	answer, err := parse(words)
	if unknown := new(engine.Unknown); errors.As(err, &unknown) {
		if n, ok := f.cutShort(words, isUnit); ok {
			return n, nil
		}
	}
	return answer, err
}

// cutShort returns the unique option whose words have these prefixes.
func (f *Frame) cutShort(words []string, isUnit func(word string) bool) (answer int, only bool) {
	for n := range f.asked.Choice.Each {
		named := strings.Fields(f.Typed(n))
		fits := len(named) == len(words)
		for i := range min(len(named), len(words)) {
			fits = fits && (words[i] == named[i] || strings.HasPrefix(named[i], words[i]) && !isUnit(named[i]))
		}
		if fits && only {
			return 0, false
		}
		if fits {
			answer, only = n, true
		}
	}
	return answer, only
}

// ParseBare reads words as an answer without its verb, if they are all the rest of
// it: otherwise they may be a verb themselves, or a command.
func (f *Frame) ParseBare(verb string, words []string, parse func(words []string) (int, error)) (answer int, ok bool) {
	answer, err := parse(append([]string{verb}, words...))
	if err != nil || verb == words[0] || len(words) != len(strings.Fields(f.asked.Choice.Name(answer)))-1 {
		return 0, false
	}
	return answer, true
}

// Behind lists the words that may follow a verb in the options of a choice: "north,
// south or west".
func Behind(verb string, c engine.Choice) string {
	var words []string
	for answer := range c.Each {
		if word, ok := strings.CutPrefix(c.Name(answer), verb+" "); ok {
			words = append(words, word)
		}
	}
	return Either(words)
}
