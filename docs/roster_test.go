package docs_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"houserule"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/kingsdata"
	"houserule/engine/library/sorcerydata"
)

// The README's counts are those of the rosters.
func TestReadmeCounts(t *testing.T) {
	heroCards := 0
	creatures := heroesdata.Game(unscripted(t, heroesdata.Format())).Creatures
	for _, c := range creatures {
		if c.Hero {
			heroCards++
		}
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("%d creatures in six alignments and %d Heroes", len(creatures)-heroCards, heroCards),
		fmt.Sprintf("of kings: %d things", len(kingsdata.Game(unscripted(t, kingsdata.Format())).Things)),
		fmt.Sprintf("of sorcery: %d units, characters and monsters", len(sorcerydata.Game(unscripted(t, sorcerydata.Format())).Kinds)),
	} {
		if !strings.Contains(string(readme), want) {
			t.Errorf("the README does not say %q", want)
		}
	}
}

// unscripted is a game without its scripts.
func unscripted(t *testing.T, system library.Format) *library.Library {
	t.Helper()
	lib, err := library.LoadMods(system, library.Base(system, houserule.Data), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}
