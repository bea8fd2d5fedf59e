package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Worded is a Choice whose options are sentences: a verb of its form, and arguments. The
// verbs determine [Say], [Read], [Answer] and [Complete]. The choice only knows what a word
// names, and which option a sentence means.
type Worded interface {
	Formed
	// Verbs returns all verbs of the game.
	Verbs() []Verb
	// Words returns an option as the verb's word in journals and the words of its
	// arguments.
	Words(answer int) []string
	// Find returns the thing that a word names as an argument of a kind, whether or not an
	// answer can name it now. The error of a word without a meaning is an [Unknown].
	Find(kind ArgKind, word string) (int, error)
	// Make returns the option that a sentence means, legal or not.
	Make(s Sentence) (int, error)
}

// A Decider is a Worded for units, whose names may precede the verb. In answers to other
// choices a unit before the verb is the verb's argument: "a3 charge".
type Decider interface {
	// Decides returns nil if the named unit decides, else an error that says which unit
	// does. The error of a word that names no unit is an [Unknown].
	Decides(unit string) error
}

// An Aliased is a Worded with options that have a second name, which people may type and
// journals never record: "swat d1 2" for "attack d1 swat 2".
type Aliased interface {
	// Alias returns the words of the second name, or nil.
	Alias(answer int) []string
}

// An Anticipator is a Worded that a line may answer together with the next question. For
// other choices, [Ahead] looks at [Verb].Before alone.
type Anticipator interface {
	// Ahead does what [Ahead] does, for this choice. The error says why the unit is no
	// answer.
	Ahead(unit string, v Verb, rest []string) (answer int, ok bool, err error)
}

// A Sentence is a parsed answer: a verb, and a value for each argument.
type Sentence struct {
	Verb Verb
	Args []Value
	of   Worded
}

// A Value is a parsed argument: the word, and the thing that it names. The zero Value is an
// argument that was left out.
type Value struct {
	Word string
	N    int
}

// Given reports whether the answer has the argument.
func (v Value) Given() bool { return v.Word != "" }

// Say returns an option of c as journals record it: the unit that decides, if one does, the
// verb, and the arguments.
func Say(c Worded, answer int) string {
	words := c.Words(answer)
	if unit := c.Subject(); unit != "" {
		words = append([]string{unit}, words...)
	}
	return strings.Join(words, " ")
}

// Typed returns an option of c as people type it: without the unit that decides, and with
// the verb's own name.
func Typed(c Worded, answer int) string {
	words := c.Words(answer)
	if v, ok := verbOf(c, words[0]); ok {
		words[0] = v.Name
	}
	return strings.Join(words, " ")
}

// Read parses a text that Say wrote. The option need not be legal. The text may leave out
// the unit that decides, and the verb that has the form's name.
func Read(c Worded, text string) (int, error) {
	words := strings.Fields(text)
	if d, ok := c.(Decider); ok && len(words) > 0 {
		switch err := d.Decides(words[0]); {
		case err == nil:
			words = words[1:]
		case !errors.As(err, new(*Unknown)):
			return 0, err
		}
	}
	if len(words) == 0 {
		return 0, fmt.Errorf("answer %s", Either(verbsOf(c)))
	}
	if v, ok := verbOf(c, words[0]); ok {
		return v.read(c, words[1:])
	}
	if slices.ContainsFunc(c.Verbs(), func(v Verb) bool { return words[0] == v.Name }) {
		return 0, fmt.Errorf("%s is not an answer to this question: answer %s", words[0], Either(verbsOf(c)))
	}
	if v, ok := Implied(c); ok && (v.Args[0].Kind != ArgNumber || isNumber(words[0])) {
		return v.read(c, words)
	}
	return 0, &Unknown{What: "answer", Word: words[0], Known: verbsOf(c)}
}

