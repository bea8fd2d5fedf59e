package best

import (
	"errors"
	"math"
	"slices"

	"houserule/engine"
	"houserule/engine/explore"
	"houserule/engine/odds"
)

// compare plays the step of another battle of a state, and returns an error if its tree is
// not that of the state: see [explore.Space.Compare].
func (g *graph) compare(id int32, b engine.Battle) (ways int, err error) {
	g.checking = true
	var root ref
	err = g.walk.Aside(func() (err error) {
		root, err = g.grow(b)
		return err
	})
	g.checking = false
	if errors.Is(err, odds.ErrOther) || err == nil && !g.alike(id, root) {
		err = explore.Diverged(b, "the value")
	}
	return g.walk.Walked(), err
}

// alike reports whether the tree that has been grown is that of a state.
func (g *graph) alike(id int32, root ref) bool {
	was, nodes, arcs, noise := g.states[id], len(g.nodes), len(g.arcs), g.noise
	g.tree.emit(g, id, root)
	is := g.states[id]
	alike := was.root == is.root && slices.EqualFunc(g.nodes[was.first:was.last], g.nodes[is.first:is.last], func(m, n node) bool {
		return m.side == n.side && slices.EqualFunc(g.arcs[m.first:m.last], g.arcs[n.first:n.last], func(a, b arc) bool {
			return a.to == b.to && math.Abs(a.chance-b.chance) <= tie
		})
	})
	g.states[id], g.nodes, g.arcs, g.noise = was, g.nodes[:nodes], g.arcs[:arcs], noise
	return alike
}
