package experiment

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/sim"
)

// twoSeats is a plan of battles between an aggressor and a defender under two rules.
func twoSeats(until *Until) Plan {
	arm := ArmPlan{Seats: []string{"aggressor", "defender"}}
	return Plan{Kind: KindComparison, Until: until, Trials: []TrialPlan{{Arms: []ArmPlan{arm, arm}}}}
}

// pairsOf are the results of n battles under two rules, of which the aggressor wins half
// under both, some under the second only, and some under the first only.
func pairsOf(n, gained, lost int64) *sim.Result {
	r := &sim.Result{Arms: make([]sim.Count, 2), Pairs: make([]sim.Pair, 1)}
	half := (n - gained - lost) / 2
	r.Pairs[0].Differ = gained + lost
	r.Pairs[0].Joint[0][0], r.Pairs[0].Joint[1][1] = half, n-gained-lost-half
	r.Pairs[0].Joint[1][0], r.Pairs[0].Joint[0][1] = gained, lost
	for i := range r.Arms {
		r.Arms[i].Battles, r.Arms[i].Rounds, r.Arms[i].Finishes = n, []int64{0, n / 4, n - n/4}, make([]sim.Finish, 3)
	}
	for seat := range 2 {
		r.Arms[0].Wins[seat] = r.Pairs[0].Joint[seat][0] + r.Pairs[0].Joint[seat][1]
		r.Arms[1].Wins[seat] = r.Pairs[0].Joint[0][seat] + r.Pairs[0].Joint[1][seat]
	}
	return r
}

// withDraws adds battles that become draws under the second rules: n that the aggressor
// won, and as many that the defender won.
func withDraws(r *sim.Result, n int64) *sim.Result {
	draw := len(r.Pairs[0].Joint) - 1
	for seat := range 2 {
		r.Pairs[0].Joint[seat][draw] += n
		r.Arms[0].Wins[seat] += n
	}
	r.Arms[1].Draws += 2 * n
	r.Pairs[0].Differ += 2 * n
	for i := range r.Arms {
		r.Arms[i].Battles += 2 * n
		r.Arms[i].Rounds[1] += 2 * n
	}
	return r
}

// A run ends when the intervals of its differences are narrow, not those of its shares.
func TestNarrowDifferences(t *testing.T) {
	r := pairsOf(10_000, 0, 10)
	p := twoSeats(new(Until))
	reach := Number(p.difference(r, 0, 0).Reach())
	for _, row := range []struct {
		wanted Number
		want   bool
	}{{reach, true}, {reach * 0.99, false}} {
		p.Until.HalfWidth = row.wanted
		if got := p.reached(r); got != row.want {
			t.Errorf("of %v on either side, %v are reached: %v", reach, row.wanted, got)
		}
	}
	if once := Number(sim.Paired(0, 10, 10_000).Half()); reach < 1.5*once || reach > 3*once {
		t.Errorf("the interval reaches %v to either side, that for a single look %v", reach, once)
	}
}

// A run ends when its intervals are narrow up and down: that of a rate of 100 % only reaches
// down, so half its width is not enough, and no more that of a chance near 100 %.
func TestLopsidedIntervals(t *testing.T) {
	won := &sim.Result{Arms: []sim.Count{{Battles: 200, Wins: [engine.MaxSeats]int64{200}}}}
	p := Plan{Kind: KindSummary, Until: new(Until), Trials: []TrialPlan{{Arms: []ArmPlan{{Seats: []string{"aggressor", "defender"}}}}}}
	share := p.share(200, 200)
	if share.High != 1 || share.Reach() != float64(1-share.Low) {
		t.Fatalf("200 of 200 are %v, which reaches %v", share, share.Reach())
	}
	for _, row := range []struct {
		wanted Number
		want   bool
	}{{Number(share.Half()), false}, {Number(share.Reach()), true}} {
		p.Until.HalfWidth = row.wanted
		if got := p.reached(won); got != row.want {
			t.Errorf("of an interval of %v to 1, %v is reached: %v", share.Low, row.wanted, got)
		}
	}
	s := &rated{ratings: []sim.Interval{{Value: 3, Low: 1, High: 5}}}
	if got, want := s.widest(), Number(s.chance(0).Value-s.chance(0).Low); got != want {
		t.Errorf("a chance of %v reaches %v, want %v", s.chance(0), got, want)
	}
}

