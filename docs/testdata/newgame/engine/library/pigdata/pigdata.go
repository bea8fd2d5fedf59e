// Package pigdata reads the TOML files of pig.
package pigdata

import (
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/pig"
)

type system struct{ library.Plain }

// Format returns pig as package library reads its data.
func Format() library.Format { return system{} }

func (system) Name() string  { return "pig" }
func (system) Scenario() any { return scenario{} }

func (system) Rules() any {
	rules := pig.DefaultRules()
	return &rules
}

// scenario is the keys of [scenario.ID].
type scenario struct {
	Name   string `toml:"name" required:"true" doc:"its title"`
	Text   string `toml:"text" lines:"true" required:"true" doc:"what it is about"`
	First  int    `toml:"first" range:"0..1000" doc:"points that the first side has at the start"`
	Second int    `toml:"second" range:"0..1000" doc:"the same of the second"`
}

// Build makes the game.
func (system) Build(b *library.Build) engine.Game {
	game := &pig.Game{Rules: *b.Rules().(*pig.Rules)}
	for _, e := range library.Entries[scenario](b, library.ScenarioSection) {
		setup := pig.Setup{Points: [2]int{e.Keys.First, e.Keys.Second}}
		e.Set(&library.Scenario{ID: e.ID, Name: e.Keys.Name, Text: e.Keys.Text, Setup: setup})
		b.Try(e.Record, game, setup)
	}
	return game
}

func (system) ReadSetup(_ *library.Library, h engine.Header) (engine.Setup, error) {
	return pig.ReadSetup(h)
}

// Game returns the game of a library.
func Game(l *library.Library) *pig.Game { return l.Game.(*pig.Game) }
