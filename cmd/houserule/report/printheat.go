package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fatih/color"

	"houserule/cmd/houserule/screen"
	"houserule/engine/experiment"
)

// A grid is how a heat map is laid out on a terminal.
type grid struct {
	HeatMap
	scale
	labels int  // columns of a row's label
	cell   int  // columns of a cell
	shown  int  // how many of the map's columns there is room for
	named  bool // the columns are headed by their names, and not by numbers
	tenths bool // a cell holds its tenth of the scale, 0 to 9, and not its value
}

func (h HeatMap) print(p *printer) {
	p.paragraph(h.Title, margin, nil)
	if h.empty() {
		p.line(nothing, margin, screen.Faint)
		return
	}
	g := h.lay(p.room())
	g.printHead(p)
	for row := range h.Rows {
		g.printRow(p, row)
	}
	g.printKey(p)
}

// lay chooses the widest cells that all fit into room. Where not even the narrowest
// fit, it leaves columns out. Room 0 is enough for all.
func (h HeatMap) lay(room int) grid {
	g := grid{HeatMap: h, scale: h.scale(), shown: len(h.Columns)}
	value, name := h.widths()
	widest := screen.Wide // of a map with names, which would not end otherwise
	if room > 0 {
		widest = room
	}
	g.cell, g.named = max(value, name)+2, true
	g.labels = g.widestLabel(room)
	if g.labels+g.shown*g.cell <= widest {
		return g
	}
	g.cell, g.named = max(value+1, 3), false
	g.labels = g.widestLabel(room)
	if room == 0 || g.labels+g.shown*g.cell <= room {
		return g
	}
	g.cell, g.tenths = 2, true
	g.shown = min(g.shown, max((room-g.labels)/g.cell, 1))
	return g
}

// widths returns the columns of the widest value and of the widest name of a
// column.
func (h HeatMap) widths() (value, name int) {
	for column, text := range h.Columns {
		name = max(name, screen.Columns(text))
		for row := range h.Rows {
			value = max(value, screen.Columns(h.Unit.Brief(h.at(row, column))))
		}
	}
	return value, name
}

func (g grid) widestLabel(room int) int {
	widest := 0
	for row := range g.Rows {
		widest = max(widest, screen.Columns(g.label(row)))
	}
	if room > 0 {
		widest = min(widest, max(room/4, 16))
	}
	return widest
}

// square: all against all, so that a row's number is that of its column, too.
func (g grid) square() bool { return slices.Equal(g.Rows, g.Columns) }

func (g grid) label(row int) string {
	if g.named || !g.square() {
		return g.Rows[row]
	}
	return fmt.Sprintf("%*d %s", len(strconv.Itoa(len(g.Rows))), row+1, g.Rows[row])
}

// printHead prints the heads of the columns: names, or numbers, whose
// digits stand below each other where a cell is too narrow.
func (g grid) printHead(p *printer) {
	digits := len(strconv.Itoa(g.shown))
	lines := 1
	if !g.named && digits >= g.cell {
		lines = digits
	}
	for line := range lines {
		head := strings.Repeat(" ", g.labels)
		for column, name := range g.Columns[:g.shown] {
			number := fmt.Sprintf("%*d", digits, column+1)
			switch {
			case g.named:
				head += screen.Right(name, g.cell)
			case lines == 1:
				head += screen.Right(number, g.cell)
			default:
				head += screen.Right(number[line:line+1], g.cell)
			}
		}
		p.line(head, margin, screen.Faint)
	}
}

func (g grid) printRow(p *printer, row int) {
	line := screen.Left(g.label(row), g.labels)
	for column := range g.shown {
		value := g.at(row, column)
		line += g.paint(value, screen.Right(g.text(value), g.cell))
	}
	// Not p.line: colors take no columns, and nothing of them may be cut.
	p.WriteString(strings.Repeat(" ", margin) + strings.TrimRight(line, " ") + "\n")
}

// text returns the text in the cell of a value.
func (g grid) text(value float64) string {
	switch {
	case !experiment.Known(value):
		return "."
	case g.tenths:
		return strconv.Itoa(min(int(10*g.place(value)), 9))
	}
	return g.Unit.Brief(value)
}

// paint puts the color of a value on the background of text, where there are colors.
func (g grid) paint(value float64, text string) string {
	if !experiment.Known(value) || color.NoColor {
		return text
	}
	const back256, text256, index = 48, 38, 5
	back, front := shade(g.place(value))
	return color.New(back256, index, color.Attribute(back), text256, index, color.Attribute(front)).Sprint(text)
}

// printKey prints the legend of the cells.
func (g grid) printKey(p *printer) {
	low, middle, high := g.Unit.Text(g.low), g.Unit.Text(g.middle), g.Unit.Text(g.high)
	switch {
	case g.tenths:
		p.paragraph(fmt.Sprintf("tenths of the scale: 0 from %s, 5 from %s, 9 up to %s", low, middle, high), margin, screen.Faint)
	case g.Unit.Name != "" && g.Unit.Name != "%":
		p.paragraph("in "+g.Unit.Name, margin, screen.Faint)
	}
	if !g.named && !g.square() {
		var names []string
		for column, name := range g.Columns[:g.shown] {
			names = append(names, fmt.Sprintf("%d %s", column+1, name))
		}
		p.paragraph("columns: "+strings.Join(names, ", "), margin, screen.Faint)
	}
	if g.shown < len(g.Columns) {
		p.paragraph(fmt.Sprintf("(the first %d of %d columns; a wider screen or the HTML file has room for more)", g.shown, len(g.Columns)), margin, screen.Faint)
	}
}
