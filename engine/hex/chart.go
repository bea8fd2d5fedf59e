package hex

import (
	"fmt"
	"io"
)

// A Paint colors a text for the terminal, for instance with escape codes around it, which
// take no room. A nil Paint adds no color.
type Paint func(string) string

// A Text is a text in one color. A chart cuts it off where room ends.
type Text struct {
	Text  string
	Paint Paint
}

// A Cell is the content of a hex. The size of the [Chart] determines which parts it shows.
type Cell struct {
	Terrain Text // a letter or two
	Feature Text // a mark or a name: a town, a bridge
	Stack   Text // two or three characters
}

// An Edge is the look of a hexside. The zero Edge is a plain outline.
type Edge struct {
	Line   Text // repeated along the side: "~" for a river, "#" for a wall
	Middle Text // in the middle of the side: "=" for a bridge
}

// A Chart is a drawing of a map.
//
// In the sizes [Compact] and [Roomy] a hex is a piece of a line: its stack, or else its
// feature, or else its terrain. The last column of a hex is a gap, which only a stack may
// fill. The gap shows the hex's sides to the northeast and southeast: the first of the two
// that is not plain. Sides to the north and south have no room. The numbers of the columns
// stand in two lines; the lower line is for columns that lie half a hex lower.
//
// In the sizes [Large] and [Huge] hexes have outlines, which show all sides. A large hex is
// 6 columns wide inside: terrain and feature side by side on the left, a stack of up to 3
// characters on the right. A huge hex is 8 columns wide; its number, its terrain and
// feature, and its stack are below each other.
type Chart struct {
	Grid   Grid
	Size   Size
	Window Window          // the zero Window: the whole map
	Cell   func(Hex) Cell  // nil: empty hexes
	Side   func(Side) Edge // nil: plain outlines
	Frame  Paint           // colors plain outlines and numbers
}

// A Size is the size of the hexes of a [Chart].
type Size uint8

// The sizes.
const (
	Compact Size = iota // 2 columns, 1 line
	Roomy               // 3 columns, 1 line
	Large               // 7 columns, 2 lines, with outlines
	Huge                // 8 columns, 4 lines, with outlines and numbers
)

// Sizes is the number of sizes: for s := range hex.Sizes goes from the smallest to the
// largest.
const Sizes Size = 4

// A shape is a size in terminal cells. A hex's lines go from its top outline to its bottom
// outline, which is the last of them. Its left and right outlines slant over slant columns,
// up to the middle and down again.
type shape struct {
	name         string
	pitch, lines int // columns and lines from a hex to the next one
	slant        int // 0: no outlines
}

var shapes = [Sizes]shape{
	Compact: {"compact", 2, 1, 0},
	Roomy:   {"roomy", 3, 1, 0},
	Large:   {"large", 7, 2, 1},
	Huge:    {"huge", 8, 4, 2},
}

// above is the number of lines that numbers and the topmost outlines take.
const above = 2

// String returns the name of a size: "large".
func (s Size) String() string {
	if s >= Sizes {
		return fmt.Sprintf("size %d", uint8(s))
	}
	return shapes[s].name
}

// flat returns the width of a hex's top and bottom.
func (s shape) flat() int { return s.pitch - s.slant }

// drop returns the number of lines by which a column lies lower than the first column.
func (s shape) drop(column int) int {
	if lower(column) {
		return s.slant
	}
	return 0
}

// overhang returns the number of cells by which the outline or the number of the last
// column extends beyond the column.
func (s shape) overhang(g Grid) int { return max(s.slant, g.digits()-s.pitch) }

// A Window is a part of a map: its columns from Left to Right and its rows from
// Top to Bottom, counted from 1.
type Window struct{ Left, Top, Right, Bottom int }

// Whole returns the window that shows the whole map.
func (g Grid) Whole() Window { return Window{1, 1, g.Columns, g.Rows} }

// within returns the part of a window that lies on the map, or the whole map
// for the zero Window.
func (w Window) within(g Grid) Window {
	if w == (Window{}) {
		return g.Whole()
	}
	return Window{max(w.Left, 1), max(w.Top, 1), min(w.Right, g.Columns), min(w.Bottom, g.Rows)}
}

// Has reports whether a hex of a map lies in the window.
func (w Window) Has(g Grid, h Hex) bool {
	column, row := g.Place(h)
	return column >= w.Left && column <= w.Right && row >= w.Top && row <= w.Bottom
}

// Extent returns the number of terminal columns and lines that a window takes.
func (s Size) Extent(g Grid, w Window) (width, height int) {
	w = w.within(g)
	shape := shapes[s]
	width = g.margin() + max(0, w.Right-w.Left+1)*shape.pitch + shape.overhang(g)
	height = above + max(0, w.Bottom-w.Top+1)*shape.lines
	if w.Left < w.Right || lower(w.Left) {
		height += shape.slant
	}
	return width, height
}

// margin returns the width of the rows' numbers.
func (g Grid) margin() int { return g.digits() + 1 }

// Around returns the largest window of a size that fits into width columns and height lines
// of the terminal. The hex is as near to the window's middle as the edges of the map allow.
// The window has at least one hex, even if that does not fit.
func (s Size) Around(g Grid, h Hex, width, height int) Window {
	shape := shapes[s]
	columns := max(1, min(g.Columns, (width-g.margin()-shape.overhang(g))/shape.pitch))
	rows := max(1, min(g.Rows, (height-above-shape.slant)/shape.lines))
	column, row := g.Place(h)
	left := max(1, min(column-columns/2, g.Columns-columns+1))
	top := max(1, min(row-rows/2, g.Rows-rows+1))
	return Window{left, top, left + columns - 1, top + rows - 1}
}

// Largest returns the largest size in which a window fits into width columns and height
// lines of the terminal. Ok is false if it fits in no size.
func Largest(g Grid, w Window, width, height int) (size Size, ok bool) {
	for s := range Sizes {
		if x, y := s.Extent(g, w); x <= width && y <= height {
			size, ok = s, true
		}
	}
	return size, ok
}

// Draw draws the chart. It takes no more columns and lines than [Size.Extent]
// returns.
func (c Chart) Draw(w io.Writer) error {
	width, height := c.Size.Extent(c.Grid, c.Window)
	d := drawing{
		Chart:  c,
		shape:  shapes[c.Size],
		canvas: newCanvas(width, height),
	}
	d.Window = c.Window.within(c.Grid)
	d.frame = d.ink(c.Frame)
	d.numbers()
	for column := d.Window.Left; column <= d.Window.Right; column++ {
		for row := d.Window.Top; row <= d.Window.Bottom; row++ {
			d.hex(c.Grid.At(column, row))
		}
	}
	return d.print(w)
}
