// Package screen is what commands and the prompt print with: colors, which are
// off where the output is no terminal or NO_COLOR is set, cells of a given width,
// and the lines of a battle's chronicle.
package screen

import (
	"fmt"
	"strings"

	"github.com/fatih/color"
	"github.com/mattn/go-runewidth"
	"github.com/mitchellh/go-wordwrap"
)

// The styles.
var (
	Heading = color.New(color.Bold).SprintFunc()
	Faint   = color.New(color.Faint).SprintFunc()
	Good    = color.New(color.FgGreen).SprintFunc()
	Bad     = color.New(color.FgRed).SprintFunc()
	Accent  = color.New(color.FgYellow).SprintFunc()
	Lesson  = color.New(color.FgCyan).SprintFunc()
)

// Widths of screens, in columns. A screen narrower than Narrow is drawn as if it
// were Narrow.
const (
	Narrow = 60
	Usual  = 80
	Wide   = 120 // from here on a board has room for more
)

// Lines is the assumed height of a screen if it is not known.
const Lines = 24

// Left pads a cell on the right to width columns, or cuts it: after a word, unless
// that leaves nothing.
func Left(text string, width int) string {
	const more = "..."
	if Columns(text) > width {
		cut := runewidth.Truncate(text, width-len(more)+1, "") // with the blank after a word that just fits
		for i := strings.LastIndexByte(cut, ' '); i >= 0; i = strings.LastIndexByte(cut, ' ') {
			cut = cut[:i]
			if last := cut[strings.LastIndexByte(cut, ' ')+1:]; strings.Trim(last, "+0123456789") != "" {
				text = cut + more // the cut name ends in no plus or number of something
				break
			}
		}
	}
	return runewidth.FillRight(runewidth.Truncate(text, width, more), width)
}

// Right pads a cell on the left to width columns.
func Right(text string, width int) string { return runewidth.FillLeft(text, width) }

// Columns returns how many columns a text takes.
func Columns(text string) int { return runewidth.StringWidth(Bare(text)) }

// Height returns the number of lines of a text on a screen of its width.
func Height(text string) int {
	if text == "" {
		return 0
	}
	return strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1
}

// Marked returns a number and a mark that shows whether it is above (+) or below (-)
// the printed one.
func Marked(number string, above int) string {
	switch {
	case above > 0:
		return Good(number + "+")
	case above < 0:
		return Bad(number + "-")
	}
	return number + " "
}

// Count returns a number of things: "1 hook", "2 abilities".
func Count(n int, what string) string {
	switch {
	case n == 1:
	case what == "die":
		what = "dice"
	case what == "hex":
		what = "hexes"
	case strings.HasSuffix(what, "y") && !strings.HasSuffix(what, "ey"):
		what = strings.TrimSuffix(what, "y") + "ies"
	default:
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// CountOrNo does the same, but writes "no hooks" for none.
func CountOrNo(n int, what string) string {
	if n == 0 {
		return "no " + strings.TrimPrefix(Count(n, what), "0 ")
	}
	return Count(n, what)
}

// Wrap breaks text into lines of at most width columns; all but the first are
// indented.
func Wrap(text string, width, indent int) string {
	lines := strings.Split(wordwrap.WrapString(text, uint(max(width-indent, 20))), "\n")
	return strings.Join(lines, "\n"+strings.Repeat(" ", indent))
}

// Folded breaks each line of a text that is wider than width columns; the rest of a line
// is indented further than its beginning. With width 0 it breaks nothing.
func Folded(text string, width int) string {
	if width == 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if Columns(line) <= width {
			continue
		}
		indent := len(line) - len(strings.TrimLeft(line, " "))
		lines[i] = strings.Repeat(" ", indent) + Wrap(line[indent:], width, indent+2)
	}
	return strings.Join(lines, "\n")
}

// Under is text as a heading of at most width columns; the rest stands below it,
// indented.
func Under(text string, width, indent int) string {
	first, rest, more := strings.Cut(Wrap(text, width, indent), "\n")
	if !more {
		return Heading(first)
	}
	return Heading(first) + "\n" + rest
}

// Beside returns a row that takes used columns, and a text: after it where both fit into
// width columns, else below it, indented.
func Beside(row, text string, used, width, indent int) string {
	switch {
	case text == "":
		return strings.TrimRight(row, " ")
	case Columns(text) < width-used:
		return row + " " + text
	}
	return strings.TrimRight(row, " ") + "\n" + strings.Repeat(" ", indent) + Wrap(text, width, indent)
}

// Plain returns a name in a form that is equal for the typed name, "gold-golem", and
// the shown one, "Gold Golem".
func Plain(name string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(name), "-", " ")), " ")
}
