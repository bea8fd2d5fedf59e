package players

import (
	"math"

	"houserule/engine"
)

// A graph is what a search has found: states between two steps, and the steps that lead
// from one to others. The first states are the options of the question. The round is part
// of a state, so that no battle comes to a state twice.
type graph struct {
	seat    engine.Side
	index   map[engine.Key]int32
	states  []state
	forks   []fork
	arcs    []arc
	order   []int32 // states, each after those to which it leads
	settled int32   // how often estimates were computed
	asked   int     // options of the question
	spare   []engine.Battle
	keyer   engine.Keyer
}

// A state is one between two steps, or an option. Its forks lie together, each after those
// to which it leads.
type state struct {
	estimate
	battle      engine.Battle // nil for an option, and if whole
	weight      float64
	level       int  // how often it was played on
	whole       bool // nothing more can be found here
	to          ref
	first, last int32
	settled     int32 // the time at which its estimate was computed
}

// A fork is a die, or a choice of a side.
type fork struct {
	estimate
	side        engine.Side
	first, last int32 // arcs
	weight      float64
}

// An arc leads on from a fork, with a chance if it is a die.
type arc struct {
	chance float64
	to     ref
}

// A ref is a fork or, below 0, a state.
type ref int32

func toState(id int32) ref { return ^ref(id) }

// An estimate is the chance that the side of the search wins, a draw counted as a half, and
// the part of it that rests on the worth of armies in states that were not played on.
type estimate struct{ chance, doubt float64 }

// Parameters of a graph, found by measuring.
const (
	prudence = 0.5     // by how much doubt counts against an option
	delay    = 0x1p-12 // the part of a lead that a step costs, so that the side ahead does not wait
	nearby   = 0.05    // an option that is worse by this matters half as much
	nearest  = 0.1     // the same for options of the question
	other    = 0.5     // how much an option matters that is as good as the best
	least    = 0x1p-30 // weights below it are 0
)

// score returns how good an estimate is for the side of the search, or for another. Of
// several estimates the best is often the least certain one, so doubt counts against it.
func (e estimate) score(own bool) float64 {
	if own {
		return e.chance - float64(prudence*e.doubt)
	}
	return 1 - e.chance - float64(prudence*e.doubt)
}

// begin forgets everything but the options of a question: they lose as long as nothing
// is known of them.
func (g *graph) begin(options int) {
	for i := range g.states {
		g.drop(&g.states[i])
	}
	clear(g.index)
	g.states, g.forks, g.arcs, g.order = g.states[:0], g.forks[:0], g.arcs[:0], g.order[:0]
	g.asked = options
	for range options {
		g.states = append(g.states, state{estimate: estimate{0, 1}})
	}
}

// drop frees the battle of a state.
func (g *graph) drop(x *state) {
	if x.battle != nil {
		g.spare = append(g.spare, x.battle)
		x.battle = nil
	}
}

// enter returns the state of a battle.
func (g *graph) enter(b engine.Battle) ref {
	key := g.keyer.Key(b, b.Round())
	id, ok := g.index[key]
	if !ok {
		id = int32(len(g.states))
		g.index[key] = id
		x := state{estimate: estimate{value(b, g.seat), 1}, whole: b.Over()}
		if x.whole {
			x.doubt = 0
		} else {
			if n := len(g.spare); n > 0 {
				x.battle, g.spare = g.spare[n-1], g.spare[:n-1]
			} else {
				x.battle = b.Fresh()
			}
			x.battle.CopyFrom(b)
		}
		g.states = append(g.states, x)
	}
	return toState(id)
}

// join adds a fork of some arcs.
func (g *graph) join(side engine.Side, arcs []arc) ref {
	if len(arcs) == 1 {
		return arcs[0].to
	}
	first := int32(len(g.arcs))
	g.arcs = append(g.arcs, arcs...)
	g.forks = append(g.forks, fork{side: side, first: first, last: int32(len(g.arcs))})
	return ref(len(g.forks) - 1)
}

// estimate returns the estimate of a fork or state.
func (g *graph) estimate(r ref) estimate {
	if r < 0 {
		return g.states[^r].estimate
	}
	return g.forks[r].estimate
}

