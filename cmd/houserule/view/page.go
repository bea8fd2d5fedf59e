package view

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine/board"
)

// DrawPage draws a page in lines of at most width columns; 0: as wide as they are. It
// ends in no line end.
func DrawPage(p board.Page, width int) string {
	lines := []string{fmt.Sprintf("%s: %s", screen.Heading(p.Name), strings.Join(p.Is, ", "))}
	return screen.Folded(strings.Join(append(lines, drawFacts("  ", p.Facts)...), "\n"), width)
}

// drawFacts returns the lines of facts, and of the facts below them.
func drawFacts(indent string, facts []board.Fact) (lines []string) {
	for _, f := range facts {
		text := f.Text
		if f.Name != "" {
			text = strings.TrimPrefix(fmt.Sprintf("%s %s %d", text, f.Name, f.Total), " ")
		}
		if f.Terms != nil {
			text += ": " + strings.Join(f.Terms, ", ")
		}
		lines = append(append(lines, indent+text), drawFacts(indent+"  ", f.Facts)...)
	}
	return lines
}
