package main

import (
	"slices"
	"sync"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/kingsview"
	"houserule/cmd/houserule/view"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/kingsdata"
	"houserule/scripting/heroesmods"
	"houserule/scripting/kingsmods"
	"houserule/scripting/modhost"
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
	}
}

// met are the games that this run of the program knows.
var met struct {
	sync.Mutex
	games []game
}

// games are all that there are: the program's own, those of mods that can be
// named, and those of the folders that --mods has named.
func games() []game {
	met.Lock()
	defer met.Unlock()
	if met.games == nil {
		met.games = append(ownGames(), luaGames(available())...)
	}
	return slices.Clone(met.games)
}

// meet makes the game known that a mod brings, if it brings one. It takes the
// place of one of that name that another mod has brought.
func meet(mod library.Found) {
	all := games()
	for _, g := range luaGames([]library.Found{mod}) {
		if i := slices.IndexFunc(all, func(other game) bool { return other.name() == g.name() }); i >= 0 {
			all[i] = g
		} else {
			all = append(all, g)
		}
	}
	met.Lock()
	defer met.Unlock()
	met.games = all
}

// gameNamed is the game of that name, which is also the id of its base: the
// mod that is always there when it is played.
func gameNamed(name string) (g game, ok bool) {
	all := games()
	i := slices.IndexFunc(all, func(g game) bool { return g.name() == name })
	if i < 0 {
		return game{}, false
	}
	return all[i], true
}

// gameNames are the names of all games.
func gameNames() (names []string) {
	for _, g := range games() {
		names = append(names, g.name())
	}
	return names
}

// gameIn is the game of a library, which was loaded with it.
func gameIn(lib *library.Library) game {
	g, _ := gameNamed(lib.System.Name())
	return g
}

// systemOf is how the rule system of a library looks.
func systemOf(lib *library.Library) view.System { return gameIn(lib).view }

func (g game) name() string { return g.data.Name() }

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
