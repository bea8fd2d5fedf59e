package fight_test

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/fight/fighttest"
)

// What is told beforehand is what comes, and to ask changes nothing, not even for
// the hooks that are asked.
func TestPreviewsChangeNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBattle(rt, t)
		var before []byte // while something is asked
		still := func(at *fight.Battle) {
			if before != nil && !bytes.Equal(before, at.AppendKey(nil)) {
				rt.Fatalf("%s: a hook finds another battle in a preview", b.Scene())
			}
		}
		b.Game().Hooks.Morale.Add(func(at *fight.Battle, _ fight.Check, score engine.Score) engine.Score { still(at); return score })
		b.Game().Hooks.Total.Add(func(at *fight.Battle, _ engine.Side, score engine.Score) engine.Score { still(at); return score })
		seed := rapid.Uint64().Draw(rt, "seed")
		table := enginetest.Table(b, seed)
		var totals [fight.Seats]int
		table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
			if e.What == fight.Rolled {
				totals[e.Who] = int(e.N) - b.Reading().Last().Die
			}
			if e.What == fight.Rolled && e.Who == int32(fight.Defender) {
				for side := range fight.Seats {
					tally := b.Reading().Tally(side)
					if tally.Modifier != totals[side] && totals[side]+b.Game().Rules.Die > 0 && totals[side] > -1 {
						rt.Fatalf("%s: the die of side %d is modified by %d, foretold was %d", b.Scene(), side, totals[side], tally.Modifier)
					}
				}
			}
		}))
		for b.Begin(table); !b.Over(); b.Step() {
			before = b.AppendKey(nil)
			for i := range b.Units() {
				if u := b.Unit(i); u.Stands() && u.Kind().Role == fight.Troop {
					strength, defense, morale := b.Reading().StrengthOf(u), b.Reading().DefenseOf(u), b.Reading().MoraleOf(u)
					if strength.Total() < 1 || defense.Total() < 1 || morale.Total() < 0 {
						rt.Fatalf("%s: %s has %v, %v, %v", b.Scene(), b.Reading().Label(u), strength, defense, morale)
					}
				}
			}
			for side := range fight.Seats {
				b.Reading().Tally(side)
			}
			if !bytes.Equal(before, b.AppendKey(nil)) {
				rt.Fatalf("%s: a preview changes the battle", b.Scene())
			}
			before = nil
		}
		if err := table.Err(); err != nil {
			rt.Fatal(err)
		}
	})
}

// E9, E10 as a table has them: what both sides bring to their dice.
func TestTally(t *testing.T) {
	g := newGame(t, fight.DefaultRules())
	b, err := fight.NewBattle(g, fight.Setup{
		Armies:  [fight.Seats]fight.Army{fighttest.Army(t, g, "2 horse-4, elf-lord, 2 blade-4~"), fighttest.Army(t, g, "2 horse-4, hawk-2")},
		Terrain: "clear",
	})
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	player := engine.OracleFunc(func(q engine.Question) (int, error) {
		p, ok := q.Choice.(*fight.Picking)
		switch {
		case ok && p.What == fight.PickCharge && q.Side == fight.Attacker:
			return fight.All, nil
		case ok && p.What == fight.PickPlace && asked == 0:
			asked++
			own, other := b.Reading().Tally(fight.Attacker), b.Reading().Tally(fight.Defender)
			if want := (fight.Tally{Strength: 32 + 8, Arms: [fight.Arms]int{32}, Modifier: 3}); own != want {
				t.Errorf("the attacker has %+v, want %+v", own, want)
			}
			if want := (fight.Tally{Strength: 20, Arms: [fight.Arms]int{16, 0, 4}, Modifier: 1}); other != want {
				t.Errorf("the defender has %+v, want %+v", other, want)
			}
		}
		return q.First(), nil
	})
	b.Play(engine.NewTable(engine.NewDice(1), player, player))
	if asked == 0 {
		t.Error("nobody was asked")
	}
}
