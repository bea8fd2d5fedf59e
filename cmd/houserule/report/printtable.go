package report

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
)

const (
	gap   = 2  // between columns
	least = 10 // columns that text is broken into
)

// columns returns how many columns the widest row has.
func (t Table) columns() int {
	n := len(t.Head)
	for _, row := range t.texts() {
		n = max(n, len(row))
	}
	return n
}

func (t Table) right(column int) bool { return column < len(t.Right) && t.Right[column] }

func (t Table) print(p *printer) {
	p.paragraph(t.Title, margin, nil)
	if len(t.Rows) == 0 {
		p.line(nothing, margin, screen.Faint)
		return
	}
	widths := t.fit(p.room())
	if len(t.Head) > 0 {
		t.printRow(p, widths, t.Head, screen.Faint)
	}
	for _, row := range t.texts() {
		t.printRow(p, widths, row, nil)
	}
	if n := t.columns(); len(widths) < n {
		p.paragraph(fmt.Sprintf("(%d of %d columns; a wider screen or the HTML file has room for all)", len(widths), n), margin, screen.Faint)
	}
}

// fit gives the columns their widths: the widest column of text shrinks first, and
// columns that still do not fit are left out. Room 0 is enough for all.
func (t Table) fit(room int) []int {
	natural := make([]int, t.columns())
	for _, row := range append([][]string{t.Head}, t.texts()...) {
		for i, cell := range row {
			natural[i] = max(natural[i], screen.Columns(cell))
		}
	}
	if room == 0 {
		return natural
	}
	for n := len(natural); n > 1; n-- {
		widths := append([]int(nil), natural[:n]...)
		if t.squeeze(widths, room) {
			return widths
		}
	}
	return natural[:min(1, len(natural))]
}

// squeeze narrows columns until they fit, and reports whether they do.
func (t Table) squeeze(widths []int, room int) bool {
	total := gap * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	for ; total > room; total-- {
		widest := -1
		for i, w := range widths {
			if w > least && !t.right(i) && (widest < 0 || w > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return false
		}
		widths[widest]--
	}
	return true
}

// printRow prints a row, in as many lines as its highest cell takes.
func (t Table) printRow(p *printer, widths []int, row []string, in style) {
	cells, height := make([][]string, len(widths)), 1
	for i := range min(len(widths), len(row)) {
		cells[i] = wrap(row[i], widths[i])
		height = max(height, len(cells[i]))
	}
	for y := range height {
		var line []string
		for i, w := range widths {
			cell := ""
			if y < len(cells[i]) {
				cell = cells[i][y]
			}
			if t.right(i) {
				line = append(line, screen.Right(cell, w))
			} else {
				line = append(line, screen.Left(cell, w))
			}
		}
		p.line(strings.Join(line, strings.Repeat(" ", gap)), margin, in)
	}
}
