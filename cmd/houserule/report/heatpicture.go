package report

import (
	"math"

	"houserule/cmd/houserule/screen"
	"houserule/engine/experiment"
)

// A heatPicture is a heat map as SVG, in pixels. A cell that the pointer is on
// shows its value.
type heatPicture struct {
	Title         string
	Width, Height int
	Font          int
	Left          int // of the cells
	Inner         int // the side of a cell, without what parts it from the next
	Base          int // where text in a cell stands
	Dot           int // and the dot of an empty one
	Columns       []labelAt
	Rows          []heatRow
	Contour       path
	Middle        string     // the value along the contour
	Key           []heatCell // the scale of colors
	KeyTop        int
	Marks         []labelAt // on the scale
}

type heatRow struct {
	labelAt
	Cells []heatCell
}

type heatCell struct {
	X, Middle int
	Fill      string // "" for an empty cell
	Ink       string // the color of its text
	Text      string // the value; "" where cells are too small
	Tip       string
}

// longName is how many columns of a name pictures have room for.
const longName = 28

func brief(name string) string { return screen.Left(name, min(screen.Columns(name), longName)) }

// cellSize returns the side of a cell: large enough for its value, where there are
// not too many cells.
func (h HeatMap) cellSize() (side, font int) {
	switch n := len(h.Columns); {
	case n <= 12:
		return 46, 13
	case n <= 30:
		return 30, 12
	default:
		return 15, 11
	}
}

func (h HeatMap) picture() *heatPicture {
	side, font := h.cellSize()
	v := &heatPicture{Title: h.Title, Font: font, Inner: side - 1, Base: side/2 + font*3/8, Dot: side / 2}
	for _, name := range h.Rows {
		v.Left = max(v.Left, int(measure(brief(name), font))+12)
	}
	top := v.head(h.Columns, side)
	s := h.scale()
	for row, name := range h.Rows {
		r := heatRow{labelAt: labelAt{Y: top + row*side, Text: brief(name), Full: name}}
		for column := range h.Columns {
			c := h.heatCell(s, row, column, side > 15)
			c.X, c.Middle = column*side, column*side+side/2
			r.Cells = append(r.Cells, c)
		}
		v.Rows = append(v.Rows, r)
	}
	if h.Contour {
		v.Contour, v.Middle = h.contour(s, float64(v.Left), float64(top), float64(side)), h.Unit.Text(s.middle)
	}
	v.key(h, s, top+len(h.Rows)*side+12)
	return v
}

func (h HeatMap) heatCell(s scale, row, column int, text bool) heatCell {
	value := h.at(row, column)
	c := heatCell{Tip: h.Rows[row] + ", " + h.Columns[column] + ": " + h.Unit.Text(value)}
	if experiment.Known(value) {
		c.Fill, c.Ink = paint(s.place(value))
		if text {
			c.Text = h.Unit.Brief(value)
		}
	}
	return c
}

// head sets the names above the columns, level where they fit and else
// turned, and returns how high they are. The picture is as wide as they need.
func (v *heatPicture) head(names []string, side int) (top int) {
	widest := 0.0
	for _, name := range names {
		widest = max(widest, measure(brief(name), v.Font))
	}
	turn := 0
	switch {
	case widest > float64(side-4) && side > 15:
		turn = -60
	case widest > float64(side-4):
		turn = -90
	}
	sin, cos := math.Sincos(float64(-turn) * math.Pi / 180)
	top = int(widest*sin) + v.Font + 10
	for i, name := range names {
		at := labelAt{X: v.Left + i*side + side/2, Y: top - 7, Turn: turn, Text: brief(name), Full: name, Anchor: "mid"}
		if turn != 0 {
			at.X, at.Anchor = at.X+v.Font/3, "" // its middle, not its base, stands above the cell's
		}
		v.Columns = append(v.Columns, at)
		v.Width = max(v.Width, at.X+int(measure(at.Text, v.Font)*cos)+8)
	}
	v.Width = max(v.Width, v.Left+len(names)*side+8)
	return top
}

// key adds the scale of colors below the cells.
func (v *heatPicture) key(h HeatMap, s scale, top int) {
	const steps, step = 21, 12
	v.KeyTop, v.Height = top, top+12+v.Font+8
	values, half := []float64{s.low, s.middle, s.high}, 40
	for _, value := range values {
		half = max(half, int(measure(h.Unit.Text(value), v.Font)/2)+4)
	}
	left := max(v.Left, half)
	for i := range steps {
		fill, _ := paint(float64(i) / (steps - 1))
		v.Key = append(v.Key, heatCell{X: left + i*step, Fill: fill})
	}
	for i, value := range values {
		v.Marks = append(v.Marks, labelAt{X: left + i*steps*step/2, Y: top + 12 + v.Font + 2, Text: h.Unit.Text(value), Anchor: "mid"})
	}
	v.Width = max(v.Width, left+steps*step+half)
}
