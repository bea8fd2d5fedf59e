package hex

import (
	"fmt"
	"math"
	"slices"
)

// Costs returns the cost of a step from a hex to the adjacent one in a direction: 0 or
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
const Unlimited = math.MaxInt32

// A Search finds cheapest paths. Of paths with equal cost it takes the one with fewer
// hexes, and of those the one whose last step has the first direction. The same holds for
// each part of a path, from its start. The zero Search is ready for use. Used again, it
// allocates nothing. Only one goroutine at a time may use it.
type Search struct {
	grid    Grid
	nodes   []node
	round   uint32 // the number of this search: nodes of other rounds count as not reached
	open    []candidate
	reached []Hex
	way     []Hex
}

// A node is the best known path to a hex.
type node struct {
	round uint32
	cost  int32
	steps int32
	by    Direction // the direction of the last step
	done  bool      // no better path exists
}

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
	return int(s.nodes[h].cost), true
}

// Way returns the hexes of the path by which the last search reached a hex, both ends
// included, or nil. The slice is valid until the next search or call of Way.
func (s *Search) Way(h Hex) []Hex {
	if _, ok := s.Cost(h); !ok {
		return nil
	}
	s.way = append(s.way[:0], h)
	for n := s.nodes[h]; n.steps > 0; n = s.nodes[h] {
		h = s.grid.Neighbor(h, n.by.Opposite())
		s.way = append(s.way, h)
	}
	slices.Reverse(s.way)
	return s.way
}

// run searches until it has reached the hex to, or everything if to is None. It is
// Dijkstra's algorithm, which is correct with [Rest] because a later arrival is never
// better.
func (s *Search) run(g Grid, from, to Hex, allowance int, costs Costs) {
	s.start(g)
	allowance = min(max(allowance, 0), Unlimited)
	s.offer(from, node{})
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
		for d, next := range g.Neighbors(h) {
			if s.settled(next) {
				continue
			}
			if cost, ok := costs(h, next, d); ok {
				if spent := spend(int(n.cost), cost, allowance); spent <= allowance {
					s.offer(next, node{cost: int32(spent), steps: n.steps + 1, by: d})
				}
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

// spend returns the sum spent after one more step: more than the allowance if the step
// costs too much.
func spend(spent, cost, allowance int) int {
	switch {
	case cost == Rest && spent < allowance:
		return allowance
	case cost == Rest || cost > allowance-spent:
		return allowance + 1
	case cost < 0:
		panic(fmt.Sprintf("hex: a step costs %d", cost))
	}
	return spent + cost
}

func (s *Search) settled(h Hex) bool { return s.nodes[h].round == s.round && s.nodes[h].done }

// offer keeps a path to a hex if it is better than the known one.
func (s *Search) offer(h Hex, way node) {
	way.round = s.round
	known := &s.nodes[h]
	switch {
	case known.round != s.round || way.order() < known.order():
		*known = way
		s.push(candidate{way.order(), h})
	case way.order() == known.order() && way.by < known.by:
		*known = way
	}
}

// order returns a number that is smaller for better paths.
func (n *node) order() uint64 { return uint64(n.cost)<<32 | uint64(n.steps) }

// A candidate is a path to a hex that waits in the heap.
type candidate struct {
	order uint64
	hex   Hex
}

func (c candidate) before(other candidate) bool {
	return c.order < other.order || c.order == other.order && c.hex < other.hex
}

// push adds a candidate to the heap.
func (s *Search) push(c candidate) {
	s.open = append(s.open, c)
	i := len(s.open) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !c.before(s.open[parent]) {
			break
		}
		s.open[i] = s.open[parent]
		i = parent
	}
	s.open[i] = c
}

// pop removes the best candidate from the heap and returns its hex.
func (s *Search) pop() Hex {
	best := s.open[0].hex
	last := len(s.open) - 1
	c := s.open[last]
	s.open = s.open[:last]
	for i := 0; last > 0; {
		child := 2*i + 1
		if child+1 < last && s.open[child+1].before(s.open[child]) {
			child++
		}
		if child >= last || !s.open[child].before(c) {
			s.open[i] = c
			break
		}
		s.open[i] = s.open[child]
		i = child
	}
	return best
}
