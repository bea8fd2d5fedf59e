package library_test

import (
	"os"
	"testing"

	"houserule/engine/library"
)

func TestShippedDataLoads(t *testing.T) {
	lib, err := library.Load(os.DirFS("../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(lib.Game.Creatures); n < 54 {
		t.Errorf("%d creatures, want at least 48 and 6 Heroes", n)
	}
}
