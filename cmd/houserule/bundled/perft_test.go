package bundled_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/gamestest"
	"houserule/engine/enginetest"
)

// What can be played in each scenario that ships: the numbers of ways to answer its first
// questions. A change of the rules or of the code that adds or takes away an option or a
// die shows in them; -update writes them anew.
func TestPerft(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for _, g := range bundled.Resolver().Games() {
		lib, err := gamestest.Of(g.Name()).Load(games.Hint{})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range lib.Scenarios {
			b, err := lib.Game.NewBattle(s.Setup)
			if err != nil {
				t.Fatal(err)
			}
			counts, err := enginetest.Perft(b, 8, 2000, false)
			if err != nil {
				t.Fatalf("%s %s: %v", g.Name(), s.ID, err)
			}
			fmt.Fprintf(&text, "%s %s\n", g.Name(), s.ID)
			for i, n := range counts {
				fmt.Fprintf(&text, "%4d: %d ways, of which %d end with a die\n", i+1, n.Dice+n.Choices, n.Dice)
			}
			every, err := enginetest.Perft(b, len(counts), 200, true)
			if err != nil || !slices.Equal(every, counts[:len(every)]) {
				t.Errorf("%s %s: by every face there are %v, and else %v (%v)", g.Name(), s.ID, every, counts, err)
			}
		}
	}
	gamestest.Golden(t, "testdata/perft.golden", text.String())
}
