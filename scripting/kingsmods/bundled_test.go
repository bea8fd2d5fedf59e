package kingsmods_test

import (
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"testing"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/odds"
	"houserule/engine/players"
	"houserule/scripting/kingsmods"
	"houserule/scripting/modhost"
)

// bundled are the mods for kings that ship with the program, without the base
// game.
func bundled(t testing.TB) (found []library.Found, ids []string) {
	found = library.Find(library.Folder{FS: os.DirFS("../.."), Dir: "mods", Where: "mods"})
	for _, f := range found {
		if f.Mod.Game == "kings" && f.Mod.ID != "kings" {
			ids = append(ids, f.Mod.ID)
		}
	}
	return found, ids
}

// with loads the base game with mods of the bundle, and installs its scripts.
func with(t testing.TB, ids ...string) (*library.Library, modhost.Scripts) {
	t.Helper()
	found, _ := bundled(t)
	lib, err := library.LoadMods(kingsdata.System(), library.Base(kingsdata.System(), os.DirFS("../..")), found, ids, nil)
	if err != nil {
		t.Fatal(err)
	}
	mods, err := kingsmods.System.Install(lib, modhost.Stop)
	if err != nil {
		t.Fatal(err)
	}
	return lib, mods
}

// The base game and every mod of the bundle pass their own tests, and leave
// no hook and no item untested.
func TestBundledModsPassTheirTests(t *testing.T) {
	_, ids := bundled(t)
	for _, id := range append(ids, "kings") {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			var enabled []string
			if id != "kings" {
				enabled = []string{id}
			}
			_, mods := with(t, enabled...)
			report, err := mods.RunTests(id, "")
			if err != nil {
				t.Fatal(err)
			}
			if len(report.Tests) == 0 {
				t.Error("it has no tests")
			}
			for _, test := range report.Tests {
				if f := test.Failure; f != nil {
					t.Errorf("%s: %s:%d: %s\n%s\n%s", test.Name, f.File, f.Line, f.Text, f.Asked, strings.Join(f.Log, "\n"))
				}
			}
			for _, use := range report.Unused() {
				t.Errorf("%s:%d: %s is never run by its tests", use.File, use.Line, use.What)
			}
		})
	}
}

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
		lib, _ := with(t, enabled...)
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

// one plays a battle between greedy and random players, writes its journal and
// returns it.
func one(lib *library.Library, scenario *library.Scenario, seed uint64) (string, error) {
	b, err := kings.NewBattle(kingsdata.Game(lib), scenario.Setup.(kings.Setup))
	if err != nil {
		return "", err
	}
	m := library.Match{Scenario: scenario.ID, Setup: scenario.Setup, Seed: seed, Dice: library.Seeded}
	var seats []engine.Oracle
	for side := range engine.Side(b.Seats()) {
		if (uint64(side)+seed)%2 == 0 {
			m.Players, seats = append(m.Players, "greedy"), append(seats, players.Greedy{})
		} else {
			m.Players, seats = append(m.Players, "random"), append(seats, players.NewRandom(side, seed))
		}
	}
	var journal strings.Builder
	w, err := engine.NewJournalWriter(&journal, lib.Header(m))
	if err != nil {
		return "", err
	}
	table := engine.NewTable(lib.Dice(seed), seats...)
	table.Record(w)
	result := b.Play(table)
	if err := table.Err(); err != nil {
		return "", fmt.Errorf("%s, seed %d: %w", scenario.ID, seed, err)
	}
	err = w.Close(result.String())
	return journal.String(), err
}

// With the base game and with every mod of the bundle: the same battles
// whatever number of them run side by side, and journals that replay
// identically with everything loaded anew.
func TestBundledModsAreDeterministic(t *testing.T) {
	_, ids := bundled(t)
	for _, id := range append(ids, "") {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			var enabled []string
			if id != "" {
				enabled = []string{id}
			}
			lib, _ := with(t, enabled...)
			again, _ := with(t, enabled...)
			var seeds uint64 = 6
			if testing.Short() {
				seeds = 2
			}
			journals := make([]string, len(lib.Scenarios)*int(seeds))
			var wait sync.WaitGroup
			for i := range journals {
				wait.Go(func() {
					journal, err := one(lib, lib.Scenarios[i/int(seeds)], uint64(i)%seeds)
					if err != nil {
						t.Error(err)
					}
					journals[i] = journal
				})
			}
			wait.Wait()
			for i, want := range journals {
				scenario := again.Scenarios[i/int(seeds)]
				got, err := one(again, scenario, uint64(i)%seeds)
				if err != nil {
					t.Fatal(err)
				}
				if got != want {
					t.Fatalf("%s, seed %d: alone\n%s\nside by side\n%s", scenario.ID, uint64(i)%seeds, got, want)
				}
				replayed(t, again, got)
			}
		})
	}
}

// replayed plays a journal again.
func replayed(t *testing.T, lib *library.Library, text string) {
	t.Helper()
	j, err := engine.ReadJournal(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	m, err := lib.Match(j.Header)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Restream(lib.Streams); err != nil {
		t.Fatal(err)
	}
	b := battleOf(t, lib, m.Setup.(kings.Setup))
	answers := &engine.Replay{Entries: j.Entries}
	table := engine.NewTable(answers, answers, answers, answers, answers)
	result := b.Play(table)
	if err := table.Err(); err != nil {
		t.Fatal(err)
	}
	if err := answers.Done(); err != nil {
		t.Fatal(err)
	}
	if result.String() != j.End {
		t.Errorf("it ended %q, now %q", j.End, result)
	}
}

// Where the rules let forts fight on at their full value, holding the walls
// adds nothing to that.
func TestHoldTheWallsAddsNothing(t *testing.T) {
	lib, _ := with(t, "hold-the-walls")
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
