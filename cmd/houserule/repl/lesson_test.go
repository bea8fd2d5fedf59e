package repl

import (
	"strings"
	"testing"

	"houserule/cmd/houserule/saves"
)

// The lessons that answers led to are told again when they are reached again, and those of a
// question that undo leads to as well. Each seat has its own.
func TestLessonsFollowTheBattle(t *testing.T) {
	lib := testLibrary(t)
	for _, row := range []struct {
		players, lines string
		want           string // the lessons, by their first words
	}{
		{"human,greedy", "retaliate\nnext a2\nundo\nnext a2\n", "Welcome. Your stack, Several of, The stack, Several of, The stack"},
		{"human,greedy", "retaliate\nundo 9\nretaliate\nboard\n", "Welcome. Your stack, Several of, Welcome. Your stack, Several of"},
		{"greedy,human", "attack a2\n", "Welcome. The stack, You can"},
		{"human,human", "attack a2\nretaliate\n", "Welcome. The stack, Your stack, Several of"},
		{"greedy,greedy", "", ""},
	} {
		out, err := sit(lib, saves.Places{}, sitting{scenario: "tutorial", players: strings.Split(row.players, ","), lines: row.lines})
		var told []string
		for line := range strings.Lines(out) {
			if words := strings.Fields(line); len(words) > 2 && words[0] == "*" {
				told = append(told, strings.Join(words[1:3], " "))
			}
		}
		got := strings.ReplaceAll(strings.Join(told, ", "), "Welcome. Each, ", "Welcome. ")
		if got != row.want || err != nil {
			t.Errorf("%s, %q: %s (%v), want %s\n%s", row.players, row.lines, got, err, row.want, out)
		}
	}
}
