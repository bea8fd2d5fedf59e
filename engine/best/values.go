package best

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"houserule/engine"
	"houserule/engine/explore"
	"houserule/engine/odds"
)

// A values holds the values of a graph's states, by the number of rounds left, the present
// one included.
type values struct {
	noise   float64   // a bound of the error that roundings add at one state
	settled [2]int    // numbers of states explored and found when the values were computed
	order   []int32   // states, each after its targets in the same round
	sorted  [2]int    // numbers of states explored and found when the order was computed
	depth   int       // the longest path through states of one round
	rounds  [][]Value // by rounds left; the last one holds for all greater numbers; early ones may be missing
	drift   float64   // the most that a value changes with each round more than rounds has
	final   []int32   // by state: the number of rounds from which its value no longer changes; 0: not known
	again   struct {  // one of the missing rounds
		left int
		of   []Value
	}
	row    []Value // by node of one tree
	likely []Value // by state: its estimated value, while Likely needs it
}

// mostBytes is the maximum size of the values that hold only near the limit, if Bytes does
// not set one.
const mostBytes = 256 << 20

// size returns the numbers of states explored and found.
func (g *graph) size() [2]int { return [2]int{g.explored, len(g.states)} }

// mostDrift is how much the values of the last round computed may change in all rounds
// before it. Dice take means, and choices maxima and minima, so if no value changes by more
// than d from one round to the next, none changes by more than d in any earlier round.
const mostDrift = 1e-11

// settle computes the values of all states, unless nothing has changed since it last did.
// After an error the earlier values remain, of which only the last round is kept.
func (g *graph) settle(ctx context.Context) error {
	if g.settled == g.size() {
		return nil
	}
	if err := g.sort(); err != nil {
		return err
	}
	for i := range g.horizon() { // memory for the new rounds
		g.rounds[i] = nil
	}
	rounds, earlier, drift := [][]Value{g.outOfTime()}, len(g.final), 0.0
	g.final = make([]int32, len(g.states))
	last := g.limit
	if g.space.Timed {
		last = 1
	}
	live := slices.Clone(g.order)
	for left := 1; left <= last; left++ {
		if ctx.Err() != nil {
			clear(g.final)
			g.final = g.final[:earlier]
			return ctx.Err()
		}
		before := rounds[left-1]
		now := slices.Clone(before)
		live, drift = g.round(live, before, now, left)
		rounds = append(rounds, now)
		if kept := max(1, cmp.Or(g.Bytes, mostBytes)/(16*len(g.states))); left > kept {
			rounds[left-kept-1] = nil
		}
		if left > 1 && drift*float64(last-left) <= mostDrift {
			break
		}
	}
	g.rounds, g.drift, g.again.left, g.settled = rounds, drift, 0, g.size()
	return nil
}

// outOfTime returns the values with no round left.
func (g *graph) outOfTime() []Value { return slices.Repeat([]Value{payoff[g.timeUp]}, len(g.states)) }

// round computes the values of live states from those with one round less. It returns the
// states that are still live, because their values may change with more rounds, and the
// greatest change of a value.
func (g *graph) round(live []int32, before, now []Value, left int) (still []int32, change float64) {
	still = live[:0]
	for _, id := range live {
		v, was := g.evaluate(id, before, now, left), before[id]
		now[id] = v
		change = max(change, math.Abs(v.Low-was.Low), math.Abs(v.High-was.High))
		if left > 1 && g.finished(id, left) {
			g.final[id] = int32(left)
		} else {
			still = append(still, id)
		}
	}
	return still, change
}

