package view

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/board"
	"houserule/engine/hex"
)

const (
	// mapMargin is how many lines of the screen stay free around a map that is asked
	// for. Its legend takes them.
	mapMargin = 7
	// mapLines is the height of a map at most where it need not fit on a screen.
	mapLines = 55
	// panelColumns is the width that must be free beside a map for the list of stacks.
	panelColumns = 34
	// panelShare is the divisor of a board's lines for the list of stacks below a map,
	// which has at least that part.
	panelShare = 5
)

// drawCampaign draws the map of a board below its heading and, where there is room, a
// list of the stacks. Below a map there is always room for some of the seat's own
// stacks.
func drawCampaign(b board.Board, heading string, size Size) string {
	if size.Lines == 0 {
		size.Lines = mapLines
	}
	width, room := size.Columns, size.Lines-strings.Count(heading, "\n")
	c := newChart(b)
	if c.fit(hex.Sizes, width, room); c.part() { // a line says so
		c.fit(hex.Sizes, width, room-1)
	}
	part := c.part()
	columns, lines := c.Size.Extent(c.Grid, c.Window)
	if beside := width - columns - 2; beside >= panelColumns {
		return heading + besides(c.String(), panel(b, beside, lines), columns+2)
	}
	drawing := c.String()
	if below := room / panelShare; room-screen.Height(drawing) < below {
		if c.fit(hex.Sizes, width, room-below-1); part || !c.part() {
			drawing = c.String()
		}
	}
	return heading + drawing + strings.Join(panel(b, width, room-screen.Height(drawing)), "")
}

// panel are at most so many lines of a list of the stacks, those of the seat that looks
// first, each with its line end.
func panel(b board.Board, width, lines int) (panel []string) {
	if lines < 1 {
		return nil
	}
	rank := func(s board.Stack) int {
		if b.Seat >= 0 && b.Map.Seats[b.Seat].Name != s.Seat {
			return 1
		}
		return 0
	}
	stacks := slices.Clone(b.Map.Stacks)
	slices.SortStableFunc(stacks, func(s, other board.Stack) int { return rank(s) - rank(other) })
	for _, s := range stacks {
		panel = append(panel, strings.SplitAfter(screen.Wrap(s.String(), width, 2)+"\n", "\n")...)
		panel = panel[:len(panel)-1] // after the last end
	}
	if len(panel) > lines {
		panel = append(panel[:lines-1], screen.Faint("... stacks lists all")+"\n")
	}
	return panel
}

// besides puts a list beside a drawing, from a column on.
func besides(drawing string, list []string, column int) string {
	var out strings.Builder
	rows := strings.Split(strings.TrimSuffix(drawing, "\n"), "\n")
	for i := range max(len(rows), len(list)) {
		row, text := "", ""
		if i < len(rows) {
			row = rows[i]
		}
		if i < len(list) {
			text = strings.TrimSuffix(list[i], "\n")
		}
		if text != "" {
			row += strings.Repeat(" ", column-screen.Columns(screen.Bare(row))) + text
		}
		fmt.Fprintln(&out, row)
	}
	return out.String()
}

// DrawMap draws the map of a board around its focus, with a legend, in a size of the
// hexes; [hex.Sizes] is the largest in which all of it fits.
func DrawMap(b board.Board, as hex.Size, size Size) string {
	c := newChart(b)
	c.fit(as, size.Columns, size.Lines-mapMargin)
	return c.String() + screen.Faint(strings.Join(Legend(b.Map, size.Columns), "\n")) + "\n"
}

// A chart is a map that is being drawn.
type chart struct {
	hex.Chart
	from   *board.Map
	focus  hex.Hex
	seat   engine.Side // that looks
	forces [][]force   // of each hex
}

// A force is what is known of the units of a seat in a hex.
type force struct {
	seat, units int
	unseen      bool
}

func newChart(b board.Board) *chart {
	c := &chart{from: b.Map, seat: b.Seat, forces: make([][]force, len(b.Map.Hexes))}
	c.Grid = b.Map.Grid()
	c.focus = max(c.at(b.Map.Focus), 0)
	c.Frame, c.Cell = paint(screen.Faint), c.cell
	edges := map[hex.Side]hex.Edge{}
	for _, e := range b.Map.Hexsides {
		if s, err := c.Grid.ParseSide(e.Between); err == nil {
			edges[s] = hex.Edge{Line: hex.Text{Text: e.Mark.Mark, Paint: paintOf(e.Colour)}}
		}
	}
	c.Side = func(s hex.Side) hex.Edge { return edges[s] }
	for seat, of := range b.Map.Seats {
		for _, s := range b.Map.Stacks {
			if h := c.at(s.Hex); h != hex.None && s.Seat == of.Name {
				c.add(h, seat, s)
			}
		}
	}
	return c
}

// at is the hex of a number.
func (c *chart) at(number string) hex.Hex {
	h, err := c.Grid.Parse(number)
	if err != nil {
		return hex.None
	}
	return h
}

// add adds a stack to the force of a seat in a hex. Those of one seat come together.
func (c *chart) add(h hex.Hex, seat int, s board.Stack) {
	if n := len(c.forces[h]); n == 0 || c.forces[h][n-1].seat != seat {
		c.forces[h] = append(c.forces[h], force{seat: seat})
	}
	f := &c.forces[h][len(c.forces[h])-1]
	f.unseen = f.unseen || s.Unseen
	for _, u := range s.Units {
		f.units += u.Count
	}
}

