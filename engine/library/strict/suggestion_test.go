package strict

import (
	"slices"
	"strings"
	"testing"
)

func TestSuggest(t *testing.T) {
	tests := []struct {
		name, word, known, want string
	}{
		{"left out", "scor", "score bonus", "score"},
		{"swapped", "scoer", "score bonus", "score"},
		{"swapped, short", "lfie", "life order", "life"},
		{"changed", "defence", "defense phase", "defense"},
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
