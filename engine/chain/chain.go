// Package chain plays battles as walks over a graph. It knows no game.
//
// Between two steps a battle is a state with a key. If the players answer by the state
// alone ([Positional]), everything that happens next follows from the dice. So a battle is
// a Markov chain, whose graph the rules themselves reveal:
//
//	die    of the table or of a stream; an arc for each face
//	round  a round begins; an arc for a round from which players see the limit
//	       (for most, the last round only), and an arc for every other round
//	end    of the battle
//
// A [Walker] rolls the dice of a seed from node to node. An arc that no battle has taken
// yet has no target: then the rules play the battle of that seed, with the same dice, and
// the new nodes and arcs are added to the graph. So a walked battle equals the played one,
// and the known part of the graph affects only the time that a walk takes. Walkers of
// several goroutines share a [Chain]: they read it without a lock, and add to it under one.
//
// A battle counts in a [Ledger]. The chain notes each count with the arc on which it was
// made. A walk counts only its arcs: the notes of all arcs, times the counts of the arcs,
// are the counts of all battles.
//
// The round is in no state, because rules know it only as a limit, until a rule reads it
// ([engine.Battle.Timed]), or a player that looks ahead sees the limit. Then the chain
// starts over, with the round in its keys.
package chain

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"houserule/engine"
)

// A Positional is a player whose answers are a function of the battle's state: it has no
// dice and keeps nothing.
type Positional interface {
	engine.Oracle
	// Ahead returns the number of rounds before the limit in which answers may depend on
	// the limit: there the round is part of the state. It returns Always if an answer so
	// far may have depended on the round in another way that the battle does not report.
	Ahead() int
}

// Always is more rounds than any limit.
const Always = math.MaxInt

// Ahead returns the maximum of the players' Ahead.
func Ahead(players []engine.Oracle) int {
	most := 0
	for _, p := range players {
		if p, ok := p.(Positional); ok {
			most = max(most, p.Ahead())
		}
	}
	return most
}

// A Chain is the graph of the battles of one start and between the same players.
type Chain struct {
	most  int // maximum size in bytes
	walks int // number of walkers; each of them counts the arcs

	mu       sync.Mutex
	counters Ledger // counters of all walkers
	graph    atomic.Pointer[graph]
}

// New returns an empty chain for the given number of walkers. It takes about the given
// number of bytes, the walkers' counts included.
func New(bytes, walkers int) *Chain {
	c := &Chain{most: bytes, walks: walkers, counters: *NewLedger()}
	c.graph.Store(c.empty(false))
	return c
}

// A graph is a chain from its beginning, which is the target of arc 0. Except for the
// arrays, it is read under the lock of the chain.
type graph struct {
	timed  bool         // whether the round is in the keys
	full   atomic.Bool  // whether nothing is added any more
	off    bool         // whether nothing is walked any more
	dear   atomic.Int64 // the maximum number of steps that scripts have taken on an arc
	most   atomic.Int64 // the number of steps that they may take in a battle
	states map[engine.Key]state
	ends   map[End]uint32
	notes  [][]entry // sorted, with the counters of the chain; the first note is empty
	texts  map[string]uint32
	noted  int // number of entries in notes
	lists  []int
	nodes  int // number of nodes in use
	arcs   int // number of arcs in use
	arrays atomic.Pointer[arrays]
	keyer  engine.Keyer
	text   []byte // memory for a note as a key of texts
}

// arrays are the part of a graph that walks read. When the graph outgrows them it gets
// longer ones, and the old ones stay as they are: a walk that still reads them knows less.
type arrays struct {
	nodes []node
	to    []atomic.Uint32 // by arc: a node, or 0 if unknown
	note  []uint32        // by arc; this and the fields below are used under the lock
	list  []uint32        // the answers on the arc: an index of lists
	ends  []End
}

// A kind is the kind of event at a node.
type kind uint8

const (
	roll   kind = iota // a die of the table
	stream             // a die of a stream
	pool               // several dice of the table, one of which counts
	round
	end
)

// A node is a die, the beginning of a round, or an end.
type node struct {
	first uint32 // its first arc
	sides int32  // sides of the die, which is also its number of arcs; for an end the index in ends
	need  int32  // faces below need lead one way, and the others another; 0: each face leads its own way
	which uint16 // the stream; for a pool the number of dice, with the lowest bit set if the lowest counts
	kind  kind
}

// A state is the point from which a battle continues after a key: at a node, after a note
// and a list of answers.
type state struct{ node, note, list uint32 }

// An End is the end of a battle. Value is what the sides have left, if the chain was asked
// for it.
type End struct {
	Winner engine.Side
	Value  [engine.MaxSeats]int
}

