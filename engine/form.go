package engine

import (
	"cmp"
	"slices"
	"strings"
)

// A Form holds what all choices of one kind have in common. A rule system lists its forms
// once, beside the verbs that answer them. The prompt, help, completion, lessons, reserved
// words and the tests of mods all read that list.
type Form struct {
	// Name is a word: the topic of lessons about the question. If a verb has that name, an
	// answer may leave the verb out.
	Name string
	// Prompt is shown before the cursor, after the name of the unit or side that decides:
	// "retaliates?".
	Prompt string
	// Asked is the verb phrase that tests of mods use after that name: "retaliates". If "",
	// they use the question itself: see [Prompter].
	Asked string
	// Question is the question to a side, without the options and the question mark; %s is
	// the place of the side's name. It is "" if only the choice can write it. Otherwise
	// says how to decline: "done, if no more do".
	Question, Otherwise string
	// Rule is the paragraph that asks the question.
	Rule string
	// Value is the heading of the column with the options' values, "" for none.
	Value string
}

// A Formed is a Choice that has a form.
type Formed interface {
	Choice
	Form() *Form
	// Subject returns the name of the unit that decides, or "" if a side decides. The names
	// of all options begin with it.
	Subject() string
}

// FormOf returns the form of a choice, or nil if it has none.
func FormOf(c Choice) *Form {
	if f, ok := c.(Formed); ok {
		return f.Form()
	}
	return nil
}

// Yes and No are words that also answer questions for a yes or no.
var (
	Yes = []string{"yes", "y"}
	No  = []string{"no", "n"}
)

// A Verb is the first word of an answer.
type Verb struct {
	Name, Short string // Short may be ""
	Args        []Arg
	Text        string  // what the verb does, in one line, with the paragraph
	Example     string  // an answer; it may name data by the words of [Exemplified]
	To          []*Form // the questions that the verb answers
	// Recorded is the word that names and journals use instead of Name, if not "". Also
	// lists words that mean the same while one of the questions is open: "yes".
	Recorded string
	Also     []string
	// More is the verb for further units, if an answer may name several, one unit each; "":
	// an answer names one. Settled reports whether the other answers decide for the units
	// that are no longer asked.
	More    string
	Settled bool
	// Before is the verb of the earlier question, which picks the units named before this
	// verb.
	Before string
}

// Exemplified returns verbs whose examples name data at hand: a word of an example such as
// SPELL becomes names["SPELL"], if that is not "".
func Exemplified(verbs []Verb, names map[string]string) []Verb {
	return Each(verbs, func(v Verb) Verb {
		words := strings.Fields(v.Example)
		for i, word := range words {
			words[i] = cmp.Or(names[word], word)
		}
		v.Example = strings.Join(words, " ")
		return v
	})
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

// word returns the verb's word in journals.
func (v Verb) word() string { return cmp.Or(v.Recorded, v.Name) }

// An Arg is an argument of a verb. Text is its form in help: "STACK|town", "[swat N]"; ""
// if another argument's Text includes it.
type Arg struct {
	Kind     ArgKind
	Text     string
	After    string // the word before the argument: "swat"
	Optional bool   // whether an answer may leave it out
}

// An ArgKind is the kind of thing that an argument names.
type ArgKind uint8

// Unit reports whether the argument names a unit.
func (k ArgKind) Unit() bool { return k == ArgUnit || k == ArgFriend || k == ArgEnemy }

// The kinds.
const (
	ArgWord   ArgKind = iota // a word that only this verb knows
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
