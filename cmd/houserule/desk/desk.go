// Package desk reads what somebody types at a battle, and looks at the battle for them. The
// words are the same for a person at the prompt, for a page, for a prompt elsewhere and for
// programs.
//
// A line either answers the question or names a [Command]: see [Desk.Read]. A command that
// looks changes nothing, and its output is a text.
package desk

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/fair"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// A Desk is a place at a battle.
type Desk struct {
	System  view.Frontend
	Library *library.Library
	View    *view.View
	Replay  bool // the battle is a replay, which takes no answers

	// Log returns what has happened, as far as it may be seen here: the numbers of its lines tell
	// nothing of others. Nil: the host keeps no log. Entries are the answers and dice so far.
	Log     func() []screen.Line
	Entries func() []engine.Entry
	// Review separates luck from skill, for a screen of so many columns.
	Review func(ctx context.Context, columns int) (string, error)
	// Carries reports whether the host carries out a command that changes something, for whoever
	// sits here: see Changes. Words are the words that may follow it, by its name.
	Carries func(c *Command) bool
	Words   map[string]func(before []string) []string
	// Scripts, if there are any, are explained by help.
	Scripts Scripts
}

// Scripts are the names that scripts can use.
type Scripts struct {
	Names func() []string // nil: there are no scripts
	Own   bool            // the person has a mod
	Docs  func(out io.Writer, name string, columns int) error
	Eval  func(b engine.Battle, expression string) (string, error)
}

// A Command is a word that answers no question.
type Command struct {
	view.Look // without Run it changes something, and the host carries it out
	Group     string
	For       Who
	Slow      bool // it may take long
	Sights    bool // it shows units
}

// Who are those whom a command is for.
type Who int

// From everybody to the fewest.
const (
	ForAll     Who = iota // those who watch, too
	ForPlayers            // those who play
	ForAlone              // those who play alone, or against the computer
	ForPrompt             // those at the prompt of the machine itself
)

// The groups of commands, as help lists them.
const (
	GroupAnswer = "Answer"
	GroupLook   = "Look"
	GroupThink  = "Think"
	GroupBattle = "Battle"
	GroupMods   = "Mods"
	GroupReplay = "Replay"
)

// Looks returns the commands that look at the battle, in the order of help.
func (d *Desk) Looks() []Command {
	words := d.System.Words()
	var list []Command
	look := func(name, short, usage, text, example string, run runner, next func(before []string) []string) *Command {
		list = append(list, Command{Group: GroupLook, Look: view.Look{
			Command: view.Command{Name: name, Short: short, Usage: usage, Text: text, Example: example}, Run: run, Words: next,
		}})
		return &list[len(list)-1]
	}
	think := func(name, short, usage, text, example string, run runner, next func(before []string) []string) {
		c := look(name, short, usage, text, example, run, next)
		c.Group, c.Slow, c.For = GroupThink, true, ForPlayers
	}
	look("board", "b", "", "draw the whole board; Enter alone draws as much as fits on the screen", "board", alone("board", d.board), nil).Sights = true
	if words.Unit != "" {
		look("show", "sh", strings.ToUpper(words.Unit), about(words), "show "+words.UnitExample, d.spelling(d.show, func([]string) []string { return d.View.Units() }), First(func() []string { return d.View.Units() })).Sights = true
	}
	if d.Log != nil {
		look("log", "l", "[N]", "the last N events, or the last 20", "log 5", d.log, nil)
		look("why", "w", "[N]", "explain the numbers of the last roll, or of line N of the log", "why", d.why, nil)
	}
	rules := catalog.Rules()
	look("rule", "ru", "[PARAGRAPH]", "a paragraph of the rulebook, or the list", strings.TrimSpace("rule "+words.Rule), d.lookUp(rules), d.entries(rules))
	if d.View != nil {
		for _, own := range d.View.Looks {
			own.Run = d.spelling(own.Run, own.Words)
			list = append(list, Command{Look: own, Group: GroupLook, Slow: true, Sights: true})
		}
	}
	for _, k := range d.kinds() {
		look(k.Name, k.Short, "["+strings.ToUpper(k.Name)+"]", Article(k.Name)+", or the list", k.Typed, d.lookUp(k), d.entries(k))
	}
	think("options", "o", "[all|WORD]", "list the answers to the question, best first, with the chance to win after each, a line for each; with a word, those that begin with it, and with all, all of them, with their whole notes", "options", d.options, First(d.optionWords))
	oddsWords := func(before []string) []string { return d.View.OddsWords(before) }
	think("odds", "od", words.Odds.Usage, words.Odds.Text, words.Odds.Example, d.spelling(d.odds, oddsWords), oddsWords)
	think("hint", "hi", "", "advice: the first of the options, and what the next ones lose", "hint", alone("hint", d.hint), nil)
	think("review", "rv", "", "luck and skill so far: your chance to win after each step, and the worst answers", "review", alone("review", d.review), nil)
	return list
}

