// Package chain plays battles as walks over a graph. It knows no game.
//
// Between two steps a battle is a state with a key. Under players that answer by the
// state alone ([Positional]), all that happens next follows from the dice. So a battle
// is a Markov chain, whose graph the rules themselves reveal:
//
//	die    of the table or of a stream; an arc for each face, or two if it only has to
//	       reach a number
//	round  the beginning of a round; an arc for rounds from which players see the limit
//	       (for most players only the last one), and an arc for all others
//	end    of the battle
//
// A [Walker] rolls the dice of a seed from node to node. An arc that no battle has taken
// yet has no target. There the rules continue with the same dice, from an earlier copy of
// the battle or from its beginning, and what they pass is added to the graph. So a walked
// battle equals the played one. The known part of the graph affects only the time of a
// walk. Walkers of several goroutines share a [Chain]: they read it without a lock, and
// add to it under one.
//
// The counts of a battle in a [Ledger] are noted with the arc on which they were made. A
// walk counts only how often it takes each arc. The notes, times these numbers, are the
// counts of all battles.
//
// At first the round is not part of a state, because rules know it only as a limit. When
// something reads it ([engine.Battle.Timed]), or a player that looks ahead sees the limit,
// the chain is begun again, with the round in its keys.
package chain

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"houserule/engine"
)

// A Positional player's answers are a function of the battle's state: it has no dice and
// remembers nothing.
type Positional interface {
	engine.Oracle
	// Ahead returns the number of rounds before the limit in which answers may depend on
	// it; in them the round is part of the state. It returns Always if an answer may have
	// depended on the round in another way that the battle does not report.
	Ahead() int
}

// Always is more than the number of rounds before any limit.
const Always = math.MaxInt

// Ahead returns the maximum of Ahead of the players.
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
	most        int // maximum size in bytes of the graph and the counts of all walkers
	walkers     int // number of walkers; each counts the arcs that it takes
	checkpoints int // maximum size in bytes of a walker's checkpoints

	mu       sync.Mutex
	counters Ledger // of all walkers
	graph    atomic.Pointer[graph]
}

// New returns an empty chain. Its approximate maximum size is bytes, with everything that
// the walkers count and keep.
func New(bytes, walkers int) *Chain {
	checkpoints := bytes / 5 * 2
	c := &Chain{most: bytes - checkpoints, walkers: walkers, checkpoints: checkpoints / walkers, counters: *NewLedger()}
	c.graph.Store(c.empty(false))
	return c
}

// A graph is a chain from its beginning, the target of arc 0. Only the arrays and the atomic
// fields are read without the lock of the chain.
type graph struct {
	timed  bool         // the round is in the keys
	full   atomic.Bool  // nothing is added any more
	off    bool         // nothing is walked any more
	costly atomic.Int64 // the maximum number of steps that scripts took on a part of an arc, before or after a known state
	most   atomic.Int64 // the maximum number of steps that scripts may take in a battle
	states map[engine.Key]state
	ends   map[End]uint32
	notes  *lists[entry] // sorted, with the counters of the chain
	given  *lists[int]   // of answers
	faces  []uint32      // notes by the face of a die: see arrays.faces
	nodes  int           // number of used nodes
	arcs   int           // number of used arcs
	arrays atomic.Pointer[arrays]
	keyer  engine.Keyer
}

// Lists are different lists with numbers. Number 0 is the empty list.
type lists[T any] struct {
	all     [][]T
	numbers map[string]uint32 // by their keys
	size    int               // number of items in all of them
	encode  func(key []byte, item T) []byte
	key     []byte
}

func newLists[T any](encode func(key []byte, item T) []byte) *lists[T] {
	return &lists[T]{all: [][]T{nil}, numbers: map[string]uint32{}, encode: encode}
}

// number returns the number of a list.
func (l *lists[T]) number(list []T) uint32 {
	if len(list) == 0 {
		return 0
	}
	l.key = l.key[:0]
	for _, item := range list {
		l.key = l.encode(l.key, item)
	}
	n, ok := l.numbers[string(l.key)]
	if !ok {
		n = uint32(len(l.all))
		l.all = append(l.all, slices.Clone(list))
		l.size += len(list)
		l.numbers[string(l.key)] = n
	}
	return n
}

// Arrays are the part of a graph that walks read without the lock. A graph that outgrows
// them gets longer copies. A walk that still reads the old ones only knows less.
type arrays struct {
	nodes []node
	to    []atomic.Uint32 // by arc: the target node, or 0 if it is unknown
	note  []uint32        // by arc: its note; this and the next two are written under the lock, before to
	faces []uint32        // by arc: the index in graph.faces of the note of face 0, if the note depends on the face; otherwise 0
	list  []uint32        // by arc: the list of the answers given on it
	ends  []End
}

