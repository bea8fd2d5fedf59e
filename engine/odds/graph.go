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
// probabilities of the transitions between them. A graph that is explored only in part
// gives bounds of the odds.
type Graph struct {
	Budget
	// Progress, if not nil, is called from time to time with the number of explored states,
	// and the probability of undecided battles when it was last computed.
	Progress func(seen int, open float64)

	walk    *Walk
	watcher Watcher // nil: none
	scratch engine.Battle
	roots   []root
	timed   bool // whether the round is part of a state
	byRound bool // whether states are explored in the order of their rounds
	index   map[engine.Key]int32
	nodes   []node
	edges   []edge // the first edge belongs to all nodes that have not been explored
	open    map[int32]*waiting
	queues  [][]int32 // open states, by their priority
	front   int       // no open state has a lower priority
	bytes   int       // size of the open states
	ways    int
	steps   int64   // steps that scripts have not been granted yet
	late    int     // number of nodes that are late
	gap     float64 // the greatest probability, from any beginning, that a battle is undecided
	free    []*waiting
	checks  checks
	keyer   engine.Keyer
	sizer   Sizer
}

// A Watcher sees the choices of players while a graph is explored. Enter announces the
// choices of a state; they replace all that the watcher has seen of that state before.
// Chosen is called for each choice, with the battle and its table, the answer, and the
// probability that the state leads to this choice and answer.
type Watcher interface {
	Enter(state int)
	Chosen(b engine.Battle, t *engine.Table, q engine.Question, answer int, p Number)
}

// Watch makes w see what players choose in each state.
func (g *Graph) Watch(w Watcher) {
	g.watcher = w
	g.walk.Watch(func(q engine.Question, answer int, p Number) { w.Chosen(g.scratch, g.walk.Table, q, answer, p) })
}

// A Budget limits the exploration of a battle. It counts no time, so that the odds are the
// same on every machine.
type Budget struct {
	// States is the maximum number of states.
	States int
	// Bytes is the maximum size, in bytes, of the states that are waiting for exploration:
	// see [Size]. 0 means 512 for each of States, and at least 64 MB.
	Bytes int
	// Ways is the maximum number of ways in which dice fall, in all steps together. 0 means
	// 4 for each of States. Dice that scripts can change have many ways.
	Ways int
	// Steps is the maximum number of steps of the battle's scripts in total. 0 means
	// 25,000,000, and 25 for each of States, and then 20,000 for each state found, but at
	// most 1,000 for each of States in all.
	Steps int64
	// Within is the probability of undecided battles at which the odds are good enough,
	// from [AlwaysExplored] states on. 0 means to explore all states.
	Within float64
}

// DefaultStates is the States of a new Graph. AlwaysExplored is the number of states to
// explore even if the odds are good enough: smaller battles have exact odds.
const (
	DefaultStates  = 1_000_000
	AlwaysExplored = 100_000
)

// firstSolved is the number of states at which the odds are first computed, to find the
// states that are worth exploring. They are computed again each time that number has
// doubled.
const firstSolved = AlwaysExplored / 8

type root struct {
	play  func(scratch engine.Battle)
	node  int32
	round int // the round in which it begins
}

// A node is a state. Its edges are adjacent.
type node struct {
	first, last int32
	cut         Number // the probability of paths cut off from here
	late        bool   // it was explored in the last round: its edges hold for no other round
}

// unexplored is a node with unknown edges.
var unexplored = node{first: 0, last: 1}

// An edge leads to a state or, if negative, to an end: see ending.
type edge struct {
	chance Number
	to     int32
	rounds int32 // number of rounds that begin on the way
}

// Ends by their numbers: a win of each seat, the draw, and undecided.
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

// A waiting is a state that has not been explored.
type waiting struct {
	battle engine.Battle // in the first round in which the state was found
	bytes  int
	place  int
	mass   float64 // the probability of reaching it, as far as it is known
}

// The battle of a waiting state of more than spareBytes is not reused for another state,
// which may need less. leastBytes is the minimum for the size of all states.
const (
	spareBytes = 8192
	leastBytes = 64e6
)

// Scripts get FirstSteps and earlySteps for each of States at once, and stateSteps for each
// state found, so that scripts that take long without leading anywhere end soon.
const (
	FirstSteps = 25_000_000
	earlySteps = 25
	stateSteps = 20_000
)

// ScriptSteps returns the maximum number of steps of scripts in total.
func (b Budget) ScriptSteps() int64 { return cmp.Or(b.Steps, FirstSteps+1000*int64(b.States)) }

// grant allows scripts more steps, within their total.
func (g *Graph) grant(steps int64) {
	steps = min(steps, g.steps)
	g.steps -= steps
	g.walk.Scripts.Left += steps
}

