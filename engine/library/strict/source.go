package strict

import (
	"fmt"
	"sort"
)

// Place returns the place of path, as file:line. If the file lacks the path, it returns the
// place of the nearest one on the way to it.
func (d *Doc) Place(path Path) string {
	line, _ := d.line(d.outline.find(path).offset)
	return fmt.Sprintf("%s:%d", d.name, line+1)
}

// line returns the line of an offset, from 0, and the offset at which it starts.
func (t *text) line(offset int) (line, start int) {
	if len(t.lines) == 0 {
		return 0, 0
	}
	line = sort.SearchInts(t.lines, offset+1) - 1
	return line, t.lines[line]
}
