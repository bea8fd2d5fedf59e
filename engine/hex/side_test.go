package hex_test

import (
	"testing"

	"pgregory.net/rapid"

	"houserule/engine/hex"
)

// A side is the same from both hexes, by whatever it is named, and no two
// pairs of hexes share one.
func TestSidesAreTheSameFromBoth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGrid(t, 9)
		owners := map[hex.Side][2]hex.Hex{}
		for h := range hex.Hex(g.Hexes()) {
			for d := range hex.Directions {
				s, n := g.Side(h, d), g.Neighbor(h, d)
				if n == hex.None {
					if s != hex.NoSide {
						t.Errorf("%s has a side %v, at the edge", g.Number(h), d)
					}
					continue
				}
				if s < 0 || int(s) >= g.Sides() {
					t.Fatalf("side %d of %d", s, g.Sides())
				}
				if back := g.Side(n, d.Opposite()); back != s {
					t.Errorf("%s %v is side %d, from the other hex %d", g.Number(h), d, s, back)
				}
				if one, other := g.Between(h, n), g.Between(n, h); one != s || other != s {
					t.Errorf("side %d lies between its hexes as %d and %d", s, one, other)
				}
				pair := [2]hex.Hex{min(h, n), max(h, n)}
				if known, ok := owners[s]; ok && known != pair {
					t.Errorf("side %d belongs to %v and %v", s, known, pair)
				}
				owners[s] = pair
				a, by, b := g.Beside(s)
				if [2]hex.Hex{min(a, b), max(a, b)} != pair || g.Neighbor(a, by) != b {
					t.Errorf("beside side %d are %d and, %v, %d", s, a, by, b)
				}
				for _, name := range []string{g.SideNumber(s), g.Number(h) + "-" + g.Number(n)} {
					if back, err := g.ParseSide(name); err != nil || back != s {
						t.Errorf("side %d is %s, which is %d, %v", s, name, back, err)
					}
				}
			}
		}
	})
}

func TestParseSide(t *testing.T) {
	g := hex.Grid{Columns: 30, Rows: 60}
	for _, tt := range []struct{ numbers, number, err string }{
		{"0352-0353", "0352-0353", ""},
		{"0353-0352", "0352-0353", ""},
		{"0301-0201", "0201-0301", ""},
		{"0352", "-", `hexside "0352": want the two hexes that it lies between, as in "0101-0102"`},
		{"0352-353", "-", `hexside "0352-353": hex "353": want 4 digits, from 0101 to 3060`},
		{"3152-0353", "-", `hexside "3152-0353": hex "3152": there is no column 31, the last one is 30`},
		{"0352-0354", "-", `hexside "0352-0354": the two hexes do not lie side by side`},
		{"0352-0352", "-", `hexside "0352-0352": the two hexes do not lie side by side`},
	} {
		s, err := g.ParseSide(tt.numbers)
		if got := g.SideNumber(s); got != tt.number {
			t.Errorf("%s is %s, want %s", tt.numbers, got, tt.number)
		}
		if tt.err == "" && err != nil || tt.err != "" && (err == nil || err.Error() != tt.err) {
			t.Errorf("%s: %v, want %s", tt.numbers, err, tt.err)
		}
	}
}
