package enginetest_test

import (
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/enginetest"
)

// TestUntold checks that every mistake in a table of events is found.
func TestUntold(t *testing.T) {
	sees := func(struct{}, engine.Event) bool { return true }
	word := func(struct{}, engine.Event) string { return "" }
	tellings := engine.Tellings[struct{}]{Rows: []engine.Telling[struct{}]{
		1: {Text: "$who rolls a $n"},
		2: {Text: "$who hits $whomever", Alone: "$who hits $air"},
		4: {Text: "$side sees it", Secret: true},
		5: {Text: "$side looks into $place", Sees: sees, Veiled: "$side looks $away"},
	}, Words: map[string]func(struct{}, engine.Event) string{"place": word, "unused": word}}
	want := []string{
		`event 2: "$who hits $whomever" has the word $whomever, which has no meaning`,
		`event 2: "$who hits $air" has the word $air, which has no meaning`,
		"event 3 has no sentence",
		`event 4: "$side sees it" is hidden from no viewer`,
		`event 5: "$side looks $away" has the word $away, which has no meaning`,
		"no sentence has the word $unused",
	}
	if got := enginetest.Untold(tellings); !slices.Equal(got, want) {
		t.Errorf("found are %q, want %q", got, want)
	}
}
