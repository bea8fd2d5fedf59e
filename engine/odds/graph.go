package odds

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"

	"houserule/engine"
	"houserule/engine/chain"
)

// A Graph is a battle with fixed players: its states between two steps, and the
// chances with which they lead to each other. It may be explored in part: then its odds
// are bounds.
type Graph struct {
	Budget
	// Progress, if not nil, is called now and then with the number of states that have
	// been explored, and the chance of undecided battles when it was computed last.
	Progress func(seen int, open float64)

	walk    *Walk
	watcher Watcher // nil: none
	scratch engine.Battle
	roots   []root
	timed   bool // whether the round is part of a state
	byRound bool // states are explored in the order of their rounds
	index   map[engine.Key]int32
	nodes   []node
	edges   []edge // the first is that of all nodes that have not been explored
	open    map[int32]*waiting
	queues  [][]int32 // open states, by their place
	front   int       // no open state has a place before it
	bytes   int       // size of the open states
	ways    int
	steps   int64   // that scripts have not been granted yet
	late    int     // nodes that are late
	gap     float64 // the greatest chance from any beginning that a battle is undecided
	free    []*waiting
	keyer   engine.Keyer
}

// A Watcher sees the choices of players while a graph is explored. Enter says that it sees
// those of a state next; what it has seen of that state before is void. Chosen is called
// for each choice, with the battle and its table, the answer, and the chance that the state
// leads to this choice and answer.
type Watcher interface {
	Enter(state int)
	Chosen(b engine.Battle, t *engine.Table, q engine.Question, answer int, p Number)
}

// Watch makes w see what players choose in each state.
func (g *Graph) Watch(w Watcher) {
	g.watcher = w
	g.walk.Watch(func(q engine.Question, answer int, p Number) { w.Chosen(g.scratch, g.walk.Table, q, answer, p) })
}

// A Budget limits how much of a battle is explored. It knows no clock, so that the odds
// are the same on every machine.
type Budget struct {
	// States is the greatest number of states.
	States int
	// Bytes is the greatest size, in bytes, of the states that have still to be
	// explored: see [Size]; 0: 512 for each of States, and at least 64 MB.
	Bytes int
	// Ways is the greatest number of ways of dice that may be played in all; 0:
	// 4 for each of States. Dice that scripts can change have many ways.
	Ways int
	// Steps is how many steps the scripts of the battle may take in all; 0: 25,000,000, and
	// 20,000 for each state that is found, but no more than 1,000 for each of States.
	Steps int64
	// Within is the chance of undecided battles with which the odds are good enough,
	// from [AlwaysExplored] states on; 0: all states are explored.
	Within float64
}

// DefaultStates is the States of a new Graph. AlwaysExplored is how many states are
// explored even if the odds are good enough: smaller battles have exact odds.
const (
	DefaultStates  = 1_000_000
	AlwaysExplored = 100_000
)

// firstSolved is the number of states with which the odds are computed first, to find
// the states that are worth exploring; then they are computed with twice as many.
const firstSolved = AlwaysExplored / 8

type root struct {
	play  func(scratch engine.Battle)
	node  int32
	round int // the round of the beginning
}

// A node is a state; its edges lie together.
type node struct {
	first, last int32
	cut         Number // the chance of the ways not followed from here
	late        bool   // it was explored in the last round: its edges hold for no other
}

// unexplored is a node whose edges are not known.
var unexplored = node{first: 0, last: 1}

// An edge leads to a state, or, below 0, to an end: see ending.
type edge struct {
	chance Number
	to     int32
	rounds int32 // rounds that begin on the way
}

// Ends by their number: the seats, the draw, and that of undecided battles.
const (
	ends      = engine.MaxSeats + 2
	undecided = ^int32(ends - 1)
)

func ending(winner engine.Side) int32 {
	if winner == engine.Draw {
		return ^int32(engine.MaxSeats)
	}
	return ^int32(winner)
}

// waiting is a state that has not been explored.
type waiting struct {
	battle engine.Battle // in the first round in which the state was found
	bytes  int
	place  int
	mass   float64 // the chance of coming here, as far as it is known
}

// The battle of a waiting state of more than spareBytes is not used again for another
// state, which may need less. The states may always take leastBytes.
const (
	spareBytes = 8192
	leastBytes = 64e6
)

