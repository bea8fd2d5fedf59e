package main

import (
	"slices"

	"houserule"
	"houserule/cmd/houserule/view"
	"houserule/engine/library"
	"houserule/scripting/luagame"
)

// luaGames are the rule systems in Lua that the found mods bring. The program
// keeps its own games.
func luaGames(found []library.Found) (brought []game) {
	for _, mod := range found {
		if g := luaGame(mod); luagame.Brings(mod) && !g.isOwn() {
			brought = append(brought, g)
		}
	}
	return brought
}

// luaGame is the game that a mod brings.
func luaGame(mod library.Found) game { return gameInLua(luagame.New(mod)) }

// gameInLua is the game of a rule system in Lua.
func gameInLua(s luagame.System) game { return game{s, s, view.PlainSystem{Game: s.Name()}} }

// isOwn reports whether the game is one of the program's own.
func (g game) isOwn() bool {
	return slices.ContainsFunc(ownGames(), g.same)
}

// baseOf returns where the base game of a rule system lies: with the program, or
// with the mod that brings it.
func baseOf(system library.System) library.Folder {
	if s, ok := system.(luagame.System); ok {
		return s.Folder()
	}
	return library.Base(system, houserule.Data)
}
