package experiments

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/flags"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/results"
	"houserule/cmd/houserule/runner"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/experiment"
	"houserule/engine/heroes"
	"houserule/engine/library/heroesdata"
	"houserule/engine/sim"
)

// The armies of every pair of the roster cost the same within 2 %, and have at
// most 4 stacks.
func TestArmiesOfAPairCostTheSame(t *testing.T) {
	lib, err := gamestest.Load()
	if err != nil {
		t.Fatal(err)
	}
	c := &experiment.Contest{Unit: "creature", Players: []string{"greedy", "greedy"}}
	for _, creature := range heroesdata.Game(lib).Creatures {
		c.Contenders = append(c.Contenders, experiment.Contender{Name: creature.ID, Cost: creature.Cost})
	}
	dearest := 0
	for _, pair := range c.Pairs() {
		armies, err := runner.Bouts{Library: lib, Weigher: heroesview.Frontend{}, Contest: c}.Armies(pair)
		if err != nil {
			t.Fatal(err)
		}
		low, high := armies[0].Cost(), armies[1].Cost()
		if low > high {
			low, high = high, low
		}
		dearest = max(dearest, high)
		if low < experiment.MinArmyCost || float64(high) > float64(low)*(1+experiment.MaxCostGap) {
			t.Errorf("%s costs %d, %s %d", armies[0], armies[0].Cost(), armies[1], armies[1].Cost())
		}
		for _, army := range armies {
			if n := len(army.(heroes.Army)[0]) + len(army.(heroes.Army)[1]); n > 4 {
				t.Errorf("%s has %d stacks", army, n)
			}
		}
	}
	t.Logf("%d pairs; the dearest army costs %d", len(c.Pairs()), dearest)
}

func TestArmyOf(t *testing.T) {
	lib, err := gamestest.Load()
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
		army, err := heroesview.Frontend{}.Army(lib, row.id, row.n)
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
	lib, err := gamestest.Load()
	if err != nil {
		t.Fatal(err)
	}
	o := balanceOptions{mods: bundled.Resolver(), players: match.Lineups{Texts: []string{"greedy"}}, seed: 7, margin: 0.2}
	o.battles = 8
	c, err := o.contest(lib, []string{"orc", "wolf", "goblin"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := o.plan(lib, c)
	if err != nil {
		t.Fatal(err)
	}
	l := newPlanRunner(o.mods)
	l.Keep(lib)
	results, err := p.Run(context.Background(), l, experiment.Options{})
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
		if got := experiment.GamesOf(results[i], 0, 1); got != want {
			t.Errorf("%s: %+v, one by one %+v", trial.Name, got, want)
		}
	}
}

// In every game the deviation that ratings state is the one that they have, over
// tournaments with other seeds, or up to a third greater: ten seeds say little about a pair
// that mostly ends in the same way. In some games the two seatings of a seed are one battle,
// in others the seat decides.
func TestRatingsStateTheirDeviation(t *testing.T) {
	t.Parallel()
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
			rate := ratedUnits(t, row.game, row.units)
			values := make([][]float64, len(row.units))
			stated := 0.0
			for i := range uint64(tournaments) {
				for who, rating := range rate(20, 1+1000*i) {
					values[who] = append(values[who], float64(rating.Value))
					stated += rating.Half() * rating.Half() / (1.96 * 1.96 * tournaments)
				}
			}
			real := 0.0
			for _, all := range values {
				_, variance := stat.MeanVariance(all, nil)
				real += variance
			}
			ratio := math.Sqrt(stated / real)
			t.Logf("stated is a deviation of %.3f, %.3f is the real one", math.Sqrt(stated/3), math.Sqrt(real/3))
			if ratio < 0.8 || ratio > 1.33 {
				t.Errorf("the stated deviation is %.2f of the real one", ratio)
			}
		})
	}
}

// Where most pairs of units always or almost always end in the same way, 95 % of the
// intervals still contain the rating of many battles.
func TestRatingsOfUnequalUnitsCover(t *testing.T) {
	t.Parallel()
	rate := ratedUnits(t, "kings", []string{"ice-lord", "arch-mage", "elf-lord", "sword-master", "grand-duke"})
	many, lengths := 2000, []int{20}
	if enginetest.Long {
		many, lengths = 40_000, []int{20, 100}
	}
	want := rate(many, 1_000_000)
	for _, n := range lengths {
		held, all := 0, 0
		for i := range uint64(enginetest.Rounds(400)) {
			for who, rating := range rate(n, 1+1000*i) {
				all++
				if rating.Low <= want[who].Value && want[who].Value <= rating.High {
					held++
				}
			}
		}
		share := float64(held) / float64(all)
		t.Logf("of %d battles, %.1f %% of %d intervals contain the rating", n, 100*share, all)
		if share < 0.92 {
			t.Errorf("of %d battles, %.1f %% of %d intervals contain the rating", n, 100*share, all)
		}
	}
}

