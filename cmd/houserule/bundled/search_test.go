package bundled_test

import (
	"context"
	"testing"
	"time"

	"houserule/cmd/houserule/gamestest"
	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/best"
	"houserule/engine/enginetest"
	"houserule/engine/players"
	"houserule/engine/review"
)

// Search loses less than half a point in a battle, in each seat: in the largest battles that
// can be solved only where HOUSERULE_LONG is set. A random player loses
// more.
func TestSearchRegret(t *testing.T) {
	const most = 0.005
	for _, row := range []struct {
		game, scenario string
		battles        int
		long           bool
	}{
		{"kings", "skirmish", 10, false},
		{"kings", "first-battle", 20, true},
		{"risk", "border", 10, true},
	} {
		t.Run(row.scenario, func(t *testing.T) {
			if row.long && !enginetest.Long {
				t.Skip("to solve it takes many seconds: HOUSERULE_LONG=1")
			}
			_, lib, _ := gamestest.Bundled(t, row.game)
			b, _ := gamestest.Opening(t, lib, row.scenario)
			g, err := best.New(b)
			if err == nil {
				err = g.Solve(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
			regret := func(battles int, player string) *review.Regret {
				r, err := review.Sample(context.Background(), g, b, battles, func(n int) (engine.Oracle, []engine.Oracle, error) {
					var seats []engine.Oracle
					for side := range engine.Side(2) {
						seat, err := lib.Player(player, side, uint64(n))
						if err != nil {
							return nil, nil, err
						}
						seats = append(seats, seat)
					}
					return lib.Dice(uint64(n)), seats, nil
				})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			r := regret(row.battles, "search")
			for side, lost := range r.Lost {
				if lost > most {
					t.Errorf("seat %d loses %.3f points in %d battles, want at most %.1f", side, 100*lost, row.battles, 100*most)
				}
			}
			t.Logf("search loses %.3f and %.3f points", 100*r.Lost[0], 100*r.Lost[1])
			if r := regret(100, "random"); max(r.Lost[0], r.Lost[1]) <= most {
				t.Errorf("random loses only %v", r.Lost)
			}
		})
	}
}

// How long an answer of search takes in the largest battles that can be solved.
func BenchmarkSearch(b *testing.B) {
	for _, row := range [][2]string{{"kings", "first-battle"}, {"risk", "border"}} {
		b.Run(row[1], func(b *testing.B) {
			if !enginetest.Long {
				b.Skip("each battle takes seconds: HOUSERULE_LONG=1")
			}
			_, lib, _ := gamestest.Bundled(b, row[0])
			battle, _ := gamestest.Opening(b, lib, row[1])
			var asked int
			var took, slowest time.Duration
			var seats []engine.Oracle
			for range 2 {
				search := players.NewSearch(analysis.DefaultNodes)
				seats = append(seats, engine.OracleFunc(func(q engine.Question) (int, error) {
					start := time.Now()
					answer, err := search.Answer(q)
					if search.Looked() > 0 {
						d := time.Since(start)
						asked, took, slowest = asked+1, took+d, max(slowest, d)
					}
					return answer, err
				}))
			}
			for seed := range uint64(b.N) {
				if err := engine.Play(battle, engine.NewTable(lib.Dice(seed), seats...)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(took.Milliseconds())/float64(asked), "ms/decision")
			b.ReportMetric(float64(slowest.Milliseconds()), "ms-slowest")
		})
	}
}
