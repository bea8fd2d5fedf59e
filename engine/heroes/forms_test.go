package heroes_test

import (
	"testing"

	"houserule/engine/heroes"
)

// The examples of the verbs name the spells and creatures of the battle, or say what to
// name.
func TestExamplesOfABattle(t *testing.T) {
	lib, err := recruits()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ head, cast, place string }{
		{"aggressor: 1 orc, 2 bandit\ndefender: 3 priest + 1 magi", "cast magic-fist d1", "place 2 bandit melee"},
		{"aggressor: 1 orc\ndefender: 1 priest", "cast SPELL d1", "place 2 CREATURE melee"},
	} {
		tr, err := parseTranscript(row.head+"\n\n", lib)
		if err != nil {
			t.Fatal(err)
		}
		b, err := heroes.NewBattle(tr.game, tr.setup)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range b.Verbs() {
			want, ok := map[string]string{"cast": row.cast, "place": row.place}[v.Name]
			if ok && v.Example != want {
				t.Errorf("example %q, want %q", v.Example, want)
			}
		}
	}
}
