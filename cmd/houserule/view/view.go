// Package view is how the program looks at a battle of any rule system: the
// prompt, the narrator, replays, comparisons and odds use the interfaces here,
// and know no game.
//
// A [System] is a rule system. It makes the [View] of one battle, which puts
// into words what happens, what is asked and what can be answered, draws the
// board, and tells odds. A view lives as long as its battle:
//
//	b, err := lib.Game.NewBattle(m.Setup)
//	v := system.New(lib, m, b)
//	table.Listen(chronicle) // whose Tell is v.Line
//	err = v.Play(table)     // whose people call v.Ask(question), and then v.Answer
//
// [Plain] is a whole view of a battle of which nothing is known but what the
// kernel asks of every battle; a rule system embeds it, or the [Frame] in it,
// and says better what it can say better. What the odds of all games have in
// common is here, too: [Graph], [Frame.BattleOdds], [Outcomes], [Numbers].
package view

import (
	"context"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
)

// A View shows one battle.
type View interface {
	// Battle is what is shown. Play plays it at a table, to its end or the
	// table's first error.
	Battle() engine.Story
	Play(t *engine.Table) error

	// Title is what the battle is called. Seats are the words for the sides,
	// Players who plays them: "" where that is not said.
	Title() string
	Seats() []string
	Players() []string
	SetPlayers(names []string)

	// Over tells whether the battle is decided, Result how; Scene is where it
	// is.
	Over() bool
	Result() string
	Scene() string

	Teller
	Asker
	Adviser
}

// A Teller tells what happens.
type Teller interface {
	// Line puts an event that was just heard into words, or tells that it says
	// nothing.
	Line(e engine.Event) (screen.Line, bool)
	// Stage is what an event is to somebody who tells the battle from its
	// start to its end.
	Stage(e engine.Event) Stage
	// Course is what of an event makes a difference to the battle, without
	// numbers that are others under other mods; "" for all that Line says.
	Course(e engine.Event) string
	// Board draws the battle as it is, at least [screen.Narrow] columns wide;
	// BoardIn as much of it as fits.
	Board(width int) string
	BoardIn(size Size) string
	// Survivors says, in lines, who is left at the end.
	Survivors() []string
	// Show is all that is to be known of a unit; Units are the names of those
	// that are there, and IsUnit tells whether a word looks like one. ShownAs are
	// the words that are shown beside the name of one: what it is, or consists of.
	Show(unit string) (string, error)
	Units() []string
	IsUnit(word string) bool
	ShownAs(unit string) []string
	// Topics are words for what is going on, for the lessons of a tutorial:
	// [Start], "round 2", and others of the game's own.
	Topics() []string
	// Disabled are the mods that are out for the rest of the battle, and why.
	Disabled() map[string]error
}

// A Stage is what an event is to a narrator.
type Stage uint8

const (
	Going Stage = iota
	Began       // everybody stands: the board is worth drawing
	Ended       // the battle is over
	Aside       // a script has said something, which changes nothing
)

// Start is the topic of the first question.
const Start = "start"

// An Asker says what is asked, and reads answers.
type Asker interface {
	// Ask tells the view what is asked now: the zero Question for nothing.
	Ask(q engine.Question)
	// Prompt is what stands before the cursor; Asks says in a sentence what is
	// asked, "" for nothing.
	Prompt() string
	Asks() string
	// AsksDie tells whether a die is asked for, Sides how many sides it has.
	AsksDie() bool
	Sides() int
	// Secret tells whether the seats see different things now, Settled whether
	// the battle stands where the board is worth drawing: somebody decides
	// what to do, not merely whether to react.
	Secret() bool
	Settled() bool

	// Verbs are the words that answer questions in this game, Fits tells
	// whether one answers what is asked now.
	Verbs() []engine.Verb
	Fits(v engine.Verb) bool
	// Answer reads a verb and the words behind it as the answer. The unit that
	// is asked may be named; else it is "".
	Answer(unit string, v engine.Verb, rest []string) (int, error)
	// Bare reads an answer without a verb; ok tells whether the words are
	// one.
	Bare(words []string) (answer int, ok bool, err error)
	// Turn tells whether a unit that is named before what it does may be next,
	// where that is asked: then its turn is the answer, and the line goes on as
	// the answer to the next question. Rest is what stands behind the verb.
	Turn(unit string, v engine.Verb, rest []string) (answer int, ok bool)
	// Complete are the words that may stand behind a verb and the words there
	// already.
	Complete(v engine.Verb, before []string) []string
}

// An Adviser knows what an answer is worth.
type Adviser interface {
	// Options are what can be answered now, the best first. Heads are the heads
	// of the columns of a table of them.
	Options() []Option
	Heads() [4]string
	// Odds tells exact odds of what the words name; without a word of the
	// whole battle, for each answer.
	Odds(ctx context.Context, words []string) (string, error)
	// OddsWords are the words that may stand behind those.
	OddsWords(before []string) []string
	// Hint is what the computer would answer, the best by the exact odds where
	// they are quickly found, and why; Advice is that as it is typed.
	Hint() (string, error)
	Advice() (string, error)
}

// A Confirmer is a [View] that asks once more before an answer that is easily given
// too soon.
type Confirmer interface {
	View
	// Confirm says why, or "".
	Confirm(answer int) string
}

// A Command is a word of the prompt that answers no question.
type Command struct {
	Name, Short string // Short may be ""
	Usage       string // the arguments
	Text        string // what it does, in a line
	Example     string
}

// An Option is something that can be answered now.
type Option struct {
	Text   string // as it is typed
	Odds   string // its chance, of what Heads say
	Worth  string // what it is expected to bring
	Note   string // what it needs and what may follow
	Answer int
}
