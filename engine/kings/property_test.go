package kings_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/kings"
)

// anyRules is a house's rules: every switch either way.
func anyRules(t *rapid.T) kings.Rules {
	r := kings.DefaultRules()
	r.MarksUse = rapid.SampledFrom([]string{"first", "last"}).Draw(t, "marks_use")
	r.TargetOut = rapid.SampledFrom([]string{"renamed", "lost"}).Draw(t, "target_out")
	r.BeatenHex = rapid.SampledFrom([]string{"defender", "nobody"}).Draw(t, "both_gone")
	r.TimeUp = rapid.SampledFrom([]string{"defender", "nobody"}).Draw(t, "time_up")
	for _, x := range []*bool{&r.SpecialsCrowd, &r.InhabitantsRetreat, &r.FortsFightAlone, &r.WoundedValue, &r.RubbleFalls} {
		*x = rapid.Bool().Draw(t, "switch")
	}
	r.RetreatLimit = rapid.IntRange(0, 4).Draw(t, "retreat_limit")
	return r
}

// anySetup is a battle of two to four sides.
func anySetup(t *rapid.T, g *kings.Game) kings.Setup {
	var counters, items []*kings.Thing
	for _, x := range g.Things {
		if x.Kind == kings.Item {
			items = append(items, x)
		} else {
			counters = append(counters, x)
		}
	}
	some := func(of []*kings.Thing, least, most int) (a kings.Army) {
		for range rapid.IntRange(least, most).Draw(t, "runs") {
			a = append(a, kings.Run{N: rapid.IntRange(1, 2).Draw(t, "n"), Thing: rapid.SampledFrom(of).Draw(t, "thing")})
		}
		return a
	}
	setup := kings.Setup{
		Sides:      make([]kings.SideSetup, rapid.IntRange(2, engine.MaxSeats).Draw(t, "sides")),
		Unexplored: rapid.Bool().Draw(t, "unexplored"),
		RoundLimit: rapid.IntRange(1, 6).Draw(t, "rounds"),
	}
	for i := range setup.Sides {
		setup.Sides[i].Army = append(some(counters, 0, 3), kings.Run{N: 1, Thing: g.Things[1+rapid.IntRange(0, 5).Draw(t, "fighter")]})
		setup.Sides[i].Items = some(items, 0, 2)
	}
	for i := range rapid.IntRange(0, 4).Draw(t, "neighbors") {
		n := kings.Neighbor{Name: fmt.Sprint("hex", i), Owner: engine.Side(rapid.IntRange(-1, len(setup.Sides)-1).Draw(t, "owner")), Enemies: rapid.IntRange(0, 4).Draw(t, "beset") == 4}
		if n.Owner >= 0 {
			n.Army = some(counters, 0, 2)
		}
		setup.Neighbors = append(setup.Neighbors, n)
	}
	return setup
}

