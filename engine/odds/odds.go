package odds

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"houserule/engine"
)

// Odds are the probabilities of a battle's ends.
type Odds struct {
	Wins  [engine.MaxSeats]Number // by seat
	Draws Number
	// Open is the probability of undecided battles, which reach a state that has not been
	// explored. Wins and Draws leave them out. Rounds counts their rounds up to that state.
	Open Number
	// Never is the probability that the battle never ends; it is 0 with a round limit.
	Never Number
	// Rounds is the mean length. Lengths holds the probability of each length: Lengths[3]
	// is the probability that the battle lasts 3 rounds. Longer is the probability of all
	// lengths beyond Lengths.
	Rounds  Number
	Lengths []Number
	Longer  Number
	// Bound is a bound of the error of each probability, from roundings and from paths that
	// were cut off. RoundsBound is the same for the mean length.
	Bound, RoundsBound float64

	States int

	limit int // the round limit, 0 for none
}

// Bounds returns bounds of the true value of one of the probabilities Wins, Draws or Never.
func (o *Odds) Bounds(p Number) (low, high float64) {
	return max(0, p.Value-o.Bound), min(1, p.Value+o.Bound+o.Open.Value+o.Open.Error())
}

// RoundsBounds returns bounds of the true mean length.
func (o *Odds) RoundsBounds() (low, high float64) {
	low, high = max(0, o.Rounds.Value-o.RoundsBound), o.Rounds.Value+o.RoundsBound
	switch open := o.Open.Value + o.Open.Error(); {
	case open > 0 && o.limit == 0:
		high = math.Inf(1)
	case open > 0:
		high += float64(open * float64(o.limit))
	}
	return low, high
}

// most is the number of rounds that are followed one by one. Longer battles are solved.
const most = 10_000

// little is the probability below which a battle is not followed round by round, but
// solved.
const little = 0x1p-70

// Odds returns the odds from a beginning on. Explore must have been called.
func (g *Graph) Odds(root int) (*Odds, error) { return g.odds(root, nil, nil) }

// Visits returns the odds, and the expected number of times that a battle comes to each
// state: see [Watcher]. It leaves out visits after the round from which the odds are
// solved.
func (g *Graph) Visits(root int) (*Odds, []float64, error) {
	visits := make([]float64, len(g.nodes))
	o, err := g.odds(root, nil, visits)
	return o, visits, err
}

// odds returns the odds. If reached and visits are not nil, it adds to them the probability
// of reaching each open state, and the expected number of visits to each state.
func (g *Graph) odds(root int, reached, visits []float64) (*Odds, error) {
	order, err := g.order(int32(root))
	if err != nil {
		return nil, err
	}
	f := &flow{graph: g, order: order, reached: reached, visits: visits, odds: &Odds{States: len(g.nodes) - len(g.roots), limit: g.space.Scratch.RoundLimit()}, timeUp: ending(g.space.Scratch.TimeUp())}
	f.now, f.next = make([]Number, len(g.nodes)), make([]Number, len(g.nodes))
	f.live, f.soon = make([]uint64, len(order)/64+1), make([]uint64, len(order)/64+1)
	f.place = make([]int32, len(g.nodes))
	for place, id := range order {
		f.place[id] = int32(place)
	}
	f.add(f.now, f.live, int32(root), one)
	f.run(g.roots[root].round)
	return f.odds, f.check()
}

// order returns the states that can be reached, each before the states to which it leads in
// the same round.
func (g *Graph) order(from int32) ([]int32, error) {
	const (
		open = 1
		done = 2
	)
	state := make([]byte, len(g.nodes))
	var order []int32
	type frame struct{ node, edge int32 }
	var later []int32 // states of later rounds
	walk := func(root int32) error {
		if state[root] != 0 {
			return nil
		}
		state[root] = open
		path := []frame{{root, g.nodes[root].first}}
		for len(path) > 0 {
			top := &path[len(path)-1]
			if top.edge == g.nodes[top.node].last {
				state[top.node] = done
				order = append(order, top.node)
				path = path[:len(path)-1]
				continue
			}
			e := g.edges[top.edge]
			top.edge++
			switch {
			case e.to < 0:
			case e.rounds > 0:
				later = append(later, e.to)
			case state[e.to] == open:
				return errors.New("a round of this battle can come back to where it was: its odds cannot be computed")
			case state[e.to] == 0:
				state[e.to] = open
				path = append(path, frame{e.to, g.nodes[e.to].first})
			}
		}
		return nil
	}
	if err := walk(from); err != nil {
		return nil, err
	}
	for len(later) > 0 {
		n := len(later) - 1
		id := later[n]
		later = later[:n]
		if err := walk(id); err != nil {
			return nil, err
		}
	}
	slices.Reverse(order)
	return order, nil
}

// A flow follows the probability 1 from a beginning to the ends, round by round.
type flow struct {
	graph      *Graph
	order      []int32
	odds       *Odds
	timeUp     int32     // the end at the round limit
	reached    []float64 // by state; nil: not wanted
	visits     []float64 // by state; nil: not wanted
	place      []int32   // by state: its place in order
	now, next  []Number  // by state: its probability in this round, and at the start of the next
	live, soon []uint64  // by place, a bit each: whether now and next are positive
	cut        Number
	beyond     float64 // a bound of the error of the solution, and of the probability that the limit comes before its ends
	late       float64 // the same bound for the mean length
}

func (f *flow) run(round int) {
	for ; ; round++ {
		living := f.round(round)
		if living == 0 || f.odds.limit > 0 && round >= f.odds.limit {
			return
		}
		f.now, f.next, f.live, f.soon = f.next, f.now, f.soon, f.live
		if living < little || round >= most {
			f.solve(round + 1)
			return
		}
	}
}

