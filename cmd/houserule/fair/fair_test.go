package fair_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/fair"
	"houserule/cmd/houserule/gamestest"
	"houserule/engine/analysis"
	"houserule/engine/enginetest"
)

// The file of chances has those of looks 15 times as long as a first look. Without HOUSERULE_LONG
// one line in eighteen is computed again. -update writes the file.
func TestChances(t *testing.T) {
	t.Parallel()
	long := enginetest.Long || *enginetest.Update
	file, err := os.ReadFile("chances.txt")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	n := 0
	for _, g := range bundled.Resolver().Games() {
		lib := gamestest.Base(t, g)
		for _, s := range lib.Scenarios {
			if !long && !fair.Shipped(lib, s).Known() {
				t.Errorf("%s %s is not in the file: run the test with -update", g.Name(), s.ID)
			}
			if n++; !long && n%18 > 0 {
				continue
			}
			c, err := fair.Look(lib, s.Setup, analysis.FirstLook.Times(15))
			if err != nil {
				t.Fatalf("%s %s: %v", g.Name(), s.ID, err)
			}
			line := g.Name() + " " + s.ID
			for side := range s.Setup.SeatNames() {
				line += fmt.Sprintf(" %.2f", 100*c.Wins[side])
			}
			if fmt.Fprintln(&text, line); !long && !strings.Contains(string(file), line+"\n") {
				t.Errorf("%q is not in the file: run the test with -update", line)
			}
		}
	}
	if long {
		gamestest.Golden(t, "chances.txt", text.String())
	}
}
