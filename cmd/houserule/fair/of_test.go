package fair_test

import (
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/fair"
	"houserule/cmd/houserule/games"
	"houserule/engine"
	"houserule/engine/library"
)

// A battle that is not in the file is played, unless it takes long. People are told their own
// chance, or those of all sides.
func TestOf(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		game, scenario, set string
		people              []engine.Side
		want                string
	}{
		{"heroes", "golem-wall", "", []engine.Side{0}, "You win about 45 % if both play as normal."},
		{"heroes", "golem-wall", "", []engine.Side{1}, "You win about 55 % if both play as normal."},
		{"kings", "three-kings", "", []engine.Side{2}, "You win about 15 % if all play as normal."},
		{"kings", "four-kings", "", nil, "If all play as normal, the chances to win are about: the attacker 32 %, attacker2 29 %, attacker3 24 %, the defender 15 %."},
		{"kings", "duel", "kings.die=8", []engine.Side{0}, "You win about 35 % if both play as normal."},
		{"risk", "border", "risk.ties=attacker", []engine.Side{0}, "You win about 100 % if both play as normal."},
		{"heroes", "big", "heroes.swarm_factor=3", []engine.Side{0}, ""},      // many questions
		{"liars-dice", "five-dice", "liars-dice.die=8", []engine.Side{0}, ""}, // many steps of scripts
	} {
		r := bundled.Resolver()
		r.Game = row.game
		if row.set != "" {
			r.Set = []string{row.set}
		}
		lib, err := r.Load(games.Hint{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := lib.Scenario(row.scenario)
		if err != nil {
			t.Fatal(err)
		}
		m := library.Match{Scenario: s.ID, Setup: s.Setup}
		if got := fair.Of(r.View(lib), lib, m).Say(row.people...); got != row.want {
			t.Errorf("%s %s: %q, want %q", row.scenario, row.set, got, row.want)
		}
	}
}
