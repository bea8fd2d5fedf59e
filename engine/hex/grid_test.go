package hex_test

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine/hex"
)

var update = flag.Bool("update", false, "write the golden charts anew")

// anyGrid draws a map.
func anyGrid(t *rapid.T, most int) hex.Grid {
	return hex.Grid{
		Columns: rapid.IntRange(1, most).Draw(t, "columns"),
		Rows:    rapid.IntRange(1, most).Draw(t, "rows"),
	}
}

// anyHex draws a hex of a map.
func anyHex(t *rapid.T, g hex.Grid, label string) hex.Hex {
	return hex.Hex(rapid.IntRange(0, g.Hexes()-1).Draw(t, label))
}

// parsed is the hex with a number.
func parsed(t testing.TB, g hex.Grid, number string) hex.Hex {
	t.Helper()
	h, err := g.Parse(number)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestCheck(t *testing.T) {
	for _, g := range []hex.Grid{{1, 1}, {30, 20}, {hex.MaxColumns, hex.MaxRows}} {
		if err := g.Check(); err != nil {
			t.Error(err)
		}
	}
	for _, tt := range []struct {
		grid hex.Grid
		want string
	}{
		{hex.Grid{}, "a map of 0 columns and 0 rows: there are 1 to 500 columns and 1 to 500 rows"},
		{hex.Grid{Columns: 1000, Rows: 20}, "a map of 1000 columns and 20 rows: there are 1 to 500 columns and 1 to 500 rows"},
		{hex.Grid{Columns: 30, Rows: -1}, "a map of 30 columns and -1 rows: there are 1 to 500 columns and 1 to 500 rows"},
	} {
		if err := tt.grid.Check(); err == nil || err.Error() != tt.want {
			t.Errorf("%v: %v, want %s", tt.grid, err, tt.want)
		}
	}
}

func TestParse(t *testing.T) {
	small, large := hex.Grid{Columns: 30, Rows: 60}, hex.Grid{Columns: 30, Rows: 120}
	for _, tt := range []struct {
		grid        hex.Grid
		number      string
		column, row int
		err         string
	}{
		{small, "0101", 1, 1, ""},
		{small, "0352", 3, 52, ""},
		{small, "3060", 30, 60, ""},
		{large, "003052", 3, 52, ""},
		{large, "030120", 30, 120, ""},
		{small, "", 0, 0, `hex "": want 4 digits, from 0101 to 3060`},
		{small, "352", 0, 0, `hex "352": want 4 digits, from 0101 to 3060`},
		{small, "003052", 0, 0, `hex "003052": want 4 digits, from 0101 to 3060`},
		{small, "+1-1", 0, 0, `hex "+1-1": want 4 digits, from 0101 to 3060`},
		{small, "o352", 0, 0, `hex "o352": want 4 digits, from 0101 to 3060`},
		{small, "٣٥", 0, 0, `hex "٣٥": want 4 digits, from 0101 to 3060`},
		{small, "0001", 0, 0, `hex "0001": there is no column 00, the last one is 30`},
		{small, "3101", 0, 0, `hex "3101": there is no column 31, the last one is 30`},
		{small, "0100", 0, 0, `hex "0100": there is no row 00, the last one is 60`},
		{small, "0161", 0, 0, `hex "0161": there is no row 61, the last one is 60`},
		{large, "0352", 0, 0, `hex "0352": want 6 digits, from 001001 to 030120`},
		{large, "031001", 0, 0, `hex "031001": there is no column 031, the last one is 030`},
	} {
		h, err := tt.grid.Parse(tt.number)
		switch {
		case tt.err != "":
			if err == nil || err.Error() != tt.err || h != hex.None {
				t.Errorf("%q: %d, %v, want %s", tt.number, h, err, tt.err)
			}
		case err != nil || h != tt.grid.At(tt.column, tt.row):
			t.Errorf("%q: %d, %v", tt.number, h, err)
		}
	}
	if got := small.Number(hex.None); got != "-" {
		t.Errorf("no hex is %q", got)
	}
}

// Numbers, places and indexes of hexes are one and the same, in one order.
func TestNumbersAreHexes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGrid(t, hex.MaxColumns)
		h, other := anyHex(t, g, "hex"), anyHex(t, g, "other")
		if column, row := g.Place(h); g.At(column, row) != h {
			t.Errorf("%d lies at column %d, row %d, where %d lies", h, column, row, g.At(column, row))
		}
		back, err := g.Parse(g.Number(h))
		if err != nil || back != h {
			t.Errorf("%d is %s, which is %d, %v", h, g.Number(h), back, err)
		}
		if (h < other) != (g.Number(h) < g.Number(other)) {
			t.Errorf("%d and %d are not in the order of %s and %s", h, other, g.Number(h), g.Number(other))
		}
	})
}

func TestAtTheEdge(t *testing.T) {
	g := hex.Grid{Columns: 4, Rows: 3}
	for _, place := range [][2]int{{0, 1}, {1, 0}, {5, 1}, {1, 4}, {-1, -1}} {
		if h := g.At(place[0], place[1]); h != hex.None {
			t.Errorf("at %v lies %d", place, h)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, number := range []string{"", "0101", "0352", "003052", "9999", "-1-1", "01 1", "0101-0102", "٣٥٣٥"} {
		f.Add(uint16(29), uint16(59), number)
		f.Add(uint16(99), uint16(99), number)
	}
	f.Fuzz(func(t *testing.T, columns, rows uint16, number string) {
		g := hex.Grid{Columns: int(columns)%hex.MaxColumns + 1, Rows: int(rows)%hex.MaxRows + 1}
		switch h, err := g.Parse(number); {
		case err == nil && g.Number(h) != number:
			t.Errorf("%q is %s", number, g.Number(h))
		case err != nil && (h != hex.None || !strings.HasPrefix(err.Error(), "hex ")):
			t.Errorf("%q: %d, %v", number, h, err)
		}
		s, err := g.ParseSide(number)
		if (err == nil) != (s != hex.NoSide) {
			t.Errorf("%q: side %d, %v", number, s, err)
		}
	})
}

func TestDirections(t *testing.T) {
	var names []string
	for d := range hex.Directions {
		names = append(names, d.String())
		if d.Opposite().Opposite() != d || d.Turn(6) != d || d.Turn(-2).Turn(2) != d || d.Turn(-4) != d.Turn(2) {
			t.Errorf("%v does not turn", d)
		}
	}
	if want := strings.Fields("north northeast southeast south southwest northwest"); !slices.Equal(names, want) {
		t.Errorf("%v", names)
	}
	if got := hex.Directions.String(); got != "direction 6" {
		t.Errorf("%s", got)
	}
}
