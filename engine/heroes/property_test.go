package heroes_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
	"houserule/engine/library/heroesdata"
)

// anySetup is a battle of creatures of the shipped roster. Rapid draws small
// numbers more often than great ones, so that half of the battles get a
// higher least size.
func anySetup(t *rapid.T, pool []*heroes.Creature) heroes.Setup {
	least := 1
	if rapid.Bool().Draw(t, "big") {
		least = 4
	}
	setup := heroes.Setup{
		Walls:      rapid.SampledFrom([]heroes.Walls{heroes.NoTown, heroes.Intact, heroes.Breached, heroes.Sacked}).Draw(t, "walls"),
		RoundLimit: rapid.IntRange(least, least+3).Draw(t, "rounds"),
		Free:       rapid.IntRange(0, 9).Draw(t, "free") == 9,
	}
	for side := range setup.Sides {
		s := &setup.Sides[side]
		s.Guard = rapid.IntRange(0, 9).Draw(t, "guard") == 9
		s.Town = rapid.IntRange(-1, 6).Draw(t, "town")
		s.Hand = rapid.IntRange(0, 2).Draw(t, "hand")
		s.Deck = rapid.IntRange(0, 2).Draw(t, "deck")
		for range rapid.IntRange(least, least+3).Draw(t, "stacks") {
			var pile heroes.Pile
			for range rapid.IntRange(1, 3).Draw(t, "runs") {
				pile = append(pile, heroes.Run{N: rapid.IntRange(1, 2).Draw(t, "cards"), Creature: rapid.SampledFrom(pool).Draw(t, "creature")})
			}
			line := heroes.MeleeLine
			if rapid.Bool().Draw(t, "behind") {
				line = heroes.RangedLine
			}
			s.Army[line] = append(s.Army[line], pile)
		}
	}
	return setup
}

