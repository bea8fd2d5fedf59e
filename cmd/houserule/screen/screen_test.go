package screen

import "testing"

// A line that fits stands as it is; the rest of a longer one is indented further.
func TestFolded(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"exact, none is further than 6e-13\nfrom the true one", 33, "exact, none is further than 6e-13\nfrom the true one"},
		{"  wins 47.0 to 62.4 %, at least 3.44 rounds", 42, "  wins 47.0 to 62.4 %, at least 3.44\n    rounds"},
		{"  wins 47.0 to 62.4 %, at least 3.44 rounds", 0, "  wins 47.0 to 62.4 %, at least 3.44 rounds"},
	} {
		if got := Folded(test.text, test.width); got != test.want {
			t.Errorf("%d columns:\n%s\nwant\n%s", test.width, got, test.want)
		}
	}
}
