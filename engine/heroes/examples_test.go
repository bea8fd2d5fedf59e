package heroes_test

import (
	"strconv"
	"strings"
	"testing"
)

// The worked examples of the rulebook, with the shipped creatures. Each cites
// its rule.
func TestExamples(t *testing.T) {
	transcripts(t, "examples.txt", shipped(t))
}

// All sixteen are there.
func TestEveryExampleIsPlayed(t *testing.T) {
	text := read(t, "testdata/examples.txt")
	for n := 1; n <= 16; n++ {
		if !strings.Contains(text, "\n-- E"+strconv.Itoa(n)+" ") {
			t.Errorf("E%d is not played", n)
		}
	}
}
