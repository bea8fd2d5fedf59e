package experiments

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/match"
	"houserule/engine/enginetest"
	"houserule/engine/experiment"
	"houserule/engine/heroes"
	"houserule/engine/sim"
)

// edge is a comparison whose difference is known. With a die of 100 faces the
// aggressor's only card strikes first and hits from a die of 51 on; else the
// defender's kills it for sure. The mod adds 1 to its score three times in
// four, and takes 1 off it else. So the aggressor wins 0.75 - 0.25 = 0.5
// points more often, and 1 % of the battles have another winner.
func edge(t testing.TB) (experiment.Plan, *planRunner) { return edgeOf(t, 4) }

// edgeOf is edge with a die of so many faces that lowers the score by a 1: with two faces the
// rules are equal, though 1 % of the battles have another winner.
func edgeOf(t testing.TB, faces int) (experiment.Plan, *planRunner) {
	coin := gamestest.ModFolder(t, "coin", map[string]string{"creatures.toml": `
[creature.striker]
name = "Striker"
alignment = "neutral"
level = 1
melee = 1
defense = 1
phase = 1
cost = 10
[creature.target]
name = "Target"
alignment = "neutral"
level = 1
melee = 99
defense = 52
phase = 2
cost = 10
[rules]
die = 100
retaliations = 0
`})
	mod := gamestest.ModFolder(t, "edge", map[string]string{"main.lua": fmt.Sprintf(`
function onRoundStart() battle:remember("die", roll(%d)) end
function onAttack(attack)
	local change = battle:recall("die") > 1 and 1 or -1
	attack.score = attack.score + change
end`, faces)})
	o := compareOptions{Options: match.Options{Mods: gamestest.Under(coin)}, with: []string{mod}}
	o.Typed = games.Typed{"aggressor": "1 striker", "defender": "1 target"}
	o.Players.Texts, o.Seed = []string{"reference"}, 1
	p, l, err := o.plan()
	if err != nil {
		t.Fatal(err)
	}
	return p, l
}

const (
	edgeDifference = 0.005
	edgeChanged    = 0.01
)

// Battles, which says how many battles show a difference four times in five,
// is right; and the intervals hold the difference 95 times in 100.
func TestKnownDifference(t *testing.T) {
	t.Parallel()
	p, l := edge(t)
	n := sim.Battles(edgeDifference, edgeChanged)
	const times = 200
	found, apart, held := 0, 0, 0
	for i := range int64(times) {
		r := playRange(t, l, p, i*n, (i+1)*n)
		gained, lost := r.Pairs[0].Turned(heroes.Aggressor)
		difference := sim.Paired(gained, lost, n)
		if excludesZero(difference) {
			found++
		}
		if difference.Low <= edgeDifference && edgeDifference <= difference.High {
			held++
		}
		if unpaired(r) {
			apart++
		}
	}
	t.Logf("%d battles: the paired interval left out 0 in %d of %d comparisons, two Wilson intervals were apart in %d; it held the difference in %d",
		n, found, times, apart, held)
	if found < times*70/100 || found > times*92/100 {
		t.Errorf("%d of %d comparisons of %d battles found the difference, want about 80 %%", found, times, n)
	}
	if held < times*90/100 {
		t.Errorf("the interval held the difference in %d of %d comparisons, want about 95 %%", held, times)
	}
}

// Runs that stop when it is decided who wins more often find the known difference as often
// as they promise, in far fewer battles than a run of a fixed length, and where the rules
// are equal they find none.
func TestDecide(t *testing.T) {
	runs, equal := 20, 20
	if enginetest.Long {
		runs, equal = 200, 2000
	}
	n := sim.Battles(edgeDifference, edgeChanged)
	for _, misses := range []float64{0.2, 0.3} {
		p, l := edge(t)
		p.Until = &experiment.Until{Difference: edgeDifference, FalseAlarms: 0.05, Misses: experiment.Number(misses)}
		found, battles := findings(t, l, p, runs)
		mean := float64(battles) / float64(runs)
		t.Logf("misses %v: %d of %d runs find the difference, after %.0f battles in the mean, %.0f %% of the %d of a run of a fixed length",
			misses, found["more"], runs, mean, 100*mean/float64(n), n)
		if missed := runs - found["more"]; float64(missed) > float64(runs)*misses+2*math.Sqrt(float64(runs)*misses*(1-misses)) {
			t.Errorf("misses %v: %d of %d runs miss the difference", misses, missed, runs)
		}
		if runs >= 200 && misses == 0.3 && mean > 0.6*float64(n) {
			t.Errorf("misses %v: it takes %.0f battles in the mean, want at most 60 %% of %d", misses, mean, n)
		}
	}
	p, l := edgeOf(t, 2)
	p.Until = &experiment.Until{Difference: edgeDifference, FalseAlarms: 0.05, Misses: 0.2}
	found, battles := findings(t, l, p, equal)
	t.Logf("of %d runs under equal rules %d find a difference, after %.0f battles in the mean", equal, equal-found["same"], float64(battles)/float64(equal))
	if alarms := equal - found["same"]; alarms > max(equal*5/100, 3) {
		t.Errorf("%d of %d runs under equal rules find a difference, want at most 5 %%", alarms, equal)
	}
}

