package view

import (
	"testing"

	"houserule/engine/board"
	"houserule/engine/hex"
)

// The cost of a march stands beside the number of the stack in the hex, or, where there
// is no room for both, beside the stack's letter; never beside a part of a number.
func TestNotesKeepStacks(t *testing.T) {
	for _, test := range []struct {
		size                    hex.Size
		note, stack             string
		wantTerrain, wantStacks string
	}{
		{hex.Compact, "2", "W7", "c", "2"},
		{hex.Roomy, "2", "", "c", "2"},
		{hex.Roomy, "2", "W7", "c", "2W7"},
		{hex.Roomy, "2", "W12", "c", "2W"},
		{hex.Roomy, "12", "W7", "c", "12W"},
		{hex.Large, "12", "", "c", "12"},
		{hex.Large, "2", "W7", "2", "W7"},
		{hex.Huge, "12", "W12", "12", "W12"},
	} {
		c := newChart(board.Board{Map: &board.Map{Columns: 1, Rows: 1}})
		c.Size = test.size
		cell := hex.Cell{Terrain: hex.Text{Text: "c"}, Stack: hex.Text{Text: test.stack}}
		c.annotate(&cell, hex.Text{Text: test.note})
		if cell.Terrain.Text != test.wantTerrain || cell.Stack.Text != test.wantStacks {
			t.Errorf("%v, %s and %q: terrain %q, stack %q, want %q, %q", test.size, test.note, test.stack, cell.Terrain.Text, cell.Stack.Text, test.wantTerrain, test.wantStacks)
		}
	}
}
