package view

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
)

// A Reader is the part of a view with which a [Line] is read.
type Reader interface {
	Asker
	Namer
	Settled() bool
}

// A Line is a line that a person types. It answers what is asked, and perhaps later questions
// of the same seat: "w1-7 march 0404". The zero Line is empty.
type Line struct {
	rest    [][]string  // the answers to the next questions
	of      engine.Side // the seat that answers them
	repeats bool        // they answer the same question again
	settled bool        // they may be dropped once it is not asked any more
}

// Empty reports whether nothing is left of the line.
func (l *Line) Empty() bool { return len(l.rest) == 0 }

// Fits returns an error where the rest does not answer what is asked. It drops units that
// need not be named any more.
func (l *Line) Fits(v Reader) error {
	q := v.Asked()
	asked := q.Choice != nil && q.Side == l.of && !(l.repeats && v.Settled())
	switch {
	case l.Empty() || asked:
	case l.settled:
		l.rest = nil
	default:
		return fmt.Errorf("%q is no longer the question after the words before it in the line", strings.Join(l.rest[0], " "))
	}
	return nil
}

// Next takes the words for the present question from the rest.
func (l *Line) Next() (words []string) {
	words, l.rest = l.rest[0], l.rest[1:]
	return words
}

// Read reads words, in small letters and at least one, as an answer to the question.
func (l *Line) Read(v Reader, words []string) (int, error) {
	if n, ok, err := Bare(v, words); ok {
		return n, err
	}
	units, words := Leading(v, words)
	if len(words) == 0 {
		if _, ok, _ := Bare(v, units[:1]); ok && len(units) > 1 {
			return l.Several(v, units, nil)
		}
		return 0, unknown(v, strings.Join(units, " "))
	}
	verbs := v.Verbs()
	i := slices.IndexFunc(verbs, func(v engine.Verb) bool { return words[0] == v.Name || words[0] == v.Short })
	if i < 0 {
		i = slices.IndexFunc(verbs, func(of engine.Verb) bool { return strings.HasPrefix(of.Name, words[0]) && Fits(v, of) })
	}
	if i < 0 {
		n, _, err := Unnamed(v, words, unknown(v, words[0]))
		return n, err
	}
	return l.Give(v, units, verbs[i], words[1:])
}

// Give reads a verb, the words after it, and the units before it.
func (l *Line) Give(v Reader, units []string, verb engine.Verb, rest []string) (int, error) {
	before := VerbNamed(v, verb.Before)
	switch {
	case len(units) > 1 && verb.More != "" && len(rest) == 0: // "a2 a3 charge"
		units, rest = nil, units
	case len(units) > 1 && before.More != "" && !Fits(v, verb): // "w1-7 march 0404"
		if !Fits(v, before) {
			before = VerbNamed(v, before.More)
		}
		return l.Several(v, units, &before, append([]string{units[0], verb.Name}, rest...))
	}
	unit := strings.Join(units[:min(len(units), 1)], "")
	if n, ok := Ahead(v, unit, verb, rest); ok { // "a2 attack d1", when it is asked whose turn is next
		line := append([]string{verb.Name}, rest...)
		l.queue(v, append(units[:len(units):len(units)], line...))
		return n, nil
	}
	rest, err := Spelled(v, rest, func(before []string) []string { return Complete(v, unit, verb, before) })
	if err != nil {
		return 0, err
	}
	if named, more := Leading(v, rest); verb.More != "" && len(named) > 1 && len(more) == 0 && len(units) == 0 {
		return l.Several(v, named, &verb)
	}
	n, err := Answer(v, unit, verb, rest)
	for _, other := range units[min(len(units), 1):] {
		if err == nil {
			n, err = Answer(v, other, verb, rest)
		}
	}
	if err == nil {
		err = l.othersFit(v, verb)
	}
	return n, err
}