// ratedUnits returns a function that plays so many battles for each pair of units, and
// returns the ratings of the units.
func ratedUnits(t *testing.T, game string, units []string) func(battles int, seed uint64) []experiment.Estimate {
	mods := gamestest.Of(game)
	lib, err := mods.Load(games.Hint{})
	if err != nil {
		t.Fatal(err)
	}
	o := balanceOptions{mods: mods, players: match.Lineups{Texts: []string{"greedy"}}, margin: 0.2}
	l := newPlanRunner(mods)
	l.Keep(lib)
	return func(battles int, seed uint64) (ratings []experiment.Estimate) {
		o.battles, o.seed = flags.Battles(battles), seed
		c, err := o.contest(lib, units)
		if err != nil {
			t.Fatal(err)
		}
		p, err := o.plan(lib, c)
		if err != nil {
			t.Fatal(err)
		}
		p.Trials = p.Trials[:len(c.Pairs())] // without those for what cost is worth
		results, err := p.Run(context.Background(), l, experiment.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Rank(context.Background(), results, nil, experiment.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for who := range units {
			ratings = append(ratings, experiment.RankOf(r.Ranks, who).Rating)
		}
		return ratings
	}
}

// winnerOf plays one battle and tells who won.
func winnerOf(t *testing.T, l *planRunner, arm experiment.ArmPlan, seed uint64) engine.Side {
	t.Helper()
	lib, m, err := l.Match(arm)
	if err != nil {
		t.Fatal(err)
	}
	b, err := heroes.NewBattle(heroesdata.Game(lib), m.Setup.(heroes.Setup))
	if err != nil {
		t.Fatal(err)
	}
	seats, err := view.NewPlayers(lib, m, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b.Play(engine.NewTable(lib.Dice(seed), seats...)).Winner
}

// What --repair plays does not change what is played at other times.
func TestRepairLeavesTheDataAlone(t *testing.T) {
	before, err := gamestest.Load()
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
	o := balanceOptions{mods: bundled.Resolver(), players: match.Lineups{Texts: []string{"greedy"}}, seed: 1, margin: 0.2, repair: true}
	o.battles = 40
	c, err := o.contest(before, []string{"zombie", "orc", "goblin"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := o.plan(before, c)
	if err != nil {
		t.Fatal(err)
	}
	l := newPlanRunner(o.mods)
	l.Keep(before)
	results, err := p.Run(context.Background(), l, experiment.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rank := func(ctx context.Context) *experiment.Ranking {
		r, err := p.Rank(ctx, results, newPlanRunner(o.mods.Quiet()).Price(p.Trials[0].Arms[0]), experiment.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := rank(context.Background())
	if r.Repair == nil || experiment.RankOf(r.Repair.Ranks, 0).Cost <= 10 || experiment.RankOf(r.Repair.Ranks, 2).Cost >= 26 {
		t.Fatalf("zombies should cost more, goblins less: %+v", r.Repair)
	}
	if r.Repair.Outside > 0 {
		t.Errorf("%d are outside", r.Repair.Outside)
	}
	if got := costs(heroesdata.Game(before).Creatures); !slices.Equal(got, want) {
		t.Error("the costs of the data have changed")
	}
	if a, b := fmt.Sprintf("%+v", *r.Repair), fmt.Sprintf("%+v", *rank(context.Background()).Repair); a != b {
		t.Errorf("another time it comes to something else:\n%s\n%s", a, b)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if r := rank(ended); r.Repair != nil || !r.Broken {
		t.Errorf("interrupted it comes to %+v; want nothing", r.Repair)
	}
}

// A repair that is interrupted ends like any run that is, and what is
// known without it is printed.
func TestRepairInterrupted(t *testing.T) {
	lib, err := gamestest.Load()
	if err != nil {
		t.Fatal(err)
	}
	o := balanceOptions{mods: bundled.Resolver(), players: match.Lineups{Texts: []string{"greedy"}}, seed: 1, margin: 0.2, repair: true}
	o.battles = 40
	c, err := o.contest(lib, []string{"zombie", "orc", "goblin"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := o.plan(lib, c)
	if err != nil {
		t.Fatal(err)
	}
	l := newPlanRunner(o.mods)
	l.Keep(lib)
	found, err := p.Run(context.Background(), l, experiment.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	defer end()
	for _, want := range []error{nil, repl.ErrInterrupted} {
		var out strings.Builder
		if err := l.print(ctx, &out, p, found, results.Form{}, ""); err != want {
			t.Errorf("the error is %v, want %v", err, want)
		}
		if got := strings.Contains(out.String(), "The repair was interrupted."); got != (want != nil) {
			t.Errorf("it prints\n%s", out.String())
		}
		end()
	}
}
