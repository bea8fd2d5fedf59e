// Package heroestest sets up battles of heroes for tests: Battle makes one of two armies as a player
// types them.
package heroestest

import (
	"testing"

	"houserule/engine/heroes"
	"houserule/engine/library/heroesdata"
)

// Battle returns a battle in the open field between two armies, written as for
// [heroesdata.ReadArmy], of at most so many rounds; 0: as many as the rules have.
func Battle(t testing.TB, g *heroes.Game, limit int, aggressor, defender string) *heroes.Battle {
	t.Helper()
	setup := heroes.Setup{RoundLimit: limit}
	for side, text := range []string{aggressor, defender} {
		army, err := heroesdata.ReadArmy(text, g.Creature)
		if err != nil {
			t.Fatal(err)
		}
		setup.Sides[side] = heroes.SideSetup{Army: army, Town: heroes.NoTownNear}
	}
	b, err := heroes.NewBattle(g, setup)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
