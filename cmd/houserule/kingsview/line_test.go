package kingsview

import (
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library/kingsdata"
	"houserule/engine/players"
)

// Every event's line, word by word: the first two of each kind that come up in
// the scenarios, played by who tries everything.
func TestLines(t *testing.T) {
	lib := testLibrary(t)
	crowded(t, lib)
	troll, err := kingsdata.Thing(lib, "troll")
	if err != nil {
		t.Fatal(err)
	}
	charm, err := kingsdata.Thing(lib, "lucky-charm")
	if err != nil {
		t.Fatal(err)
	}
	kingsdata.Game(lib).SetPlay(charm, &kings.Play{On: kings.OnDie, Do: func(b *kings.Battle, _, _ *kings.Counter) { b.TurnDie(1) }})
	kingsdata.Game(lib).Joins = true
	kingsdata.Game(lib).Hooks.RoundStart.Add(func(b *kings.Battle, _, none engine.None) engine.None {
		if b.Round() == 2 {
			for c := range b.Of(0) {
				b.Change(c, 1)
				b.Mark(c, kings.Star)
				break
			}
			b.Say("Somebody has gone over.")
			if _, err := b.Join(0, troll); err != nil {
				b.Fail(err)
			}
		}
		return none
	})
	heard := map[int32][]string{}
	for _, s := range lib.Scenarios {
		for seed := range uint64(12) {
			kingsdata.Game(lib).Rules.FortsFightAlone = seed%3 != 0
			v := viewOf(t, lib, s.ID, s.Setup.(kings.Setup))
			seats := make([]engine.Oracle, v.battle.Seats())
			for side := range seats {
				seats[side] = restless(players.NewRandom(engine.Side(side), seed), seed%2 == 1)
			}
			table := engine.NewTable(engine.NewDice(seed), seats...)
			table.Explain(true)
			table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
				if text := viewtest.Line(v, e); len(heard[e.What]) < 2 && !slices.Contains(heard[e.What], text) {
					heard[e.What] = append(heard[e.What], text)
				}
			}))
			if err := engine.Play(v.Battle(), table); err != nil {
				t.Fatal(err)
			}
		}
	}
	var out strings.Builder
	for what := kings.RoundBegan; what <= kings.Ended; what++ {
		if len(heard[what]) == 0 {
			t.Errorf("event %d never happened", what)
		}
		out.WriteString(strings.Join(heard[what], ""))
	}
	viewtest.Golden(t, "lines.txt", out.String())
}

// restless is a player who leaves when it can, if it is not at ease.
func restless(player engine.Oracle, restless bool) engine.Oracle {
	return engine.OracleFunc(func(q engine.Question) (int, error) {
		if leave, ok := q.Choice.(*kings.Leave); ok && restless {
			return slices.Max(slices.Collect(leave.Each)), nil
		}
		return player.Answer(q)
	})
}