// Several queues an answer for each unit: with a verb, and its verb for further units, or by
// the names alone. Other words follow them. The first is the answer to the present question.
func (l *Line) Several(v Reader, units []string, verb *engine.Verb, after ...[]string) (int, error) {
	var lines [][]string
	for i, unit := range units {
		switch {
		case verb == nil:
			lines = append(lines, []string{unit})
		case i == 0:
			lines = append(lines, []string{verb.Name, unit})
		default:
			lines = append(lines, []string{verb.More, unit})
		}
	}
	l.queue(v, append(lines[1:], after...)...)
	l.repeats = verb == nil || verb.More == verb.Name && len(after) == 0
	l.settled = verb != nil && verb.Settled
	n, err := l.Read(v, lines[0])
	if len(units) > 1 {
		err = naming(units[0], err)
	}
	return n, err
}

// naming puts the name of a unit before an error that does not contain it.
func naming(unit string, err error) error {
	if err == nil || strings.Contains(err.Error(), unit) {
		return err
	}
	return fmt.Errorf("%s: %w", unit, err)
}

// queue puts answers to the next questions before the rest of the line.
func (l *Line) queue(v Reader, lines ...[]string) {
	l.rest, l.of = slices.Insert(l.rest, 0, lines...), v.Asked().Side
}

// othersFit returns an error where the rest of the line names a unit that cannot be
// named together with those before. The questions end when all possible units are
// named, so that no later answer would give this error. The error of an unknown unit
// comes before that of a unit that stands elsewhere.
func (l *Line) othersFit(v Reader, verb engine.Verb) (misfit error) {
	if l.repeats {
		return nil
	}
	for _, words := range slices.Backward(l.rest) {
		if words[0] != verb.Name || len(words) != 2 {
			continue
		}
		_, err := Answer(v, "", verb, words[1:])
		switch {
		case errors.As(err, new(*engine.Unknown)):
			return err
		case err != nil:
			misfit = naming(words[1], err)
		}
	}
	return misfit
}

// Unnamed reads an answer without its verb that is written as it is shown, "Troll", or by words
// that only one option has: then text is that option, as it is typed. If there is none, it
// returns the error of an unknown word.
func Unnamed(v Reader, words []string, unknown error) (answer int, text string, err error) {
	for _, verb := range v.Verbs() {
		if !Fits(v, verb) {
			continue
		}
		spelled, err := Spelled(v, words, func(before []string) []string { return Complete(v, "", verb, before) })
		if err != nil {
			return 0, "", err
		}
		if n, ok, err := Bare(v, spelled); ok {
			return n, "", err
		}
	}
	return only(v, words, unknown)
}

// only returns the only option that has words in it, one after another. If several have them,
// the error lists them; if none has, it is the error of an unknown word.
func only(a Asker, words []string, unknown error) (answer int, text string, err error) {
	c := a.Asked().Choice
	if c == nil {
		return 0, "", unknown
	}
	part := " " + screen.Plain(strings.Join(words, " ")) + " "
	var found []string
	for n := range c.Each {
		if option := typed(c, n); strings.Contains(" "+screen.Plain(option)+" ", part) {
			answer, found = n, append(found, option)
		}
	}
	switch len(found) {
	case 0:
		return 0, "", unknown
	case 1:
		return answer, found[0], nil
	}
	return 0, "", engine.CouldBe(strings.Join(words, " "), found)
}

// unknown returns the error for a word that begins no answer.
func unknown(v Reader, word string) error {
	e := &engine.Unknown{What: "answer", Word: word}
	for _, verb := range v.Verbs() {
		if Fits(v, verb) {
			e.Known = append(e.Known, verb.Name)
		}
	}
	return e
}

// Ahead is [engine.Ahead] for the present question.
func Ahead(v Reader, unit string, verb engine.Verb, rest []string) (answer int, ok bool) {
	if c, worded := v.Asked().Choice.(engine.Worded); worded {
		answer, ok, _ = engine.Ahead(c, unit, verb, rest)
	}
	return answer, ok
}

// VerbNamed returns the verb of that name, or a verb without a name.
func VerbNamed(v Asker, name string) (verb engine.Verb) {
	verbs := v.Verbs()
	if i := slices.IndexFunc(verbs, func(v engine.Verb) bool { return v.Name == name }); i >= 0 {
		verb = verbs[i]
	}
	return verb
}
