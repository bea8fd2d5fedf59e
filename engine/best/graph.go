package best

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"houserule/engine"
	"houserule/engine/explore"
	"houserule/engine/odds"
)

// A graph is the known part of a game's states. State 0 is the start, before the battle
// begins; its step is the battle's setup.
type graph struct {
	explore.Budget
	// Estimate, if not nil, estimates the value of a battle: see [Game.Likely].
	Estimate func(engine.Battle) float64

	walk     *odds.Walk
	space    *explore.Space
	limit    int  // the round limit
	timeUp   ref  // the end at the limit
	here     bool // whether the start is left out: see [Here]
	allowed  *engine.Allowance
	states   []state
	nodes    []node // the nodes of the states' trees, each after its targets
	arcs     []arc
	guess    []Value // by state: its approximate value
	ages     []int32 // by state: its guess bounds the values with at least that many rounds left
	aims     []int32 // the states whose values are wanted
	checking bool    // no states are added
	vain     bool    // Best has explored as much as it may
	explored int
	earliest int     // the least round of any explored state, 0 for none
	latest   int     // the greatest such round
	open     []int32 // states that have not been explored, in the order in which they were found
	grower   grower[ref]
	pieces   grower[Value]
	tree     tree

	values
}

const start = 0

// A state has a tree: the nodes from first to last. Root is the last of them, or the only
// state or end to which the step leads; the end is unknown until the state is explored.
type state struct {
	root        ref
	first, last int32
	estimate    float64 // of its value, by Estimate
}

// A ref is the target of an arc: a state, an end, or a node of the same tree.
type ref int32

// Negative refs are ends, each twice: with and without a round that begins before it. Below
// the ends are nodes of the tree, counted from its first. Refs from 0 are states, also
// twice.
const (
	lost ref = iota
	drawn
	won
	unknown
	ends = 8
)

// payoff holds the values of the ends.
var payoff = [...]Value{lost: {0, 0}, drawn: {0.5, 0.5}, won: {1, 1}, unknown: {0, 1}}

func endOf(winner engine.Side) ref {
	switch winner {
	case engine.Draw:
		return drawn
	case 0:
		return won
	}
	return lost
}

func (r ref) later(rounds int) ref {
	if rounds > 0 {
		return r | 1
	}
	return r
}
func endRef(end ref) ref      { return -2*end - 2 }
func stateRef(id int32) ref   { return ref(2 * id) }
func nodeRef(at int) ref      { return ref(-ends - 1 - at) }
func (r ref) isNode() bool    { return r < -ends }
func (r ref) node() int       { return int(-ends - 1 - r) }
func (r ref) isState() bool   { return r >= 0 }
func (r ref) state() int32    { return int32(r >> 1) } // of a state
func (r ref) end() ref        { return (-r - 1) / 2 }
func (r ref) nextRound() bool { return r&1 == 1 }

// A node is a die or a choice. Its kind is the side that chooses.
type node struct {
	side        engine.Side // Luck for a die
	first, last int32       // arcs
}

type arc struct {
	chance float64
	to     ref
}

// reset begins the graph again.
func (g *graph) reset() {
	g.space.Reset(1)
	g.states, g.nodes, g.arcs = append(g.states[:0], state{}), g.nodes[:0], g.arcs[:0]
	g.open, g.noise, g.guess = append(g.open[:0], start), 0, nil
	g.aims, g.explored, g.settled, g.sorted, g.ages, g.rounds, g.final = []int32{start}, 0, [2]int{}, [2]int{}, nil, nil, nil
	g.walk.Scripts = &engine.Allowance{Left: g.ScriptSteps()}
	if g.here {
		g.states[start].root, g.open, g.aims = endRef(unknown), nil, nil
	}
}

func (g *graph) explore(ctx context.Context, progress func(states int, gap float64)) error {
	for {
		g.reset()
		err := g.exploreAll(ctx, g.States, progress)
		if errors.Is(err, odds.ErrHidden) {
			return &Unsolvable{"here " + odds.ErrHidden.Error()}
		}
		if err != explore.ErrAgain {
			return err
		}
	}
}

