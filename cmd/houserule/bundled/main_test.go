package bundled_test

import (
	"testing"

	"houserule/cmd/houserule/gamestest"
)

// The embedded data loads, which every command needs.
func TestLoad(t *testing.T) {
	lib, err := gamestest.Load()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(lib.Scenarios); n < 8 {
		t.Errorf("%d scenarios, want at least 8", n)
	}
}

// BenchmarkStart is what every command pays before it starts: below 50 ms.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		if _, err := gamestest.Load(); err != nil {
			b.Fatal(err)
		}
	}
}
