package heroesview

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"testing"

	"houserule/cmd/houserule/view"
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
	lib, err := library.Load(heroesdata.Format(), os.DirFS("../../.."), "creatures.toml", "mods/heroes")
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
					got := view.Draw(v, view.Size{Columns: width})
					viewtest.Fits(t, name, got, width)
					viewtest.Golden(t, name, test.why+"\n"+got)
				})
			}
		})
	}
}

// H1.4: the board of a side that sets up its army is the same whatever the other has
// set up before.
func TestMustersAreHidden(t *testing.T) {
	lib := testLibrary(t)
	s, err := lib.Scenario("free")
	if err != nil {
		t.Fatal(err)
	}
	shown, placed := map[string]bool{}, map[string]bool{}
	for seed := range uint64(8) {
		b, err := heroes.NewBattle(heroesdata.Game(lib), s.Setup.(heroes.Setup))
		if err != nil {
			t.Fatal(err)
		}
		v := New(lib, library.Match{Scenario: s.ID, Players: []string{players.Human, players.Human}}, b)
		first, answers := players.NewRandom(0, seed), ""
		viewtest.Questions(t, v, engine.NewDice(1), []engine.Oracle{engine.OracleFunc(func(q engine.Question) (int, error) {
			answer, err := first.Answer(q)
			answers += q.Choice.Name(answer) + "\n"
			return answer, err
		}), players.Greedy{}}, 100, func(q engine.Question) {
			if d, ok := q.Choice.(*heroes.Deploy); ok && d.Side() == heroes.Defender && !placed[answers] {
				placed[answers] = true
				shown[viewtest.Data(t, v.Board())] = true
			}
		})
	}
	if len(placed) < 4 || len(shown) != 1 {
		t.Errorf("after %d set-ups of the aggressor the defender is shown %d boards", len(placed), len(shown))
	}
}

// With options and odds of every stack, a screen of the great field is drawn
// in well under the 20 ms that a person notices: docs/performance.md.
func BenchmarkScreen(b *testing.B) {
	lookAt(b, testLibrary(b), "big", 12, func(v *View) {
		by := v.battle.Name(v.battle.Acting())
		for b.Loop() {
			if view.Draw(v, view.Size{Columns: 80}) == "" || len(v.Options()) == 0 {
				b.Fatal("nothing to see")
			}
			for _, name := range v.Units() {
				v.Odds(context.Background(), []string{by, name}) // or why not
			}
		}
	})
}

// What is answered by itself cannot make a difference: a stack that strikes back
// all the same misses, whatever its die shows.
func TestIdleRetaliationMisses(t *testing.T) {
	lib := testLibrary(t)
	idle, asked, struck := 0, 0, 0
	for n := range 12 * len(lib.Scenarios) {
		s, seed := lib.Scenarios[n%len(lib.Scenarios)], uint64(n)
		b, err := heroes.NewBattle(heroesdata.Game(lib), s.Setup.(heroes.Setup))
		if err != nil {
			t.Fatal(err)
		}
		v := New(lib, library.Match{Scenario: s.ID, Players: []string{"human", "human"}}, b)
		vain, random := false, players.NewRandom(1, seed)
		player := engine.OracleFunc(func(q engine.Question) (int, error) {
			v.Ask(q)
			defer v.Ask(engine.Question{})
			r, reply := q.Choice.(*heroes.Reply)
			if !reply || r.What() != heroes.WhetherRetaliate {
				return random.Answer(q)
			}
			asked++
			answer, why, ok := v.Idle()
			if !ok {
				return random.Answer(q)
			}
			if idle++; answer != r.First() || why == "" {
				t.Errorf("%s: %q", r.Name(answer), why)
			}
			vain = true
			return 1 + idle%r.Most(), nil
		})
		dice := engine.NewDice(seed)
		table := engine.NewTable(engine.OracleFunc(func(q engine.Question) (int, error) {
			if vain {
				return int(q.Sides), nil
			}
			return dice.Answer(q)
		}), player, player)
		table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
			if e.What == heroes.Struck && vain {
				vain, struck = false, struck+1
				if b.Last().Hit {
					t.Errorf("%s: %s hits with %d", s.ID, b.Label(b.Last().By), b.Last().Die)
				}
			}
		}))
		if b.Play(table); table.Err() != nil {
			t.Fatal(table.Err())
		}
	}
	if idle < 20 || asked < 2*idle || struck != idle {
		t.Errorf("of %d questions %d were idle, %d were answered by a blow", asked, idle, struck)
	}
}
