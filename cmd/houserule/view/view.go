// Package view is the program's view of a battle of any rule system: the prompt, the
// narrator, replays, comparisons and odds use the interfaces here, and know no game.
//
// A [System] is a rule system. It makes the [View] of one battle, which puts events,
// questions and options into words, describes the board as data, and computes odds. A
// view lives as long as its battle:
//
//	b, err := lib.Game.NewBattle(m.Setup)
//	v := system.New(lib, m, b)
//	table.Listen(chronicle) // whose Tell is v.Line
//	err = v.Play(table)     // whose people call v.Ask(question), and then v.Answer
//
// [Plain] is a whole view of any battle, and uses only the kernel's interface. A rule
// system embeds it, or the [Frame] in it, and replaces what it can say better.
// What the odds of all games have in common is here, too: [Graph],
// [Frame.BattleOdds], [Outcomes], [Numbers].
//
// [Draw], [DrawMap] and [DrawPage] draw the values of package board for a terminal, of
// all games, at any width.
package view

import (
	"context"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/board"
)

// A View shows one battle.
type View interface {
	// Battle is the battle that is shown. Play plays it at a table, to its end or the
	// table's first error.
	Battle() engine.Story
	Play(t *engine.Table) error

	// Title is the name of the battle. Seats are the words for the sides, Players their
	// players: "" for an unknown one.
	Title() string
	Seats() []string
	Players() []string
	SetPlayers(names []string)

	// Over reports whether the battle is decided, Result is how; Scene is where it is.
	Over() bool
	Result() string
	Scene() string

	Teller
	Asker
	Adviser
}

// A Teller describes events.
type Teller interface {
	// Line puts an event that was just heard into words; ok is false for an event
	// without words.
	Line(e engine.Event) (screen.Line, bool)
	// Stage is what an event is to a narrator, who describes the battle from start to end.
	Stage(e engine.Event) Stage
	// Course is the part of an event that makes a difference to the battle, without
	// numbers that differ under other mods; "" for all that Line says.
	Course(e engine.Event) string
	// Board is the battle as the seat that looks sees it, and Layout how the boards of
	// the game are laid out: [Draw] draws them.
	Board() board.Board
	Layout() Layout
	// Survivors lists, in lines, the units that are left at the end.
	Survivors() []string
	// Show returns all facts about a unit, which [DrawPage] draws. Units are the names of the present units, and
	// IsUnit reports whether a word looks like one. ShownAs are the words that stand
	// beside the name of a unit: what it is, or consists of.
	Show(unit string) (board.Page, error)
	Units() []string
	IsUnit(word string) bool
	ShownAs(unit string) []string
	// Topics are words for the present situation, for the lessons of a tutorial:
	// [Start], "round 2", and others of the game's own.
	Topics() []string
	// Disabled are the mods that are disabled for the rest of the battle, and why.
	Disabled() map[string]error
}

// A Stage is what an event is to a narrator.
type Stage uint8

const (
	Going Stage = iota
	Began       // all units are placed: the board is worth drawing
	Ended       // the battle is over
	Aside       // a script has said something, which changes nothing
)

// Start is the topic of the first question.
const Start = "start"

// An Asker asks questions, and reads answers.
type Asker interface {
	// Ask sets the question that is asked now: the zero Question for none.
	Ask(q engine.Question)
	// Prompt is the text before the cursor; Asks is the question in a sentence, "" for
	// none.
	Prompt() string
	Asks() string
	// AsksDie reports whether a die is asked for, Sides is how many sides it has.
	AsksDie() bool
	Sides() int
	// Secret reports whether the seats see different things now. Settled reports whether
	// the battle stands where the board is worth drawing: a player decides what to do,
	// not merely whether to react.
	Secret() bool
	Settled() bool

	// Verbs are the words that answer questions in this game, Fits reports whether one
	// answers the present question.
	Verbs() []engine.Verb
	Fits(v engine.Verb) bool
	// Answer reads a verb and its arguments as the answer. Unit is the name of the unit
	// that is asked, or "".
	Answer(unit string, v engine.Verb, rest []string) (int, error)
	// Bare reads an answer without a verb; ok reports whether the words are one.
	Bare(words []string) (answer int, ok bool, err error)
	// Turn reports whether a unit that is named before its action may be next, if the
	// question is which unit is next. Then the unit's turn is the answer, and the line
	// continues as the answer to the next question. Rest is the arguments of the verb.
	Turn(unit string, v engine.Verb, rest []string) (answer int, ok bool)
	// Complete returns the next words that may follow a verb and the words before.
	Complete(v engine.Verb, before []string) []string
}

// An Adviser appraises answers.
type Adviser interface {
	// Options are the possible answers, the best first. Heads are the heads of the columns
	// of a table of them.
	Options() []Option
	Heads() [4]string
	// Odds returns exact odds of what the words name; without a word those of the whole
	// battle, for each answer.
	Odds(ctx context.Context, words []string) (string, error)
	// OddsWords returns the next words that odds takes after those before.
	OddsWords(before []string) []string
	// Hint is the computer's answer, the best by the exact odds where they are quickly
	// found, and why; Advice is that answer as it is typed.
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

// An Option is a possible answer.
type Option struct {
	Text   string // as it is typed
	Odds   string // its chance, of what Heads say
	Worth  string // what it is expected to bring
	Note   string // what it needs and what may follow
	Answer int
}
