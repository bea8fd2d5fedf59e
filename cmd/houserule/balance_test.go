package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library/heroesdata"
	"houserule/engine/sim"
)

// The armies of every pair of the roster cost the same within 2 %, and have at
// most 4 stacks.
func TestArmiesOfAPairCostTheSame(t *testing.T) {
	lib, err := load()
	if err != nil {
		t.Fatal(err)
	}
	c := &contest{Unit: "creature", Players: []string{"greedy", "greedy"}}
	for _, creature := range heroesdata.Game(lib).Creatures {
		c.Contenders = append(c.Contenders, contender{Name: creature.ID, Cost: creature.Cost})
	}
	dearest := 0
	for _, pair := range c.pairs() {
		armies, err := c.armiesOf(lib, pair)
		if err != nil {
			t.Fatal(err)
		}
		low, high := armies[0].Cost(), armies[1].Cost()
		if low > high {
			low, high = high, low
		}
		dearest = max(dearest, high)
		if low < minArmyCost || float64(high) > float64(low)*(1+maxCostGap) {
			t.Errorf("%s costs %d, %s %d", armies[0], armies[0].Cost(), armies[1], armies[1].Cost())
		}
		for _, army := range armies {
			if n := len(army.(heroes.Army)[0]) + len(army.(heroes.Army)[1]); n > 4 {
				t.Errorf("%s has %d stacks", army, n)
			}
		}
	}
	t.Logf("%d pairs; the dearest army costs %d", len(c.pairs()), dearest)
}

// The counts are the same whoever is named first, for any costs.
func TestEvenCountsOfAnyCosts(t *testing.T) {
	costs := []int{1, 2, 7, 10, 57, 79, 80, 81, 82, 97, 99, 101, 399, 400, 401, 1000, 9998, 9999}
	for _, a := range costs {
		for _, b := range costs {
			n, m := evenCounts(a, b)
			low, high := min(n*a, m*b), max(n*a, m*b)
			if low < minArmyCost || float64(high) > float64(low)*(1+maxCostGap) {
				t.Errorf("%d of %d cost %d, %d of %d %d", n, a, n*a, m, b, m*b)
			}
			if m2, n2 := evenCounts(b, a); n2 != n || m2 != m {
				t.Errorf("costs %d and %d: %d and %d cards, the other way %d and %d", a, b, n, m, n2, m2)
			}
		}
	}
	if n, m := mirrorCounts(88); n != 5 || m != 6 {
		t.Errorf("%d against %d cards of 88, want 5 against 6", n, m)
	}
}

func TestArmyOf(t *testing.T) {
	lib, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		id   string
		n    int
		want string
	}{
		{"orc", 1, "1 orc"},
		{"orc", 3, "1 orc, 1 orc, 1 orc"},
		{"orc", 14, "4 orc, 4 orc, 3 orc, 3 orc"}, // melee 2, ranged 2
		{"halfling", 14, "4 halfling, 4 halfling, 3 halfling | 3 halfling"},
		{"halfling", 2, "1 halfling, 1 halfling"},
	} {
		army, err := weighers()[0].Army(lib, row.id, row.n)
		if err != nil {
			t.Fatal(err)
		}
		if got := army.String(); got != row.want {
			t.Errorf("%d %s: %s, want %s", row.n, row.id, got, row.want)
		}
	}
}

