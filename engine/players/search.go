package players

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"houserule/engine"
)

// DefaultNodes is the default for the steps of scratch battles that a search
// plays before it answers.
const DefaultNodes = 4000

// Parameters of a search, found by measuring: see TestSearchBeatsGreedy.
const (
	horizon   = 16    // rounds that it looks ahead
	glimpse   = 32    // options that are evaluated for each that is followed
	batches   = 8     // parts of the budget; after each the weights are computed anew
	widen     = 0.005 // a state is played on again before states of this part of its weight are played on
	nodeSteps = 2500  // steps of scripts that count as a node
)

// widths are the options of a choice that are followed when a state is played on for the
// first time, the second time, and so on.
var widths = [...]int{1, 3, 12, math.MaxInt}

// Search looks ahead with exact chances. It plays every option, and the battles that
// follow, into a graph of states, each step once for each way of its dice. If that comes to
// the end of the battle within half of the nodes, with all options of both sides, it plays
// best. Otherwise it takes it that the others answer as [Greedy], and adds options of its
// own to Greedy's where that is most likely to matter. A choice that cannot be tried out it
// answers as Greedy; an error in a try is its error. It tries less where scripts take long:
// their steps count as nodes, too, and when all are spent it answers by what it has found.
//
// Its answer is a function of the position, the seat and the budget of nodes. So it answers
// alike in like positions, in every battle and whatever it was asked before. It does not
// know the table's dice, only their chances.
type Search struct {
	seat    engine.Side
	nodes   int
	played  int  // nodes of the present choice, without the steps of scripts
	timed   bool // something has read the round in a try
	scripts *engine.Allowance
	ways    ways
	graph   graph
	choice  engine.Trier // that is asked
	options []int
	first   int // the round in which it is asked
	queue   []ranked
}

// A ranked is a state that may be played on, and how much that matters.
type ranked struct {
	state int32
	rank  float64
}

// NewSearch returns a search for a seat, which plays at most nodes, 1 or more,
// before it answers.
func NewSearch(seat engine.Side, nodes int) *Search {
	s := &Search{seat: seat, nodes: nodes, ways: newWays(seat), graph: graph{seat: seat, index: map[engine.Key]int32{}}}
	s.begin()
	return s
}

// begin begins an answer: its scripts have all their steps, and no mod is out.
func (s *Search) begin() {
	s.played, s.first, s.scripts = 0, math.MaxInt, &engine.Allowance{Left: int64(s.nodes) * nodeSteps, Tries: true}
	s.ways.table.Allow(s.scripts)
}

// Ahead returns how many rounds before their limit answers may depend on it. If a script
// has read the round in a try, it is any number.
func (s *Search) Ahead() int {
	if s.timed || s.ways.battle != nil && s.ways.battle.Timed() {
		return math.MaxInt
	}
	return horizon + 1 // the last step may begin a round
}

// Played returns how many nodes the last answer has taken.
func (s *Search) Played() int {
	return max(s.played, s.nodes-int(s.scripts.Left/nodeSteps))
}

// Answer picks.
func (s *Search) Answer(q engine.Question) (int, error) {
	s.begin()
	trier, ok := q.Choice.(engine.Trier)
	if !ok {
		return Greedy{}.Answer(q)
	}
	options, _ := s.ways.list(trier, max(1, s.nodes/16), math.MaxInt)
	if len(options) == 1 {
		return options[0], nil
	}
	if err := s.explore(trier, slices.Clone(options)); err != nil && !errors.Is(err, engine.ErrSpent) {
		return 0, fmt.Errorf("search looks ahead: %w", err)
	}
	s.graph.settle()
	return s.options[s.graph.best()], nil
}

// explore solves the rest of the battle, or plays on from the states that matter most for
// the answer until the nodes are spent or nothing is left to find.
func (s *Search) explore(c engine.Trier, options []int) error {
	s.timed = s.timed || s.ways.battle != nil && s.ways.battle.Timed() // before it is another battle
	s.ways.sit(c)
	s.choice, s.options = c, options
	if solved, err := s.solve(); solved || err != nil {
		return err
	}
	s.graph.begin(len(options))
	for id := range options {
		if err := s.expand(int32(id), s.nodes/2/len(options), false); err != nil {
			return err
		}
	}
	for s.Played() < s.nodes && s.rank() {
		end := min(s.nodes, s.Played()+max(1, s.nodes/batches))
		for _, next := range s.queue {
			if s.Played() >= end {
				break
			}
			x := &s.graph.states[next.state]
			if err := s.expand(next.state, 16<<(2*x.level)+int(x.weight*float64(s.nodes)), false); err != nil {
				return err
			}
		}
	}
	return nil
}

// solve plays on from all states with all options, and reports whether it has come to the
// end.
func (s *Search) solve() (solved bool, err error) {
	s.graph.begin(len(s.options))
	for id := int32(0); int(id) < len(s.graph.states); id++ {
		if !s.open(id) {
			continue
		}
		left := s.nodes/2 - s.Played()
		if len(s.graph.states)-int(id) > left {
			return false, nil
		}
		if err := s.expand(id, left, true); err != nil || s.ways.cut {
			return false, err
		}
	}
	return true, nil
}

// open reports whether there is more to find from a state on.
func (s *Search) open(id int32) bool {
	x := &s.graph.states[id]
	return !x.whole && (x.battle == nil || x.battle.Round() <= s.first+horizon)
}

// rank lists the states that may be played on, those that matter most first, and reports
// whether there are any.
func (s *Search) rank() bool {
	g := &s.graph
	g.settle()
	g.weigh()
	s.queue = s.queue[:0]
	for _, id := range g.order {
		x := &g.states[id]
		if !s.open(id) || x.weight*float64(64*s.nodes) < 1 {
			continue
		}
		rank := x.weight
		for range x.level {
			rank *= widen
		}
		s.queue = append(s.queue, ranked{id, rank})
	}
	slices.SortStableFunc(s.queue, func(a, b ranked) int { return cmp.Compare(b.rank, a.rank) })
	return len(s.queue) > 0
}

// expand plays a step on from a state or an option, in at most room ways. All follows all
// options of both sides; otherwise the width depends on how often the state was played on.
func (s *Search) expand(id int32, room int, all bool) error {
	g, w := &s.graph, &s.ways
	battle, first := g.states[id].battle, int32(len(g.forks))
	w.dice.Seed(uint64(id), "")
	w.begin(widths[g.states[id].level], room, all)
	for more := true; more; {
		if s.played == s.nodes {
			return nil // without the other ways, these are of no use
		}
		if battle == nil {
			w.play(func() { s.choice.Try(w.battle, s.options[id]) })
		} else {
			w.play(func() { w.battle.CopyFrom(battle); w.battle.Step() })
		}
		s.played++
		if err := w.table.Err(); err != nil {
			return err
		}
		s.first = min(s.first, w.battle.Round())
		more = w.end(g, g.enter(w.battle))
	}
	x := &g.states[id]
	x.to, x.first, x.last = w.to, first, int32(len(g.forks))
	x.level++
	x.whole = !w.cut || x.level == len(widths)
	if x.whole {
		g.drop(x)
	}
	return nil
}