// evaluate returns the value of a state.
func (g *graph) evaluate(id int32, before, now []Value, left int) Value {
	s := &g.states[id]
	of := func(r ref) Value {
		switch {
		case r.isState() && r.nextRound():
			return before[r.state()]
		case r.isState():
			return now[r.state()]
		case r.isNode():
			return g.row[r.node()]
		case r.nextRound() && left == 1:
			return payoff[g.timeUp]
		}
		return payoff[r.end()]
	}
	g.row = g.row[:0]
	for i := s.first; i < s.last; i++ {
		n := &g.nodes[i]
		arcs := g.arcs[n.first:n.last]
		if n.side == engine.Luck {
			var sum Value
			for _, a := range arcs {
				v := of(a.to)
				sum.Low += float64(a.chance * v.Low) // rounded twice, not fused: equal on all machines
				sum.High += float64(a.chance * v.High)
			}
			g.row = append(g.row, sum)
			continue
		}
		most := of(arcs[0].to)
		for _, a := range arcs[1:] {
			most = better(n.side, most, of(a.to))
		}
		g.row = append(g.row, most)
	}
	return of(s.root)
}

// better returns the bounds for a side that may choose between two values.
func better(side engine.Side, v, w Value) Value {
	if side == 0 {
		return Value{max(v.Low, w.Low), max(v.High, w.High)}
	}
	return Value{min(v.Low, w.Low), min(v.High, w.High)}
}

// finished reports whether all targets of a state have their final values.
func (g *graph) finished(id int32, left int) bool {
	for r := range g.leads(id) {
		if !r.isState() {
			continue
		}
		if f := g.final[r.state()]; f == 0 || r.nextRound() && int(f) >= left {
			return false
		}
	}
	return true
}

// leads yields the targets of a state: states and ends.
func (g *graph) leads(id int32) func(yield func(ref) bool) {
	return func(yield func(ref) bool) {
		s := &g.states[id]
		if s.first == s.last {
			yield(s.root)
			return
		}
		for _, a := range g.arcs[g.nodes[s.first].first:g.nodes[s.last-1].last] {
			if !a.to.isNode() && !yield(a.to) {
				return
			}
		}
	}
}

// sort computes the order, unless nothing has changed since it last did.
func (g *graph) sort() error {
	if g.sorted == g.size() {
		return nil
	}
	const opened = -1
	depth := make([]int32, len(g.states)) // 0: not seen
	g.order, g.depth = g.order[:0], 1
	var path []int32 // states that wait for their targets, each of which may be in it more than once
	for id := range int32(len(g.states)) {
		for path = append(path, id); len(path) > 0; {
			top := path[len(path)-1]
			if depth[top] > 0 {
				path = path[:len(path)-1]
				continue
			}
			first, long := depth[top] == 0, int32(0)
			depth[top] = opened
			for r := range g.leads(top) {
				if !r.isState() || r.nextRound() {
					continue
				}
				switch next := r.state(); {
				case depth[next] > 0:
					long = max(long, depth[next])
				case depth[next] == opened:
					return errors.New("a round of this battle can come back to where it was: it has no value")
				case first:
					path = append(path, next)
				}
			}
			if path[len(path)-1] == top {
				depth[top] = long + 1
				g.depth = max(g.depth, int(long)+1)
				g.order = append(g.order, top)
				path = path[:len(path)-1]
			}
		}
	}
	g.sorted = g.size()
	return nil
}

// left returns the number of rounds left in a round, the present one included.
func (g *graph) left(round int) int {
	if g.space.Timed {
		return 1
	}
	return g.limit - round + 1
}

// horizon returns the number of rounds from which more rounds change no value.
func (g *graph) horizon() int { return len(g.rounds) - 1 }

// value returns the computed value of a state.
func (g *graph) value(id int32, left int) Value {
	left = min(left, g.horizon())
	if left < 0 {
		return payoff[g.timeUp]
	}
	if of := g.rounds[left]; of != nil {
		return of[id]
	}
	if g.again.left != left {
		before, now := g.outOfTime(), g.outOfTime()
		for n := 1; n <= left; n++ {
			for _, id := range g.order {
				now[id] = g.evaluate(id, before, now, n)
			}
			before, now = now, before
		}
		g.again.left, g.again.of = left, before
	}
	return g.again.of[id]
}

