package heroes_test

import (
	"os"
	"path/filepath"
	"testing"
)

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The rulebook, paragraph by paragraph, with every switch flipped.
func TestRules(t *testing.T) {
	lib, err := recruits()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/rules/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		transcripts(t, filepath.Join("rules", filepath.Base(file)), lib)
	}
}
