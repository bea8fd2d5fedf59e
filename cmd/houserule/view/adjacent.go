package view

import (
	"strings"

	"houserule/cmd/houserule/screen"
)

// Adjacent is the word before the hexes around a hex.
const Adjacent = "adjacent"

// A Neighbor is a hex beside that of a battle: its name, its owner, and a note on the
// units in it.
type Neighbor struct{ Name, Owner, Note string }

// namesMost is the width of the column of names at most.
const namesMost = 16

// AdjacentHexes is the part of a board with the hexes around it, a row each. The
// column of owners has that width.
func AdjacentHexes(hexes []Neighbor, owners, width int) Part {
	names := 0
	for _, hex := range hexes {
		names = min(max(names, screen.Columns(hex.Name)), namesMost)
	}
	part := Part{Side: -1, Name: "adjacent hexes"}
	word := Adjacent
	for _, hex := range hexes {
		row := screen.Left(word, len(Adjacent)+1) + screen.Left(hex.Name, names+2)
		indent := screen.Columns(row) + owners
		row += screen.Left(hex.Owner, owners)
		part.Rows = append(part.Rows, Row{Text: strings.TrimRight(row+screen.Wrap(hex.Note, width, indent), " ")})
		word = ""
	}
	return part
}
