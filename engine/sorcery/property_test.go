package sorcery_test

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/sorcery"
)

// anyRules is a house's rules: every switch either way, and most numbers as
// they are, or not.
func anyRules(t *rapid.T) sorcery.Rules {
	r := sorcery.DefaultRules()
	v := reflect.ValueOf(&r).Elem()
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		key := tag.Get("toml")
		switch f := v.Field(i); f.Kind() {
		case reflect.Bool:
			f.SetBool(rapid.Bool().Draw(t, key))
		case reflect.String:
			f.SetString(rapid.SampledFrom(strings.Split(tag.Get("oneof"), "|")).Draw(t, key))
		case reflect.Int:
			if rapid.IntRange(0, 3).Draw(t, "changes "+key) > 0 {
				continue
			}
			least, most, _ := strings.Cut(tag.Get("range"), "..")
			from, err := strconv.Atoi(least)
			if err != nil {
				t.Fatal(err)
			}
			to, err := strconv.Atoi(most)
			if err != nil {
				t.Fatal(err)
			}
			f.SetInt(int64(rapid.IntRange(from, min(to, from+8)).Draw(t, key)))
		}
	}
	return r
}

// anySetup is a battle of small armies.
func anySetup(t *rapid.T, g *sorcery.Game) sorcery.Setup {
	run := func(kinds []*sorcery.Kind) sorcery.Run {
		r := sorcery.Run{N: rapid.IntRange(1, 2).Draw(t, "n"), Kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
		r.OverWater = rapid.IntRange(0, 4).Draw(t, "over water") == 4
		special := rapid.IntRange(0, 4).Draw(t, "demoralized or wounded") == 4
		r.Demoralized = special && r.Kind.Role == sorcery.Troop
		if special && r.Kind.Role != sorcery.Troop {
			r.Wounds = r.Kind.Endurance - 1
		}
		return r
	}
	some := func(least, most int) (a sorcery.Army) {
		for range rapid.IntRange(least, most).Draw(t, "runs") {
			a = append(a, run(g.Kinds))
		}
		return a
	}
	s := sorcery.Setup{
		Armies:     [sorcery.Seats]sorcery.Army{some(1, 3), some(1, 3)},
		Terrain:    rapid.SampledFrom([]string{"", "clear", "mountain", "swamp", "bridge", "clear", "clear"}).Draw(t, "terrain"),
		Narrow:     rapid.IntRange(0, 4).Draw(t, "narrow") == 4,
		Inside:     rapid.IntRange(0, 4).Draw(t, "inside") == 4,
		RoundLimit: rapid.IntRange(1, 6).Draw(t, "rounds"),
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "neighbors") {
		n := sorcery.Neighbor{Name: fmt.Sprint("hex", i), Owner: engine.Side(rapid.IntRange(-1, 1).Draw(t, "owner"))}
		n.Terrain = rapid.SampledFrom([]string{"", "clear", "lake"}).Draw(t, "its terrain")
		n.Water, n.Watched = rapid.Bool().Draw(t, "water"), rapid.Bool().Draw(t, "watched")
		n.Closed = rapid.IntRange(0, 4).Draw(t, "closed") == 4
		if n.Owner >= 0 {
			n.Army = some(0, 3)
		}
		s.Neighbors = append(s.Neighbors, n)
	}
	return s
}

func anyBattle(t *rapid.T, test testing.TB) *sorcery.Battle {
	g := newGame(test, anyRules(t))
	b, err := sorcery.NewBattle(g, anySetup(t, g))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// battles are what the checks have to know of sorcery.
func battles(t *testing.T) enginetest.Battles[*sorcery.Battle] {
	return enginetest.Battles[*sorcery.Battle]{
		Draw:  func(rt *rapid.T) *sorcery.Battle { return anyBattle(rt, t) },
		Show:  func(b *sorcery.Battle) string { return fmt.Sprintf("%#v, %s", b.Result(), board(b)) },
		Setup: func(b *sorcery.Battle) engine.Setup { return b.Setup() },
		Read: func(b *sorcery.Battle, h engine.Header) (*sorcery.Battle, error) {
			setup, err := sorcery.ReadSetup(h, b.Game().Kind)
			if err != nil {
				return nil, err
			}
			return sorcery.NewBattle(b.Game(), setup)
		},
		Near: func(_ *rapid.T, b *sorcery.Battle, _ engine.Choice, _ int) (answers []int) {
			for answer := -2; answer < len(b.Units())+4; answer++ {
				answers = append(answers, answer)
			}
			return answers
		},
		TryDiffers: unseenChargers,
		Looks:      looks,
		Single:     func(engine.Choice) bool { return false },
		Complete:   true, OneQuestion: true, WalkKeys: true, With: []enginetest.Battles[*sorcery.Battle]{wars(t)},
	}
}

func TestBattles(t *testing.T) { battles(t).Test(t) }

// looks looks at a battle or a campaign as its view does.
func looks(b *sorcery.Battle, _ engine.Question) {
	for i := range b.Units() {
		u := b.Unit(i)
		b.Reading().StrengthOf(u)
		b.Reading().DefenseOf(u)
		b.Reading().MoraleOf(u)
		b.Reading().Left(u)
		for side := range sorcery.Seats {
			b.Reading().KnownTo(side).Label(u)
		}
		if b.Reading().OnMap() && u.At() >= 0 {
			b.War().WeightIn(u.Side(), u.At())
			b.War().LimitOf(u.Side(), u.At())
			for _, h := range b.War().Grid().Neighbors(u.At().Hex()) {
				b.War().StepCost(u, u.At().Hex(), h)
				b.War().Reacting(u, h)
			}
		}
	}
	for side := range sorcery.Seats {
		b.Value(side)
		b.Reading().Tally(side)
		b.Reading().Modified(side, 1)
		if b.Reading().OnMap() {
			b.War().Points(side)
		}
	}
}

// unseenChargers tells of the choice before which the enemy has named chargers
// in secret.
func unseenChargers(q engine.Question) bool {
	p, ok := q.Choice.(*sorcery.Picking)
	return ok && p.What == sorcery.PickCharge && q.Side == sorcery.Defender
}

// A referee watches a battle of random players.
type referee struct {
	t       *rapid.T
	b       *sorcery.Battle
	rounds  int
	charged map[int]int // the round in which each unit charged last
}

func (r *referee) Hear(_ engine.Seats, e engine.Event) {
	b := r.b
	if b.Describe(e) == "" {
		r.t.Fatalf("%s: %+v has no words", b.Scene(), e)
	}
	switch e.What {
	case sorcery.RoundBegan:
		if r.rounds++; int(e.N) != r.rounds || r.rounds > b.RoundLimit() {
			r.t.Fatalf("round %d begins as the %dth of %d", e.N, r.rounds, b.RoundLimit())
		}
	case sorcery.Charges:
		u := b.Unit(int(e.Who))
		if last, ok := r.charged[u.ID()]; ok && last == r.rounds-1 && !b.Game().Rules.ChargeAgain {
			r.t.Fatalf("%s: %s charges again", b.Scene(), b.Reading().Label(u))
		}
		r.charged[u.ID()] = r.rounds
		if t := b.Reading().Terrain(); t == nil || !t.Clear || u.Kind().Classes&sorcery.Cavalry == 0 {
			r.t.Fatalf("%s: %s charges", b.Scene(), b.Reading().Label(u))
		}
	case sorcery.Rolled:
		r.checkArray(engine.Side(e.Who))
	case sorcery.Checked:
		if u := b.Unit(int(e.Who)); !u.Stands() || !u.Engaged() || u.Kind().Role != sorcery.Troop {
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
			r.t.Fatalf("%s: %s", r.b.Scene(), board(r.b))
		}
		last = zone
	}
}

// At every step each unit is in one place, who is eliminated does not stand,
// and strength does not appear; and the battle ends in time.
func TestInvariants(t *testing.T) {
	endings := map[sorcery.Ending]int{}
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBattle(rt, t)
		table := enginetest.Table(b, rapid.Uint64().Draw(rt, "seed"))
		table.Listen(&referee{t: rt, b: b, charged: map[int]int{}})
		b.Begin(table)
		before := [sorcery.Seats]int{1 << 30, 1 << 30}
		gone := map[int]bool{}
		for n := 0; ; n++ {
			places := map[int]int{}
			for side := range sorcery.Seats {
				for u := range b.Reading().Line(side) {
					places[u.ID()]++
					if u.Side() != side || u.Kind().Role != sorcery.Troop {
						rt.Fatalf("%s: %s stands in the line of %s", b.Scene(), b.Reading().Label(u), sorcery.SideName(side))
					}
				}
				for u := range b.Reading().Heads(side) {
					places[u.ID()]++
					if u.Side() != side || u.Kind().Role == sorcery.Troop || u.Wounds() >= u.Kind().Endurance {
						rt.Fatalf("%s: %s with %d wounds is a head of %s", b.Scene(), b.Reading().Label(u), u.Wounds(), sorcery.SideName(side))
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
					rt.Fatalf("%s: the strength of side %d has grown from %d to %d: %s", b.Scene(), side, before[side], strength, board(b))
				}
				before[side] = strength
			}
			against := map[int]*sorcery.Unit{}
			for i := range b.Units() {
				u := b.Unit(i)
				for foe := range b.Reading().Foes(u) { // S7: each fights a unit of its own
					if before := against[foe.ID()]; before != nil && (u.Kind().Role != sorcery.Character || before.Kind().Role != sorcery.Character) {
						rt.Fatalf("%s: %s and %s fight %s", b.Scene(), b.Reading().Label(before), b.Reading().Label(u), b.Reading().Label(foe))
					}
					against[foe.ID()] = u
				}
				if (places[i] == 1) != u.Stands() || places[i] > 1 {
					rt.Fatalf("%s: %s is %s and in %d lists", b.Scene(), b.Reading().Label(u), u.Status(), places[i])
				}
				out := u.Status() == sorcery.Eliminated || u.Status() == sorcery.Captured
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
		if r.Ending == sorcery.Cleared {
			for side := range sorcery.Seats {
				if left := b.Value(side) > 0; left != (side == r.Winner) {
					rt.Fatalf("%v: %s", r, board(b))
				}
			}
		}
	})
	for e := sorcery.Cleared; e <= sorcery.TimeUp; e++ {
		if endings[e] == 0 && !testing.Short() {
			t.Logf("no battle ended with %d: %v", e, endings)
		}
	}
}

// StrengthOf is what is left of a unit wherever it is: demoralized ones have
// less.
func StrengthOf(u *sorcery.Unit) int {
	k := u.Kind()
	switch {
	case u.Status() == sorcery.Eliminated || u.Status() == sorcery.Captured:
		return 0
	case k.Role != sorcery.Troop:
		return k.Endurance - u.Wounds()
	case u.Demoralized():
		return k.Strength
	}
	return 2 * k.Strength
}

// S3.2: nobody is told who charges before both have named theirs, nor does it
// show in what the defender's player tries out.
func TestChargesAreSecret(t *testing.T) {
	g := newGame(t, sorcery.DefaultRules())
	horse := army(t, g, "2 horse-4")
	b, err := sorcery.NewBattle(g, sorcery.Setup{Armies: [sorcery.Seats]sorcery.Army{horse, horse}, Terrain: "clear"})
	if err != nil {
		t.Fatal(err)
	}
	var tried []string
	heard := 0
	for _, answer := range []int{sorcery.Pass, sorcery.All} {
		attacker := engine.OracleFunc(func(q engine.Question) (int, error) { return answer, nil })
		defender := engine.OracleFunc(func(q engine.Question) (int, error) {
			if heard > 0 {
				t.Errorf("%d charges were heard of", heard)
			}
			for u := range b.Reading().Line(sorcery.Attacker) {
				if u.Charging() {
					t.Errorf("%s is seen to charge", b.Reading().Label(u))
				}
			}
			trier := q.Choice.(engine.Trier)
			scratch := trier.Scratch()
			scratch.Sit(engine.NewTable(engine.NewDice(1)))
			trier.Try(scratch, sorcery.Pass)
			tried = append(tried, string(scratch.AppendKey(nil)))
			return 0, engine.ErrRewind
		})
		table := engine.NewTable(engine.NewDice(1), attacker, defender)
		table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
			if e.What == sorcery.Charges {
				heard++
			}
		}))
		b.Play(table)
	}
	if len(tried) != 2 || tried[0] != tried[1] {
		t.Errorf("%q", tried)
	}
}
