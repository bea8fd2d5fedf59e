package screen

import (
	"strings"
	"testing"
)

// Lines that are wider than the screen are broken at blanks, whatever pieces they
// come in, and all others stay as they are.
func TestFold(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"narrow lines", "one\n\n  two  three\n", "one\n\n  two  three\n"},
		{"as wide as the screen", "aaaa bbbb cccc dddd.\nx\n", "aaaa bbbb cccc dddd.\nx\n"},
		{"wider", "aaaa bbbb cccc dddd eeee\n", "aaaa bbbb cccc dddd\n  eeee\n"},
		{"indented", "    against 8: miss and hit\n", "    against 8: miss\n      and hit\n"},
		{"twice", "  aaaa bbbb cccc dddd eeee ffff gggg hhhh\n", "  aaaa bbbb cccc\n    dddd eeee ffff\n    gggg hhhh\n"},
		{"a wide word", "see /home/somebody/.local/share now\n", "see\n  /home/somebody/.local/share\n  now\n"},
		{"a wide word first", "/home/somebody/.local/share\n", "/home/somebody/.local/share\n"},
		{"colors take no room", "\x1b[31maaaa bbbb cccc dddd.\x1b[0m\n", "\x1b[31maaaa bbbb cccc dddd.\x1b[0m\n"},
		{"a color over the break", "\x1b[31maaaa bbbb cccc dddd eeee\x1b[0m\n", "\x1b[31maaaa bbbb cccc dddd\n  eeee\x1b[0m\n"},
		{"blanks at the end", "aaaa bbbb cccc dddd.   \nx\n", "aaaa bbbb cccc dddd.\nx\n"},
		{"progress", "\rone two three four five six\rx", "\rone two three four five six\rx"},
		{"no end", "aaaa> ", "aaaa> "},
		{"columns", "ab   cd   efghijk  lmnop\n", "ab   cd   efghijk\n  lmnop\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, pieces := range []int{1, 2} {
				var out strings.Builder
				f := &Fold{To: &out, Width: func() int { return 20 }}
				at := 0
				if pieces == 2 {
					at = strings.Index(test.in, " ") + 1
				}
				for _, piece := range []string{test.in[:at], test.in[at:]} {
					if n, err := f.Write([]byte(piece)); n != len(piece) || err != nil {
						t.Fatalf("%q: %d, %v", piece, n, err)
					}
				}
				got := out.String()
				if pieces == 2 { // a blank behind the first cannot be taken back
					got = strings.ReplaceAll(got, " \n", "\n")
				}
				if got != test.want {
					t.Errorf("in %d pieces: got %q, want %q", pieces, out.String(), test.want)
				}
			}
		})
	}
}

// Cells lose whole words; only a word that is wider than its cell is cut.
func TestLeft(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"2 Orc", 8, "2 Orc   "},
		{"2 Venom Spawn + 2 Skeleton", 20, "2 Venom Spawn...    "},
		{"2 Venom Spawn + 2 Skeleton", 16, "2 Venom Spawn..."},
		{"Constantinople", 8, "Const..."},
		{"", 3, "   "},
	} {
		if got := Left(test.text, test.width); got != test.want {
			t.Errorf("Left(%q, %d) = %q, want %q", test.text, test.width, got, test.want)
		}
	}
}

// A table whose columns are wider than the screen breaks the widest ones at
// blanks.
func TestTable(t *testing.T) {
	rows := [][]string{
		{"mod", "title", "state", "where"},
		{"heroes", "Heroes: the card-and-tile battle", "the base game", "mods/heroes"},
		{"luck", "Luck", "", "mods/luck"},
	}
	for _, test := range []struct {
		width int
		want  string
	}{
		{0, `mod     title                             state          where
heroes  Heroes: the card-and-tile battle  the base game  mods/heroes
luck    Luck                                             mods/luck
`},
		{60, `mod     title                             state
      where
heroes  Heroes: the card-and-tile battle  the base game
      mods/heroes
luck    Luck
      mods/luck
`},
		{40, `mod     title              state
      where
heroes  Heroes: the        the base game
        card-and-tile
        battle
      mods/heroes
luck    Luck
      mods/luck
`},
	} {
		var out strings.Builder
		Table(&out, test.width, rows)
		if got := out.String(); got != test.want {
			t.Errorf("at %d: got\n%swant\n%s", test.width, got, test.want)
		}
	}
}
