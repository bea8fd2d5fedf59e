package kings_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/kings"
)

// A vandal does anything to a battle, from any hook and at any moment, and
// answers with numbers that make no sense.
type vandal struct {
	*rand.Rand
	things []*kings.Thing
	deeds  int // that are left
	tame   int // one of so many occasions is seized
	depth  int
}

var absurd = []int{0, 1, -1, 7, 99, -1_000_000_000, 1_000_000_000, math.MaxInt32, math.MinInt32, math.MaxInt, math.MinInt}

// number is n, or one that makes no sense.
func (v *vandal) number(n int) int {
	if v.IntN(v.tame) > 0 {
		return n
	}
	return absurd[v.IntN(len(absurd))]
}

func (v *vandal) side(b *kings.Battle) engine.Side { return engine.Side(v.IntN(b.Seats())) }

// act does something, now and then, and not out of what it does itself for
// ever.
func (v *vandal) act(b *kings.Battle) {
	if v.deeds < 1 || v.depth > 3 || v.IntN(v.tame) > 0 {
		return
	}
	v.deeds--
	v.depth++
	defer func() { v.depth-- }()
	one, other := b.Counter(v.IntN(len(b.Counters()))), b.Counter(v.IntN(len(b.Counters())))
	switch v.IntN(16) {
	case 15:
		_, _ = b.Attack(one, v.side(b), v.number(3), nil)
	case 0:
		_ = b.Wound(one) // what cannot be done is not
	case 1:
		_ = b.Hit(one)
	case 2:
		b.Discard(one)
	case 3, 4:
		_ = b.Change(one, v.side(b))
	case 5, 6:
		_, _ = b.Join(v.side(b), v.things[v.IntN(len(v.things))])
	case 7:
		b.Mark(one, kings.Marks(v.IntN(int(kings.AllMarks)+1)))
	case 8:
		b.Strengthen(one, v.number(1))
	case 9:
		b.Aim(one, !one.Aims())
	case 10:
		b.ScoreHits(v.side(b), v.number(1))
	case 11, 12:
		_ = b.Drive(v.side(b))
	case 13:
		_ = b.TurnDie(v.number(2))
		_ = b.Bear(one, other)
	case 14:
		if one.Thing().Kind == kings.Item {
			_ = b.PlayNow(one, other)
		}
	}
	if c := b.Last().By; v.IntN(8) == 0 && c != nil { // who rolls is gone
		b.Discard(b.Counter(c.ID()))
	}
}

// hang hangs a vandal on every hook. Those that only look do nothing, as with
// scripts, and their answers are functions of what they are asked.
func (v *vandal) hang(g *kings.Game) {
	h := &g.Hooks
	g.Joins = true
	time := func(on *engine.Hook[*kings.Battle, none, none]) {
		on.Add(func(b *kings.Battle, _, _ none) none { v.act(b); return none{} })
	}
	step := func(on *engine.Hook[*kings.Battle, kings.CombatStep, none]) {
		on.Add(func(b *kings.Battle, _ kings.CombatStep, _ none) none { v.act(b); return none{} })
	}
	tell := func(on *engine.Hook[*kings.Battle, *kings.Counter, none]) {
		on.Add(func(b *kings.Battle, _ *kings.Counter, _ none) none { v.act(b); return none{} })
	}
	for _, on := range []*engine.Hook[*kings.Battle, none, none]{&h.BattleStart, &h.RoundStart, &h.RoundEnd} {
		time(on)
	}
	for _, on := range []*engine.Hook[*kings.Battle, kings.CombatStep, none]{&h.StepStart, &h.StepEnd, &h.Losses} {
		step(on)
	}
	for _, on := range []*engine.Hook[*kings.Battle, *kings.Counter, none]{&h.Lost, &h.Neutralized, &h.Damage, &h.Joined} {
		tell(on)
	}
	h.BattleEnd.Add(func(b *kings.Battle, _ kings.Result, _ none) none { v.act(b); return none{} })
	h.Played.Add(func(b *kings.Battle, _ kings.Use, _ none) none { v.act(b); return none{} })
	h.Retreated.Add(func(b *kings.Battle, _ kings.Way, _ none) none { v.act(b); return none{} })
	h.Fights.Add(func(_ *kings.Battle, c *kings.Counter, s kings.CombatStep) kings.CombatStep {
		if c.ID()%5 == 4 {
			return 200
		}
		return s
	})
	some := make([]int, 64)
	for i := range some {
		some[i] = v.number(-5000)
	}
	h.Dice.Add(func(_ *kings.Battle, c *kings.Counter, n int) int {
		if n := some[c.ID()%64]; n > -5000 && c.ID()%3 == 0 {
			return n
		}
		return n
	})
	h.Value.Add(func(_ *kings.Battle, c *kings.Counter, s engine.Score) engine.Score {
		return s.Add(max(some[(c.ID()+1)%64], -5000)%5000, &engine.Cause{Text: "Vandal"})
	})
	h.Rolled.Add(func(b *kings.Battle, _ kings.Roll, die int) int { v.act(b); return v.number(die) })
	h.Hit.Add(func(b *kings.Battle, _ kings.Roll, hits int) int { v.act(b); return v.number(hits) })
	h.Suffer.Add(func(b *kings.Battle, _ engine.Side, hits int) int { v.act(b); return v.number(hits) })
	h.Save.Add(func(b *kings.Battle, _ *kings.Counter, f kings.Faces) kings.Faces {
		v.act(b)
		return kings.Faces{First: int32(v.number(int(f.First))), Last: int32(v.number(int(f.Last)))}
	})
	h.Saved.Add(func(b *kings.Battle, _ kings.Rescue, saved bool) bool { v.act(b); return v.IntN(4) == 0 })
	h.Crowd.Add(func(_ *kings.Battle, w kings.Way, _ int) int { return some[w.Hex] })
	h.Owner.Add(func(b *kings.Battle, _, side engine.Side) engine.Side {
		v.act(b)
		return engine.Side(v.number(int(side)))
	})
	h.Restored.Add(func(b *kings.Battle, _ kings.Rescue, saved bool) bool { v.act(b); return !saved })
}

