package view

import (
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/board"
)

// A Drawn is a view that [Draw] draws.
type Drawn interface {
	// Board is the battle as the seat that looks sees it, and Layout how the boards of
	// the game are laid out.
	Board() board.Board
	Layout() board.Layout
}

// Draw draws the board of a view, as much of it as fits into the size. The width must be
// at least [screen.Narrow].
func Draw(v Drawn, size Size) string { return DrawBoard(v.Board(), v.Layout(), size) }

// DrawBoard draws a board as a game lays it out. If the board is too high it leaves out
// rows, and adds a line that lists them; it does not shorten a battle's own drawing.
func DrawBoard(b board.Board, of board.Layout, size Size) string {
	size.Columns = max(size.Columns, screen.Narrow)
	heads := []string{headline(b, size.Columns)}
	if b.Situation != "" {
		heads = append(heads, screen.Wrap(b.Situation, size.Columns, 2))
	}
	if b.Map != nil {
		if text := fault(b, size.Columns); text != "" {
			heads = append(heads, text)
		}
		return drawCampaign(b, strings.Join(heads, "\n")+"\n", size)
	}
	return drawn(b, of, heads, size.Columns).in(size, b.Seat)
}

// Rows returns the rows of a board that is drawn as a whole: see [Size].
func Rows(v Drawn, columns int) map[string]bool {
	rows := map[string]bool{}
	for _, p := range drawn(v.Board(), v.Layout(), nil, max(columns, screen.Narrow)).parts {
		for _, r := range p.rows {
			rows[r.text] = true
		}
	}
	return rows
}

// drawn returns the drawing of a board without a map, below its heads.
func drawn(b board.Board, of board.Layout, heads []string, width int) drawing {
	l := fit(of, b, width)
	d := drawing{width: width, parts: []part{{head: strings.Join(heads, "\n")}}}
	if b.Ground != "" {
		d.parts = append(d.parts, part{rows: []row{{text: screen.Accent(ground(b, width))}}, side: -1, name: "the ground"})
	}
	heads = nil
	if b.Columns != nil {
		heads = append(heads, l.header(b.Columns))
	}
	d.parts = append(d.parts, part{head: strings.Join(append(heads, b.Drawing...), "\n")})
	for i, side := range b.Sides {
		if i == len(b.Sides)-1 && b.Walls != "" {
			d.parts = append(d.parts, part{head: l.walls(b.Walls)})
		}
		d.parts = append(d.parts, l.side(engine.Side(i), side)...)
	}
	d.parts = append(d.parts, l.around(b.Around), part{head: fault(b, width)})
	return d
}

// headline returns the title, cut if necessary, and the place of the battle.
func headline(b board.Board, width int) string {
	title := screen.Left(b.Title, width-screen.Columns(b.Scene)-2)
	text := strings.TrimRight(title, " ")
	return screen.Heading(text) + strings.Repeat(" ", screen.Columns(title)-screen.Columns(text)+2) + b.Scene
}

// ground describes the hex of a battle, with its flavor where both fit on a line.
func ground(b board.Board, width int) string {
	if whole := b.Ground + " " + b.Flavor; b.Flavor != "" && screen.Columns(whole) <= width {
		return whole
	}
	return screen.Wrap(b.Ground, width, 2)
}

// fault returns the error because of which numbers are missing, "" without one.
func fault(b board.Board, width int) string {
	if b.Fault == "" {
		return ""
	}
	return screen.Bad(screen.Wrap("? "+b.Fault, width, 2))
}

// A drawing is the drawing of a board: parts, one below the other.
type drawing struct {
	width int
	parts []part
}

// A part is a heading, which is always drawn unless it is "", and rows below it.
type part struct {
	head   string
	rows   []row
	labels int // columns of the rows' labels, 0: they have none
	// side has these rows. far says that the least important rows, those far from the
	// enemy, stand first. Rows without a side, below 0, are left out first, all of them;
	// name is what they are.
	side engine.Side
	far  bool
	name string
}

// A row is a unit, or several: one line, or more.
type row struct {
	label string // stands only before the first of several rows
	text  string
	now   bool // the present question or die is its own
	faint bool
}

// String draws all parts, each line with its end.
func (d drawing) String() string {
	var out strings.Builder
	for _, p := range d.parts {
		if p.head != "" {
			fmt.Fprintln(&out, p.head)
		}
		label := ""
		for _, r := range p.rows {
			word := r.label
			if word == label {
				word = ""
			}
			label = r.label
			text := r.text
			if p.labels > 0 {
				text = screen.Left(word, p.labels) + text
			}
			if r.faint {
				text = screen.Faint(text)
			}
			fmt.Fprintln(&out, text)
		}
	}
	return out.String()
}

