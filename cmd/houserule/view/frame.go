package view

import (
	"fmt"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/board"
	"houserule/engine/library"
	"houserule/engine/players"
)

// A Frame is the common part of the views of all rule systems. They embed it.
type Frame struct {
	lib     *library.Library
	story   engine.Story
	title   string
	seats   []string
	players []string
	seed    uint64
	verbs   []engine.Verb   // all that answer questions of the game; nil: not known
	letters string          // the first letters of the names of units
	asked   engine.Question // the present question; the zero Question if there is none
	// Look is the budget of a first look at the answers.
	Look    analysis.Budget
	analyst *analysis.Analyst
	found   *analysis.Analysis // of the present question; nil: nobody has looked
	looked  int                // nodes of that look
}

// NewFrame returns the frame of a match's battle: with the names of its seats, the verbs
// that answer its questions, or nil if the questions have no forms, and the first letters
// of the names of its units.
func NewFrame(lib *library.Library, m library.Match, b engine.Story, seats []string, verbs []engine.Verb, letters string) Frame {
	f := Frame{lib: lib, story: b, title: "Typed armies", seats: seats, verbs: verbs, letters: letters, seed: m.Seed, Look: analysis.FirstLook}
	f.SetPlayers(m.Players)
	if m.Scenario != "" {
		if s, err := lib.Scenario(m.Scenario); err == nil {
			f.title = s.Name
		}
	}
	return f
}

// Library returns the data of the game.
func (f *Frame) Library() *library.Library { return f.lib }

// Battle returns the battle that is shown.
func (f *Frame) Battle() engine.Story { return f.story }

// Title returns the name of the battle.
func (f *Frame) Title() string { return f.title }

// Seats returns the words for the sides.
func (f *Frame) Seats() []string { return f.seats }

// Seat returns the word for a side, "nobody" for a side below 0; The returns it with "the" in
// front, if it needs that.
func (f *Frame) Seat(side engine.Side) string {
	if side < 0 {
		return "nobody"
	}
	return f.seats[side]
}
func (f *Frame) The(side engine.Side) string { return engine.The(f.Seat(side)) }

// Players returns the names of the players of the sides.
func (f *Frame) Players() []string { return f.players }

// SetPlayers sets the players. Those of seats without a name are unknown.
func (f *Frame) SetPlayers(names []string) {
	f.players = make([]string, len(f.seats))
	copy(f.players, names)
}

// Over reports whether the battle is decided.
func (f *Frame) Over() bool { return f.story.Over() }

// Result returns how the battle has ended.
func (f *Frame) Result() string { return f.story.Outcome() }

// Scene is where the battle is.
func (f *Frame) Scene() string { return f.story.Scene() }

// Outline returns the beginning of a board: the title, where the battle is, and the seat
// that looks.
func (f *Frame) Outline() board.Board {
	b := board.Board{Title: f.title, Scene: f.Scene(), Seat: f.Viewer()}
	if f.Over() {
		b.Scene = "the battle is over"
	}
	return b
}

// Ask sets the present question: the zero Question for none.
func (f *Frame) Ask(q engine.Question) {
	f.asked, f.found, f.looked = q, nil, 0
}

// Asked returns the present question.
func (f *Frame) Asked() engine.Question { return f.asked }

// AsksDie reports whether the present question is a die.
func (f *Frame) AsksDie() bool { return f.asked.IsDie() }

// Sides returns how many sides the die has.
func (f *Frame) Sides() int { return int(f.asked.Sides) }

// Viewer returns the side for which a screen is drawn: the side of the question, or else
// the first side that a person plays, or -1.
func (f *Frame) Viewer() engine.Side {
	if f.asked.Choice != nil {
		return f.asked.Side
	}
	return engine.Side(slices.Index(f.players, players.Human))
}

// Who returns the word for the side of the present question.
func (f *Frame) Who() string { return f.seats[f.asked.Side] }

// Form returns the form of the present question, nil if it has none.
func (f *Frame) Form() *engine.Form { return engine.FormOf(f.asked.Choice) }

