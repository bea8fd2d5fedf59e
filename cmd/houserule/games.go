package main

import (
	"slices"

	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/scripting/heroesmods"
)

// A game is a rule system that this program plays. This file alone knows which
// there are.
type game struct {
	name string
	view view.System
}

// games are all of them; the first is played where nobody says otherwise.
func games() []game {
	return []game{
		{"heroes", heroesview.System{}},
	}
}

// systemOf is the rule system of a library.
func systemOf(lib *library.Library) view.System {
	all := games()
	i := slices.IndexFunc(all, func(g game) bool { return g.name == lib.Mod.Game })
	return all[max(i, 0)].view // the library has seen to it that there is one
}

// usual is the rule system whose words stand in help and in the names of
// flags.
func usual() view.System { return games()[0].view }

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

// setUp makes a set-up that of a match.
func setUp(m *library.Match, s engine.Setup) { m.Setup = s.(heroes.Setup) }

// evaluator evaluates Lua for the prompt.
func evaluator(mods *heroesmods.Mods) repl.Evaluator {
	return func(b engine.Story, expr string) (string, error) { return mods.Eval(b.(*heroes.Battle), expr) }
}