// Answer parses a verb and its arguments, as a player types them, and returns an option of
// c that is legal now. Words without a meaning may be the beginnings of an option's words,
// if only one option fits. Unit is the name before the verb, or "".
func Answer(c Worded, unit string, v Verb, rest []string) (int, error) {
	if d, ok := c.(Decider); ok && unit != "" {
		if err := d.Decides(unit); err != nil {
			return 0, err
		}
	} else if unit != "" {
		if len(rest) > 0 || len(v.Args) == 0 || !v.Args[0].Kind.Unit() {
			return 0, fmt.Errorf("%s is said by a player, not by %s: write %s", v.Name, unit, strings.TrimSpace(v.Name+" "+v.Usage()))
		}
		rest = []string{unit}
	}
	n, err := v.read(c, rest)
	if errors.As(err, new(*Unknown)) {
		if answer, ok := cutShort(c, v, rest); ok {
			return answer, nil
		}
	}
	return legal(c, n, err)
}

// Implied returns the verb that an answer to c may leave out.
func Implied(c Worded) (v Verb, ok bool) {
	v, ok = verbOf(c, c.Form().Name)
	return v, ok && len(v.Args) > 0 && v.Args[0].After == ""
}

// Ahead returns the answer to c that a unit before a verb gives, where the verb answers a
// later question: "a2 attack d1", while the question is which stack is next. The line, with
// or without the unit, then answers the later question. The error says why the line cannot
// name the unit.
func Ahead(c Worded, unit string, v Verb, rest []string) (answer int, ok bool, err error) {
	if a, is := c.(Anticipator); is {
		return a.Ahead(unit, v, rest)
	}
	before, ok := verbOf(c, v.Before)
	if !ok || unit == "" || v.Answers(c.Form()) {
		return 0, false, nil
	}
	answer, err = Answer(c, unit, before, nil)
	return answer, err == nil, err
}

// Complete returns the words that may come next after a verb and the words in before.
func Complete(c Worded, v Verb, before []string) (next []string) {
	for words := range sentences(c) {
		if words[0] != v.word() || len(words) < len(before)+2 || !slices.Equal(words[1:len(before)+1], before) {
			continue
		}
		if word := words[len(before)+1]; !slices.Contains(next, word) {
			next = append(next, word)
		}
	}
	return next
}

// sentences yields the words of each option, and of its second name, with the option.
func sentences(c Worded) func(yield func(words []string, answer int) bool) {
	aliased, _ := c.(Aliased)
	return func(yield func([]string, int) bool) {
		for answer := range c.Each {
			if !yield(c.Words(answer), answer) {
				return
			}
			if aliased == nil {
				continue
			}
			if alias := aliased.Alias(answer); alias != nil && !yield(alias, answer) {
				return
			}
		}
	}
}