// Scripts get FirstSteps at once, and stateSteps for each state that is found, so that
// those which take long without leading anywhere end soon.
const (
	FirstSteps = 25_000_000
	stateSteps = 20_000
)

// ScriptSteps returns how many steps scripts may take in all.
func (b Budget) ScriptSteps() int64 { return cmp.Or(b.Steps, FirstSteps+1000*int64(b.States)) }

// grant lets scripts take more steps, of those that they may take in all.
func (g *Graph) grant(steps int64) {
	steps = min(steps, g.steps)
	g.steps -= steps
	g.walk.Scripts.Left += steps
}

// NewGraph returns the graph of battles like b, with these players.
func NewGraph(b engine.Battle, players ...engine.Oracle) *Graph {
	g := &Graph{Budget: Budget{States: DefaultStates}, walk: NewWalk(players...), scratch: b.Fresh()}
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

// After adds a beginning within a step and returns its number for [Graph.Odds]: b, which
// stands between two steps, or the start if b is nil, and the first answers of its next
// step, those of dice and of players in the order of the questions.
func (g *Graph) After(b engine.Battle, answers []int) int {
	round, step := 0, func(scratch engine.Battle) { scratch.Begin(g.walk.Table) }
	if b != nil {
		round, step = b.Round(), func(scratch engine.Battle) {
			scratch.CopyFrom(b)
			scratch.Step()
		}
	}
	return g.Root(func(scratch engine.Battle) {
		g.walk.Table.Give(answers)
		step(scratch)
	}, round)
}

// errAgain is what explore returns when what it has found is void.
var errAgain = errors.New("explore the battle again")

// Explore explores states, the likeliest first, until all are explored or the odds are
// good enough: see Within. After an error that is a [TooLarge] or that of ctx the odds
// are bounds; after any other there are none.
func (g *Graph) Explore(ctx context.Context) error {
	g.walk.Stop = ctx.Err
	for {
		g.walk.Scripts, g.steps = new(engine.Allowance), g.ScriptSteps()
		g.grant(cmp.Or(g.Steps, FirstSteps))
		g.index, g.open = map[engine.Key]int32{}, map[int32]*waiting{}
		g.nodes, g.edges = g.nodes[:0], append(g.edges[:0], edge{chance: one, to: undecided})
		g.queues, g.front, g.bytes, g.ways, g.late, g.gap = nil, 0, 0, 0, 0, 1
		if err := g.explore(ctx); err != errAgain {
			return err
		}
	}
}

func (g *Graph) explore(ctx context.Context) error {
	for i := range g.roots {
		g.roots[i].node = int32(len(g.nodes))
		g.nodes = append(g.nodes, unexplored)
	}
	for _, r := range g.roots {
		if err := g.expand(r.node, r.round, 1, func() { r.play(g.scratch) }); err != nil {
			return err
		}
	}
	limit := g.scratch.RoundLimit()
	for seen, solve := 0, firstSolved; ; seen++ {
		id, w := g.next()
		if w == nil && g.late > 0 {
			g.byRound = true
			return errAgain
		}
		if w == nil {
			return nil
		}
		if len(g.nodes) > g.States {
			return g.tooLarge()
		}
		step := func() {
			g.scratch.CopyFrom(w.battle)
			g.scratch.Step()
		}
		if err := g.expand(id, w.battle.Round(), w.mass, step); err != nil {
			return err
		}
		if !g.timed && !g.byRound && w.battle.Round() == limit {
			g.nodes[id].late = true
			g.late++
		}
		delete(g.open, id)
		g.bytes -= w.bytes
		if w.bytes <= spareBytes {
			g.free = append(g.free, w)
		}
		if !g.timed && g.dated() { // something reads the round
			g.timed = true
			return errAgain
		}
		if seen%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if seen%64 == 0 && g.Progress != nil {
			g.Progress(seen, g.gap)
		}
		if seen == solve {
			if err := g.weigh(); err != nil || seen >= AlwaysExplored && g.gap < g.Within {
				return err
			}
			solve *= 2
		}
	}
}

// weigh computes the chances of coming to each open state, and of undecided battles.
func (g *Graph) weigh() error {
	g.gap, g.queues, g.front = 0, nil, 0
	reached := make([]float64, len(g.nodes))
	for i := range g.roots {
		o, err := g.odds(i, reached, nil)
		if err != nil {
			return err
		}
		g.gap = max(g.gap, o.Open.Value)
	}
	for _, id := range slices.Sorted(maps.Keys(g.open)) {
		w := g.open[id]
		w.mass, w.place = reached[id], nowhere
		g.enqueue(id, w)
	}
	return nil
}

// The places of states: by their rounds, or by how likely they are.
const (
	nowhere   = -1
	lastPlace = 1 << 10
)

// enqueue puts an open state in its place. A state that moves to an earlier place stays
// in the later one, too: next finds it there when it is no longer open.
func (g *Graph) enqueue(id int32, w *waiting) {
	place := w.battle.Round()
	if !g.byRound {
		place = max(0, min(-math.Ilogb(w.mass), lastPlace))
	}
	if place == w.place {
		return
	}
	w.place = place
	for place >= len(g.queues) {
		g.queues = append(g.queues, nil)
	}
	g.queues[place] = append(g.queues[place], id)
	g.front = min(g.front, place)
}

// next takes the open state of the first place, nil if no state is open.
func (g *Graph) next() (int32, *waiting) {
	for ; g.front < len(g.queues); g.front++ {
		for q := &g.queues[g.front]; len(*q) > 0; {
			id := (*q)[0]
			*q = (*q)[1:]
			if w := g.open[id]; w != nil {
				return id, w
			}
		}
	}
	return 0, nil
}

// dated reports whether something has read the round, or players look ahead to its limit.
func (g *Graph) dated() bool {
	ahead := chain.Ahead(g.walk.players)
	return g.scratch.Timed() || ahead == chain.Always || ahead > 0 && g.scratch.RoundLimit() > 0
}

func (g *Graph) tooLarge() *TooLarge {
	e := &TooLarge{States: g.States, Open: len(g.open)}
	for _, w := range g.open {
		if round := w.battle.Round(); e.Round == 0 || round < e.Round {
			e.Round = round
		}
	}
	return e
}

// expand finds the edges of a node, by playing the step that play begins. Mass is the
// chance of coming to it.
func (g *Graph) expand(id int32, round int, mass float64, play func()) error {
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
	if g.watcher != nil {
		g.watcher.Enter(int(id))
	}
	err := g.walk.Each(play, func(p Number) error {
		g.lead(first, p, round)
		if most := cmp.Or(g.Bytes, max(leastBytes, 512*g.States)); g.bytes > most {
			e := g.tooLarge()
			e.Bytes, e.States = most, len(g.index)
			return e
		}
		return nil
	})
	g.ways += g.walk.walked
	if err != nil {
		g.edges = g.edges[:first]
	}
	if large := new(TooLarge); errors.As(err, &large) && large.Bytes == 0 { // the error is of the walk, not of the graph
		return tooMany(large.Script)
	}
	if err != nil {
		return err
	}
	g.nodes[id] = node{first: int32(first), last: int32(len(g.edges)), cut: g.walk.Cut}
	for _, e := range g.edges[first:] {
		if w := g.open[e.to]; w != nil {
			w.mass += float64(mass * e.chance.Value) // not fused: equal on all machines
			g.enqueue(e.to, w)
		}
	}
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
	when := 0
	if g.timed {
		when = g.scratch.Round()
	}
	key := g.keyer.Key(g.scratch, when)
	id, ok := g.index[key]
	if !ok {
		id = int32(len(g.nodes))
		g.index[key] = id
		g.nodes = append(g.nodes, unexplored)
		g.grant(stateSteps)
		g.open[id] = g.wait()
		return id
	}
	switch w, n := g.open[id], &g.nodes[id]; {
	case w != nil && g.scratch.Round() < w.battle.Round():
		g.keep(w)
	case n.late && g.scratch.Round() < g.scratch.RoundLimit():
		*n = unexplored
		g.late--
		g.open[id] = g.wait()
	}
	return id
}

// wait returns the scratch's state as one to be explored.
func (g *Graph) wait() *waiting {
	w := &waiting{}
	if n := len(g.free); n > 0 {
		w, g.free = g.free[n-1], g.free[:n-1]
	} else {
		w.battle = g.scratch.Fresh()
	}
	w.bytes, w.place, w.mass = 0, nowhere, 0
	g.keep(w)
	return w
}

// keep makes the battle of a waiting state a copy of the scratch.
func (g *Graph) keep(w *waiting) {
	g.bytes -= w.bytes
	w.battle.CopyFrom(g.scratch)
	w.bytes = Size(w.battle)
	g.bytes += w.bytes
}
