package enginetest

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"houserule/engine"
)

// Tellings fails the test if [Untold] finds anything in the tellings of events.
func Tellings[B any](t *testing.T, tellings engine.Tellings[B]) {
	t.Helper()
	for _, wrong := range Untold(tellings) {
		t.Error(wrong)
	}
}

// Untold returns what is wrong with tellings: events between others without a row, words of
// sentences without a meaning, meanings in no sentence, and secrets that every viewer sees.
func Untold[B any](tellings engine.Tellings[B]) (wrong []string) {
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	used := []string{"who", "whom", "side", "other", "n", "m"}
	known := slices.Concat(used, slices.Sorted(maps.Keys(tellings.Words)))
	for what, row := range tellings.Rows[1:] {
		what++
		if row.Text == "" {
			add("event %d has no sentence", what)
		}
		if row.Sees == nil && (row.Veiled != "" || row.Secret) {
			add("event %d: %q is hidden from no viewer", what, row.Text)
		}
		for _, text := range []string{row.Text, row.Alone, row.Veiled} {
			os.Expand(text, func(word string) string {
				if !slices.Contains(known, word) {
					add("event %d: %q has the word $%s, which has no meaning", what, text, word)
				}
				used = append(used, word)
				return ""
			})
		}
	}
	for _, word := range known {
		if !slices.Contains(used, word) {
			add("no sentence has the word $%s", word)
		}
	}
	return wrong
}
