package forecast

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// battleOf is a battle of a scenario of the base game, in which nothing has
// happened.
func battleOf(scenario string) (*heroes.Battle, error) {
	lib, err := library.Load(heroesdata.Format(), os.DirFS("../../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		return nil, err
	}
	s, err := lib.Scenario(scenario)
	if err != nil {
		return nil, err
	}
	return heroes.NewBattle(heroesdata.Game(lib), s.Setup.(heroes.Setup))
}

// An attack of the first stack on the last: whether it hits, and what
// the retaliation costs.
func Example() {
	b, err := battleOf("golem-wall")
	if err != nil {
		fmt.Println(err)
		return
	}
	b.Begin(engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{}))
	by, at := &b.Stacks()[0], &b.Stacks()[len(b.Stacks())-1]
	blow, err := b.Aim(by, heroes.Melee, 0, at, 1)
	if err != nil {
		fmt.Println(err)
		return
	}

	f := New(&b.Position)
	hits, _ := f.Chance(b.Preview(blow), 0)
	fmt.Printf("%s hits %s: %s\n", b.Label(by), b.Label(at), hits.RatString())
	lost, err := Attack(f, blow, func(after *heroes.Position, _ Course) int {
		return b.Value(heroes.Aggressor) - after.Value(heroes.Aggressor)
	})
	for cost, p := range lost.All() {
		fmt.Printf("costs the aggressor %d: %s\n", cost, p.RatString())
	}
	fmt.Println("on average:", odds.Mean(lost).RatString(), err)
	// Output:
	// a1 (1 Gold Golem) hits d4 (2 Goblin): 1
	// costs the aggressor 0: 1/5
	// costs the aggressor 25: 4/5
	// on average: 20 <nil>
}

// Where no script changes the dice, the faces that reach the need are the chance,
// in every position of every scenario; and a forecast changes nothing.
func TestChances(t *testing.T) {
	lib, err := library.Load(heroesdata.Format(), os.DirFS("../../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	for _, s := range lib.Scenarios {
		for seed := range uint64(3) {
			b, err := heroes.NewBattle(heroesdata.Game(lib), s.Setup.(heroes.Setup))
			if err != nil {
				t.Fatal(err)
			}
			f, still, asked := New(&b.Position), enginetest.NewStill(b), 0
			lots := [2]*players.Random{players.NewRandom(0, seed), players.NewRandom(1, seed)}
			player := engine.OracleFunc(func(q engine.Question) (int, error) {
				if act, ok := q.Choice.(*heroes.Act); ok {
					if asked++; asked > 25 {
						return 0, engine.ErrRewind
					}
					still.Take()
					looked += f.agrees(t, act)
					if err := still.Moved(); err != nil {
						t.Fatalf("%s: %v", b.Scene(), err)
					}
				}
				return lots[q.Side].Answer(q)
			})
			b.Play(engine.NewTable(lib.Dice(seed), player, player))
			if err := b.Err(); err != nil && !errors.Is(err, engine.ErrRewind) {
				t.Fatal(err)
			}
		}
	}
	if t.Logf("%d attacks", looked); looked < 1000 {
		t.Errorf("only %d attacks were looked at", looked)
	}
}

// agrees compares, for some attacks of a stack, the chance by faces with the
// chance by enumeration, and with that of the whole attack: who loses cards was
// hit.
func (f *Forecast) agrees(t *testing.T, act *heroes.Act) (looked int) {
	b := f.battle
	for answer := range act.Each {
		o := heroes.Option(answer)
		if o.Verb() < heroes.Attack || o.Verb() > heroes.CastSpell || looked == 4 {
			break // attacks come first
		}
		if o.Verb() == heroes.CastSpell && b.Game().Spells[o.Which()].Effect {
			continue
		}
		looked++
		blow := act.Blow(o)
		p, err := f.Chance(b.Preview(blow), 0)
		if err != nil {
			t.Fatal(err)
		}
		rolled, err := f.rolled(blow, 0)
		if err != nil {
			t.Fatal(err)
		}
		if p.Cmp(rolled) != 0 {
			t.Errorf("%s: %s: %s by faces, %s by enumeration", b.Scene(), act.Name(answer), p.RatString(), rolled.RatString())
		}
		whole, err := Attack(f, blow, func(after *heroes.Position, _ Course) string { return string(after.AppendKey(nil)) })
		if err != nil {
			t.Fatal(err)
		}
		if sum := whole.Where(func(string) bool { return true }); !sum.IsInt() || sum.Sign() == 0 {
			t.Errorf("%s: %s: the outcomes add up to %s", b.Scene(), act.Name(answer), sum.RatString())
		}
	}
	return looked
}
