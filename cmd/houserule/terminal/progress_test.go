//go:build unix

package terminal_test

import (
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/usage"
)

// On a terminal a bar shows how far a run is; Ctrl-C ends it, the bar is taken
// away, and what is known is printed.
func TestProgress(t *testing.T) {
	c := newConsole(t, t.TempDir(), slices.Concat([]string{"sim", "-n", "1000000000"}, shortDuel)...)
	c.waits("the bar", func(text string) bool {
		return strings.Contains(text, "battles/s)") && strings.Contains(text, "/1000000000, ")
	})
	c.presses(keyCtrlC)
	c.waits("the results", endsWithFacts)
	c.exits(usage.ExitInterrupted)
	if screen := c.picture(); strings.Contains(screen, "battles/s") || !strings.Contains(c.out.All(), "Interrupted after ") {
		t.Errorf("the screen is\n%s", screen)
	}
}

// A run that is played to its end leaves no bar, either.
func TestProgressEnds(t *testing.T) {
	c := newConsole(t, t.TempDir(), slices.Concat([]string{"sim", "-n", "200000"}, shortDuel)...)
	c.waits("the results", endsWithFacts)
	c.exits(usage.ExitOK)
	if screen := c.picture(); strings.Contains(screen, "battles/s") {
		t.Errorf("the screen is\n%s", screen)
	}
}

// endsWithFacts reports whether the results have been printed to their end.
func endsWithFacts(text string) bool {
	_, facts, found := strings.Cut(text, "hash of the JSON")
	return found && strings.HasSuffix(facts, "\n")
}

// duelOf is a battle that is over soon.
var shortDuel = []string{"--aggressor", "1 orc", "--defender", "1 bandit"}
