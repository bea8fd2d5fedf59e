package strict

import "testing"

func TestPath(t *testing.T) {
	tests := []struct {
		path Path
		want string
	}{
		{Path{}, `the file`},
		{Path{"rules"}, `[rules]`},
		{Path{"creature", "gold-golem"}, `creature "gold-golem"`},
		{Path{"rule", "H8.3", "title"}, `title of rule "H8.3"`},
		{Path{"battle", 0}, `battle 1`},
		{Path{"battle", 0, "walls"}, `walls of battle 1`},
		{Path{"ability", "frenzy", "bonus", 1}, `bonus 2 of ability "frenzy"`},
		{Path{"ability", "frenzy", "bonus", 1, "when"}, `when of bonus 2 of ability "frenzy"`},
		{Path{"ability", "frenzy", "bonus", 1, "when", "against", "line"}, `when.against.line of bonus 2 of ability "frenzy"`},
		{Path{"map", "x", "rows", 0, 2}, `item 3 of rows 1 of map "x"`},
	}
	for _, tt := range tests {
		if got := tt.path.String(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

func TestPathWith(t *testing.T) {
	base := make(Path, 0, 8).With("ability").With("frenzy")
	one, two := base.With("bonus", 0), base.With("text")
	if got, want := one.String()+", "+two.String(), `bonus 1 of ability "frenzy", text of ability "frenzy"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
