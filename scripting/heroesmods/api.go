// Package heroesmods lets Lua scripts take part in battles of heroes. It is
// the tables that [modhost] needs: the hooks and the fields of their events
// (hooks.go), the values that scripts can read of a stack, a side and the battle
// (objects.go), the methods that change them (actions.go), declarations
// (declare.go), and the set-up of tests (testing.go).
package heroesmods

import (
	"slices"

	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/strict"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// API is the scripting of heroes.
var API = modhost.NewAPI(tables, attach)

// attach connects the game of a library with its mods.
func attach(lib *library.Library, m *mods) {
	game := gameOf(lib)
	game.Summons = true
	game.Dead = slices.ContainsFunc([]string{"dead", "fallen", "raise"}, m.Program().Calls)
	game.SupportApart = !slices.ContainsFunc([]string{"attack_score", "defense_score"}, m.Program().Calls) && !m.Touches("onAttack", "score") && !m.Touches("onDefense", "score")
	game.Begin = func(b, of *heroes.Battle) {
		m.Start(b, of)
		if of != nil && of.Supposes(b) {
			m.Aside(b, of)
		}
	}
}

// tables returns the tables of a library, or without a library those for documentation.
func tables(lib *library.Library) *modhost.Tables[*heroes.Battle] {
	t := &modhost.Tables[*heroes.Battle]{
		Objects:   []modhost.Object[*heroes.Battle]{kindStack: stackKind, kindSide: sideKind, kindBattle: battleKind},
		Codecs:    codecs(lib),
		Format:    heroesdata.Format(),
		Library:   lib,
		Registers: registers(),
		Words:     promptWords(),
		Reserved:  stackName.MatchString,
		Seats: func(*heroes.Battle) []string {
			return []string{heroes.SideName(heroes.Aggressor), heroes.SideName(heroes.Defender)}
		},
		Tests: testTables(lib),
		Docs: modhost.Docs{
			Acting: "onHit or onKilled",
			Points: "cost",
			Hook:   `"onAttack"`,
			Asked:  `"d1 acts", "a1 retaliates", "defender withdraws" ..., or what a script asks: "defender: Stay or go?"; when the battle is over, how it ended`,
			Answer: `as players type it: "d1 attack a1", "a1 retaliate"`,
			Finish: "Lets the players called reference play to the end, with seeded dice after the given ones.",
			Winner: `"aggressor", "defender" or "draw"; nil while the battle lasts`,
		},
	}
	if lib == nil {
		t.Hooks = hooks(new(heroes.Hooks))
		return t
	}
	game := gameOf(lib)
	t.Hooks = hooks(&game.Hooks)
	t.Points = func(evaluated int) float64 { return float64(evaluated) / float64(game.Rules.Die*game.Rules.Die) }
	t.Ability = func(id string) string {
		if a, err := heroesdata.Ability(lib, id); err == nil {
			return a.Name
		}
		return id
	}
	t.Option = func(m *mods, r scripting.Registration, name string) error {
		custom, err := customOption(m, r, name, "act")
		if err != nil {
			return err
		}
		custom.Text = scripting.Plain(r.Value("text").Text(), modhost.MaxText)
		game.CustomOptions = append(game.CustomOptions, *custom)
		return nil
	}
	t.Declare = func(m *mods) strict.Problems { return declareSpells(lib, m) }
	return t
}

// gameOf returns the game of a library.
func gameOf(lib *library.Library) *heroes.Game { return heroesdata.Game(lib) }
