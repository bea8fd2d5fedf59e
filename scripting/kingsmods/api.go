// Package kingsmods lets Lua scripts take part in battles of kings. It is the
// tables that [modhost] needs: the hooks and the fields of their events
// (hooks.go), the values that scripts can read of a counter, a side, a hex and the
// battle (objects.go), the methods that change them (actions.go),
// declarations (declare.go), and the set-up of tests (testing.go).
package kingsmods

import (
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/library/strict"
	"houserule/scripting/modhost"
)

// API is the scripting of kings.
var API = modhost.NewAPI(tables, attach)

// attach connects the game of a library with its mods.
func attach(lib *library.Library, m *mods) {
	game := gameOf(lib)
	game.Joins = true
	game.Begin = m.Start
}

// tables returns the tables of a library, or without a library those for documentation.
func tables(lib *library.Library) *modhost.Tables[*kings.Battle] {
	t := &modhost.Tables[*kings.Battle]{
		Objects:   []modhost.Object[*kings.Battle]{kindCounter: counterKind, kindSide: sideKind, kindHex: hexKind, kindBattle: battleKind},
		Codecs:    codecs(lib),
		Format:    kingsdata.Format(),
		Library:   lib,
		Registers: registers(),
		Seats:     func(b *kings.Battle) []string { return b.Setup().SeatNames() },
		Tests:     testTables(lib),
		Docs: modhost.Docs{
			Acting: "onHit or onLost",
			Points: "worth, which depend on what is asked",
			Hook:   `"onValue"`,
			Asked:  `"attacker names a player", "attacker plays an item", "attacker changes a die", "defender loses a counter", "attacker retreats", "attacker has to retreat", "attacker removes a counter", or what a script asks: "defender: Stay or go?"; when the battle is over, how it ended`,
			Answer: `as players type it: "play talisman", "lose d1", "retreat north"`,
			Winner: `"attacker", "attacker2", "attacker3", "defender" or "draw"; nil while the battle lasts`,
		},
	}
	if lib == nil {
		t.Hooks = hooks(new(kings.Hooks))
		return t
	}
	t.Hooks = hooks(&gameOf(lib).Hooks)
	t.Ability = func(id string) string {
		if a, err := kingsdata.Ability(lib, id); err == nil {
			return a.Name
		}
		return id
	}
	t.Declare = func(m *mods) strict.Problems { return declareItems(lib, m) }
	return t
}

// gameOf returns the game of a library.
func gameOf(lib *library.Library) *kings.Game { return kingsdata.Game(lib) }
