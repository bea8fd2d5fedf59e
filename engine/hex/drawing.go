package hex

// A drawing is a chart that is being drawn.
type drawing struct {
	Chart
	shape
	*canvas
	frame ink
}

// corner returns the place of a hex in the drawing: its leftmost column and its uppermost
// line, below the top outline.
func (d *drawing) corner(column, row int) (x, y int) {
	x = d.Grid.margin() + (column-d.Window.Left)*d.pitch
	y = above + (row-d.Window.Top)*d.lines + d.drop(column)
	return x, y
}

// numbers writes the numbers of columns and rows in the margins.
func (d *drawing) numbers() {
	digits := d.Grid.digits()
	number := func(n int) string { return string(appendDigits(nil, n, digits)) }
	for column := d.Window.Left; column <= d.Window.Right; column++ {
		x, _ := d.corner(column, d.Window.Top)
		y := d.drop(column)
		if d.slant > 0 {
			x += d.slant + (d.flat()-digits)/2
		} else if lower(column) {
			y = 1
		}
		d.write(x, y, digits, Text{Text: number(column)}, d.frame)
	}
	for row := d.Window.Top; row <= d.Window.Bottom; row++ {
		_, y := d.corner(d.Window.Left, row)
		d.write(0, y+(d.lines-1)/2, digits, Text{Text: number(row)}, d.frame)
	}
}

func (d *drawing) hex(h Hex) {
	var cell Cell
	if d.Cell != nil {
		cell = d.Cell(h)
	}
	x, y := d.corner(d.Grid.Place(h))
	switch d.Size {
	case Compact, Roomy:
		d.line(x, y, h, cell)
		return
	case Large:
		d.two(x, y, cell)
	case Huge:
		d.four(x, y, h, cell)
	}
	d.outline(x, y, h)
}

// inside returns the column at which a line of a hex begins between its outlines, and the
// width there.
func (d *drawing) inside(line int) (in, width int) {
	if d.slant == 0 {
		return 0, d.pitch
	}
	in = d.slant - line
	if line >= d.slant { // below the middle
		in = line - d.slant + 1
	}
	return in, d.flat() + 2*(d.slant-in)
}

// line draws a hex of one line, and its gap.
func (d *drawing) line(x, y int, h Hex, cell Cell) {
	for _, dir := range [...]Direction{Southeast, Northeast} {
		d.overlay(x+d.pitch-1, y, 1, d.edge(h, dir))
	}
	switch {
	case cell.Stack.Text != "":
		d.write(x, y, d.pitch, cell.Stack, d.ink(cell.Stack.Paint))
	case cell.Feature.Text != "":
		d.write(x, y, d.pitch-1, cell.Feature, d.ink(cell.Feature.Paint))
	default:
		d.write(x, y, d.pitch-1, cell.Terrain, d.ink(cell.Terrain.Paint))
	}
}

// two fills a hex of two lines; the second line is the bottom of its outline. Terrain and
// feature are on the left, the stack is on the right. A blank is between them if there is
// room, and another one before them.
func (d *drawing) two(x, y int, cell Cell) {
	in, width := d.inside(0)
	stack := min(cells(cell.Stack.Text), width/2)
	room := width - stack
	d.write(x+in+room, y, stack, cell.Stack, d.ink(cell.Stack.Paint))
	blank := max(0, min(1, room-min(1, stack)-cells(cell.Terrain.Text)-cells(cell.Feature.Text)))
	taken := blank + d.write(x+in+blank, y, room-blank, cell.Terrain, d.ink(cell.Terrain.Paint))
	d.write(x+in+taken, y, room-taken, cell.Feature, d.ink(cell.Feature.Paint))
}

// four fills a hex of four lines with its number, its terrain and feature,
// and its stack.
func (d *drawing) four(x, y int, h Hex, cell Cell) {
	d.center(x, y, Text{Text: d.Grid.Number(h)}, d.frame)
	in, width := d.inside(1)
	terrain, feature := cells(cell.Terrain.Text), cells(cell.Feature.Text)
	gap := min(1, terrain, feature)
	at := max(0, (width-terrain-gap-feature)/2)
	at += gap + d.write(x+in+at, y+1, width-at, cell.Terrain, d.ink(cell.Terrain.Paint))
	d.write(x+in+at, y+1, width-at, cell.Feature, d.ink(cell.Feature.Paint))
	d.center(x, y+2, cell.Stack, d.ink(cell.Stack.Paint))
}

// center writes a text into the middle of the line of a hex that begins at x.
func (d *drawing) center(x, y int, text Text, ink ink) {
	in, width := d.inside(1)
	d.write(x+in+max(0, (width-cells(text.Text))/2), y, width, text, ink)
}

// outline draws the six sides of a hex. A side that two hexes share is drawn twice, and
// looks the same both times.
func (d *drawing) outline(x, y int, h Hex) {
	flat, right := d.flat(), x+d.slant+d.flat()
	for dir := range Directions {
		edge := d.edge(h, dir)
		switch dir {
		case North:
			d.side(x+d.slant, y-1, flat, '_', edge)
		case South:
			d.side(x+d.slant, y+d.lines-1, flat, '_', edge)
		case Northeast:
			for n := range d.slant {
				d.side(right+n, y+n, 1, '\\', edge)
			}
		case Southeast:
			for n := range d.slant {
				d.side(right+n, y+d.lines-1-n, 1, '/', edge)
			}
		case Southwest:
			for n := range d.slant {
				d.side(x+n, y+d.slant+n, 1, '\\', edge)
			}
		case Northwest:
			for n := range d.slant {
				d.side(x+n, y+d.slant-1-n, 1, '/', edge)
			}
		}
	}
}

// edge returns the look of a side of a hex.
func (d *drawing) edge(h Hex, dir Direction) Edge {
	if d.Side == nil {
		return Edge{}
	}
	s := d.Grid.Side(h, dir)
	if s == NoSide {
		return Edge{}
	}
	return d.Side(s)
}

// side draws a piece of a side: a plain outline, with its edge over it.
func (d *drawing) side(x, y, width int, plain rune, edge Edge) {
	for n := range width {
		d.set(x+n, y, plain, d.frame)
	}
	d.overlay(x, y, width, edge)
}

// overlay draws an edge over an outline.
func (d *drawing) overlay(x, y, width int, edge Edge) {
	if n := cells(edge.Line.Text); n > 0 {
		line := d.ink(edge.Line.Paint)
		for at := 0; at+n <= width; at += n {
			d.write(x+at, y, n, edge.Line, line)
		}
	}
	n := min(width, cells(edge.Middle.Text))
	d.write(x+(width-n)/2, y, n, edge.Middle, d.ink(edge.Middle.Paint))
}
