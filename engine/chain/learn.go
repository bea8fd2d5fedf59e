package chain

import (
	"errors"
	"slices"
	"sync/atomic"

	"houserule/engine"
)

// A learner plays battles by the rules where the graph of a walk ends, and adds to the graph
// what is missing. It answers the table in place of the dice and of the players. It begins
// at the last checkpoint on the path of the walk, or at the beginning of the battle. Up to
// the end of the path it repeats the walk's faces and the answers noted with its arcs. Then
// it plays until the battle reaches a known state, or ends.
type learner struct {
	chain  *Chain
	source *Source
	dice   *engine.Dice // in the state of the walk's dice at the end of its path
	seats  []engine.Oracle
	sight  int // the round from which players see the limit
	ledger *Ledger
	number []int32 // the chain's counters, by the ledger's
	saved  checkpoints

	entries, note, last []entry // buffers

	graph   *graph
	path    []passed // the rest of the walk's path
	arc     uint32   // the arc taken last
	on      bool     // the target of the arc is known
	given   []int    // if on: the rest of the answers noted with the arc
	answers []int    // if not on: the answers since the last node
	marks   []mark   // if not on: the states since the last node
	round   int      // the walk's round
	own     int      // the battle's round, which differs after a checkpoint of another round
	spent   int      // steps of scripts up to the last node
	lost    bool     // the rest of the battle is not learned
	again   bool     // the battle has to be played from its beginning
	err     error
	found   int // number of new nodes
}

// A mark is a state between two nodes, with the entries and answers before it.
type mark struct {
	key              engine.Key
	entries, answers int
}

// errDiverged is the error of a battle that is no function of its state.
var errDiverged = errors.New("the battle goes another way from the same position: a player, a script or the key of the position is wrong; --direct plays every battle by the rules")

func newLearner(w *Walker) *learner {
	l := &learner{chain: w.chain, source: w.source, dice: w.dice.Clone(), sight: w.sight, ledger: w.source.Ledger}
	if l.ledger == nil {
		l.ledger = NewLedger()
	}
	l.saved.most = w.chain.checkpoints
	for _, p := range w.source.Players {
		l.seats = append(l.seats, engine.Instead(p, func(q engine.Question) (int, error) { return l.choose(p, q) }))
	}
	return l
}

