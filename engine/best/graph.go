package best

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"houserule/engine"
	"houserule/engine/odds"
)

// A graph is the known part of a game's states. State 0 is the start, before the battle
// begins; its step is the battle's setup.
type graph struct {
	odds.Budget
	// Estimate, if not nil, estimates the value of a battle: see [Game.Likely]. If it is set and
	// too many states are found, no bounds of values are computed.
	Estimate func(engine.Battle) float64

	walk     *odds.Walk
	scratch  engine.Battle
	keyer    engine.Keyer
	sizer    odds.Sizer
	limit    int  // the round limit
	timeUp   ref  // the end at the limit
	timed    bool // whether the round is part of a state
	apart    bool // whether states differ in which of like units is which: see [Reply]
	here     bool // whether the start is left out: see [Here]
	allowed  *engine.Allowance
	index    map[engine.Key]int32
	states   []state
	nodes    []node // the nodes of the states' trees, each after its targets
	arcs     []arc
	guess    []Value // by state: its approximate value
	ages     []int32 // by state: its guess bounds the values with at least that many rounds left
	aims     []int32 // the states whose values are wanted
	vain     bool    // Best has explored as much as it may
	explored int
	earliest int     // the least round of any explored state, 0 for none
	latest   int     // the greatest such round
	open     []int32 // states that have not been explored, in the order in which they were found
	bytes    int     // size of their battles
	ways     int     // number of paths played
	grower   grower[ref]
	pieces   grower[Value]
	tree     tree
	free     []engine.Battle

	values
}

const start = 0

// A state is explored if it has no battle. The nodes of its tree are from first to last;
// root is the last of them, or the only state or end to which the step leads.
type state struct {
	root        ref
	first, last int32
	battle      engine.Battle
	bytes       int
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
	g.index, g.states, g.nodes, g.arcs = map[engine.Key]int32{}, append(g.states[:0], state{}), g.nodes[:0], g.arcs[:0]
	g.open, g.bytes, g.ways, g.noise, g.guess = append(g.open[:0], start), 0, 0, 0, nil
	g.aims, g.explored, g.settled, g.sorted, g.ages, g.rounds, g.final = []int32{start}, 0, [2]int{}, [2]int{}, nil, nil, nil
	g.walk.Scripts = &engine.Allowance{Left: g.ScriptSteps()}
	if g.here {
		g.states[start].root, g.open, g.aims = endRef(unknown), nil, nil
	}
}

// errAgain is the error of explore if its results are void.
var errAgain = errors.New("explore the battle again")

func (g *graph) explore(ctx context.Context, progress func(states int, gap float64)) error {
	for {
		g.reset()
		err := g.exploreAll(ctx, g.States, progress)
		if errors.Is(err, odds.ErrHidden) {
			return &Unsolvable{"here " + odds.ErrHidden.Error()}
		}
		if err != errAgain {
			return err
		}
		g.timed = true
	}
}

