package kingsview

import (
	"flag"
	"os"
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/players"
)

func TestMain(m *testing.M) {
	flag.Parse()
	os.Setenv("NO_COLOR", "1")
	os.Exit(m.Run())
}

func testLibrary(t testing.TB) *library.Library {
	t.Helper()
	return viewtest.Library(t, kingsdata.Format())
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
	seats, left := make([]engine.Oracle, v.battle.Seats()), n
	for side := range seats {
		player := players.NewRandom(engine.Side(side), 3)
		seats[side] = engine.OracleFunc(func(q engine.Question) (int, error) {
			left--
			if _, ok := q.Choice.(*kings.Leave); ok && left%5 != 0 {
				return kings.Stay, nil
			}
			return player.Answer(q)
		})
	}
	viewtest.Look(t, v, seats, n, func() { look(v) })
}
