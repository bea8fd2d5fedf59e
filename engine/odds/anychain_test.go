package odds_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/odds"
)

// Any chain at all, without a limit, against a solution of its equations in
// fractions; with one, against its rounds one by one.
func TestAnyChain(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := anyChain(r)
		o, err := trySolve(c)
		if err != nil {
			r.Fatal(err)
		}
		checkEnds(r, c, o, byElimination(c.arcs))
		c.limit = rapid.IntRange(1, 6).Draw(r, "limit")
		if o, err = trySolve(c); err != nil {
			r.Fatal(err)
		}
		checkEnds(r, c, o, byRounds(c))
	})
}

// The same, but so slow that the rounds that are followed one by one do not
// count: what is solved for does.
func TestAnySlowChain(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := anyChain(r)
		for i := range c.arcs {
			c.arcs[i] = append(c.arcs[i], arc{1_000_000, i, 1})
		}
		o, err := trySolve(&slow{*c})
		if err != nil {
			r.Fatal(err)
		}
		checkEnds(r, c, o, byElimination(c.arcs))
	})
}

// cutting is a battle of one step: 10^-12 of it is lost in ways that are too
// unlikely to be followed.
type cutting struct{ chain }

func (c *cutting) Step() {
	const million = 1_000_000
	c.over, c.winner = true, 0
	for range 2 {
		if c.table.Roll(million, 2) > 1 {
			return
		}
	}
	c.table.Roll(2000, 0)
	c.winner = 1
}

func (c *cutting) Fresh() engine.Battle       { return &cutting{chain{limit: c.limit}} }
func (c *cutting) CopyFrom(src engine.Battle) { c.chain.CopyFrom(&src.(*cutting).chain) }

// What is cut off is missing from the ends, and no more than the bound.
func TestBoundOfCuts(t *testing.T) {
	o := solve(t, &cutting{chain{limit: 5}})
	if !(o.Bound >= 1e-12 && o.Bound < 1.01e-12 && o.RoundsBound >= 4e-12 && o.RoundsBound < 6e-12) {
		t.Errorf("bounds %v and %v", o.Bound, o.RoundsBound)
	}
	if o.Wins[1].Value != 0 || math.Abs(o.Wins[0].Value-(1-1e-12)) > 1e-15 {
		t.Errorf("wins %v", o.Wins)
	}
	// Without a limit nobody knows how long it would have lasted.
	if o = solve(t, &cutting{}); !math.IsInf(o.RoundsBound, 1) {
		t.Errorf("without a limit: bound %v", o.RoundsBound)
	}
}

func anyChain(r *rapid.T) *chain {
	n := rapid.IntRange(1, 7).Draw(r, "states")
	c := &chain{arcs: make([][]arc, n)}
	for i := range c.arcs {
		for range rapid.IntRange(1, 4).Draw(r, "arcs") {
			a := arc{faces: rapid.IntRange(1, 4).Draw(r, "faces"), rounds: rapid.IntRange(0, 1).Draw(r, "rounds")}
			if a.to = rapid.SampledFrom([]int{win0, win1, draw, 0, 1, 2, 3, 4, 5, 6}).Draw(r, "to"); a.to >= n {
				a.to = i
			}
			if a.to >= 0 && a.to <= i {
				a.rounds = 1 // within a round it only goes on
			}
			c.arcs[i] = append(c.arcs[i], a)
		}
	}
	return c
}

// fate is how a chain ends from each state: the seats' wins, the draw, and
// the mean of the rounds that begin on the way; alive, whether it ends at all.
type fate [4]*big.Rat

// byElimination solves x = A x + b by Gauss and Jordan, for the states from
// which an end can be reached.
func byElimination(arcs [][]arc) fate {
	n := len(arcs)
	ends := canEnd(arcs)
	m := make([][]*big.Rat, n)
	for i := range m {
		m[i] = make([]*big.Rat, n+4)
		for j := range m[i] {
			m[i][j] = new(big.Rat)
		}
		m[i][i].SetInt64(1)
		if ends[i] {
			fill(m[i], arcs[i], ends, n)
		}
	}
	for i := range m {
		pivot := new(big.Rat).Inv(m[i][i])
		for j := range m[i] {
			m[i][j].Mul(m[i][j], pivot)
		}
		for k := range m {
			if f := new(big.Rat).Set(m[k][i]); k != i && f.Sign() != 0 {
				for j := range m[k] {
					m[k][j].Sub(m[k][j], mul(f, m[i][j]))
				}
			}
		}
	}
	return fate(m[0][n:])
}

