package games

import (
	"slices"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/modtool"
	"houserule/cmd/houserule/view"
	"houserule/engine/library"
	"houserule/scripting/luagame"
	"houserule/scripting/modhost"
)

// A Game is a rule system that the program plays.
type Game struct {
	Data    library.Format
	Scripts modhost.API
	View    view.Frontend
	base    library.Folder
	own     []library.Own // that its base declares for data
}

// Lua returns the game of a rule system in Lua.
func Lua(s luagame.Format) Game {
	return Game{s, s, view.PlainFrontend{Game: s.Name()}, s.Folder(), []library.Own{s.Own()}}
}

// IsLua reports whether a mod brings the game.
func (g Game) IsLua() bool {
	_, ok := g.Data.(luagame.Format)
	return ok
}

// Folder returns where the base lies: with the program, or with the mod that brings
// the game.
func (g Game) Folder() library.Folder { return g.base }

// Name returns the name, which is also the id of the base: the mod that is always
// enabled when the game is played.
func (g Game) Name() string { return g.Data.Name() }

// same reports whether two games have the same name.
func (g Game) same(other Game) bool { return g.Name() == other.Name() }

// Tools returns what houserule mod needs to know of the game, with what mods declare
// for data.
func (g Game) Tools(own ...library.Own) modtool.Game {
	return modtool.Game{Data: g.Data, Scripts: g.Scripts, Own: slices.Concat(g.own, own)}
}

// Kind returns the kind of entries with the name, if the game has it.
func (g Game) Kind(name string) (k catalog.Kind, ok bool) {
	kinds := g.View.Kinds()
	i := slices.IndexFunc(kinds, func(k catalog.Kind) bool { return k.Name == name })
	if i < 0 {
		return catalog.Kind{}, false
	}
	return kinds[i], true
}

// Read reads the data of the game and of the enabled mods, without their scripts.
func (g Game) Read(known []library.Found, enabled []string, settings map[string]map[string]string) (*library.Library, error) {
	return library.LoadMods(g.Data, g.base, known, enabled, settings)
}

// Base returns the data of the game without mods.
func (g Game) Base() (*library.Library, error) { return g.Read(nil, nil, nil) }

// Load reads the data and attaches the scripts.
func (g Game) Load(known []library.Found, enabled []string, settings map[string]map[string]string, policy modhost.Policy) (*library.Library, modhost.Scripts, error) {
	lib, err := g.Read(known, enabled, settings)
	if err != nil {
		return nil, nil, err
	}
	scripts, err := g.Scripts.Install(lib, policy)
	if err != nil {
		return nil, nil, err
	}
	return lib, scripts, nil
}

// BaseHas turns a test of a library into a test of a game's base.
func BaseHas(has func(*library.Library) bool) func(Game) bool {
	return func(g Game) bool {
		lib, err := g.Base()
		return err == nil && has(lib)
	}
}

// Scenarios returns the scenarios of the game's base.
func (g Game) Scenarios() []string { return g.base.Scenarios() }

// HasScenario returns a test for a scenario of a game's base. Every game has "" and its own
// name, which mean its first.
func HasScenario(id string) func(Game) bool {
	return func(g Game) bool {
		return id == "" || id == g.Name() || slices.Contains(g.Scenarios(), strings.TrimPrefix(id, g.Name()+":"))
	}
}

// Names returns the names of games.
func Names(all []Game) (names []string) {
	for _, g := range all {
		names = append(names, g.Name())
	}
	return names
}

// named returns the game with the name.
func named(name string, all []Game) (g Game, ok bool) {
	i := slices.IndexFunc(all, func(g Game) bool { return g.Name() == name })
	if i < 0 {
		return Game{}, false
	}
	return all[i], true
}
