package screen

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mitchellh/go-wordwrap"
)

// Filled returns a table without the columns in which only the first row, the heads, has anything.
// All rows have as many cells.
func Filled(rows [][]string) [][]string {
	filled := make([]bool, len(rows[0]))
	for _, row := range rows[1:] {
		for column, cell := range row {
			filled[column] = filled[column] || cell != ""
		}
	}
	for i, row := range rows {
		column := -1
		rows[i] = slices.DeleteFunc(row, func(string) bool { column++; return !filled[column] })
	}
	return rows
}

const (
	gap      = 2  // between the columns of a table
	leastEnd = 24 // the width of its last column at least
)

// widths returns the widths of all columns but the last, and the column at which that begins.
func widths(rows [][]string) (widths []int, before int) {
	for _, row := range rows {
		for i, cell := range row[:len(row)-1] {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Columns(cell))
		}
	}
	for _, w := range widths {
		before += w + gap
	}
	return widths, before
}

// Short returns a table in which the last column is cut to what fits on the line of its row, or is
// left out where there is too little room. It reports whether anything is missing.
func Short(rows [][]string, width int) (short [][]string, cut bool) {
	_, before := widths(rows)
	for _, row := range rows {
		row, last := slices.Clone(row), len(row)-1
		switch {
		case width-before < leastEnd:
			row, cut = row[:last], true
		case Columns(row[last]) > width-before:
			row[last], cut = strings.TrimRight(Left(row[last], width-before), " "), true
		}
		short = append(short, row)
	}
	return short, cut
}

// Table prints rows of cells in columns. It breaks the last column where it would
// not fit into width columns or, where too little room is left for that, puts it on
// lines of its own. It breaks the others where they do not fit even so, the widest
// first. With width 0 it breaks nothing.
func Table(out io.Writer, width int, rows [][]string) {
	widths, before := widths(rows)
	below := width > 0 && width-before < leastEnd
	for width > 0 && before-gap > width && len(widths) > 0 {
		widest := slices.Index(widths, slices.Max(widths))
		if widths[widest] <= leastEnd/2 {
			break
		}
		widths[widest]--
		before--
	}
	for _, row := range rows {
		var cells [][]string
		height := 1
		for i, cell := range row[:len(row)-1] {
			cells = append(cells, []string{cell})
			if Columns(cell) > widths[i] {
				cells[i] = strings.Split(wordwrap.WrapString(cell, uint(widths[i])), "\n")
			}
			height = max(height, len(cells[i]))
		}
		last := row[len(row)-1]
		if width > 0 && !below {
			last = Wrap(last, width, before)
		}
		for n := range height {
			var line strings.Builder
			for i, cell := range cells {
				text := ""
				if n < len(cell) {
					text = cell[n]
				}
				line.WriteString(text + strings.Repeat(" ", max(widths[i]-Columns(text), 0)+gap))
			}
			if n == 0 && !below {
				line.WriteString(last)
			}
			fmt.Fprintln(out, strings.TrimRight(line.String(), " "))
		}
		if below && last != "" {
			fmt.Fprintf(out, "      %s\n", Wrap(last, width, 6))
		}
	}
}
