package remote_test

import (
	"strings"
	"testing"

	"houserule/cmd/houserule/remote"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/servetest"
	"houserule/cmd/houserule/view"
)

// Lessons stand below the question, those of answers that were taken back are told again, and a
// sentence with a command that there is not here is left out.
func TestJoinLearns(t *testing.T) {
	for _, row := range []struct {
		scenario, seat string
		players        []string
		lines          string
		want, never    string
	}{
		{"tutorial", "aggressor", []string{"human", "greedy"}, "retaliate\nundo\nretaliate\nquit\n", "Welcome. 2, Your stack 2, Several of 2", "defender's"},
		{"tutorial", "defender", []string{"greedy", "human"}, "attack a2\nquit\n", "Welcome. 1, attack a2. 1", "shoot d1"},
		{"first-throws", "defender", []string{"greedy", "human"}, strings.Repeat("roll 2\n", 3) + "roll 1\nquit\n", "roll 2 risks 1, That was a whole battle. review tells 1", "stop ends"},
	} {
		_, server := servetest.Open(t, row.scenario, 6, row.players...)
		link, err := remote.ParseLink(server.URL + "/#" + row.seat)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		p := remote.Prompt{Link: link, Lines: repl.NewScript(strings.NewReader(row.lines), &out), Out: &out, Size: func() view.Size { return view.Size{Columns: 200, Lines: 30} }}
		err = p.Run(t.Context())
		for _, want := range strings.Split(row.want, ", ") {
			i := strings.LastIndex(want, " ")
			if got := strings.Count(out.String(), want[:i]); got != int(want[i+1]-'0') {
				t.Errorf("%s, %s: %q %d times, want %s (%v)\n%s", row.scenario, row.seat, want[:i], got, want[i+1:], err, out.String())
			}
		}
		if strings.Contains(out.String(), row.never) {
			t.Errorf("%s, %s: %q in\n%s", row.scenario, row.seat, row.never, out.String())
		}
	}
}
