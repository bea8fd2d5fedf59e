package kings_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/kings"
)

// onFirst hangs on the first die that is rolled what a script does with it.
func onFirst(g *kings.Game, do func(b *kings.Battle)) {
	done := false
	g.Hooks.Rolled.Add(func(b *kings.Battle, _ kings.Roll, die int) int {
		if !done {
			done = true
			do(b)
		}
		return die
	})
}

func hears(t *testing.T, got string, want ...string) {
	t.Helper()
	for _, part := range want {
		if !strings.Contains(got, part) {
			t.Errorf("heard\n%swithout\n%s", got, part)
		}
	}
}

// K1.3: a counter that goes over to another side while it rolls does not roll
// once more for that.
func TestRollerChangesSides(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	onFirst(g, func(b *kings.Battle) { _ = b.Change(b.Counter(0), 1) })
	got := scripted(t, battle(t, g, 1, "charger-3, melee-1", "melee-3"), []int{4, 2, 4}, "stay", "stay")
	hears(t, got, "a1 (Charger 3) rolls a 4 against 3 and misses\na2 (Melee 1) rolls a 2 against 1 and misses\nd1 (Melee 3) rolls a 4 against 3 and misses\n")
}

// A counter that a script gives to a side that is out of the battle, and so
// attacks nobody, hits nobody.
func TestRollerGoesToWhoAttacksNobody(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	g.Hooks.BattleStart.Add(func(b *kings.Battle, _, _ none) none {
		b.Discard(b.Counter(2))
		return none{}
	})
	onFirst(g, func(b *kings.Battle) { _ = b.Change(b.Counter(0), 1) })
	got := scripted(t, battle(t, g, 1, "melee-3, melee-1", "melee-1", "melee-3"), []int{3, 2, 4}, "stay", "stay")
	hears(t, got, "a1 (Melee 3) rolls a 3 against 3 and scores no hit all the same\n")
}

// Hits that a loss scores on a side are taken in the same step, though that
// side has taken its own.
func TestHitsScoredBehindTheirTurn(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	g.Hooks.Lost.Add(func(b *kings.Battle, c *kings.Counter, _ none) none {
		if c.Side() == 1 {
			b.ScoreHits(0, 1)
		}
		return none{}
	})
	got := scripted(t, battle(t, g, 1, "2 melee-3", "2 melee-1"), []int{1, 4, 2, 2}, "lose d1", "lose a2", "stay", "stay")
	hears(t, got, "d1 (Melee 1) is eliminated\na2 (Melee 3) is eliminated\n")
}

// Numbers of hooks that make no sense come to an end.
func TestHookLimits(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	dice := 0
	g.Hooks.Dice.Add(func(_ *kings.Battle, c *kings.Counter, _ int) int { return 1e9 * (1 - int(c.Side())) })
	g.Hooks.Rolled.Add(func(_ *kings.Battle, _ kings.Roll, die int) int { dice++; return -1e9 })
	g.Hooks.Hit.Add(func(*kings.Battle, kings.Roll, int) int { return 1e18 })
	g.Hooks.Save.Add(func(*kings.Battle, *kings.Counter, kings.Faces) kings.Faces {
		return kings.Faces{First: -1e9, Last: 1e9}
	})
	g.Hooks.Fights.Add(func(*kings.Battle, *kings.Counter, kings.CombatStep) kings.CombatStep { return 250 })
	b := battle(t, g, 1, "melee-1", "melee-1")
	b.Begin(engine.NewTable(engine.NewDice(1), first, first))
	for acts := 0; !b.Over(); acts++ {
		b.Step()
		if b.HitsOn(1) > kings.MaxHits || acts > kings.MaxHits+kings.MaxDice+10 {
			t.Fatalf("%d acts, %d hits", acts, b.HitsOn(1))
		}
	}
	scratch := b.Fresh().(*kings.Battle)
	scratch.Sit(engine.NewTable(engine.NewDice(1), first, first))
	if p := scratch.Preview(&b.Position, b.Counter(0)); dice != kings.MaxDice || p.Step != kings.Melee || p.Dice != kings.MaxDice {
		t.Errorf("%d dice, preview %v", dice, p)
	}
	b.Strengthen(b.Counter(0), -1<<62)
	b.Strengthen(b.Counter(0), 1<<62)
	if got := b.Counter(0).Added(); got != 0 {
		t.Errorf("strengthened by %d", got)
	}
}

