package best_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/enginetest"
)

// A maze is a game of these tests: rooms that lead to each other. In a room a die falls, a
// seat chooses a door, or both one after another. A door leads to a room, possibly in the
// next round, or to an end.
type maze struct {
	*engine.Table
	rooms  []room
	limit  int
	at     int
	round  int
	over   bool
	winner engine.Side
}

type room struct {
	side  engine.Side // that chooses, Luck for none
	doors []door
}

// A door leads, by a fair die with as many faces as ways, to one of its ways.
type door struct{ ways []way }

type way struct {
	to     int // below 0: an end
	rounds int
}

const (
	win0 = -1
	win1 = -2
	draw = -3
)

func (m *maze) Begin(t *engine.Table) {
	m.Sit(t)
	m.BeginStep(nil)
	m.at, m.round, m.over, m.winner = 0, 1, false, engine.Draw
}

func (m *maze) Step() {
	m.BeginStep(m)
	r := m.rooms[m.at]
	n := 0
	if r.side != engine.Luck {
		n = m.Choose(r.side, doors(len(r.doors)))
	} else {
		n = m.Roll(len(r.doors), 0) - 1
	}
	d := r.doors[n]
	w := d.ways[m.Roll(len(d.ways), 0)-1]
	if w.rounds > 0 && m.round == m.limit {
		m.over = true
		return
	}
	m.round += w.rounds
	if m.at = w.to; w.to < 0 {
		m.over, m.winner = true, map[int]engine.Side{win0: 0, win1: 1, draw: engine.Draw}[w.to]
	}
}

func (m *maze) Over() bool                  { return m.over }
func (m *maze) Winner() engine.Side         { return m.winner }
func (m *maze) Round() int                  { return m.round }
func (m *maze) RoundLimit() int             { return m.limit }
func (m *maze) TimeUp() engine.Side         { return engine.Draw }
func (m *maze) Timed() bool                 { return false }
func (m *maze) Seats() int                  { return 2 }
func (m *maze) Value(engine.Side) int       { return 1 }
func (m *maze) Sit(t *engine.Table)         { m.Table = t }
func (m *maze) Fresh() engine.Battle        { return &maze{rooms: m.rooms, limit: m.limit} }
func (m *maze) AppendKey(key []byte) []byte { return binary.AppendVarint(key, int64(m.at)) }
func (m *maze) CopyFrom(src engine.Battle) {
	from := src.(*maze)
	m.at, m.round, m.over, m.winner = from.at, from.round, from.over, from.winner
}

// doors is the choice of one of so many.
type doors int

func (d doors) Legal(n int) bool { return n >= 0 && n < int(d) }
func (d doors) First() int       { return 0 }
func (d doors) Each(yield func(int) bool) {
	for n := range int(d) {
		if !yield(n) {
			return
		}
	}
}
func (d doors) Name(n int) string              { return fmt.Sprint("door ", n) }
func (d doors) Parse(text string) (int, error) { return 0, errors.New("no words") }

// newMaze returns a random maze. Ways lead back only into the next round, so that each
// round ends; many lead in circles.
func newMaze(dice *rand.Rand, rooms, limit int) *maze {
	m := &maze{limit: limit}
	for at := range rooms {
		r := room{side: engine.Side(dice.IntN(3) - 1)}
		for range 1 + dice.IntN(3) {
			var d door
			for range 1 + dice.IntN(3) {
				w := way{to: dice.IntN(rooms+3) - 3}
				if w.to >= 0 && (w.to <= at || dice.IntN(2) == 0) {
					w.rounds = 1
				}
				d.ways = append(d.ways, w)
			}
			r.doors = append(r.doors, d)
		}
		m.rooms = append(m.rooms, r)
	}
	return m
}

// A mistake is planted in the independent solution, which must find it.
type mistake int

const (
	none mistake = iota
	wrongSign
	lostCycle
	droppedOption
	mistakes
)

// value is the value of a room with so many rounds left, by plain recursion.
func (m *maze) value(at, left int, wrong mistake, known map[[2]int]float64) float64 {
	switch {
	case at == win0:
		return 1
	case at == win1:
		return 0
	case at == draw:
		return 0.5
	}
	if v, ok := known[[2]int{at, left}]; ok {
		return v
	}
	r := m.rooms[at]
	var of []float64
	for _, d := range r.doors {
		sum := 0.0
		for _, w := range d.ways {
			switch {
			case w.rounds == left:
				sum += 0.5 // time is up
			case w.rounds > 0 && wrong == lostCycle:
			default:
				sum += m.value(w.to, left-w.rounds, wrong, known)
			}
		}
		of = append(of, sum/float64(len(d.ways)))
	}
	if wrong == droppedOption && len(of) > 1 && r.side != engine.Luck {
		of = of[1:]
	}
	side := r.side
	if wrong == wrongSign && side != engine.Luck {
		side = 1 - side
	}
	v := of[0]
	for _, o := range of[1:] {
		switch side {
		case 0:
			v = max(v, o)
		case 1:
			v = min(v, o)
		default:
			v += o
		}
	}
	if side == engine.Luck {
		v /= float64(len(of))
	}
	known[[2]int{at, left}] = v
	return v
}

