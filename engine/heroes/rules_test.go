package heroes_test

import (
	"path/filepath"
	"testing"
)

// The rulebook, paragraph by paragraph, with every switch flipped.
func TestRules(t *testing.T) {
	lib, err := recruits()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files(t, "testdata/rules/*.txt") {
		transcripts(t, filepath.Join("rules", filepath.Base(file)), lib)
	}
}
