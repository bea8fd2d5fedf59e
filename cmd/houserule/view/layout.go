package view

import (
	"cmp"
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/board"
)

const (
	adjacent   = "adjacent" // the word before the hexes around a hex
	namesMost  = 16         // the width of the column of their names at most
	kindsLeast = 12         // the width of what a unit is at least
	shortWidth = 3          // of a number below a short name
	markWidth  = 2          // of the mark before the name of a unit
)

// A layout is how one board is laid out.
type layout struct {
	board.Layout
	width, kinds int
	short, wide  bool
}

// fit lays a board out in so many columns.
func fit(of board.Layout, b board.Board, width int) layout {
	l := layout{Layout: of, width: width, kinds: kindsLeast, wide: width >= screen.Wide}
	narrow := width < screen.Usual-4
	most := of.Kinds[1]
	switch l.short = narrow && of.Shorts != nil; {
	case narrow:
		most = of.Kinds[0]
	case l.wide:
		most = of.Kinds[2]
	}
	for _, side := range b.Sides {
		for _, u := range side.Units {
			l.kinds = min(max(l.kinds, screen.Columns(u.Counted())), most)
		}
	}
	return l
}

// head returns the width of a row before what the unit is.
func (l layout) head() int { return l.Labels + markWidth + l.Names }

// number returns the width of a column of numbers, and one place more for a mark.
func (l layout) number(i int) int {
	if l.short {
		return shortWidth
	}
	return l.Widths[i]
}

// header names the columns of numbers.
func (l layout) header(columns []string) string {
	line := strings.Repeat(" ", l.head()+l.kinds)
	for i, name := range columns {
		if l.short {
			name = l.Shorts[i]
		}
		line += screen.Right(name, l.number(i)) + " "
	}
	return screen.Faint(strings.TrimRight(line, " "))
}

// walls draws walls in a state.
func (l layout) walls(state string) string {
	text, picture := "walls: "+state+" ", l.Walls[state]
	text += strings.Repeat(picture, (l.width-len(text))/max(len(picture), 1))
	return screen.Accent(strings.TrimRight(text, " "))
}

// side draws the units of a side below its heading, and what it has lost.
func (l layout) side(n engine.Side, side board.Side) []part {
	text := Seated(side.Seat, side.Player)
	if len(side.Facts) > 0 {
		text += ": " + strings.Join(side.Facts, ", ")
	}
	own := part{head: screen.Under(text, l.width, 2), labels: l.Labels, side: n, far: side.FarFirst, name: engine.The(side.Seat)}
	gone := part{labels: l.Labels, side: -1, name: "losses"}
	for _, u := range side.Units {
		own.rows = append(own.rows, l.unit(u))
	}
	for _, list := range side.Lists {
		to := &own
		if list.Gone {
			to = &gone
		}
		to.rows = append(to.rows, row{label: list.Name, faint: list.Gone, text: strings.Repeat(" ", markWidth) + screen.Wrap(list.Items, l.width, l.Labels+markWidth)})
	}
	return []part{own, gone}
}

// unit returns the row of a unit. Its states and facts stand in place of numbers that it
// does not have.
func (l layout) unit(u board.Unit) row {
	mark, name, text := " ", screen.Left(u.Names(), l.Names), u.Counted()
	if screen.Columns(text) > l.kinds {
		text = cmp.Or(u.Brief, text)
	}
	kind, notes := screen.Left(text, l.kinds), u.Notes()
	switch {
	case u.Acting:
		mark, name = ">", screen.Heading(name)
	case u.Done:
		if kind = screen.Faint(kind); l.Done == "" || l.short {
			mark = "."
		} else {
			notes = append(notes, l.Done)
		}
	}
	used := l.head() + l.kinds
	line := mark + " " + name + kind
	for i, n := range u.Numbers {
		line += screen.Marked(screen.Right(cmp.Or(n.Text, "-"), l.number(i)), n.Above)
		used += l.number(i) + 1
	}
	if u.Numbers == nil {
		line, used = line+"  ", used+2
	}
	note := strings.Join(notes, ", ")
	if l.wide && len(u.Powers) > 0 {
		note = strings.TrimPrefix(note+" ["+strings.Join(u.Powers, ", ")+"]", " ")
	}
	return row{label: u.Row, text: screen.Beside(line, note, used, l.width, l.head()), now: u.Acting}
}

// around returns the hexes adjacent to that of a battle, one in each row.
func (l layout) around(hexes []board.Neighbor) part {
	names := 0
	for _, hex := range hexes {
		names = min(max(names, screen.Columns(hex.Name)), namesMost)
	}
	p := part{side: -1, name: "adjacent hexes"}
	word := adjacent
	for _, hex := range hexes {
		text, note := screen.Left(word, len(adjacent)+1), hex.Note
		indent := screen.Columns(text)
		if hex.Owner == "" {
			note = fmt.Sprintf("%s: %s", hex.Name, hex.Note)
		} else {
			text += screen.Left(hex.Name, names+2) + screen.Left(hex.Owner, l.Owners)
			indent += names + 2 + l.Owners
		}
		p.rows = append(p.rows, row{text: strings.TrimRight(text+screen.Wrap(note, l.width, indent), " ")})
		word = ""
	}
	return p
}
