package hex_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine/hex"
)

func TestNeighbors(t *testing.T) {
	g := hex.Grid{Columns: 5, Rows: 4}
	for _, tt := range []struct{ hex, want string }{
		{"0302", "0301 0401 0402 0303 0202 0201"}, // a higher column
		{"0202", "0201 0302 0303 0203 0103 0102"}, // a lower column
		{"0101", "- 	- 0201 0102 - -"},
		{"0204", "0203 0304 - - - 0104"},
		{"0501", "- - - 0502 0401 -"},
		{"0504", "0503 - - - 0404 0403"},
	} {
		h := parsed(t, g, tt.hex)
		var got []string
		for d := range hex.Directions {
			got = append(got, g.Number(g.Neighbor(h, d)))
		}
		if !slices.Equal(got, strings.Fields(tt.want)) {
			t.Errorf("%s: %v, want %s", tt.hex, got, tt.want)
		}
	}
}

// Neighbors yields what Neighbor says, each leads back the opposite way, and
// a loop may end early.
func TestNeighborsAreSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGrid(t, 9)
		h := anyHex(t, g, "hex")
		want := map[hex.Direction]hex.Hex{}
		for d := range hex.Directions {
			if n := g.Neighbor(h, d); n != hex.None {
				want[d] = n
			}
		}
		got := map[hex.Direction]hex.Hex{}
		last := -1
		for d, n := range g.Neighbors(h) {
			got[d] = n
			if int(d) <= last {
				t.Errorf("%v comes behind direction %d", d, last)
			}
			last = int(d)
			if back := g.Neighbor(n, d.Opposite()); back != h {
				t.Errorf("%v and back leads to %s", d, g.Number(back))
			}
			if by, ok := g.Direction(h, n); by != d || !ok {
				t.Errorf("to %s it is %v, want %v", g.Number(n), by, d)
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		for range g.Neighbors(h) {
			break
		}
		if other := anyHex(t, g, "other"); g.Distance(h, other) != 1 {
			if d, ok := g.Direction(h, other); ok {
				t.Errorf("%s lies %v of %s", g.Number(other), d, g.Number(h))
			}
		}
	})
}

// Distance is a metric, and the number of steps that it takes.
func TestDistanceIsAMetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGrid(t, 12)
		a, b, c := anyHex(t, g, "a"), anyHex(t, g, "b"), anyHex(t, g, "c")
		ab := g.Distance(a, b)
		if (ab == 0) != (a == b) || ab < 0 {
			t.Errorf("a to b: %d", ab)
		}
		if ba := g.Distance(b, a); ba != ab {
			t.Errorf("a to b: %d, back: %d", ab, ba)
		}
		if ac, cb := g.Distance(a, c), g.Distance(c, b); ac+cb < ab {
			t.Errorf("a to b: %d, by c: %d + %d", ab, ac, cb)
		}
		for _, n := range g.Neighbors(b) {
			if by := g.Distance(a, n); by < ab-1 || by > ab+1 {
				t.Errorf("a to b: %d, a step farther: %d", ab, by)
			}
		}
		var search hex.Search
		_, steps, ok := search.Path(g, a, b, hex.Unlimited, func(hex.Hex, hex.Hex, hex.Direction) (int, bool) { return 1, true })
		if !ok || steps != ab {
			t.Errorf("a to b: %d, on foot: %d, %v", ab, steps, ok)
		}
	})
}

// Within agrees with Distance.
func TestWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGrid(t, 12)
		h, steps := anyHex(t, g, "hex"), rapid.IntRange(-1, 13).Draw(t, "steps")
		var within []hex.Hex
		for other := range hex.Hex(g.Hexes()) {
			if g.Distance(h, other) <= steps {
				within = append(within, other)
			}
		}
		if got := slices.Collect(g.Within(h, steps)); !slices.Equal(got, within) {
			t.Errorf("within %d: %v, want %v", steps, got, within)
		}
		for range g.Within(h, steps) {
			break
		}
	})
}
