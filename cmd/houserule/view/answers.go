package view

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
)

// An Asker is the part of a view with which answers are read: see [Answer], [Bare] and
// [Complete]. Its methods are those of [Seating], [Questioner] and [Namer].
type Asker interface {
	Battle() engine.Story
	Asked() engine.Question
	Asks() string
	Verbs() []engine.Verb
	WordsAhead(unit string, v engine.Verb, before []string) []string
	IsUnit(word string) bool
}

// Fits reports whether a verb answers the present question.
func Fits(a Asker, v engine.Verb) bool {
	c := a.Asked().Choice
	return c != nil && (v.To == nil || v.Answers(engine.FormOf(c)))
}

// Answer reads a verb and its arguments as the answer to the present question. Unit is
// the name of the unit before the verb, or "".
func Answer(a Asker, unit string, v engine.Verb, rest []string) (int, error) {
	c := a.Asked().Choice
	if !Fits(a, v) {
		return 0, notAsked(a, unit, v, rest)
	}
	if w, ok := c.(engine.Worded); ok {
		return engine.Answer(w, unit, v, rest)
	}
	words := append([]string{v.Name}, rest...)
	if n, ok, err := option(c, words); ok {
		return n, err
	}
	return engine.ParseLegal(c, strings.Join(words, " "))
}

// notAsked returns the reason why a verb is not an answer now.
func notAsked(a Asker, unit string, v engine.Verb, rest []string) error {
	q := a.Asked()
	if w, ok := q.Choice.(engine.Worded); ok {
		if _, _, err := engine.Ahead(w, unit, v, rest); err != nil {
			return err
		}
		if example := engine.Example(w, v.Before); example != "" {
			return fmt.Errorf("first answer the question, as in %s, then %s. %s", example, v.Name, a.Asks())
		}
	}
	switch {
	case q.IsDie():
		return fmt.Errorf("the question is a die, not %s: type the number that it shows, 1 to %d", v.Name, q.Sides)
	case q.Choice != nil:
		return fmt.Errorf("%s is not an answer to this question. %s", v.Name, a.Asks())
	case a.Battle().Over():
		return errors.New("the battle is over: undo goes back, new starts another")
	}
	return errors.New("the battle has stopped: undo goes back, new starts another")
}

// Bare reads an answer without a verb. Ok reports whether the words are one, though
// perhaps not a legal one: else they may be a verb, or a command.
func Bare(a Asker, words []string) (answer int, ok bool, err error) {
	c := a.Asked().Choice
	if c == nil || len(words) == 0 {
		return 0, false, nil
	}
	w, ok := c.(engine.Worded)
	if !ok {
		return option(c, words)
	}
	for _, v := range a.Verbs() {
		if len(words) == 1 && Fits(a, v) && slices.Contains(v.Also, words[0]) {
			answer, err = engine.Answer(w, "", v, nil)
			return answer, true, err
		}
	}
	v, ok := engine.Implied(w)
	if !ok || words[0] == v.Name {
		return 0, false, nil
	}
	answer, err = engine.ParseLegal(c, v.Name+" "+strings.Join(words, " "))
	return answer, err == nil || len(words) == 1 && alone(a, v.Args[0].Kind, words[0], err), err
}

// alone reports whether a word looks like an argument of a kind, although it is not
// one now.
func alone(a Asker, kind engine.ArgKind, word string, err error) bool {
	if kind.Unit() && a.IsUnit(word) {
		return true
	}
	_, nan := strconv.Atoi(word)
	return nan == nil && (!kind.Unit() || !errors.As(err, new(*engine.Unknown)))
}

// option reads an option of a choice without verbs by its name, or without the first word
// that all options share. For an illegal answer the error gives the reason.
func option(c engine.Choice, words []string) (answer int, ok bool, err error) {
	text := strings.Join(words, " ")
	for _, name := range []string{text, shared(c) + " " + text} {
		if _, err := c.Parse(name); err == nil {
			answer, err = engine.ParseLegal(c, name)
			return answer, true, err
		}
	}
	return 0, false, nil
}

// shared returns the first word that all options share, "" if there is none.
func shared(c engine.Choice) (word string) {
	for answer := range c.Each {
		first, _, _ := strings.Cut(c.Name(answer), " ")
		if word = cmp.Or(word, first); word != first {
			return ""
		}
	}
	return word
}

// Complete returns the next words that may follow a verb and the words before. Unit
// is the name of a unit before the verb, or "".
func Complete(a Asker, unit string, v engine.Verb, before []string) (next []string) {
	c := a.Asked().Choice
	w, worded := c.(engine.Worded)
	switch {
	case worded && Fits(a, v):
		return engine.Complete(w, v, before)
	case worded:
		return a.WordsAhead(unit, v, before)
	case c == nil:
		return nil
	}
	said := append([]string{v.Name}, before...)
	for answer := range c.Each {
		words := strings.Fields(typed(c, answer))
		if len(words) > len(said) && slices.Equal(words[:len(said)], said) && !slices.Contains(next, words[len(said)]) {
			next = append(next, words[len(said)])
		}
	}
	return next
}

// choose is the word with which the names of a script's own options begin. It need
// not be typed.
const choose = "choose "

// typed writes an option as it is typed.
func typed(c engine.Choice, answer int) string {
	if w, ok := c.(engine.Worded); ok {
		return engine.Typed(w, answer)
	}
	return strings.TrimPrefix(c.Name(answer), choose)
}

// optionVerbs returns the first words of the options of a choice without verbs, and as
// their arguments the words that follow.
func optionVerbs(c engine.Choice) (verbs []engine.Verb) {
	if c == nil {
		return nil
	}
	text := "an answer to the question"
	if asks, ok := c.(engine.Prompter); ok {
		text = "an answer to: " + asks.Prompt()
	}
	after := map[string][]string{}
	for answer := range c.Each {
		name := typed(c, answer)
		word, rest, _ := strings.Cut(name, " ")
		if after[word] == nil {
			verbs = append(verbs, engine.Verb{Name: word, Text: text, Example: name})
		}
		after[word] = append(after[word], rest)
	}
	for i := range verbs {
		v := &verbs[i]
		usage, n := strings.Join(after[v.Name], "|"), len(after[v.Name])
		if n > usagesListed {
			usage = "..."
			v.Text += fmt.Sprintf(" (options %s lists all %d)", v.Name, n)
		}
		v.Args = []engine.Arg{{Text: usage}}
	}
	return verbs
}

// usagesListed is how many continuations of a verb its usage lists.
const usagesListed = 6
