package kings_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"houserule/engine/kings"
	"houserule/engine/odds"
)

// A solver is the battle of two sides written down a second time, from the
// rulebook alone, for players who lose the counter that is listed first and
// never retreat. Then all that a side can be is told by how many hits it has
// taken: the first of them by the first counter, and so on.
type solver struct {
	sides [2][]fighter
	last  int // the round limit; 0: none
	known map[[3]int]*big.Rat
	round map[[2]int]map[[2]int]*big.Rat
}

// A fighter takes one hit, or, a building, as many as its value.
type fighter struct {
	value, step, dice int
	building          bool
}

func (f fighter) takes() int {
	if f.building {
		return f.value
	}
	return 1
}

func (s *solver) takes(side int) (n int) {
	for _, f := range s.sides[side] {
		n += f.takes()
	}
	return n
}

// scores is K2.1: the distribution of what a side scores in a step when it
// has taken so many hits.
func (s *solver) scores(side, step, taken int) []*big.Rat {
	d := []*big.Rat{big.NewRat(1, 1)}
	for _, f := range s.sides[side] {
		hit := min(taken, f.takes())
		taken -= hit
		value := f.value
		if f.building { // K3.3
			value -= hit
		}
		if f.step != step || hit == f.takes() {
			continue
		}
		for range f.dice {
			d = withDie(d, big.NewRat(int64(min(value, 6)), 6))
		}
	}
	return d
}

// after is where a round leads to (K1.2): three steps, of which each ends the
// battle when it leaves a side nothing.
func (s *solver) after(taken [2]int) map[[2]int]*big.Rat {
	if m := s.round[taken]; m != nil {
		return m
	}
	now := map[[2]int]*big.Rat{taken: big.NewRat(1, 1)}
	full := [2]int{s.takes(0), s.takes(1)}
	for step := range 3 {
		next := map[[2]int]*big.Rat{}
		for at, p := range now {
			add := func(to [2]int, q *big.Rat) {
				if next[to] == nil {
					next[to] = new(big.Rat)
				}
				next[to].Add(next[to], q)
			}
			if at[0] == full[0] || at[1] == full[1] {
				add(at, p)
				continue
			}
			on1, on0 := s.scores(0, step, at[0]), s.scores(1, step, at[1]) // K2.2
			for i, q := range on0 {
				for j, r := range on1 {
					chance := new(big.Rat).Mul(q, r)
					add([2]int{min(at[0]+i, full[0]), min(at[1]+j, full[1])}, chance.Mul(chance, p)) // K3.4
				}
			}
		}
		now = next
	}
	s.round[taken] = now
	return now
}

// wins is the chance that the attacker takes the hex, from the start of a
// round on.
func (s *solver) wins(taken [2]int, round int) *big.Rat {
	switch {
	case taken[0] == s.takes(0): // K5.1
		return new(big.Rat)
	case taken[1] == s.takes(1): // K5.2
		return big.NewRat(1, 1)
	case s.last > 0 && round > s.last: // K1.2
		return new(big.Rat)
	case s.last == 0:
		round = 0
	}
	key := [3]int{taken[0], taken[1], round}
	if p := s.known[key]; p != nil {
		return p
	}
	sum, stays := new(big.Rat), new(big.Rat)
	for to, p := range s.after(taken) {
		if to == taken && s.last == 0 {
			stays = p // nobody has hit anything, and all begins anew
			continue
		}
		sum.Add(sum, new(big.Rat).Mul(p, s.wins(to, round+1)))
	}
	sum.Quo(sum, new(big.Rat).Sub(big.NewRat(1, 1), stays))
	s.known[key] = sum
	return sum
}

