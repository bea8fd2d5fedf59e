package enginetest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"houserule/engine/enginetest"
)

// What no transcript shows is named: a paragraph that stands in no headline,
// and a key of the rules that none sets.
func TestMissing(t *testing.T) {
	type rules struct {
		Goal  int `toml:"goal"`
		Limit int `toml:"limit"`
	}
	dir := t.TempDir()
	text := "-- P1 the goal --\nrules: goal=9\n\nP2 is told, and limit=3, but not shown\n-- P3 the rest --\n"
	if err := os.WriteFile(filepath.Join(dir, "P.txt"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for pattern, want := range map[string]string{"*.txt": "P2 limit", "*.md": "P1 P2 P3 goal limit"} {
		missing, err := enginetest.Missing[rules](filepath.Join(dir, pattern), "P1 P2 P3")
		if got := strings.Join(missing, " "); err != nil || got != want {
			t.Errorf("%s: missing are %q, %v; want %q", pattern, got, err, want)
		}
	}
}
