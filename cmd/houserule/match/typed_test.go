package match

import (
	"slices"
	"testing"

	"houserule/engine/players"
)

// The last player plays all the seats that are left.
func TestSeatsOf(t *testing.T) {
	known, seats := players.Common(), []string{"red", "green", "blue"}
	for _, row := range []struct {
		text string
		want []string
		err  string
	}{
		{"greedy", []string{"greedy", "greedy", "greedy"}, ""},
		{"greedy, random", []string{"greedy", "random", "random"}, ""},
		{"greedy,random,greedy", []string{"greedy", "random", "greedy"}, ""},
		{"a,b,c,d", nil, "--players: 4 players: give three, the red's first"},
		{"greedi", nil, `--players: unknown player "greedi" (known: random, careless, greedy, search, best)`},
	} {
		got, err := seatsOf("--players", row.text, known, seats)
		if text := errorText(err); !slices.Equal(got, row.want) || text != row.err {
			t.Errorf("%q: %q, %q; want %q, %q", row.text, got, text, row.want, row.err)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