// round follows the probabilities of a round, and returns the probability that the battle
// continues.
func (f *flow) round(round int) (living float64) {
	g := f.graph
	for word := 0; word < len(f.live); {
		if f.live[word] == 0 {
			word++
			continue
		}
		id := f.order[64*word+bits.TrailingZeros64(f.live[word])]
		f.live[word] &= f.live[word] - 1
		p := f.now[id]
		f.now[id] = Number{}
		n := &g.nodes[id]
		f.cut = f.cut.Plus(p.Times(n.cut))
		if f.visits != nil {
			f.visits[id] += p.Value
		}
		if n.first == 0 && f.reached != nil {
			f.reached[id] += p.Value
		}
		if n.late && round < f.odds.limit {
			f.end(undecided, p, round)
			continue
		}
		for _, e := range g.edges[n.first:n.last] {
			q := p.Times(e.chance)
			switch {
			case e.rounds > 0 && f.odds.limit > 0 && round+int(e.rounds) > f.odds.limit:
				f.end(f.timeUp, q, f.odds.limit) // the limit ends the battle first
			case e.to < 0:
				f.end(e.to, q, round+int(e.rounds))
			case e.rounds == 0:
				f.add(f.now, f.live, e.to, q)
			default: // a step begins at most one round
				f.add(f.next, f.soon, e.to, q)
				living += q.Value
			}
		}
	}
	return living
}

// add adds a probability to that of a state.
func (f *flow) add(to []Number, live []uint64, id int32, p Number) {
	to[id] = to[id].Plus(p)
	live[f.place[id]/64] |= 1 << (f.place[id] % 64)
}

// end adds an end with its probability in a round.
func (f *flow) end(to int32, p Number, round int) {
	o := f.odds
	f.win(to, p)
	o.Rounds = o.Rounds.Plus(p.Times(Number{float64(round), 0}))
	if to == undecided {
		return
	}
	for round >= len(o.Lengths) {
		o.Lengths = append(o.Lengths, Number{})
	}
	o.Lengths[round] = o.Lengths[round].Plus(p)
}

func (f *flow) win(to int32, p Number) {
	o := f.odds
	switch seat := int(^to); {
	case seat < engine.MaxSeats:
		o.Wins[seat] = o.Wins[seat].Plus(p)
	case to == undecided:
		o.Open = o.Open.Plus(p)
	default:
		o.Draws = o.Draws.Plus(p)
	}
}

// solve computes the ends of battles that continue at the start of a round, by solving the
// cycles of states instead of playing them.
func (f *flow) solve(round int) {
	s := newSolver(f.graph)
	for _, id := range f.order {
		p := f.now[id]
		if p.Value == 0 {
			continue
		}
		row := s.row(id)
		o := f.odds
		off := 0.0
		for end, q := range row.ends {
			f.win(^int32(end), p.Times(q.bare()))
			off += q.Error()
		}
		f.cut = f.cut.Plus(p.Times(row.cut.bare()))
		never := p.Times(row.never.bare())
		// The error of a row counts, but it is at most the row's whole probability.
		f.beyond += float64(p.Value * math.Min(1, off+row.cut.Error()+row.never.Error()))
		o.Longer = o.Longer.Plus(p)
		if f.odds.limit == 0 {
			o.Never = o.Never.Plus(never)
			o.Rounds = o.Rounds.Plus(p.Times(row.rounds.bare().Plus(Number{float64(round), 0})))
			f.late += float64(p.Value * row.rounds.Error())
			continue
		}
		f.late += float64(p.Value * math.Min(row.rounds.Error(), float64(f.odds.limit-round)))
		f.win(f.timeUp, never)
		o.Rounds = o.Rounds.Plus(p.Times(f.within(row, round)))
		// By Markov's inequality, the probability that a battle of this mean length reaches
		// the limit is at most this.
		if row.never.Value < 1 && row.rounds.Value > 0 {
			f.beyond += float64(p.Value * math.Min(1, row.rounds.Value/float64(f.odds.limit-round)))
		}
	}
}

// within returns the mean round in which a battle ends that is in a row's state at the
// start of a round: at most the limit, and the limit if it would otherwise never end.
func (f *flow) within(row *row, round int) Number {
	left := Number{float64(f.odds.limit - round), 0}
	more := row.rounds.bare().Plus(row.never.bare().Times(left))
	if more.Value > left.Value {
		more = left
	}
	return more.Plus(Number{float64(round), 0})
}

// check adds up the errors and checks that all probabilities sum to 1.
func (f *flow) check() error {
	o := f.odds
	sum, roundings := 0.0, 0.0
	for _, p := range append([]Number{o.Draws, o.Open, o.Never, f.cut}, o.Wins[:]...) {
		sum += p.Value
		roundings += p.Error()
		o.Bound = max(o.Bound, p.Error())
	}
	if off := math.Abs(sum - 1); off > roundings+f.beyond+8*Unit {
		return fmt.Errorf("the chances add up to %.17g, which is %.2g away from 1: more than their roundings, %.2g", sum, off, roundings)
	}
	lost := f.cut.Value + f.beyond
	o.Bound += lost
	o.RoundsBound = o.Rounds.Error() + float64(f.beyond*float64(f.odds.limit)) + f.late
	switch {
	case f.cut.Value > 0 && f.odds.limit == 0: // the length of paths cut off is unknown
		o.RoundsBound = math.Inf(1)
	case f.cut.Value > 0:
		o.RoundsBound += float64(f.cut.Value * float64(f.odds.limit))
	}
	return nil
}
