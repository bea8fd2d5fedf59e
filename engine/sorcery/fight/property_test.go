package fight_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/fight/fighttest"
	"houserule/engine/sorcery/strategy"
)

func newGame(t testing.TB, rules fight.Rules) *fight.Game {
	t.Helper()
	g, err := gameOf(rules, fighttest.Data())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func gameOf(rules fight.Rules, data fight.Data) (*fight.Game, error) {
	g, flaws := fight.NewGame(rules, data, fight.Questions{Verbs: sorcery.Verbs()}, strategy.New)
	return g, flaws.Err()
}

func anyBattle(t *rapid.T, test testing.TB) *fight.Battle {
	g := newGame(test, fighttest.AnyRules(t, fight.DefaultRules()))
	b, err := fight.NewBattle(g, fighttest.AnySetup(t, g))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A referee watches a battle of random players.
type referee struct {
	t       *rapid.T
	b       *fight.Battle
	rounds  int
	charged map[int]int // the round in which each unit charged last
}

func (r *referee) Hear(_ engine.Seats, e engine.Event) {
	b := r.b
	if b.Describe(e) == "" {
		r.t.Fatalf("%s: %+v has no words", b.Scene(), e)
	}
	switch e.What {
	case fight.RoundBegan:
		if r.rounds++; int(e.N) != r.rounds || r.rounds > b.RoundLimit() {
			r.t.Fatalf("round %d begins as the %dth of %d", e.N, r.rounds, b.RoundLimit())
		}
	case fight.Charges:
		u := b.Unit(int(e.Who))
		if last, ok := r.charged[u.ID()]; ok && last == r.rounds-1 && !b.Game().Rules.ChargeAgain {
			r.t.Fatalf("%s: %s charges again", b.Scene(), b.Reading().Label(u))
		}
		r.charged[u.ID()] = r.rounds
		if t := b.Reading().Terrain(); t == nil || !t.Clear || u.Kind().Classes&fight.Cavalry == 0 {
			r.t.Fatalf("%s: %s charges", b.Scene(), b.Reading().Label(u))
		}
	case fight.Rolled:
		r.checkArray(engine.Side(e.Who))
	case fight.Checked:
		if u := b.Unit(int(e.Who)); !u.Stands() || !u.Engaged() || u.Kind().Role != fight.Troop {
			r.t.Fatalf("%s: %s checks morale", b.Scene(), b.Reading().Label(u))
		}
	}
}

// checkArray is S3.3: chargers at the left, then the rear guard, last round's
// chargers at the right.
func (r *referee) checkArray(side engine.Side) {
	last := 0
	for u := range r.b.Reading().Line(side) {
		zone := 2
		switch {
		case u.Charging():
			zone = 0
		case u.Guards():
			zone = 1
		case u.Charged():
			zone = 3
		}
		if r.b.Reading().Lone() < 0 && zone < last {
			r.t.Fatalf("%s: %s", r.b.Scene(), fighttest.Board(r.b))
		}
		last = zone
	}
}

// At every step each unit is in one place, who is eliminated does not stand,
// and strength does not appear; and the battle ends in time.
func TestInvariants(t *testing.T) {
	endings := map[fight.Ending]int{}
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBattle(rt, t)
		table := enginetest.Table(b, rapid.Uint64().Draw(rt, "seed"))
		table.Listen(&referee{t: rt, b: b, charged: map[int]int{}})
		b.Begin(table)
		before := [fight.Seats]int{1 << 30, 1 << 30}
		gone := map[int]bool{}
		for n := 0; ; n++ {
			places := map[int]int{}
			for side := range fight.Seats {
				for u := range b.Reading().Line(side) {
					places[u.ID()]++
					if u.Side() != side || u.Kind().Role != fight.Troop {
						rt.Fatalf("%s: %s stands in the line of %s", b.Scene(), b.Reading().Label(u), fight.SideName(side))
					}
				}
				for u := range b.Reading().Heads(side) {
					places[u.ID()]++
					if u.Side() != side || u.Kind().Role == fight.Troop || u.Wounds() >= u.Kind().Endurance {
						rt.Fatalf("%s: %s with %d wounds is a head of %s", b.Scene(), b.Reading().Label(u), u.Wounds(), fight.SideName(side))
					}
				}
				if b.Reading().LossesOn(side) < 0 || (b.Value(side) > 0) != (len(slices.Collect(b.Reading().Line(side)))+len(slices.Collect(b.Reading().Heads(side))) > 0) {
					rt.Fatalf("%s: side %d: losses of %d, worth %d", b.Scene(), side, b.Reading().LossesOn(side), b.Value(side))
				}
				strength := 0
				for i := range b.Units() {
					if u := b.Unit(i); u.Side() == side {
						strength += StrengthOf(u)
					}
				}
				if strength > before[side] {
					rt.Fatalf("%s: the strength of side %d has grown from %d to %d: %s", b.Scene(), side, before[side], strength, fighttest.Board(b))
				}
				before[side] = strength
			}
			against := map[int]*fight.Unit{}
			for i := range b.Units() {
				u := b.Unit(i)
				for foe := range b.Reading().Foes(u) { // S7: each fights a unit of its own
					if before := against[foe.ID()]; before != nil && (u.Kind().Role != fight.Character || before.Kind().Role != fight.Character) {
						rt.Fatalf("%s: %s and %s fight %s", b.Scene(), b.Reading().Label(before), b.Reading().Label(u), b.Reading().Label(foe))
					}
					against[foe.ID()] = u
				}
				if (places[i] == 1) != u.Stands() || places[i] > 1 {
					rt.Fatalf("%s: %s is %s and in %d lists", b.Scene(), b.Reading().Label(u), u.Status(), places[i])
				}
				out := u.Status() == fight.Eliminated || u.Status() == fight.Captured
				if gone[i] && !out {
					rt.Fatalf("%s: %s has come back", b.Scene(), b.Reading().Label(u))
				}
				gone[i] = out
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
		if r.Ending == fight.Cleared {
			for side := range fight.Seats {
				if left := b.Value(side) > 0; left != (side == r.Winner) {
					rt.Fatalf("%v: %s", r, fighttest.Board(b))
				}
			}
		}
	})
	for e := fight.Cleared; e <= fight.TimeUp; e++ {
		if endings[e] == 0 && !testing.Short() {
			t.Logf("no battle ended with %d: %v", e, endings)
		}
	}
}

// StrengthOf is what is left of a unit wherever it is: demoralized ones have
// less.
func StrengthOf(u *fight.Unit) int {
	k := u.Kind()
	switch {
	case u.Status() == fight.Eliminated || u.Status() == fight.Captured:
		return 0
	case k.Role != fight.Troop:
		return k.Endurance - u.Wounds()
	case u.Demoralized():
		return k.Strength
	}
	return 2 * k.Strength
}

// S3.2: nobody is told who charges before both have named theirs, nor does it
// show in what the defender's player tries out.
func TestChargesAreSecret(t *testing.T) {
	g := newGame(t, fight.DefaultRules())
	horse := fighttest.Army(t, g, "2 horse-4")
	b, err := fight.NewBattle(g, fight.Setup{Armies: [fight.Seats]fight.Army{horse, horse}, Terrain: "clear"})
	if err != nil {
		t.Fatal(err)
	}
	var tried []string
	heard := 0
	for _, answer := range []int{fight.Pass, fight.All} {
		attacker := engine.OracleFunc(func(q engine.Question) (int, error) { return answer, nil })
		defender := engine.OracleFunc(func(q engine.Question) (int, error) {
			if heard > 0 {
				t.Errorf("%d charges were heard of", heard)
			}
			for u := range b.Reading().Line(fight.Attacker) {
				if u.Charging() {
					t.Errorf("%s is seen to charge", b.Reading().Label(u))
				}
			}
			trier := q.Choice.(engine.Trier)
			scratch := trier.Scratch()
			scratch.Sit(engine.NewTable(engine.NewDice(1)))
			trier.Try(scratch, fight.Pass)
			tried = append(tried, string(scratch.AppendKey(nil)))
			return 0, engine.ErrRewind
		})
		table := engine.NewTable(engine.NewDice(1), attacker, defender)
		table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
			if e.What == fight.Charges {
				heard++
			}
		}))
		b.Play(table)
	}
	if len(tried) != 2 || tried[0] != tried[1] {
		t.Errorf("%q", tried)
	}
}
