package view

import (
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
)

// A Listing is what a seat is asked, with the possible answers. The prompt draws it
// as a table; as JSON it is what a page or another program is told.
type Listing struct {
	Seat    string   `json:"seat" jsonschema:"the seat that is asked"`
	Asks    string   `json:"asks" jsonschema:"the question as a sentence"`
	Rule    string   `json:"rule,omitempty" jsonschema:"the paragraph that asks"`
	Heads   Heads    `json:"heads" jsonschema:"the names of the columns"`
	Options []Option `json:"options" jsonschema:"the possible answers, the best first"`
	Method  string   `json:"method,omitempty" jsonschema:"how the chances to win are known, as a sentence"`
}

// Heads are the headings of a table of options.
type Heads struct {
	Text  string `json:"text" jsonschema:"of the answers"`
	Wins  string `json:"wins" jsonschema:"of the chances to win"`
	Odds  string `json:"odds,omitempty" jsonschema:"of other chances: hits, for instance"`
	Value string `json:"worth,omitempty" jsonschema:"of the values: gain, for instance"`
	Note  string `json:"note,omitempty" jsonschema:"of the notes"`
}

// An Option is a possible answer. A line that answers several questions, "w1 march
// 0304 all", is an option of the first.
type Option struct {
	Text   string   `json:"text" jsonschema:"as it is typed; it may also answer later questions"`
	Name   string   `json:"answer" jsonschema:"the answer to this question alone, as journals name it"`
	Unit   string   `json:"unit,omitempty" jsonschema:"the unit before the verb, in text"`
	Verb   string   `json:"verb" jsonschema:"the verb in text"`
	Args   []string `json:"args,omitempty" jsonschema:"the words after the verb, in text"`
	Wins   string   `json:"wins,omitempty" jsonschema:"the chance to win after it; a draw counts as a half"`
	Odds   string   `json:"odds,omitempty" jsonschema:"another chance, which heads names"`
	Value  string   `json:"worth,omitempty" jsonschema:"its expected gain, if its chance to win is not known"`
	Note   string   `json:"note,omitempty" jsonschema:"its needs and its consequences"`
	Cost   string   `json:"cost,omitempty" jsonschema:"what a march costs, as in 4 points"`
	Way    []string `json:"way,omitempty" jsonschema:"the hexes of a march, from its first to its last"`
	Answer int      `json:"-"`
}

// A Lister is the part of a view of which [Listed] makes a listing. Its methods are those of
// [Seating], [Questioner], [Namer] and [Adviser].
type Lister interface {
	Seats() []string
	Asked() engine.Question
	Asks() string
	IsUnit(word string) bool
	Heads() Heads
	Options() []Option
	Method() string
}

// Listed returns what a view asks, with its options; ok is false where no choice
// in question.
func Listed(l Lister) (list Listing, ok bool) {
	if l.Asked().Choice == nil {
		return Listing{}, false
	}
	list = listing(l, l.Options())
	list.Method = l.Method() // of the look that Options took
	return list, true
}

// ListedOf returns what a view asks, with the options that name a unit or a hex: all of them,
// where Options has only the best.
func ListedOf(v *View, name string) (list Listing, ok bool) {
	if v.Asked().Choice == nil {
		return Listing{}, false
	}
	if v.Orders != nil {
		if orders := v.Orders(name); orders != nil {
			return listing(v, orders), true
		}
	}
	list, _ = Listed(v)
	list.Options = slices.DeleteFunc(list.Options, func(o Option) bool {
		return !slices.Contains(strings.Fields(o.Text), name) && !slices.Contains(strings.Fields(o.Name), name)
	})
	return list, true
}

// listing returns what a view asks, with these options.
func listing(l Lister, options []Option) Listing {
	asked := l.Asked()
	list := Listing{Seat: l.Seats()[asked.Side], Asks: l.Asks(), Heads: l.Heads(), Options: options}
	if form := engine.FormOf(asked.Choice); form != nil {
		list.Rule = form.Rule
	}
	for i := range list.Options {
		o := &list.Options[i]
		o.Name = asked.Choice.Name(o.Answer)
		words := strings.Fields(o.Text)
		if len(words) > 1 && l.IsUnit(words[0]) {
			o.Unit, words = words[0], words[1:]
		}
		o.Verb, o.Args = words[0], words[1:]
	}
	return list
}

// Rows returns a table of some of the options, below their heads, without columns in
// which none of them has anything.
func (l Listing) Rows(options []Option) [][]string {
	heads := [...]string{"  " + l.Heads.Text, l.Heads.Wins, l.Heads.Odds, l.Heads.Value, l.Heads.Note}
	rows := [][]string{heads[:]}
	for _, o := range options {
		rows = append(rows, []string{"  " + o.Text, o.Wins, o.Odds, o.Value, o.Note})
	}
	return screen.Filled(rows)
}
