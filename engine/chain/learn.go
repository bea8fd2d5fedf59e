package chain

import (
	"errors"
	"slices"
	"sync/atomic"

	"houserule/engine"
)

// A learner plays battles by the rules, with seeded dice, and adds to a graph what the
// graph lacks. It sits at the table in place of the dice and the players. As long as it is
// on a known arc, it repeats the answers that the players gave there.
type learner struct {
	chain  *Chain
	source *Source
	seats  []engine.Oracle
	sight  int // the round from which players see the limit
	ledger *Ledger
	number []int32 // by the ledger's counters: the number of the chain's

	graph       *graph
	arc         uint32 // the arc taken last
	least, most uint32 // the range of arcs that lead the same way
	on          bool   // whether the arc's target is known
	given       []int  // the answers still to be repeated on the arc; if its target is unknown:
	answers     []int  // the answers since the last node
	marks       []mark // the states since the last node
	round       int
	spent       int  // steps of scripts up to the last node
	lost        bool // whether the rest of the battle is not learnt
	err         error

	known, found int // number of nodes passed, and of new ones among them
}

// A mark is a state between two nodes, with the numbers of entries and answers before it.
type mark struct {
	key              engine.Key
	entries, answers int
}

// errOther is the error of a battle that is no function of its state.
var errOther = errors.New("the battle goes another way from the same position: a player, a script or the key of the position is wrong; --direct plays every battle by the rules")

func newLearner(w *Walker) *learner {
	l := &learner{chain: w.chain, source: w.source, sight: w.sight, ledger: w.source.Ledger}
	if l.ledger == nil {
		l.ledger = NewLedger()
	}
	for _, p := range w.source.Players {
		l.seats = append(l.seats, engine.Instead(p, func(q engine.Question) (int, error) { return l.choose(p, q) }))
	}
	return l
}

// play plays the battle of a seed until it is over or cannot be learnt.
func (l *learner) play(g *graph, seed uint64, stopped *atomic.Bool) {
	s := l.source
	s.Dice.Reseed(seed)
	s.Table.Seat(l, l.seats...)
	defer func() {
		s.Table.Seat(s.Dice, s.Players...)
		l.ledger.Drop()
	}()
	l.graph, l.round, l.spent, l.lost, l.err = g, 0, 0, false, nil
	l.ledger.Rolled()
	l.ledger.blurred = false
	l.arc, l.least, l.most = 0, 0, 0
	l.chain.mu.Lock()
	l.open()
	l.chain.mu.Unlock()
	s.Battle.Begin(s.Table)
	for !s.Battle.Over() && s.Table.Err() == nil && !l.lost {
		l.between()
		if stopped.Load() {
			l.lost = true
			return
		}
		s.Battle.Step()
	}
	if s.Table.Err() != nil {
		l.lost = true
	}
	if !l.lost {
		l.finish()
	}
}

// choose answers for a player.
func (l *learner) choose(p engine.Oracle, q engine.Question) (int, error) {
	if l.on && !l.lost {
		if len(l.given) == 0 {
			return 0, l.other()
		}
		answer := l.given[0]
		l.given = l.given[1:]
		return answer, nil
	}
	answer, err := p.Answer(q)
	l.answers = append(l.answers, answer)
	return answer, err
}

// Answer rolls a die.
func (l *learner) Answer(q engine.Question) (int, error) {
	face, err := l.source.Dice.Answer(q)
	if err != nil {
		return 0, err
	}
	n := node{sides: q.Sides, need: min(q.Need, q.Sides+1), kind: roll}
	if q.Side != engine.Luck {
		n.kind, n.which = stream, uint16(engine.Stream(0)-q.Side)
	}
	l.pass(n, face)
	return face, l.err
}

// Pool rolls several dice, one of which counts.
func (l *learner) Pool(sides, dice int, lowest bool) (int, error) {
	face := pooled(l.source.Dice, sides, dice, lowest)
	n := node{sides: int32(sides), kind: pool, which: uint16(dice << 1)}
	if lowest {
		n.which++
	}
	if dice > 1<<14 {
		l.lost = true
	}
	l.pass(n, face)
	return face, l.err
}

// mostSides is the maximum number of sides of a die in the chain.
const mostSides = 1 << 12

func (l *learner) pass(n node, face int) {
	l.chain.mu.Lock()
	defer l.chain.mu.Unlock()
	if n.sides > mostSides {
		l.lost = true
	}
	l.turn()
	l.pay()
	l.take(n, face)
}

// pay records the steps of scripts since the last node.
func (l *learner) pay() {
	if l.source.Spent == nil {
		return
	}
	spent, most := l.source.Spent()
	if l.graph.dear.Load() < int64(spent-l.spent) {
		l.graph.dear.Store(int64(spent - l.spent))
	}
	l.graph.most.Store(int64(most))
	l.spent = spent
}

// turn passes the rounds that have begun.
func (l *learner) turn() {
	for now := l.source.Battle.Round(); l.round < now && !l.lost; {
		l.round++
		switch {
		case l.round < l.sight:
			l.take(node{kind: round, sides: 2}, 1)
		case l.graph.timed || l.sight == l.source.Battle.RoundLimit():
			l.take(node{kind: round, sides: 2}, 2)
		default:
			l.chain.void(l.graph)
			l.lost = true
		}
	}
}