// Where there are several differences each has its part of the errors.
func TestManyDifferences(t *testing.T) {
	p := twoSeats(&Until{HalfWidth: 0.01})
	for _, row := range []struct {
		name    string
		lineups int
		r       *sim.Result
		want    int
	}{
		{"two seats", 0, pairsOf(1000, 5, 5), 1},
		{"draws", 0, withDraws(pairsOf(1000, 5, 5), 1), 3},
		{"two line-ups", 2, pairsOf(1000, 5, 5), 2},
	} {
		p.Lineups = row.lineups
		if got := p.differences(row.r); got != row.want {
			t.Errorf("%s: %d differences, want %d", row.name, got, row.want)
		}
	}
	one, three := twoSeats(p.Until).difference(pairsOf(1000, 20, 30), 0, 0), twoSeats(p.Until)
	three.beside = 3
	if wide := three.difference(pairsOf(1000, 20, 30), 0, 0); wide.Half() <= one.Half() {
		t.Errorf("one of three is known to %v, a single one to %v", wide.Half(), one.Half())
	}
}

// What a run that may stop at any moment says.
func TestUntilVerdict(t *testing.T) {
	width, decide := &Until{HalfWidth: 0.01}, &Until{Difference: 0.005, FalseAlarms: 0.05, Misses: 0.2}
	const promised = "The run could stop at any moment: in at most 5 of 100 such runs is an interval wrong."
	const decides = "The run could stop at any moment: in at most 5 of 100 such runs a difference is found where there is none, and in at most 20 of 100 one of 0.5 points is missed."
	const length = "Battles last as long as before."
	for _, row := range []struct {
		name  string
		until *Until
		r     *sim.Result
		want  []string
	}{
		{"narrow", width, pairsOf(10_000, 200, 320), []string{
			"With fog the aggressor wins 1.2 points less often (0.4 to 2.0 less).",
			"520 of 10,000 battles (5.20 %) ended with another winner; 0 more went another way, to the same end.", length,
			"It took 10,000 battles to know the differences to 1 point up and down.", promised,
		}},
		{"wide", width, pairsOf(1000, 30, 30), []string{
			"No difference was found: it is below 2.7 points.",
			"60 of 1,000 battles (6.00 %) ended with another winner; 0 more went another way, to the same end.", length,
			"The run ended before the differences were known to 1 point up and down.", promised,
		}},
		{"more", decide, pairsOf(2000, 20, 2), []string{
			"With fog the aggressor wins more often, by some 0.9 points.",
			"22 of 2,000 battles (1.10 %) ended with another winner; 0 more went another way, to the same end.", length,
			"It took 2,000 battles to decide that.", decides,
		}},
		{"less", decide, pairsOf(2000, 2, 20), []string{
			"With fog the aggressor wins less often, by some 0.9 points.",
			"22 of 2,000 battles (1.10 %) ended with another winner; 0 more went another way, to the same end.", length,
			"It took 2,000 battles to decide that.", decides,
		}},
		{"same", decide, pairsOf(10_000, 50, 50), []string{
			"With fog the aggressor wins about as often: no difference of 0.5 points was found.",
			"100 of 10,000 battles (1.00 %) ended with another winner; 0 more went another way, to the same end.", length,
			"It took 10,000 battles to decide that.", decides,
		}},
		{"open", decide, pairsOf(1000, 7, 3), []string{
			"With fog the aggressor wins 0.4 points more often, but that may be luck.",
			"10 of 1,000 battles (1.00 %) ended with another winner; 0 more went another way, to the same end.", length,
			"The run ended before that was decided.", decides,
		}},
		// Draws take as much from both.
		{"drawn", decide, withDraws(pairsOf(10_000, 0, 0), 30), []string{
			"With fog the aggressor wins about as often, with draws as parts of a win: no difference of 0.5 points was found.",
			"60 of 10,060 battles (0.60 %) ended with another winner; 0 more went another way, to the same end.", length,
			"It took 10,060 battles to decide that.", decides,
		}},
	} {
		p := twoSeats(row.until)
		p.Trials[0].Arms[1].Name = "with fog"
		c, err := Compare(p, []*sim.Result{row.r}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.verdict(); !slices.Equal(got, row.want) {
			t.Errorf("%s: the verdict is\n%q, want\n%q", row.name, got, row.want)
		}
	}
}

// Several line-ups agree by what their tests have found, and share the errors.
func TestUntilLineups(t *testing.T) {
	var all []*Comparison
	for _, r := range []*sim.Result{pairsOf(4000, 50, 2), pairsOf(10_000, 50, 50)} {
		p := twoSeats(&Until{Difference: 0.005, FalseAlarms: 0.05, Misses: 0.2})
		p.beside = 2
		p.Trials[0].Arms[1].Name = "with fog"
		c, err := Compare(p, []*sim.Result{r}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.Players = []string{fmt.Sprintf("p%d", len(all))}
		all = append(all, c)
	}
	want := []string{
		"Only some players show it: with fog the aggressor wins more often under p0 (+1.2 points, 0.7 to 1.9); no difference was found under p1 (below 0.4 points).",
		"The run could stop at any moment: in at most 5 of 100 such runs is any of the 2 differences found where there is none, and in at most 20 of 100 one of 0.5 points is missed.",
	}
	if got := NewComparisons(all).Verdict; !slices.Equal(got, want) {
		t.Errorf("the verdict is\n%q, want\n%q", got, want)
	}
}

// What a part may not say of the end of its run.
func TestUntilValid(t *testing.T) {
	for _, row := range []struct {
		u    *Until
		want bool
	}{
		{nil, true},
		{&Until{HalfWidth: 0.01}, true},
		{&Until{Difference: 0.01, FalseAlarms: 0.05, Misses: 0.2}, true},
		{&Until{}, false},
		{&Until{HalfWidth: 0.5}, false},
		{&Until{HalfWidth: -1}, false},
		{&Until{HalfWidth: 0.01, Difference: 0.01, FalseAlarms: 0.05, Misses: 0.2}, false},
		{&Until{Difference: 0.01, FalseAlarms: 0.05}, false},
		{&Until{Difference: 0.01, FalseAlarms: 0.7, Misses: 0.2}, false},
		{&Until{Difference: 2, FalseAlarms: 0.05, Misses: 0.2}, false},
	} {
		if got := row.u.valid(); got != row.want {
			t.Errorf("%+v is valid: %v", row.u, got)
		}
	}
}

// Points count a draw as an equal part of a win.
func TestPointsGained(t *testing.T) {
	var pair sim.Pair
	draw := len(pair.Joint) - 1
	pair.Joint[0][0], pair.Joint[0][1], pair.Joint[0][draw] = 1, 2, 4   // won before
	pair.Joint[1][0], pair.Joint[1][1], pair.Joint[1][draw] = 8, 16, 32 // lost before
	pair.Joint[draw][0], pair.Joint[draw][1], pair.Joint[draw][draw] = 64, 128, 256
	for seats, want := range map[int]float64{2: -2 - 2 + 8 + 16 + 32 - 64, 4: -2 - 3 + 8 + 8 + 48 - 32} {
		s := pointsGained(&pair, 0, seats)
		if got := s.Mean() * float64(s.N()); s.N() != 511 || math.Abs(got-want) > 1e-9 {
			t.Errorf("of %d seats the first gains %v points in %d battles, want %v in 511", seats, got, s.N(), want)
		}
	}
}
