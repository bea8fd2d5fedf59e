package experiment

import (
	"slices"
	"strings"
	"testing"

	"houserule/engine/sim"
)

// What is found, in words.
func TestVerdict(t *testing.T) {
	made := func(n, gained, lost, otherWinner, otherCourse int64, rounds float64) *Comparison {
		half := n / 2
		of := func(name string, gained, lost int64) Change {
			return Change{
				Winner: name, Before: newEstimate(sim.Wilson(half, n)), After: newEstimate(sim.Wilson(half+gained-lost, n)),
				Difference: newEstimate(sim.Paired(gained, lost, n)), Gained: gained, Lost: lost,
			}
		}
		return &Comparison{
			N: n, Rules: [2]ArmRules{{Name: "before"}, {Name: "with morale"}},
			Winners:     []Change{of("aggressor", gained, lost), of("defender", lost, gained)},
			OtherWinner: otherWinner, OtherCourse: otherCourse,
			Rounds: LengthChange{Estimate{Value: 5}, Estimate{Value: Number(5 + rounds)}, Number(rounds)}, Span: "rounds",
		}
	}
	for _, row := range []struct {
		name string
		c    *Comparison
		want []string
	}{
		{"none played", made(0, 0, 0, 0, 0, 0), []string{"No battle has been played."}},
		{"no effect", made(100_000, 0, 0, 0, 0, 0), []string{"morale changed nothing: no battle went another way."}},
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
	c := &Comparison{N: 1000, Rules: [2]ArmRules{{Name: "before"}, {Name: "with fog"}}, OtherWinner: otherWinner(&r.Pairs[0])}
	for _, e := range seen([]string{"aggressor", "defender"}, r) {
		c.Winners = append(c.Winners, twoSeats(nil).change(e, r))
	}
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
