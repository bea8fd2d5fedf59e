package chain

import (
	"math"
	"sync/atomic"

	"houserule/engine"
)

// A Source is the battle that a [Walker] plays by the rules where its chain ends. Each
// walker has its own.
type Source struct {
	Battle  engine.Battle
	Table   *engine.Table
	Dice    *engine.Dice // those of the table
	Players []engine.Oracle
	// Ledger, if not nil, holds the counters of the battle. End, if not nil, is called after
	// the battle, before the walker takes the last entries.
	Ledger *Ledger
	End    func()
	// Value says that each [End] has a Value.
	Value bool
	// Astray, if not nil, reports whether a failure has changed the battle, so that it is
	// not learned.
	Astray func() bool
	// Spent, if not nil, returns the number of steps that scripts have taken in the battle
	// so far, and their limit. If the scripts of a walk may have exceeded the limit, its
	// battle has to be played.
	Spent func() (steps, most int)
}

// An arc is a walker's copy of an arc of the graph and of its target. The kind is unknown
// until the walker has fetched it. An arc to a round is later replaced by one that leads
// past the round: see skip.
type arc struct {
	first uint32 // first arc of the target; for an end its index in arrays.ends
	taken uint32 // number of times that the arc was taken since Flush
	faces uint32 // see arrays.faces
	sides uint8
	need  uint8 // for stream and pool: see node.which
	kind  kind
	skips uint8 // number of rounds that begin before the target: 0 or 1
}

// A passed is an arc that a walk took, with the face that led there: 0 for a round.
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
	faces  []uint32 // by index in graph.faces: the number of times since Flush
	sums   []int64  // by counter of the chain
	rounds int      // number of rounds of the walk
	length int      // number of arcs that the walk has taken
	found  int      // number of nodes that the walk has added
	path   []passed
	taken  int // number of arcs of all walks since Flush
	learn  *learner

	// Numbers since the last judgment:
	played, lost int // battles in which the rules played; those that could not be learned
	known, new   int // nodes that the battles passed
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

// take makes a graph the walker's.
func (w *Walker) take(g *graph) {
	w.graph, w.arcs, w.faces = g, make([]arc, len(g.arrays.Load().to)), make([]uint32, mostSides+1)
}

// skip makes an arc to a round lead past the round, if a die of the table comes next and the
// players do not see the limit. A walk that takes the arc takes the one after the round, too.
func (w *Walker) skip(at uint32) {
	a := &w.arcs[at]
	next := &w.arcs[a.first]
	if next.skips > 0 || next.kind != roll && next.kind != reach {
		return
	}
	next.taken -= a.taken
	taken, faces := a.taken, a.faces
	*a = *next
	a.taken, a.faces, a.skips = taken, faces, 1
}

// skipped returns the first arc of the round that an arc skips.
func (w *Walker) skipped(at uint32) uint32 {
	a := w.graph.arrays.Load()
	return a.nodes[a.to[at].Load()].first
}

// count adds by to the number of times that an arc was taken.
func (w *Walker) count(at passed, by uint32) {
	a := &w.arcs[at.arc]
	a.taken += by
	w.faces[a.faces+uint32(at.face)] += by
	if a.skips > 0 { // the caller counts the arc after the round, too
		w.arcs[w.skipped(at.arc)].taken -= by
	}
}

// Walk returns the end of a seed's battle and its number of rounds. If ok is false, the
// battle has to be played by the rules: the chain cannot hold it, something in it fails, or
// stopped was set. The error says that the battle is no function of its state.
func (w *Walker) Walk(seed uint64, stopped *atomic.Bool) (e End, rounds int, ok bool, err error) {
	if g := w.chain.graph.Load(); g != w.graph {
		w.Flush()
		w.take(g)
	}
	if w.taken > mostTaken {
		w.Flush()
	}
	if w.graph.off {
		return End{}, 0, false, nil
	}
	w.dice.Reseed(seed)
	w.rounds, w.length, w.found = 0, 0, 0
	at := w.walk(passed{})
	for w.arcs[at.arc].kind != end {
		if !w.grow(seed, at.arc, stopped) {
			w.undo(seed, at.arc)
			return End{}, 0, false, w.learn.err
		}
		at = w.walk(at)
	}
	if w.found > 0 {
		w.judge()
	}
	if perArc := 2 * w.graph.costly.Load(); perArc*int64(w.length) > w.graph.most.Load() { // an arc has a part before and a part after a known state
		w.undo(seed, none)
		return End{}, 0, false, nil
	}
	w.taken += w.length
	return w.graph.arrays.Load().ends[w.arcs[at.arc].first], w.rounds, true, nil
}

// mostTaken is the number of arcs after which Flush is called, so that no count overflows.
const mostTaken = 1 << 31

// fetch copies an arc from the graph, unless the walker has a copy, and reports whether its
// target is known.
func (w *Walker) fetch(at uint32) bool {
	if w.arcs[at].kind != unknown {
		return true
	}
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
	case n.sides < math.MaxUint8 && n.which <= math.MaxUint8:
		known.sides, known.need = uint8(n.sides), uint8(n.need)+uint8(n.which) // one of them is 0
	default:
		known.kind = large
	}
	if last := int(known.faces) + mostSides; known.faces != 0 && last >= len(w.faces) {
		w.faces = append(w.faces, make([]uint32, last+1-len(w.faces))...)
	}
	return true
}

