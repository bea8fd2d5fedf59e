package heroesview

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/players"
)

func TestMain(m *testing.M) {
	flag.Parse()
	os.Setenv("NO_COLOR", "1")
	os.Exit(m.Run())
}

func testLibrary(t testing.TB) *library.Library {
	t.Helper()
	lib, err := library.Load(heroesdata.System(), os.DirFS("../../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// lookAt looks at a scenario, played by the computer, while choice n or the
// next one for which a stack acts is asked for.
func lookAt(t testing.TB, lib *library.Library, scenario string, n int, look func(*View)) {
	t.Helper()
	s, err := lib.Scenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	b, err := heroes.NewBattle(heroesdata.Game(lib), s.Setup.(heroes.Setup))
	if err != nil {
		t.Fatal(err)
	}
	v := New(lib, library.Match{Scenario: scenario, Players: []string{"greedy", "random"}}, b)
	seats := []engine.Oracle{players.Greedy{}, players.NewRandom(1, 1)}
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		if _, reply := q.Choice.(*heroes.Reply); n <= 0 && !reply {
			v.Ask(q)
			look(v)
			return 0, engine.ErrRewind
		}
		n--
		return seats[q.Side].Answer(q)
	})
	table := engine.NewTable(engine.NewDice(1), player, player)
	table.Explain(true)
	b.Play(table)
	if !errors.Is(table.Err(), engine.ErrRewind) {
		t.Fatalf("%s is over before anybody looks: %v", scenario, table.Err())
	}
}

// The board at three widths, in battles where everything occurs that it can
// show. No line is wider than the screen, or trails blanks.
func TestBoards(t *testing.T) {
	lib := testLibrary(t)
	for _, test := range []struct {
		scenario string
		choices  int
		why      string
	}{
		{"big", 0, "the start of the great field"},
		{"big", 40, "in the middle of it"},
		{"siege", 21, "walls, stances, retaliations"},
		{"casters", 14, "effects of spells"},
		{"duel", 9, "hands, towns, support"},
		{"free", 3, "a free set-up, half done"},
	} {
		lookAt(t, lib, test.scenario, test.choices, func(v *View) {
			for _, width := range []int{60, 80, 140} {
				name := fmt.Sprintf("%s-%d-%d.txt", test.scenario, test.choices, width)
				t.Run(name, func(t *testing.T) {
					got := v.Board(width)
					viewtest.Fits(t, name, got, width)
					viewtest.Golden(t, name, test.why+"\n"+got)
				})
			}
		})
	}
}

// With options and odds of every stack, a screen of the great field is drawn
// in well under the 20 ms that a person notices: docs/performance.md.
func BenchmarkScreen(b *testing.B) {
	lookAt(b, testLibrary(b), "big", 12, func(v *View) {
		by := v.battle.Name(v.battle.Acting())
		for b.Loop() {
			if v.Board(80) == "" || len(v.Options()) == 0 {
				b.Fatal("nothing to see")
			}
			for _, name := range v.Units() {
				v.Odds(context.Background(), []string{by, name}) // or why not
			}
		}
	})
}