// Verbs returns the words that answer questions of the game or, where they are not
// known, the first words of the options.
func (f *Frame) Verbs() []engine.Verb {
	if f.verbs == nil {
		return optionVerbs(f.asked.Choice)
	}
	return f.verbs
}

// WordsAhead returns none.
func (f *Frame) WordsAhead(string, engine.Verb, []string) []string { return nil }

// IsUnit reports whether a word looks like the name of a unit.
func (f *Frame) IsUnit(word string) bool { return NamesUnit(f.letters, word) }

// Typed returns an option of the present question as people type it.
func (f *Frame) Typed(answer int) string { return typed(f.asked.Choice, answer) }

// Prompt returns the text before the cursor: the side that is asked, and the question.
func (f *Frame) Prompt() string {
	form := f.Form()
	switch {
	case form != nil:
		words := []string{f.Who(), f.asked.Choice.(engine.Formed).Subject(), form.Prompt}
		return strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), " ")
	case f.asked.Choice != nil:
		return f.Who() + " chooses"
	case f.AsksDie():
		return fmt.Sprintf("d%d", f.asked.Sides)
	}
	return "houserule"
}

// Asks returns the question in a sentence, unless the rule system has a better one.
func (f *Frame) Asks() string {
	switch {
	case f.asked.Choice != nil:
		asks := engine.Capital(engine.The(f.Who())) + " chooses."
		if p, ok := f.asked.Choice.(engine.Prompter); ok {
			asks = p.Prompt()
		}
		return fmt.Sprintf("%s (%s)", asks, strings.Join(Labels(f.asked.Choice, f.Typed), ", "))
	case f.AsksDie():
		return f.asksDie()
	}
	return ""
}

func (f *Frame) asksDie() string {
	if f.asked.Side < engine.Luck {
		return fmt.Sprintf("Roll a d%d for a mod.", f.asked.Sides)
	}
	return fmt.Sprintf("Roll a d%d.", f.asked.Sides)
}

// optionsListed is how many options a question lists.
const optionsListed = 12

// AsksFor returns a question with its options.
func AsksFor(question string, options []string) string {
	return fmt.Sprintf("%s: %s?", strings.TrimSuffix(question, "?"), strings.Join(options, ", "))
}

// Labels returns the results of a function for the first twelve options of a choice,
// without "" and consecutive repetitions.
func Labels(c engine.Choice, say func(answer int) string) (words []string) {
	for answer := range c.Each {
		word := say(answer)
		if word == "" || len(words) > 0 && words[len(words)-1] == word {
			continue
		}
		if len(words) == optionsListed {
			return append(words, "...")
		}
		words = append(words, word)
	}
	return words
}

// Topics returns words for the present situation, for the lessons of a tutorial: the
// name of the question or, where it has none, the first words of its options; and those that
// every game has.
func (f *Frame) Topics() []string {
	topics := []string{Start}
	if form := f.Form(); form != nil {
		topics = append(topics, form.Name)
	} else {
		topics = append(topics, engine.Each(optionVerbs(f.asked.Choice), func(v engine.Verb) string { return v.Name })...)
	}
	if f.Over() {
		topics = append(topics, "end")
	}
	return append(topics, fmt.Sprintf("round %d", f.story.Round()))
}

// Secret returns false: all seats see the same.
func (f *Frame) Secret() bool { return false }

// Settled reports whether the question is a choice: the board is drawn for every choice.
func (f *Frame) Settled() bool { return f.asked.Choice != nil }

// Countable returns nil: it is not known before the states are counted.
func (f *Frame) Countable() error { return nil }

// Confirm returns "": no answer has to be given twice.
func (f *Frame) Confirm(int) string { return "" }

// ShowUsage returns false: show takes units only.
func (f *Frame) ShowUsage() (usage string, ok bool) { return "", false }

// Example returns the typed words.
func (f *Frame) Example(_, typed string) string { return typed }

// Course returns "": all that the line says.
func (f *Frame) Course(engine.Event) string { return "" }
