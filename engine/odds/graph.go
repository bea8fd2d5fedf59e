package odds

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"

	"houserule/engine"
)

// A Graph is a battle with fixed players: its states between two steps, and the
// chances with which they lead to each other.
type Graph struct {
	// States is the greatest number of states.
	States int
	// Bytes is the greatest size, in bytes, of the states that have still to be
	// explored: see [Size]; 0: 128 for each of States, and at least 64 MB.
	Bytes int
	// Ways is the greatest number of ways of dice that may be played in all; 0:
	// 4 for each of States. Dice that scripts can change have many ways.
	Ways int
	// Steps is how many steps the scripts of the battle may take in all; 0: 1,000 for
	// each of States, and 25,000,000. They get them while states are found: see grant.
	Steps int64
	// Progress, if not nil, is called now and then with the numbers of states
	// that have been found and explored.
	Progress func(found, seen int)

	walk    *Walk
	scratch engine.Battle
	roots   []root
	timed   bool // whether the round is part of a state
	index   map[[16]byte]int32
	nodes   []node
	edges   []edge
	rounds  [][]waiting // states to be explored, by their round
	open    int
	bytes   int // size of the open states
	ways    int
	steps   int64 // that scripts have not been granted yet
	free    []engine.Battle
	key     []byte
}

// DefaultStates is the States of a new Graph.
const DefaultStates = 1_000_000

type root struct {
	play  func(scratch engine.Battle)
	node  int32
	round int // the round of the beginning
}

// A node is a state; its edges lie together.
type node struct {
	first, last int32
	round       int32  // the first round in which it occurs
	cut         Number // the chance of the ways not followed from here
}

// An edge leads to a state, or, below 0, to an end: see ending.
type edge struct {
	chance Number
	to     int32
	rounds int32 // rounds that begin on the way
}

// Ends by their number: the seats, then the draw.
const ends = engine.MaxSeats + 1

func ending(winner engine.Side) int32 {
	if winner == engine.Draw {
		return ^int32(ends - 1)
	}
	return ^int32(winner)
}

// waiting is a state that has not been explored.
type waiting struct {
	node   int32
	battle engine.Battle // nil once it is explored
	bytes  int
}

// The battle of a waiting state of more than spareBytes is not used again for another
// state, which may need less. The states may always take leastBytes.
const (
	spareBytes = 8192
	leastBytes = 64e6
)

// Scripts get firstSteps at once, and stateSteps for each state that is found, so that
// those which take long without leading anywhere end soon.
const (
	firstSteps = 25_000_000
	stateSteps = 5_000
)

// grant lets scripts take more steps, of those that they may take in all.
func (g *Graph) grant(steps int64) {
	steps = min(steps, g.steps)
	g.steps -= steps
	g.walk.Scripts.Left += steps
}

// NewGraph returns the graph of battles like b, with these players.
func NewGraph(b engine.Battle, players ...engine.Oracle) *Graph {
	g := &Graph{States: DefaultStates, walk: NewWalk(players...), scratch: b.Fresh(), index: map[[16]byte]int32{}}
	g.scratch.Sit(g.walk.Table)
	return g
}

// Begin adds the battle's beginning and returns its number for [Graph.Odds].
func (g *Graph) Begin() int {
	return g.Root(func(scratch engine.Battle) { scratch.Begin(g.walk.Table) }, 0)
}

// Root adds a beginning in a round: the battle that play makes, possibly with
// dice. It returns its number for [Graph.Odds].
func (g *Graph) Root(play func(scratch engine.Battle), round int) int {
	g.roots = append(g.roots, root{play: play, round: round})
	return len(g.roots) - 1
}

// Explore explores all states. The error may be a [TooLarge].
func (g *Graph) Explore(ctx context.Context) error {
	g.walk.Stop = ctx.Err
	g.walk.Scripts, g.steps = new(engine.Allowance), cmp.Or(g.Steps, firstSteps+1000*int64(g.States))
	g.grant(firstSteps)
	for {
		timed := g.timed
		if err := g.explore(ctx); err != nil {
			return err
		}
		if timed == g.timed {
			return nil
		}
		// Something reads the round: start again, with the round in the key.
		clear(g.index)
		g.nodes, g.edges, g.rounds, g.open, g.bytes = g.nodes[:0], g.edges[:0], nil, 0, 0
		g.ways = 0
	}
}