// fit chooses the whole map in a size of hexes, the largest that fits for [hex.Sizes],
// or else the part around the focus that fits.
func (c *chart) fit(as hex.Size, width, lines int) {
	size, whole := hex.Largest(c.Grid, c.Grid.Whole(), width, lines)
	if !whole {
		size = hex.Roomy
	}
	if as < hex.Sizes {
		columns, rows := as.Extent(c.Grid, c.Grid.Whole())
		size, whole = as, columns <= width && rows <= lines
	}
	if c.Size, c.Window = size, (hex.Window{}); !whole {
		c.Window = size.Around(c.Grid, c.focus, width, lines)
	}
}

// part reports whether only a part of the map is drawn.
func (c *chart) part() bool { return c.Window != (hex.Window{}) }

// String draws the map.
func (c *chart) String() string {
	var out strings.Builder
	if err := c.Draw(&out); err != nil {
		fmt.Fprintln(&out, screen.Bad(err.Error()))
	}
	if c.part() {
		fmt.Fprintln(&out, screen.Faint("A part of the map: map HEX shows another."))
	}
	return out.String()
}

// cell draws a hex.
func (c *chart) cell(h hex.Hex) (cell hex.Cell) {
	of := c.from.Hexes[h]
	cell.Terrain = hex.Text{Text: of.Terrain.Mark, Paint: paintOf(of.Terrain.Colour)}
	if of.Feature != nil {
		cell.Feature = hex.Text{Text: of.Feature.Mark, Paint: paintOf(of.Feature.Colour)}
		if c.Size != hex.Compact {
			cell.Feature.Text += of.Holder
		}
	}
	cell.Stack = c.pile(of, c.forces[h])
	if of.Note != "" {
		text := of.Note
		if cell.Stack.Text != "" && c.Size != hex.Compact {
			text += cell.Stack.Text[:1]
		}
		cell.Stack = hex.Text{Text: text, Paint: paint(screen.Good)}
	}
	return cell
}

// pile marks the units in a hex: "W7", "E?", and for both sides "W!E" where they
// fight now, "W#E" where one besieges the other.
func (c *chart) pile(of board.Hex, forces []force) hex.Text {
	text := hex.Text{Paint: paint(screen.Heading)}
	switch len(forces) {
	case 1:
		f := forces[0]
		text.Text = capital(c.from.Seats[f.seat]) + c.strong(f)
		if own := int(max(c.seat, 0)); f.seat != own {
			text.Paint = paint(screen.Bad)
		}
	case 2:
		between, first, other := "*", c.from.Seats[0], c.from.Seats[1]
		if of.Siege != "" {
			between = "#"
		}
		if of.Siege == other.Letter {
			first, other = other, first
		}
		if of.Battle {
			between, text.Paint = "!", paint(screen.Bad)
		}
		if text.Text = capital(first) + between; c.Size != hex.Compact {
			text.Text += capital(other)
		}
	}
	return text
}

// strong is how many units a force has, "?" where that is hidden.
func (c *chart) strong(f force) string {
	switch {
	case f.unseen:
		return "?"
	case f.units > 9 && c.Size == hex.Compact || f.units > 99:
		return "+"
	}
	return fmt.Sprint(f.units)
}

// capital is the letter that marks the stacks of a seat.
func capital(s board.Seat) string { return strings.ToUpper(s.Letter) }

// Legend returns the meaning of the letters and marks on a map, in lines.
func Legend(m *board.Map, width int) (lines []string) {
	terrains, features, sides := map[string]bool{}, map[string]bool{}, map[string]bool{}
	add := func(to map[string]bool, mark board.Mark) { to[mark.Mark+" "+mark.Name] = true }
	for _, h := range m.Hexes {
		if add(terrains, h.Terrain); h.Feature != nil {
			add(features, *h.Feature)
		}
	}
	for _, s := range m.Hexsides {
		add(sides, s.Mark)
	}
	for _, row := range []struct {
		what  string
		words []string
	}{
		{"Hexes", slices.Sorted(maps.Keys(terrains))},
		{"In them", slices.Sorted(maps.Keys(features))},
		{"Between", slices.Sorted(maps.Keys(sides))},
		{"Stacks", stackMarks(m.Seats[0], m.Seats[1])},
	} {
		if len(row.words) > 0 {
			lines = append(lines, screen.Wrap(row.what+": "+strings.Join(row.words, ", "), width, 2))
		}
	}
	return lines
}

// stackMarks explain the marks of stacks on the map.
func stackMarks(a, b board.Seat) []string {
	first, second := capital(a), capital(b)
	return []string{
		first + "7 " + a.Name + " with 7 units", second + "? " + b.Name + " unseen",
		first + "#" + second + " a siege", first + "!" + second + " the battle that is fought",
		"a small " + a.Letter + " or " + b.Letter + " who holds a place",
	}
}

// paint converts a style of the screen to one of a map.
func paint(style func(...any) string) hex.Paint {
	return func(text string) string { return style(text) }
}

// paintOf is the paint for the name of a colour, nil for none.
func paintOf(word string) hex.Paint {
	switch word {
	case "green":
		return paint(screen.Good)
	case "yellow":
		return paint(screen.Accent)
	case "red":
		return paint(screen.Bad)
	case "cyan", "blue":
		return paint(screen.Lesson)
	case "gray":
		return paint(screen.Faint)
	case "bold":
		return paint(screen.Heading)
	}
	return nil
}