// exploreAll explores until the values of all states in aims are known, or nothing is open.
// Most is the maximum number of states.
func (g *graph) exploreAll(ctx context.Context, most int, progress func(states int, gap float64)) error {
	gap, settled := 1.0, 0
	greatest := func(of func(id int32) Value) { // the gap of the values in aims
		gap = 0
		for _, id := range g.aims {
			gap = max(gap, of(id).Gap())
		}
	}
	for next := max(g.explored, firstBatch); len(g.open) > 0; {
		if len(g.states) > most {
			return g.space.TooLarge(most, -1)
		}
		if g.explored%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if g.explored%64 == 0 && progress != nil {
			progress(len(g.states), gap)
		}
		if g.explored >= next {
			if err := g.improve(ctx); err != nil {
				return err
			}
			greatest(func(id int32) Value { return g.guess[id] })
			worth := g.weigh(ctx)
			if worth == 0 || gap <= g.within() || g.explored > 4*settled {
				if err := g.settle(ctx); err != nil {
					return err
				}
				settled = g.explored
				g.guess = append(g.guess[:0], g.rounds[g.horizon()]...)
				for i := range g.ages {
					g.ages[i] = int32(g.horizon())
				}
				if greatest(func(id int32) Value { return g.bounds(id, g.limit) }); gap <= g.within() {
					return nil
				}
				worth = g.weigh(ctx)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			next = g.explored + max(worth, g.explored/fewest, 1)
		}
		id := g.open[0]
		g.open = g.open[1:]
		if err := g.expand(id, most); err != nil {
			g.open = append(g.open, id)
			return err
		}
		g.explored++
	}
	return nil
}

// within returns the gap at which a value is known well enough: one of 1e-9 is as good as
// none.
func (g *graph) within() float64 { return max(g.Within, 1e-9) }

// The first firstBatch states are explored in the order in which they were found. After
// that come the states that matter most. Each batch is at most a part 1/batch of the
// explored states and, if fewer matter, at least a part 1/fewest, because all values are
// computed anew each time.
const (
	firstBatch = 100
	batch      = 2
	fewest     = 8
)

// improve brings the approximate values nearer to what is known now. They are the values of
// an endless battle, near enough to decide what to explore.
func (g *graph) improve(ctx context.Context) error {
	const passes = 3
	if err := g.sort(); err != nil {
		return err
	}
	for len(g.guess) < len(g.states) {
		g.guess, g.ages = append(g.guess, payoff[unknown]), append(g.ages, 0)
	}
	for range passes {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, id := range g.order {
			if g.space.Waiting(id) != nil || g.guess[id].Gap() == 0 { // nothing can change it
				continue
			}
			g.guess[id] = g.evaluate(id, g.guess, g.guess, g.limit+1)
			g.ages[id] = g.ageOf(id)
		}
	}
	return nil
}

// ageOf returns the age of a state's new guess, from the ages of its targets' guesses. They
// may be of the same pass, so one pass can add many rounds.
func (g *graph) ageOf(id int32) (age int32) {
	for r := range g.leads(id) {
		switch {
		case r.isState() && r.nextRound():
			age = max(age, g.ages[r.state()]+1)
		case r.isState():
			age = max(age, g.ages[r.state()])
		case r.nextRound(): // out of time with 1 round left
			age = max(age, 2)
		}
	}
	return min(age, int32(g.limit)+1)
}

// weigh sorts the open states so that those that matter most for the values in aims, a part
// of all, come first, and returns their number. It follows both sides from the aims: each
// usually takes the option that promises it most, and sometimes another one that may be
// better. It stops where a value is known.
func (g *graph) weigh(ctx context.Context) int {
	most := max(g.explored/batch, firstBatch)
	values := g.guess
	now, later := make([]float64, len(g.states)), make([]float64, len(g.states))
	weight := make([]float64, len(g.states))
	var at []float64 // by node of a tree
	passed := true   // whether any state of the next round has weight
	pass := func(r ref, p float64) {
		switch {
		case r.isNode():
			at[r.node()] += p
		case r.isState() && r.nextRound():
			later[r.state()] += p
			passed = true
		case r.isState():
			now[r.state()] += p
		}
	}
	for _, id := range g.aims {
		now[id] = 1
	}
	for round := 0; passed && round < roundsWeighed && ctx.Err() == nil; round++ {
		passed = false
		for i := len(g.order) - 1; i >= 0; i-- {
			id := g.order[i]
			p := now[id]
			now[id] = 0
			s := &g.states[id]
			if p < negligible || values[id].Gap() <= g.within() {
				continue
			}
			if g.space.Waiting(id) != nil {
				weight[id] += p
				continue
			}
			g.evaluate(id, values, values, g.limit+1)
			at = append(at[:0], make([]float64, len(g.row))...)
			pass(s.root, p)
			for i := len(at) - 1; i >= 0; i-- {
				n := &g.nodes[int(s.first)+i]
				g.share(n, at[i], values, pass)
			}
		}
		now, later = later, now
	}
	matter, others := make([]int32, 0, len(g.open)), []int32(nil)
	for _, id := range g.open {
		if weight[id] > 0 {
			matter = append(matter, id)
		} else {
			others = append(others, id)
		}
	}
	slices.SortStableFunc(matter, func(a, b int32) int { return cmp.Compare(weight[b], weight[a]) })
	g.open = append(matter, others...)
	return min(len(matter), most)
}

const (
	roundsWeighed = 50
	negligible    = 1e-12
)

// share passes the weight of a node on to its targets.
func (g *graph) share(n *node, p float64, values []Value, pass func(ref, float64)) {
	if p < negligible {
		return
	}
	arcs := g.arcs[n.first:n.last]
	if n.side == engine.Luck {
		for _, a := range arcs {
			pass(a.to, p*a.chance)
		}
		return
	}
	of := func(r ref) Value {
		switch {
		case r.isNode():
			return g.row[r.node()].For(n.side)
		case r.isState():
			return values[r.state()].For(n.side)
		}
		return payoff[r.end()].For(n.side)
	}
	sure := 0.0
	for _, a := range arcs {
		sure = max(sure, of(a.to).Low)
	}
	best, promised, others := arcs[0].to, -1.0, -1
	for _, a := range arcs {
		v := of(a.to)
		if v.High > sure {
			others++
		}
		if v.High > promised {
			best, promised = a.to, v.High
		}
	}
	const most = 0.8
	if others <= 0 {
		pass(best, p)
		return
	}
	pass(best, most*p)
	for _, a := range arcs {
		if a.to != best && of(a.to).High > sure {
			pass(a.to, (1-most)*p/float64(others))
		}
	}
}

// expand finds the targets of a state.
func (g *graph) expand(id int32, states int) error {
	var from engine.Battle
	if w := g.space.Waiting(id); w != nil {
		from = w.Battle
		g.earliest, g.latest = min(cmp.Or(g.earliest, from.Round()), from.Round()), max(g.latest, from.Round())
	}
	most := cmp.Or(g.Ways, 100*states)
	g.walk.Ways = max(most-g.space.Ways, 1)
	root, err := g.grow(from)
	g.space.Ways += g.walk.Walked()
	if err != nil {
		return g.space.Explain(err, most, len(g.states), id)
	}
	if !g.space.Timed && (g.space.Scratch.Timed() || from != nil && from.Round() == g.limit) {
		g.space.Timed = true
		return explore.ErrAgain
	}
	g.tree.emit(g, id, root)
	if from == nil {
		return nil
	}
	return g.space.Done(id)
}

// grow grows the tree of the next step of a battle, and returns its root.
func (g *graph) grow(from engine.Battle) (root ref, err error) {
	g.tree.clear(1)
	if from != nil {
		g.tree.clear(from.Round())
	}
	return g.grower.grow(g.walk, func() { g.space.Step(from) })
}

// leaf returns the end of a path.
func (g *graph) leaf(cut bool) (ref, error) {
	scratch := g.space.Scratch
	if g.limit == 0 { // the battle knows its limit once it has begun
		g.limit, g.timeUp = cmp.Or(scratch.RoundLimit(), Endless), endOf(scratch.TimeUp())
	}
	if cut {
		return endRef(unknown), nil
	}
	rounds := scratch.Round() - g.tree.round
	if g.space.Timed {
		if scratch.Round() > g.limit {
			return endRef(g.timeUp), nil
		}
		rounds = 0
	}
	if scratch.Over() {
		return endRef(endOf(scratch.Winner())).later(rounds), nil
	}
	if g.checking {
		if id := g.space.Known(); id != explore.Unknown {
			return stateRef(id).later(rounds), nil
		}
		return endRef(unknown), nil
	}
	id, known := g.find()
	if known && !g.here {
		g.space.Sample(id)
	}
	return stateRef(id).later(rounds), g.space.Full(cmp.Or(g.Bytes, max(leastBytes, 512*g.States)))
}

// find returns the number of the scratch battle's present state, and whether it was known.
func (g *graph) find() (id int32, known bool) {
	if id, known = g.space.Find(); !known {
		s := state{root: endRef(unknown)}
		if g.Estimate != nil {
			s.estimate = g.Estimate(g.space.Scratch)
		}
		g.states, g.open = append(g.states, s), append(g.open, id)
	}
	return id, known
}

// refine continues to explore until the values of states are known, or too many more are
// found.
func (g *graph) refine(ctx context.Context, states []int32) error {
	g.aims = states
	g.walk.Scripts, g.walk.Stop = g.scripts(), ctx.Err
	most := len(g.states) + refined
	if g.here {
		most = g.States
	}
	err := g.exploreAll(ctx, most, nil)
	if err == explore.ErrAgain { // from now on the round is part of a state
		if g.here {
			g.reset()
			return nil
		}
		err = g.explore(ctx, nil)
	}
	if err != nil && !errors.As(err, new(*explore.TooLarge)) {
		return err
	}
	return g.settle(ctx)
}

// scripts returns the allowance of scripts for further exploration: a game from [Here] has
// one for all its questions.
func (g *graph) scripts() *engine.Allowance {
	if g.allowed == nil || !g.here {
		g.allowed = &engine.Allowance{Left: cmp.Or(g.Steps, explore.FirstSteps)}
	}
	return g.allowed
}

// refined is the maximum number of further states to find for a question about a position
// whose value was not needed before.
const refined = 50_000

// leastBytes is the minimum for the size of all unexplored states.
const leastBytes = 256e6