// take passes a node, along the arc of a face.
func (l *learner) take(n node, face int) {
	if l.lost {
		return
	}
	at := l.graph.arrays.Load().to[l.arc].Load()
	if at != 0 {
		l.known++
	} else {
		l.found++
		if at = l.add(n); at == 0 {
			l.lost = true
			return
		}
	}
	n.first = l.graph.arrays.Load().nodes[at].first
	if l.graph.arrays.Load().nodes[at] != n || l.on && len(l.given) > 0 {
		l.other()
		return
	}
	least, most := n.class(face)
	if n.kind != round {
		l.ledger.behind = l.ledger.behind || l.ledger.wide
		l.ledger.wide = least < most
	}
	l.arc, l.least, l.most = n.first+uint32(face)-1, n.first+uint32(least)-1, n.first+uint32(most)-1
	l.open()
	if least < most {
		l.ledger.least, l.ledger.most = least, most
	}
}

// class returns the range of faces that lead the same way as a face.
func (n *node) class(face int) (least, most int) {
	switch need := int(n.need); {
	case need == 0:
		return face, face
	case face < need:
		return 1, min(need-1, int(n.sides))
	default:
		return max(need, 1), int(n.sides)
	}
}

// open begins an arc.
func (l *learner) open() {
	a := l.graph.arrays.Load()
	l.ledger.Drop()
	l.answers, l.marks = l.answers[:0], l.marks[:0]
	if l.on = a.to[l.arc].Load() != 0; l.on {
		l.given = l.graph.answers(a.list[l.arc])
	}
}

// between is called between two steps. If the state is known, the learner is on a known arc
// again.
func (l *learner) between() {
	l.chain.mu.Lock()
	defer l.chain.mu.Unlock()
	l.ledger.Rolled()
	if l.turn(); l.on || l.lost {
		return
	}
	key := l.graph.keyOf(l.source.Battle)
	s, ok := l.graph.states[key]
	switch {
	case !ok:
		l.marks = append(l.marks, mark{key, len(l.ledger.entries), len(l.answers)})
	case l.sound():
		l.link(s)
		l.on, l.given = true, l.graph.answers(s.list)
	default:
		l.lost = true
	}
}

// finish passes the end.
func (l *learner) finish() {
	s := l.source
	if s.End != nil {
		s.End()
	}
	e := End{Winner: s.Battle.Winner()}
	if s.Value {
		for side := range engine.Side(s.Battle.Seats()) {
			e.Value[side] = s.Battle.Value(side)
		}
	}
	l.chain.mu.Lock()
	defer l.chain.mu.Unlock()
	l.turn()
	l.pay()
	a := l.graph.arrays.Load()
	switch at := a.to[l.arc].Load(); {
	case l.lost:
	case at != 0:
		if n := a.nodes[at]; n.kind != end || a.ends[n.sides] != e {
			l.other()
		}
	case !l.sound():
		l.lost = true
	default:
		if at := l.chain.end(l.graph, e); at != 0 {
			l.link(state{node: at})
		} else {
			l.lost = true
		}
	}
}

// other records that the battle does not go as the graph says.
func (l *learner) other() error {
	l.lost, l.err = true, errOther
	return errOther
}

// sound reports whether the battle so far can be learnt.
func (l *learner) sound() bool {
	s := l.source
	if !l.graph.timed && (s.Battle.Timed() || Ahead(s.Players) == Always) {
		l.chain.void(l.graph)
	}
	return l.chain.graph.Load() == l.graph && !l.ledger.blurred && s.Table.Err() == nil && (s.Astray == nil || !s.Astray())
}

// add makes a node the target of the arc taken last, and returns its number, or 0 if that
// is not possible.
func (l *learner) add(n node) uint32 {
	if !l.sound() {
		return 0
	}
	at := l.chain.add(l.graph, n)
	if at != 0 {
		l.link(state{node: at})
	}
	return at
}

// link makes a node the target of the arcs taken last. Its note and answers are those since
// then, followed by the state's. It also adds the states on the way.
func (l *learner) link(s state) {
	g := l.graph
	a := g.arrays.Load()
	entries := append(l.numbered(), g.notes[s.note]...)
	answers := append(l.answers, g.answers(s.list)...)
	if a.to[l.arc].Load() == 0 {
		list := g.listOf(answers)
		for arc := l.least; arc <= l.most; arc++ {
			face := 0
			if l.ledger.most > 0 {
				face = l.ledger.least + int(arc-l.least)
			}
			a.note[arc], a.list[arc] = g.noteOf(sorted(entries, face)), list
			a.to[arc].Store(s.node)
		}
	}
	for _, m := range l.marks {
		g.states[m.key] = state{s.node, g.noteOf(sorted(entries[m.entries:], 0)), g.listOf(answers[m.answers:])}
	}
}

// numbered returns the entries with the counters of the chain.
func (l *learner) numbered() []entry {
	entries := slices.Clone(l.ledger.entries)
	for i := range entries {
		own := int(entries[i].counter)
		for len(l.number) < own {
			c := l.ledger.counters[len(l.number)]
			l.number = append(l.number, int32(l.chain.counters.Counter(c.Table, c.Row, c.Column)))
		}
		entries[i].counter = l.number[own-1]
	}
	return entries
}
