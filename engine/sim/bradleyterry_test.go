package sim_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"houserule/engine/sim"
)

// strengths are n ratings from -spread to spread, which have the mean 0.
func strengths(n int, spread float64) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = spread * (2*float64(i)/float64(n-1) - 1)
	}
	return all
}

// roundRobin is every player against every other, won as often as play says
// of a chance.
func roundRobin(ratings []float64, perPair int64, play func(chance float64, n int64) int64) []sim.Games {
	var games []sim.Games
	for b := range ratings {
		for a := range b {
			wins := play(sim.Chance(ratings[a]-ratings[b]), perPair)
			games = append(games, sim.Games{A: a, B: b, Wins: [2]int64{wins, perPair - wins}})
		}
	}
	return games
}

func exactly(chance float64, n int64) int64 { return int64(math.Round(chance * float64(n))) }

func dice(seed uint64) func(float64, int64) int64 {
	r := rand.New(rand.NewPCG(seed, 0))
	return func(chance float64, n int64) (wins int64) {
		for range n {
			if r.Float64() < chance {
				wins++
			}
		}
		return wins
	}
}

func rate(t *testing.T, n int, games []sim.Games) []sim.Interval {
	t.Helper()
	ratings, err := sim.BradleyTerry(n, games)
	if err != nil {
		t.Fatal(err)
	}
	return ratings
}

// Counts that are what the strengths foretell give the strengths.
func TestBradleyTerryRecoversStrengths(t *testing.T) {
	want := strengths(12, 3)
	for i, got := range rate(t, len(want), roundRobin(want, 1_000_000, exactly)) {
		if math.Abs(got.Value-want[i]) > 1e-3 {
			t.Errorf("player %d is rated %.5f, is %.5f", i, got.Value, want[i])
		}
	}
}

// With 10,000 times the games an interval is a hundredth as wide, and its middle is the same:
// rounding takes neither.
func TestBradleyTerryOfManyGames(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		want := make([]float64, 2+r.IntN(11))
		for i := range want {
			want[i] = 6*r.Float64() - 3
		}
		few := rate(t, len(want), roundRobin(want, 100_000, exactly))
		many := rate(t, len(want), roundRobin(want, 1_000_000_000, exactly))
		for i := range want {
			if ratio := few[i].Half() / many[i].Half(); math.Abs(ratio-100) > 1 || math.Abs(few[i].Value-many[i].Value) > 0.01 {
				t.Fatalf("player %d of %v: %v of 100,000 games, %v of 1,000,000,000", i, want, few[i], many[i])
			}
		}
	}
}

// Two players: the rating is half the log odds, the draws half a win each.
// The drawn games against rating 0 are as one more of the two in effect.
func TestBradleyTerryOfTwo(t *testing.T) {
	got := rate(t, 2, []sim.Games{{A: 0, B: 1, Wins: [2]int64{600_000, 100_000}, Draws: 300_000}})
	want := math.Log(0.75/0.25) / 2
	if math.Abs(got[0].Value-want) > 1e-4 || math.Abs(got[0].Value+got[1].Value) > 1e-9 {
		t.Errorf("rated %v and %v, want %v and %v", got[0].Value, got[1].Value, want, -want)
	}
	half := rate(t, 2, []sim.Games{{A: 0, B: 1, Wins: [2]int64{750_000, 250_000}}})
	if half[0].Value != got[0].Value || half[0].Half() <= got[0].Half() {
		t.Errorf("two draws are %v, a win and a loss %v: want the same, and less sure", got[0], half[0])
	}
}

// Of 300 tournaments about 95 % of the intervals hold the strength.
func TestBradleyTerryIntervalsCover(t *testing.T) {
	want := strengths(8, 2)
	play := dice(7)
	covered, all := 0, 0
	for range 300 {
		for i, got := range rate(t, len(want), roundRobin(want, 60, play)) {
			all++
			if got.Low <= want[i] && want[i] <= got.High {
				covered++
			}
		}
	}
	share := float64(covered) / float64(all)
	t.Logf("%.2f %% of %d intervals hold the strength", 100*share, all)
	if share < 0.94 || share > 0.965 {
		t.Errorf("%.2f %% of the intervals hold the strength, want about 95 %%", 100*share)
	}
}

// A seating says who wins the two battles of a seed, which are won with a chance,
// by two numbers from 0 to 1.
type seating func(chance, luck, other float64) (first, second bool)