// The value of random mazes lies between its bounds, by plain recursion; a solution with a
// mistake in it differs in some of them.
func TestMazes(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 1))
	var found [mistakes]bool
	for n := range 100 {
		m := newMaze(dice, 1+dice.IntN(12), 1+dice.IntN(40))
		if n%10 == 0 {
			m.limit *= 100 // so far away that the values no longer change
		}
		g := solved(t, m)
		v := g.Start()
		if v.Gap() > 1e-9 {
			t.Fatalf("maze %d: the value lies in %v", n, v)
		}
		for wrong := range mistakes {
			want := m.value(0, m.limit, wrong, map[[2]int]float64{})
			if outside := want < v.Low-1e-15 || want > v.High+1e-15; outside && wrong == none {
				t.Errorf("maze %d: want %v, it lies in %v", n, want, v)
			} else if outside {
				found[wrong] = true
			}
		}
		for at := range m.rooms {
			for _, round := range []int{1, m.limit} {
				m.at, m.round, m.over, m.winner = at, round, false, engine.Draw
				v, ok := g.Along(m, nil)
				want := m.value(at, m.limit-round+1, none, map[[2]int]float64{})
				if !ok || want < v.Low-1e-15 || want > v.High+1e-15 {
					t.Errorf("maze %d, room %d, round %d: want %v, it lies in %v, %v", n, at, round, want, v, ok)
				}
			}
		}
	}
	for wrong := none + 1; wrong < mistakes; wrong++ {
		if !found[wrong] {
			t.Errorf("mistake %d is not found", wrong)
		}
	}
}

// pig is the game of dice: who has the turn rolls as often as it dares, and loses the pot
// on a 1.
type pig struct {
	*engine.Table
	goal   int
	scores [2]int
	turn   engine.Side
	pot    int
	round  int
	over   bool
}

func (p *pig) Begin(t *engine.Table) {
	p.Sit(t)
	p.BeginStep(nil)
	p.scores, p.turn, p.pot, p.round, p.over = [2]int{}, 0, 0, 1, false
}

// A step is a turn: rounds are turns, so that each of them ends.
func (p *pig) Step() {
	p.BeginStep(p)
	if p.pot > 0 && p.Choose(p.turn, doors(2)) == 1 {
		p.scores[p.turn] += p.pot
		p.pass()
		return
	}
	if die := p.Roll(6, 0); die == 1 {
		p.pass()
	} else if p.pot += die; p.scores[p.turn]+p.pot >= p.goal {
		p.over = true
	}
}

func (p *pig) pass() { p.turn, p.pot, p.round = 1-p.turn, 0, p.round+1 }

func (p *pig) Over() bool            { return p.over }
func (p *pig) Winner() engine.Side   { return p.turn }
func (p *pig) Round() int            { return p.round }
func (p *pig) RoundLimit() int       { return 0 }
func (p *pig) TimeUp() engine.Side   { return engine.Draw }
func (p *pig) Timed() bool           { return false }
func (p *pig) Seats() int            { return 2 }
func (p *pig) Value(engine.Side) int { return 1 }
func (p *pig) Sit(t *engine.Table)   { p.Table = t }
func (p *pig) Fresh() engine.Battle  { return &pig{goal: p.goal} }
func (p *pig) AppendKey(key []byte) []byte {
	for _, n := range []int{p.scores[0], p.scores[1], int(p.turn), p.pot} {
		key = binary.AppendVarint(key, int64(n))
	}
	return key
}
func (p *pig) CopyFrom(src engine.Battle) {
	table := p.Table
	*p = *src.(*pig)
	p.Table = table
}

// pigValue is the chance of the player whose turn it is, by value iteration over the
// states of the literature (Neller and Presser, 2004). Scores never fall, so the pairs of
// scores are solved from the highest sum down, each with its mirror image.
func pigValue(goal int) float64 {
	values := make([][][]float64, goal) // by own score, the other's, and the pot
	for mine := range values {
		values[mine] = make([][]float64, goal)
		for other := range values[mine] {
			values[mine][other] = make([]float64, goal-mine)
		}
	}
	improve := func(mine, other int) (change float64) {
		of := values[mine][other]
		for pot := len(of) - 1; pot >= 0; pot-- {
			sum := 1 - values[other][mine][0]
			for die := 2; die <= 6; die++ {
				if mine+pot+die >= goal {
					sum++
				} else {
					sum += of[pot+die]
				}
			}
			v := sum / 6
			if pot > 0 {
				v = max(v, 1-values[other][mine+pot][0])
			}
			change, of[pot] = max(change, math.Abs(v-of[pot])), v
		}
		return change
	}
	for sum := 2*goal - 2; sum >= 0; sum-- {
		for mine := max(0, sum-goal+1); mine <= sum/2; mine++ {
			for other := sum - mine; max(improve(mine, other), improve(other, mine)) > 1e-15; {
			}
		}
	}
	return values[0][0][0]
}

// Pig has the value that an independent program finds. That program finds the value of the
// literature for Pig to 100, which has 500,000 pairs of scores and a pot for each player.
// Solving that here takes minutes, so a long run goes up to 40.
func TestPig(t *testing.T) {
	if want := pigValue(100); math.Abs(want-0.5306) > 5e-5 {
		t.Errorf("pig to 100: the literature has 53.06 %%, this is %v", want)
	}
	goals := []int{1, 2, 5, 10}
	if enginetest.Long {
		goals = append(goals, 20, 40)
	}
	for _, goal := range goals {
		v := solved(t, &pig{goal: goal}).Start()
		if want := pigValue(goal); math.Abs(v.Middle()-want) > 1e-9 || v.Gap() > 1e-8 {
			t.Errorf("pig to %d: want %v, it lies in %v", goal, want, v)
		}
	}
}

// What best play is not for says why.
func TestUnsolvable(t *testing.T) {
	_, err := best.New(&three{})
	if want := "best play is for two sides that see everything: this battle has 3; the player search plays such battles"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

type three struct{ maze }

func (*three) Seats() int { return 3 }
