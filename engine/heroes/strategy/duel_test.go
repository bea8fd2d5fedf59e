package strategy_test

import (
	"fmt"
	"math"
	"testing"

	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/enginetest"
	"houserule/engine/heroes"
	"houserule/engine/heroes/strategy"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// abilities are the numbers of a creature that duels vary: melee, defense, level.
type abilities [3]int

var (
	varied   = [...]string{"melee", "defense", "level"}
	weakest  = abilities{1, 4, 1}
	ablest   = abilities{8, 9, 4}
	stacksOf = [][]int{{1}, {2}, {4}, {6}, {2, 2}, {3, 1}, {3, 3}, {1, 1, 1}} // cards of each stack of a side
)

// A series counts its steps to better cards, and the inversions: those after which the
// better cards win less.
type series struct {
	steps, inversions int
	worst             float64
}

func (s *series) add(chances []float64) {
	for i := 1; i < len(chances); i++ {
		s.steps++
		if loss := chances[i-1] - chances[i]; loss > 1e-9 {
			s.inversions++
			s.worst = max(s.worst, loss)
		}
	}
}

func (s *series) rate() float64 { return float64(s.inversions) / float64(max(s.steps, 1)) }

func (s *series) String() string {
	return fmt.Sprintf("%4d of %4d steps, %4.1f %%, worst %4.1f points", s.inversions, s.steps, 100*s.rate(), 100*s.worst)
}

// Better cards do not win less with greedy players: in duels of equal armies but for
// one number, which is varied on one side, either side, and in the mean of all such
// duels, as balance has it. The chances are exact. In a short run every eighth series
// is played.
func TestBetterCardsWinMore(t *testing.T) {
	const most, mostOfOne = 0.05, 0.02 // of all, and where each side is one stack
	var all, means series
	nth := 0
	for _, cards := range stacksOf {
		for what, name := range varied {
			var duels, balance series
			low, high := weakest, ablest
			low[what], high[what] = 0, 0
			for m := low[0]; m <= high[0]; m++ {
				for d := low[1]; d <= high[1]; d++ {
					for l := low[2]; l <= high[2]; l++ {
						if nth++; enginetest.Long || nth%8 == 0 {
							playSeries(t, cards, what, abilities{m, d, l}, []*series{&duels, &all}, []*series{&balance, &means})
						}
					}
				}
			}
			t.Logf("%-9v %-7s duels %v; balance %v", fmt.Sprint(cards), name, &duels, &balance)
			if len(cards) == 1 && (duels.rate() > mostOfOne || balance.rate() > most) {
				t.Errorf("stacks of %v, %s: more than %.0f %% inversions in duels, or than %.0f %% in balance", cards, name, 100*mostOfOne, 100*most)
			}
		}
	}
	t.Logf("all: duels %v; balance %v", &all, &means)
	if all.rate() > most || means.rate() > most {
		t.Errorf("more than %.0f %% inversions", 100*most)
	}
}

// Under best play of both sides better cards never win less: the inversions above are due
// to greedy players, not to the rules.
func TestBetterCardsWinUnderBestPlay(t *testing.T) {
	every := 24
	if enginetest.Long {
		every = 3
	}
	value := func(aggressor, defender abilities, cards []int) float64 {
		g, err := best.New(duelBattle(t, aggressor, defender, cards))
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Solve(t.Context()); err != nil {
			t.Fatal(err)
		}
		v := g.Start()
		return v.Middle()
	}
	steps, nth := 0, 0
	for _, cards := range [][]int{{1}, {2}, {1, 1}} {
		for what := range varied {
			for n := range 8 * 6 * 4 {
				base := abilities{1 + n%8, 4 + n/8%6, 1 + n/48}
				if base[what] != weakest[what] {
					continue
				}
				if nth++; nth%every != 0 {
					continue
				}
				fixed, before := base, [2]float64{}
				fixed[what] = (weakest[what] + ablest[what]) / 2
				for ; base[what] <= ablest[what]; base[what]++ {
					now := [2]float64{value(base, fixed, cards), 1 - value(fixed, base, cards)}
					for seat, v := range now {
						if steps++; v < before[seat]-1e-8 {
							t.Errorf("%v, seat %d: %s %v against %v: %.9f after %.9f", cards, seat, varied[what], base, fixed, v, before[seat])
						}
					}
					before = now
				}
			}
		}
	}
	t.Log(steps, "values")
}

// playSeries plays the creatures that differ from base in one number, all against all.
func playSeries(t *testing.T, cards []int, what int, base abilities, duels, balance []*series) {
	var all []abilities
	for n := weakest[what]; n <= ablest[what]; n++ {
		base[what] = n
		all = append(all, base)
	}
	means := make([]float64, len(all))
	for _, fixed := range all {
		var seats [2][]float64
		for i, other := range all {
			first, second := duel(t, other, fixed, cards), 1-duel(t, fixed, other, cards)
			seats[0], seats[1] = append(seats[0], first), append(seats[1], second)
			means[i] += (first + second) / 2 / float64(len(all))
		}
		for _, s := range duels {
			s.add(seats[0])
			s.add(seats[1])
		}
	}
	for _, s := range balance {
		s.add(means)
	}
}

// duel returns the exact chance of the aggressor to win, a draw being half, between
// greedy players.
func duel(t *testing.T, aggressor, defender abilities, cards []int) float64 {
	t.Helper()
	graph := odds.NewGraph(duelBattle(t, aggressor, defender, cards), players.Greedy{}, players.Greedy{})
	root := graph.Begin()
	if err := graph.Explore(t.Context()); err != nil {
		t.Fatal(err)
	}
	o, err := graph.Odds(root)
	if err != nil {
		t.Fatal(err)
	}
	return o.Wins[heroes.Aggressor].Value + o.Draws.Value/2
}

// duelBattle returns a battle of two armies of one creature each, with these cards in
// their stacks.
func duelBattle(t *testing.T, aggressor, defender abilities, cards []int) *heroes.Battle {
	t.Helper()
	var creatures []*heroes.Creature
	setup := heroes.Setup{RoundLimit: 100}
	for side, a := range []abilities{aggressor, defender} {
		name := heroes.SideName(heroes.Aggressor + engine.Side(side))
		c := &heroes.Creature{ID: name, Name: name, Melee: a[0], Defense: a[1], Level: a[2], Phase: 5, Cost: 10}
		creatures = append(creatures, c)
		army := heroes.Army{}
		for _, n := range cards {
			army[heroes.MeleeLine] = append(army[heroes.MeleeLine], heroes.Pile{{N: n, Creature: c}})
		}
		setup.Sides[side] = heroes.SideSetup{Army: army, Town: heroes.NoTownNear}
	}
	b, err := heroes.NewBattle(heroes.NewGame(heroes.DefaultRules(), creatures, nil, strategy.New), setup)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The outlook of a duel of single cards is its chance to win less that to lose; of two
// turns that miss, the second begins the duel anew. A turn that passes costs a little.
func TestOutlook(t *testing.T) {
	const tolerance = 0.04
	for _, row := range []struct {
		by, at abilities
		want   float64
	}{
		{abilities{1, 5, 1}, abilities{1, 5, 1}, (0.7 - 0.3*0.7) / (1 + 0.3*0.3)},
		{abilities{4, 9, 1}, abilities{1, 5, 1}, 1},
		{abilities{1, 5, 1}, abilities{4, 9, 1}, 0.3 - 0.7},
	} {
		b := duelBattle(t, row.by, row.at, []int{1})
		b.Begin(engine.NewTable(engine.NewDice(1), players.Greedy{}, players.Greedy{}))
		if got := strategy.Outlook(&b.Game().Rules, &b.Stacks()[0], &b.Stacks()[1]); math.Abs(got-row.want) > tolerance {
			t.Errorf("%v against %v: %.3f, want %.3f", row.by, row.at, got, row.want)
		}
	}
}
