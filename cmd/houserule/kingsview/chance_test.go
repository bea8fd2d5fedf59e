package kingsview

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library/kingsdata"
)

// The chances of a counter's dice are those of rolling them in every way.
func TestChances(t *testing.T) {
	lib := testLibrary(t)
	for _, s := range lib.Scenarios {
		for _, n := range []int{0, 4, 9} {
			lookAt(t, lib, s.ID, n, func(v *View) {
				for side := range v.Seats() {
					for c := range v.battle.Of(engine.Side(side)) {
						if c.Stands() {
							agree(t, v, c)
						}
					}
				}
			})
		}
	}
}

func agree(t *testing.T, v *View, c *kings.Counter) {
	t.Helper()
	quick, err := v.chancesOf(c)
	if err != nil {
		t.Fatal(err)
	}
	slow, err := v.walked(c)
	if err != nil {
		t.Fatal(err)
	}
	for len(slow) < len(quick) {
		slow = append(slow, new(big.Rat))
	}
	sum := new(big.Rat)
	for n := range quick {
		sum.Add(sum, quick[n])
		if quick[n].Cmp(slow[n]) != 0 {
			t.Errorf("%s: %d hits %v, walked %v", v.battle.Label(c), n, quick[n], slow[n])
		}
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 || len(slow) != len(quick) {
		t.Errorf("%s: %v add up to %v", v.battle.Label(c), quick, sum)
	}
	if mean, _ := v.expected(c); mean-quick.mean() > 1e-12 || quick.mean()-mean > 1e-12 {
		t.Errorf("%s: %v hits are expected, their chances say %v", v.battle.Label(c), mean, quick.mean())
	}
}

// Where a mod has a say in the dice their faces do not tell the chances.
func TestTouchedDice(t *testing.T) {
	lib := testLibrary(t)
	game := kingsdata.Game(lib)
	game.Hooks.Rolled.Add(func(_ *kings.Battle, _ kings.Roll, die int) int { return die%6 + 1 }) // 6 is 1
	game.Hooks.Hit.Add(func(_ *kings.Battle, r kings.Roll, hits int) int {
		if r.Die == 1 {
			hits++
		}
		return hits
	})
	lookAt(t, lib, "skirmish", 0, func(v *View) {
		got := viewtest.Command(v, strings.Fields("odds a1"))
		want := `a1 (Green Knight) rolls 2 dice in the melee step: needs 4 or less on a d6 by its value; a mod has a say in the dice
no hits 11.1 % (1/9); 1 hit 33.3 % (1/3); 2 hits 36.1 % (13/36); 3 hits 16.7 % (1/6); 4 hits 2.8 % (1/36); 1.67 hits on average
  value 4
    4 Green Knight (K2.1)`
		if got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// Dice that a mod changes are rolled in so many ways and no more: neither the board
// nor odds wait for a million of them.
func TestManyWays(t *testing.T) {
	lib := testLibrary(t)
	game := kingsdata.Game(lib)
	game.Rules.ChargeDice = 20
	rolled := 0
	game.Hooks.Rolled.Add(func(_ *kings.Battle, _ kings.Roll, die int) int { rolled++; return die })
	lookAt(t, lib, "skirmish", 0, func(v *View) {
		rolled = 0
		if got, want := viewtest.Command(v, []string{"odds", "a1"}), "error: its dice can fall in more than 4096 ways: too many to roll them all"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if most := 20 * (mostWays + 1); rolled > most {
			t.Errorf("%d dice were rolled, want %d at most", rolled, most)
		}
		if board := v.Board(80); !strings.Contains(board, "? its dice can fall in more than 4096 ways") {
			t.Errorf("the board does not say so:\n%s", board)
		}
	})
}

// Scripts that are asked what a counter would roll may roll, choose and fail:
// the battle that is shown does not know of it.
func TestLookingAsksScriptsAside(t *testing.T) {
	lib := testLibrary(t)
	rolled := 0
	kingsdata.Game(lib).Hooks.Value.Add(func(b *kings.Battle, _ *kings.Counter, s engine.Score) engine.Score {
		rolled++
		if b.Roll(6, 0) == 6 {
			return s.Set(6, &engine.Cause{Text: "luck", Rule: "try", At: "main.lua:3"})
		}
		return s
	})
	setup := setupOf(t, lib, "duel")
	v := viewOf(t, lib, "duel", setup)
	var heard strings.Builder
	player := engine.OracleFunc(func(q engine.Question) (int, error) { return q.First(), nil })
	dice := engine.OracleFunc(func(q engine.Question) (int, error) {
		asked := rolled
		fmt.Fprintln(&heard, v.Board(80), viewtest.Command(v, []string{"odds", "a1"}), viewtest.Command(v, []string{"show", "d1"}))
		if rolled == asked {
			t.Error("no script was asked")
		}
		return 1, nil
	})
	table := engine.NewTable(dice, player, player)
	table.Explain(true)
	table.Listen(engine.ListenerFunc(func(engine.Seats, engine.Event) {}))
	if err := v.Play(table); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(heard.String(), "no hits 27.8 % (5/18); 1 hit 72.2 % (13/18)"); n != 8 {
		t.Errorf("four dice are asked for, and at each two chances are told, not %d in all:\n%s", n, heard.String())
	}
	fails := false
	lib = testLibrary(t)
	kingsdata.Game(lib).Hooks.Value.Add(func(b *kings.Battle, _ *kings.Counter, s engine.Score) engine.Score {
		if fails {
			b.Fail(errors.New("nobody knows"))
		}
		return s
	})
	lookAt(t, lib, "skirmish", 0, func(v *View) {
		fails = true
		v.Board(80)
		if got := viewtest.Command(v, []string{"odds", "a1"}); !strings.HasSuffix(got, "nobody knows") || v.battle.Err() != nil {
			t.Errorf("%s, %v", got, v.battle.Err())
		}
		fails = false
		if got := viewtest.Command(v, []string{"odds", "d1"}); !strings.HasPrefix(got, "d1 (Buffalo Herd) rolls 1 die") {
			t.Error(got)
		}
	})
}

// Chances that do not matter stand together.
func TestRareChances(t *testing.T) {
	all := chances{big.NewRat(1, 1)}
	for range 12 {
		all = all.and(chances{big.NewRat(1, 2), big.NewRat(1, 2)})
	}
	want := "fewer than 1 0.024 % (1/4096); 1 hit 0.3 % (3/1024); 2 hits 1.6 % (33/2048); 3 hits 5.4 % (55/1024); 4 hits 12.1 % (495/4096); " +
		"5 hits 19.3 % (99/512); 6 hits 22.6 % (231/1024); 7 hits 19.3 % (99/512); 8 hits 12.1 % (495/4096); 9 hits 5.4 % (55/1024); " +
		"10 hits 1.6 % (33/2048); 11 hits 0.3 % (3/1024); more than 11 0.024 % (1/4096)"
	if all.String() != want || all.mean() != 6 {
		t.Errorf("got\n%s, mean %v, want\n%s", all, all.mean(), want)
	}
}
