package hex_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
	"pgregory.net/rapid"

	"houserule/engine/hex"
)

// A scene is a map with something on it.
type scene struct {
	hex.Grid
	lands    map[string]string // terrain by the number of a hex in its middle
	features map[string]string
	stacks   map[string]string
	rivers   []string // sides
	bridges  []string
	walls    []string
	gates    []string
}

// march is a small country of the size of a screen.
var march = scene{
	Grid: hex.Grid{Columns: 10, Rows: 8},
	lands: map[string]string{
		"0102": ".", "0303": ".", "0502": "f", "0602": "f", "0206": "m", "0107": "m", "0405": ".",
		"0707": "w", "0806": "w", "0901": "m", "1003": "c", "0903": "c", "0604": "c", "0408": ".", "1007": ".",
	},
	features: map[string]string{"0604": "C", "0302": "t", "0903": "T", "0206": "x"},
	stacks:   map[string]string{"0303": "3e", "0402": "12e", "0705": "8o", "0604": "4m", "0107": "1d"},
	rivers: []string{
		"0104-0204", "0104-0105", "0203-0204", "0204-0304", "0303-0304", "0304-0403", "0403-0404", "0403-0504",
		"0503-0504", "0504-0603", "0603-0604", "0603-0704", "0703-0704", "0704-0803", "0803-0804", "0803-0904", "0804-0904",
		"0904-0905", "0904-1004", "0905-1004", "1004-1005",
	},
	bridges: []string{"0303-0304", "0704-0803"},
	walls:   []string{"0604-0704", "0604-0705", "0604-0605", "0505-0604", "0504-0604"},
	gates:   []string{"0604-0605", "0504-0604"},
}

// realm is a country that takes a screen in the smallest size.
var realm = scene{
	Grid: hex.Grid{Columns: 30, Rows: 20},
	lands: map[string]string{
		"0203": "f", "0410": ".", "0718": "m", "0905": ".", "1112": "f", "1302": "m", "1516": ".", "1608": "c",
		"1819": "w", "2004": "f", "2112": ".", "2317": "m", "2509": "f", "2703": ".", "2914": "w", "0516": ".",
		"1206": ".", "2410": ".", "2919": ".", "0101": "f", "0120": "m",
	},
	features: map[string]string{"1608": "C", "0410": "T", "2703": "T", "2317": "X", "1206": "t"},
	stacks:   map[string]string{"1609": "4m", "0511": "9e", "2418": "7d", "2316": "3g", "1010": "2e"},
	rivers:   winding(hex.Grid{Columns: 30, Rows: 20}, 13),
	bridges:  []string{"0913-1012", "2012-2113"},
}

// winding are the sides of a river that flows from edge to edge along the top
// of a row.
func winding(g hex.Grid, row int) (sides []string) {
	for column := 1; column <= g.Columns; column++ {
		along := []hex.Direction{hex.North}
		if column%2 == 1 { // up from the lower column before, and down to the next
			along = []hex.Direction{hex.Northwest, hex.North, hex.Northeast}
		}
		for _, d := range along {
			if s := g.Side(g.At(column, row), d); s != hex.NoSide {
				sides = append(sides, g.SideNumber(s))
			}
		}
	}
	return sides
}

// chart is the drawing of a scene, without colors.
func (s scene) chart(t testing.TB, size hex.Size) hex.Chart {
	t.Helper()
	sides := make([]hex.Edge, s.Sides())
	each := func(names []string, put func(*hex.Edge)) {
		for _, name := range names {
			side, err := s.ParseSide(name)
			if err != nil {
				t.Fatal(err)
			}
			put(&sides[side])
		}
	}
	each(s.rivers, func(e *hex.Edge) { e.Line.Text = "~" })
	each(s.bridges, func(e *hex.Edge) { e.Middle.Text = "=" })
	each(s.walls, func(e *hex.Edge) { e.Line.Text = "#" })
	each(s.gates, func(e *hex.Edge) { e.Middle.Text = "n" })
	return hex.Chart{
		Grid: s.Grid, Size: size,
		Cell: func(h hex.Hex) (cell hex.Cell) {
			number := s.Number(h)
			cell.Terrain.Text = s.land(t, h)
			cell.Feature.Text = s.features[number]
			cell.Stack.Text = s.stacks[number]
			return cell
		},
		Side: func(side hex.Side) hex.Edge { return sides[side] },
	}
}

// land is the terrain of a hex: that of the nearest land.
func (s scene) land(t testing.TB, h hex.Hex) string {
	best, land := 1000, ""
	for _, number := range slices.Sorted(maps.Keys(s.lands)) {
		if d := s.Distance(h, parsed(t, s.Grid, number)); d < best {
			best, land = d, s.lands[number]
		}
	}
	return land
}