func (g *Graph) explore(ctx context.Context) error {
	for i := range g.roots {
		r := &g.roots[i]
		r.node = int32(len(g.nodes))
		g.nodes = append(g.nodes, node{})
		if err := g.expand(r.node, r.round, func() { r.play(g.scratch) }); err != nil {
			return err
		}
	}
	// Round by round, so that a state is explored in the first round in which
	// it can occur: only there may the limit end the battle.
	for round := 0; round < len(g.rounds); round++ {
		for i := 0; i < len(g.rounds[round]); i++ {
			w := g.rounds[round][i]
			g.open--
			g.bytes -= w.bytes
			g.rounds[round][i].battle = nil
			if int(g.nodes[w.node].round) < round {
				continue // it was found for an earlier round, too, and explored there
			}
			step := func() {
				g.scratch.CopyFrom(w.battle)
				g.scratch.Step()
			}
			if err := g.expand(w.node, round, step); err != nil {
				return err
			}
			if w.bytes <= spareBytes {
				g.free = append(g.free, w.battle)
			}
			if !g.timed && g.scratch.Timed() {
				g.timed = true
				return nil
			}
			if len(g.nodes) > g.States {
				return g.tooLarge()
			}
			if i%64 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if i%64 == 0 && g.Progress != nil {
				g.Progress(len(g.index), len(g.index)-g.open)
			}
		}
		g.rounds[round] = nil
	}
	return nil
}

func (g *Graph) tooLarge() *TooLarge {
	e := &TooLarge{States: g.States, Open: g.open}
	e.Round = max(0, slices.IndexFunc(g.rounds, func(all []waiting) bool {
		return slices.ContainsFunc(all, func(w waiting) bool { return w.battle != nil })
	}))
	return e
}

// expand finds the edges of a node, by playing the step that play begins.
func (g *Graph) expand(id int32, round int, play func()) error {
	first, most := len(g.edges), cmp.Or(g.Ways, 4*g.States)
	tooMany := func(script error) error {
		e := g.tooLarge()
		e.Ways, e.States, e.Script = most, len(g.index), script
		return e
	}
	if g.ways == most {
		return tooMany(nil)
	}
	g.walk.Cut, g.walk.Ways = Number{}, most-g.ways
	err := g.walk.Each(play, func(p Number) error {
		g.lead(first, p, round)
		if most := cmp.Or(g.Bytes, max(leastBytes, 128*g.States)); g.bytes > most {
			e := g.tooLarge()
			e.Bytes, e.States = most, len(g.index)
			return e
		}
		return nil
	})
	g.ways += g.walk.walked
	if large := new(TooLarge); errors.As(err, &large) && large.Bytes == 0 { // the error is of the walk, not of the graph
		return tooMany(large.Script)
	}
	if err != nil {
		return err
	}
	n := &g.nodes[id]
	n.first, n.last, n.cut = int32(first), int32(len(g.edges)), g.walk.Cut
	return nil
}

// lead adds a way to the present state of the scratch to the edges from first
// on.
func (g *Graph) lead(first int, p Number, round int) {
	e := edge{chance: p, rounds: int32(g.scratch.Round() - round)}
	if g.scratch.Over() {
		e.to = ending(g.scratch.Winner())
	} else {
		e.to = g.state()
	}
	for i := first; i < len(g.edges); i++ {
		if have := &g.edges[i]; have.to == e.to && have.rounds == e.rounds {
			have.chance = have.chance.Plus(p)
			return
		}
	}
	g.edges = append(g.edges, e)
}

// state returns the number of the present state of the scratch.
func (g *Graph) state() int32 {
	g.key = g.scratch.AppendKey(g.key[:0])
	if g.timed {
		g.key = binary.AppendUvarint(g.key, uint64(g.scratch.Round()))
	}
	round := int32(g.scratch.Round())
	// The keys of a million states would take hundreds of megabytes. The chance
	// that two of them have the same 128 bits is less than 2^-88.
	sum := sha256.Sum256(g.key)
	key := [16]byte(sum[:])
	id, ok := g.index[key]
	switch {
	case !ok:
		id = int32(len(g.nodes))
		g.index[key] = id
		g.nodes = append(g.nodes, node{round: round})
		g.grant(stateSteps)
		g.wait(id)
	case round < g.nodes[id].round: // it was found for a later round, and waits there still
		g.nodes[id].round = round
		g.wait(id)
	}
	return id
}

// wait adds the scratch's state to those to be explored.
func (g *Graph) wait(id int32) {
	var b engine.Battle
	if n := len(g.free); n > 0 {
		b, g.free = g.free[n-1], g.free[:n-1]
	} else {
		b = g.scratch.Fresh()
	}
	b.CopyFrom(g.scratch)
	round := g.scratch.Round()
	for round >= len(g.rounds) {
		g.rounds = append(g.rounds, nil)
	}
	size := Size(b)
	g.rounds[round] = append(g.rounds[round], waiting{id, b, size})
	g.open++
	g.bytes += size
}