// Whatever hooks do and answer, a battle goes on to its end.
func TestVandals(t *testing.T) {
	battles := uint64(400)
	if testing.Short() {
		battles = 60
	}
	for seed := range battles {
		v := &vandal{Rand: rand.New(rand.NewPCG(seed, 1)), deeds: int(seed%5) * 10, tame: 3 + int(seed%4)*12}
		g := newGame(t, kings.DefaultRules())
		v.things = g.Things
		v.hang(g)
		b, err := kings.NewBattle(g, drawnSetup(v.Rand, g))
		if err != nil {
			t.Fatal(err)
		}
		playVandals(t, b, seed)
	}
}

func playVandals(t *testing.T, b *kings.Battle, seed uint64) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("seed %d, %s: %v\n%s", seed, b.Scene(), r, board(b))
		}
	}()
	table := enginetest.Table(b, seed)
	if seed%2 == 0 {
		table.Listen(enginetest.NewTold(b))
	}
	acts := 0
	for b.Begin(table); !b.Over() && table.Err() == nil; b.Step() {
		for side := range engine.Side(b.Seats()) {
			count := 0
			for c := range b.Of(side) {
				if c.Stands() {
					count++
				}
			}
			if b.Result().Ending == kings.Undecided && b.InCount(side) != count {
				t.Fatalf("seed %d, %s: side %d has %d counters, %d count: %s", seed, b.Scene(), side, count, b.InCount(side), board(b))
			}
		}
		if acts++; acts > 300_000 {
			t.Fatalf("seed %d, %s: it does not end: %s", seed, b.Scene(), board(b))
		}
	}
	if err := table.Err(); err != nil {
		t.Fatalf("seed %d, %s: %v", seed, b.Scene(), err)
	}
	if winner := b.Winner(); winner < engine.Draw || int(winner) >= b.Seats() {
		t.Errorf("seed %d: side %d has won", seed, winner)
	}
}

// drawnSetup is a battle of two to four sides, of anything.
func drawnSetup(random *rand.Rand, g *kings.Game) kings.Setup {
	var counters, items []*kings.Thing
	for _, x := range g.Things {
		if x.Kind == kings.Item {
			items = append(items, x)
		} else {
			counters = append(counters, x)
		}
	}
	some := func(of []*kings.Thing, most int) (a kings.Army) {
		for range random.IntN(most + 1) {
			a = append(a, kings.Run{N: 1 + random.IntN(2), Thing: of[random.IntN(len(of))]})
		}
		return a
	}
	setup := kings.Setup{Sides: make([]kings.SideSetup, 2+random.IntN(engine.MaxSeats-1)), RoundLimit: 1 + random.IntN(5)}
	for i := range setup.Sides {
		setup.Sides[i].Army = append(some(counters, 3), kings.Run{N: 1, Thing: counters[1+random.IntN(6)]})
		setup.Sides[i].Items = some(items, 3)
		setup.Neighbors = append(setup.Neighbors, kings.Neighbor{Name: fmt.Sprint("hex", i), Owner: engine.Side(i), Army: some(counters, 2)})
	}
	return setup
}
