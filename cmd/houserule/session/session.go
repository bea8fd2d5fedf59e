// Package session has battles that people play, ask about, and go back in. Every host has the
// same: the prompt, the room of a server, and a program that plays with this one.
//
// A [Battle] runs until it asks a person, which it does by its host. The host shows the battle,
// reads what is typed (see package desk), and answers, or goes back or forth in the answers and
// returns engine.ErrRewind. A [Shelf] is where battles are saved, and begun anew.
package session

import (
	"fmt"
	"io"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
)

// A Game is a game with its data and mods.
type Game struct {
	Frontend view.Frontend
	Library  *library.Library
	Mods     Mods
}

// Mods are the scripts of the library, and where they come from.
type Mods struct {
	// Load reads them again, with changed settings, each as "MOD.NAME=VALUE".
	Load func(settings []string) (Game, error)
	// Eval evaluates an expression in a battle.
	Eval LuaFunc
	// Names returns the names that scripts can use, Docs explains one of them.
	Names func() []string
	Docs  func(out io.Writer, name string, width int) error
	// Folders are the folders of this user's mods.
	Folders []string
}

// A LuaFunc evaluates Lua in a battle. Lua may read the battle.
type LuaFunc func(b engine.Battle, expr string) (string, error)

// A Ground is what a battle is played on: it changes when mods are loaded again.
type Ground struct {
	Game
	Match library.Match
}

// A Start is a battle that a host begins: on a ground, after these answers. Watched, it is a
// replay of them, from its beginning.
type Start struct {
	Ground
	Entries []engine.Entry
	Watched bool
}

// Story sets up the battle, and View returns a view of it.
func (g Ground) Story() (engine.Story, error)       { return g.Library.Game.NewBattle(g.Match.Setup) }
func (g Ground) View(story engine.Story) *view.View { return g.Frontend.New(g.Library, g.Match, story) }

// Header is the header of the battle's journal.
func (g Ground) Header() engine.Header { return g.Library.Header(g.Match) }

// Unveiled returns the log of a battle that is over and in which the seats saw different things,
// and hides nothing in it. It plays the battle again.
func (g Ground) Unveiled(entries []engine.Entry) ([]screen.Line, error) {
	story, err := g.Story()
	if err != nil {
		return nil, err
	}
	v := g.View(story)
	if v.Veil != nil {
		v.Veil.Unveil(true)
	}
	var log screen.Chronicle
	v.Tell(&log)
	table := (&engine.Replay{Entries: entries}).Table(len(v.Seats()))
	table.Explain(true)
	table.Listen(&log)
	err = engine.Play(story, table)
	return log.Lines, err
}

// IsHuman reports whether a person plays a side.
func (g Ground) IsHuman(side engine.Side) bool {
	return !side.IsLuck() && int(side) < len(g.Match.Players) && g.Match.Players[side] == players.Human
}

// People are the seats of people.
func (g Ground) People() engine.Seats { return engine.Only(view.People(g.Match.Players)...) }

// ByPerson reports whether a person answers for a side, or for the dice.
func (g Ground) ByPerson(side engine.Side) bool {
	if side.IsLuck() {
		return g.Match.Dice == library.Asked
	}
	return g.IsHuman(side)
}

// Progress returns how much has been answered and rolled: "9 answers, 1 of them yours, and 4
// dice".
func (g Ground) Progress(entries []engine.Entry) string {
	yours, choices := 0, 0
	for _, e := range entries {
		if !e.Side.IsLuck() {
			choices++
		}
		if g.IsHuman(e.Side) {
			yours++
		}
	}
	text := fmt.Sprintf("%s, %d of them yours", screen.Count(choices, "answer"), yours)
	switch dice := len(entries) - choices; dice {
	case 0:
	case 1:
		text += ", and 1 die"
	default:
		text += fmt.Sprintf(", and %d dice", dice)
	}
	return text
}
