package hex_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine/hex"
)

// A country is what the steps out of each hex cost; none is no step.
type country struct {
	hex.Grid
	steps []int
}

const none = -2

func (c country) costs(from, _ hex.Hex, d hex.Direction) (int, bool) {
	cost := c.steps[int(from)*int(hex.Directions)+int(d)]
	return cost, cost != none
}

func anyCountry(t *rapid.T, most int) country {
	g := anyGrid(t, most)
	n := g.Hexes() * int(hex.Directions)
	return country{g, rapid.SliceOfN(rapid.SampledFrom([]int{none, hex.Rest, 1, 1, 1, 2, 2, 3, 7}), n, n).Draw(t, "steps")}
}

// cheapest is what it costs to reach each hex, or none, by looking at every
// step again and again (Bellman, Ford).
func (c country) cheapest(from hex.Hex, allowance int) []int {
	spent := slices.Repeat([]int{none}, c.Hexes())
	spent[from] = 0
	for changed := true; changed; {
		changed = false
		for h := range hex.Hex(c.Hexes()) {
			for d, n := range c.Neighbors(h) {
				cost, ok := c.after(spent[h], h, n, d, allowance)
				if ok && (spent[n] == none || cost < spent[n]) {
					spent[n], changed = cost, true
				}
			}
		}
	}
	return spent
}

// after is what has been spent after a step.
func (c country) after(spent int, from, to hex.Hex, d hex.Direction, allowance int) (int, bool) {
	cost, ok := c.costs(from, to, d)
	switch {
	case spent == none || !ok:
		return 0, false
	case cost == hex.Rest:
		return allowance, spent < allowance
	}
	return spent + cost, spent+cost <= allowance
}

// Reach finds each hex for the least cost, in order, and Path the same ways
// to just those.
func TestSearchIsBellmanFord(t *testing.T) {
	var search, other hex.Search // used again on maps of all sizes
	rapid.Check(t, func(t *rapid.T) {
		c := anyCountry(t, 7)
		from, allowance := anyHex(t, c.Grid, "from"), rapid.IntRange(0, 15).Draw(t, "allowance")
		want := c.cheapest(from, allowance)
		reached := search.Reach(c.Grid, from, allowance, c.costs)
		if reached[0] != from || !slices.IsSortedFunc(reached, func(a, b hex.Hex) int {
			return cmp.Or(cmp.Compare(want[a], want[b]), cmp.Compare(len(search.Way(a)), len(search.Way(b))), cmp.Compare(a, b))
		}) {
			t.Errorf("reached in the order %v", reached)
		}
		for h := range hex.Hex(c.Hexes()) {
			cost, ok := search.Cost(h)
			if ok != (want[h] != none) || ok && cost != want[h] || ok != slices.Contains(reached, h) {
				t.Errorf("%s costs %d, %v, want %d", c.Number(h), cost, ok, want[h])
			}
			way := slices.Clone(search.Way(h))
			if ok {
				c.follow(t, way, from, h, allowance, cost)
				c.compare(t, &search, way, allowance)
			}
			same, again, okAgain := other.Path(c.Grid, from, h, allowance, c.costs)
			if !slices.Equal(same, way) || again != cost || okAgain != ok {
				t.Errorf("%v for %d, %v, as a path %v for %d, %v", way, cost, ok, same, again, okAgain)
			}
		}
	})
}

// follow walks along a way.
func (c country) follow(t *rapid.T, way []hex.Hex, from, to hex.Hex, allowance, want int) {
	if len(way) == 0 || way[0] != from || way[len(way)-1] != to {
		t.Fatalf("from %d to %d by %v", from, to, way)
	}
	spent := 0
	for i, h := range way[1:] {
		d, ok := c.Direction(way[i], h)
		if ok {
			spent, ok = c.after(spent, way[i], h, d, allowance)
		}
		if !ok {
			t.Fatalf("there is no step %d of %v", i, way)
		}
	}
	if spent != want {
		t.Errorf("%v costs %d, want %d", way, spent, want)
	}
}

