package hex

import (
	"fmt"
)

// A Direction leads from a hex to an adjacent hex.
type Direction uint8

// The directions, clockwise.
const (
	North Direction = iota
	Northeast
	Southeast
	South
	Southwest
	Northwest
)

// Directions is the number of directions: for d := range hex.Directions goes through them
// clockwise.
const Directions Direction = 6

var directionNames = [Directions]string{"north", "northeast", "southeast", "south", "southwest", "northwest"}

// String returns the name of a direction: "northeast".
func (d Direction) String() string {
	if d >= Directions {
		return fmt.Sprintf("direction %d", uint8(d))
	}
	return directionNames[d]
}

// Opposite returns the opposite direction.
func (d Direction) Opposite() Direction { return d.Turn(3) }

// Turn returns the direction turned clockwise by the given number of sixths of a circle; a
// negative number turns it counter-clockwise.
func (d Direction) Turn(sixths int) Direction {
	const n = int(Directions)
	return Direction(((int(d)+sixths)%n + n) % n)
}

// offsets are the changes of column and row in each direction: first from a column that
// lies higher than its neighbors, then from one that lies lower.
var offsets = [2][Directions][2]int{
	{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 0}, {-1, -1}},
	{{0, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}},
}

// step returns the column and row of the hex in a direction, on the map or off
// it.
func step(column, row int, d Direction) (int, int) {
	by := &shifts(column)[d]
	return column + by[0], row + by[1]
}

// shifts returns the changes of column and row in each direction from a column.
func shifts(column int) *[Directions][2]int {
	if lower(column) {
		return &offsets[1]
	}
	return &offsets[0]
}
