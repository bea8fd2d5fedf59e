// Package chain plays battles as walks over a graph. It knows no game.
//
// Between two steps a battle is a state with a key. Under players that answer by the
// state alone ([Positional]), all that happens next follows from the dice. So a battle
// is a Markov chain, whose graph the rules themselves reveal:
//
//	die    of the table or of a stream; an arc for each face, or two where it only has
//	       to reach a number
//	round  a round begins; an arc for one from which players see the limit, which
//	       for most is the last round only, and one for every other
//	end    of the battle
//
// A [Walker] rolls the dice of a seed from node to node. An arc that no battle has
// taken yet has no target: then the battle of that seed is played by the rules, with
// the same dice, and what it passes is added to the graph. So a walked battle equals
// the played one, and how much of the graph is known changes nothing but the time that
// a walk takes. Walkers of several goroutines share a [Chain]: they read it without a
// lock, and add to it under one.
//
// What a battle counts in a [Ledger] is noted with the arc on which it was counted.
// A walk counts its arcs only: their notes, as often as they were taken, are what all
// battles have counted.
//
// The round is in no state, since rules know it only as a limit, until something reads
// it ([engine.Battle.Timed]), or a player that looks ahead sees the limit. Then the chain
// is begun again, with the round in its keys.
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
// keeps nothing.
type Positional interface {
	engine.Oracle
	// Ahead returns how many rounds before their limit answers may depend on it: the round
	// is part of the state there. It returns Always where an answer so far may have
	// depended on the round in another way, if the battle does not report that.
	Ahead() int
}

// Always is farther ahead than any limit.
const Always = math.MaxInt

// Ahead returns the most rounds that one of the players looks ahead.
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
	most  int // bytes of the graph, with what walkers count
	walks int // walkers, each of which counts the arcs
	stops int // bytes of the stops of a walker

	mu       sync.Mutex
	counters Ledger // of all walkers
	graph    atomic.Pointer[graph]
}

// New returns an empty chain, for that many walkers, which takes about so many bytes
// with all that they count and keep.
func New(bytes, walkers int) *Chain {
	stops := bytes / 4
	c := &Chain{most: bytes - stops, walks: walkers, stops: stops / walkers, counters: *NewLedger()}
	c.graph.Store(c.empty(false))
	return c
}

// A graph is a chain from its beginning, which is the target of arc 0. All but the
// arrays is read under the lock of the chain.
type graph struct {
	timed    bool         // the round is in the keys
	full     atomic.Bool  // nothing is added any more
	off      bool         // nothing is walked any more
	dear     atomic.Int64 // the most steps that scripts have taken on an arc, up to a known state or from there
	most     atomic.Int64 // that they may take in a battle
	states   map[engine.Key]state
	ends     map[End]uint32
	notes    [][]entry // sorted, with the counters of the chain; the first is empty
	texts    map[string]uint32
	noted    int     // entries in notes
	lists    [][]int // of answers; the first is empty
	listed   map[string]uint32
	answered int      // answers in lists
	faces    []uint32 // notes, by the face of a die: see arrays
	nodes    int      // used
	arcs     int      // used
	arrays   atomic.Pointer[arrays]
	keyer    engine.Keyer
	text     []byte // of a note, or of a list
}

// arrays are what walks read. A graph that grows beyond them has longer ones, and these
// stay as they are: a walk that still reads them knows less.
type arrays struct {
	nodes []node
	to    []atomic.Uint32 // by arc: a node, 0 for none that is known
	note  []uint32        // by arc, as all that follows, under the lock
	faces []uint32        // the place of the notes of each face that leads here, less the least face; 0: they are alike
	list  []uint32        // the answers on it
	ends  []End
}

// A kind is what happens at a node.
type kind uint8

const (
	unknown kind = iota
	roll         // a die of the table
	reach        // a die of the table that only has to reach a number
	large        // a die of the table that an arc of a walker cannot hold: of no node
	stream       // a die of a stream
	pool         // one of several dice of the table counts
	round
	end
)

// A node is a die, the beginning of a round, or an end.
type node struct {
	first uint32 // its first arc
	sides int32  // of the die; of an end its place in ends
	need  int32  // of a die that has to reach a number: that number, or sides+1 if all faces lead one way
	which uint16 // the stream; the dice of a pool, with the lowest bit set where the lowest counts
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

// reached returns 1 if face is at least need, else 0, without a branch that no processor could
// predict.
func reached(face, need int) uint32 { return uint32(uint64(int64(need)-1-int64(face)) >> 63) }

// class returns the faces that lead the same way as one of them.
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

// A state is where a battle continues from a key: at a node, after a note and a list of
// answers.
type state struct{ node, note, list uint32 }

// An End is how a battle ended. Value is what the sides have left, if the chain was
// asked for it.
type End struct {
	Winner engine.Side
	Value  [engine.MaxSeats]int
}

const (
	firstArcs   = 1 << 10
	stateBytes  = 64 // of an entry of states, about
	nodeBytes   = 16
	arcBytes    = 16
	walkerBytes = 16 // of an arc, for each walker
	faceBytes   = 4
	entryBytes  = 16
	listBytes   = 96 // of a note or a list of answers, and of its text
)

func (c *Chain) empty(timed bool) *graph {
	g := &graph{timed: timed, states: map[engine.Key]state{}, ends: map[End]uint32{}, texts: map[string]uint32{"": 0}, notes: [][]entry{nil}, lists: [][]int{nil}, listed: map[string]uint32{"": 0}, faces: make([]uint32, mostSides+1), nodes: 1, arcs: 1}
	g.arrays.Store(newArrays(firstArcs/4, firstArcs))
	return g
}

func newArrays(nodes, arcs int) *arrays {
	return &arrays{nodes: make([]node, nodes), to: make([]atomic.Uint32, arcs), note: make([]uint32, arcs), faces: make([]uint32, arcs), list: make([]uint32, arcs)}
}

// void begins the chain again with the round in its keys. Walks that are on the way
// finish on the graph that they know: what they have met so far has read no round.
func (c *Chain) void(g *graph) {
	if c.graph.Load() == g {
		c.graph.Store(c.empty(true))
	}
}

// stop begins the chain again without any use: battles are played by the rules.
func (c *Chain) stop(g *graph) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.graph.Load() == g {
		off := c.empty(g.timed)
		off.off = true
		c.graph.Store(off)
	}
}

// bytes is about what the graph takes when its arrays have these lengths.
func (c *Chain) bytes(g *graph, nodes, arcs int) int {
	return nodes*nodeBytes + arcs*(arcBytes+walkerBytes*c.walks) + cap(g.faces)*faceBytes*(1+c.walks) + (len(g.states)+len(g.ends))*stateBytes + g.noted*entryBytes + g.answered*8 + (len(g.texts)+len(g.listed))*listBytes
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

// listOf returns the number of a list of answers.
func (g *graph) listOf(answers []int) uint32 {
	g.text = g.text[:0]
	for _, n := range answers {
		g.text = binary.AppendVarint(g.text, int64(n))
	}
	n, ok := g.listed[string(g.text)]
	if !ok {
		n = uint32(len(g.lists))
		g.lists = append(g.lists, slices.Clone(answers))
		g.answered += len(answers)
		g.listed[string(g.text)] = n
	}
	return n
}
