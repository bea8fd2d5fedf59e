package heroes_test

import (
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

// What options are worth does not depend on the battles that the same Battle
// played before, whose tables counted their questions alike.
func TestWorthAtAnotherTable(t *testing.T) {
	lib := shipped(t)
	i := slices.IndexFunc(lib.Scenarios, func(s *library.Scenario) bool { return s.ID == "siege" })
	used, differ := newBattle(t, lib, i), 0
	for asked := range 60 {
		var before []int
		for seed := range uint64(3) {
			got, want := worths(used, seed, asked), worths(newBattle(t, lib, i), seed, asked)
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d, question %d: the options are worth %v, want %v", seed, asked, got, want)
			}
			if seed > 0 && !slices.Equal(before, want) {
				differ++
			}
			before = want
		}
	}
	if differ < 60 {
		t.Errorf("only %d of 120 questions differ from those before", differ)
	}
}

func newBattle(t *testing.T, lib *library.Library, scenario int) *heroes.Battle {
	b, err := heroes.NewBattle(heroesdata.Game(lib), lib.Scenarios[scenario].Setup.(heroes.Setup))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// worths are what the options of one question of a battle are worth, in which
// both sides answer with what is listed first. Nothing is appraised at the other
// questions.
func worths(b *heroes.Battle, seed uint64, asked int) (all []int) {
	seat := engine.OracleFunc(func(q engine.Question) (int, error) {
		answers := slices.Collect(q.Choice.Each)
		if b.Asking() == asked {
			for _, answer := range answers {
				all = append(all, answer, q.Choice.(engine.Appraiser).Appraise(answer))
			}
		}
		return answers[0], nil
	})
	b.Play(engine.NewTable(engine.NewDice(seed), seat, seat))
	return all
}