// exploreAll explores until the values of all states in aims are known, or nothing is open.
// Most is the maximum number of states.
func (g *graph) exploreAll(ctx context.Context, most int, progress func(states int, gap float64)) error {
	gap, settled := 1.0, 0
	for next := g.explored + g.fresh(); len(g.open) > 0; {
		if len(g.states) > most {
			return g.tooLarge(most)
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
			gap = 0
			for _, id := range g.aims {
				gap = max(gap, g.guess[id].Gap())
			}
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
				if gap = g.gap(); gap <= g.within() {
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

// fresh returns the number of states that are still to be explored in the order in which
// they were found: the first ones of a graph.
func (g *graph) fresh() int { return max(0, firstBatch-g.explored) }

// gap returns the greatest gap of the values in aims, as they were last settled.
func (g *graph) gap() float64 {
	gap := 0.0
	for _, id := range g.aims {
		gap = max(gap, g.bounds(id, g.limit).Gap())
	}
	return gap
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
			if g.states[id].battle != nil || g.guess[id].Gap() == 0 { // nothing can change it
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
			if s.battle != nil {
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

func (g *graph) tooLarge(most int) *odds.TooLarge {
	e := &odds.TooLarge{States: most, Open: len(g.open)}
	for _, id := range g.open {
		if b := g.states[id].battle; b != nil && (e.Round == 0 || b.Round() < e.Round) {
			e.Round = b.Round()
		}
	}
	return e
}

// expand finds the targets of a state.
func (g *graph) expand(id int32, states int) error {
	from := g.states[id].battle
	most := cmp.Or(g.Ways, 100*states)
	g.walk.Ways = max(most-g.ways, 1)
	play := func() { g.scratch.Begin(g.walk.Table) }
	g.tree.round = 1
	if from != nil {
		g.tree.round = from.Round()
		g.earliest, g.latest = min(cmp.Or(g.earliest, from.Round()), from.Round()), max(g.latest, from.Round())
		play = func() {
			g.scratch.CopyFrom(from)
			g.scratch.Step()
		}
	}
	g.tree.clear()
	root, err := g.grower.grow(g.walk, play)
	g.ways += g.walk.Walked()
	if large := new(odds.TooLarge); errors.As(err, &large) && large.States == 0 {
		e := g.tooLarge(0)
		e.Ways, e.States, e.Script = most, len(g.states), large.Script
		return e
	}
	if err != nil {
		return err
	}
	if !g.timed && (g.scratch.Timed() || from != nil && from.Round() == g.limit) {
		return errAgain
	}
	s := &g.states[id]
	s.first = int32(len(g.nodes))
	s.root = g.tree.emit(g, root)
	s.last = int32(len(g.nodes))
	if from != nil {
		g.bytes -= s.bytes
		s.battle = nil
		if s.bytes <= spareBytes {
			g.free = append(g.free, from)
		}
	}
	return nil
}

// leaf returns the end of a path.
func (g *graph) leaf(cut bool) (ref, error) {
	if g.limit == 0 { // the battle knows its limit once it has begun
		g.limit, g.timeUp = cmp.Or(g.scratch.RoundLimit(), Endless), endOf(g.scratch.TimeUp())
	}
	if cut {
		return endRef(unknown), nil
	}
	rounds := g.scratch.Round() - g.tree.round
	if g.timed {
		if g.scratch.Round() > g.limit {
			return endRef(g.timeUp), nil
		}
		rounds = 0
	}
	if g.scratch.Over() {
		return endRef(endOf(g.scratch.Winner())).later(rounds), nil
	}
	id := g.found()
	if most := cmp.Or(g.Bytes, max(leastBytes, 512*g.States)); g.bytes > most {
		e := g.tooLarge(0)
		e.Bytes, e.States = most, len(g.states)
		return 0, e
	}
	return stateRef(id).later(rounds), nil
}

// found returns the number of the scratch battle's present state.
func (g *graph) found() int32 {
	key := g.keyOf(g.scratch)
	id, ok := g.index[key]
	if !ok {
		id = int32(len(g.states))
		g.index[key] = id
		g.states = append(g.states, state{})
		if g.Estimate != nil {
			g.states[id].estimate = g.Estimate(g.scratch)
		}
		g.open = append(g.open, id)
		g.keep(id)
	} else if b := g.states[id].battle; b != nil && g.scratch.Round() < b.Round() {
		g.keep(id)
	}
	return id
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
	if err == errAgain { // from now on the round is part of a state
		g.timed = true
		if g.here {
			g.reset()
			return nil
		}
		err = g.explore(ctx, nil)
	}
	if err != nil && (g.Estimate != nil || !errors.As(err, new(*odds.TooLarge))) {
		return err
	}
	return g.settle(ctx)
}

// scripts returns the allowance of scripts for further exploration: a game from [Here] has
// one for all its questions.
func (g *graph) scripts() *engine.Allowance {
	if g.allowed == nil || !g.here {
		g.allowed = &engine.Allowance{Left: cmp.Or(g.Steps, odds.FirstSteps)}
	}
	return g.allowed
}

// refined is the maximum number of further states to find for a question about a position
// whose value was not needed before.
const refined = 50_000

// The battle of an explored state is reused for another state unless it takes more than
// spareBytes, because the other state may need less. The unexplored states may always take
// leastBytes.
const (
	spareBytes = 8192
	leastBytes = 256e6
)

// keep makes the battle of an open state a copy of the scratch battle.
func (g *graph) keep(id int32) {
	s := &g.states[id]
	if n := len(g.free); s.battle == nil && n > 0 {
		s.battle, g.free = g.free[n-1], g.free[:n-1]
	} else if s.battle == nil {
		s.battle = g.scratch.Fresh()
	}
	g.bytes -= s.bytes
	s.battle.CopyFrom(g.scratch)
	s.bytes = g.sizer.Size(s.battle)
	g.bytes += s.bytes
}

func (g *graph) keyOf(b engine.Battle) engine.Key {
	when := 0
	if g.timed {
		when = b.Round()
	}
	if g.apart {
		return g.keyer.Key(b, when)
	}
	return g.keyer.Class(b, when)
}

// A tree is the tree of the state that is being explored. Its nodes are joined from the
// leaves up. A node that equals an existing one is not added.
type tree struct {
	round  int
	nodes  []node
	arcs   []arc
	noise  []float64 // by node: a bound of the error of its value
	known  map[uint64][]int32
	places []int32 // by node: its index in the graph's list, from 1
	ways   []way
}

// A way is an arc whose probability still counts its roundings.
type way struct {
	chance odds.Number
	to     ref
}

func (t *tree) clear() {
	t.nodes, t.arcs, t.noise = t.nodes[:0], t.arcs[:0], t.noise[:0]
	if t.known == nil {
		t.known = map[uint64][]int32{}
	}
	clear(t.known)
}

// unit is the maximum relative error of a rounding.
const unit = 1.0 / (1 << 53)

// join adds a node. Nodes of the same kind under it become part of it, and ways to the same
// target become one.
func (t *tree) join(side engine.Side, branches []branch[ref]) ref {
	side = max(side, engine.Luck)
	t.ways = t.ways[:0]
	below := 0.0
	for _, b := range branches {
		if b.to.isNode() {
			n := &t.nodes[b.to.node()]
			below = max(below, t.noise[b.to.node()])
			if n.side == side {
				for _, a := range t.arcs[n.first:n.last] {
					t.add(side, b.chance.Times(odds.Number{Value: a.chance}), a.to)
				}
				continue
			}
		}
		t.add(side, b.chance, b.to)
	}
	if w := t.ways[0]; len(t.ways) == 1 && (side != engine.Luck || w.chance.Value == 1) {
		return w.to
	}
	return t.node(side, below)
}

func (t *tree) add(side engine.Side, chance odds.Number, to ref) {
	for i := range t.ways {
		if w := &t.ways[i]; w.to == to {
			if side == engine.Luck {
				w.chance = w.chance.Plus(chance)
			}
			return
		}
	}
	t.ways = append(t.ways, way{chance, to})
}

// node returns a node with the present ways.
func (t *tree) node(side engine.Side, below float64) ref {
	first, hash, noise := len(t.arcs), uint64(side)+14695981039346656037, 0.0
	for _, w := range t.ways {
		t.arcs = append(t.arcs, arc{w.chance.Value, w.to})
		hash = (hash ^ uint64(uint32(w.to))) * 1099511628211
		noise += w.chance.Error() + unit
	}
	n := node{side, int32(first), int32(len(t.arcs))}
	for _, at := range t.known[hash] {
		have := t.nodes[at]
		if have.side == side && slices.Equal(t.arcs[have.first:have.last], t.arcs[first:]) {
			t.arcs = t.arcs[:first]
			return nodeRef(int(at))
		}
	}
	if side != engine.Luck {
		noise = 0
	}
	t.known[hash] = append(t.known[hash], int32(len(t.nodes)))
	t.nodes, t.noise = append(t.nodes, n), append(t.noise, below+noise+unit)
	return nodeRef(len(t.nodes) - 1)
}

// emit adds the nodes that can be reached from a root to the graph, and returns the root's
// ref in the graph.
func (t *tree) emit(g *graph, root ref) ref {
	if !root.isNode() {
		return root
	}
	g.noise = max(g.noise, t.noise[root.node()])
	t.places = append(t.places[:0], make([]int32, len(t.nodes))...)
	base := len(g.nodes)
	for i := root.node(); i >= 0; i-- { // mark reached nodes, which come before it
		if i != root.node() && t.places[i] == 0 {
			continue
		}
		t.places[i] = -1
		for _, a := range t.arcs[t.nodes[i].first:t.nodes[i].last] {
			if a.to.isNode() {
				t.places[a.to.node()] = -1
			}
		}
	}
	for i, n := range t.nodes {
		if t.places[i] == 0 {
			continue
		}
		first := len(g.arcs)
		for _, a := range t.arcs[n.first:n.last] {
			if a.to.isNode() {
				a.to = nodeRef(int(t.places[a.to.node()]))
			}
			g.arcs = append(g.arcs, a)
		}
		t.places[i] = int32(len(g.nodes) - base)
		g.nodes = append(g.nodes, node{n.side, int32(first), int32(len(g.arcs))})
	}
	return nodeRef(int(t.places[root.node()]))
}