// The hex is nobody's but a side's.
func TestOwnerIsASide(t *testing.T) {
	for _, no := range []engine.Side{-1, -5, 2, 99} {
		g := newGame(t, kings.DefaultRules())
		g.Hooks.Owner.Add(func(*kings.Battle, engine.Side, engine.Side) engine.Side { return no })
		hears(t, scripted(t, battle(t, g, 1, "melee-1", "melee-1"), []int{1, 2}), "attacker takes the hex in round 1")
	}
}

// Two joined counters that change sides until they are on the same are told
// apart by their names, and so by the key.
func TestKeyOfJoined(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	g.Joins = true
	joined := func(first, then engine.Side) *kings.Battle {
		b := battle(t, g, 1, "melee-1", "melee-1")
		b.Begin(engine.NewTable(engine.NewDice(1)))
		c, err := b.Join(first, named(t, g, "melee-2"))
		if err == nil {
			err = b.Change(c, then)
		}
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	one, other := joined(0, 1), joined(1, 1)
	if a, d := one.Name(one.Counter(2)), other.Name(other.Counter(2)); a == d || bytes.Equal(one.AppendKey(nil), other.AppendKey(nil)) {
		t.Errorf("%s and %s have the same key", a, d)
	}
}

// Counters stay where they are when others join, also in a battle that was only
// kept before it sat down at a table.
func TestJoinsLeaveCountersInPlace(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	g.Joins = true
	b := battle(t, g, 1, "melee-1", "melee-1")
	b.Begin(engine.NewTable(engine.NewDice(1)))
	kept := b.Fresh().(*kings.Battle)
	kept.CopyFrom(b)
	kept.Sit(engine.NewTable(engine.NewDice(1)))
	first := kept.Counter(0)
	for range kings.MaxJoins {
		if _, err := kept.Join(0, named(t, g, "melee-2")); err != nil {
			t.Fatal(err)
		}
	}
	if first != kept.Counter(0) || len(kept.Counters()) != 2+kings.MaxJoins {
		t.Error("counters moved when others joined")
	}
}

// K5.3: a building that loses a level has the marks of what is left.
func TestReducedMarks(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	b := battle(t, g, 1, "2 melee-3", "citadel, melee-1")
	scripted(t, b, []int{6, 1, 6, 6, 6}, "lose d1", "stay", "stay")
	if c := b.Counter(2); c.Thing().ID != "castle" || c.Marks() != kings.Range {
		t.Errorf("%s with %v", c.Thing().ID, c.Marks().Words())
	}
}

// What is played out of turn is laid as if it were played in turn.
func TestPlayNow(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	b := battle(t, g, 1, "melee-1; blade, charm, golem, horn, curse", "melee-1")
	b.Begin(engine.NewTable(engine.NewDice(1)))
	own, enemy := b.Counter(0), b.Counter(1)
	for _, row := range []struct {
		item int
		on   *kings.Counter
		want string
	}{
		{2, nil, "a2 (Blade): it is laid on a counter that fights in the hex (K6)"},
		{2, enemy, "a2 (Blade): it is laid on a counter of your own (K6)"},
		{2, b.Counter(3), "a2 (Blade): it is laid on a counter that fights in the hex (K6)"},
		{3, nil, "a3 (Charm): it is played when a die lies on the table (K1.2)"},
		{4, own, "a4 (Golem): it is laid on nobody (K6)"},
		{6, own, "a6 (Curse): it is laid on an enemy counter (K6)"},
		{2, own, "<nil>"},
		{2, own, "a2 (Blade) is not held"},
	} {
		if got := fmt.Sprint(b.PlayNow(b.Counter(row.item), row.on)); got != row.want {
			t.Errorf("%s, want %s", got, row.want)
		}
	}
}

// Things that look the same and are of another game have none of its items'
// scripts.
func TestThingsOfAnotherGame(t *testing.T) {
	g, other := newGame(t, kings.DefaultRules()), newGame(t, kings.DefaultRules())
	setup := *battle(t, g, 1, "melee-1; blade", "melee-1").Setup()
	if _, err := kings.NewBattle(other, setup); fmt.Sprint(err) != "melee-1 is a thing of another game" {
		t.Error(err)
	}
}

// What a script asks before the first round can be tried out: what has been
// rolled and answered so far stays, and the battle aside comes to where the battle
// comes to with that answer.
func TestOpeningIsTried(t *testing.T) {
	g := newGame(t, kings.DefaultRules())
	g.Hooks.BattleStart.Add(func(b *kings.Battle, _, _ none) none {
		for side := range engine.Side(3) {
			n := b.Roll(6, 0)
			c := b.PickFrom(side, "Which?", []*kings.Counter{b.Counter(int(side)), b.Counter(int(side) + 1)}, nil)
			b.Strengthen(c, n+b.RollStream(0, 4))
		}
		return none{}
	})
	fresh := func() *kings.Battle { return battle(t, g, 1, "2 melee-1", "melee-2", "melee-3") }
	// begin begins a battle with these picks and then the first option of each;
	// dice show 1, 2, 3 ...
	begin := func(picks []int, asked func(c *kings.Opening, picks []int, rolled int)) *kings.Battle {
		b, n, made := fresh(), 0, []int(nil)
		b.Begin(engine.NewTable(engine.OracleFunc(func(engine.Question) (int, error) {
			n++
			return min(n, 4), nil
		}), enginetest.Everybody(engine.OracleFunc(func(q engine.Question) (int, error) {
			answer := q.Choice.First()
			if len(made) < len(picks) {
				answer = picks[len(made)]
			}
			asked(q.Choice.(*kings.Opening), made, n)
			made = append(made, answer)
			return answer, nil
		}))...))
		return b
	}
	tried := 0
	none := func(*kings.Opening, []int, int) {}
	begin([]int{1, 2, 3}, func(c *kings.Opening, picks []int, rolled int) {
		for answer := range c.Each {
			tried++
			b, n := c.Scratch(), rolled
			b.Sit(engine.NewTable(engine.OracleFunc(func(engine.Question) (int, error) {
				n++
				return min(n, 4), nil
			}), enginetest.Everybody(engine.OracleFunc(func(q engine.Question) (int, error) { return q.Choice.First(), nil }))...))
			c.Try(b, answer)
			want := begin(append(slices.Clone(picks), answer), none)
			if got := b.AppendKey(nil); !bytes.Equal(got, want.AppendKey(nil)) {
				t.Errorf("after picks %v, %s tried out leads elsewhere than the battle goes", picks, c.Name(answer))
			}
		}
	})
	if tried != 6 {
		t.Errorf("%d answers were tried out, want 6", tried)
	}
}

// Nobody is asked to pick from one counter, however often a script names it.
func TestPickOfOne(t *testing.T) {
	b := battle(t, newGame(t, kings.DefaultRules()), 0, "2 melee-1", "melee-1")
	b.Begin(engine.NewTable(&engine.Script{}))
	a := b.Counter(0)
	if got := b.PickFrom(0, "Which?", []*kings.Counter{a, a}, []int{1, 2}); got != a || b.Err() != nil {
		t.Errorf("picked %v: %v", got, b.Err())
	}
}
