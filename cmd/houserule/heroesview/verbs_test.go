package heroesview

import "testing"

// The examples of the verbs name the spells and creatures of the battle, or say what to
// name.
func TestExamplesOfABattle(t *testing.T) {
	lib := withMods(t, nil)
	for _, row := range []struct{ aggressor, defender, cast, place string }{
		{"1 orc, 2 bandit", "3 orc + 1 magi", "cast magic-fist d1", "place 2 bandit melee"},
		{"1 orc", "1 bandit", "cast SPELL d1", "place 2 CREATURE melee"},
	} {
		for _, v := range viewOf(t, lib, row.aggressor, row.defender).Verbs() {
			want, ok := map[string]string{"cast": row.cast, "place": row.place}[v.Name]
			if ok && v.Example != want {
				t.Errorf("example %q, want %q", v.Example, want)
			}
		}
	}
}