// grow lets the rules continue the walk of a seed after an arc with an unknown target. It
// reports whether the target is known now.
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

// judge disables the chain if it does not pay. It is called after each battle in which the
// rules played.
func (w *Walker) judge() {
	w.played++
	w.known += w.length - w.found
	w.new += w.found
	if w.played == glanced && w.known < w.new/hardlyKnown {
		w.chain.disable(w.graph)
	}
	if w.played == judged {
		if w.known < w.new/littleKnown || w.lost > judged/2 {
			w.chain.disable(w.graph)
		}
		w.played, w.lost, w.known, w.new = 0, 0, 0, 0
	}
}

// A walker judges the chain after every judged battles in which the rules played. The chain
// does not pay if these passed more than littleKnown new nodes for each known one, or if
// most of them could not be learned. After glanced battles it gives up long ones, which
// are hardly ever alike, at more than hardlyKnown new nodes for each known one.
const (
	judged      = 64
	littleKnown = 2
	glanced     = 8
	hardlyKnown = 32
)

// none is the number of no arc.
const none = math.MaxUint32

// walk continues from an arc to an end, or to the first arc with an unknown target, which it
// does not count. It returns the last arc.
func (w *Walker) walk(at passed) passed {
	for {
		if at = w.run(at); !w.fetch(at.arc) {
			return at
		}
		w.count(at, 1)
		from := at.arc
		if w.arcs[from].kind == end {
			return at
		}
		at = w.follow(from)
		w.length++
		if w.arcs[from].kind == round && w.rounds < w.sight {
			w.skip(from)
		}
	}
}

// run continues from an arc, past dice of the table and rounds that arcs skip, to the first
// arc that leads to something else. A processor can predict all of its branches.
func (w *Walker) run(at passed) passed {
	arcs, faces, dice, rounds := w.arcs, w.faces, w.dice, w.rounds
	for {
		a := &arcs[at.arc]
		skips := int(a.skips)
		if a.kind-roll > reach-roll || (rounds+1)*skips >= w.sight {
			w.length += rounds - w.rounds
			w.rounds = rounds
			return at
		}
		a.taken++
		faces[a.faces+uint32(at.face)]++ // the first ones count nothing
		rounds += skips
		w.length++
		face := dice.Roll(int(a.sides))
		way, over := uint32(face)-1, reached(face, int(a.need))
		if a.kind == reach {
			way = over
		}
		at = passed{a.first + way, face}
	}
}

// follow returns the next arc after one that does not lead to an end.
func (w *Walker) follow(at uint32) passed {
	a := &w.arcs[at]
	switch {
	case a.kind == round || a.skips > 0:
		first := a.first
		if a.skips > 0 {
			first = w.skipped(at)
		}
		if w.rounds++; w.rounds >= w.sight {
			first++
		}
		return passed{arc: first}
	case a.kind == large:
		all := w.graph.arrays.Load()
		n := &all.nodes[all.to[at].Load()]
		face := n.rolled(w.dice)
		return passed{n.arc(face), face}
	default:
		n := node{first: a.first, sides: int32(a.sides), need: int32(a.need), which: uint16(a.need), kind: a.kind}
		face := n.rolled(w.dice)
		return passed{n.arc(face), face}
	}
}

// trace walks the battle of a seed again, up to the arc last or to the end, without counting.
// The result is valid until the next call.
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

// rolled rolls the dice of a node and returns the face.
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

// Undo takes back the counts of Walk for the battle of a seed.
func (w *Walker) Undo(seed uint64) { w.undo(seed, none) }

// undo takes back the counts of a walk up to the arc last, which is not counted, or to the end.
func (w *Walker) undo(seed uint64, last uint32) {
	path := w.trace(seed, last)
	if last != none {
		path = path[:len(path)-1]
	}
	for _, at := range path {
		w.count(at, math.MaxUint32)
	}
}

// Flush adds the counts of the arcs to the counters.
func (w *Walker) Flush() {
	c := w.chain
	c.mu.Lock()
	defer c.mu.Unlock()
	for at := range w.arcs {
		if a := &w.arcs[at]; a.skips > 0 {
			w.arcs[w.skipped(uint32(at))].taken += a.taken
		}
	}
	notes := w.graph.arrays.Load().note
	for at := range w.arcs {
		w.sum(notes[at], &w.arcs[at].taken)
	}
	for at := range min(len(w.faces), len(w.graph.faces)) {
		w.sum(w.graph.faces[at], &w.faces[at])
	}
	w.taken = 0
}

// sum adds a note, times its count, to the counters, and resets the count.
func (w *Walker) sum(note uint32, times *uint32) {
	if *times == 0 {
		return
	}
	for _, e := range w.graph.notes.all[note] {
		for int(e.counter) > len(w.sums) {
			w.sums = append(w.sums, 0)
		}
		w.sums[e.counter-1] += int64(*times) * e.n
	}
	*times = 0
}

// Each calls yield with every counter of the walked battles that is not 0.
func (w *Walker) Each(yield func(c Counter, n int64)) {
	w.Flush()
	w.chain.mu.Lock() // another walker may add counters
	defer w.chain.mu.Unlock()
	for i, n := range w.sums {
		if n != 0 {
			yield(w.chain.counters.counters[i], n)
		}
	}
}

// Clear sets the counters of the walked battles to 0.
func (w *Walker) Clear() {
	w.Flush()
	clear(w.sums)
}
