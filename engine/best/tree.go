package best

import (
	"slices"

	"houserule/engine"
	"houserule/engine/odds"
)

// A branch is a way on from a die or a choice, with its target: a number of a graph, or a
// value.
type branch[T any] struct {
	answer int
	chance odds.Number
	to     T
}

// A grower makes a tree of a piece of a battle. A walk plays the piece once for each path
// of its dice and choices. Leaf returns the end of the present path. Join makes one target
// of the branches of a die (a negative side) or a choice, and must not keep them.
type grower[T any] struct {
	leaf func(lost bool) (T, error)
	join func(side engine.Side, branches []branch[T]) T

	levels []level[T]
}

// A level is a die or a choice on the present path, with its branches up to the present
// one.
type level[T any] struct {
	side     engine.Side
	way      int // number of the present branch
	branches []branch[T]
}

// grow returns the tree of the piece that play plays. After it, levels[0] is the first die
// or choice, if the piece has any.
func (t *grower[T]) grow(w *odds.Walk, play func()) (root T, err error) {
	t.levels = t.levels[:0]
	end := func(lost bool) error {
		leaf, err := t.leaf(lost)
		if err != nil {
			return err
		}
		t.branch(w)
		if n := len(t.levels); n > 0 {
			t.levels[n-1].last().to = leaf
		} else {
			root = leaf
		}
		return nil
	}
	w.Lost = func(odds.Number) error { return end(true) }
	if err := w.Each(play, func(odds.Number) error { return end(false) }); err != nil {
		return root, err
	}
	if len(t.levels) > 0 {
		t.close(1)
		root = t.join(t.levels[0].side, t.levels[0].branches)
	}
	return root, nil
}

func (l *level[T]) last() *branch[T] { return &l.branches[len(l.branches)-1] }

// branch begins the branches of the walk's present path that differ from those of the path
// before.
func (t *grower[T]) branch(w *odds.Walk) {
	same := 0
	for same < len(t.levels) && same < w.Forks() && t.levels[same].way == w.Fork(same).Way {
		same++
	}
	t.close(same + 1)
	for i := same; i < w.Forks(); i++ {
		f := w.Fork(i)
		if i == len(t.levels) {
			t.levels = slices.Grow(t.levels, 1)[:i+1] // a level that was in use before keeps its memory
			t.levels[i].side, t.levels[i].branches = f.Side, t.levels[i].branches[:0]
		}
		l := &t.levels[i]
		l.way = f.Way
		l.branches = append(l.branches, branch[T]{answer: f.Answer, chance: f.Chance})
	}
}

// close joins the branches of all levels except the first n.
func (t *grower[T]) close(n int) {
	for i := len(t.levels) - 1; i >= n; i-- {
		l := &t.levels[i]
		t.levels[i-1].last().to = t.join(l.side, l.branches)
		t.levels = t.levels[:i]
	}
}

// A tree is the tree of the state that is being explored. Its nodes are joined from the
// leaves up. A node that equals an existing one is not added.
type tree struct {
	round  int
	nodes  []node
	arcs   []arc
	noise  []float64 // by node: a bound of the error of its value
	known  map[uint64][]int32
	places []int32 // by node: its index in the graph's list, from 1
	ways   []way
}

// A way is an arc whose probability still counts its roundings.
type way struct {
	chance odds.Number
	to     ref
}

// clear begins a tree in a round.
func (t *tree) clear(round int) {
	t.round, t.nodes, t.arcs, t.noise = round, t.nodes[:0], t.arcs[:0], t.noise[:0]
	if t.known == nil {
		t.known = map[uint64][]int32{}
	}
	clear(t.known)
}

// join adds a node. Nodes of the same kind under it become part of it, and ways to the same
// target become one.
func (t *tree) join(side engine.Side, branches []branch[ref]) ref {
	side = max(side, engine.Luck)
	t.ways = t.ways[:0]
	below := 0.0
	for _, b := range branches {
		if b.to.isNode() {
			n := &t.nodes[b.to.node()]
			below = max(below, t.noise[b.to.node()])
			if n.side == side {
				for _, a := range t.arcs[n.first:n.last] {
					t.add(side, b.chance.Times(odds.Number{Value: a.chance}), a.to)
				}
				continue
			}
		}
		t.add(side, b.chance, b.to)
	}
	if w := t.ways[0]; len(t.ways) == 1 && (side != engine.Luck || w.chance.Value == 1) {
		return w.to
	}
	return t.node(side, below)
}

func (t *tree) add(side engine.Side, chance odds.Number, to ref) {
	for i := range t.ways {
		if w := &t.ways[i]; w.to == to {
			if side == engine.Luck {
				w.chance = w.chance.Plus(chance)
			}
			return
		}
	}
	t.ways = append(t.ways, way{chance, to})
}

// node returns a node with the present ways.
func (t *tree) node(side engine.Side, below float64) ref {
	first, hash, noise := len(t.arcs), uint64(side)+14695981039346656037, 0.0
	for _, w := range t.ways {
		t.arcs = append(t.arcs, arc{w.chance.Value, w.to})
		hash = (hash ^ uint64(uint32(w.to))) * 1099511628211
		noise += w.chance.Error() + odds.Unit
	}
	n := node{side, int32(first), int32(len(t.arcs))}
	for _, at := range t.known[hash] {
		have := t.nodes[at]
		if have.side == side && slices.Equal(t.arcs[have.first:have.last], t.arcs[first:]) {
			t.arcs = t.arcs[:first]
			return nodeRef(int(at))
		}
	}
	if side != engine.Luck {
		noise = 0
	}
	t.known[hash] = append(t.known[hash], int32(len(t.nodes)))
	t.nodes, t.noise = append(t.nodes, n), append(t.noise, below+noise+odds.Unit)
	return nodeRef(len(t.nodes) - 1)
}

// emit adds the nodes that can be reached from a root to the graph, as the tree of a state.
func (t *tree) emit(g *graph, id int32, root ref) {
	s, base := &g.states[id], len(g.nodes)
	s.root, s.first, s.last = root, int32(base), int32(base)
	if !root.isNode() {
		return
	}
	g.noise = max(g.noise, t.noise[root.node()])
	t.places = append(t.places[:0], make([]int32, len(t.nodes))...)
	t.places[root.node()] = -1
	for i := root.node(); i >= 0; i-- { // mark reached nodes, which come before it
		if t.places[i] == 0 {
			continue
		}
		for _, a := range t.arcs[t.nodes[i].first:t.nodes[i].last] {
			if a.to.isNode() {
				t.places[a.to.node()] = -1
			}
		}
	}
	for i, n := range t.nodes {
		if t.places[i] == 0 {
			continue
		}
		first := len(g.arcs)
		for _, a := range t.arcs[n.first:n.last] {
			if a.to.isNode() {
				a.to = nodeRef(int(t.places[a.to.node()]))
			}
			g.arcs = append(g.arcs, a)
		}
		t.places[i] = int32(len(g.nodes) - base)
		g.nodes = append(g.nodes, node{n.side, int32(first), int32(len(g.arcs))})
	}
	s.root, s.last = nodeRef(int(t.places[root.node()])), int32(len(g.nodes))
}
