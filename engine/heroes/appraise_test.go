package heroes_test

import (
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/players"
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

// Where a stack that moves back leaves a gap, whoever tries out which stack
// fills it has a battle in which both stand on their lines.
func TestTryWhileOneMoves(t *testing.T) {
	lib := shipped(t)
	army, err := heroesdata.ParseArmy(lib, "orc, orc, orc | halfling, halfling, halfling")
	if err != nil {
		t.Fatal(err)
	}
	side := heroes.SideSetup{Army: army, Town: heroes.NoTownNear}
	b, err := heroes.NewBattle(heroesdata.Game(lib), heroes.Setup{Sides: [2]heroes.SideSetup{side, side}, RoundLimit: 3})
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		if p, ok := q.Choice.(*heroes.Pick); ok && p.Forward && tried == 0 {
			tried++
			scratch := p.Scratch().(*heroes.Battle)
			scratch.Sit(engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{}))
			p.Try(scratch, p.First())
			if front, back := scratch.Count(q.Side, heroes.MeleeLine), scratch.Count(q.Side, heroes.RangedLine); front != 3 || back != 3 {
				t.Errorf("%d stacks in front and %d behind, want 3 and 3", front, back)
			}
			for !scratch.Over() && scratch.Err() == nil {
				scratch.Step()
			}
			if err := scratch.Err(); err != nil {
				t.Error(err)
			}
		}
		if q.Choice.Legal(int(heroes.Move)) {
			return int(heroes.Move), nil
		}
		return q.Choice.First(), nil
	})
	b.Play(engine.NewTable(engine.NewDice(1), player, player))
	if err := b.Err(); err != nil || tried == 0 {
		t.Errorf("%d tries: %v", tried, err)
	}
}