// The odds of whole battles by the rules are those of the solver.
func TestOddsAreThoseOfTheSolver(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	ids := []string{"melee", "magic", "ranged", "charger", "both"}
	buildings := []string{"village", "city", "tower", "keep", "castle", "citadel"}
	g := newGame(t, kings.DefaultRules())
	for n := range 80 {
		s := &solver{known: map[[3]int]*big.Rat{}, round: map[[2]int]map[[2]int]*big.Rat{}}
		setup := kings.Setup{Sides: make([]kings.SideSetup, 2), RoundLimit: 1_000_000, Neighbors: []kings.Neighbor{{Name: "north", Owner: 0}, {Name: "south", Owner: 1}}}
		if n%2 == 0 {
			s.last = 1 + random.IntN(4)
			setup.RoundLimit = s.last
		}
		for side := range setup.Sides {
			for i := range 1 + random.IntN(4) {
				id := fmt.Sprintf("%s-%d", ids[random.IntN(len(ids))], 1+random.IntN(6))
				if i == 0 && random.IntN(2) == 0 {
					id = buildings[random.IntN(len(buildings))]
				}
				x := named(t, g, id)
				a := &setup.Sides[side].Army
				*a = append(*a, kings.Run{N: 1, Thing: x})
				random.Shuffle(len(*a), func(i, j int) { (*a)[i], (*a)[j] = (*a)[j], (*a)[i] })
			}
			for _, run := range setup.Sides[side].Army {
				x := run.Thing
				f := fighter{value: x.Value, step: 2, dice: 1, building: x.Kind == kings.Building}
				switch { // K1.3, K2.1
				case x.Marks&kings.Star != 0:
					f.step = 0
				case x.Marks&kings.Range != 0:
					f.step = 1
				case x.Marks&kings.Charge != 0:
					f.dice = 2
				}
				s.sides[side] = append(s.sides[side], f)
			}
		}
		b, err := kings.NewBattle(g, setup)
		if err != nil {
			t.Fatal(err)
		}
		graph := odds.NewGraph(b, first, first)
		root := graph.Begin()
		if err := graph.Explore(context.Background()); err != nil {
			t.Fatal(err)
		}
		o, err := graph.Odds(root)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := s.wins([2]int{}, 1).Float64()
		name := fmt.Sprintf("%s against %s, %d rounds", setup.Sides[0].Army, setup.Sides[1].Army, setup.RoundLimit)
		// The solver's last rounding, to float64, comes on top.
		if bound := o.Bound + 0x1p-52; math.Abs(o.Wins[0].Value-want) > bound || math.Abs(o.Wins[1].Value-(1-want)) > bound {
			t.Errorf("%s: the attacker wins with %v, the defender with %v; the solver says %v (bound %.2g)", name, o.Wins[0].Value, o.Wins[1].Value, want, o.Bound)
		}
		if !(o.Bound < 1e-12) || o.Draws.Value > 0 {
			t.Errorf("%s: bound %v, draws %v", name, o.Bound, o.Draws.Value)
		}
	}
}

// K5.3: what falls after the battle does not change who has won it.
func TestRubbleDecidesNothing(t *testing.T) {
	var wins [2]odds.Odds
	for i, falls := range []bool{false, true} {
		rules := kings.DefaultRules()
		rules.BeatenHex, rules.RubbleFalls = "nobody", falls
		g := newGame(t, rules)
		b, err := kings.NewBattle(g, kings.Setup{Sides: []kings.SideSetup{{Army: army(t, g, "charger-3")}, {Army: army(t, g, "city")}}})
		if err != nil {
			t.Fatal(err)
		}
		graph := odds.NewGraph(b, first, first)
		root := graph.Begin()
		if err := graph.Explore(context.Background()); err != nil {
			t.Fatal(err)
		}
		o, err := graph.Odds(root)
		if err != nil {
			t.Fatal(err)
		}
		wins[i] = *o
	}
	for side := range 2 {
		if a, b := wins[0].Wins[side].Value, wins[1].Wins[side].Value; math.Abs(a-b) > wins[0].Bound+wins[1].Bound {
			t.Errorf("side %d wins with %v, and where buildings fall with %v", side, a, b)
		}
	}
}
