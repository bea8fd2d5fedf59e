package odds_test

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"math/big"
	"testing"

	"houserule/engine"
	"houserule/engine/explore"
	"houserule/engine/odds"
)

// A chain is a battle that is nothing but states: each leads, by one die of
// as many sides as its faces add up to, to others and to ends. It plays
// without a limit of rounds, and round in circles.
type chain struct {
	arcs  [][]arc
	limit int
	// timed, if not nil, is asked for the arcs instead and told the round.
	timed func(state, round int) []arc

	table        *engine.Table
	state, round int
	over, looked bool
	winner       engine.Side
}

// An arc leads to a state or to an end; rounds of it begin on the way.
type arc struct {
	faces, to, rounds int
}

// Ends of arcs: the seats' wins and the draw.
const (
	win0 = -1
	win1 = -2
	draw = -9
)

func (c *chain) Begin(t *engine.Table) {
	c.Sit(t)
	c.state, c.round, c.over, c.looked, c.winner = 0, 1, false, false, engine.Draw
}

func (c *chain) leads() []arc {
	if c.timed == nil {
		return c.arcs[c.state]
	}
	c.looked = true
	return c.timed(c.state, c.round)
}

func (c *chain) Step() {
	arcs := c.leads()
	sides := 0
	for _, a := range arcs {
		sides += a.faces
	}
	c.among(arcs, sides)
}

// among follows one of the arcs.
func (c *chain) among(arcs []arc, sides int) {
	die := c.table.Roll(sides, 0)
	for _, a := range arcs {
		if die -= a.faces; die <= 0 {
			c.follow(a)
			return
		}
	}
}

func (c *chain) follow(a arc) {
	switch {
	case a.rounds > 0 && c.limit > 0 && c.round >= c.limit:
		c.over = true
		return
	case a.to == draw:
		c.over = true
	case a.to < 0:
		c.over, c.winner = true, engine.Side(-1-a.to)
	default:
		c.state = a.to
	}
	c.round += a.rounds
}

func (c *chain) Over() bool                  { return c.over }
func (c *chain) Winner() engine.Side         { return c.winner }
func (c *chain) Round() int                  { return c.round }
func (c *chain) RoundLimit() int             { return c.limit }
func (c *chain) TimeUp() engine.Side         { return engine.Draw }
func (c *chain) Timed() bool                 { return c.looked }
func (c *chain) AppendKey(key []byte) []byte { return binary.AppendUvarint(key, uint64(c.state)) }
func (c *chain) Fresh() engine.Battle        { return &chain{arcs: c.arcs, limit: c.limit, timed: c.timed} }
func (c *chain) Sit(t *engine.Table)         { c.table = t }
func (c *chain) Seats() int                  { return 2 }
func (c *chain) Value(engine.Side) int       { return 1 }
func (c *chain) CopyFrom(src engine.Battle) {
	table, looked := c.table, c.looked
	*c = *src.(*chain)
	c.table, c.looked = table, c.looked || looked
}

// solve is the odds of a battle from its beginning.
func solve(t testing.TB, b engine.Battle, seats ...engine.Oracle) *odds.Odds {
	t.Helper()
	o, err := trySolve(b, seats...)
	if err != nil {
		t.Fatal(err)
	}
	checkSum(t, o)
	return o
}

func trySolve(b engine.Battle, seats ...engine.Oracle) (*odds.Odds, error) {
	g := odds.NewGraph(b, seats...)
	root := g.Begin()
	if err := g.Explore(context.Background()); err != nil {
		return nil, err
	}
	return g.Odds(root)
}

// checkSum: all ends sum to 1, and so do the lengths, within the bounds.
func checkSum(t testing.TB, o *odds.Odds) {
	t.Helper()
	sum := o.Draws.Value + o.Never.Value + o.Open.Value
	for _, p := range o.Wins {
		sum += p.Value
	}
	lengths := o.Longer.Value
	for _, p := range o.Lengths {
		lengths += p.Value
	}
	if bound := 4*o.Bound + 1e-15; !(math.Abs(sum-1) <= bound && (math.Abs(lengths-1) <= bound || o.Open.Value > 0)) {
		t.Errorf("ends sum to %.17g and lengths to %.17g, with a bound of %.3g", sum, lengths, o.Bound)
	}
}