// A kind is what happens at a node.
type kind uint8

const (
	unknown kind = iota
	roll         // a die of the table
	reach        // a die of the table that only has to reach a number
	large        // only in arcs of walkers: a die of the table with too many sides for them
	stream       // a die of a stream
	pool         // one of several dice of the table counts
	round
	end
)

// A node is a die, the beginning of a round, or an end.
type node struct {
	first uint32 // its first arc
	sides int32  // of the die; for an end its index in ends
	need  int32  // for reach: the number to reach, or sides+1 if all faces lead one way
	which uint16 // for stream its number; for pool twice the number of dice, plus 1 if the lowest die counts
	kind  kind
}

// arcs returns the number of arcs of a node.
func (n *node) arcs() int {
	switch {
	case n.kind == end:
		return 0
	case n.kind == round || n.need > 0 && n.need <= n.sides:
		return 2
	case n.need > 0:
		return 1
	}
	return int(n.sides)
}

// arc returns the arc on which a face leads.
func (n *node) arc(face int) uint32 {
	if n.kind == reach {
		return n.first + reached(face, int(n.need))
	}
	return n.first + uint32(face) - 1
}

// reached returns 1 if face is at least need, else 0. It has no branch, because no processor
// could predict it.
func reached(face, need int) uint32 { return uint32(uint64(int64(need)-1-int64(face)) >> 63) }

// class returns the least and the greatest of the faces that lead the same way as face.
func (n *node) class(face int) (least, most int) {
	switch need := int(n.need); {
	case n.kind != reach:
		return face, face
	case face < need:
		return 1, min(need-1, int(n.sides))
	default:
		return need, int(n.sides)
	}
}

// A state is the node at which a battle with a known key continues, with the note and the
// list of answers that come before the node.
type state struct{ node, note, list uint32 }

// An End is the outcome of a battle. Value is what the sides have left, if [Source].Value
// is set.
type End struct {
	Winner engine.Side
	Value  [engine.MaxSeats]int
}

const (
	firstArcs   = 1 << 10
	stateBytes  = 64 // approximate size of an entry of states
	nodeBytes   = 16
	arcBytes    = 16
	walkerBytes = 16 // of an arc, for each walker
	faceBytes   = 4
	entryBytes  = 16
	listBytes   = 96 // approximate size of a note or a list of answers, with its key
)

func (c *Chain) empty(timed bool) *graph {
	g := &graph{timed: timed, states: map[engine.Key]state{}, ends: map[End]uint32{}, notes: newLists(appendEntry), given: newLists(appendAnswer), faces: make([]uint32, mostSides+1), nodes: 1, arcs: 1}
	g.arrays.Store(newArrays(firstArcs/4, firstArcs))
	return g
}

func newArrays(nodes, arcs int) *arrays {
	return &arrays{nodes: make([]node, nodes), to: make([]atomic.Uint32, arcs), note: make([]uint32, arcs), faces: make([]uint32, arcs), list: make([]uint32, arcs)}
}

// void begins the chain again, with the round in its keys. Walks that have begun end on
// their old graph, in which nothing has read the round.
func (c *Chain) void(g *graph) {
	if c.graph.Load() == g {
		c.graph.Store(c.empty(true))
	}
}

// disable replaces the graph by one that is not walked: the rules play all battles.
func (c *Chain) disable(g *graph) {
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
	return nodes*nodeBytes + arcs*(arcBytes+walkerBytes*c.walkers) + cap(g.faces)*faceBytes*(1+c.walkers) + (len(g.states)+len(g.ends))*stateBytes + g.notes.size*entryBytes + g.given.size*8 + (len(g.notes.all)+len(g.given.all))*listBytes
}

// add adds a node and returns its number, 0 if there is no room.
func (c *Chain) add(g *graph, n node) uint32 {
	arcs := n.arcs()
	a := g.arrays.Load()
	nodes, most := len(a.nodes), len(a.to)
	for g.nodes >= nodes {
		nodes += nodes / 4
	}
	for g.arcs+arcs > most {
		most += most / 4
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

// grown returns a copy of these lengths.
func (a *arrays) grown(nodes, arcs int) *arrays {
	b := newArrays(nodes, arcs)
	copy(b.nodes, a.nodes)
	for i := range a.to {
		b.to[i].Store(a.to[i].Load())
	}
	copy(b.note, a.note)
	copy(b.faces, a.faces)
	copy(b.list, a.list)
	b.ends = a.ends
	return b
}

// end returns the number of the node of an end, 0 if there is no room.
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
	case b.Round() == b.RoundLimit(): // the rules know it when the round ends
		when = 1
	}
	return g.keyer.Key(b, when)
}

// appendAnswer appends an answer to the key of a list of answers.
func appendAnswer(key []byte, answer int) []byte { return binary.AppendVarint(key, int64(answer)) }
