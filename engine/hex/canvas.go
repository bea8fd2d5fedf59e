package hex

import (
	"io"
	"strings"
	"unicode"
)

// A canvas is a rectangle of terminal cells.
type canvas struct {
	width  int
	glyphs []glyph
	paints []Paint // by ink
}

// An ink is the number of a color on a canvas.
type ink int32

// bare is the ink that adds no color.
const bare ink = 0

// A glyph is the content of a cell: a character, or [second].
type glyph struct {
	char rune
	ink  ink
}

// blank is an empty cell, and second the right half of a character that takes two cells.
const (
	blank  rune = 0
	second rune = -1
)

func newCanvas(width, height int) *canvas {
	return &canvas{width, make([]glyph, width*height), make([]Paint, 1)}
}

// ink returns the ink of a color.
func (c *canvas) ink(p Paint) ink {
	if p == nil {
		return bare
	}
	c.paints = append(c.paints, p)
	return ink(len(c.paints) - 1)
}

// write writes as much of a text as fits into room cells, and returns the number of cells
// that it used.
func (c *canvas) write(x, y, room int, text Text, ink ink) (taken int) {
	room = min(room, c.width-x)
	for _, char := range text.Text {
		n := width(char)
		if taken+n > room {
			break
		}
		switch {
		case n == 0:
			continue
		case char == ' ':
			char = blank
		}
		c.set(x+taken, y, char, ink)
		if n == 2 {
			c.set(x+taken+1, y, second, ink)
		}
		taken += n
	}
	return taken
}

// set writes a character into a cell. If it overwrites half of a character of two cells, it
// clears the other half.
func (c *canvas) set(x, y int, char rune, ink ink) {
	at := y*c.width + x
	if c.glyphs[at].char == second && char != second {
		c.glyphs[at-1].char = blank
	}
	if x+1 < c.width && c.glyphs[at+1].char == second {
		c.glyphs[at+1].char = blank
	}
	c.glyphs[at].char, c.glyphs[at].ink = char, ink
}

// print prints the canvas, without blanks at the ends of lines.
func (c *canvas) print(w io.Writer) error {
	var out strings.Builder
	for line := c.glyphs; len(line) > 0; line = line[c.width:] {
		c.printLine(&out, line[:c.width])
		out.WriteByte('\n')
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func (c *canvas) printLine(out *strings.Builder, line []glyph) {
	end := len(line)
	for end > 0 && line[end-1].char == blank {
		end--
	}
	var run strings.Builder // consecutive text of one color
	for at, next := range line[:end] {
		switch next.char {
		case blank:
			run.WriteByte(' ')
		case second:
		default:
			run.WriteRune(next.char)
		}
		if at+1 == end || line[at+1].ink != next.ink {
			text := run.String()
			if paint := c.paints[next.ink]; paint != nil {
				text = paint(text)
			}
			out.WriteString(text)
			run.Reset()
		}
	}
}

// cells returns the number of terminal cells that a text takes.
func cells(text string) (n int) {
	for _, char := range text {
		n += width(char)
	}
	return n
}

// wide holds the ranges of characters that take two cells: Hangul, Chinese and Japanese,
// full-width forms and pictures.
var wide = [...][2]rune{
	{0x1100, 0x115f}, {0x2e80, 0xa4cf}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe30, 0xfe6f},
	{0xff01, 0xff60}, {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
}

// width returns the number of terminal cells that a character takes. It returns 0 for a
// character that only changes another one or the terminal; a canvas omits such characters.
func width(char rune) int {
	if char < 0x20 || char == 0x7f || char == unicode.ReplacementChar {
		return 0
	}
	if char < 0x300 && char >= 0xa0 || char < 0x7f {
		return 1
	}
	if unicode.In(char, unicode.Mn, unicode.Me, unicode.Cc, unicode.Cf) {
		return 0
	}
	for _, block := range wide {
		if char >= block[0] && char <= block[1] {
			return 2
		}
	}
	return 1
}