// cutShort returns the unique option whose words have these prefixes. Numbers, and names
// that end in a number, must be complete.
func cutShort(c Worded, v Verb, rest []string) (answer int, only bool) {
	for words, n := range sentences(c) {
		fits := words[0] == v.word() && len(words) == len(rest)+1
		for i := 0; fits && i < len(rest); i++ {
			whole := words[i+1]
			fits = rest[i] == whole || strings.HasPrefix(whole, rest[i]) && !isNumber(whole[len(whole)-1:])
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

// verbsOf returns the words of the verbs that answer c.
func verbsOf(c Worded) (words []string) {
	for _, v := range c.Verbs() {
		if v.Answers(c.Form()) {
			words = append(words, v.word())
		}
	}
	return words
}

// verbOf returns the verb that a word means in an answer to c.
func verbOf(c Worded, word string) (verb Verb, ok bool) {
	for _, v := range c.Verbs() {
		if v.Answers(c.Form()) && (word == v.Name || word == v.word() || slices.Contains(v.Also, word)) {
			return v, true
		}
	}
	return Verb{}, false
}

// read returns the option that the verb and the words after it mean.
func (v Verb) read(c Worded, words []string) (int, error) {
	s := Sentence{Verb: v, of: c}
	for _, a := range v.Args {
		value, n, err := a.read(c, words)
		switch {
		case err != nil:
			return 0, err
		case !value.Given() && (n > 0 || !a.Optional):
			return 0, s.Incomplete()
		}
		s.Args, words = append(s.Args, value), words[n:]
	}
	if len(words) > 0 {
		return 0, s.unexpected(words)
	}
	return c.Make(s)
}

// read returns the value of the argument at the beginning of words, and the number of words
// that it uses.
func (a Arg) read(c Worded, words []string) (value Value, n int, err error) {
	if a.After != "" {
		if len(words) == 0 || words[0] != a.After {
			return Value{}, 0, nil
		}
		n = 1
	}
	if len(words) == n {
		return Value{}, n, nil
	}
	at, err := c.Find(a.Kind, words[n])
	if err != nil && a.Kind == ArgWord && a.Optional {
		return Value{}, 0, nil
	}
	return Value{words[n], at}, n + 1, err
}

// Incomplete returns the error of a sentence that lacks an argument: it shows how to write
// the sentence, with an option as the example.
func (s Sentence) Incomplete() error {
	text := fmt.Sprintf("%s takes %s", s.Verb.Name, s.Verb.Usage())
	if example := Example(s.of, s.Verb.Name); example != "" {
		text += ", as in " + example
	}
	return errors.New(text)
}

// Example returns the first option of c with a verb and arguments, as people type it, or ""
// if there is none.
func Example(c Worded, verb string) string {
	v, ok := verbOf(c, verb)
	for words := range sentences(c) {
		if ok && words[0] == v.word() && len(words) > 1 {
			words[0] = v.Name
			return strings.Join(words, " ")
		}
	}
	return ""
}

// Without returns the error of a sentence that has argument i or a later one, though it
// should have none of them. It returns nil if they are absent.
func (s Sentence) Without(i int) error {
	var words []string
	for j, a := range s.Args[i:] {
		if a.Given() {
			words = append(words, s.Verb.Args[i+j].words(a)...)
		}
	}
	if words == nil {
		return nil
	}
	s.Args = s.Args[:i]
	return s.unexpected(words)
}

// unexpected returns the error of superfluous words after a sentence.
func (s Sentence) unexpected(words []string) error {
	said := []string{s.Verb.Name}
	for i, a := range s.Args {
		if a.Given() {
			said = append(said, s.Verb.Args[i].words(a)...)
		}
	}
	return fmt.Errorf("unexpected %q after %q", strings.Join(words, " "), strings.Join(said, " "))
}

// words returns the argument as an answer writes it.
func (a Arg) words(v Value) []string {
	if a.After != "" {
		return []string{a.After, v.Word}
	}
	return []string{v.Word}
}

// Either joins alternatives: "a", "a or b", "a, b or c".
func Either(words []string) string { return List(words, "or") }

// List joins words, the last one after a conjunction: "a", "a and b", "a, b and c".
func List(words []string, conjunction string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}

// After joins the words that may follow a verb in the options of c: "north, south or west".
func After(c Worded, verb string) string {
	var words []string
	for answer := range c.Each {
		if option := c.Words(answer); option[0] == verb {
			words = append(words, strings.Join(option[1:], " "))
		}
	}
	return Either(words)
}

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}

// ReadName returns the index of a name. Capitals and small letters are equal.
func ReadName(what, word string, names []string) (int, error) {
	i, err := Index(what, word, names)
	if like := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, word) }); err != nil && like >= 0 {
		return like, nil
	}
	return i, err
}

// mostNumber is the maximum number in an answer: choices pack it into 19 bits.
const mostNumber = 1<<19 - 1

// ReadNumber parses a number, which must be at least least.
func ReadNumber(word string, least int) (int, error) {
	n, err := strconv.Atoi(word)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%q is not a number", word)
	case n < least:
		return 0, fmt.Errorf("%d is too little: at least %d", n, least)
	case n > mostNumber:
		return 0, fmt.Errorf("%d is too much: at most %d", n, mostNumber)
	}
	return n, nil
}
