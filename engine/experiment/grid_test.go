package experiment

import (
	"strings"
	"testing"
)

func TestParseValues(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"2..6", "2 3 4 5 6"},
		{"2..10..2", "2 4 6 8 10"},
		{"2..9..2", "2 4 6 8"},
		{"0..0.3..0.1", "0.0 0.1 0.2 0.3"},
		{"-1..1", "-1 0 1"},
		{"1.5..2.5", "1.5 2.5"},
		{"7..7", "7"},
		{"1,2,5", "1 2 5"},
		{"1..3,7", "1 2 3 7"},
		{"half, none", "half none"},
		{"true", "true"},
	} {
		got, err := ParseValues(row.text)
		if err != nil || strings.Join(got, " ") != row.want {
			t.Errorf("%s: %q, %v, want %s", row.text, got, err, row.want)
		}
	}
}
