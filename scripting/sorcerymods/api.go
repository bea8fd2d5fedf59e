// Package sorcerymods lets Lua scripts take part in battles of sorcery. It is
// the tables that [modhost] needs: the hooks and the fields of their events
// (hooks.go), the values that scripts can read of a unit, a side, a hex and
// the battle (objects.go), the part of them that each seat may see (sight.go), the
// methods that change them (actions.go), and the set-up of tests (testing.go).
package sorcerymods

import (
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// API is the scripting of sorcery.
var API = modhost.NewAPI(tables, attach)

// attach connects the game of a library with its mods.
func attach(lib *library.Library, m *modhost.Mods[*fight.Battle]) {
	game := sorcerydata.Game(lib)
	game.Joins = true
	game.Begin = m.Start
}

// seatNames returns the names of the sides of a battle.
func seatNames(b fight.Position) (names []string) {
	for side := range fight.Seats {
		names = append(names, b.SideName(side))
	}
	return names
}

// tables returns the tables of a library, or without a library those for documentation.
func tables(lib *library.Library) *modhost.Tables[*fight.Battle] {
	t := &modhost.Tables[*fight.Battle]{
		Objects: []modhost.Object[*fight.Battle]{kindUnit: unitKind, kindSide: sideKind, kindHex: hexKind, kindBattle: battleKind},
		Codecs:  codecs(lib),
		Format:  sorcerydata.Format(),
		Library: lib,
		Seats:   func(b *fight.Battle) []string { return seatNames(b.Reading()) },
		Viewer: func(b *fight.Battle, self lua.Value) engine.Side {
			_, ref, _ := self.Object()
			return b.Unit(int(ref)).Side()
		},
		Tests: testTables(lib),
		Docs: modhost.Docs{
			Acting: "onRoundEnd or onLost",
			Points: "strength, which depend on what is asked",
			Hook:   `"onMorale"`,
			Asked:  `"attacker picks who leads", "defender places units", "attacker withdraws or stays", "defender lends leadership", "attacker leaves", or what a script asks: "defender: Stay or go?"; when the battle is over, how it ended`,
			Answer: `as players type it: "lead a3", "charge all", "withdraw", "leave north"`,
			Winner: `"attacker", "defender" or "draw"; nil while the battle lasts`,
		},
	}
	if lib == nil {
		t.Hooks = hooks(new(fight.Hooks), new(sorcery.WarHooks))
		return t
	}
	t.Hooks = hooks(&sorcerydata.Game(lib).Hooks, &sorcerydata.Game(lib).WarHooks)
	t.Ability = func(id string) string {
		if a, err := sorcerydata.Ability(lib, id); err == nil {
			return a.Name
		}
		return id
	}
	return t
}