const (
	firstArcs  = 1 << 10
	stateBytes = 64 // of an entry of states, about
	nodeBytes  = 16
	arcBytes   = 12
	entryBytes = 16
)

func (c *Chain) empty(timed bool) *graph {
	g := &graph{timed: timed, states: map[engine.Key]state{}, ends: map[End]uint32{}, texts: map[string]uint32{"": 0}, notes: [][]entry{nil}, lists: []int{0}, nodes: 1, arcs: 1}
	g.arrays.Store(newArrays(firstArcs/4, firstArcs))
	return g
}

func newArrays(nodes, arcs int) *arrays {
	return &arrays{nodes: make([]node, nodes), to: make([]atomic.Uint32, arcs), note: make([]uint32, arcs), list: make([]uint32, arcs)}
}

// void starts the chain over with the round in its keys. Walks in progress finish on the
// old graph, which is valid for them because they have met no state that reads the round.
func (c *Chain) void(g *graph) {
	if c.graph.Load() == g {
		c.graph.Store(c.empty(true))
	}
}

// stop makes the chain useless: from now on the rules play all battles.
func (c *Chain) stop(g *graph) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.graph.Load() == g {
		off := c.empty(g.timed)
		off.off = true
		c.graph.Store(off)
	}
}

// bytes returns the approximate size of the graph if its arrays have these lengths.
func (c *Chain) bytes(g *graph, nodes, arcs int) int {
	return nodes*nodeBytes + arcs*(arcBytes+8*c.walks) + (len(g.states)+len(g.ends))*stateBytes + g.noted*entryBytes + len(g.texts)*stateBytes + cap(g.lists)*8
}

// add adds a node and returns its number, or 0 if there is no room.
func (c *Chain) add(g *graph, n node) uint32 {
	arcs := int(n.sides)
	if n.kind == end {
		arcs = 0
	}
	a := g.arrays.Load()
	nodes, most := len(a.nodes), len(a.to)
	for g.nodes >= nodes {
		nodes *= 2
	}
	for g.arcs+arcs > most {
		most *= 2
	}
	if c.bytes(g, nodes, most) > c.most {
		g.full.Store(true)
		return 0
	}
	if nodes > len(a.nodes) || most > len(a.to) {
		a = a.grown(nodes, most)
		g.arrays.Store(a)
	}
	n.first = uint32(g.arcs)
	at := uint32(g.nodes)
	a.nodes[at] = n
	g.nodes, g.arcs = g.nodes+1, g.arcs+arcs
	return at
}

func (a *arrays) grown(nodes, arcs int) *arrays {
	b := newArrays(nodes, arcs)
	copy(b.nodes, a.nodes)
	for i := range a.to {
		b.to[i].Store(a.to[i].Load())
	}
	copy(b.note, a.note)
	copy(b.list, a.list)
	b.ends = a.ends
	return b
}

// end returns the number of the node of an end, or 0 if there is no room.
func (c *Chain) end(g *graph, e End) uint32 {
	at, ok := g.ends[e]
	if ok {
		return at
	}
	if a := g.arrays.Load(); len(g.ends) == len(a.ends) {
		longer := *a
		longer.ends = append(slices.Clone(a.ends), make([]End, max(8, len(a.ends)))...)
		g.arrays.Store(&longer)
	}
	if at = c.add(g, node{kind: end, sides: int32(len(g.ends))}); at != 0 {
		g.arrays.Load().ends[len(g.ends)] = e
		g.ends[e] = at
	}
	return at
}

// keyOf returns the key of a battle's state.
func (g *graph) keyOf(b engine.Battle) engine.Key {
	when := 0
	switch {
	case g.timed:
		when = b.Round()
	case b.Round() == b.RoundLimit(): // the rules compare it with the limit when the round ends
		when = 1
	}
	return g.keyer.Key(b, when)
}

// noteOf returns the number of a note.
func (g *graph) noteOf(note []entry) uint32 {
	g.text = text(g.text[:0], note)
	n, ok := g.texts[string(g.text)]
	if !ok {
		n = uint32(len(g.notes))
		g.notes = append(g.notes, slices.Clone(note))
		g.noted += len(note)
		g.texts[string(g.text)] = n
	}
	return n
}

// listOf returns the index of a list of answers in lists: its length, followed by the
// answers.
func (g *graph) listOf(answers []int) uint32 {
	if len(answers) == 0 {
		return 0
	}
	at := uint32(len(g.lists))
	g.lists = append(append(g.lists, len(answers)), answers...)
	return at
}

func (g *graph) answers(list uint32) []int {
	return g.lists[list+1:][:g.lists[list]]
}
