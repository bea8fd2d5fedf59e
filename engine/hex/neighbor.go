package hex

import "iter"

// Neighbor returns the hex adjacent to h in a direction, or None at the edge of the map.
func (g Grid) Neighbor(h Hex, d Direction) Hex {
	column, row := g.Place(h)
	return g.At(step(column, row, d))
}

// Neighbors yields the hexes adjacent to h with their directions, clockwise from the north.
func (g Grid) Neighbors(h Hex) iter.Seq2[Direction, Hex] {
	return func(yield func(Direction, Hex) bool) {
		column, row := g.Place(h)
		inside := column > 1 && column < g.Columns && row > 1 && row < g.Rows
		for d, by := range shifts(column) {
			n := h + Hex(by[0]*g.Rows+by[1])
			if !inside && g.At(column+by[0], row+by[1]) == None {
				continue
			}
			if !yield(Direction(d), n) {
				return
			}
		}
	}
}

// Direction returns the direction from a hex to an adjacent one. Ok is false if the hexes
// are not adjacent.
func (g Grid) Direction(from, to Hex) (d Direction, ok bool) {
	for d, n := range g.Neighbors(from) {
		if n == to {
			return d, true
		}
	}
	return 0, false
}

// Distance returns the number of steps from one hex to another.
func (g Grid) Distance(a, b Hex) int { return g.Point(a).Distance(g.Point(b)) }

// A Point is the middle of a hex. Distances between points are faster than between hexes.
type Point struct{ column, depth int }

// Point returns the middle of a hex.
func (g Grid) Point(h Hex) Point {
	column, row := g.Place(h)
	return Point{column, depth(column, row)}
}

// Distance returns the number of steps from the hex of one point to that of another.
func (p Point) Distance(q Point) int {
	across := abs(q.column - p.column)
	// Each step across columns also moves half a hex up or down.
	along := abs(q.depth - p.depth)
	return across + max(0, along-across)/2
}

// depth returns the distance of a hex from the top, in halves of a hex.
func depth(column, row int) int {
	if lower(column) {
		return 2*row + 1
	}
	return 2 * row
}

func abs(n int) int { return max(n, -n) }

// Within yields the hexes at a distance of at most steps from h, h included, in the order
// of their numbers.
func (g Grid) Within(h Hex, steps int) iter.Seq[Hex] {
	return func(yield func(Hex) bool) {
		column, row := g.Place(h)
		middle := depth(column, row)
		for c := max(1, column-steps); c <= min(g.Columns, column+steps); c++ {
			// The hexes of the column are up to this many halves of a hex above
			// and below h.
			halves := 2*steps - abs(c-column)
			shift := depth(c, 0)
			first, last := (middle-halves-shift)>>1, (middle+halves-shift)>>1
			for r := max(1, first); r <= min(g.Rows, last); r++ {
				if !yield(g.At(c, r)) {
					return
				}
			}
		}
	}
}
