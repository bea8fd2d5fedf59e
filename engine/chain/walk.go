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

// An arc is what a walk reads of an arc of the graph, and of the node to which it leads. The
// kind is unknown until the walker has learnt it.
type arc struct {
	first uint32 // arc of the node; the place of an end
	taken uint32 // how often the arc was taken since Flush
	faces uint32 // what each face counts that leads here is counted from here on, less the least face; 0: they are alike
	sides uint8
	need  uint8
	kind  kind
}

// A passed node is the arc that the walk took there, and the face that the die has shown.
type passed struct {
	arc  uint32
	face int
}

// A Walker walks through a chain. It is not for use by several goroutines at once.
type Walker struct {
	chain  *Chain
	source *Source
	sight  int          // the round from which players see the limit
	dice   *engine.Dice // those of the walk
	graph  *graph
	arcs   []arc
	faces  []uint32 // how often they were shown since Flush
	sums   []int64  // by counter of the chain
	rounds int      // of the walk
	length int      // arcs that it has taken
	found  int      // nodes that were new on it
	path   []passed
	steps  int // arcs of all walks since Flush
	learn  *learner

	// Of the battles in which the rules played since the chain was judged:
	played, lost int // how many, and how many of them could not be learnt
	known, new   int // nodes that they passed
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
	w.graph, w.arcs, w.faces = g, make([]arc, len(g.arrays.Load().to)), nil
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
	if w.steps > mostSteps {
		w.Flush()
	}
	if w.graph.off {
		return End{}, 0, false, nil
	}
	w.dice.Reseed(seed)
	w.rounds, w.length, w.found = 0, 0, 0
	at := w.walk(passed{})
	for w.arcs[at.arc].kind != end {
		if !w.know(at.arc) {
			if !w.grow(seed, at.arc, stopped) {
				w.undo(seed, at.arc)
				return End{}, 0, false, w.learn.err
			}
			w.know(at.arc)
		}
		w.arcs[at.arc].taken--
		at = w.walk(at)
	}
	if w.found > 0 {
		w.judge()
	}
	if perArc := 2 * w.graph.dear.Load(); perArc*int64(w.length) > w.graph.most.Load() { // that to a known state, and that from there
		w.undo(seed, none)
		return End{}, 0, false, nil
	}
	w.steps += w.length
	return w.graph.arrays.Load().ends[w.arcs[at.arc].first], w.rounds, true, nil
}

// mostSteps is the most arcs that are counted before they are added up.
const mostSteps = 1 << 31

// know learns an arc from the graph, and reports whether its target is known there.
func (w *Walker) know(at uint32) bool {
	a := w.graph.arrays.Load()
	if n := len(a.to) - len(w.arcs); n > 0 {
		w.arcs = append(w.arcs, make([]arc, n)...)
	}
	to := a.to[at].Load()
	if to == 0 {
		return false
	}
	n, known := &a.nodes[to], &w.arcs[at]
	known.first, known.faces, known.kind = n.first, a.faces[at], n.kind
	switch {
	case n.kind == end:
		known.first = uint32(n.sides)
	case n.sides < math.MaxUint8:
		known.sides, known.need = uint8(n.sides), uint8(n.need)
	case n.kind == roll || n.kind == reach:
		known.kind = large
	}
	if last := int(known.faces) + mostSides; known.faces != 0 && last >= len(w.faces) {
		w.faces = append(w.faces, make([]uint32, last+1-len(w.faces))...)
	}
	return true
}

// grow has the rules play on where the walk of a seed has come to an arc whose target is
// not known. It reports whether the target is known now.
func (w *Walker) grow(seed uint64, arc uint32, stopped *atomic.Bool) bool {
	if w.graph.full.Load() {
		return false
	}
	l := w.learn
	path := w.trace(seed, arc)
	l.dice.CopyFrom(w.dice)
	l.play(w.graph, path, false, stopped)
	w.found += l.found
	if l.again {
		l.dice.CopyFrom(w.dice)
		l.play(w.graph, path, true, stopped)
		w.found += l.found
	}
	if l.lost {
		w.lost++
		w.judge()
	}
	return !l.lost
}

// judge is called after a battle in which the rules have played.
func (w *Walker) judge() {
	w.played++
	w.known += w.length - w.found
	w.new += w.found
	if w.played == judged {
		if w.known < w.new/littleKnown || w.lost > judged/2 {
			w.chain.stop(w.graph)
		}
		w.played, w.lost, w.known, w.new = 0, 0, 0, 0
	}
}