func anyBattle(t *rapid.T, g *heroes.Game, pool []*heroes.Creature) *heroes.Battle {
	b, err := heroes.NewBattle(g, anySetup(t, pool))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// anyMods is a game under any rules, with any abilities, and often with what a mod
// attaches to it: a change of one of the hooks, and stacks that join, rise, wait or change sides as rounds begin.
func anyMods(t *rapid.T, of *heroes.Game) *heroes.Game {
	g := anyGame(t, of)
	if rapid.IntRange(0, 2).Draw(t, "hooked") == 2 {
		hooks := reflect.ValueOf(&g.Hooks).Elem()
		i := rapid.IntRange(0, hooks.NumField()-1).Draw(t, "hook")
		attach(hooks.Type().Field(i).Name, hooks.Field(i).Addr())
		g.Begin = func(b, _ *heroes.Battle) { *b.Hosted() = new(strings.Builder) }
	}
	switch rapid.IntRange(0, 2).Draw(t, "summons") {
	case 1:
		g.Dead = true
		g.Hooks.RoundStart.Add(func(b *heroes.Battle, _, _ engine.None) engine.None {
			fallen, err := b.Fallen(heroes.Aggressor)
			standing := slices.Collect(b.Each(heroes.Aggressor)) // a check of fields takes the cards of some
			fallen = slices.DeleteFunc(fallen, func(s *heroes.Stack) bool { return slices.Contains(standing, s) })
			switch {
			case err == nil && len(fallen) > 0:
				err = b.Raise(fallen[0], 1, heroes.RangedLine)
			case len(standing) > 3:
				err = b.Transfer(standing[3], heroes.Defender)
			case len(standing) > 1 && standing[1].Top() != nil:
				err = b.Delay(standing[1], b.Game().Rules.Phases)
			}
			if err != nil {
				b.Fail(err)
			}
			return engine.None{}
		})
	case 2:
		side := engine.Side(rapid.IntRange(0, 1).Draw(t, "side"))
		joins := rapid.SampledFrom(g.Creatures).Draw(t, "joins")
		g.Summons = true
		g.Hooks.RoundStart.Add(func(b *heroes.Battle, _, _ engine.None) engine.None {
			if b.Room() > 0 {
				if _, err := b.Summon(side, heroes.RangedLine, joins, 1); err != nil {
					b.Fail(err)
				}
			}
			return engine.None{}
		})
	}
	return g
}

// battles are what the checks have to know of heroes: battles of the shipped
// roster.
func battles(t *testing.T) enginetest.Battles[*heroes.Battle] {
	base := heroesdata.Game(shipped(t))
	return enginetest.Battles[*heroes.Battle]{
		Draw: func(rt *rapid.T) *heroes.Battle {
			g := anyMods(rt, base)
			return anyBattle(rt, g, g.Creatures)
		},
		Show:  func(b *heroes.Battle) string { return fmt.Sprintf("%#v, %s", b.Result(), board(b)) },
		Setup: func(b *heroes.Battle) engine.Setup { return b.Setup() },
		Read: func(b *heroes.Battle, h engine.Header) (*heroes.Battle, error) {
			setup, err := heroesdata.ReadSetup(h, b.Game().Creature)
			if err != nil {
				return nil, err
			}
			return heroes.NewBattle(b.Game(), setup)
		},
		Near:       near,
		Single:     fewer,
		TryDiffers: onlyForward,
		Args:       args,
		Deploys:    func(b *heroes.Battle) bool { return b.Setup().Free },
	}
}

func TestBattles(t *testing.T) { battles(t).Test(t) }

// fewer tells of the choice of who acts next under hooks, which may forbid all stacks but
// one.
func fewer(c engine.Choice) bool {
	p, ok := c.(*heroes.Pick)
	return ok && p.Battle().Game().Begin != nil
}

// args are what a view asks a position about: living stacks, whosever turn it is,
// and their blows.
func args(b *heroes.Battle, _ engine.Question) (all []any) {
	all = append(all, 0, 1, "a1", heroes.MeleeLine, heroes.RangedLine, heroes.Melee, heroes.Ranged, heroes.Cast)
	for stat := ability.MeleeScore; stat <= ability.PhaseNumber; stat++ {
		all = append(all, stat)
	}
	for side := heroes.Aggressor; side <= heroes.Defender; side++ {
		for s := range b.Each(side) {
			all = append(all, s, engine.Event{What: heroes.StackLost, Who: int32(s.ID())})
			for at := range b.Each(1 - side) {
				for _, verb := range []heroes.Verb{heroes.Attack, heroes.Shoot} {
					blow := b.TurnOf(s).Blow(heroes.NewOption(verb, 0, at.ID(), at.Top().Count()))
					all = append(all, blow, b.Preview(blow))
				}
			}
		}
	}
	return all
}

// onlyForward tells of the choice of who comes forward. It is asked in the
// middle of other things, and to try it out is to bring somebody forward and no
// more.
func onlyForward(q engine.Question) bool {
	p, ok := q.Choice.(*heroes.Pick)
	return ok && p.Forward()
}

// near are options with one field set to another value.
func near(t *rapid.T, _ *heroes.Battle, c engine.Choice, listed int) (answers []int) {
	if _, ok := c.(*heroes.Act); !ok {
		return nil
	}
	o, n := heroes.Option(listed), rapid.IntRange(0, 12).Draw(t, "value")
	for _, option := range []heroes.Option{
		heroes.NewOption(heroes.Verb(n), o.Which(), o.Target(), o.Cards()),
		heroes.NewOption(o.Verb(), n, o.Target(), o.Cards()),
		heroes.NewOption(o.Verb(), o.Which(), n, o.Cards()),
		heroes.NewOption(o.Verb(), o.Which(), o.Target(), n),
		heroes.NewOption(o.Verb(), o.Which(), heroes.TownCard, o.Cards()),
	} {
		answers = append(answers, int(option))
	}
	return answers
}

// To try an answer out leads to where the battle stands after the step, in
// every scenario.
func TestTryInScenarios(t *testing.T) {
	lib := shipped(t)
	kit := battles(t)
	tries := 0
	for _, scenario := range lib.Scenarios {
		b, err := heroes.NewBattle(heroesdata.Game(lib), scenario.Setup.(heroes.Setup))
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(20) {
			n, err := kit.Try(b, seed)
			if err != nil {
				t.Fatalf("%s, seed %d: %v", scenario.ID, seed, err)
			}
			tries += n
		}
	}
	if tries < 10_000 {
		t.Errorf("only %d answers were tried out", tries)
	}
}
