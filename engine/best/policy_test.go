package best_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"houserule/engine"
)

// A policy is a door for each room and number of rounds left in which a seat chooses.
type policy map[[2]int]int

// gauss returns the values of all rooms with all numbers of rounds left, if the seats
// follow a policy: the solution of the linear equations, one a room and number, by
// elimination. It knows nothing of an order of rounds.
func (m *maze) gauss(follow policy, wrong mistake) map[[2]int]float64 {
	n := len(m.rooms) * m.limit
	at := func(room, left int) int { return room*m.limit + left - 1 }
	rows := make([][]float64, n)
	for room, r := range m.rooms {
		for left := 1; left <= m.limit; left++ {
			row := make([]float64, n+1)
			row[at(room, left)] = 1
			add := func(d door, share float64) {
				for _, w := range d.ways {
					share := share / float64(len(d.ways))
					switch {
					case w.rounds == left:
						row[n] += share / 2 // time is up
					case w.to < 0:
						row[n] += share * map[int]float64{win0: 1, win1: 0, draw: 0.5}[w.to]
					case w.rounds > 0 && wrong == lostCycle:
					default:
						row[at(w.to, left-w.rounds)] -= share
					}
				}
			}
			if r.side == engine.Luck {
				for _, d := range r.doors {
					add(d, 1/float64(len(r.doors)))
				}
			} else {
				add(r.doors[follow[[2]int{room, left}]], 1)
			}
			rows[at(room, left)] = row
		}
	}
	for i := range rows {
		pivot := i
		for j := i; j < n; j++ {
			if math.Abs(rows[j][i]) > math.Abs(rows[pivot][i]) {
				pivot = j
			}
		}
		rows[i], rows[pivot] = rows[pivot], rows[i]
		for j := range rows {
			if f := rows[j][i] / rows[i][i]; j != i && f != 0 {
				for k := i; k <= n; k++ {
					rows[j][k] -= f * rows[i][k]
				}
			}
		}
	}
	values := map[[2]int]float64{}
	for room := range m.rooms {
		for left := 1; left <= m.limit; left++ {
			i := at(room, left)
			values[[2]int{room, left}] = rows[i][n] / rows[i][i]
		}
	}
	return values
}

// worth is the value of a door by the values of what it leads to.
func (d door) worth(left int, values map[[2]int]float64) float64 {
	sum := 0.0
	for _, w := range d.ways {
		switch {
		case w.rounds == left:
			sum += 0.5
		case w.to < 0:
			sum += map[int]float64{win0: 1, win1: 0, draw: 0.5}[w.to]
		default:
			sum += values[[2]int{w.to, left - w.rounds}]
		}
	}
	return sum / float64(len(d.ways))
}

// improve returns the policy with better doors for one side, and whether there are any.
func (m *maze) improve(follow policy, side engine.Side, values map[[2]int]float64, wrong mistake) (better bool) {
	for room, r := range m.rooms {
		if r.side != side {
			continue
		}
		first := 0
		if wrong == droppedOption && len(r.doors) > 1 {
			first = 1
		}
		for left := 1; left <= m.limit; left++ {
			at := [2]int{room, left}
			follow[at] = max(follow[at], first)
			sign := 1 - 2*float64(side)
			if wrong == wrongSign {
				sign = -sign
			}
			for n := first; n < len(r.doors); n++ {
				if sign*(r.doors[n].worth(left, values)-r.doors[follow[at]].worth(left, values)) > 1e-12 {
					follow[at], better = n, true
				}
			}
		}
	}
	return better
}

// iterate returns the value of a maze by policy iteration: seat 1 answers each policy of
// seat 0 with its best one, and seat 0 improves its own until nothing is better.
func (m *maze) iterate(wrong mistake) map[[2]int]float64 {
	follow := policy{}
	m.improve(follow, 0, nil, wrong) // where a door is dropped it is not the first policy's either
	m.improve(follow, 1, nil, wrong)
	for {
		values := m.gauss(follow, wrong)
		for m.improve(follow, 1, values, wrong) {
			values = m.gauss(follow, wrong)
		}
		if !m.improve(follow, 0, values, wrong) {
			return values
		}
	}
}

// Policy iteration comes to the same values, whichever room and round; with a mistake in it
// it does not.
func TestPolicyIteration(t *testing.T) {
	dice := rand.New(rand.NewPCG(4, 4))
	var found [mistakes]int
	for n := range 40 {
		m := newMaze(dice, 1+dice.IntN(7), 1+dice.IntN(7))
		g := solved(t, m)
		for wrong := range mistakes {
			values := m.iterate(wrong)
			for room := range m.rooms {
				for round := 1; round <= m.limit; round++ {
					m.at, m.round, m.over, m.winner = room, round, false, engine.Draw
					v, ok := g.Along(m, nil)
					want := values[[2]int{room, m.limit - round + 1}]
					switch differ := !ok || math.Abs(v.Middle()-want) > 1e-9 || v.Gap() > 1e-9; {
					case differ && wrong == none:
						t.Errorf("maze %d, room %d, round %d: %v, %v; policy iteration has %v", n, room, round, v, ok, want)
					case differ:
						found[wrong]++
					}
				}
			}
		}
	}
	for wrong := none + 1; wrong < mistakes; wrong++ {
		if found[wrong] == 0 {
			t.Errorf("mistake %d is not found", wrong)
		}
	}
}