// A walker judges the chain after each so many battles in which the rules played. If few
// of the nodes that they passed were known, or most of them could not be learnt, the chain
// does not pay: battles hardly ever come to where others were.
const (
	judged      = 64
	littleKnown = 2 // for each node that is known, so many new ones
)

// none is no arc.
const none = math.MaxUint32

// walk goes on from an arc to one that leads to an end, or that the walker does not know,
// and counts all of them. It returns the last one.
func (w *Walker) walk(at passed) passed {
	arcs, faces, dice := w.arcs, w.faces, w.dice
	for ; ; w.length++ {
		a := &arcs[at.arc]
		a.taken++
		if a.faces != 0 {
			faces[a.faces+uint32(at.face)]++
		}
		switch a.kind {
		case reach:
			at.face = dice.Roll(int(a.sides))
			at.arc = a.first + reached(at.face, int(a.need))
		case unknown, end:
			return at
		default:
			at = w.follow(at.arc)
		}
	}
}

// follow returns what the walk passes after an arc that does not lead to an end.
func (w *Walker) follow(at uint32) passed {
	a := &w.arcs[at]
	switch a.kind {
	case round:
		if w.rounds++; w.rounds >= w.sight {
			return passed{arc: a.first + 1}
		}
		return passed{arc: a.first}
	case roll:
		face := w.dice.Roll(int(a.sides))
		return passed{a.first + uint32(face) - 1, face}
	default:
		all := w.graph.arrays.Load()
		n := &all.nodes[all.to[at].Load()]
		face := n.rolled(w.dice)
		return passed{n.arc(face), face}
	}
}

// trace walks the battle of a seed again, up to an arc or to its end, without counting.
// What it returns is valid until the next call.
func (w *Walker) trace(seed uint64, last uint32) []passed {
	w.dice.Reseed(seed)
	at := passed{}
	w.rounds, w.path = 0, append(w.path[:0], at)
	for at.arc != last && w.arcs[at.arc].kind != end {
		at = w.follow(at.arc)
		w.path = append(w.path, at)
	}
	w.length = len(w.path) - 1
	return w.path
}

// rolled returns what the dice of a node show.
func (n *node) rolled(dice *engine.Dice) int {
	if n.kind == stream {
		face, _ := dice.Answer(engine.Question{Sides: n.sides, Side: engine.Stream(int(n.which))})
		return face
	}
	face := dice.Roll(int(n.sides))
	if n.kind == pool {
		for range n.which>>1 - 1 {
			if another := dice.Roll(int(n.sides)); (n.which&1 == 1) == (another < face) {
				face = another
			}
		}
	}
	return face
}

// Undo takes back what Walk has counted of the battle of a seed.
func (w *Walker) Undo(seed uint64) { w.undo(seed, none) }

func (w *Walker) undo(seed uint64, last uint32) {
	for _, at := range w.trace(seed, last) {
		a := &w.arcs[at.arc]
		a.taken--
		if a.faces != 0 {
			w.faces[a.faces+uint32(at.face)]--
		}
	}
}

// Flush adds what was counted on the arcs to the counters.
func (w *Walker) Flush() {
	c := w.chain
	c.mu.Lock()
	defer c.mu.Unlock()
	notes := w.graph.arrays.Load().note
	for at := range w.arcs {
		w.sum(notes[at], &w.arcs[at].taken)
	}
	for at := range min(len(w.faces), len(w.graph.faces)) {
		w.sum(w.graph.faces[at], &w.faces[at])
	}
	w.steps = 0
}

// sum adds a note, as often as it was counted, to the counters.
func (w *Walker) sum(note uint32, times *uint32) {
	if *times == 0 {
		return
	}
	for _, e := range w.graph.notes[note] {
		for int(e.counter) > len(w.sums) {
			w.sums = append(w.sums, 0)
		}
		w.sums[e.counter-1] += int64(*times) * e.n
	}
	*times = 0
}

// Each calls yield with every counter of the battles that were walked. It must not be
// called while another of the walkers walks.
func (w *Walker) Each(yield func(c Counter, n int64)) {
	w.Flush()
	for i, n := range w.sums {
		if n != 0 {
			yield(w.chain.counters.counters[i], n)
		}
	}
}