func anyBattle(t *rapid.T, test testing.TB) *kings.Battle {
	g := lay(newGame(test, anyRules(t)))
	b, err := kings.NewBattle(g, anySetup(t, g))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// battles are what the checks have to know of kings.
func battles(t *testing.T) enginetest.Battles[*kings.Battle] {
	return enginetest.Battles[*kings.Battle]{
		Draw:  func(rt *rapid.T) *kings.Battle { return anyBattle(rt, t) },
		Show:  func(b *kings.Battle) string { return fmt.Sprintf("%#v, %s", b.Result(), board(b)) },
		Setup: func(b *kings.Battle) engine.Setup { return b.Setup() },
		Read: func(b *kings.Battle, h engine.Header) (*kings.Battle, error) {
			setup, err := kings.ReadSetup(h, b.Game().Thing)
			if err != nil {
				return nil, err
			}
			return kings.NewBattle(b.Game(), setup)
		},
		Near:     near,
		Single:   func(engine.Choice) bool { return false },
		Looks:    looks,
		Args:     args,
		Complete: true, OneQuestion: true, WalkKeys: true,
	}
}

func TestBattles(t *testing.T) { battles(t).Test(t) }

// looks looks at a battle as its view does.
func looks(b *kings.Battle, _ engine.Question) {
	scratch := b.Fresh().(*kings.Battle)
	scratch.Sit(enginetest.Table(b, 1))
	for i := range b.Counters() {
		if c := &b.Counters()[i]; c.Stands() {
			scratch.Preview(&b.Position, c)
			b.Strength(c)
		}
	}
}

// args are what a view asks a position about.
func args(b *kings.Battle, _ engine.Question) (all []any) {
	all = append(all, 0, "a1", "none", kings.Standing, kings.Held, kings.InPlay, kings.PassItems, engine.Event{What: kings.RoundBegan})
	for i := range b.Counters() {
		all = append(all, b.Counter(i))
	}
	return all
}

// near are all pairs of counters, and some that are none.
func near(_ *rapid.T, b *kings.Battle, _ engine.Choice, _ int) (answers []int) {
	for answer := -2; answer < len(b.Counters())+3; answer++ {
		answers = append(answers, answer)
		for on := -1; on < len(b.Counters())+3; on++ {
			answers = append(answers, answer+on<<16)
		}
	}
	return answers
}

// A referee watches a battle of random players: who rolls stands there, has
// not rolled in another step of the round, and rolls no die too many.
type referee struct {
	t      *rapid.T
	b      *kings.Battle
	rounds int
	steps  map[int]kings.CombatStep // in which each counter has rolled
	dice   map[int]int
}

func (r *referee) Hear(_ engine.Seats, e engine.Event) {
	b := r.b
	if b.Describe(e) == "" {
		r.t.Fatalf("%s: %+v has no words", b.Scene(), e)
	}
	switch e.What {
	case kings.RoundBegan:
		if r.rounds++; int(e.N) != r.rounds || r.rounds > b.RoundLimit() {
			r.t.Fatalf("round %d begins as the %dth of %d", e.N, r.rounds, b.RoundLimit())
		}
		r.steps, r.dice = map[int]kings.CombatStep{}, map[int]int{}
	case kings.Rolled:
		c := b.Last().By
		step, before := r.steps[c.ID()]
		r.steps[c.ID()] = b.CombatStep()
		r.dice[c.ID()]++
		most := 1
		if c.Marks()&kings.Charge != 0 && b.CombatStep() == kings.Melee {
			most = b.Game().Rules.ChargeDice
		}
		if !c.Stands() || before && step != b.CombatStep() || r.dice[c.ID()] > most {
			r.t.Fatalf("%s: %s rolls: it is %s and has rolled %d dice", b.Scene(), b.Label(c), c.Status(), r.dice[c.ID()])
		}
		if at := b.Last().At; at == c.Side() || at < 0 {
			r.t.Fatalf("%s: %s rolls at side %d", b.Scene(), b.Label(c), at)
		}
	}
}

// At every step who is in the battle is who has a counter there that fights,
// and the battle ends in time.
func TestInvariants(t *testing.T) {
	endings := map[kings.Ending]int{}
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBattle(rt, t)
		table := enginetest.Table(b, rapid.Uint64().Draw(rt, "seed"))
		table.Listen(&referee{t: rt, b: b})
		b.Begin(table)
		for n := 0; ; n++ {
			left := 0
			for side := range engine.Side(b.Seats()) {
				count := 0
				for c := range b.Of(side) {
					if c.Stands() {
						count++
					}
				}
				if count > 0 {
					left++
				}
				if decided := b.Result().Ending != kings.Undecided; !decided && (b.InCount(side) != count || b.In(side) != (count > 0) || (b.Value(side) > 0) != (count > 0)) {
					rt.Fatalf("%s: side %d has %d counters, %d fight, worth %d: %s", b.Scene(), side, b.InCount(side), count, b.Value(side), board(b))
				}
				if b.HitsOn(side) < 0 {
					rt.Fatalf("%s: %d hits on side %d", b.Scene(), b.HitsOn(side), side)
				}
			}
			if b.Over() {
				break
			}
			if n > 10_000 {
				rt.Fatal("it does not end")
			}
			b.Step()
		}
		if err := table.Err(); err != nil {
			rt.Fatal(err)
		}
		r := b.Result()
		endings[r.Ending]++
		nobody := r.Ending == kings.Ruin || r.Ending == kings.TimeUp && b.Game().Rules.TimeUp == "nobody"
		if (r.Winner == engine.Draw) != nobody || r.Ending == kings.Kept && r.Winner != b.Defender() || r.Ending == kings.Taken && r.Winner == b.Defender() {
			rt.Fatalf("%v: %s", r, board(b))
		}
		if r.Winner >= 0 { // K5.2
			for i := range b.Counters() {
				c := &b.Counters()[i]
				fixed := c.Thing().Kind == kings.Building || c.Thing().Kind == kings.Income
				if fixed && (c.Status() == kings.Standing || c.Status() == kings.Neutralized) && c.Side() != r.Winner {
					rt.Fatalf("%s is not of %s", b.Label(c), r)
				}
			}
		}
	})
	for e := kings.Kept; e <= kings.Ruin; e++ {
		if endings[e] == 0 && !testing.Short() {
			t.Logf("no battle ended with %d: %v", e, endings)
		}
	}
}
