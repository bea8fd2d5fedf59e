package experiment

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"houserule/engine/sim"
)

// comparisonOf is a comparison of 10,000 battles of which the first side won so many only
// after, and only before.
func comparisonOf(players string, gained, lost int64) *Comparison {
	const n = 10_000
	of := func(name string, gained, lost int64) Change {
		return Change{Winner: name, Difference: newEstimate(sim.Paired(gained, lost, n)), Gained: gained, Lost: lost}
	}
	return &Comparison{
		N: n, Players: strings.Split(players, ","), Rules: [2]ArmRules{{Name: "before"}, {Name: "with morale"}},
		Winners: []Change{of("aggressor", gained, lost), of("defender", lost, gained)}, OtherWinner: gained + lost,
	}
}

// withBest adds what best play makes of the rules.
func withBest(c *Comparison, difference float64) *Comparison {
	c.Best = &ExactChange{"aggressor", 0.5, 0.5 + difference, difference, 1e-9}
	return c
}

// Best play is spoken of where it says otherwise than the players.
func TestBestPlaySaysOtherwise(t *testing.T) {
	const less = "Best play says otherwise: the aggressor wins with the chance 50.0000 % before and 49.0000 % with morale: -1.0000 points."
	drawn := comparisonOf("greedy,greedy", 400, 100)
	drawn.Winners = append(drawn.Winners, Change{Winner: "draw"})
	both := comparisonOf("greedy,greedy", 400, 100)
	both.Winners[1].Difference = both.Winners[0].Difference
	both.Winners = append(both.Winners, Change{Winner: "draw"})
	for _, row := range []struct {
		name       string
		c          *Comparison
		difference float64
		want       string
	}{
		{"the same way", comparisonOf("greedy,greedy", 100, 400), -0.01, ""},
		{"the other way", comparisonOf("greedy,greedy", 400, 100), -0.01, less},
		{"it makes no difference", comparisonOf("greedy,greedy", 400, 100), 0, "Best play says otherwise: the aggressor wins with the chance 50.0000 % under both rules."},
		{"beyond what was not found", comparisonOf("greedy,greedy", 26, 26), -0.01, less},
		{"within what was not found", comparisonOf("greedy,greedy", 26, 26), -0.0001, ""},
		{"nothing was changed", comparisonOf("greedy,greedy", 0, 0), -0.01, less},
		{"draws", drawn, -0.01, "Best play says otherwise: the aggressor wins with the chance 50.0000 %, a draw being half a win, before and 49.0000 % with morale: -1.0000 points."},
		{"draws decide who gains", both, -0.01, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			verdict, got := withBest(row.c, row.difference).verdict(), ""
			if last := verdict[len(verdict)-1]; strings.HasPrefix(last, "Best play") {
				got = last
			}
			if got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}

// The verdict of a panel says whether all line-ups give the same answer.
func TestPanelOfComparisons(t *testing.T) {
	exact := comparisonOf("best,best", 26, 26)
	exact.Exact = []ExactChange{{Winner: "aggressor", Difference: -0.01, Bound: 1e-9}, {Winner: "defender", Difference: 0.01, Bound: 1e-9}}
	equal := comparisonOf("best,best", 26, 26)
	equal.Exact = []ExactChange{{Winner: "aggressor", Difference: 1e-12, Bound: 1e-9}}
	drawn := comparisonOf("random,random", 200, 320)
	drawn.Winners = append(drawn.Winners, Change{Winner: "draw", Difference: newEstimate(sim.Paired(100, 0, 10_000))})
	same := comparisonOf("greedy,greedy", 0, 0)
	same.Same, same.Verdict = true, []string{"Both are the same rules."}
	for _, row := range []struct {
		name string
		all  []*Comparison
		want []string
	}{
		{"holds", []*Comparison{comparisonOf("greedy,greedy", 200, 320), comparisonOf("search,greedy", 100, 400)}, []string{
			"The answer holds under all players: with morale the aggressor wins less often under greedy (-1.2 points, -1.6 to -0.8), search against greedy (-3.0 points, -3.4 to -2.6).",
		}},
		{"turns", []*Comparison{comparisonOf("greedy,greedy", 200, 320), comparisonOf("search,search", 400, 100), comparisonOf("reference,reference", 26, 26)}, []string{
			"The answer turns with the players: with morale the aggressor wins more often under search (+3.0 points, 2.6 to 3.4), less often under greedy (-1.2 points, -1.6 to -0.8); no difference was found under reference (below 0.2 points).",
		}},
		{"some only", []*Comparison{comparisonOf("greedy,greedy", 200, 320), comparisonOf("search,search", 0, 0)}, []string{
			"Only some players show it: with morale the aggressor wins less often under greedy (-1.2 points, -1.6 to -0.8); no difference was found under search (no battle went another way).",
		}},
		{"none", []*Comparison{comparisonOf("greedy,greedy", 26, 26), equal}, []string{
			"No difference was found under any players: with morale the aggressor wins as often under greedy (below 0.2 points), best (by exact odds).",
		}},
		{"exact odds go before battles", []*Comparison{comparisonOf("greedy,greedy", 400, 100), exact}, []string{
			"The answer turns with the players: with morale the aggressor wins more often under greedy (+3.0 points, 2.6 to 3.4), less often under best (-1.0000 points exactly).",
		}},
		{"draws of one", []*Comparison{comparisonOf("greedy,greedy", 200, 320), drawn}, []string{
			"The answer holds under all players: with morale the aggressor wins less often under greedy (-1.2 points, -1.6 to -0.8), random (-1.2 points, -1.6 to -0.8).",
			"The answer holds under all players: with morale the defender wins more often under greedy (+1.2 points, 0.8 to 1.6), random (+1.2 points, 0.8 to 1.6).",
			"Only some players show it: with morale a battle is drawn more often under random (+1.0 points, 0.8 to 1.2); no difference was found under greedy (none at all).",
		}},
		{"nothing", []*Comparison{comparisonOf("greedy,greedy", 0, 0), comparisonOf("search,search", 0, 0)}, []string{"Under all players morale changed nothing: no battle went another way."}},
		{"best play", []*Comparison{withBest(comparisonOf("greedy,greedy", 400, 100), -0.02), withBest(comparisonOf("search,search", 100, 400), -0.02)}, []string{
			"The answer turns with the players: with morale the aggressor wins more often under greedy (+3.0 points, 2.6 to 3.4), less often under search (-3.0 points, -3.4 to -2.6).",
			"Best play says otherwise than greedy: the aggressor wins with the chance 50.0000 % before and 48.0000 % with morale: -2.0000 points.",
		}},
		{"the same rules", []*Comparison{same, same}, []string{"Both are the same rules."}},
		{"interrupted", []*Comparison{comparisonOf("greedy,greedy", 200, 320), {Players: []string{"search", "search"}}}, []string{
			"Only some players show it: with morale the aggressor wins less often under greedy (-1.2 points, -1.6 to -0.8); no difference was found under search (no battle has been played).",
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := NewComparisons(row.all).Verdict; !slices.Equal(got, row.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(row.want, "\n"))
			}
		})
	}
}

// sweepOf is a sweep of two settings, a and b, with two values each. Each cell but the
// first has gained and lost battles; digests tell which are alike.
func sweepOf(players string, turned [3][2]int64, digests [4]uint64) *Sweep {
	const n = 10_000
	s := &Sweep{
		N: n, Players: strings.Split(players, ","), Seats: []string{"attacker", "defender"}, Present: true,
		Grid: Grid{Axes: []Axis{{Key: "x.a", Name: "a", Values: []string{"1", "2"}}, {Key: "x.b", Name: "b", Values: []string{"1", "2"}}}},
	}
	for cell := range 4 {
		w := SweepWinner{Winner: "attacker", Share: Estimate{Value: 0.5}}
		if cell > 0 {
			w.Gained, w.Lost = turned[cell-1][0], turned[cell-1][1]
			d := newEstimate(sim.Paired(w.Gained, w.Lost, n))
			w.Difference, w.Share.Value = &d, 0.5+d.Value
		}
		s.Cells = append(s.Cells, SweepCell{Winners: []SweepWinner{w}, digest: digests[cell]})
	}
	return s
}

// A value that changed nothing is named: a setting, or where only some values change
// nothing, their cells.
func TestUnchangedCells(t *testing.T) {
	for _, row := range []struct {
		name    string
		digests [4]uint64
		want    string
	}{
		{"all differ", [4]uint64{1, 2, 3, 4}, ""},
		{"the first setting", [4]uint64{1, 2, 1, 2}, "a"},
		{"the second setting", [4]uint64{1, 1, 2, 2}, "b"},
		{"both", [4]uint64{1, 1, 1, 1}, "a; b"},
		{"one cell", [4]uint64{1, 1, 2, 3}, "a=1, b=2"},
		{"two cells", [4]uint64{1, 1, 1, 3}, "a=1, b=2; a=2, b=1"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := strings.Join(sweepOf("greedy,greedy", [3][2]int64{}, row.digests).unchanged(), "; "); got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}

// The more cells there are, the larger a difference must be to be named.
func TestDifferentCells(t *testing.T) {
	turned := [3][2]int64{{400, 100}, {63, 40}, {26, 26}}
	for among, want := range map[int]string{
		1: "Significantly different (95 %, all cells together) from a=1, b=1 (as it is without the sweep): 2 of 3 other cells.",
		3: "Significantly different (95 %, all cells together) from a=1, b=1 (as it is without the sweep): 1 of 3 other cells.",
	} {
		s := sweepOf("greedy,greedy", turned, [4]uint64{1, 2, 3, 4})
		s.among = among
		if got := s.differing(); got != want {
			t.Errorf("%d differences: got %q, want %q", among, got, want)
		}
	}
}

func TestPanelOfSweeps(t *testing.T) {
	apart := [4]uint64{1, 2, 3, 4}
	up, down, none := [2]int64{400, 100}, [2]int64{100, 400}, [2]int64{26, 26}
	all := []*Sweep{
		sweepOf("greedy,greedy", [3][2]int64{up, up, up}, apart),
		sweepOf("search,search", [3][2]int64{up, none, down}, [4]uint64{1, 2, 1, 2}),
	}
	want := []string{
		"Under greedy the attacker wins least often with a=1, b=1 (50.0 %), most often with a=1, b=2 (53.0 %). Closest to even is a=1, b=1 (50.0 %).",
		"Under search the attacker wins least often with a=2, b=2 (47.0 %), most often with a=1, b=2 (53.0 %). Closest to even is a=1, b=1 (50.0 %).",
		"Significantly different (95 %, all cells together) from a=1, b=1 (as it is without the sweep), of 3 other cells: 1 in the same way under all players, 1 under some only, 1 in opposite ways.",
		"The answer turns with the players: with a=2, b=2 the attacker wins more often under greedy (+3.0 points, 2.6 to 3.4), less often under search (-3.0 points, -3.4 to -2.6).",
		"Under search a changed nothing: no battle went another way.",
	}
	if got := NewSweeps(all).Verdict; !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	all[0].N = 0
	if got := NewSweeps(all).Verdict; !slices.Equal(got, []string{"Not every line-up has played."}) {
		t.Errorf("got %q", got)
	}
}

func TestPanelOfRankings(t *testing.T) {
	c := &Contest{Unit: "creature", Margin: 0.2, Contenders: []Contender{{Name: "orc"}, {Name: "elf"}, {Name: "wolf"}, {Name: "bear"}}}
	of := func(players string, verdicts ...int) *Ranking {
		r := &Ranking{Contest: c, Players: strings.Split(players, ",")}
		for i, v := range verdicts {
			r.Ranks = append(r.Ranks, Rank{Name: c.Contenders[i].Name, Verdict: v, Contender: i})
		}
		return r
	}
	want := []string{
		"Against the average opponent 1 of 4 creatures win outside 30 to 70 % of their battles in the same way under all players, 1 under some only, and 1 in opposite ways, as far as 95 % intervals tell.",
		"Wins too often under all players: orc.",
		"The answer turns with the players: elf (wins too often under search, loses too often under greedy).",
		"Under some players only: wolf (loses too often under greedy).",
	}
	if got := NewRankings([]*Ranking{of("greedy,greedy", 1, -1, -1, 0), of("search,search", 1, 1, 0, 0)}).Verdict; !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The repair of each line-up is told.
func TestPanelOfRepairedRankings(t *testing.T) {
	c := &Contest{Unit: "creature", Margin: 0.2, Repair: true, Contenders: []Contender{{Name: "orc"}, {Name: "elf"}}}
	even := &Ranking{Contest: c, Players: []string{"greedy", "greedy"}, Ranks: []Rank{{Name: "orc"}, {Name: "elf", Contender: 1}}}
	cut := &Ranking{Contest: c, Players: []string{"search", "greedy"}, Ranks: even.Ranks, Broken: true}
	want := []string{"Under greedy: No costs are repaired, for these battles do not tell what cost is worth: play more.", "Under search against greedy: The repair was interrupted."}
	if got := NewRankings([]*Ranking{even, cut}).Verdict[1:]; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Each line-up of a plan is the plan that has it alone: the same trials, with the same
// seeds.
func TestJoin(t *testing.T) {
	of := func(name string) Plan {
		return Plan{Apart: true, Battles: 10, Seed: 7, Trials: []TrialPlan{{Name: name + " 1"}, {Name: name + " 2"}}}
	}
	alone := []Plan{of("greedy"), of("search"), of("best")}
	joined := Join(alone)
	if joined.Lineups != 3 || len(joined.Trials) != 6 || len(alone[0].Trials) != 2 {
		t.Fatalf("%d line-ups, %d trials", joined.Lineups, len(joined.Trials))
	}
	for i := range joined.Trials {
		if got, want := joined.SeedOf(i), of("").SeedOf(i%2); got != want {
			t.Errorf("trial %d begins at seed %d, want %d", i, got, want)
		}
	}
	results, i := make([]*sim.Result, 6), 0
	for k := range results {
		results[k] = &sim.Result{Arms: []sim.Count{{Battles: int64(k)}}}
	}
	for p, found := range joined.ByLineup(results) {
		got, _ := json.Marshal(p)
		want, _ := json.Marshal(alone[i])
		if string(got) != string(want) || found[0].Arms[0].Battles != int64(2*i) || len(found) != 2 {
			t.Errorf("line-up %d: %s with %d results, want %s", i, got, len(found), want)
		}
		i++
	}
	if one := Join(alone[:1]); one.Lineups != 0 || i != 3 {
		t.Errorf("a single plan has %d line-ups, and three were %d", one.Lineups, i)
	}
}
