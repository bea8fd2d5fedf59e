package main

import (
	"slices"

	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/view"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/kingsdata"
	"houserule/scripting/heroesmods"
	"houserule/scripting/kingsmods"
	"houserule/scripting/modhost"
)

// A game is a rule system that this program plays. This file alone knows which
// there are.
type game struct {
	data    library.System
	scripts modhost.System
	view    view.System
}

func (g game) name() string { return g.data.Name() }

// games are all of them; the first is played where nobody says otherwise.
func games() []game {
	return []game{
		{heroesdata.System(), heroesmods.System, heroesview.System{}},
		{kingsdata.System(), kingsmods.System, view.PlainSystem{Game: "kings"}},
	}
}

// systemOf is how the rule system of a library looks.
func systemOf(lib *library.Library) view.System {
	all := games()
	i := slices.IndexFunc(all, func(g game) bool { return g.name() == lib.System.Name() })
	return all[max(i, 0)].view // there is one: it was loaded with it
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