// compare checks that no other hex beside the end of a way leads there as
// cheaply with fewer hexes, or with as many by a direction before.
func (c country) compare(t *rapid.T, search *hex.Search, way []hex.Hex, allowance int) {
	if len(way) < 2 {
		return
	}
	end := way[len(way)-1]
	best, _ := search.Cost(end)
	last, _ := c.Direction(way[len(way)-2], end)
	for back, h := range c.Neighbors(end) {
		spent, ok := search.Cost(h)
		if !ok {
			continue
		}
		d := back.Opposite()
		cost, ok := c.after(spent, h, end, d, allowance)
		hexes := len(search.Way(h)) + 1
		if ok && cost == best && (hexes < len(way) || hexes == len(way) && d < last) {
			t.Errorf("%v, but %s leads there, too", way, c.Number(h))
		}
	}
}

func TestTies(t *testing.T) {
	g := hex.Grid{Columns: 9, Rows: 9}
	plain := func(hex.Hex, hex.Hex, hex.Direction) (int, bool) { return 1, true }
	var search hex.Search
	for _, tt := range []struct{ from, to, want string }{
		{"0505", "0505", "0505"},
		{"0505", "0502", "0505 0504 0503 0502"},
		{"0505", "0704", "0505 0604 0704"},
		{"0505", "0705", "0505 0605 0705"}, // by 0604 the last step is southeast
		{"0505", "0703", "0505 0604 0704 0703"},
	} {
		way, _, _ := search.Path(g, parsed(t, g, tt.from), parsed(t, g, tt.to), 9, plain)
		if got := numbers(g, way); got != tt.want {
			t.Errorf("%s to %s: %s, want %s", tt.from, tt.to, got, tt.want)
		}
	}
}

func numbers(g hex.Grid, hexes []hex.Hex) string {
	var names []string
	for _, h := range hexes {
		names = append(names, g.Number(h))
	}
	return strings.Join(names, " ")
}

