package luagame

import (
	"errors"
	"fmt"

	"houserule/engine"
	"houserule/scripting"
	"houserule/scripting/lua"
)

// A Game is the rules that a script declares with game{...}. [Format.Install]
// gives them to it.
type Game struct {
	id        string
	mods      *mods // nil before Install
	rules     scripting.Registration
	seats     []string
	keys      []key
	rounds    int
	scenarios []pending
}

// NewBattle makes a battle ready to begin.
func (g *Game) NewBattle(s engine.Setup) (engine.Story, error) {
	setup, ok := s.(*Setup)
	switch {
	case g.mods == nil:
		return nil, errors.New("the game has no rules yet: its scripts are not installed")
	case !ok || setup.game != g:
		return nil, fmt.Errorf("a setup of another game than %s", g.id)
	}
	return &Battle{game: g, setup: setup}, nil
}

// side returns the seat of that name.
func (g *Game) side(name string) (engine.Side, error) {
	side, err := engine.Index("side", name, g.seats)
	return engine.Side(side), err
}

// look calls a read-only function of the game; it returns Nil if the function fails.
// do calls a function that may change the battle.
func (g *Game) look(b *Battle, field string, args ...lua.Value) lua.Value {
	return g.mods.Look(b, g.rules, field, args...)
}

// lookAs is look with the view of a seat; below 0 it sees everything.
func (g *Game) lookAs(b *Battle, seat engine.Side, field string, args ...lua.Value) lua.Value {
	before := g.mods.As(b, seat)
	v := g.look(b, field, args...)
	g.mods.As(b, before)
	return v
}

// hides reports whether sides have secrets.
func (g *Game) hides() bool { return g.rules.Has("deal") }

func (g *Game) do(b *Battle, field string, args ...lua.Value) {
	g.mods.Do(b, g.rules, field, args...)
}

// errorf returns an error of one of the game's functions, without a line of the script.
func (g *Game) errorf(field, format string, args ...any) error {
	return fmt.Errorf("%s:%d: game.%s of mod %s: %w", g.rules.File, g.rules.LineOf(field), field, g.id, fmt.Errorf(format, args...))
}
