package heroes_test

import (
	"fmt"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/strategy"
	"houserule/engine/library/heroesdata"
)

// at plays a transcript and lets look at the choice at which it ends.
func at(t *testing.T, text string, look func(engine.Choice)) {
	t.Helper()
	lib, err := recruits()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := parseTranscript(text, lib)
	if err != nil {
		t.Fatal(err)
	}
	looked := false
	tr.then = func(c engine.Choice) { look(c); looked = true }
	if told, err := tr.play(); err != nil || !looked {
		t.Fatalf("%v, after\n%s", err, told)
	}
}

func refuses(t *testing.T, c engine.Choice, answer int, want string) {
	t.Helper()
	got := "it is legal"
	if err := c.(engine.Refuser).Refuse(answer); err != nil {
		got = err.Error()
	}
	if got != want {
		t.Errorf("%#x: got %q, want %q", answer, got, want)
	}
	if c.Legal(answer) {
		t.Errorf("%#x is legal", answer)
	}
}

// What cannot be typed can be answered: every packed number that is no
// option is refused with its reason.
func TestRefusePacked(t *testing.T) {
	const (
		noOption  = "that is no option (H3)"
		noStack   = "there is no such stack on the field (H2.2)"
		cannot    = "its top card cannot cast that spell (H6.2)"
		swatLimit = "a swat names at least one card and no more than the limit (H2.3)"
	)
	t.Run("H3.5 what is no option", func(t *testing.T) {
		at(t, "aggressor: 1 priest, 1 orc\ndefender: 2 orc\n\n", func(c engine.Choice) {
			const d1, blessing, curse = 2, 1, 2
			for _, row := range []struct {
				option heroes.Option
				want   string
			}{
				{heroes.NewOption(heroes.Attack, 0, 3, 1), noStack},
				{heroes.NewOption(heroes.Attack, 1, d1, 1), noOption},
				{heroes.NewOption(heroes.Attack, 0, d1, 0), swatLimit},
				{heroes.NewOption(heroes.Attack, 0, heroes.TownCard-1, 1), noStack},
				{heroes.NewOption(heroes.CastSpell, 99, d1, 1), cannot},
				{heroes.NewOption(heroes.CastSpell, 0, d1, 1), cannot},
				{heroes.NewOption(heroes.CastSpell, curse, d1, 2), noStack},
				{heroes.NewOption(heroes.CastSpell, curse, heroes.TownCard, 1), noStack},
				{heroes.NewOption(heroes.CastSpell, blessing, d1, 1), "that spell is cast at the other side (H6.2)"},
				{heroes.NewOption(heroes.Sacrifice, 0, 3, 0), noStack},
				{heroes.NewOption(heroes.Sacrifice, 0, heroes.TownCard, 0), noStack},
				{heroes.NewOption(heroes.Sacrifice, 0, 1, 1), noStack},
				{heroes.NewOption(heroes.Sacrifice, 1, 1, 0), noStack},
				{heroes.NewOption(heroes.Pass, 0, 1, 0), noOption},
				{heroes.NewOption(heroes.Swarm, 1, 0, 0), noOption},
				{heroes.NewOption(heroes.Protect, 0, 0, 1), noOption},
				{heroes.NewOption(heroes.Move, 0, 1, 0), noOption},
				{heroes.NewOption(heroes.Emerge, 0, 1, 0), noOption},
				{heroes.NewOption(heroes.CustomVerb, 0, 0, 0), noOption},
				{heroes.NewOption(heroes.CustomVerb+1, 0, 0, 0), noOption},
				{0xff, noOption},
				{-1, noOption},
				{heroes.NewOption(heroes.Attack, 0, d1, 1) | -1<<62, swatLimit},
				{heroes.Option(heroes.Sacrifice) | 1<<24 | -1<<63, noStack},
			} {
				refuses(t, c, int(row.option), row.want)
			}
		})
	})
	t.Run("H2.2 a stack that is gone", func(t *testing.T) {
		at(t, "aggressor: 1 behemoth, 1 p8\ndefender: 1 p1, 2 p9\n\n> d1 pass\n> a1 attack d1 [1]\n", func(c engine.Choice) {
			refuses(t, c, int(heroes.NewOption(heroes.Attack, 0, 2, 1)), noStack)
		})
	})
	t.Run("H8.1 no town to attack", func(t *testing.T) {
		at(t, "aggressor: 1 orc\ndefender: 2 orc\n\n", func(c engine.Choice) {
			refuses(t, c, int(heroes.NewOption(heroes.Attack, 0, heroes.TownCard, 1)), "there are no walls to attack (H8.1)")
			refuses(t, c, int(heroes.NewOption(heroes.Attack, 0, heroes.TownCard, 2)), "there are no walls to attack (H8.1)")
		})
	})
	t.Run("H1.1 a stack that is not there", func(t *testing.T) {
		at(t, "aggressor: 1 orc, 1 orc\ndefender: 2 orc\n\n", func(c engine.Choice) {
			for _, answer := range []int{-1, 2, 3, 1 << 40} {
				refuses(t, c, answer, "that stack does not act in this phase (H1.1)")
			}
		})
	})
	t.Run("H4.1 a stack that is not there", func(t *testing.T) {
		at(t, "aggressor: | 1 orc, 1 orc, 1 orc, 1 orc\ndefender: 2 orc\n\n", func(c engine.Choice) {
			for _, answer := range []int{-1, 4, 5, 1 << 40} {
				refuses(t, c, answer, "only a stack of your ranged line can come forward (H4.1)")
			}
		})
	})
	t.Run("H7.2 no other answer", func(t *testing.T) {
		at(t, "aggressor: 1 captain; town 9\ndefender: 1 orc\n\n> a1 pass\n> d1 pass\n", func(c engine.Choice) {
			refuses(t, c, 2, "at most 1 (H7.2)")
			refuses(t, c, -1, "at most 1 (H7.2)")
		})
	})
	t.Run("H1.4 cards and places that are not there", func(t *testing.T) {
		at(t, "aggressor: 2 orc, 1 bandit\ndefender: 1 orc\nsetup: free\n\n> place 1 orc melee\n", func(c engine.Choice) {
			pack := func(kind, place, n int) int { return kind<<40 | place<<20 | n }
			refuses(t, c, pack(2, 0, 1), "there are no such cards to place (H1.4)")
			refuses(t, c, -1, "there are no such cards to place (H1.4)")
			refuses(t, c, pack(0, 0, 0), "there are 1 orc to place (H1.4)")
			refuses(t, c, pack(0, 0, 2), "there are 1 orc to place (H1.4)")
			refuses(t, c, pack(0, 3, 1), "there is no such stack yet (H1.4)")
		})
	})
}