// fill writes a state's equation.
func fill(row []*big.Rat, arcs []arc, ends []bool, n int) {
	sides := 0
	for _, a := range arcs {
		sides += a.faces
	}
	for _, a := range arcs {
		p := big.NewRat(int64(a.faces), int64(sides))
		switch a.to {
		case win0, win1:
			row[n-1-a.to].Add(row[n-1-a.to], p)
		case draw:
			row[n+2].Add(row[n+2], p)
		default:
			if ends[a.to] {
				row[a.to].Sub(row[a.to], p)
			}
		}
		row[n+3].Add(row[n+3], mul(p, whole(a.rounds)))
	}
}

// canEnd tells from which states an end can be reached.
func canEnd(arcs [][]arc) []bool {
	ends := make([]bool, len(arcs))
	for range arcs {
		for i := range arcs {
			for _, a := range arcs[i] {
				ends[i] = ends[i] || a.to < 0 || ends[a.to]
			}
		}
	}
	return ends
}

// byRounds follows a chain with a limit, step by step.
func byRounds(c *chain) fate {
	f := fate{new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat)}
	type place struct{ state, round int }
	now := map[place]*big.Rat{{0, 1}: whole(1)}
	end := func(i int, p *big.Rat, round int) {
		f[i].Add(f[i], p)
		f[3].Add(f[3], mul(p, whole(round-1)))
	}
	for len(now) > 0 {
		next := map[place]*big.Rat{}
		for at, p := range now {
			sides := 0
			for _, a := range c.arcs[at.state] {
				sides += a.faces
			}
			for _, a := range c.arcs[at.state] {
				q, round := mul(p, big.NewRat(int64(a.faces), int64(sides))), at.round+a.rounds
				switch {
				case round > c.limit:
					end(2, q, c.limit)
				case a.to == draw:
					end(2, q, round)
				case a.to < 0:
					end(-1-a.to, q, round)
				default:
					to := place{a.to, round}
					if next[to] == nil {
						next[to] = new(big.Rat)
					}
					next[to].Add(next[to], q)
				}
			}
		}
		now = next
	}
	return f
}

func checkEnds(t *rapid.T, c *chain, o *odds.Odds, want fate) {
	never := sub(sub(sub(whole(1), want[0]), want[1]), want[2])
	for _, e := range []struct {
		what string
		odds.Number
		want *big.Rat
	}{{"win", o.Wins[0], want[0]}, {"loss", o.Wins[1], want[1]}, {"draw", o.Draws, want[2]}, {"never", o.Never, never}} {
		w, _ := e.want.Float64()
		if !(math.Abs(e.Value-w) <= o.Bound+1e-16) || !(o.Bound < 1e-6) {
			t.Fatalf("%v, limit %d: %s %.17g, want %.17g, bound %.3g", c.arcs, c.limit, e.what, e.Value, w, o.Bound)
		}
	}
	if never.Sign() != 0 {
		return // its length is no number
	}
	if w, _ := want[3].Float64(); !(math.Abs(o.Rounds.Value-1-w) <= o.RoundsBound+1e-15*(1+w)) {
		t.Fatalf("%v, limit %d: %.17g rounds, want %.17g, bound %.3g", c.arcs, c.limit, o.Rounds.Value, w+1, o.RoundsBound)
	}
}

// A chain in which everything leads everywhere is solved, and its bound is no
// less than nothing.
func TestDenseChain(t *testing.T) {
	const n = 60
	c := &chain{arcs: make([][]arc, n)}
	for i := range c.arcs {
		for to := range n {
			c.arcs[i] = append(c.arcs[i], arc{1 + (i+to)%3, to, 1})
		}
		c.arcs[i] = append(c.arcs[i], arc{1, win0, 0}, arc{2, win1, 0})
	}
	o := solve(t, c)
	if !(o.Bound >= 0) || math.Abs(o.Wins[0].Value-1.0/3) > 1e-13 {
		t.Errorf("win %v, bound %v", o.Wins[0].Value, o.Bound)
	}
}
