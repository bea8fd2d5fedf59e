package chain

import (
	"math"
	"sync/atomic"

	"houserule/engine"
)

// A Source is a battle that a [Walker] plays by the rules where its chain knows no way
// on. Each walker has its own.
type Source struct {
	Battle  engine.Battle
	Table   *engine.Table
	Dice    *engine.Dice // those of the table
	Players []engine.Oracle
	// Ledger, if not nil, is what the battle counts in. End is called after the battle,
	// before the walker takes the last entries.
	Ledger *Ledger
	End    func()
	// Value says that ends have the worth of the sides.
	Value bool
	// Astray, if not nil, reports whether something has failed in the battle, so that it
	// continues in a way of its own: that is not learnt.
	Astray func() bool
	// Spent, if not nil, returns how many steps scripts have taken in the battle so far,
	// and how many make it fail. A walk that may have taken more is none: its battle has
	// to be played.
	Spent func() (steps, most int)
}

// A Walker walks through a chain. It is not for use by several goroutines at once.
type Walker struct {
	chain  *Chain
	source *Source
	sight  int          // the round from which players see the limit
	dice   *engine.Dice // those of the walk
	graph  *graph
	arrays *arrays
	counts []int64 // by arc: how often it was taken
	sums   []int64 // by counter of the chain
	rounds int     // of the walk
	arcs   int     // that it has taken
	learn  *learner
	played int // by the rules, since the chain was judged
	lost   int // of them, those that could not be learnt
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

// take makes the walker walk through a graph from now on.
func (w *Walker) take(g *graph) {
	w.graph, w.arrays, w.counts = g, nil, nil
	w.refresh()
}

// Walk returns the end of a seed's battle and its rounds. Ok reports whether it is
// known: where it is not, the battle has to be played, since the chain cannot hold it,
// something in it fails, or stopped was set. The error says that the battle is no
// function of its state.
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
		w.refresh() // another walker may have gone on from here
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

// play plays the battle of a seed by the rules, and adds what is new in it to the chain.
// It reports whether all of it is in the chain.
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

// A walker judges the chain after each so many battles played by the rules. If few of the
// nodes that they passed were known, or most of them could not be learnt, the chain does
// not pay: battles hardly ever come to where others were.
const (
	judged      = 64
	littleKnown = 2 // for each node that is known, so many new ones
)

// none is no arc.
const none = math.MaxUint32

// start walks from the beginning.
func (w *Walker) start(seed uint64, n int64, last uint32) node {
	w.dice.Reseed(seed)
	w.rounds, w.arcs = 0, 0
	return w.walk(0, n, last)
}

// walk goes on from an arc to an end, an arc whose target is not known, or the arc last.
// It adds n to what it counts of each arc. The node that it returns is the end, or else
// its first arc is where the walk has stopped.
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

// rolled returns what the dice of a node show.
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

// Undo takes back what Walk has counted of the battle of a seed.
func (w *Walker) Undo(seed uint64) { w.undo(seed, none) }

func (w *Walker) undo(seed uint64, last uint32) {
	w.start(seed, -1, last)
}

// refresh gets the arrays as they are now.
func (w *Walker) refresh() {
	if a := w.graph.arrays.Load(); a != w.arrays {
		w.counts = append(w.counts, make([]int64, len(a.to)-len(w.counts))...)
		w.arrays = a
	}
}

// Flush adds what was counted on the arcs to the counters. It must not be called while
// another of the walkers walks.
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

// Each calls yield with every counter of the battles that were walked.
func (w *Walker) Each(yield func(c Counter, n int64)) {
	w.Flush()
	for i, n := range w.sums {
		if n != 0 {
			yield(w.chain.counters.counters[i], n)
		}
	}
}
