package sorceryview

import (
	"errors"
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/players"
	"houserule/engine/sorcery/fight"
)

func testLibrary(t testing.TB) *library.Library {
	t.Helper()
	return viewtest.Library(t, sorcerydata.Format())
}

func parsed(t testing.TB, lib *library.Library, text string) fight.Army {
	t.Helper()
	a, err := sorcerydata.ParseArmy(lib, text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// viewOf is a view of a set-up, with a person and the computer.
func viewOf(t testing.TB, lib *library.Library, scenario string, setup engine.Setup) *View {
	t.Helper()
	b, err := gameOf(lib).NewBattle(setup)
	if err != nil {
		t.Fatal(err)
	}
	return New(lib, library.Match{Scenario: scenario, Setup: setup, Seed: 1, Players: []string{"human", "greedy"}}, b.(*fight.Battle))
}

// battleOf is a view of typed armies in a terrain.
func battleOf(t testing.TB, lib *library.Library, attacker, defender, terrain string) *View {
	t.Helper()
	return viewOf(t, lib, "", fight.Setup{
		Armies: [fight.Seats]fight.Army{parsed(t, lib, attacker), parsed(t, lib, defender)}, Terrain: terrain,
	})
}

func setupOf(t testing.TB, lib *library.Library, scenario string) engine.Setup {
	t.Helper()
	s, err := lib.Scenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	return s.Setup
}

// battles are the scenarios that are battles for one hex.
func battles(lib *library.Library) (all []*library.Scenario) {
	for _, s := range lib.Scenarios {
		if _, ok := s.Setup.(fight.Setup); ok {
			all = append(all, s)
		}
	}
	return all
}

// lookAt looks at a scenario, played by the computer, while choice n is asked
// for, or at its end.
func lookAt(t testing.TB, lib *library.Library, scenario string, n int, look func(*View)) {
	t.Helper()
	lookInto(t, viewOf(t, lib, scenario, setupOf(t, lib, scenario)), n, look)
}

// lookInto looks at a view while choice n is asked for, or at its end.
func lookInto(t testing.TB, v *View, n int, look func(*View)) {
	t.Helper()
	seats := make([]engine.Oracle, v.battle.Seats())
	for side := range seats {
		seats[side] = restless(players.NewRandom(engine.Side(side), 3), n%5 != 0)
	}
	viewtest.Look(t, v, seats, n, func() { look(v) })
}

// until looks at a view while the first question of a kind is asked.
func until(t testing.TB, v *View, k *engine.Form, look func(*View)) {
	t.Helper()
	found := false
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		v.Ask(q)
		defer v.Ask(engine.Question{})
		if v.Form() == k && !found {
			found = true
			look(v)
			return 0, engine.ErrRewind
		}
		return q.First(), nil
	})
	table := engine.NewTable(engine.NewDice(1), player, player)
	engine.Play(v.Battle(), table)
	if err := table.Err(); err != nil && !errors.Is(err, engine.ErrRewind) {
		t.Fatal(err)
	}
	if !found {
		t.Errorf("nobody was asked to %s", k.Name)
	}
}

// restless is a player who withdraws when it can and yields seldom, if it is
// not at ease.
func restless(player engine.Oracle, restless bool) engine.Oracle {
	return engine.OracleFunc(func(q engine.Question) (int, error) {
		if d, ok := q.Choice.(*fight.Deciding); ok && d.What != fight.AsWings {
			if !restless {
				return d.First(), nil
			}
			if d.What == fight.Withdraws {
				return fight.Yes, nil
			}
		}
		return player.Answer(q)
	})
}

// live returns the battle of a view, which the view itself only reads.
func live(v *View) *fight.Battle { return v.Battle().(*fight.Battle) }