// settle computes all estimates, and the order of the states.
func (g *graph) settle() {
	g.settled++
	g.order = g.order[:0]
	for id := range int32(g.asked) {
		g.visit(toState(id))
	}
}

// visit settles a state, after those to which it leads.
func (g *graph) visit(r ref) {
	if r >= 0 || g.states[^r].settled == g.settled {
		return
	}
	x := &g.states[^r]
	x.settled, x.weight = g.settled, 0
	if x.level > 0 {
		g.visit(x.to)
		for i := x.first; i < x.last; i++ {
			f := &g.forks[i]
			for _, a := range g.arcs[f.first:f.last] {
				g.visit(a.to)
			}
			f.estimate, f.weight = g.judge(f), 0
		}
		x.estimate = g.estimate(x.to)
		x.chance += float64((0.5 - x.chance) * delay)
	}
	g.order = append(g.order, int32(^r))
}

// judge returns the mean of a die, and the best of a choice for its side.
func (g *graph) judge(f *fork) (e estimate) {
	for i, a := range g.arcs[f.first:f.last] {
		to := g.estimate(a.to)
		switch {
		case f.side.IsLuck():
			e.chance += float64(a.chance * to.chance)
			e.doubt += float64(a.chance * to.doubt)
		case i == 0 || to.score(f.side == g.seat) > e.score(f.side == g.seat):
			e = to
		}
	}
	return e
}

// best returns the best option of the question, the first of equals.
func (g *graph) best() int {
	best := 0
	for i := range g.asked {
		if g.states[i].score(true) > g.states[best].score(true) {
			best = i
		}
	}
	return best
}

// weigh computes how much each state matters for the answer: the chance that the battle
// comes there if both sides choose the best that is known, and somewhat more for what is
// nearly as good.
func (g *graph) weigh() {
	best := g.states[g.best()].estimate
	for i := range g.asked {
		x := &g.states[i]
		x.weight = near(best.chance-x.chance, nearest)
	}
	for i := len(g.order) - 1; i >= 0; i-- {
		x := &g.states[g.order[i]]
		if x.level == 0 || x.weight < least {
			continue
		}
		g.give(x.to, x.weight)
		for n := x.last - 1; n >= x.first; n-- {
			g.spread(&g.forks[n])
		}
	}
}

// spread hands the weight of a fork on.
func (g *graph) spread(f *fork) {
	chosen := false
	for _, a := range g.arcs[f.first:f.last] {
		to := g.estimate(a.to)
		switch gap := f.chance - to.chance; {
		case f.side.IsLuck():
			g.give(a.to, f.weight*a.chance)
		case !chosen && to == f.estimate:
			g.give(a.to, f.weight)
			chosen = true
		case f.side == g.seat:
			g.give(a.to, f.weight*other*near(gap, nearby))
		default:
			g.give(a.to, f.weight*other*near(-gap, nearby))
		}
	}
}

// give adds to the weight of a fork or state.
func (g *graph) give(r ref, weight float64) {
	if r < 0 {
		g.states[^r].weight += weight
	} else {
		g.forks[r].weight += weight
	}
}

// near returns 1 for an option that is as good as the best, and a half for one that is
// worse by width.
func near(gap, width float64) float64 {
	gap = max(0, gap) / width
	return 1 / (1 + float64(gap*gap))
}

// value returns the value of a battle for a side, from 0 to 1. If the battle
// is not decided, armies are as strong as the squares of their worth
// (Lanchester's law).
func value(b engine.Battle, side engine.Side) float64 {
	if b.Over() {
		switch b.Winner() {
		case side:
			return 1
		case engine.Draw:
			return 0.5
		}
		return 0
	}
	own, enemy := float64(max(b.Value(side), 0)), 0.0
	for other := range engine.Side(b.Seats()) {
		if other != side {
			enemy += float64(max(b.Value(other), 0))
		}
	}
	ratio := enemy / own
	if math.IsNaN(ratio) {
		return 0.5
	}
	return 1 / (1 + float64(ratio*ratio))
}