// bounds returns certain bounds of the computed value of a state: roundings add up over the
// states of all rounds after which it still changes, and so does the drift.
func (g *graph) bounds(id int32, left int) Value {
	if len(g.rounds) == 0 {
		return payoff[unknown]
	}
	if g.space.Timed {
		left = 1
	} else if f := int(g.final[id]); f > 0 {
		left = min(left, f)
	}
	return g.rounded(g.value(id, left), left, float64(g.drift*float64(max(0, left-g.horizon()))))
}

// rounded makes the bounds of a value wider by the roundings of a number of rounds, and by
// the drift.
func (g *graph) rounded(v Value, rounds int, drift float64) Value {
	off := float64(g.noise*float64(g.depth)*float64(rounds)) + drift
	return Value{max(0, v.Low-off), min(1, v.High+off)}
}

// approximate returns certain bounds of a state's value from its guess.
func (g *graph) approximate(id int32, left int) Value {
	if int(id) >= len(g.guess) || !g.space.Timed && int(g.ages[id]) > left {
		return payoff[unknown]
	}
	return g.rounded(g.guess[id], max(int(g.ages[id]), 1), mostDrift)
}

// A piece is the value of a piece of a battle. If the piece begins with a choice, side is
// not negative, and options are those of the choice.
type piece struct {
	value   Value
	side    engine.Side
	options []Answer
}

// seek calls look, and calls it again after exploring the states whose values were not
// known.
func (g *graph) seek(ctx context.Context, look func() (open []int32, ok bool)) bool {
	for range 2 { // the second time the round may have become part of a state
		open, ok := look()
		if !ok || len(open) == 0 {
			return ok
		}
		if g.refine(ctx, open) != nil {
			return false
		}
	}
	_, ok := look()
	return ok
}

// look returns the value of a piece from what is known, and the states after it with
// unknown values.
func (g *graph) look(play func(), given []int) (p piece, open []int32, ok bool) {
	t := &g.pieces
	t.leaf = func(lost bool) (Value, error) {
		switch round := g.space.Scratch.Round(); {
		case lost:
			return payoff[unknown], nil
		case round > g.limit:
			return payoff[g.timeUp], nil
		case g.space.Scratch.Over():
			return payoff[endOf(g.space.Scratch.Winner())], nil
		default:
			full := g.here && len(g.states) > g.States // exploring more would fail
			id := g.space.Known()
			if id == explore.Unknown && !full {
				id, _ = g.find()
			}
			if g.likely != nil {
				return g.estimated(id), nil
			}
			v := payoff[unknown]
			if 0 <= id && int(id) < len(g.final) {
				v = g.bounds(id, g.left(round))
			}
			if v.Gap() > g.within() && !full {
				open = append(open, id)
			}
			return v, nil
		}
	}
	t.join = joined
	g.walk.Ways, g.walk.Scripts, g.walk.Stop = 0, nil, nil
	if g.here {
		g.walk.Ways, g.walk.Scripts = g.optionWays(), &engine.Allowance{Left: cmp.Or(g.Steps, explore.FirstSteps) / optionParts}
	}
	v, err := t.grow(g.walk, func() {
		g.walk.Table.Give(given)
		play()
	})
	if err != nil {
		return p, nil, false
	}
	p.value, p.side = v, engine.Luck
	if len(t.levels) > 0 && !t.levels[0].side.IsLuck() {
		p.side = t.levels[0].side
		for _, b := range t.levels[0].branches {
			p.options = append(p.options, Answer{b.answer, b.to})
		}
		rank(p.options, p.side)
	}
	return p, open, true
}

// joined returns the value of a die or a choice.
func joined(side engine.Side, branches []branch[Value]) Value {
	v := branches[0].to
	if !side.IsLuck() {
		for _, b := range branches[1:] {
			v = better(side, v, b.to)
		}
		return v
	}
	v = Value{}
	off := 0.0
	for _, b := range branches {
		v.Low += float64(b.chance.Value * b.to.Low)
		v.High += float64(b.chance.Value * b.to.High)
		off += b.chance.Error() + 2*odds.Unit
	}
	return Value{max(0, v.Low-off), min(1, v.High+off)}
}
