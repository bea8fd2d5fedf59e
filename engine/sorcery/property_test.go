package sorcery_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/fight/fighttest"
)

func anyBattle(t *rapid.T, test testing.TB) *fight.Battle {
	g := newGame(test, fighttest.AnyRules(t, sorcery.DefaultRules()))
	b, err := fight.NewBattle(g.Game, fighttest.AnySetup(t, g.Game))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// battles are what the checks have to know of sorcery.
func battles(t *testing.T) enginetest.Battles[*fight.Battle] {
	return enginetest.Battles[*fight.Battle]{
		Draw:  func(rt *rapid.T) *fight.Battle { return anyBattle(rt, t) },
		Show:  func(b *fight.Battle) string { return fmt.Sprintf("%#v, %s", b.Result(), fighttest.Board(b)) },
		Setup: func(b *fight.Battle) engine.Setup { return b.Setup() },
		Read: func(b *fight.Battle, h engine.Header) (*fight.Battle, error) {
			setup, err := fight.ReadSetup(h, b.Game().Kind)
			if err != nil {
				return nil, err
			}
			return fight.NewBattle(b.Game(), setup)
		},
		Near: func(_ *rapid.T, b *fight.Battle, _ engine.Choice, _ int) (answers []int) {
			for answer := -2; answer < len(b.Units())+4; answer++ {
				answers = append(answers, answer)
			}
			return answers
		},
		TryDiffers: unseenChargers,
		Looks:      looks,
		Single:     func(engine.Choice) bool { return false },
		Complete:   true, OneQuestion: true, WalkKeys: true, With: []enginetest.Battles[*fight.Battle]{wars(t)},
	}
}

func TestBattles(t *testing.T) { battles(t).Test(t) }

// looks looks at a battle or a campaign as its view does.
func looks(b *fight.Battle, _ engine.Question) {
	for i := range b.Units() {
		u := b.Unit(i)
		b.Reading().StrengthOf(u)
		b.Reading().DefenseOf(u)
		b.Reading().MoraleOf(u)
		for side := range fight.Seats {
			b.Reading().KnownTo(side).Label(u)
		}
		if on := sorcery.TheaterOf(b.Reading()); b.Reading().InWar() && on.At(u) >= 0 {
			on.Left(u)
			on.WeightIn(u.Side(), on.At(u))
			on.LimitOf(u.Side(), on.At(u))
			for _, h := range on.Grid().Neighbors(on.At(u).Hex()) {
				on.StepCost(u, on.At(u).Hex(), h)
				on.Reacting(u, h)
			}
		}
	}
	for side := range fight.Seats {
		b.Value(side)
		b.Reading().Tally(side)
		b.Reading().Modified(side, 1)
		if b.Reading().InWar() {
			sorcery.TheaterOf(b.Reading()).Points(side)
		}
	}
}

// unseenChargers tells of the choice before which the enemy has named chargers
// in secret.
func unseenChargers(q engine.Question) bool {
	p, ok := q.Choice.(*fight.Picking)
	return ok && p.What == fight.PickCharge && q.Side == fight.Defender
}
