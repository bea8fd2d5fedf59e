package view

import (
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
)

// A Board is the drawing of a battle: parts, one below the other. String draws all of
// them, [Board.In] as many rows as fit on a screen.
type Board struct {
	Width int // in columns
	Parts []Part
}

// A Part is a heading, which is always drawn unless it is "", and rows below it.
type Part struct {
	Head   string
	Rows   []Row
	Labels int // columns of the rows' labels, 0: they have none
	// Side has these rows. Far says that the least important rows, those far from the
	// enemy, stand first. Rows without a side, below 0, are left out first, all of them;
	// Name is what they are.
	Side engine.Side
	Far  bool
	Name string
}

// A Row is a stack, a counter, a unit: one line, or several.
type Row struct {
	Label string // stands only before the first of several rows
	Text  string
	Now   bool // it is asked for an answer or a die now
	Faint bool
}

// String draws the whole board, each line with its end.
func (b Board) String() string {
	var out strings.Builder
	for _, p := range b.Parts {
		if p.Head != "" {
			fmt.Fprintln(&out, p.Head)
		}
		label := ""
		for _, r := range p.Rows {
			word := r.Label
			if word == label {
				word = ""
			}
			label = r.Label
			text := r.Text
			if p.Labels > 0 {
				text = screen.Left(word, p.Labels) + text
			}
			if r.Faint {
				text = screen.Faint(text)
			}
			fmt.Fprintln(&out, text)
		}
	}
	return out.String()
}

// In draws as much of the board as fits into the lines of a screen, for the player of
// a side. It leaves out rows, and adds a line that says which: first the rows that
// belong to no side, then those of other sides, the longest list first, then the
// side's own, except one. In a list, the rows that are asked now stay longest.
func (b Board) In(size Size, own engine.Side) string {
	left := -size.Lines
	for _, p := range b.Parts {
		left += screen.Height(p.Head)
		for _, r := range p.Rows {
			left += screen.Height(r.Text)
		}
	}
	if size.Whole || left <= 0 {
		return b.String()
	}
	all := b.Parts
	b.Parts = slices.Clone(all)
	for {
		more := screen.Wrap(b.omitted(all), b.Width, 0)
		if left+screen.Height(more) <= 0 {
			return b.String() + screen.Faint(more) + "\n"
		}
		gone := b.shorten(own)
		if gone == 0 {
			if more == "" {
				return b.String() // nothing can be left out
			}
			return b.String() + screen.Faint(more) + "\n"
		}
		left -= gone
	}
}

// shorten leaves out the least important rows, and returns how many lines they had.
func (b Board) shorten(own engine.Side) (lines int) {
	var longest *Part
	for i := range b.Parts {
		switch p := &b.Parts[i]; {
		case len(p.Rows) == 0:
		case p.Side < 0:
			for _, r := range p.Rows {
				lines += screen.Height(r.Text)
			}
			p.Rows = nil
			return lines
		case p.Side == own && len(p.Rows) == 1:
		case longest == nil, p.Side != own && (longest.Side == own || len(p.Rows) > len(longest.Rows)):
			longest = p
		}
	}
	if longest == nil {
		return 0
	}
	rows := longest.Rows
	isNow := func(r Row) bool { return r.Now }
	first, last := slices.IndexFunc(rows, isNow), len(rows)-1
	for last >= 0 && !rows[last].Now {
		last--
	}
	fromFront := longest.Far
	if first >= 0 {
		fromFront = first > len(rows)-1-last
	}
	out := rows[len(rows)-1]
	if longest.Rows = rows[:len(rows)-1]; fromFront {
		out, longest.Rows = rows[0], rows[1:]
	}
	return screen.Height(out.Text)
}

// omitted says which rows of the parts are left out.
func (b Board) omitted(all []Part) string {
	var words []string
	counted := false
	for i, p := range all {
		n := len(p.Rows) - len(b.Parts[i].Rows)
		text := p.Name
		switch {
		case n == 0:
			continue
		case p.Side >= 0 && !counted:
			text, counted = fmt.Sprintf("%s of %s", screen.Count(n, "row"), p.Name), true
		case p.Side >= 0:
			text = fmt.Sprintf("%d of %s", n, p.Name)
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