// Each battle of a trial is the one that houserule battle plays with its seed,
// and no two trials share one.
func TestEachPairHasSeedsOfItsOwn(t *testing.T) {
	lib, err := load()
	if err != nil {
		t.Fatal(err)
	}
	o := balanceOptions{mods: new(modOptions), players: "greedy", seed: 7, margin: 0.2}
	o.battles = 8
	c, err := o.contest(lib, []string{"orc", "wolf", "goblin"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := o.plan(lib, c)
	if err != nil {
		t.Fatal(err)
	}
	l := newLab(o.mods)
	l.keep(lib)
	results, err := l.run(context.Background(), p, stretch{0, p.Battles}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(results) != 3+3 {
		t.Fatalf("%d trials, want 3 pairs and 3 creatures against themselves", len(results))
	}
	for i, trial := range p.Trials {
		want := sim.Games{A: 0, B: 1}
		for k := range p.Battles {
			points := 0
			for a, arm := range trial.Arms {
				switch winnerOf(t, l, arm, p.Seed+uint64(int64(i)*p.Battles+k)) {
				case engine.Side(a):
					want.Wins[0]++
					points += 2
				case engine.Side(1 - a):
					want.Wins[1]++
				default:
					want.Draws++
					points++
				}
			}
			want.Twins[points]++
		}
		if got := gamesOf(results[i], 0, 1); got != want {
			t.Errorf("%s: %+v, one by one %+v", trial.Name, got, want)
		}
	}
}

// In every game the deviation that ratings state is the one that they have: over
// tournaments with other seeds. In some the two seatings of a seed are one battle,
// in others the seat decides.
func TestRatingsStateTheirDeviation(t *testing.T) {
	const tournaments = 40
	for _, row := range []struct {
		game  string
		units []string
	}{
		{"heroes", []string{"orc", "hydra", "bandit"}},
		{"kings", []string{"elves-3", "troll", "goblins"}},
		{"sorcery", []string{"spearmen", "lancers", "orc-spears"}},
	} {
		t.Run(row.game, func(t *testing.T) {
			mods := &modOptions{game: row.game}
			lib, err := mods.load(clue{})
			if err != nil {
				t.Fatal(err)
			}
			o := balanceOptions{mods: mods, players: "greedy", margin: 0.2}
			o.battles = 20
			c, err := o.contest(lib, row.units)
			if err != nil {
				t.Fatal(err)
			}
			l := newLab(mods)
			l.keep(lib)
			values := make([][]float64, len(row.units))
			stated := 0.0
			for i := range uint64(tournaments) {
				o.seed = 1 + 1000*i
				p, err := o.plan(lib, c)
				if err != nil {
					t.Fatal(err)
				}
				p.Trials = p.Trials[:len(c.pairs())] // without those for what cost is worth
				results, err := l.run(context.Background(), p, stretch{0, p.Battles}, nil)
				if err != nil {
					t.Fatal(err)
				}
				s, err := newStanding(c, results)
				if err != nil {
					t.Fatal(err)
				}
				for who, r := range s.ratings {
					values[who] = append(values[who], r.Value)
					stated += r.Half() * r.Half() / (1.96 * 1.96 * tournaments)
				}
			}
			real := 0.0
			for _, all := range values {
				_, variance := stat.MeanVariance(all, nil)
				real += variance
			}
			ratio := math.Sqrt(stated / real)
			t.Logf("stated is a deviation of %.3f, %.3f is the real one", math.Sqrt(stated/3), math.Sqrt(real/3))
			if ratio < 0.8 || ratio > 1.25 {
				t.Errorf("the stated deviation is %.2f of the real one", ratio)
			}
		})
	}
}

// winnerOf plays one battle and tells who won.
func winnerOf(t *testing.T, l *lab, arm armPlan, seed uint64) engine.Side {
	t.Helper()
	lib, m, err := l.match(arm)
	if err != nil {
		t.Fatal(err)
	}
	b, err := heroes.NewBattle(heroesdata.Game(lib), m.Setup.(heroes.Setup))
	if err != nil {
		t.Fatal(err)
	}
	seats, err := view.NewPlayers(lib, m)
	if err != nil {
		t.Fatal(err)
	}
	return b.Play(engine.NewTable(lib.Dice(seed), seats...)).Winner
}

// standingOf is a standing in which the first beats the others as often as
// their ratings say, in 1,000 battles each, and cost has a known slope.
func standingOf(t *testing.T, slope sim.Interval, costs []int, ratings []float64) *standing {
	t.Helper()
	s := &standing{contest: &contest{Unit: "creature", Margin: 0.2}, costs: costs, slope: slope}
	for i := range costs {
		s.Contenders = append(s.Contenders, contender{Name: fmt.Sprintf("c%d", i), Cost: costs[i]})
	}
	for _, pair := range s.pairs() {
		wins := int64(math.Round(1000 * sim.Chance(ratings[pair[0]]-ratings[pair[1]])))
		s.games = append(s.games, sim.Games{A: pair[0], B: pair[1], Wins: [2]int64{wins, 1000 - wins}})
	}
	if err := s.rate(); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestProposals(t *testing.T) {
	slope := sim.Interval{Value: 10, Low: 9, High: 11}
	ratings := []float64{2, 0.5, 0, -0.5, -2}
	s := standingOf(t, slope, []int{50, 30, 30, 30, 100}, ratings)
	if got := s.ranking(); !slices.Equal(got, []int{0, 1, 2, 3, 4}) {
		t.Errorf("the ranking is %v", got)
	}
	if got := s.outside(); !slices.Equal(got, []int{0, 4}) {
		t.Fatalf("outside are %v, want the first and the last", got)
	}
	if up, down := s.judged(1), s.judged(-1); !slices.Equal(up, []string{"c0"}) || !slices.Equal(down, []string{"c4"}) {
		t.Errorf("judged %v and %v", up, down)
	}
	got := s.proposals()
	// 50 exp(0.2) = 61.07, 100 exp(-0.2) = 81.87
	if len(got) != 2 || got[0].cost.Value != 61 || got[1].cost.Value != 82 {
		t.Fatalf("the proposals are %+v, want 61 and 82", got)
	}
	for _, p := range got {
		if !(p.cost.Low <= p.cost.Value && p.cost.Value <= p.cost.High && p.cost.Low < p.cost.High) {
			t.Errorf("the interval of %+v", p)
		}
	}
	if s.misfit() > 0.001 {
		t.Errorf("the misfit of made-up ratings is %v", s.misfit())
	}
	s.slope.Low = -1
	if got := s.proposals(); got != nil {
		t.Errorf("where cost may be worth nothing there are the proposals %v", got)
	}
}

// A cost is a whole number from 1, and at most twice or half of what it was.
func TestProposalsHaveBounds(t *testing.T) {
	s := standingOf(t, sim.Interval{Value: 2, Low: 2, High: 2}, []int{40, 1, 30}, []float64{4, -4, 0})
	got := s.proposals()
	if len(got) != 2 || got[0].cost.Value != 80 || got[1].cost.Value != 1 {
		t.Errorf("the proposals are %+v, want 80 and 1", got)
	}
}

func TestMedian(t *testing.T) {
	if got := median([]float64{9, 1, 4}); got != (sim.Interval{Value: 4, Low: 1, High: 9}) {
		t.Errorf("of three: %v", got)
	}
	var hundred []float64
	for i := range 100 {
		hundred = append(hundred, float64(i+1))
	}
	if got := median(hundred); got != (sim.Interval{Value: 50.5, Low: 41, High: 60}) {
		t.Errorf("of hundred: %v", got)
	}
}

// What --verify plays does not change what is played at other times.
func TestVerifyLeavesTheDataAlone(t *testing.T) {
	before, err := load()
	if err != nil {
		t.Fatal(err)
	}
	costs := func(all []*heroes.Creature) (list []int) {
		for _, c := range all {
			list = append(list, c.Cost)
		}
		return list
	}
	want := costs(heroesdata.Game(before).Creatures)
	o := balanceOptions{mods: new(modOptions), players: "greedy", seed: 1, margin: 0.2, verify: true}
	o.battles = 40
	c, err := o.contest(before, []string{"zombie", "orc", "goblin"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := o.plan(before, c)
	if err != nil {
		t.Fatal(err)
	}
	l := newLab(o.mods)
	l.keep(before)
	results, err := l.run(context.Background(), p, stretch{0, p.Battles}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := newStanding(c, results)
	if err != nil {
		t.Fatal(err)
	}
	rounds, err := s.verify(context.Background(), l, p)
	if err != nil {
		t.Fatal(err)
	}
	if len(rounds) == 0 || rounds[0].costs[0] <= 10 || rounds[0].costs[2] >= 26 {
		t.Fatalf("zombies should cost more, goblins less: %+v", rounds)
	}
	if last := rounds[len(rounds)-1]; len(last.outside()) >= len(s.outside()) {
		t.Errorf("outside were %d, are %d", len(s.outside()), len(last.outside()))
	}
	if got := costs(heroesdata.Game(before).Creatures); !slices.Equal(got, want) {
		t.Error("the costs of the data have changed")
	}
	again, err := s.verify(context.Background(), l, p)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := fmt.Sprintf("%+v", gamesIn(rounds)), fmt.Sprintf("%+v", gamesIn(again)); a != b {
		t.Errorf("another time it comes to something else:\n%s\n%s", a, b)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if none, err := s.verify(ended, l, p); len(none) > 0 || err != nil {
		t.Errorf("interrupted it comes to %v, error %v; want nothing", none, err)
	}
}

// A verification that is interrupted ends like any run that is, and what is
// known without it is printed.
func TestVerifyInterrupted(t *testing.T) {
	lib, err := load()
	if err != nil {
		t.Fatal(err)
	}
	o := balanceOptions{mods: new(modOptions), players: "greedy", seed: 1, margin: 0.2, verify: true}
	o.battles = 40
	c, err := o.contest(lib, []string{"zombie", "orc", "goblin"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := o.plan(lib, c)
	if err != nil {
		t.Fatal(err)
	}
	l := newLab(o.mods)
	l.keep(lib)
	results, err := l.run(context.Background(), p, stretch{0, p.Battles}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	defer end()
	for _, want := range []error{nil, repl.ErrInterrupted} {
		var out strings.Builder
		if err := l.print(ctx, &out, p, results, outputOptions{}, ""); err != want {
			t.Errorf("the error is %v, want %v", err, want)
		}
		if got := strings.Contains(out.String(), "The verification was interrupted."); got != (want != nil) {
			t.Errorf("it prints\n%s", out.String())
		}
		end()
	}
}

func gamesIn(rounds []correction) (all [][]sim.Games) {
	for _, r := range rounds {
		all = append(all, r.games)
	}
	return all
}

// The results do not depend on the number of workers.
func TestBalanceOnAnyNumberOfWorkers(t *testing.T) {
	var first string
	for _, workers := range []string{"1", "2", "5"} {
		var out, errs strings.Builder
		if code := run([]string{"balance", "orc", "wolf", "zombie", "-n", "12", "--verify", "--json", "--workers", workers}, &out, &errs); code != exitOK {
			t.Fatalf("exit code %d: %s", code, errs.String())
		}
		if first == "" {
			first = out.String()
		}
		if out.String() != first {
			t.Errorf("with %s workers it is another result", workers)
		}
	}
}
