// Package hex is a map of hexes: their places, their neighbors, the costs of paths, and
// drawings for a terminal. It knows no game.
//
// A [Grid] is a rectangle of flat-topped hexes, numbered as on printed maps: hex 0352 is in
// column 03 and row 52. Columns with an even number lie half a hex lower than their
// neighbors:
//
//	 ____      ____
//	/0101\____/0301\____
//	\____/0201\____/0401\
//	/0102\____/0302\____/
//	\____/0202\____/0402\
//	     \____/    \____/
//
// A [Hex] is an index: column by column from the top, so that a game can store facts about
// hexes in a slice of [Grid.Hexes] values, and sorted hexes are in the order of their
// numbers. A [Side] is an index, too. The two hexes that share a side have the same index
// for it, so that a river or a wall is one value in a slice of [Grid.Sides] values:
//
//	g := hex.Grid{Columns: 30, Rows: 20}
//	rivers := make([]bool, g.Sides())
//	here, err := g.Parse("0304")
//	ford, err := g.ParseSide("0304-0305")
//	for direction, neighbor := range g.Neighbors(here) {
//		wet := rivers[g.Side(here, direction)]
//		...
//	}
//
// A [Search] finds the hexes that a unit can reach, and the cheapest path to each. The
// game's [Costs] returns the cost of a single step, or [Rest] for a step that takes the
// rest of the allowance, or reports that the step is impossible. A Search that is used
// again allocates nothing:
//
//	var search hex.Search
//	for _, h := range search.Reach(g, unit.At, unit.Allowance, costs) { ... }
//	way, cost, ok := search.Path(g, unit.At, goal, unit.Allowance, costs)
//
// A [Chart] draws a map, or a [Window] of a larger map, in one of four sizes, with terrain,
// features and stacks in the hexes, and rivers, walls, bridges and gates between them. The
// caller's functions add the colors.
package hex

import (
	"fmt"
	"strconv"
	"strings"
)

// A Hex is a hex of a [Grid]. Hex 0 is the top of the first column; the next one is below
// it, or at the top of the next column.
type Hex int32

// None is no hex.
const None Hex = -1

// MaxColumns and MaxRows limit the size of a grid.
const (
	MaxColumns = 500
	MaxRows    = 500
)

// A Grid is a rectangular map of hexes. Hexes, directions and sides passed to
// its methods must be of this grid.
type Grid struct{ Columns, Rows int }

// Check returns an error if the grid is too small or too large.
func (g Grid) Check() error {
	if g.Columns < 1 || g.Columns > MaxColumns || g.Rows < 1 || g.Rows > MaxRows {
		return fmt.Errorf("a map of %d columns and %d rows: there are 1 to %d columns and 1 to %d rows",
			g.Columns, g.Rows, MaxColumns, MaxRows)
	}
	return nil
}

// Hexes returns the number of hexes.
func (g Grid) Hexes() int { return g.Columns * g.Rows }

// At returns the hex in a column and a row, counted from 1, or None.
func (g Grid) At(column, row int) Hex {
	if column < 1 || column > g.Columns || row < 1 || row > g.Rows {
		return None
	}
	return Hex((column-1)*g.Rows + row - 1)
}

// Place returns the column and row of a hex, counted from 1.
func (g Grid) Place(h Hex) (column, row int) {
	column = int(uint32(h) / uint32(g.Rows)) // faster than in 64 bits
	return column + 1, int(h) - column*g.Rows + 1
}

// lower reports whether a column lies half a hex lower than its neighbors.
func lower(column int) bool { return column&1 == 0 }

// digits returns the number of digits of a column or a row in a hex's number.
func (g Grid) digits() int { return max(2, len(strconv.Itoa(max(g.Columns, g.Rows)))) }

// Number returns the number of a hex as printed: "0352". On maps with more than
// 99 columns or rows it has six digits. None is "-".
func (g Grid) Number(h Hex) string { return string(g.AppendNumber(nil, h)) }

// AppendNumber appends the number of a hex to text.
func (g Grid) AppendNumber(text []byte, h Hex) []byte {
	if h == None {
		return append(text, '-')
	}
	column, row := g.Place(h)
	text = appendDigits(text, column, g.digits())
	return appendDigits(text, row, g.digits())
}

func appendDigits(text []byte, n, digits int) []byte {
	for unit := 10; digits > 1; digits, unit = digits-1, unit*10 {
		if n < unit {
			text = append(text, '0')
		}
	}
	return strconv.AppendInt(text, int64(n), 10)
}

// Parse returns the hex with a number.
func (g Grid) Parse(number string) (Hex, error) {
	digits := g.digits()
	if len(number) != 2*digits || strings.Trim(number, "0123456789") != "" {
		return None, fmt.Errorf("hex %q: want %d digits, from %s to %s", number,
			2*digits, g.Number(0), g.Number(Hex(g.Hexes()-1)))
	}
	column, err := numbered("column", number[:digits], g.Columns)
	if err != nil {
		return None, fmt.Errorf("hex %q: %w", number, err)
	}
	row, err := numbered("row", number[digits:], g.Rows)
	if err != nil {
		return None, fmt.Errorf("hex %q: %w", number, err)
	}
	return g.At(column, row), nil
}

// numbered parses a number of few digits, which must be in 1..last.
func numbered(what, digits string, last int) (int, error) {
	n, _ := strconv.Atoi(digits)
	if n < 1 || n > last {
		return 0, fmt.Errorf("there is no %s %s, the last one is %0*d", what, digits, len(digits), last)
	}
	return n, nil
}
