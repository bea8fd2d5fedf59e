package hex

import (
	"fmt"
	"slices"
)

// Costs returns the cost of a step from a hex to the adjacent one in a direction: 1 or
// more, or [Rest]. Ok is false if the step is impossible. The result must depend on the
// step alone. If a unit must stop in a hex, for instance next to enemies, all steps out of
// that hex are impossible.
//
// A step that needs the whole allowance costs the whole allowance: the function knows the
// unit that moves.
type Costs func(from, to Hex, d Direction) (cost int, ok bool)

// Rest is the cost of a step that takes the rest of the allowance, which must be more than
// 0.
const Rest = -1

// Unlimited is the largest allowance, for paths of any length. It is for costs without
// [Rest], which would take all of it.
const Unlimited = 1 << 27

// Bits of a number of steps and of a hex in an order: see [node]. Maps have fewer hexes.
const stepBits, hexBits = 18, 18

// A Search finds cheapest paths. Of paths with equal cost it takes the one with fewer
// hexes, and of those the one whose last step has the first direction. The same holds for
// each part of a path, from its start. The zero Search is ready for use. Used again, it
// allocates nothing. Only one goroutine at a time may use it.
type Search struct {
	grid    Grid
	nodes   []node
	round   uint32   // the number of this search: nodes of other rounds count as not reached
	open    []uint64 // a heap of known paths that may be the best to their hexes: see [Search.run]
	reached []Hex
	way     []Hex
}

// A node is the best known path to a hex.
type node struct {
	order uint64 // its cost, its number of steps and the hex: smaller for better paths
	round uint32
	by    Direction // the direction of the last step
	done  bool      // no better path exists
}

func (n *node) cost() int   { return int(n.order >> (stepBits + hexBits)) }
func (n *node) first() bool { return n.order>>hexBits&(1<<stepBits-1) == 0 }

// Reach returns the hexes within an allowance, the cheapest first; of equal costs, fewer
// steps first; of equal steps, in the order of their numbers. The first hex is from itself.
// The slice is valid until the next search.
func (s *Search) Reach(g Grid, from Hex, allowance int, costs Costs) []Hex {
	s.run(g, from, None, allowance, costs)
	return s.reached
}

// Path returns the cheapest path to a hex within an allowance: its hexes, both ends
// included, and its cost. The slice is valid until the next search.
func (s *Search) Path(g Grid, from, to Hex, allowance int, costs Costs) (way []Hex, cost int, ok bool) {
	s.run(g, from, to, allowance, costs)
	cost, ok = s.Cost(to)
	return s.Way(to), cost, ok
}

// Cost returns the cost of a hex in the last search. Ok is false if the search has not
// reached the hex.
func (s *Search) Cost(h Hex) (cost int, ok bool) {
	if h == None || int(h) >= len(s.nodes) || !s.settled(h) {
		return 0, false
	}
	return s.nodes[h].cost(), true
}

// Way returns the hexes of the path by which the last search reached a hex, both ends
// included, or nil. The slice is valid until the next search or call of Way.
func (s *Search) Way(h Hex) []Hex {
	if _, ok := s.Cost(h); !ok {
		return nil
	}
	s.way = append(s.way[:0], h)
	for n := &s.nodes[h]; !n.first(); n = &s.nodes[h] {
		h = s.grid.Neighbor(h, n.by.Opposite())
		s.way = append(s.way, h)
	}
	slices.Reverse(s.way)
	return s.way
}

// run searches until it has reached the hex to, or everything if to is None. It is
// Dijkstra's algorithm, which is correct with [Rest] because a later arrival is never
// better, and on the way to a hex the algorithm A*: a path counts with the least that is
// still to be paid, 1 for each step. All hexes before the end of a path come before it in
// this order, too, so that ties are decided in the same way.
func (s *Search) run(g Grid, from, to Hex, allowance int, costs Costs) {
	s.start(g)
	allowance = min(max(allowance, 0), Unlimited)
	var goal Point
	if to != None {
		goal = g.Point(to)
	}
	s.nodes[from] = node{order: uint64(from), round: s.round}
	s.open = append(s.open, uint64(from))
	for len(s.open) > 0 {
		h := s.pop()
		n := &s.nodes[h]
		if n.done {
			continue // a better path was found before
		}
		n.done = true
		s.reached = append(s.reached, h)
		if h == to {
			return
		}
		spent := n.cost()
		if spent == allowance {
			continue
		}
		after := n.order - uint64(h) + 1<<hexBits // a step more
		for d, next := range g.Neighbors(h) {
			known := &s.nodes[next]
			if known.round == s.round && known.done {
				continue
			}
			cost, ok := costs(h, next, d)
			if cost == Rest {
				cost = allowance - spent
			}
			if !ok || cost > allowance-spent {
				continue
			}
			if cost < 1 {
				panic(fmt.Sprintf("hex: a step costs %d", cost))
			}
			switch order := after + uint64(cost)<<(stepBits+hexBits) + uint64(next); {
			case known.round != s.round || order < known.order:
				*known = node{order: order, round: s.round, by: d}
				if to != None {
					order += uint64(goal.Distance(g.Point(next))) << (stepBits + hexBits)
				}
				s.push(order)
			case order == known.order && d < known.by:
				known.by = d
			}
		}
	}
}

// start clears the results of the last search.
func (s *Search) start(g Grid) {
	if s.grid != g {
		s.grid = g
		s.nodes = slices.Grow(s.nodes[:0], g.Hexes())[:g.Hexes()]
	}
	s.round++
	if s.round == 0 { // after 2^32 searches; nodes of round 0 count as not reached
		clear(s.nodes[:cap(s.nodes)])
		s.round = 1
	}
	s.open, s.reached = s.open[:0], s.reached[:0]
}

func (s *Search) settled(h Hex) bool { return s.nodes[h].round == s.round && s.nodes[h].done }

// push adds an order to the heap.
func (s *Search) push(order uint64) {
	s.open = append(s.open, order)
	i := len(s.open) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if order >= s.open[parent] {
			break
		}
		s.open[i] = s.open[parent]
		i = parent
	}
	s.open[i] = order
}

// pop removes the least order from the heap and returns its hex.
func (s *Search) pop() Hex {
	open := s.open
	best := Hex(open[0] & (1<<hexBits - 1))
	last := len(open) - 1
	order := open[last]
	open = open[:last]
	for i := 0; last > 0; {
		child := 2*i + 1
		if child+1 < last && open[child+1] < open[child] {
			child++
		}
		if child >= last || open[child] >= order {
			open[i] = order
			break
		}
		open[i] = open[child]
		i = child
	}
	s.open = open
	return best
}
