package odds

import (
	"errors"
	"math"

	"houserule/engine"
)

// A graph believes that battles with the same key continue alike. Checks are a sample of the
// states that it has found again: it plays their steps from the other battle, too, and
// compares the edges. So a key that leaves out something is found, and no odds are computed
// from it.
type checks struct {
	taken int
	ways  int                     // number of ways of dice played for them
	open  map[int32]engine.Battle // other battles of open states
	ready []check
	free  []engine.Battle
}

// A check is another battle of an explored state.
type check struct {
	node   int32
	battle engine.Battle
}

// A graph checks the first states that it finds again, and then one for each checkedOf
// states, in at most one of checkedOf ways of dice, after the first ones.
const (
	firstChecks = 32
	firstWays   = 128
	checkedOf   = 64
)

// errDiverged is the error of a battle that is no function of its state.
var errDiverged = errors.New("the battle goes another way from the same position: a player, a script or the key of the position is wrong, so the odds would be, too; sim --direct plays every battle by the rules")

// sample takes the scratch battle, in a state that has been found again, for a check.
func (g *Graph) sample(id int32) {
	c := &g.checks
	if c.taken >= firstChecks+len(g.nodes)/checkedOf || c.ways > firstWays+g.ways/checkedOf || c.open[id] != nil {
		return
	}
	if limit := g.scratch.RoundLimit(); limit > 0 && !g.timed && g.scratch.Round() >= limit {
		return // the edges may hold for earlier rounds
	}
	c.taken++
	var b engine.Battle
	if n := len(c.free); n > 0 {
		b, c.free = c.free[n-1], c.free[:n-1]
	} else {
		b = g.scratch.Fresh()
	}
	b.CopyFrom(g.scratch)
	if g.open[id] != nil {
		c.open[id] = b
	} else {
		c.ready = append(c.ready, check{id, b})
	}
}

// check checks the sampled states whose edges are known, now that this one's are.
func (g *Graph) check(explored int32) error {
	c := &g.checks
	if b := c.open[explored]; b != nil {
		delete(c.open, explored)
		c.ready = append(c.ready, check{explored, b})
	}
	for _, one := range c.ready {
		if err := g.compare(one); err != nil {
			return err
		}
		c.free = append(c.free, one.battle)
	}
	c.ready = c.ready[:0]
	return nil
}

// unknown is the target of an edge to a state that has not been found.
const unknown = math.MinInt32

// compare plays the step of another battle of a state, and returns an error if its edges are
// not those of the state. It takes nothing from the budget.
func (g *Graph) compare(c check) error {
	n := g.nodes[c.node]
	if n == unexplored {
		return nil
	}
	before, first := *g.walk, len(g.edges)
	g.walk.Cut, g.walk.Ways, g.walk.watch = Number{}, 0, nil
	if before.Scripts != nil {
		left := *before.Scripts
		g.walk.Scripts = &left
	}
	err := g.walk.Each(func() {
		g.scratch.CopyFrom(c.battle)
		g.scratch.Step()
	}, func(p Number) error {
		g.lead(first, p, c.battle.Round(), g.known)
		return nil
	})
	g.checks.ways += g.walk.walked
	found := g.edges[first:]
	g.edges = g.edges[:first]
	g.walk.Cut, g.walk.Ways, g.walk.watch, g.walk.Scripts = before.Cut, before.Ways, before.watch, before.Scripts
	switch {
	case errors.As(err, new(*TooLarge)):
		return nil // its scripts have no more steps
	case err != nil && !errors.Is(err, errOther):
		return err
	case err == nil && alike(found, g.edges[n.first:n.last]):
		return nil
	}
	where := ""
	if s, ok := c.battle.(engine.Story); ok {
		where = s.Scene()
	}
	return &engine.Error{Where: where, Err: errDiverged}
}

// known returns the number of the scratch battle's present state, or unknown.
func (g *Graph) known() int32 {
	if id, ok := g.index[g.key()]; ok {
		return id
	}
	return unknown
}

// alike reports whether two lists of edges are the same. A die that is rolled in another way
// may round the chances in another.
func alike(one, other []edge) bool {
	if len(one) != len(other) {
		return false
	}
	for i, e := range one {
		if o := other[i]; e.to != o.to || e.rounds != o.rounds || math.Abs(e.chance.Value-o.chance.Value) > 1e-9 {
			return false
		}
	}
	return true
}
