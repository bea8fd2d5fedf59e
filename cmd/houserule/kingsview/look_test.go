package kingsview

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/players"
)

var update = flag.Bool("update", false, "write the golden screens anew")

func TestMain(m *testing.M) {
	flag.Parse()
	os.Setenv("NO_COLOR", "1")
	os.Exit(m.Run())
}

func testLibrary(t testing.TB) *library.Library {
	t.Helper()
	lib, err := library.LoadMods(kingsdata.System(), library.Base(kingsdata.System(), os.DirFS("../../..")), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// crowded fills the camp of crowded-retreat up.
func crowded(t testing.TB, lib *library.Library) {
	t.Helper()
	s, err := lib.Scenario("crowded-retreat")
	if err != nil {
		t.Fatal(err)
	}
	s.Setup.(kings.Setup).Neighbors[0].Army[0].N += 4
}

func parsed(t testing.TB, lib *library.Library, text string) kings.Army {
	t.Helper()
	a, err := kingsdata.ParseArmy(lib, text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// viewOf is a view of a set-up, played by the computer.
func viewOf(t testing.TB, lib *library.Library, scenario string, setup kings.Setup) *View {
	t.Helper()
	b, err := kings.NewBattle(kingsdata.Game(lib), setup)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"human", "greedy", "random", "greedy"}
	return New(lib, library.Match{Scenario: scenario, Setup: setup, Seed: 1, Players: names[:len(setup.Sides)]}, b)
}

func setupOf(t testing.TB, lib *library.Library, scenario string) kings.Setup {
	t.Helper()
	s, err := lib.Scenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	return s.Setup.(kings.Setup)
}

// lookAt looks at a scenario, played by the computer, while choice n is asked
// for, or at its end.
func lookAt(t testing.TB, lib *library.Library, scenario string, n int, look func(*View)) {
	t.Helper()
	v := viewOf(t, lib, scenario, setupOf(t, lib, scenario))
	seats := make([]engine.Oracle, v.battle.Seats())
	for side := range seats {
		player := players.NewRandom(engine.Side(side), 3)
		seats[side] = engine.OracleFunc(func(q engine.Question) (int, error) {
			v.Ask(q)
			if n--; n < 0 {
				look(v)
				return 0, engine.ErrRewind
			}
			defer v.Ask(engine.Question{})
			if _, ok := q.Choice.(*kings.Leave); ok && n%5 != 0 {
				return kings.Stay, nil
			}
			return player.Answer(q)
		})
	}
	table := engine.NewTable(engine.NewDice(1), seats...)
	table.Explain(true)
	table.Listen(engine.ListenerFunc(func(engine.Seats, engine.Event) {}))
	v.battle.Play(table)
	switch err := table.Err(); {
	case err == nil:
		look(v)
	case !errors.Is(err, engine.ErrRewind):
		t.Fatal(err)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
	}
}
