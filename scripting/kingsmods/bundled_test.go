package kingsmods_test

import (
	"math"
	"os"
	"testing"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/odds"
	"houserule/engine/players"
	"houserule/scripting/kingsmods"
	"houserule/scripting/modhosttest"
)

// kit has the base game and the mods that ship with the program.
var kit = modhosttest.Kit{Rules: kingsdata.Format(), Scripts: kingsmods.API, Root: os.DirFS("../.."), Least: 10}

func TestBundledModsPassTheirTests(t *testing.T)   { kit.BundleTests(t) }
func TestBundledModsAreDeterministic(t *testing.T) { kit.BundleReplays(t) }

// What scripts do to exact odds, against sums that can be done by hand.
func TestOdds(t *testing.T) {
	for _, row := range []struct {
		mods, attacker, defender string
		rounds                   int
		want                     float64 // that the attacker wins
	}{
		// Two of 4: in the round that decides one hits and the other misses, or
		// both hit, and then the hex stays the defender's (K5.1).
		{"", "troll", "white-bear", 0, 1. / 4},
		{"black-cloud", "troll", "white-bear", 0, 1. / 3},
		// A 5 of one's own becomes a hit, or a 4 of the bear's a miss.
		{"", "troll; lucky-charm", "white-bear", 1, 4./6*3/6 + 1./6*2/6},
		// A hit on the troll is saved with 4 of 6.
		{"", "troll; talisman", "white-bear", 1, 4. / 6 * (2./6 + 4./6*4/6)},
		// The firewall hits with 7 of 12 on the average, and takes the bear's hit.
		{"", "troll; firewall", "white-bear", 1, 1 - 5./12*2/6},
		// The sword: two dice at 5, and it takes the bear's hit.
		{"", "troll; sword", "white-bear", 1, 1 - 1./36},
		// A die more for each 1 that hits: only one of them has to.
		{"exploding-ones", "troll", "white-bear", 0, 1. / 4},
	} {
		var enabled []string
		if row.mods != "" {
			enabled = []string{row.mods}
		}
		lib, _ := kit.With(t, enabled...)
		setup := *battle(t, lib, row.attacker, row.defender).Setup()
		setup.Neighbors, setup.RoundLimit = nil, row.rounds
		graph := odds.NewGraph(battleOf(t, lib, setup), players.Greedy{}, players.Greedy{})
		root := graph.Begin()
		if err := graph.Explore(t.Context()); err != nil {
			t.Fatalf("%s: %v", row.attacker, err)
		}
		o, err := graph.Odds(root)
		if err != nil {
			t.Fatal(err)
		}
		if got := o.Wins[0].Value; math.Abs(got-row.want) > 1e-12+o.Bound {
			t.Errorf("%s, %s against %s: the attacker wins with %v, want %v", row.mods, row.attacker, row.defender, got, row.want)
		}
	}
}

// Where the rules let forts fight on at their full value, holding the walls
// adds nothing to that.
func TestHoldTheWallsAddsNothing(t *testing.T) {
	lib, _ := kit.With(t, "hold-the-walls")
	for wounded, want := range map[bool]int{true: 3, false: 3} {
		kingsdata.Game(lib).Rules.WoundedValue = wounded
		b := battle(t, lib, "troll", "castle")
		b.Begin(engine.NewTable(engine.NewDice(1)))
		if err := b.Wound(b.Counter(1)); err != nil {
			t.Fatal(err)
		}
		if got := b.ValueOf(b.Counter(1)); got != want {
			t.Errorf("wounded_value = %t: the castle fights at %d, want %d", wounded, got, want)
		}
	}
}

func TestWalks(t *testing.T) { kit.Walks(t, 4) }

func TestEveryHookIsTested(t *testing.T) { kit.EveryHookIsTested(t) }

// Every hook of the game is one that scripts can have: none was forgotten.
func TestHooksOfTheGame(t *testing.T) {
	kit.HooksOfTheGame(t, func(lib *library.Library) any { return &kingsdata.Game(lib).Hooks })
}
