package kingsview

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library/kingsdata"
	"houserule/engine/odds"
)

// Where a mod can change the dice, their faces do not give the chances.
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
		want := `a1 (Green Knight) rolls 2 dice in the melee step: needs 4 or less on a d6 by its value; a mod can change the dice
no hits 11.1 % (1/9); 1 hit 33.3 % (1/3); 2 hits 36.1 % (13/36); 3 hits 16.7 % (1/6); 4 hits 2.8 % (1/36); 1.67 hits on average
  value 4
    4 Green Knight (K2.1)`
		if got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// Neither the board nor odds wait for a million ways in which the dice of a mod
// can fall.
func TestManyWays(t *testing.T) {
	lib := testLibrary(t)
	game := kingsdata.Game(lib)
	game.Rules.ChargeDice = 20
	game.Hooks.Rolled.Add(func(_ *kings.Battle, _ kings.Roll, die int) int { return die })
	lookAt(t, lib, "skirmish", 0, func(v *View) {
		if got, want := viewtest.Command(v, []string{"odds", "a1"}), "error: its dice can fall in more than 4096 ways: too many to roll them all"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if board := view.Draw(v, view.Size{Columns: 80}); !strings.Contains(board, "? its dice can fall in more than 4096 ways") {
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
		fmt.Fprintln(&heard, view.Draw(v, view.Size{Columns: 80}), viewtest.Command(v, []string{"odds", "a1"}), viewtest.Command(v, []string{"show", "d1"}))
		if rolled == asked {
			t.Error("no script was asked")
		}
		return 1, nil
	})
	table := engine.NewTable(dice, player, player)
	table.Explain(true)
	table.Listen(engine.ListenerFunc(func(engine.Seats, engine.Event) {}))
	if err := engine.Play(v.Battle(), table); err != nil {
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
		view.Draw(v, view.Size{Columns: 80})
		if got := viewtest.Command(v, []string{"odds", "a1"}); !strings.HasSuffix(got, "nobody knows") || v.Battle().(*kings.Battle).Err() != nil {
			t.Errorf("%s, %v", got, v.Battle().(*kings.Battle).Err())
		}
		fails = false
		if got := viewtest.Command(v, []string{"odds", "d1"}); !strings.HasPrefix(got, "d1 (Buffalo Herd) rolls 1 die") {
			t.Error(got)
		}
	})
}

// Chances that do not matter stand together.
func TestRareChances(t *testing.T) {
	all := odds.Certain(0)
	for range 12 {
		all = odds.Sum(all, odds.Die(2).Count(func(face int) bool { return face == 2 }))
	}
	want := "fewer than 1 0.024 % (1/4096); 1 hit 0.3 % (3/1024); 2 hits 1.6 % (33/2048); 3 hits 5.4 % (55/1024); 4 hits 12.1 % (495/4096); " +
		"5 hits 19.3 % (99/512); 6 hits 22.6 % (231/1024); 7 hits 19.3 % (99/512); 8 hits 12.1 % (495/4096); 9 hits 5.4 % (55/1024); " +
		"10 hits 1.6 % (33/2048); 11 hits 0.3 % (3/1024); more than 11 0.024 % (1/4096)"
	if got := hitsText(all); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
}
