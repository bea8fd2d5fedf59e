package screen

import (
	"fmt"
	"io"
	"strings"
)

// Table prints rows of cells in columns. The last column is broken where it
// would not fit into width columns, and, where too little of that is left,
// put on lines of its own; with width 0 it is as long as it is.
func Table(out io.Writer, width int, rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row[:len(row)-1] {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Columns(cell))
		}
	}
	const gap, least = 2, 24
	before := 0
	for _, w := range widths {
		before += w + gap
	}
	below := width > 0 && width-before < least
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row[:len(row)-1] {
			line.WriteString(Left(cell, widths[i]) + strings.Repeat(" ", gap))
		}
		last := row[len(row)-1]
		switch {
		case below && last != "":
			fmt.Fprintf(out, "%s\n      %s\n", strings.TrimRight(line.String(), " "), Wrap(last, width, 6))
			continue
		case width > 0:
			last = Wrap(last, width, before)
		}
		fmt.Fprintln(out, strings.TrimRight(line.String()+last, " "))
	}
}
