package hex

import (
	"fmt"
	"strings"
)

// A Side is a hexside that two hexes of a [Grid] share.
type Side int32

// NoSide is no hexside.
const NoSide Side = -1

// A hex owns its sides to the north, northeast and southeast. The adjacent hexes own the
// other three.
const owned = Side(South)

// Sides returns the length of a slice indexed by Side. The number of real sides
// is smaller, because of the edges of the map.
func (g Grid) Sides() int { return g.Hexes() * int(owned) }

// Side returns a hex's side in a direction, or NoSide at the edge of the map.
func (g Grid) Side(h Hex, d Direction) Side {
	n := g.Neighbor(h, d)
	if n == None {
		return NoSide
	}
	if d >= South {
		h, d = n, d.Opposite()
	}
	return Side(h)*owned + Side(d)
}

// Between returns the side that two hexes share, or NoSide if they are not adjacent.
func (g Grid) Between(a, b Hex) Side {
	if d, ok := g.Direction(a, b); ok {
		return g.Side(a, d)
	}
	return NoSide
}

// Beside returns the two hexes that share a side, the side's owner first, and the direction
// from it to the other.
func (g Grid) Beside(s Side) (h Hex, d Direction, other Hex) {
	h, d = Hex(s/owned), Direction(s%owned)
	return h, d, g.Neighbor(h, d)
}

// SideNumber returns the numbers of a side's two hexes, the lower first:
// "0352-0353". NoSide is "-".
func (g Grid) SideNumber(s Side) string {
	if s == NoSide {
		return "-"
	}
	a, _, b := g.Beside(s)
	return g.Number(min(a, b)) + "-" + g.Number(max(a, b))
}

// ParseSide returns the side between two hexes: "0352-0353", in either order.
func (g Grid) ParseSide(numbers string) (Side, error) {
	one, other, ok := strings.Cut(numbers, "-")
	if !ok {
		return NoSide, fmt.Errorf("hexside %q: want the two hexes that it lies between, as in %q", numbers, "0101-0102")
	}
	a, err := g.Parse(one)
	if err != nil {
		return NoSide, fmt.Errorf("hexside %q: %w", numbers, err)
	}
	b, err := g.Parse(other)
	if err != nil {
		return NoSide, fmt.Errorf("hexside %q: %w", numbers, err)
	}
	s := g.Between(a, b)
	if s == NoSide {
		return NoSide, fmt.Errorf("hexside %q: the two hexes do not lie side by side", numbers)
	}
	return s, nil
}