// twins are n seeds of two players, each in both seatings.
func (s seating) twins(dice *rand.Rand, n int, chance float64) (g sim.Games) {
	for range n {
		first, second := s(chance, dice.Float64(), dice.Float64())
		won := 0
		for _, wins := range []bool{first, second} {
			if wins {
				won++
			}
		}
		g.Wins[0] += int64(won)
		g.Wins[1] += int64(2 - won)
		g.Twins[2*won]++
	}
	return g
}

// Two battles of one seed may be one battle, or nothing to each other, or each
// other's mirror; and the model may not fit. In each case about 95 % of the
// intervals hold the rating of endless battles, and the deviation that they state
// is the real one.
func TestIntervalsOfTwinsCover(t *testing.T) {
	const players, tournaments = 8, 250
	spread := func(most float64) func(a, b int) float64 {
		strength := strengths(players, most)
		return func(a, b int) float64 { return sim.Chance(strength[a] - strength[b]) }
	}
	fits := spread(2)
	circle := func(a, b int) float64 { return 0.7*fits(a, b) + 0.3*float64((a+b)%2) }
	same := func(chance, luck, _ float64) (bool, bool) { return luck < chance, luck < chance }
	apart := func(chance, luck, other float64) (bool, bool) { return luck < chance, other < chance }
	mirrored := func(chance, luck, _ float64) (bool, bool) { return luck < chance, 1-luck < chance }
	for _, test := range []struct {
		name   string
		chance func(a, b int) float64
		play   seating
	}{
		{"the same battle", fits, same},
		{"two battles", fits, apart},
		{"mirrored", fits, mirrored},
		{"the same battle, in a circle", circle, same},
		{"mirrored, in a circle", circle, mirrored},
		{"the same battle, far apart", spread(4), same},
	} {
		for _, n := range []int{10, 30, 100} {
			var endless []sim.Games
			for b := range players {
				for a := range b {
					wins := int64(math.Round(1e9 * test.chance(a, b)))
					endless = append(endless, sim.Games{A: a, B: b, Wins: [2]int64{wins, 1e9 - wins}})
				}
			}
			want := rate(t, players, endless)
			dice := rand.New(rand.NewPCG(11, uint64(n)))
			held, stated, squares := 0, 0.0, 0.0
			for range tournaments {
				var games []sim.Games
				for b := range players {
					for a := range b {
						g := test.play.twins(dice, n, test.chance(a, b))
						g.A, g.B = a, b
						games = append(games, g)
					}
				}
				for i, got := range rate(t, players, games) {
					if holds(got, want[i].Value) {
						held++
					}
					stated += got.Half() * got.Half() / (1.96 * 1.96)
					squares += (got.Value - want[i].Value) * (got.Value - want[i].Value)
				}
			}
			share, ratio := float64(held)/(players*tournaments), math.Sqrt(stated/squares)
			t.Logf("%s, %d seeds: %.1f %% hold the rating; the stated deviation is %.2f of the real one", test.name, n, 100*share, ratio)
			if share < 0.94 || share > 0.965 || ratio < 0.94 || ratio > 1.06 {
				t.Errorf("%s, %d seeds: want about 95 %%, and 1", test.name, n)
			}
		}
	}
}

// The order of the games makes no difference to the last bit; that of the
// players, and who is named first, none but of rounding.
func TestBradleyTerryIsInvariant(t *testing.T) {
	const n = 9
	games := roundRobin(strengths(n, 2), 50, dice(3))
	want := rate(t, n, games)
	shuffled, turned := slices.Clone(games), slices.Clone(games)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	if got := rate(t, n, shuffled); !slices.Equal(got, want) {
		t.Errorf("in another order: %v, want %v", got, want)
	}
	for i, g := range turned {
		turned[i] = sim.Games{A: n - 1 - g.B, B: n - 1 - g.A, Wins: [2]int64{g.Wins[1], g.Wins[0]}}
	}
	got := rate(t, n, turned)
	for i := range want {
		if o := got[n-1-i]; math.Abs(o.Value-want[i].Value) > 1e-9 || math.Abs(o.High-want[i].High) > 1e-9 {
			t.Errorf("by another number player %d is rated %v, want %v", i, o, want[i])
		}
	}
}

