package fair_test

import (
	"errors"
	"fmt"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/fair"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/gamestest"
	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/library"
)

// A battle that is not in the file is looked at. People are told their own chance, or those of all
// sides.
func TestOf(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		game, scenario, set string
		people              []engine.Side
		want                string
	}{
		{"heroes", "golem-wall", "", []engine.Side{0}, "You win about 35 % if both play well."},
		{"heroes", "golem-wall", "", []engine.Side{1}, "You win about 65 % if both play well."},
		{"kings", "three-kings", "", []engine.Side{2}, "You win about 71 % if all play well."},
		{"kings", "four-kings", "", nil, "If all play well, the chances to win are about: the attacker 30 %, attacker2 24 %, attacker3 13 %, the defender 34 %."},
		{"kings", "duel", "kings.die=8", []engine.Side{0}, "You win about 33 % if both play well."},
		{"risk", "border", "risk.ties=attacker", []engine.Side{0}, "You win about 95 % if both play well."},
		{"heroes", "big", "heroes.swarm_factor=3", []engine.Side{0}, "You win about 94 % if both play well."},
		{"liars-dice", "five-dice", "liars-dice.die=8", []engine.Side{0}, "You win about 50 % if both play well."},
	} {
		r := bundled.Resolver()
		r.Game = row.game
		if row.set != "" {
			r.Set = []string{row.set}
		}
		lib, err := r.Load(games.Hint{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := lib.Scenario(row.scenario)
		if err != nil {
			t.Fatal(err)
		}
		m := library.Match{Scenario: s.ID, Setup: s.Setup}
		if got := fair.Of(lib, m).Say(row.people...); got != row.want {
			t.Errorf("%s %s: %q, want %q", row.scenario, row.set, got, row.want)
		}
	}
}

// Where no die is rolled before the first question, the chances are those of the first of the options.
func TestLookIsThatOfOptions(t *testing.T) {
	t.Parallel()
	for _, scenario := range []string{"golem-wall", "first-battle", "pass"} {
		lib, s, frontend := gamestest.Having(t, scenario)
		c, err := fair.Look(lib, s.Setup, analysis.FirstLook)
		if err != nil {
			t.Fatal(err)
		}
		b, err := lib.Game.NewBattle(s.Setup)
		if err != nil {
			t.Fatal(err)
		}
		v := frontend.New(lib, library.Match{Scenario: s.ID, Setup: s.Setup}, b)
		table, asked := engine.NewTable(nil), errors.New("asked")
		table.Past().Keep()
		seat := engine.OracleFunc(func(q engine.Question) (int, error) {
			v.Ask(q)
			if got, want := v.Options()[0].Wins, fmt.Sprintf("%.1f %%", 100*c.Wins[q.Side]); got != want {
				t.Errorf("%s: options show %s, the chance is %s", scenario, got, want)
			}
			return 0, asked
		})
		table.Seat(lib.Dice(1), seat, seat)
		if err := engine.Play(b, table); !errors.Is(err, asked) {
			t.Errorf("%s: %v", scenario, err)
		}
	}
}
