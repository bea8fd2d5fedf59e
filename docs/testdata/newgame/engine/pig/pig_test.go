package pig_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/pig"
)

// TestBattles checks what every tool relies on, in battles with random points.
func TestBattles(t *testing.T) {
	game := &pig.Game{Rules: pig.DefaultRules()}
	begin := func(s pig.Setup) (*pig.Battle, error) {
		b, err := game.NewBattle(s)
		return b.(*pig.Battle), err
	}
	enginetest.Battles[*pig.Battle]{
		Draw: func(t *rapid.T) *pig.Battle {
			have := rapid.IntRange(60, 99)
			b, _ := begin(pig.Setup{Points: [2]int{have.Draw(t, "first"), have.Draw(t, "second")}})
			return b
		},
		Show:  func(b *pig.Battle) string { return fmt.Sprint(b.Board(0), b.Turn(), b.Outcome()) },
		Setup: func(b *pig.Battle) engine.Setup { return b.Setup() },
		Read: func(_ *pig.Battle, h engine.Header) (*pig.Battle, error) {
			s, err := pig.ReadSetup(h)
			if err != nil {
				return nil, err
			}
			return begin(s)
		},
		Single:   func(engine.Choice) bool { return false },
		Complete: true, OneQuestion: true,
	}.Test(t)
}