// NewGraph returns the graph of battles of the same start as b, between these players.
func NewGraph(b engine.Battle, players ...engine.Oracle) *Graph {
	g := &Graph{Budget: Budget{States: DefaultStates}, walk: NewWalk(players...), scratch: b.Fresh()}
	g.scratch.Sit(g.walk.Table)
	return g
}

// Begin adds the battle's start as a beginning, and returns its number for [Graph.Odds].
func (g *Graph) Begin() int {
	return g.Root(func(scratch engine.Battle) { scratch.Begin(g.walk.Table) }, 0)
}

// Root adds a beginning in a round: the battle that play makes, possibly with dice. It
// returns the beginning's number for [Graph.Odds].
func (g *Graph) Root(play func(scratch engine.Battle), round int) int {
	g.roots = append(g.roots, root{play: play, round: round})
	return len(g.roots) - 1
}

// After adds a beginning within a step, and returns its number for [Graph.Odds]. B is
// between two steps, or nil for the start. Answers are the first answers of its next step,
// dice and choices, in the order of the questions.
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

// errAgain is the error of explore if its results are void.
var errAgain = errors.New("explore the battle again")

// Explore explores states, the likeliest first, until all are explored or the odds are good
// enough: see Within. After an error that is a [TooLarge], or the error of ctx, the odds
// are bounds. After any other error there are none.
func (g *Graph) Explore(ctx context.Context) error {
	g.walk.Stop = ctx.Err
	for {
		g.walk.Scripts, g.steps = new(engine.Allowance), g.ScriptSteps()
		g.grant(cmp.Or(g.Steps, FirstSteps+earlySteps*int64(g.States)))
		g.index, g.open = map[engine.Key]int32{}, map[int32]*waiting{}
		g.nodes, g.edges = g.nodes[:0], append(g.edges[:0], edge{chance: one, to: undecided})
		g.queues, g.front, g.bytes, g.ways, g.late, g.gap = nil, 0, 0, 0, 0, 1
		g.checks = checks{open: map[int32]engine.Battle{}}
		if err := g.explore(ctx); err != errAgain {
			return err
		}
	}
}

func (g *Graph) explore(ctx context.Context) error {
	for i := range g.roots {
		g.roots[i].node = int32(len(g.nodes))
		g.nodes = append(g.nodes, unexplored)
		g.grant(stateSteps)
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
		if !g.timed && g.dated() { // a rule reads the round
			g.timed = true
			return errAgain
		}
		if err := g.check(id); err != nil {
			return err
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

// weigh computes the probabilities of reaching each open state, and of undecided battles.
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

// The priorities of states: by their rounds, or by their probabilities.
const (
	nowhere   = -1
	lastPlace = 1 << 10
)

// enqueue adds an open state to the queue of its priority. A state that moves to an earlier
// queue stays in the later one, too; next skips it there, because it is no longer open.
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

// next returns the first open state, or nil if none is open.
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

// dated reports whether a rule has read the round, or players look ahead to its limit.
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

// expand finds the edges of a node by playing its step. Play begins the step; mass is the
// probability of reaching the node.
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
		g.lead(first, p, round, g.state)
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
	if large := new(TooLarge); errors.As(err, &large) && large.Bytes == 0 { // the error is the walk's, and not the graph's
		return tooMany(large.Script)
	}
	if err != nil {
		return err
	}
	g.nodes[id] = node{first: int32(first), last: int32(len(g.edges)), cut: g.walk.Cut}
	for _, e := range g.edges[first:] {
		if w := g.open[e.to]; w != nil {
			w.mass += float64(mass * e.chance.Value) // rounded twice, not fused: equal on all machines
			g.enqueue(e.to, w)
		}
	}
	return nil
}

// lead adds a path to the present state of the scratch battle to the edges from first on.
// State returns the number of that state.
func (g *Graph) lead(first int, p Number, round int, state func() int32) {
	e := edge{chance: p, rounds: int32(g.scratch.Round() - round)}
	if g.scratch.Over() {
		e.to = ending(g.scratch.Winner())
	} else {
		e.to = state()
	}
	for i := first; i < len(g.edges); i++ {
		if have := &g.edges[i]; have.to == e.to && have.rounds == e.rounds {
			have.chance = have.chance.Plus(p)
			return
		}
	}
	g.edges = append(g.edges, e)
}

// state returns the number of the scratch battle's present state.
func (g *Graph) state() int32 {
	key := g.key()
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
	g.sample(id)
	return id
}

// key returns the key of the scratch battle's present state.
func (g *Graph) key() engine.Key {
	when := 0
	if g.timed {
		when = g.scratch.Round()
	}
	return g.keyer.Key(g.scratch, when)
}

// wait returns the scratch battle's state as one to explore.
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

// keep makes the battle of a waiting state a copy of the scratch battle.
func (g *Graph) keep(w *waiting) {
	g.bytes -= w.bytes
	w.battle.CopyFrom(g.scratch)
	w.bytes = g.sizer.Size(w.battle)
	g.bytes += w.bytes
}