// play plays a battle to the end of a walk's path, and on until its state is known. If whole
// is true, it begins at the beginning of the battle.
func (l *learner) play(g *graph, path []passed, whole bool, stopped *atomic.Bool) {
	s := l.source
	s.Table.Seat(l, l.seats...)
	defer func() {
		s.Table.Seat(s.Dice, s.Players...)
		l.ledger.Drop()
	}()
	if g != l.graph {
		l.saved.clear()
	}
	l.graph, l.lost, l.again, l.err, l.found = g, false, false, nil, 0
	l.ledger.Begin()
	if whole || !l.resume(path) {
		l.begin(path)
	}
	for !s.Battle.Over() && s.Table.Err() == nil && !l.lost {
		if l.between(); l.on && len(l.path) == 0 {
			return
		}
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

// begin begins the battle at its beginning.
func (l *learner) begin(path []passed) {
	l.path, l.round, l.own, l.spent = path[1:], 0, 0, 0
	l.arc = path[0].arc
	l.chain.mu.Lock()
	l.open()
	l.chain.mu.Unlock()
	l.source.Battle.Begin(l.source.Table)
}

// resume continues from the last checkpoint on a path, and reports whether there is one.
func (l *learner) resume(path []passed) bool {
	a := l.graph.arrays.Load()
	for at := len(path) - 2; at >= 0; at-- {
		from := l.saved.at(a.to[path[at].arc].Load())
		if from == nil {
			continue
		}
		b := l.source.Battle
		b.CopyFrom(from.battle)
		l.path, l.round, l.own = path[at+1:], 0, b.Round()
		for _, p := range path[:at] {
			if a.nodes[a.to[p.arc].Load()].kind == round {
				l.round++
			}
		}
		l.arc, l.on, l.given = path[at].arc, true, from.given
		l.marks, l.answers = l.marks[:0], l.answers[:0]
		l.spent = 0
		if s := l.source; s.Spent != nil {
			l.spent, _ = s.Spent()
		}
		return true
	}
	return false
}

// choose answers for a player: with the noted answer, or else with the player's own.
func (l *learner) choose(p engine.Oracle, q engine.Question) (int, error) {
	if l.on && !l.lost {
		if len(l.given) == 0 {
			return 0, l.diverge()
		}
		answer := l.given[0]
		l.given = l.given[1:]
		return answer, nil
	}
	answer, err := p.Answer(q)
	l.answers = append(l.answers, answer)
	return answer, err
}

// Answer rolls a die of the table or of a stream.
func (l *learner) Answer(q engine.Question) (int, error) {
	n := node{sides: q.Sides, kind: roll}
	switch {
	case q.Side != engine.Luck:
		n.kind, n.which = stream, uint16(engine.Stream(0)-q.Side)
	case q.Need > 1 && q.Need <= q.Sides:
		n.kind, n.need = reach, q.Need
	case q.Need != 0:
		n.kind, n.need = reach, q.Sides+1
	}
	return l.pass(n), l.err
}

// Pool rolls several dice, and returns the lowest or the highest of them.
func (l *learner) Pool(sides, dice, _ int, lowest bool) (int, error) {
	n := node{sides: int32(sides), kind: pool, which: uint16(dice << 1)}
	if lowest {
		n.which++
	}
	if dice > 1<<14 {
		l.lost = true
	}
	return l.pass(n), l.err
}

// mostSides is the maximum number of sides of a die in the chain.
const mostSides = 1 << 12

// pass passes the node of a die and returns the face.
func (l *learner) pass(n node) (face int) {
	l.chain.mu.Lock()
	defer l.chain.mu.Unlock()
	if n.sides > mostSides {
		l.lost = true
	}
	l.turn()
	l.pay()
	switch {
	case l.lost:
		return 1 // any face: the battle is played again
	case len(l.path) > 0:
		face = l.path[0].face
	default:
		face = n.rolled(l.dice)
	}
	l.take(n, face)
	return face
}

// pay records the number of steps that scripts have taken since the last call.
func (l *learner) pay() {
	if l.source.Spent == nil {
		return
	}
	spent, most := l.source.Spent()
	if l.graph.costly.Load() < int64(spent-l.spent) {
		l.graph.costly.Store(int64(spent - l.spent))
	}
	l.graph.most.Store(int64(most))
	l.spent = spent
}

// turn passes the nodes of the rounds that have begun.
func (l *learner) turn() {
	for now := l.source.Battle.Round(); l.own < now && !l.lost; {
		l.own++
		l.round++
		switch {
		case l.own != l.round && max(l.own, l.round) >= l.sight:
			l.again, l.lost = true, true // one of them is at the limit
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

// take passes a node, and takes the arc of a face.
func (l *learner) take(n node, face int) {
	if l.lost {
		return
	}
	at := l.graph.arrays.Load().to[l.arc].Load()
	if at == 0 {
		l.found++
		if at = l.add(n); at == 0 {
			l.lost = true
			return
		}
	}
	n.first = l.graph.arrays.Load().nodes[at].first
	if l.graph.arrays.Load().nodes[at] != n || l.on && len(l.given) > 0 {
		l.diverge()
		return
	}
	least, most := n.class(face)
	if n.kind != round {
		l.ledger.behind = l.ledger.behind || l.ledger.wide
		l.ledger.wide = least < most
	}
	l.arc = n.arc(face)
	if len(l.path) > 0 {
		if l.path[0].arc != l.arc {
			l.diverge()
			return
		}
		l.path = l.path[1:]
	}
	l.open()
	if least < most {
		l.ledger.least, l.ledger.most = least, most
	}
}

// open begins an arc.
func (l *learner) open() {
	a := l.graph.arrays.Load()
	l.ledger.Drop()
	l.answers, l.marks = l.answers[:0], l.marks[:0]
	if l.on = a.to[l.arc].Load() != 0; l.on {
		l.given = l.graph.given.all[a.list[l.arc]]
	}
}

// between is called between two steps. If the state is known, the battle continues on known
// arcs.
func (l *learner) between() {
	l.chain.mu.Lock()
	defer l.chain.mu.Unlock()
	l.ledger.Rolled()
	switch l.turn(); {
	case l.lost:
		return
	case l.on:
		if len(l.path) > 0 && !l.ledger.awaits {
			l.saved.put(l.graph.arrays.Load().to[l.arc].Load(), l.source.Battle, l.given)
		}
		return
	}
	key := l.graph.keyOf(l.source.Battle)
	s, ok := l.graph.states[key]
	switch {
	case !ok:
		l.marks = append(l.marks, mark{key, len(l.ledger.entries), len(l.answers)})
	case l.sound():
		l.pay()
		l.link(s)
		l.on, l.given = true, l.graph.given.all[s.list]
	default:
		l.lost = true
	}
}

// finish passes the node of the end.
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
			l.diverge()
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

// diverge records that the battle differs from the graph.
func (l *learner) diverge() error {
	l.lost, l.err = true, errDiverged
	return errDiverged
}

// sound reports whether the battle so far can be learned.
func (l *learner) sound() bool {
	s := l.source
	if !l.graph.timed && (s.Battle.Timed() || Ahead(s.Players) == Always) {
		l.chain.void(l.graph)
	}
	return l.chain.graph.Load() == l.graph && !l.ledger.blurred && s.Table.Err() == nil && (s.Astray == nil || !s.Astray())
}

// add makes a new node the target of the arc taken last, and returns its number, or 0 if the
// battle cannot be learned or there is no room.
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

// link makes the node of a state the target of the arc taken last. It notes the entries and
// answers since the arc and those of the state, and adds the states passed since the arc.
func (l *learner) link(s state) {
	g := l.graph
	a := g.arrays.Load()
	l.entries = append(l.numbered(), g.notes.all[s.note]...)
	entries := l.entries
	answers := append(l.answers, g.given.all[s.list]...)
	if a.to[l.arc].Load() == 0 {
		a.note[l.arc], a.faces[l.arc] = l.notesOf(entries)
		a.list[l.arc] = g.given.number(answers)
		a.to[l.arc].Store(s.node)
	}
	for _, m := range l.marks {
		g.states[m.key] = state{s.node, l.noteOf(entries[m.entries:], 0), g.given.number(answers[m.answers:])}
	}
}

// notesOf returns the note of the arc taken last if all faces that lead there have the same
// note. Otherwise it adds their notes to graph.faces and returns the index for arrays.faces.
func (l *learner) notesOf(entries []entry) (note, faces uint32) {
	g, least, most := l.graph, l.ledger.least, l.ledger.most
	note = l.noteOf(entries, least)
	if !slices.ContainsFunc(entries, func(e entry) bool { return e.face != 0 }) {
		return note, 0
	}
	at := len(g.faces)
	for face, n := least, note; face <= most; face++ {
		l.last = append(l.last[:0], l.note...)
		if l.note = sorted(l.note[:0], entries, face); !slices.Equal(l.note, l.last) {
			n = g.notes.number(l.note)
		}
		g.faces = append(g.faces, n)
	}
	if alike := g.faces[at:]; !slices.ContainsFunc(alike, func(n uint32) bool { return n != note }) {
		g.faces = g.faces[:at]
		return note, 0
	}
	return 0, uint32(at - least)
}

// noteOf returns the number of the note of the entries that count under a face.
func (l *learner) noteOf(entries []entry, face int) uint32 {
	l.note = sorted(l.note[:0], entries, face)
	return l.graph.notes.number(l.note)
}

// numbered returns the ledger's entries with the counters of the chain. The result is valid
// until the next call.
func (l *learner) numbered() []entry {
	entries := append(l.entries[:0], l.ledger.entries...)
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
