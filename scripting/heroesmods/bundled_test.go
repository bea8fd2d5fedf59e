package heroesmods_test

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/players"
	"houserule/scripting/heroesmods"
	"houserule/scripting/modhost"
)

// bundled are the mods that ship with the program.
func bundled(t testing.TB) []library.Found {
	found := library.Find(library.Folder{FS: os.DirFS("../.."), Dir: "mods", Where: "mods"})
	if len(found) < 10 {
		t.Fatalf("only %d mods are found", len(found))
	}
	return found
}

// with loads the base game with mods of the bundle.
func with(t testing.TB, ids ...string) *library.Library {
	t.Helper()
	lib, err := library.LoadMods(heroesdata.System(), library.Base(heroesdata.System(), os.DirFS("../..")), bundled(t), ids, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := heroesmods.System.Install(lib, modhost.Stop); err != nil {
		t.Fatal(err)
	}
	return lib
}

func optionalMods(t testing.TB) (ids []string) {
	for _, f := range bundled(t) {
		if f.Mod.ID != "heroes" && f.Mod.Game == "heroes" {
			ids = append(ids, f.Mod.ID)
		}
	}
	return ids
}

// one plays a battle, writes its journal and returns both in words.
func one(lib *library.Library, scenario *library.Scenario, seed uint64) (string, error) {
	b, err := heroes.NewBattle(heroesdata.Game(lib), scenario.Setup.(heroes.Setup))
	if err != nil {
		return "", err
	}
	var journal strings.Builder
	m := library.Match{Scenario: scenario.ID, Setup: scenario.Setup, Seed: seed, Dice: library.Seeded, Players: []string{"greedy", "random"}}
	w, err := engine.NewJournalWriter(&journal, lib.Header(m))
	if err != nil {
		return "", err
	}
	table := engine.NewTable(lib.Dice(seed), players.Greedy{}, players.NewRandom(1, seed))
	table.Record(w)
	result := b.Play(table)
	if err := table.Err(); err != nil {
		return "", fmt.Errorf("%s, seed %d: %w", scenario.ID, seed, err)
	}
	err = w.Close(result.String())
	return journal.String(), err
}

// With every mod of the bundle, and with all that go together at once: the
// same battles whatever number of them run side by side, and journals that
// replay identically with everything loaded anew.
func TestBundledModsAreDeterministic(t *testing.T) {
	ids := optionalMods(t)
	sets := [][]string{}
	for _, id := range ids {
		sets = append(sets, []string{id})
	}
	sets = append(sets, ids)
	for _, set := range sets {
		t.Run(strings.Join(set, "+"), func(t *testing.T) {
			t.Parallel()
			if _, err := library.LoadMods(heroesdata.System(), library.Base(heroesdata.System(), os.DirFS("../..")), bundled(t), set, nil); err != nil && len(set) > 1 {
				t.Skip(err) // some say that they do not go together
			}
			lib, again := with(t, set...), with(t, set...)
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
	b, err := heroes.NewBattle(heroesdata.Game(lib), m.Setup.(heroes.Setup))
	if err != nil {
		t.Fatal(err)
	}
	answers := &engine.Replay{Entries: j.Entries}
	table := engine.NewTable(answers, answers, answers)
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

// Every mod of the bundle passes its own tests, and leaves no hook untested.
func TestBundledModsPassTheirTests(t *testing.T) {
	for _, id := range optionalMods(t) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			lib, err := library.LoadMods(heroesdata.System(), library.Base(heroesdata.System(), os.DirFS("../..")), bundled(t), []string{id}, nil)
			if err != nil {
				t.Fatal(err)
			}
			mods, err := heroesmods.System.Install(lib, modhost.Stop)
			if err != nil {
				t.Fatal(err)
			}
			report, err := mods.RunTests(id, "")
			if err != nil {
				t.Fatal(err)
			}
			if len(report.Tests) == 0 {
				t.Error("it has no tests")
			}
			for _, test := range report.Tests {
				if test.Failure != nil {
					t.Errorf("%s: %s:%d: %s\n%s", test.Name, test.Failure.File, test.Failure.Line, test.Failure.Text, strings.Join(test.Failure.Log, "\n"))
				}
			}
			for _, use := range report.Unused() {
				t.Errorf("%s:%d: %s is never run by its tests", use.File, use.Line, use.What)
			}
		})
	}
}