// near tells when a chance lies further from its true value than the bound.
func near(t testing.TB, what string, got float64, want *big.Rat, bound float64) {
	t.Helper()
	w, _ := want.Float64()
	if !(math.Abs(got-w) <= bound+1e-16*math.Abs(w)) {
		t.Errorf("%s: %.17g, want %.17g, within %.3g", what, got, w, bound)
	}
}

// ruin is the gambler's ruin on a line of k places, from the middle one, a
// step to a round: up by n of d faces.
func ruin(k, n, d int) *chain {
	at := k / 2
	c := &chain{}
	number := func(place int) int { // the state in which the battle begins is 0
		switch place {
		case 0:
			return win1
		case k:
			return win0
		case at:
			return 0
		}
		if place < at {
			return place
		}
		return place - 1
	}
	c.arcs = make([][]arc, k-1)
	for place := 1; place < k; place++ {
		c.arcs[number(place)] = []arc{{n, number(place + 1), 1}, {d - n, number(place - 1), 1}}
	}
	return c
}

// pow is q to the n.
func pow(q *big.Rat, n int) *big.Rat {
	p := big.NewRat(1, 1)
	for range n {
		p.Mul(p, q)
	}
	return p
}

func sub(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
func quo(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }
func mul(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func whole(n int) *big.Rat       { return big.NewRat(int64(n), 1) }

// The gambler's ruin: from place i of k he wins with (1-q^i)/(1-q^k), where q
// is the odds against him, or i/k when they are even; he plays
// (i - k*win)/(1-2p) rounds, or i*(k-i).
func TestGamblersRuin(t *testing.T) {
	for _, c := range []struct{ k, n, d int }{{2, 1, 3}, {4, 1, 2}, {10, 2, 5}, {11, 3, 5}, {20, 1, 2}, {30, 9, 20}, {60, 1, 2}, {3, 99, 100}} {
		i := c.k / 2
		p := big.NewRat(int64(c.n), int64(c.d))
		q := quo(miss(p), p)
		win, length := big.NewRat(int64(i), int64(c.k)), whole(i*(c.k-i))
		if 2*c.n != c.d {
			win = quo(miss(pow(q, i)), miss(pow(q, c.k)))
			length = quo(sub(whole(i), mul(whole(c.k), win)), miss(mul(whole(2), p)))
		}
		o := solve(t, ruin(c.k, c.n, c.d))
		near(t, "win", o.Wins[0].Value, win, o.Bound)
		near(t, "loss", o.Wins[1].Value, miss(win), o.Bound)
		near(t, "rounds", o.Rounds.Value, sub(length, whole(-1)), o.RoundsBound) // the first round is begun
		if w, _ := win.Float64(); math.Abs(o.Wins[0].Value-w) > 1e-13 || c.k <= 20 && !(o.Bound < 1e-9) {
			t.Errorf("%v: win %v, want %v, bound %v", c, o.Wins[0].Value, w, o.Bound)
		}
		if o.States != c.k-1 {
			t.Errorf("%v: %d states", c, o.States)
		}
	}
}

// One state that comes back to itself with b and goes elsewhere with a and c:
// a/(1-b), in 1/(1-b) rounds; with a limit of n rounds, b^n are drawn.
func TestOneState(t *testing.T) {
	const a, c, b = 3, 1, 6
	arcs := [][]arc{{{a, win0, 0}, {c, win1, 0}, {b, 0, 1}}}
	back := big.NewRat(b, 10)
	for _, limit := range []int{0, 1, 2, 5, 50, 100, 139, 140, 1000, 20_000} {
		o := solve(t, &chain{arcs: arcs, limit: limit})
		drawn, length := new(big.Rat), big.NewRat(10, 10-b)
		if limit > 0 && limit < 1000 {
			drawn = pow(back, limit)
			length = quo(miss(pow(back, limit)), miss(back)) // 1 + b + ... + b^(n-1)
		}
		won := quo(mul(big.NewRat(a, 10), miss(drawn)), miss(back))
		near(t, "win", o.Wins[0].Value, won, o.Bound)
		near(t, "draw", o.Draws.Value, drawn, o.Bound)
		near(t, "rounds", o.Rounds.Value, length, o.RoundsBound)
		if !(o.Bound < 1e-12 && o.RoundsBound < 1e-10) {
			t.Errorf("limit %d: bounds %v and %v", limit, o.Bound, o.RoundsBound)
		}
		for n, p := range o.Lengths {
			want := mul(pow(back, max(n-1, 0)), miss(back)) // b^(n-1) * (1-b)
			switch {
			case n == 0:
				want = new(big.Rat)
			case n == limit:
				want = pow(back, n-1)
			}
			near(t, "length", p.Value, want, o.Bound)
		}
	}
}

// With nothing in it that ends, a battle goes on for ever, or to its limit.
func TestStalemate(t *testing.T) {
	for _, arcs := range [][][]arc{
		{{{1, 0, 1}}},
		{{{1, 1, 1}}, {{1, 2, 0}}, {{1, 0, 1}}},
	} {
		o := solve(t, &chain{arcs: arcs})
		if o.Never.Value != 1 || o.Wins[0].Value+o.Wins[1].Value+o.Draws.Value != 0 || o.Longer.Value != 1 {
			t.Errorf("without a limit: %+v", o)
		}
		o = solve(t, &chain{arcs: arcs, limit: 40})
		if o.Draws.Value != 1 || o.Never.Value != 0 || len(o.Lengths) != 41 || o.Lengths[40].Value != 1 || o.Rounds.Value != 40 {
			t.Errorf("with a limit of 40: %+v", o)
		}
		o = solve(t, &chain{arcs: arcs, limit: 30_000})
		if o.Draws.Value != 1 || o.Never.Value != 0 || math.Abs(o.Rounds.Value-30_000) > o.RoundsBound {
			t.Errorf("with a limit of 30000: %+v", o)
		}
	}
	// It may find no end only after a while: 1/4 wins, 3/4 are stuck.
	o := solve(t, &chain{arcs: [][]arc{{{1, win0, 0}, {1, 1, 1}, {2, 0, 1}}, {{1, win0, 0}, {1, win1, 0}, {2, 2, 1}, {4, 1, 1}}, {{1, 2, 1}}}})
	near(t, "win", o.Wins[0].Value, big.NewRat(5, 8), o.Bound) // 1/2 + 1/2*1/4
	near(t, "loss", o.Wins[1].Value, big.NewRat(1, 8), o.Bound)
	near(t, "never", o.Never.Value, big.NewRat(1, 4), o.Bound)
}

// The last round before the limit may be the one in which next to nothing
// lives on: bounds are numbers there, too.
func TestBoundsAtTheLimit(t *testing.T) {
	for limit := 68; limit <= 75; limit++ {
		fair := []arc{{1, win0, 0}, {1, 0, 1}}
		plain := solve(t, &chain{arcs: [][]arc{fair}, limit: limit})
		timed := solve(t, &chain{limit: limit, timed: func(_, round int) []arc {
			if round == limit {
				return []arc{{1, win0, 0}}
			}
			return fair
		}})
		for _, o := range []*odds.Odds{plain, timed} {
			if !(o.Bound < 1e-13 && o.RoundsBound < 1e-12) {
				t.Errorf("limit %d: bounds %v and %v", limit, o.Bound, o.RoundsBound)
			}
		}
		near(t, "win", plain.Wins[0].Value, miss(pow(big.NewRat(1, 2), limit)), plain.Bound)
		near(t, "timed win", timed.Wins[0].Value, whole(1), timed.Bound)
	}
}

// A battle that outlives what is followed round by round, and then its
// limit: the mean is not known exactly, and the bound says so.
func TestBoundsOfLongBattles(t *testing.T) {
	for _, c := range []struct{ faces, limit int }{{1_000_000, 20_000}, {100_000, 20_000}, {20_000, 20_000}, {20_000, 1_000_000}, {2_000, 20_000}} {
		o := solve(t, &slow{chain{arcs: [][]arc{{{1, win0, 0}, {c.faces - 1, 0, 1}}}, limit: c.limit}})
		stay := 1 - 1/float64(c.faces)
		drawn := math.Pow(stay, float64(c.limit))
		length := float64(c.faces) * (1 - drawn)
		if off := math.Abs(o.Draws.Value - drawn); off > o.Bound+1e-9 {
			t.Errorf("1 of %d, limit %d: draws %v, which is %.3g away from %v, bound %.3g", c.faces, c.limit, o.Draws.Value, off, drawn, o.Bound)
		}
		if off := math.Abs(o.Rounds.Value - length); off > o.RoundsBound+1e-6*length {
			t.Errorf("1 of %d, limit %d: %v rounds, which is %.3g away from %v, bound %.3g", c.faces, c.limit, o.Rounds.Value, off, length, o.RoundsBound)
		}
	}
}

// A slow chain hardly ever leaves a state: the last arc of each is to stay,
// with so many faces that its die must not show them all.
type slow struct{ chain }

func (s *slow) Step() {
	arcs := s.leads()
	stay := arcs[len(arcs)-1]
	others := 0
	for _, a := range arcs[:len(arcs)-1] {
		others += a.faces
	}
	if s.table.Roll(others+stay.faces, stay.faces+1) <= stay.faces {
		s.follow(stay)
		return
	}
	s.among(arcs[:len(arcs)-1], others)
}

func (s *slow) Fresh() engine.Battle       { return &slow{chain{arcs: s.arcs, limit: s.limit}} }
func (s *slow) CopyFrom(src engine.Battle) { s.chain.CopyFrom(&src.(*slow).chain) }

// Ways of different lengths to the same state are kept apart.
func TestLengthsOfEdges(t *testing.T) {
	// State 1 is reached in this round or in the next, both from state 0.
	o := solve(t, &chain{arcs: [][]arc{{{1, 1, 0}, {1, 1, 1}}, {{1, win0, 0}, {1, win1, 1}}}})
	for n, want := range []string{"", "1/4", "2/4", "1/4"} {
		near(t, "length", o.Lengths[n].Value, rat(want), o.Bound)
	}
	near(t, "rounds", o.Rounds.Value, whole(2), o.RoundsBound)
	// A limit of 1: what goes on to the next round is drawn in this one.
	o = solve(t, &chain{arcs: [][]arc{{{1, 1, 0}, {1, 1, 1}}, {{1, win0, 0}, {1, win1, 1}}}, limit: 1})
	near(t, "win", o.Wins[0].Value, rat("1/4"), o.Bound)
	near(t, "draw", o.Draws.Value, rat("3/4"), o.Bound)
	near(t, "rounds", o.Rounds.Value, whole(1), o.RoundsBound)
}

// What looks at the round has other odds in every round.
func TestTimedChain(t *testing.T) {
	for limit := 1; limit <= 12; limit++ {
		// In round n the battle is won with 1/n, and lost with 1/(n+1) of the rest.
		o := solve(t, &chain{limit: limit, timed: func(_, round int) []arc {
			rest := round - 1
			return []arc{{round + 1, win0, 0}, {rest, win1, 0}, {rest * round, 0, 1}}
		}})
		won, lost, alive := new(big.Rat), new(big.Rat), whole(1)
		for n := 1; n <= limit; n++ {
			hit := big.NewRat(1, int64(n))
			won.Add(won, mul(alive, hit))
			alive = mul(alive, miss(hit))
			lost.Add(lost, mul(alive, big.NewRat(1, int64(n+1))))
			alive = mul(alive, big.NewRat(int64(n), int64(n+1)))
		}
		near(t, "win", o.Wins[0].Value, won, o.Bound)
		near(t, "loss", o.Wins[1].Value, lost, o.Bound)
		near(t, "draw", o.Draws.Value, alive, o.Bound)
	}
	// The round is looked at only late, in a state that was merged before.
	o := solve(t, &chain{limit: 6, timed: func(_, round int) []arc {
		if round == 6 {
			return []arc{{1, win1, 0}}
		}
		return []arc{{1, win0, 0}, {1, 0, 1}}
	}})
	near(t, "win", o.Wins[0].Value, rat("31/32"), o.Bound)
	near(t, "loss", o.Wins[1].Value, rat("1/32"), o.Bound)
}

// Beginnings in later rounds, and several of them, share one graph.
func TestRoots(t *testing.T) {
	c := &chain{arcs: [][]arc{{{1, win0, 0}, {1, 0, 1}}, {{1, win1, 0}, {2, 0, 1}}}, limit: 5}
	g := odds.NewGraph(c)
	at := func(state, round int) int {
		return g.Root(func(scratch engine.Battle) {
			s := scratch.(*chain)
			s.state, s.round, s.over, s.winner = state, round, false, engine.Draw
		}, round)
	}
	late, early, other := at(0, 4), at(0, 1), at(1, 3)
	if err := g.Explore(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		root            int
		win, loss, draw string
		rounds          string
	}{
		{late, "3/4", "0", "1/4", "9/2"},
		{early, "31/32", "0", "1/32", "31/16"},
		{other, "1/2", "1/3", "1/6", "4"}, // 2/3 * 3/4; 1/3*3 + 2/3*(4+1/2)
	} {
		o, err := g.Odds(c.root)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "win", o.Wins[0].Value, rat(c.win), o.Bound)
		near(t, "loss", o.Wins[1].Value, rat(c.loss), o.Bound)
		near(t, "draw", o.Draws.Value, rat(c.draw), o.Bound)
		near(t, "rounds", o.Rounds.Value, rat(c.rounds), o.RoundsBound)
	}
}

// What cannot be told.
func TestGraphErrors(t *testing.T) {
	_, err := trySolve(&chain{arcs: [][]arc{{{1, 1, 0}}, {{1, 0, 0}, {1, win0, 0}}}})
	if want := "a round of this battle can come back to where it was: its odds cannot be computed"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := odds.NewGraph(ruin(40, 1, 2))
	g.Begin()
	if err := g.Explore(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want it canceled", err)
	}

	// From the middle of a line of 40 places each round finds two more.
	for _, c := range []struct {
		states int
		explore.TooLarge
		want string
	}{
		{9, explore.TooLarge{States: 9, Open: 2, Round: 5}, "the battle has more than 9 states: 2 of them, from round 5 on, were still to be looked at"},
		{10, explore.TooLarge{States: 10, Open: 2, Round: 5}, "the battle has more than 10 states: 2 of them, from round 5 on, were still to be looked at"},
	} {
		g = odds.NewGraph(ruin(40, 1, 2))
		g.States = c.states
		g.Begin()
		err = g.Explore(context.Background())
		large := new(explore.TooLarge)
		if !errors.As(err, &large) || *large != c.TooLarge || err.Error() != c.want {
			t.Errorf("error %v, %+v; want %q, %+v", err, large, c.want, c.TooLarge)
		}
	}
}

// A state that is found for the next round first, and then for this one, is
// looked at in this one: only the limit of its last round ends it.
func TestFoundForALaterRoundFirst(t *testing.T) {
	o := solve(t, &chain{arcs: [][]arc{{{1, 1, 1}, {1, 1, 0}}, {{1, 0, 1}, {1, win0, 0}}}, limit: 2})
	// Round 1: 1/4. Round 2: 1/2 in state 1 and 1/4 in state 0, half of which
	// goes to state 1 in time.
	near(t, "win", o.Wins[0].Value, rat("9/16"), o.Bound)
	near(t, "draw", o.Draws.Value, rat("7/16"), o.Bound)
}
