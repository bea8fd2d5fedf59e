// Package view is the program's view of a battle of any rule system: the prompt, the
// narrator, replays, comparisons and odds use the interfaces here, and know no game.
//
// A [Frontend] is a rule system. It makes the [View] of one battle, which puts events,
// questions and options into words, describes the board as data, and computes odds. A
// view lives as long as its battle:
//
//	b, err := lib.Game.NewBattle(m.Setup)
//	v := system.New(lib, m, b)
//	table.Listen(chronicle) // its Tell is v.Line
//	err = engine.Play(b, table) // its people call v.Ask(question), and then Answer
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

// A View shows one battle. A narrator, a replay or the odds need a part of it, and
// say which.
type View interface {
	// Title is the name of the battle. Seats are the words for the sides, Players their
	// players: "" for an unknown one.
	Title() string
	Seats() []string
	Players() []string
	SetPlayers(names []string)

	Teller
	Drawn
	Namer
	Questioner
	Adviser
}

// A Teller describes events.
type Teller interface {
	// Line puts an event that was just heard into words; ok is false for an event
	// without words.
	Line(e engine.Event) (screen.Line, bool)
	// EventKind returns the kind of an event, for a narrator that describes the battle from start
	// to end.
	EventKind(e engine.Event) EventKind
	// Course is the part of an event that makes a difference to the battle, without
	// numbers that differ under other mods; "" for all that Line says.
	Course(e engine.Event) string
	// Survivors lists, in lines, the units that are left at the end.
	Survivors() []string
}

// A Drawn is a view that [Draw] draws.
type Drawn interface {
	// Board is the battle as the seat that looks sees it, and Layout how the boards of
	// the game are laid out.
	Board() board.Board
	Layout() board.Layout
}

// An EventKind is the role of an event in a narration.
type EventKind uint8

const (
	Going EventKind = iota
	Began           // all units are placed: the board is worth drawing
	Ended           // the battle is over
	Aside           // a line of a script; it changes nothing
)

// Start is the topic of the first question.
const Start = "start"

// A Questioner asks questions.
type Questioner interface {
	Asker
	// Ask sets the present question: the zero Question for none.
	Ask(q engine.Question)
	// Prompt is the text before the cursor.
	Prompt() string
	// Secret reports whether the seats see different things now. Settled reports whether
	// the battle stands where the board is worth drawing: a player decides what to do,
	// not merely whether to react.
	Secret() bool
	Settled() bool
	// Idle returns an answer, with a sentence that says which and why, if every answer has
	// the same result.
	Idle() (answer int, why string, ok bool)
	// Confirm says why an answer that is easily given too soon should be given twice, or "".
	Confirm(answer int) string
	// Topics are words for the present situation, for the lessons of a tutorial:
	// [Start], "round 2", and others of the game's own.
	Topics() []string
}

// An Adviser evaluates answers.
type Adviser interface {
	Lister
	// Odds returns the exact odds that the words name; without a word those of the whole
	// battle, for each answer. If ctx ends, it returns what is known of them.
	Odds(ctx context.Context, words []string) (string, error)
	// OddsWords returns the words that may come next in an odds command.
	OddsWords(before []string) []string
	// Show returns all facts about a unit, which [DrawPage] draws.
	Show(unit string) (board.Page, error)
	// ShowUsage returns what Show takes besides units, with an example; ok is false for
	// nothing. Example returns an example of typed words with names of this battle.
	ShowUsage() (usage string, ok bool)
	Example(usage, typed string) string
	// Hint is the best answer at hand, in sentences that say why, and as it is typed: see
	// [Frame.Advise].
	Hint(ctx context.Context) (text, typed string, err error)
}

// A Command is a word of the prompt that answers no question.
type Command struct {
	Name, Short string // Short may be ""
	Usage       string // the arguments
	Text        string // its effect, in a line
	Example     string
}
