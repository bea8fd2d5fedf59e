package repl

import (
	"strings"
	"testing"

	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/session"
)

// A person is shown who thinks while computer players are asked, and nothing else before that is
// removed. A script is not.
func TestThinking(t *testing.T) {
	for _, row := range []struct {
		players string
		person  bool
		want    int // how often
	}{
		{"human,greedy", true, 2},
		{"human,human", true, 0},
		{"human,greedy", false, 0},
	} {
		var out strings.Builder
		lines := NewScript(strings.NewReader("retaliate\nnext a4\nshoot d3 swat 2\nquit\n"), &out)
		c := Config{Game: session.Game{Frontend: heroesview.Frontend{}, Library: testLibrary(t)}, Lines: lines, Out: &out, Width: func() int { return 80 }, KeepGoing: true}
		if row.person {
			c.Lines = keyed{lines}
		}
		c.Thinking = func(who func() string) func() {
			out.WriteString("<" + who() + ">")
			return func() { out.WriteString("</>") }
		}
		m, err := sitting{scenario: "tutorial", seed: 6, players: strings.Split(row.players, ",")}.match(c.Library)
		if err != nil {
			t.Fatal(err)
		}
		if err := New(c).Start(m); err != nil && row.person {
			t.Fatal(err)
		}
		if got, shown := strings.Count(out.String(), "<The defender></>\n"), strings.Count(out.String(), "<"); got != row.want || shown != 2*row.want {
			t.Errorf("%s, %t: it is shown %d times, and removed at once %d times, want %d\n%s", row.players, row.person, shown, got, row.want, out.String())
		}
	}
}