// in draws as much as fits into the lines of a screen, for the player of a side. It
// leaves out first the rows that were drawn before, then those that belong to no side, then those of other sides, the
// longest list first, then the side's own, except one. In a list, the rows that are
// asked now stay longest.
func (d drawing) in(size Size, own engine.Side) string {
	left := -size.Lines
	for _, p := range d.parts {
		left += screen.Height(p.head)
		for _, r := range p.rows {
			left += screen.Height(r.text)
		}
	}
	if size.Whole || size.Lines == 0 || left <= 0 {
		return d.String()
	}
	all := d.parts
	d.parts = slices.Clone(all)
	for {
		more := screen.Wrap(d.omitted(all), d.width, 0)
		if left+screen.Height(more) <= 0 {
			return d.String() + screen.Faint(more) + "\n"
		}
		gone := d.unchanged(size.Known, own)
		if gone == 0 {
			gone = d.shorten(own)
		}
		if gone == 0 {
			if more == "" {
				return d.String() // nothing can be left out
			}
			return d.String() + screen.Faint(more) + "\n"
		}
		left -= gone
	}
}

// unchanged leaves out a row that was drawn before, or all rows of a list without a side, and
// returns how many lines they had. Rows of the side's own stay while there are others.
func (d drawing) unchanged(known map[string]bool, own engine.Side) (lines int) {
	others := slices.ContainsFunc(d.parts, func(p part) bool { return p.side != own && len(p.rows) > 0 })
	var longest *part
	var at []int // the known rows of longest
	for i := range d.parts {
		p := &d.parts[i]
		var rows []int
		for j, r := range p.rows {
			if known[r.text] && !r.now {
				rows = append(rows, j)
			}
		}
		switch {
		case len(rows) == 0 || p.side < 0 && len(rows) < len(p.rows) || p.side == own && others:
		case p.side < 0:
			for _, r := range p.rows {
				lines += screen.Height(r.text)
			}
			p.rows = nil
			return lines
		case longest == nil, p.side != own && (longest.side == own || len(rows) > len(at)):
			longest, at = p, rows
		}
	}
	if longest == nil {
		return 0
	}
	out := at[len(at)-1]
	if longest.far {
		out = at[0]
	}
	lines = screen.Height(longest.rows[out].text)
	longest.rows = slices.Delete(slices.Clone(longest.rows), out, out+1)
	return lines
}

// shorten leaves out the least important rows, and returns how many lines they had.
func (d drawing) shorten(own engine.Side) (lines int) {
	var longest *part
	for i := range d.parts {
		switch p := &d.parts[i]; {
		case len(p.rows) == 0:
		case p.side < 0:
			for _, r := range p.rows {
				lines += screen.Height(r.text)
			}
			p.rows = nil
			return lines
		case p.side == own && len(p.rows) == 1:
		case longest == nil, p.side != own && (longest.side == own || len(p.rows) > len(longest.rows)):
			longest = p
		}
	}
	if longest == nil {
		return 0
	}
	rows := longest.rows
	isNow := func(r row) bool { return r.now }
	first, last := slices.IndexFunc(rows, isNow), len(rows)-1
	for last >= 0 && !rows[last].now {
		last--
	}
	fromFront := longest.far
	if first >= 0 {
		fromFront = first > len(rows)-1-last
	}
	out := rows[len(rows)-1]
	if longest.rows = rows[:len(rows)-1]; fromFront {
		out, longest.rows = rows[0], rows[1:]
	}
	return screen.Height(out.text)
}

// omitted describes the rows of the parts that are left out.
func (d drawing) omitted(all []part) string {
	var words []string
	counted := false
	for i, p := range all {
		n := len(p.rows) - len(d.parts[i].rows)
		text := p.name
		switch {
		case n == 0:
			continue
		case p.side >= 0 && !counted:
			text, counted = fmt.Sprintf("%s of %s", screen.Count(n, "row"), p.name), true
		case p.side >= 0:
			text = fmt.Sprintf("%d of %s", n, p.name)
		}
		if !slices.Contains(words, text) {
			words = append(words, text)
		}
	}
	if len(words) == 0 {
		return ""
	}
	return "... board also shows " + strings.Join(words, ", ")
}
