package sorcerymods_test

import (
	"math"
	"os"
	"testing"

	"houserule/engine"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/odds"
	"houserule/engine/players"
	"houserule/engine/sorcery/fight"
	"houserule/scripting/modhosttest"
	"houserule/scripting/sorcerymods"
)

// kit has the base game and the mods that ship with the program.
var kit = modhosttest.Kit{
	Rules: sorcerydata.Format(), Scripts: sorcerymods.API, Root: os.DirFS("../.."), Least: 10,
	Files: map[string]string{"wars.toml": wars}, Fields: fields,
}

func TestBundledModsPassTheirTests(t *testing.T)   { kit.BundleTests(t) }
func TestBundledModsAreDeterministic(t *testing.T) { kit.BundleReplays(t) }

// Exact odds hold under scripts: what they remember and add is part of what
// tells two battles apart. They are what is counted in battles that are played.
func TestOdds(t *testing.T) {
	const games = 4000
	for _, row := range []struct{ mods, attacker, defender string }{
		{"", "will-o-the-wisps", "spearmen"},
		{"", "wolf-shirts", "spearmen"},
		{"", "doppelgangers", "royal-standard, spearmen*"},
		{"volley", "longbowmen", "pikemen"},
		{"leaderless-rout", "goblin-mob, spearmen, gash-bonechewer", "pikemen"},
	} {
		var enabled []string
		if row.mods != "" {
			enabled = []string{row.mods}
		}
		lib, _ := kit.With(t, enabled...)
		setup := field(t, lib, row.attacker, row.defender, "")
		graph := odds.NewGraph(battleOf(t, lib, setup), players.Greedy{}, players.Greedy{})
		root := graph.Begin()
		if err := graph.Explore(t.Context()); err != nil {
			t.Fatalf("%s: %v", row.attacker, err)
		}
		o, err := graph.Odds(root)
		if err != nil {
			t.Fatal(err)
		}
		b, wins := battleOf(t, lib, setup), 0
		for seed := range uint64(games) {
			table := engine.NewTable(lib.Dice(seed), players.Greedy{}, players.Greedy{})
			if b.Play(table).Winner == fight.Attacker {
				wins++
			}
			if err := table.Err(); err != nil {
				t.Fatal(err)
			}
		}
		p := o.Wins[fight.Attacker].Value
		if got := float64(wins) / games; p <= 0 || p >= 1 || math.Abs(got-p) > 4*math.Sqrt(p*(1-p)/games) {
			t.Errorf("%s, %s against %s: the attacker wins with %v, and has won %v", row.mods, row.attacker, row.defender, p, got)
		}
	}
}

func TestWalks(t *testing.T) { kit.Walks(t, 4) }

func TestEveryHookIsTested(t *testing.T) { kit.EveryHookIsTested(t) }
