package main

import (
	"slices"

	"houserule"
	"houserule/cmd/houserule/view"
	"houserule/engine/library"
	"houserule/scripting/luagame"
)

// luaGames are the rule systems that mods bring, in Lua, of those mods that are
// there. The games that the program has itself it keeps.
func luaGames(found []library.Found, own []game) (brought []game) {
	for _, mod := range found {
		isOwn := slices.ContainsFunc(own, func(g game) bool { return g.name() == mod.Mod.ID })
		if isOwn || !luagame.Brings(mod) {
			continue
		}
		s := luagame.New(mod)
		brought = append(brought, game{s, s, view.PlainSystem{Game: s.Name()}})
	}
	return brought
}

// baseOf is where the base game of a rule system lies: with the program, or where
// the mod was found that brings it.
func baseOf(system library.System) library.Folder {
	if s, ok := system.(luagame.System); ok {
		return s.Folder()
	}
	return library.Base(system, houserule.Data)
}
