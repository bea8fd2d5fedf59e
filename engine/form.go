package engine

import (
	"cmp"
	"slices"
	"strings"
)

// A Form is what all choices of one kind have in common. A rule system writes
// its forms down once, beside the verbs that answer them; the prompt, help,
// completion, lessons, reserved words and the tests of mods read them there.
type Form struct {
	// Name is the topic of lessons about the question, a word; and the verb that
	// an answer may leave out, if one has that name.
	Name string
	// Prompt follows the name of the unit or side that is asked, before the
	// cursor: "retaliates?".
	Prompt string
	// Asked follows that name in the tests of mods: "retaliates". "" stands for
	// the question itself: see [Prompter].
	Asked string
	// Question asks a side, whose name replaces %s, without the options and the
	// question mark; "" where only the choice can write it. Otherwise says how
	// to decline: "done, if no more do".
	Question, Otherwise string
	// Rule is the paragraph that asks the question.
	Rule string
	// Value is the head of the column with the options' worth, "" for none.
	Value string
}

// A Formed is a Choice that has a form.
type Formed interface {
	Choice
	Form() *Form
	// Subject returns the name of the unit that decides, with which the names of
	// all options begin; "" where a side decides.
	Subject() string
}

// FormOf returns the form of a choice, nil for none.
func FormOf(c Choice) *Form {
	if f, ok := c.(Formed); ok {
		return f.Form()
	}
	return nil
}

// A Verb is the first word of an answer.
type Verb struct {
	Name, Short string // Short may be ""
	Args        []Arg
	Text        string // what it does, in a line, with the paragraph
	Example     string
	To          []*Form // the questions that it answers
	// Recorded is the word that names and journals use instead; "": Name. Also are
	// words that mean the same while one of the questions is asked: "yes".
	Recorded string
	Also     []string
	// More is the verb for further units where several may be named, one answer
	// each; "": only one may. Settled says that the answers of the units not asked
	// any more follow from the others.
	More    string
	Settled bool
	// Before is the verb that picks the units named before this one: the answer to
	// an earlier question.
	Before string
}

// Usage returns the arguments as help shows them: "STACK [swat N]".
func (v Verb) Usage() string {
	var words []string
	for _, a := range v.Args {
		if a.Text != "" {
			words = append(words, a.Text)
		}
	}
	return strings.Join(words, " ")
}

// Answers reports whether the verb answers questions of a form.
func (v Verb) Answers(f *Form) bool { return f != nil && slices.Contains(v.To, f) }

// word returns the word of the verb in journals.
func (v Verb) word() string { return cmp.Or(v.Recorded, v.Name) }

// An Arg is an argument of a verb. Text is how help shows it: "STACK|town",
// "[swat N]"; "" where another argument's Text shows it.
type Arg struct {
	Kind     ArgKind
	Text     string
	After    string // the word that stands before it: "swat"
	Optional bool   // whether it may be left out
}

// ArgKind is what an argument names.
type ArgKind uint8

// Unit reports whether the argument names a unit.
func (k ArgKind) Unit() bool { return k == ArgUnit || k == ArgFriend || k == ArgEnemy }

// The kinds.
const (
	ArgWord   ArgKind = iota // a word of the verb's own
	ArgNumber                // a number
	ArgUnit                  // a unit
	ArgFriend                // a unit of the own side
	ArgEnemy                 // a unit of another side
	ArgSeat                  // a side
	ArgPlace                 // a hex
	ArgItem                  // an item
	ArgSpell                 // a spell
	ArgCards                 // a kind of units
)
