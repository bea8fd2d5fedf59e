package strict

import (
	"slices"
	"strings"
	"testing"
)

// A part of an id suggests all ids that have it, unless those are many.
func TestSuggestParts(t *testing.T) {
	many := "a-b c-b d-b e-b f-b g-b h-b i-b j-b"
	for _, tt := range []struct{ name, word, known, want string }{
		{"a part", "dragon", "old-dragon orc baby-dragon dragonfly", "old-dragon baby-dragon"},
		{"nearly", "drgaon", "old-dragon orc", "old-dragon"},
		{"no part", "dragon", "orc troll", ""},
		{"a path", "melee", "creature.old-dragon.melee-line", ""},
		{"too many", "b", many, ""},
	} {
		if got := strings.Join(SuggestParts(tt.word, strings.Fields(tt.known)), " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestSuggest(t *testing.T) {
	tests := []struct {
		name, word, known, want string
	}{
		{"left out", "scor", "score bonus", "score"},
		{"swapped", "scoer", "score bonus", "score"},
		{"swapped, short", "lfie", "life order", "life"},
		{"changed", "defense", "defense phase", "defense"},
		{"added", "meleee", "melee ranged", "melee"},
		{"case", "Level", "level melee", "level"},
		{"nearest", "phases", "phase phrases", "phase"},
		{"tie", "cap", "cat can", "can"},
		{"two of six", "dfense", "defend deffense", "deffense"},
		{"two of five", "scxxe", "score", ""},
		{"two letters", "ad", "add set", "add"},
		{"one letter", "x", "y z", ""},
		{"one letter, added", "x", "xy", ""},
		{"far", "weather", "score bonus", ""},
		{"empty word", "", "a", ""},
		{"nothing known", "a", "", ""},
		{"runes", "mägc", "mäge magic", "mäge"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			known := strings.Fields(tt.known)
			for range 2 { // in either order
				if got := Suggest(tt.word, known); got != tt.want {
					t.Errorf("got %q, want %q", got, tt.want)
				}
				slices.Reverse(known)
			}
		})
	}
}
