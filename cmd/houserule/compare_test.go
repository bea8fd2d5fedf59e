package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"houserule/engine/heroes"
	"houserule/engine/sim"
)

// edge is a comparison whose difference is known. With a die of 100 faces the
// aggressor's only card strikes first and hits from a die of 51 on; else the
// defender's kills it for sure. The mod adds 1 to its score three times in
// four, and takes 1 off it else. So the aggressor wins 0.75 - 0.25 = 0.5
// points more often, and 1 % of the battles have another winner.
func edge(t testing.TB) (plan, *lab) {
	coin := modFolder(t, "coin", map[string]string{"creatures.toml": `
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
	mod := modFolder(t, "edge", map[string]string{"main.lua": `
function onRoundStart() battle:remember("die", roll(4)) end
function onAttack(attack)
	local change = battle:recall("die") > 1 and 1 or -1
	attack.score = attack.score + change
end`})
	o := compareOptions{mods: &modOptions{mods: []string{coin}}, with: []string{mod}}
	o.typed = typedBattle{"aggressor": "1 striker", "defender": "1 target"}
	o.players, o.seed = "reference", 1
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
	p, l := edge(t)
	n := sim.Battles(edgeDifference, edgeChanged)
	const times = 200
	found, apart, held := 0, 0, 0
	for i := range int64(times) {
		r := playStretch(t, l, p, i*n, (i+1)*n)
		gained, lost := r.Pairs[0].Turned(heroes.Aggressor)
		difference := newEstimate(sim.Paired(gained, lost, n))
		if difference.sure() {
			found++
		}
		if float64(difference.Low) <= edgeDifference && edgeDifference <= float64(difference.High) {
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

// unpaired tells whether the intervals of both arms' shares are apart.
func unpaired(r *sim.Result) bool {
	before := sim.Wilson(r.Arms[0].Wins[heroes.Aggressor], r.Arms[0].Battles)
	after := sim.Wilson(r.Arms[1].Wins[heroes.Aggressor], r.Arms[1].Battles)
	return before.High < after.Low || after.High < before.Low
}

// playStretch plays a part of a plan's only trial.
func playStretch(t testing.TB, l *lab, p plan, from, to int64) *sim.Result {
	t.Helper()
	p.Battles = to
	results, err := l.run(context.Background(), p, stretch{from, to}, nil)
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
	sum := playStretch(t, l, p, 0, step)
	var paired, apart int64
	for n := int64(step); n < most && apart == 0; n += step {
		gained, lost := sum.Pairs[0].Turned(heroes.Aggressor)
		if paired == 0 && newEstimate(sim.Paired(gained, lost, n)).sure() {
			paired = n
		}
		if unpaired(sum) {
			apart = n
		}
		if err := sum.Add(playStretch(t, l, p, n, n+step)); err != nil {
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
	o := compareOptions{mods: new(modOptions), with: []string{"set heroes.die=10"}}
	o.scenario, o.players, o.seed = "golem-wall", "greedy", 5
	p, l, err := o.plan()
	if err != nil {
		t.Fatal(err)
	}
	r := playStretch(t, l, p, 0, 200)
	p.Battles = 200
	c, err := compared(t.Context(), l, p, r)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"Both are the same rules: --with adds nothing to what both have."}; !slices.Equal(c.sampled(), want) {
		t.Errorf("verdict %q, want %q", c.sampled(), want)
	}
	for _, w := range c.Winners {
		if w.Difference.Value != 0 || w.Gained+w.Lost != 0 {
			t.Errorf("%s: difference %v, want exactly 0", w.Winner, w.Difference)
		}
	}
	if c.Parting != nil || c.Rounds.Difference != 0 {
		t.Errorf("parting %v, rounds %v, want none", c.Parting, c.Rounds.Difference)
	}
}

// What is found, in words.
func TestVerdict(t *testing.T) {
	made := func(n, gained, lost, otherWinner, otherCourse int64, rounds float64) *comparison {
		half := n / 2
		of := func(name string, gained, lost int64) change {
			return change{
				Winner: name, Before: newEstimate(sim.Wilson(half, n)), After: newEstimate(sim.Wilson(half+gained-lost, n)),
				Difference: newEstimate(sim.Paired(gained, lost, n)), Gained: gained, Lost: lost,
			}
		}
		return &comparison{
			N: n, Rules: [2]rulesResult{{Name: "before"}, {Name: "with morale"}},
			Winners:     []change{of("aggressor", gained, lost), of("defender", lost, gained)},
			OtherWinner: otherWinner, OtherCourse: otherCourse,
			Rounds: lengths{estimate{Value: 5}, estimate{Value: number(5 + rounds)}, number(rounds)}, span: "rounds",
		}
	}
	for _, row := range []struct {
		name string
		c    *comparison
		want []string
	}{
		{"none played", made(0, 0, 0, 0, 0, 0), []string{"No battle has been played."}},
		{"no effect", made(100_000, 0, 0, 0, 0, 0), []string{"Not one of 100,000 battles went another way: the rule had no effect here."}},
		{"course only", made(1000, 0, 0, 0, 17, -0.004), []string{
			"Not one of 1,000 battles had another winner, but 17 went another way.",
			"Battles last 4.9960 rounds in place of 5.0000: 0.0040 shorter.",
		}},
		{"found", made(10_000, 200, 320, 520, 40, 0.25), []string{
			"With morale the aggressor wins 1.2 points less often (0.8 to 1.6 less).",
			"520 of 10,000 battles (5.20 %) ended with another winner; 40 more went another way, to the same end.",
			"Battles last 5.25 rounds in place of 5.00: 0.25 longer.",
		}},
		{"more", made(10_000, 320, 200, 520, 40, 0), []string{
			"With morale the aggressor wins 1.2 points more often (0.8 to 1.6 more).",
			"520 of 10,000 battles (5.20 %) ended with another winner; 40 more went another way, to the same end.",
			"Battles last as long as before.",
		}},
		{"not found", made(10_000, 26, 26, 52, 3, 0), []string{
			"No difference was found: it is below 0.2 points, with 95 % confidence; about 170,000 battles would show a difference of 0.05 points.",
			"52 of 10,000 battles (0.52 %) ended with another winner; 3 more went another way, to the same end.",
			"Battles last as long as before.",
		}},
		{"a single battle", made(1, 1, 0, 1, 0, 0), []string{
			"No difference was found: it is below 100.0 points, with 95 % confidence; about 29 battles would show a difference of 50.0 points.",
			"1 of 1 battles (100.00 %) ended with another winner; 0 more went another way, to the same end.",
			"Battles last as long as before.",
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := row.c.verdict(); !slices.Equal(got, row.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(row.want, "\n"))
			}
		})
	}
}

// Draws are a winner of their own, and then the defender is no mirror of the
// aggressor.
func TestVerdictWithDraws(t *testing.T) {
	r := &sim.Result{Arms: make([]sim.Count, 2), Pairs: make([]sim.Pair, 1)}
	draw := len(r.Pairs[0].Joint) - 1
	joint := &r.Pairs[0].Joint
	joint[0][0], joint[0][draw], joint[1][1] = 500, 300, 200
	r.Arms[0].Battles, r.Arms[1].Battles = 1000, 1000
	r.Arms[0].Wins, r.Arms[1].Wins = [4]int64{800, 200}, [4]int64{500, 200}
	r.Arms[1].Draws = 300
	c := &comparison{N: 1000, Rules: [2]rulesResult{{Name: "before"}, {Name: "with fog"}}, Winners: changes([]string{"aggressor", "defender"}, r, 1), OtherWinner: otherWinner(&r.Pairs[0])}
	got := c.verdict()
	for _, want := range []string{
		"With fog the aggressor wins 30.0 points less often (27.1 to 32.8 less).",
		"With fog a battle is drawn 30.0 points more often (27.1 to 32.8 more).",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	if c.OtherWinner != 300 || len(c.Winners) != 3 {
		t.Errorf("%d with another winner and %d kinds of winners, want 300 and 3", c.OtherWinner, len(c.Winners))
	}
}

func TestParseWith(t *testing.T) {
	for _, row := range []struct {
		text      string
		mods, set []string
		err       string
	}{
		{"morale", []string{"morale"}, nil, ""},
		{"morale, luck", []string{"morale", "luck"}, nil, ""},
		{"morale,set morale.die=8", []string{"morale"}, []string{"morale.die=8"}, ""},
		{"set heroes.swarm_factor=3 heroes.die=12", nil, []string{"heroes.swarm_factor=3", "heroes.die=12"}, ""},
		{"set heroes.die = 12", nil, []string{"heroes.die = 12"}, ""},
		{"set a.text=one two", nil, []string{"a.text=one two"}, ""},
		{"heroes.die=12,luck", []string{"luck"}, []string{"heroes.die=12"}, ""},
		{"./a=b", []string{"./a=b"}, nil, ""},
		{"set heroes.die", nil, nil, `"heroes.die" sets nothing: write MOD.NAME=VALUE`},
		{"set =3", nil, nil, `"=3" sets nothing: write MOD.NAME=VALUE`},
		{"morale,,luck", nil, nil, `"morale,,luck" names nothing: write mods, settings, or both, as in "morale, set morale.die=8"`},
	} {
		t.Run(row.text, func(t *testing.T) {
			r, err := parseWith([]string{row.text})
			if got := fmt.Sprint(err); err != nil && got != row.err || err == nil && row.err != "" {
				t.Fatalf("error %v, want %s", err, row.err)
			}
			if err == nil && (!slices.Equal(r.Mods, row.mods) || !slices.Equal(r.Set, row.set)) {
				t.Errorf("got %q and %q, want %q and %q", r.Mods, r.Set, row.mods, row.set)
			}
		})
	}
}

// The intervals of several arms are those of their differences.
func TestNarrowOfPairs(t *testing.T) {
	r := &sim.Result{Arms: make([]sim.Count, 2), Pairs: make([]sim.Pair, 1)}
	r.Arms[0].Battles = 10_000
	r.Arms[0].Wins[0] = 5000 // the share itself is known to 1 point
	r.Pairs[0].Joint[0][1] = 10
	half := sim.Paired(0, 10, 10_000).Half()
	if !narrow(r, half) || narrow(r, half*0.99) || math.IsNaN(half) {
		t.Errorf("narrow is wrong around %v", half)
	}
}