// drawn is a chart as it is printed.
func drawn(t testing.TB, c hex.Chart) string {
	t.Helper()
	var out strings.Builder
	if err := c.Draw(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// around colors a text by marks around it.
func around(left, right string) hex.Paint {
	return func(text string) string { return left + text + right }
}

func TestCharts(t *testing.T) {
	window := func(c hex.Chart, w hex.Window) hex.Chart { c.Window = w; return c }
	colors := march.chart(t, hex.Large)
	colors.Window = hex.Window{Left: 3, Top: 2, Right: 6, Bottom: 4}
	colors.Frame = around("{", "}")
	plain := colors.Cell
	colors.Cell = func(h hex.Hex) hex.Cell {
		cell := plain(h)
		cell.Stack.Paint = around("*", "*")
		if cell.Terrain.Text == "f" {
			cell.Terrain.Paint = around("[", "]")
		}
		return cell
	}
	small := colors
	small.Size = hex.Roomy
	broad := hex.Grid{Columns: 120, Rows: 7}
	for name, c := range map[string]hex.Chart{
		"large":         march.chart(t, hex.Large),
		"compact":       realm.chart(t, hex.Compact),
		"roomy":         march.chart(t, hex.Roomy),
		"huge":          window(march.chart(t, hex.Huge), hex.Window{Left: 2, Top: 2, Right: 9, Bottom: 6}),
		"roomy-window":  window(realm.chart(t, hex.Roomy), hex.Size.Around(hex.Roomy, realm.Grid, realm.At(16, 8), 80, 24)),
		"large-window":  window(realm.chart(t, hex.Large), hex.Size.Around(hex.Large, realm.Grid, realm.At(16, 8), 80, 24)),
		"large-corner":  window(realm.chart(t, hex.Large), hex.Size.Around(hex.Large, realm.Grid, realm.At(30, 20), 40, 12)),
		"colors":        colors,
		"colors-roomy":  small,
		"empty":         {Grid: hex.Grid{Columns: 3, Rows: 2}, Size: hex.Large},
		"one":           {Grid: hex.Grid{Columns: 1, Rows: 1}, Size: hex.Huge},
		"wide":          wide("="),
		"wide-middle":   wide("==="),
		"broad-compact": {Grid: broad, Window: hex.Window{Left: 95, Top: 1, Right: 120, Bottom: 7}, Cell: numbered(broad)},
		"broad-huge":    {Grid: broad, Size: hex.Huge, Window: hex.Window{Left: 98, Top: 6, Right: 103, Bottom: 7}},
	} {
		got := drawn(t, c)
		file := filepath.Join("testdata", name+".txt")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s:\n%s\nwant:\n%s", name, got, want)
		}
	}
}

// wide is a chart of characters that take two columns, some of which are half
// hidden.
func wide(middle string) hex.Chart {
	return hex.Chart{
		Grid: hex.Grid{Columns: 3, Rows: 2}, Size: hex.Large,
		Cell: func(h hex.Hex) hex.Cell {
			return hex.Cell{Terrain: hex.Text{Text: "木"}, Feature: hex.Text{Text: "城町"}, Stack: hex.Text{Text: "龍騎"}}
		},
		Side: func(s hex.Side) hex.Edge {
			return hex.Edge{Line: hex.Text{Text: "水"}, Middle: hex.Text{Text: middle}}
		},
	}
}

// numbered fills hexes with the last digits of their columns.
func numbered(g hex.Grid) func(hex.Hex) hex.Cell {
	return func(h hex.Hex) hex.Cell {
		column, _ := g.Place(h)
		return hex.Cell{Terrain: hex.Text{Text: string(rune('0' + column%10))}}
	}
}

// What a screen of 80 by 24 is for.
func TestWholeMapsFitOnAScreen(t *testing.T) {
	for _, tt := range []struct {
		grid          hex.Grid
		size          hex.Size
		width, height int
	}{
		{march.Grid, hex.Large, 74, 19},
		{realm.Grid, hex.Compact, 63, 22},
	} {
		width, height := tt.size.Extent(tt.grid, hex.Window{})
		if width != tt.width || height != tt.height {
			t.Errorf("%v %v: %d by %d, want %d by %d", tt.grid, tt.size, width, height, tt.width, tt.height)
		}
		if size, ok := hex.Largest(tt.grid, tt.grid.Whole(), 80, 24); size != tt.size || !ok {
			t.Errorf("%v: %v, %v, want %v", tt.grid, size, ok, tt.size)
		}
	}
	if size, ok := hex.Largest(realm.Grid, realm.Whole(), 40, 24); ok {
		t.Errorf("30 columns fit into 40, %v", size)
	}
	var names []string
	for s := range hex.Sizes + 1 {
		names = append(names, s.String())
	}
	if got := strings.Join(names, ", "); got != "compact, roomy, large, huge, size 4" {
		t.Error(got)
	}
}

// A drawing is never larger than said, whatever is in it, and a window
// around a hex has it and fits.
func TestDrawingIsNeverLargerThanSaid(t *testing.T) {
	cells := runewidth.Condition{} // a terminal that is not East Asian
	words := rapid.SampledFrom([]string{"", "f", "12o", "Town", "a long name", "龍", "龍虎豹", "x龍", "👑", "é", "e\u0301", "♜", "\x1b[1m", "\n", "\xff", "~~", "한"})
	rapid.Check(t, func(t *rapid.T) {
		g := anyGrid(t, 130)
		h := anyHex(t, g, "hex")
		size := hex.Size(rapid.IntRange(0, int(hex.Sizes)-1).Draw(t, "size"))
		width, height := rapid.IntRange(15, 90).Draw(t, "width"), rapid.IntRange(8, 40).Draw(t, "height")
		w := size.Around(g, h, width, height)
		if !w.Has(g, h) || w.Left < 1 || w.Top < 1 || w.Right > g.Columns || w.Bottom > g.Rows {
			t.Fatalf("%s is not in %v", g.Number(h), w)
		}
		x, y := size.Extent(g, w)
		if x > width || y > height {
			t.Errorf("%v takes %d by %d of %d by %d", w, x, y, width, height)
		}
		texts := rapid.SliceOfN(words, 5, 5).Draw(t, "texts")
		c := hex.Chart{
			Grid: g, Size: size, Window: w,
			Cell: func(h hex.Hex) hex.Cell {
				return hex.Cell{Terrain: hex.Text{Text: texts[0]}, Feature: hex.Text{Text: texts[1]}, Stack: hex.Text{Text: texts[2]}}
			},
			Side: func(s hex.Side) hex.Edge {
				if s%3 == 0 {
					return hex.Edge{}
				}
				return hex.Edge{Line: hex.Text{Text: texts[3]}, Middle: hex.Text{Text: texts[4]}}
			},
		}
		var out strings.Builder
		if err := c.Draw(&out); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(lines) != y {
			t.Errorf("%d lines, want %d", len(lines), y)
		}
		for _, line := range lines {
			if n := cells.StringWidth(line); n > x || strings.HasSuffix(line, " ") {
				t.Errorf("%q takes %d columns of %d", line, n, x)
			}
		}
	})
}

// Colors take no room: without them a drawing is as plain as one that never
// had any.
func TestColorsTakeNoRoom(t *testing.T) {
	strip := strings.NewReplacer("<", "", ">", "", "[", "", "]", "", "{", "", "}", "")
	for size := range hex.Sizes {
		c := march.chart(t, size)
		want := drawn(t, c)
		plain, sides := c.Cell, c.Side
		c.Frame = around("{", "}")
		c.Cell = func(h hex.Hex) hex.Cell {
			cell := plain(h)
			for _, text := range []*hex.Text{&cell.Terrain, &cell.Feature, &cell.Stack} {
				text.Paint = around("<", ">")
			}
			return cell
		}
		c.Side = func(s hex.Side) hex.Edge {
			edge := sides(s)
			edge.Line.Paint, edge.Middle.Paint = around("<", ">"), around("[", "]")
			return edge
		}
		got := drawn(t, c)
		if got == want || strip.Replace(got) != want {
			t.Errorf("%v:\n%s\nwithout colors:\n%s", size, got, want)
		}
	}
}

// A window beyond the map shows what there is of it, if anything.
func TestWindowBeyondTheMap(t *testing.T) {
	c := hex.Chart{Grid: hex.Grid{Columns: 3, Rows: 2}, Size: hex.Large}
	whole := drawn(t, c)
	c.Window = hex.Window{Left: -5, Top: 0, Right: 9, Bottom: 9}
	if got := drawn(t, c); got != whole {
		t.Errorf("%s", got)
	}
	c.Window = hex.Window{Left: 7, Top: 7, Right: 9, Bottom: 9}
	if got := drawn(t, c); strings.TrimSpace(got) != "" {
		t.Errorf("%q", got)
	}
}

type broken struct{}

var errBroken = errors.New("the pipe is broken")

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestDrawTellsOfErrors(t *testing.T) {
	if err := march.chart(t, hex.Large).Draw(broken{}); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}