// H1.4: a side sets up half of all stacks at most.
func TestFreeSetupLimit(t *testing.T) {
	lib, err := recruits()
	if err != nil {
		t.Fatal(err)
	}
	const most = heroes.MaxStacks / 2
	army, err := heroesdata.ParseArmy(lib, fmt.Sprint(most+1, " p1"))
	if err != nil {
		t.Fatal(err)
	}
	side := heroes.SideSetup{Army: army, Town: heroes.NoTownNear}
	game := heroes.NewGame(heroes.DefaultRules(), heroesdata.Game(lib).Creatures, heroesdata.Game(lib).Spells, strategy.New)
	b, err := heroes.NewBattle(game, heroes.Setup{Sides: [2]heroes.SideSetup{side, side}, Free: true})
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	b.Begin(engine.NewTable(engine.NewDice(1), engine.OracleFunc(func(q engine.Question) (int, error) {
		d, ok := q.Choice.(*heroes.Deploy)
		switch {
		case !ok || asked > most:
			return 0, engine.ErrRewind
		case d.Stacks() == most:
			refuses(t, d, 1, "a side has at most 8192 stacks (H1.4)")
			if first := d.First(); !d.Legal(first) {
				t.Errorf("%s comes first and is not legal", d.Name(first))
			}
			return 0, engine.ErrRewind
		}
		asked++
		return 1, nil // one card into a new stack on the melee line
	})))
	if asked != most {
		t.Errorf("%d stacks stand, want %d", asked, most)
	}
}

// What an army or a battle cannot be.
func TestNewBattleErrors(t *testing.T) {
	lib, err := recruits()
	if err != nil {
		t.Fatal(err)
	}
	orc, err := heroesdata.Game(lib).Creature("orc")
	if err != nil {
		t.Fatal(err)
	}
	pile := heroes.Pile{{N: 1, Creature: orc}}
	one := heroes.Army{{pile}}
	full := heroes.Pile{{N: heroes.MaxCards, Creature: orc}}
	many := heroes.Army{make([]heroes.Pile, heroes.MaxStacks)}
	for i := range many[0] {
		many[0][i] = pile
	}
	for _, row := range []struct {
		aggressor, defender heroes.Army
		want                string
	}{
		{heroes.Army{}, one, "the aggressor has no stacks"},
		{one, heroes.Army{}, "the defender has no stacks"},
		{one, many, "16385 stacks: a battle has at most 16384"},
		{one, heroes.Army{{full, full}, {full, full, full}}, "2621436 cards: a battle has at most 2097152"},
		{one, heroes.Army{{{}}}, "a stack of the defender has 0 cards: must be from 1 to 524287"},
		{heroes.Army{nil, {{{N: heroes.MaxCards, Creature: orc}, {N: 1, Creature: orc}}}}, one, "a stack of the aggressor has 524288 cards: must be from 1 to 524287"},
	} {
		_, err := heroes.NewBattle(heroesdata.Game(lib), heroes.Setup{Sides: [2]heroes.SideSetup{{Army: row.aggressor}, {Army: row.defender}}})
		if err == nil || err.Error() != row.want {
			t.Errorf("got %v, want %s", err, row.want)
		}
	}
}