// A step that takes the rest needs something to take, and ends the move; one
// that costs the whole allowance is for who has it.
func TestRestAndAll(t *testing.T) {
	g := hex.Grid{Columns: 1, Rows: 5}
	for _, tt := range []struct {
		name      string
		steps     []int // southward
		allowance int
		want      string
	}{
		{"with all left", []int{hex.Rest, 1}, 4, "0101:0 0102:4"},
		{"with some left", []int{1, 2, hex.Rest, 1}, 4, "0101:0 0102:1 0103:3 0104:4"},
		{"with nothing left", []int{2, 2, hex.Rest}, 4, "0101:0 0102:2 0103:4"},
		{"the rest twice", []int{hex.Rest, hex.Rest}, 4, "0101:0 0102:4"},
		{"no allowance", []int{hex.Rest}, 0, "0101:0"},
		{"less than none", []int{1, 1}, -3, "0101:0"},
		{"all at once", []int{4, 1}, 4, "0101:0 0102:4"},
		{"all, too late", []int{1, 4}, 4, "0101:0 0102:1"},
		{"unlimited", []int{hex.Unlimited, hex.Unlimited}, hex.Unlimited + 1, "0101:0 0102:134217728"},
	} {
		var search hex.Search
		var got []string
		reached := search.Reach(g, 0, tt.allowance, func(from, _ hex.Hex, d hex.Direction) (int, bool) {
			if d != hex.South || int(from) >= len(tt.steps) {
				return 0, false
			}
			return tt.steps[from], true
		})
		for _, h := range reached {
			cost, _ := search.Cost(h)
			got = append(got, fmt.Sprintf("%s:%d", g.Number(h), cost))
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestSearchKnowsNothingUnasked(t *testing.T) {
	g := hex.Grid{Columns: 2, Rows: 2}
	var search hex.Search
	if _, ok := search.Cost(0); ok || search.Way(0) != nil {
		t.Error("a search knows a way before it has searched")
	}
	way, _, ok := search.Path(g, 0, hex.None, 9, func(hex.Hex, hex.Hex, hex.Direction) (int, bool) { return 1, true })
	if ok || way != nil {
		t.Errorf("to no hex leads %v", way)
	}
	defer func() {
		if got := recover(); got != "hex: a step costs 0" {
			t.Errorf("%v", got)
		}
	}()
	search.Reach(g, 0, 9, func(hex.Hex, hex.Hex, hex.Direction) (int, bool) { return 0, true })
}

// After 2^32 searches a count starts anew, and nothing of the first search
// comes back.
func TestOldSearchesAreForgotten(t *testing.T) {
	g := hex.Grid{Columns: 5, Rows: 5}
	var search hex.Search
	walk := func(hex.Hex, hex.Hex, hex.Direction) (int, bool) { return 1, true }
	search.Reach(g, 0, 9, walk)
	search.Age(math.MaxUint32)
	if reached := search.Reach(g, 0, 1, walk); numbers(g, reached) != "0101 0102 0201" {
		t.Errorf("%s", numbers(g, reached))
	}
	if cost, ok := search.Cost(24); ok {
		t.Errorf("it costs %d still", cost)
	}
}

// No step is asked about twice, so that a search takes no longer than its
// heap of 6 ways to a hex.
func TestStepsAreAskedAboutOnce(t *testing.T) {
	g := hex.Grid{Columns: 100, Rows: 100}
	costs := hills(g)
	asked := make([]bool, g.Hexes()*int(hex.Directions))
	var search hex.Search
	search.Reach(g, g.At(50, 50), hex.Unlimited, func(from, to hex.Hex, d hex.Direction) (int, bool) {
		step := int(from)*int(hex.Directions) + int(d)
		if asked[step] {
			t.Errorf("%s %v is asked about again", g.Number(from), d)
		}
		asked[step] = true
		return costs(from, to, d)
	})
}

// hills is a map with rough, flat and closed country.
func hills(g hex.Grid) hex.Costs {
	rough := make([]int, g.Hexes())
	for h := range rough {
		column, row := g.Place(hex.Hex(h))
		rough[h] = (column*7919^row*104729)>>3%6 + 1
	}
	return func(_, to hex.Hex, _ hex.Direction) (int, bool) { return rough[to], rough[to] < 6 }
}

func TestNothingIsAllocated(t *testing.T) {
	g := hex.Grid{Columns: 30, Rows: 20}
	costs, from, to := hills(g), g.At(1, 1), g.At(29, 19)
	var search hex.Search
	number := make([]byte, 0, 8)
	search.Reach(g, from, hex.Unlimited, costs)
	for what, f := range map[string]func(){
		"reach":  func() { search.Reach(g, from, hex.Unlimited, costs) },
		"path":   func() { search.Path(g, from, to, hex.Unlimited, costs) },
		"number": func() { number = g.AppendNumber(number[:0], to) },
		"neighbors and within": func() {
			n := 0
			for d, h := range g.Neighbors(to) {
				n += int(d) + int(h)
			}
			for h := range g.Within(to, 4) {
				n += int(h)
			}
			if n == 0 {
				t.Error("there is nothing")
			}
		},
	} {
		if n := testing.AllocsPerRun(10, f); n > 0 {
			t.Errorf("%s: %v allocations", what, n)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, g := range []hex.Grid{{Columns: 30, Rows: 20}, {Columns: 100, Rows: 100}} {
		costs, from, to := hills(g), g.At(1, 1), g.At(g.Columns-1, g.Rows-1)
		var search hex.Search
		for _, bm := range []struct {
			name string
			f    func() int
		}{
			{"reach 8", func() int { return len(search.Reach(g, g.At(15, 10), 8, costs)) }},
			{"reach all", func() int { return len(search.Reach(g, from, hex.Unlimited, costs)) }},
			{"path", func() int { way, _, _ := search.Path(g, from, to, hex.Unlimited, costs); return len(way) }},
		} {
			b.Run(fmt.Sprintf("%dx%d %s", g.Columns, g.Rows, bm.name), func(b *testing.B) {
				b.ReportAllocs()
				n := 0
				for b.Loop() {
					n = bm.f()
				}
				b.ReportMetric(float64(n), "hexes")
			})
		}
	}
}