// Who wins or loses every game gets a finite rating, and a wide interval.
func TestBradleyTerryOfOneSidedGames(t *testing.T) {
	got := rate(t, 3, []sim.Games{
		{A: 0, B: 1, Wins: [2]int64{100, 0}}, {A: 0, B: 2, Wins: [2]int64{100, 0}}, {A: 1, B: 2, Wins: [2]int64{50, 50}},
	})
	if !(got[0].Value > 3 && got[0].Value < 8) {
		t.Errorf("the winner of all games is rated %v", got[0])
	}
	if got[0].Half() < 2*got[1].Half() && got[0].Half() < 1.5 {
		t.Errorf("the winner's interval is %v", got[0])
	}
	mean := 0.0
	for _, r := range got {
		mean += sim.Chance(r.Value) / 3
	}
	if math.Abs(mean-0.5) > 1e-9 {
		t.Errorf("the mean chance against rating 0 is %v, want 1/2", mean)
	}
}

// Two groups that never met: within each the ratings are as sure as its games
// make them, and between them nothing is known but the drawn games.
func TestBradleyTerryOfGroupsThatNeverMet(t *testing.T) {
	apart := []sim.Games{
		{A: 0, B: 1, Wins: [2]int64{7500, 2500}},
		{A: 2, B: 3, Wins: [2]int64{7500, 2500}},
	}
	got := rate(t, 4, apart)
	if d := got[0].Value - got[1].Value; math.Abs(d-math.Log(3)) > 0.01 {
		t.Errorf("within a group they are %v apart, want %v", d, math.Log(3))
	}
	joined := rate(t, 4, append(apart, sim.Games{A: 1, B: 3, Wins: [2]int64{5000, 5000}}))
	if got[0].Half() < 5*joined[0].Half() {
		t.Errorf("apart the interval is %v, joined %v: want a wider one apart", got[0], joined[0])
	}
	alone := rate(t, 1, nil)
	if alone[0] != (sim.Interval{}) {
		t.Errorf("alone a player is the average, not %v", alone[0])
	}
}

func TestBradleyTerryErrors(t *testing.T) {
	for _, row := range []struct {
		games sim.Games
		want  string
	}{
		{sim.Games{A: 1, B: 1}, "games of 1 and 1: there are the players 0 to 2"},
		{sim.Games{A: 0, B: 3}, "games of 0 and 3: there are the players 0 to 2"},
		{sim.Games{A: -1, B: 2}, "games of -1 and 2: there are the players 0 to 2"},
		{sim.Games{A: 0, B: 2, Draws: -1}, "games of 0 and 2: a number of games is below 0"},
	} {
		if _, err := sim.BradleyTerry(3, []sim.Games{row.games}); err == nil || err.Error() != row.want {
			t.Errorf("%v: error %v, want %s", row.games, err, row.want)
		}
	}
}

func TestLogOdds(t *testing.T) {
	if got := sim.LogOdds(50, 50); got.Value != 0 || math.Abs(got.High-0.39006) > 1e-4 {
		t.Errorf("of 50 to 50: %v", got)
	}
	if got := sim.LogOdds(100, 0); math.IsInf(got.Value, 0) || got.Value < 5 || got.Low > got.Value {
		t.Errorf("of 100 to 0: %v", got)
	}
}

// Where nothing has varied, all that a rating can vary by is the drawn game of
// each player: 1/4, and for twins twice that.
func TestBradleyTerryOfGamesThatNeverVary(t *testing.T) {
	const n = 20
	for _, test := range []struct {
		name     string
		twins    [5]int64
		results  float64
		variance float64
	}{
		{"games apart", [5]int64{}, n, 0.25},
		{"twins", [5]int64{4: n / 2}, n / 2, 0.5},
	} {
		got := rate(t, 2, []sim.Games{{A: 0, B: 1, Wins: [2]int64{n, 0}, Twins: test.twins}})
		of := func(rating float64) float64 { return sim.Chance(rating) * sim.Chance(-rating) }
		information := of(got[0].Value) + 2*n*of(2*got[0].Value) // on half of what lies between the two
		student := distuv.StudentsT{Sigma: 1, Nu: test.results - 1}.Quantile(0.975)
		if want := student * math.Sqrt(test.variance/2) / information; math.Abs(got[0].Half()/want-1) > 1e-6 {
			t.Errorf("%s: the interval is %v to either side, want %v", test.name, got[0].Half(), want)
		}
	}
}