// Commands returns all commands: those that look, and those that the host has.
func (d *Desk) Commands() []Command {
	return append(d.Looks(), slices.DeleteFunc(d.Changes(), func(c Command) bool { return c.Run == nil && !d.Carries(&c) })...)
}

// Has reports whether a command of this name is among them.
func (d *Desk) Has(name string) bool {
	return slices.ContainsFunc(d.Commands(), func(c Command) bool { return c.Name == name })
}

// A runner runs a command.
type runner = func(ctx context.Context, size view.Size, words []string) (string, error)

// alone returns the runner of a command that takes no words.
func alone(name string, run func(ctx context.Context, size view.Size) (string, error)) runner {
	return func(ctx context.Context, size view.Size, words []string) (string, error) {
		if err := view.TooMuch(name, words); err != nil {
			return "", err
		}
		return run(ctx, size)
	}
}

// spelling returns a runner of words in which names may be written as they are shown.
func (d *Desk) spelling(run runner, next func(before []string) []string) runner {
	return func(ctx context.Context, size view.Size, words []string) (string, error) {
		known := func(before []string) []string {
			if next == nil {
				return nil
			}
			return next(before)
		}
		words, err := view.Spelled(d.View, words, known)
		if err != nil {
			return "", err
		}
		return run(ctx, size, words)
	}
}

// First returns the words that complete a command with one argument.
func First(words func() []string) func(before []string) []string {
	return func(before []string) []string {
		if len(before) > 0 {
			return nil
		}
		return words()
	}
}

// about describes the output of show.
func about(words view.Words) string {
	text := "show everything about " + Article(words.Unit)
	if words.UnitFacts != "" {
		text += ": " + words.UnitFacts
	}
	return text
}

// Article puts "a" or "an" before a word: "an item", "a unit".
func Article(word string) string {
	if word != "" && strings.ContainsRune("aeio", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

// kinds are the kinds of entries of the game, and its scenarios.
func (d *Desk) kinds() []catalog.Kind {
	return append(d.System.Kinds(), Scenarios(d.System))
}

// Scenarios returns the kind of entries for the battles of a game.
func Scenarios(system view.Frontend) catalog.Kind {
	k := fair.Scenarios(func(*library.Library) view.Frontend { return system })
	k.Typed = "scenario " + system.Words().Scenario
	return k
}

// Count reads an optional number, at least 1.
func Count(name string, words []string, otherwise int) (int, error) {
	switch len(words) {
	case 0:
		return otherwise, nil
	case 1:
		if n, err := strconv.Atoi(words[0]); err == nil && n >= 1 {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%s takes a number from 1, not %q", name, strings.Join(words, " "))
}

// paragraph returns a text in lines that fit.
func paragraph(size view.Size, format string, args ...any) string {
	return screen.Wrap(fmt.Sprintf(format, args...), max(size.Columns, screen.Narrow), 0) + "\n"
}
