package bundled_test

import (
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
)

// A scenario's name alone says which game is meant: no two of the program's own
// games have one of the same name. The duel has always been one of heroes and of
// kings: who names it and no game gets that of heroes (game.txtar).
func TestScenariosAreOfOneGame(t *testing.T) {
	const shared = "duel"
	of := map[string]string{}
	for _, g := range bundled.Resolver().Games() {
		if g.IsLua() {
			continue
		}
		lib, err := g.Base()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range lib.Scenarios {
			if other, ok := of[s.ID]; ok && s.ID != shared {
				t.Errorf("scenario %q is one of %s and of %s: rename one of them", s.ID, other, g.Name())
			}
			of[s.ID] = g.Name()
			if !games.HasScenario(s.ID)(g) || !games.HasScenario(g.Name()+":"+s.ID)(g) || games.HasScenario("other:"+s.ID)(g) {
				t.Errorf("scenario %q of %s is not found by its ids, or by a wrong one", s.ID, g.Name())
			}
		}
	}
}
