package kings_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/kings/strategy"
	"houserule/engine/odds"
)

// K2.1: what a set of counters scores in the three steps of a round, walked
// through by the rules, is the Poisson binomial distribution of its dice: the
// convolution of one (1-p, p) for each.
func TestHitsAreDistributedAsTheDiceSay(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	marks := []kings.Marks{0, kings.Charge, kings.Star, kings.Star | kings.Charge, kings.Range, kings.Range | kings.Fly, kings.Star | kings.Range}
	for n := range 150 {
		rules := kings.DefaultRules()
		rules.Die = 2 + random.IntN(5)
		rules.ChargeDice = 1 + random.IntN(3)
		if random.IntN(2) == 0 {
			rules.MarksUse = "last"
		}
		want := [kings.CombatSteps][]*big.Rat{{big.NewRat(1, 1)}, {big.NewRat(1, 1)}, {big.NewRat(1, 1)}}
		// Who defends always hits, so that its dice lead only one way, and
		// is never gone.
		all := []*kings.Thing{{ID: "wall", Name: "Wall", Kind: kings.Creature, Value: 6}, {ID: "sure", Name: "Sure", Value: 1}}
		attackers := kings.Army{}
		for i := range 1 + random.IntN(6) {
			x := &kings.Thing{ID: fmt.Sprint("x", i), Name: "X", Value: random.IntN(7), Marks: marks[random.IntN(len(marks))]}
			all = append(all, x)
			attackers = append(attackers, kings.Run{N: 1, Thing: x})
			step, dice := kings.Melee, 1
			switch {
			case x.Marks&kings.Star != 0 && (x.Marks&kings.Range == 0 || rules.MarksUse == "first"):
				step = kings.Magic
			case x.Marks&kings.Range != 0:
				step = kings.Ranged
			case x.Marks&kings.Charge != 0:
				dice = rules.ChargeDice
			}
			for range dice {
				want[step] = withDie(want[step], big.NewRat(int64(min(x.Value, rules.Die)), int64(rules.Die)))
			}
		}
		if attackers[0].Thing.Value == 0 { // somebody must fight
			attackers = append(attackers, kings.Run{N: 1, Thing: all[1]})
			want[kings.Melee] = withDie(want[kings.Melee], big.NewRat(1, int64(rules.Die)))
		}
		g, err := kings.NewGame(rules, all, strategy.New)
		if err != nil {
			t.Fatal(err)
		}
		var hits [kings.CombatSteps]int
		g.Hooks.Suffer.Add(func(b *kings.Battle, side engine.Side, n int) int {
			if side == b.Defender() {
				hits[b.CombatStep()] = n
			}
			return n
		})
		rolled := false
		g.Hooks.StepEnd.Add(func(_ *kings.Battle, step kings.CombatStep, _ engine.None) engine.None {
			rolled = step == kings.Melee
			return engine.None{}
		})
		b, err := kings.NewBattle(g, kings.Setup{Sides: []kings.SideSetup{{Army: attackers}, {Army: kings.Army{{N: 40, Thing: all[0]}}}}})
		if err != nil {
			t.Fatal(err)
		}
		walk := odds.NewWalk(first, first)
		if n%2 == 0 { // rolls in full, with all their terms
			walk.Table.Listen(engine.ListenerFunc(func(engine.Seats, engine.Event) {}))
			walk.Table.Explain(true)
		}
		got := map[[kings.CombatSteps]int]*big.Rat{}
		play := func() {
			hits, rolled = [kings.CombatSteps]int{}, false
			for b.Begin(walk.Table); !rolled && walk.Table.Err() == nil; {
				b.Step()
			}
		}
		err = walk.Each(play, func(odds.Number) error {
			if got[hits] == nil {
				got[hits] = new(big.Rat)
			}
			got[hits].Add(got[hits], walk.Rat())
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if walk.Cut.Value > 0 {
			t.Fatalf("%s: ways were cut off", attackers)
		}
		for magic, p := range want[kings.Magic] {
			for ranged, q := range want[kings.Ranged] {
				for melee, r := range want[kings.Melee] {
					chance := new(big.Rat).Mul(p, q)
					chance.Mul(chance, r)
					have := got[[kings.CombatSteps]int{magic, ranged, melee}]
					if have == nil {
						have = new(big.Rat)
					}
					if have.Cmp(chance) != 0 {
						t.Errorf("%s, die %d: %d, %d and %d hits have the chance %v, want %v", attackers, rules.Die, magic, ranged, melee, have, chance)
					}
				}
			}
		}
	}
}

// withDie is the distribution of a number of hits with one more die, which
// hits with chance p.
func withDie(d []*big.Rat, p *big.Rat) []*big.Rat {
	miss := new(big.Rat).Sub(big.NewRat(1, 1), p)
	sum := make([]*big.Rat, len(d)+1)
	for i := range sum {
		sum[i] = new(big.Rat)
	}
	for i, q := range d {
		sum[i].Add(sum[i], new(big.Rat).Mul(q, miss))
		sum[i+1].Add(sum[i+1], new(big.Rat).Mul(q, p))
	}
	return sum
}
