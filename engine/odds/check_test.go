package odds_test

import (
	"fmt"
	"testing"

	"houserule/engine/enginetest"
	"houserule/engine/heroes"
	"houserule/engine/library/heroesdata"
)

// No odds are computed from a key that leaves something out: the error says where the battle
// goes another way, and what to do.
func TestForgottenInTheKey(t *testing.T) {
	const want = ": the battle goes another way from the same position: a player, a script or the key of the position is wrong, so the odds would be, too; sim --direct plays every battle by the rules"
	lib := shipped(t)
	for _, row := range []struct{ scenario, field, where string }{
		{"golem-wall", ".stacks[].answered", "round 3, phase 4"},
		{"golem-wall", ".stacks[].turn", "round 1, phase 7"},
		{"heads", ".stacks[].answered", "round 2, phase 2"},
		{"giants", ".stacks[].answered", "round 1, phase 5"},
	} {
		s, err := lib.Scenario(row.scenario)
		if err != nil {
			t.Fatal(err)
		}
		b, err := heroes.NewBattle(heroesdata.Game(lib), s.Setup.(heroes.Setup))
		if err != nil {
			t.Fatal(err)
		}
		_, err = trySolve(enginetest.Forgets(b, row.field, enginetest.FromKey), greedy(), greedy())
		if got := fmt.Sprint(err); got != row.where+want {
			t.Errorf("%s without %s: %s, want %s", row.scenario, row.field, got, row.where+want)
		}
	}
}
