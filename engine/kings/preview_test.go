package kings_test

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/kings"
)

// To look at what would be rolled changes nothing: a battle whose players look
// at everything goes as it would anyhow. What is laid out when a die is asked
// for is that die's.
func TestPreviewsChangeNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b, seed := anyBattle(rt, t), rapid.Uint64().Draw(rt, "seed")
		looking := false
		b.Game().Hooks.Value.Add(func(at *kings.Battle, _ *kings.Counter, score engine.Score) engine.Score {
			if looking && at == b {
				rt.Fatalf("%s: a preview asks hooks about the battle that is played", b.Scene())
			}
			return score
		})
		want := b.Fresh().(*kings.Battle).Play(enginetest.Table(b, seed))
		aside := b.Fresh().(*kings.Battle)
		aside.Sit(enginetest.Table(b, seed+1))
		var all []engine.Oracle
		for _, player := range enginetest.Seats(b, seed) {
			all = append(all, engine.OracleFunc(func(q engine.Question) (int, error) {
				before := b.AppendKey(nil)
				looking = true
				for side := range engine.Side(b.Seats()) {
					look(rt, b, aside, side)
				}
				looking = false
				if !bytes.Equal(before, b.AppendKey(nil)) {
					rt.Fatal("the battle is another one after a look")
				}
				return player.Answer(q)
			}))
		}
		dice := engine.NewDice(seed)
		luck := engine.OracleFunc(func(q engine.Question) (int, error) {
			// Only dice that hit need to be below something.
			if r := b.Last(); r.By == nil || r.Die != 0 || q.Need > 0 && r.Saves != (kings.Faces{}) {
				rt.Fatalf("%s: a die is asked for, and what is laid out is %+v", b.Scene(), r)
			}
			return dice.Answer(q)
		})
		table := engine.NewTable(luck, all...)
		table.Listen(engine.ListenerFunc(func(engine.Seats, engine.Event) {}))
		got := b.Play(table)
		if err := table.Err(); err != nil || got != want {
			rt.Fatalf("%v, %v; want %v", got, err, want)
		}
	})
}

// look looks at all counters of a side.
func look(t *rapid.T, b, aside *kings.Battle, side engine.Side) {
	for c := range b.Of(side) {
		if !c.Stands() {
			continue
		}
		p := aside.Preview(&b.Position, c)
		if hits := aside.Rehearse(&b.Position, c); hits < 0 || hits > p.Dice {
			t.Fatalf("%s scores %d hits with %d dice", b.Label(c), hits, p.Dice)
		}
	}
	for _, item := range b.Items(side, kings.Held) {
		if item.Side() != side || !b.Came(item) {
			t.Fatalf("%s is held by side %d", b.Label(item), item.Side())
		}
	}
}
