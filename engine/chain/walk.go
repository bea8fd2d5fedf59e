package chain

import (
	"math"
	"sync/atomic"

	"houserule/engine"
)

// A Source is a battle that the rules play for a [Walker] when its chain knows no way on.
// Each walker has its own.
type Source struct {
	Battle  engine.Battle
	Table   *engine.Table
	Dice    *engine.Dice // the table's dice
	Players []engine.Oracle
	// Ledger, if not nil, is where the battle counts. End is called after the battle,
	// before the walker takes the last entries.
	Ledger *Ledger
	End    func()
	// Value makes ends hold the values of the sides.
	Value bool
	// Astray, if not nil, reports whether a part of the battle has failed, so that it
	// continues in a way of its own, which the chain does not learn.
	Astray func() bool
	// Spent, if not nil, returns the number of steps that scripts have taken in the battle,
	// and the number at which they fail. A walk that may have taken more is invalid: the
	// rules must play its battle.
	Spent func() (steps, most int)
}

// A Walker walks through a chain. Only one goroutine at a time may use it.
type Walker struct {
	chain  *Chain
	source *Source
	sight  int          // the round from which players see the limit
	dice   *engine.Dice // the dice of the walk
	graph  *graph
	arrays *arrays
	counts []int64 // by arc: the number of walks along it
	sums   []int64 // by counter of the chain
	rounds int     // of the walk
	arcs   int     // number of arcs on the walk
	learn  *learner
	played int // number of battles played by the rules since the chain was last judged
	lost   int // number of those that could not be learnt
}

// NewWalker returns a walker through a chain of battles like that of the source.
func NewWalker(c *Chain, s *Source) *Walker {
	w := &Walker{chain: c, source: s, sight: math.MaxInt, dice: s.Dice.Clone()}
	if limit := s.Battle.RoundLimit(); limit > 0 {
		w.sight = limit - Ahead(s.Players)
	}
	w.take(c.graph.Load())
	w.learn = newLearner(w)
	return w
}

// take makes the walker use a graph from now on.
func (w *Walker) take(g *graph) {
	w.graph, w.arrays, w.counts = g, nil, nil
	w.refresh()
}

// Walk returns the end of a seed's battle and its rounds. Ok is false if the caller must
// play the battle, because the chain cannot hold it, a part of it fails, or stopped was
// set. The error is that the battle is no function of its state.
func (w *Walker) Walk(seed uint64, stopped *atomic.Bool) (e End, rounds int, ok bool, err error) {
	if g := w.chain.graph.Load(); g != w.graph {
		w.Flush()
		w.take(g)
	}
	if w.graph.off {
		return End{}, 0, false, nil
	}
	w.refresh()
	at := w.start(seed, 1, none)
	for at.kind != end {
		w.refresh() // another walker may have added the way on
		if w.arrays.to[at.first].Load() == 0 && !w.play(seed, stopped) {
			w.undo(seed, at.first)
			return End{}, 0, false, w.learn.err
		}
		w.refresh()
		w.counts[at.first]--
		at = w.walk(at.first, 1, none)
	}
	if w.graph.dear.Load()*int64(w.arcs) > w.graph.most.Load() {
		w.undo(seed, none)
		return End{}, 0, false, nil
	}
	w.refresh() // another walker may have added the end
	return w.arrays.ends[at.sides], w.rounds, true, nil
}

// play plays the battle of a seed by the rules, and adds what is new in it to the chain. It
// reports whether the chain has all of it.
func (w *Walker) play(seed uint64, stopped *atomic.Bool) bool {
	if w.graph.full.Load() {
		return false
	}
	l := w.learn
	l.play(w.graph, seed, stopped)
	w.played++
	if l.lost {
		w.lost++
	}
	if w.played == judged {
		if l.known < l.found/littleKnown || w.lost > judged/2 {
			w.chain.stop(w.graph)
		}
		w.played, w.lost, l.known, l.found = 0, 0, 0, 0
	}
	return !l.lost
}

// A walker judges the chain each time that it has played a certain number of battles by the
// rules. If few of the nodes that they passed were known, or most of them could not be
// learnt, the chain does not pay: battles hardly ever meet.
const (
	judged      = 64
	littleKnown = 2 // new nodes for each known one
)

// none is no arc.
const none = math.MaxUint32

// start walks from the beginning.
func (w *Walker) start(seed uint64, n int64, last uint32) node {
	w.dice.Reseed(seed)
	w.rounds, w.arcs = 0, 0
	return w.walk(0, n, last)
}

// walk continues from an arc to an end, to an arc whose target is unknown, or to the arc
// last. It adds n to the count of each arc. It returns the end's node, or a node whose
// first is the arc at which the walk has stopped.
func (w *Walker) walk(arc uint32, n int64, last uint32) node {
	nodes, to, counts, dice := w.arrays.nodes, w.arrays.to, w.counts, w.dice
	for ; ; w.arcs++ {
		counts[arc] += n
		next := to[arc].Load()
		if next == 0 || arc == last {
			return node{first: arc, kind: roll}
		}
		switch at := &nodes[next]; at.kind {
		case roll:
			arc = at.first + uint32(dice.Roll(int(at.sides))) - 1
		case round:
			arc = at.first
			if w.rounds++; w.rounds >= w.sight {
				arc++
			}
		case end:
			return *at
		default:
			arc = at.first + uint32(at.rolled(dice)) - 1
		}
	}
}

// rolled returns the result of a node's dice.
func (n *node) rolled(dice *engine.Dice) int {
	if n.kind == stream {
		face, _ := dice.Answer(engine.Question{Sides: n.sides, Side: engine.Stream(int(n.which))})
		return face
	}
	return pooled(dice, int(n.sides), int(n.which>>1), n.which&1 == 1)
}

// pooled returns the highest of several dice, or the lowest.
func pooled(d *engine.Dice, sides, dice int, lowest bool) int {
	counts := d.Roll(sides)
	for range dice - 1 {
		if another := d.Roll(sides); lowest == (another < counts) {
			counts = another
		}
	}
	return counts
}

// Undo reverses the counts of Walk for the battle of a seed.
func (w *Walker) Undo(seed uint64) { w.undo(seed, none) }

func (w *Walker) undo(seed uint64, last uint32) {
	w.start(seed, -1, last)
}

// refresh gets the present arrays of the graph.
func (w *Walker) refresh() {
	if a := w.graph.arrays.Load(); a != w.arrays {
		w.counts = append(w.counts, make([]int64, len(a.to)-len(w.counts))...)
		w.arrays = a
	}
}

// Flush adds the counts of the arcs to the counters. No other walker of the chain may walk
// at the same time.
func (w *Walker) Flush() {
	c := w.chain
	c.mu.Lock()
	defer c.mu.Unlock()
	notes := w.graph.arrays.Load().note
	for arc, n := range w.counts {
		if n == 0 {
			continue
		}
		for _, e := range w.graph.notes[notes[arc]] {
			for int(e.counter) > len(w.sums) {
				w.sums = append(w.sums, 0)
			}
			w.sums[e.counter-1] += n * e.n
		}
		w.counts[arc] = 0
	}
}

// Each calls yield with every counter of the walked battles.
func (w *Walker) Each(yield func(c Counter, n int64)) {
	w.Flush()
	for i, n := range w.sums {
		if n != 0 {
			yield(w.chain.counters.counters[i], n)
		}
	}
}
