package main

import (
	"slices"
	"sync"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/kingsview"
	"houserule/cmd/houserule/modtool"
	"houserule/cmd/houserule/sorceryview"
	"houserule/cmd/houserule/view"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/kingsdata"
	"houserule/engine/library/sorcerydata"
	"houserule/scripting/heroesmods"
	"houserule/scripting/kingsmods"
	"houserule/scripting/luagame"
	"houserule/scripting/modhost"
	"houserule/scripting/sorcerymods"
)

// A game is a rule system that this program plays. This file alone knows which
// the program has itself; mods bring others, in Lua.
type game struct {
	data    library.System
	scripts modhost.System
	view    view.System
}

// ownGames are those of the program; the first is played where nobody says
// otherwise.
func ownGames() []game {
	return []game{
		{heroesdata.System(), heroesmods.System, heroesview.System{}},
		{kingsdata.System(), kingsmods.System, kingsview.System{}},
		{sorcerydata.System(), sorcerymods.System, sorceryview.System{}},
	}
}

// installed are the program's own games and those of the mods that can be named.
var installed = sync.OnceValue(func() []game { return append(ownGames(), luaGames(available())...) })

// games are all that there are: the installed ones, and those that mods bring
// which were found elsewhere. These take the place of an installed one of their
// name.
func games(elsewhere ...library.Found) []game {
	all := slices.Clone(installed())
	for _, g := range luaGames(elsewhere) {
		if i := slices.IndexFunc(all, g.same); i >= 0 {
			all[i] = g
		} else {
			all = append(all, g)
		}
	}
	return all
}

// gameNamed is that of the games which has the name. It is also the id of its
// base: the mod that is always there when it is played.
func gameNamed(name string, all []game) (g game, ok bool) {
	i := slices.IndexFunc(all, func(g game) bool { return g.name() == name })
	if i < 0 {
		return game{}, false
	}
	return all[i], true
}

// gameNames are the names of games.
func gameNames(all []game) (names []string) {
	for _, g := range all {
		names = append(names, g.name())
	}
	return names
}

// gameIn is the game of a library, which was loaded with it.
func gameIn(lib *library.Library) game {
	if s, ok := lib.System.(luagame.System); ok {
		return gameInLua(s)
	}
	g, _ := gameNamed(lib.System.Name(), ownGames())
	return g
}

// systemOf is how the rule system of a library looks.
func systemOf(lib *library.Library) view.System { return gameIn(lib).view }

func (g game) name() string { return g.data.Name() }

// tools are what houserule mod needs to know of the game.
func (g game) tools() modtool.Game { return modtool.Game{Data: g.data, Scripts: g.scripts} }

// same tells whether two games have the same name.
func (g game) same(other game) bool { return g.name() == other.name() }

// read reads the data of the game and of the enabled mods. Scripts do not take
// part yet.
func (g game) read(known []library.Found, enabled []string, settings map[string]map[string]string) (*library.Library, error) {
	return library.LoadMods(g.data, baseOf(g.data), known, enabled, settings)
}

// base is the game without mods.
func (g game) base() (*library.Library, error) { return g.read(nil, nil, nil) }

// load reads the data and hangs the scripts on it.
func (g game) load(known []library.Found, enabled []string, settings map[string]map[string]string, policy modhost.Policy) (*library.Library, modhost.Scripts, error) {
	lib, err := g.read(known, enabled, settings)
	if err != nil {
		return nil, nil, err
	}
	scripts, err := g.scripts.Install(lib, policy)
	if err != nil {
		return nil, nil, err
	}
	return lib, scripts, nil
}

// kind is the game's kind of entries of that name, if it has one.
func (g game) kind(name string) (k catalog.Kind, ok bool) {
	kinds := g.view.Kinds()
	i := slices.IndexFunc(kinds, func(k catalog.Kind) bool { return k.Name == name })
	if i < 0 {
		return catalog.Kind{}, false
	}
	return kinds[i], true
}

// typedFlags are the flags with which the battles of all rule systems are
// typed, each once.
func typedFlags() (flags []view.Flag) {
	for _, g := range games() {
		for _, flag := range g.view.Flags() {
			if !slices.ContainsFunc(flags, func(have view.Flag) bool { return have.Name == flag.Name }) {
				flags = append(flags, flag)
			}
		}
	}
	return flags
}
