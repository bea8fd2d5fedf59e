package odds

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"houserule/engine"
	"houserule/engine/chain"
	"houserule/engine/explore"
)

// A Graph is a battle with fixed players: its states between two steps, and the
// probabilities of the transitions between them. A graph that is explored only in part
// gives bounds of the odds.
type Graph struct {
	explore.Budget
	// Progress, if not nil, is called from time to time with the number of explored states,
	// and the probability of undecided battles when it was last computed.
	Progress func(seen int, open float64)

	walk    *Walk
	watcher Watcher // nil: none
	space   *explore.Space
	roots   []root
	byRound bool // whether states are explored in the order of their rounds
	nodes   []node
	edges   []edge    // the first edge belongs to all nodes that have not been explored
	queues  [][]int32 // waiting states, by their priority
	front   int       // no waiting state has a lower priority
	steps   int64     // steps that scripts have not been granted yet
	late    int       // number of nodes that are late
	gap     float64   // the greatest probability, from any beginning, that a battle is undecided
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
	g.walk.Watch(func(q engine.Question, answer int, p Number) { w.Chosen(g.space.Scratch, g.walk.Table, q, answer, p) })
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

// A root is a beginning. Its node has the same number.
type root struct {
	play  func(scratch engine.Battle)
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

// leastBytes is the minimum for the size of all waiting states.
const leastBytes = 64e6

// Scripts get [explore.FirstSteps] and earlySteps for each of States at once, and stateSteps
// for each state found, so that scripts that take long without leading anywhere end soon.
const (
	earlySteps = 25
	stateSteps = 20_000
)

// grant allows scripts more steps, within their total.
func (g *Graph) grant(steps int64) {
	steps = min(steps, g.steps)
	g.steps -= steps
	g.walk.Scripts.Left += steps
}

// NewGraph returns the graph of battles of the same start as b, between these players.
func NewGraph(b engine.Battle, players ...engine.Oracle) *Graph {
	g := &Graph{Budget: explore.Budget{States: DefaultStates}, walk: NewWalk(players...)}
	g.space = explore.New(b, g.walk.Table)
	g.space.Compare, g.space.FirstChecks = g.compare, 32
	return g
}

// Begin adds the battle's start as a beginning, and returns its number for [Graph.Odds].
func (g *Graph) Begin() int { return g.After(nil, nil) }

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
	round := 0
	if b != nil {
		round = b.Round()
	}
	return g.Root(func(engine.Battle) {
		g.walk.Table.Give(answers)
		g.space.Step(b)
	}, round)
}

// Explore explores states, the likeliest first, until all are explored or the odds are good
// enough: see Within. After an error that is an [explore.TooLarge], or the error of ctx, the odds
// are bounds. After any other error there are none.
func (g *Graph) Explore(ctx context.Context) error {
	g.walk.Stop = ctx.Err
	for {
		g.walk.Scripts, g.steps = new(engine.Allowance), g.ScriptSteps()
		g.grant(cmp.Or(g.Steps, explore.FirstSteps+earlySteps*int64(g.States)))
		g.space.Reset(len(g.roots))
		g.nodes, g.edges = g.nodes[:0], append(g.edges[:0], edge{chance: one, to: undecided})
		g.queues, g.front, g.late, g.gap = nil, 0, 0, 1
		if err := g.explore(ctx); err != explore.ErrAgain {
			return err
		}
	}
}

func (g *Graph) explore(ctx context.Context) error {
	for range g.roots {
		g.nodes = append(g.nodes, unexplored)
		g.grant(stateSteps)
	}
	for id, r := range g.roots {
		if err := g.expand(int32(id), r.round, 1, func() { r.play(g.space.Scratch) }); err != nil {
			return err
		}
	}
	limit := g.space.Scratch.RoundLimit()
	for seen, solve := 0, firstSolved; ; seen++ {
		id, w := g.next()
		switch {
		case w == nil && g.late > 0:
			g.byRound = true
			return explore.ErrAgain
		case w == nil:
			return nil
		case len(g.nodes) > g.States:
			return g.space.TooLarge(g.States, -1)
		}
		round := w.Battle.Round()
		if err := g.expand(id, round, w.Mass, func() { g.space.Step(w.Battle) }); err != nil {
			return err
		}
		if !g.space.Timed && !g.byRound && round == limit {
			g.nodes[id].late = true
			g.late++
		}
		if !g.space.Timed && g.dated() { // a rule reads the round
			g.space.Timed = true
			return explore.ErrAgain
		}
		if err := g.space.Done(id); err != nil {
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
	for id := range g.nodes {
		if w := g.space.Waiting(int32(id)); w != nil {
			w.Mass, w.Place = reached[id], 0
			g.enqueue(int32(id), w)
		}
	}
	return nil
}

// lastPlace is the last priority of states by their probabilities.
const lastPlace = 1 << 10

// enqueue adds a waiting state to the queue of its priority: its round, or its probability. A
// state that moves to an earlier queue stays in the later one, too; next skips it there,
// because it no longer waits.
func (g *Graph) enqueue(id int32, w *explore.Waiting) {
	queue := w.Battle.Round()
	if !g.byRound {
		queue = max(0, min(-math.Ilogb(w.Mass), lastPlace))
	}
	if queue+1 == w.Place {
		return
	}
	w.Place = queue + 1
	for queue >= len(g.queues) {
		g.queues = append(g.queues, nil)
	}
	g.queues[queue] = append(g.queues[queue], id)
	g.front = min(g.front, queue)
}

// next returns the first waiting state, or nil if none waits.
func (g *Graph) next() (int32, *explore.Waiting) {
	for ; g.front < len(g.queues); g.front++ {
		for q := &g.queues[g.front]; len(*q) > 0; {
			id := (*q)[0]
			*q = (*q)[1:]
			if w := g.space.Waiting(id); w != nil {
				return id, w
			}
		}
	}
	return 0, nil
}

// dated reports whether a rule has read the round, or players look ahead to its limit.
func (g *Graph) dated() bool {
	ahead, scratch := chain.Ahead(g.walk.players), g.space.Scratch
	return scratch.Timed() || ahead == chain.Always || ahead > 0 && scratch.RoundLimit() > 0
}

// expand finds the edges of a node by playing its step. Play begins the step; mass is the
// probability of reaching the node.
func (g *Graph) expand(id int32, round int, mass float64, play func()) error {
	first, most, bytes := len(g.edges), cmp.Or(g.Ways, 4*g.States), cmp.Or(g.Bytes, max(leastBytes, 512*g.States))
	large := func(err error) error { return g.space.Explain(err, most, len(g.nodes)-len(g.roots), -1) }
	if g.space.Ways == most {
		return large(&explore.TooLarge{})
	}
	g.walk.Cut, g.walk.Ways = Number{}, most-g.space.Ways
	if g.watcher != nil {
		g.watcher.Enter(int(id))
	}
	err := g.walk.Each(play, func(p Number) error {
		g.lead(first, p, round, g.state)
		return g.space.Full(bytes)
	})
	g.space.Ways += g.walk.walked
	if err != nil {
		g.edges = g.edges[:first]
		return large(err)
	}
	g.nodes[id] = node{first: int32(first), last: int32(len(g.edges)), cut: g.walk.Cut}
	for _, e := range g.edges[first:] {
		if e.to < 0 {
			continue
		}
		if w := g.space.Waiting(e.to); w != nil {
			w.Mass += float64(mass * e.chance.Value) // rounded twice, not fused: equal on all machines
			g.enqueue(e.to, w)
		}
	}
	return nil
}

// lead adds a path to the present state of the scratch battle to the edges from first on.
// State returns the number of that state.
func (g *Graph) lead(first int, p Number, round int, state func() int32) {
	scratch := g.space.Scratch
	e := edge{chance: p, rounds: int32(scratch.Round() - round)}
	if scratch.Over() {
		e.to = ending(scratch.Winner())
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
	id, known := g.space.Find()
	if !known {
		g.nodes = append(g.nodes, unexplored)
		g.grant(stateSteps)
		return id
	}
	if n := &g.nodes[id]; n.late && g.space.Scratch.Round() < g.space.Scratch.RoundLimit() {
		*n = unexplored
		g.late--
		g.space.Wait(id)
	}
	g.space.Sample(id)
	return id
}

// compare plays the step of another battle of a state, and returns an error if its edges are
// not those of the state: see [explore.Space.Compare].
func (g *Graph) compare(id int32, b engine.Battle) (ways int, err error) {
	first := len(g.edges)
	err = g.walk.Aside(func() error {
		return g.walk.Each(func() { g.space.Step(b) }, func(p Number) error {
			g.lead(first, p, b.Round(), g.space.Known)
			return nil
		})
	})
	found, n := g.edges[first:], g.nodes[id]
	g.edges = g.edges[:first]
	if errors.Is(err, ErrOther) || err == nil && !alike(found, g.edges[n.first:n.last]) {
		err = explore.Diverged(b, "the odds")
	}
	return g.walk.walked, err
}

// alike reports whether two lists of edges are the same. A die that is rolled in another way
// may round the chances in another.
func alike(one, other []edge) bool {
	return slices.EqualFunc(one, other, func(e, o edge) bool {
		return e.to == o.to && e.rounds == o.rounds && math.Abs(e.chance.Value-o.chance.Value) <= 1e-9
	})
}
