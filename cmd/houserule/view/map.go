package view

import (
	"fmt"
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
	// stackColumns is the width at most of a stack's mark without outlines around it.
	stackColumns = 3
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
	for _, own := range []bool{true, false} {
		for _, h := range b.Map.Hexes {
			for _, s := range h.Stacks {
				if own == (b.Seat < 0 || b.Map.Seats[b.Seat].Name == s.Seat) {
					panel = slices.AppendSeq(panel, strings.Lines(screen.Wrap(s.String(), width, 2)+"\n"))
				}
			}
		}
	}
	if len(panel) > lines {
		panel = append(panel[:lines-1], screen.Faint("... stacks lists all")+"\n")
	}
	return panel
}

// besides puts a list beside a drawing, from a column on.
func besides(drawing string, list []string, column int) string {
	rows := strings.Split(strings.TrimSuffix(drawing, "\n"), "\n")
	for i, text := range list {
		if i == len(rows) {
			rows = append(rows, "")
		}
		rows[i] += strings.Repeat(" ", column-screen.Columns(screen.Bare(rows[i]))) + strings.TrimSuffix(text, "\n")
	}
	return strings.Join(rows, "\n") + "\n"
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
	from  *board.Map
	focus hex.Hex
	seat  engine.Side // that looks
}

func newChart(b board.Board) *chart {
	c := &chart{from: b.Map, seat: b.Seat}
	c.Grid, c.Frame, c.Cell = b.Map.Grid(), paint(screen.Faint), c.cell
	if h, err := c.Grid.Parse(b.Map.Focus); err == nil {
		c.focus = h
	}
	edges := map[hex.Side]hex.Edge{}
	for _, e := range b.Map.Hexsides {
		if s, err := c.Grid.ParseSide(e.Between); err == nil {
			edges[s] = hex.Edge{Line: textOf(e.Mark)}
		}
	}
	c.Side = func(s hex.Side) hex.Edge { return edges[s] }
	return c
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
	cell.Terrain, cell.Stack = textOf(of.Terrain), c.pile(of)
	if of.Feature != nil {
		if cell.Feature = textOf(*of.Feature); c.Size != hex.Compact {
			cell.Feature.Text += strings.ToUpper(of.Holder)
		}
	}
	if of.Note != "" {
		c.annotate(&cell, hex.Text{Text: of.Note, Paint: paint(screen.Good)})
	}
	return cell
}

// annotate adds a note to a hex: in the place of its stack where there is none, of its
// terrain where hexes have outlines, and otherwise before as much of the stack's mark as
// has room, but never before a part of a number.
func (c *chart) annotate(cell *hex.Cell, note hex.Text) {
	stack := cell.Stack.Text
	switch {
	case stack == "":
		cell.Stack = note
	case c.Size >= hex.Large:
		cell.Terrain = note
	default:
		if c.Size == hex.Compact {
			stack = ""
		} else if len(note.Text)+len(stack) > stackColumns {
			stack = stack[:1]
		}
		cell.Stack, cell.Stack.Text = note, note.Text+stack
	}
}

// pile marks the units in a hex: "W7", "E?", and for both sides "W!E" where they fight
// now, "W>E" where one besieges the other, else "W&E".
func (c *chart) pile(of board.Hex) (text hex.Text) {
	var here []int // the seats with units there
	for seat, s := range c.from.Seats {
		if slices.ContainsFunc(of.Stacks, func(stack board.Stack) bool { return stack.Seat == s.Name }) {
			here = append(here, seat)
		}
	}
	text.Paint = paint(screen.Heading)
	switch len(here) {
	case 1:
		text.Text = capital(c.from.Seats[here[0]]) + c.strong(of.Stacks)
		if here[0] != int(max(c.seat, 0)) {
			text.Paint = paint(screen.Bad)
		}
	case 2:
		between, first, other := "&", c.from.Seats[0], c.from.Seats[1]
		if of.Siege != "" {
			between = ">"
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

// strong returns how many units stacks have: "?" where that is hidden, "*" if the number
// has no room.
func (c *chart) strong(stacks []board.Stack) string {
	n := 0
	for _, s := range stacks {
		if s.Unseen {
			return "?"
		}
		for _, u := range s.Units {
			n += u.Count
		}
	}
	if n > 9 && c.Size == hex.Compact || n > 99 {
		return "*"
	}
	return fmt.Sprint(n)
}

// capital returns the letter that marks the stacks of a seat.
func capital(s board.Seat) string { return strings.ToUpper(s.Letter) }

// Legend returns the meaning of the letters and marks on a map, in lines.
func Legend(m *board.Map, width int) (lines []string) {
	say := func(what string, words []string) {
		if len(words) > 0 {
			lines = append(lines, screen.Wrap(what+": "+strings.Join(words, ", "), width, 2))
		}
	}
	explain := func(what string, marks []board.Mark) {
		words := engine.Each(marks, func(m board.Mark) string { return m.Mark + " " + m.Name })
		slices.Sort(words)
		say(what, slices.Compact(words))
	}
	var terrains, features, sides []board.Mark
	for _, h := range m.Hexes {
		if terrains = append(terrains, h.Terrain); h.Feature != nil {
			features = append(features, *h.Feature)
		}
	}
	for _, s := range m.Hexsides {
		sides = append(sides, s.Mark)
	}
	explain("Hexes", terrains)
	explain("In them", features)
	explain("Between", sides)
	one, two := m.Seats[0], m.Seats[1]
	first, second := capital(one), capital(two)
	say("Stacks", []string{
		first + "7 " + one.Name + " with 7 units", second + "? " + two.Name + " unseen",
		first + "* more than there is room for", first + "&" + second + " both",
		first + ">" + second + " " + one.Name + " besieges", first + "!" + second + " the battle that is fought",
	})
	say("After a place", []string{first + " held by " + one.Name, second + " by " + two.Name})
	return lines
}

// paint converts a style of the screen to one of a map.
func paint(style func(...any) string) hex.Paint {
	return func(text string) string { return style(text) }
}

// textOf draws a mark in its color.
func textOf(m board.Mark) hex.Text {
	text := hex.Text{Text: m.Mark}
	switch m.Color {
	case "green":
		text.Paint = paint(screen.Good)
	case "yellow":
		text.Paint = paint(screen.Accent)
	case "red":
		text.Paint = paint(screen.Bad)
	case "cyan", "blue":
		text.Paint = paint(screen.Lesson)
	case "gray":
		text.Paint = paint(screen.Faint)
	case "bold":
		text.Paint = paint(screen.Heading)
	}
	return text
}
