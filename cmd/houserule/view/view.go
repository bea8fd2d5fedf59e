// Package view is the program's view of a battle of any rule system: the prompt, the
// narrator, replays, comparisons and odds use the views here, and know no game.
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
// [Plain] has all parts of a view of any battle, and uses only the kernel's interface. A rule
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

// A View shows one battle. It has a part for each thing that people need to see, which may be
// values of their own. What needs only a little of a view asks for that: [Draw] for a [Drawn],
// [Answer] for an [Asker], [Listed] for a [Lister].
type View struct {
	Seating
	Teller
	Drawn
	Namer
	Questioner
	Staging
	Adviser
	Guide
	Veil  Veil   // nil: all seats see the same, except while they decide in secret
	Looks []Look // the commands of this game that look at the battle
	// Orders returns all options that name a unit or a hex, where Options lists only the best;
	// nil: it lists all, now or, if Orders is nil, always.
	Orders func(name string) []Option
}

// Veils reports whether the seats see different things: see [Veil].
func (v *View) Veils() bool { return v.Veil != nil && v.Veil.Veils() }

// Tell makes a log tell events in the words of the view: where seats see different things, for
// each of them.
func (v *View) Tell(log *screen.Chronicle) {
	if log.Tell, log.Apart = v.Line, nil; v.Veil != nil {
		log.Apart = v.Veil.Lines
	}
}

// A Seating is the battle, its name, and who plays it.
type Seating interface {
	Battle() engine.Story
	// Title is the name of the battle. Seats are the words for the sides, Players their
	// players: "" for an unknown one.
	Title() string
	Seats() []string
	Players() []string
	SetPlayers(names []string)
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

// An EventKind is the role of an event in a narration.
type EventKind uint8

const (
	Going EventKind = iota
	Began           // all units are placed: the board is worth drawing
	Ended           // the battle is over
	Aside           // a line of a script; it changes nothing
)

// A Questioner knows the present question.
type Questioner interface {
	// Ask sets the question: the zero Question for none. Asked returns it.
	Ask(q engine.Question)
	Asked() engine.Question
	// Asks is the question in a sentence, Prompt the text before the cursor.
	Asks() string
	Prompt() string
	// Verbs are the words that answer questions of the game. WordsAhead returns the next
	// words that may follow a unit, if one is named, a verb that answers a later question,
	// and the words before: see [engine.Ahead].
	Verbs() []engine.Verb
	WordsAhead(unit string, v engine.Verb, before []string) []string
	// Topics are words for the present situation, for the lessons of a tutorial:
	// [Start], "round 2", and others of the game's own.
	Topics() []string
}

// Start is the topic of the first question.
const Start = "start"

// A Staging says how the question is put to a person: in secret, below a new board, twice, or
// not at all.
type Staging interface {
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
}

// An Adviser evaluates answers.
type Adviser interface {
	// Options are the possible answers, the best first, below their heads.
	Options() []Option
	Heads() Heads
	// Method says how the chances of the options are known, in a sentence, or "".
	Method() string
	// Odds returns the exact odds that the words name; without a word, or with [More], the
	// chance to win after each answer. If ctx ends, it returns what is known of them.
	Odds(ctx context.Context, words []string) (string, error)
	// OddsWords returns the words that may come next in an odds command.
	OddsWords(before []string) []string
	// Countable says why the whole battle certainly has too many states for odds, or nil.
	Countable() error
	// Hint is the best answer at hand, in sentences that say why, and as it is typed: see
	// [Frame.Advise].
	Hint(ctx context.Context) (text, typed string, err error)
}

// A Guide explains units and commands.
type Guide interface {
	// Show returns all facts about a unit, which [DrawPage] draws.
	Show(unit string) (board.Page, error)
	// ShowUsage returns what Show takes besides units, with an example; ok is false for
	// nothing. Example returns an example of typed words with names of this battle.
	ShowUsage() (usage string, ok bool)
	Example(usage, typed string) string
}

// A Veil shows the seats different things for as long as the battle lasts, not only while
// something is decided in secret.
type Veil interface {
	// Veils reports whether it does so.
	Veils() bool
	// Lines puts an event that was just heard into words as [Teller.Line] does, for
	// each seat that a person has. Seats with the same words share one line.
	Lines(e engine.Event) []screen.Line
	// Unveil turns hiding per seat off or on: off in a replay of a battle that is over.
	Unveil(all bool)
	// ShowTo shows the view of one seat, as in a replay of a battle that is not over;
	// below 0: the view of the person who is asked.
	ShowTo(seat engine.Side)
}

// A Command is a word of the prompt that answers no question.
type Command struct {
	Name, Short string // Short may be ""
	Usage       string // the arguments
	Text        string // its effect, in a line
	Example     string
}