// findings plays a plan many times, with other dice each time, and counts what is found
// about the first side.
func findings(t *testing.T, l *planRunner, p experiment.Plan, runs int) (found map[string]int, battles int64) {
	t.Helper()
	found, p.Battles = map[string]int{}, 1_000_000
	for range runs {
		results, err := p.Run(context.Background(), l, experiment.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		c, err := experiment.Compare(p, results, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		found[c.Decisions[0].Found]++
		battles += c.N
		p.Seed += uint64(p.Battles)
	}
	return found, battles
}

// excludesZero reports whether an interval leaves out 0.
func excludesZero(i sim.Interval) bool { return i.Low > 0 || i.High < 0 }

// unpaired reports whether the intervals of both arms' shares are apart.
func unpaired(r *sim.Result) bool {
	before := sim.Wilson(r.Arms[0].Wins[heroes.Aggressor], r.Arms[0].Battles)
	after := sim.Wilson(r.Arms[1].Wins[heroes.Aggressor], r.Arms[1].Battles)
	return before.High < after.Low || after.High < before.Low
}

// playRange plays a part of a plan's only trial.
func playRange(t testing.TB, l *planRunner, p experiment.Plan, from, to int64) *sim.Result {
	t.Helper()
	p.Battles, p.Seed = to-from, p.Seed+uint64(from)
	results, err := p.Run(context.Background(), l, experiment.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return results[0]
}

// With the same dice under both rules a difference is found in a small part of
// the battles that it takes without.
func TestPairedFindsSooner(t *testing.T) {
	if testing.Short() {
		t.Skip("plays half a million battles")
	}
	p, l := edge(t)
	const step, most = 1000, 256_000
	sum := playRange(t, l, p, 0, step)
	var paired, apart int64
	for n := int64(step); n < most && apart == 0; n += step {
		gained, lost := sum.Pairs[0].Turned(heroes.Aggressor)
		if paired == 0 && excludesZero(sim.Paired(gained, lost, n)) {
			paired = n
		}
		if unpaired(sum) {
			apart = n
		}
		if err := sum.Add(playRange(t, l, p, n, n+step)); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("found after %d battles in pairs; without, after %d (0: not in %d)", paired, apart, most)
	if paired == 0 || apart != 0 && apart < 10*paired {
		t.Errorf("found after %d battles in pairs and %d without: want less than a tenth", paired, apart)
	}
}

// A rule that changes nothing is not found to change anything.
func TestCompareWithItself(t *testing.T) {
	o := compareOptions{Options: match.Options{Mods: bundled.Resolver()}, with: []string{"set heroes.die=10"}}
	o.Scenario, o.Players.Texts, o.Seed = "golem-wall", []string{"greedy"}, 5
	p, l, err := o.plan()
	if err != nil {
		t.Fatal(err)
	}
	r := playRange(t, l, p, 0, 200)
	p.Battles = 200
	c, err := experiment.Compare(p, []*sim.Result{r}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"Both are the same rules."}; !slices.Equal(c.Verdict, want) {
		t.Errorf("verdict %q, want %q", c.Verdict, want)
	}
	for _, w := range c.Winners {
		if w.Difference.Value != 0 || w.Gained+w.Lost != 0 {
			t.Errorf("%s: difference %v, want exactly 0", w.Winner, w.Difference)
		}
	}
	if seed, ok := c.First(); ok || c.Rounds.Difference != 0 {
		t.Errorf("seed %d went another way, rounds %v, want none", seed, c.Rounds.Difference)
	}
}
