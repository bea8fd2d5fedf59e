package bundled_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"houserule/cmd/houserule/gamestest"
	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/best"
	"houserule/engine/enginetest"
	"houserule/engine/players"
)

// Search loses little against the best answer in positions of all kinds: of battles that best play
// and random answers lead through, in the largest that can be solved only where HOUSERULE_LONG is
// set. A random player loses more.
func TestSearchRegret(t *testing.T) {
	for _, row := range []struct {
		game, scenario string
		battles        int
		most           float64 // points that a question may cost on average
		long           bool
	}{
		{"kings", "skirmish", 20, 0.01, false},
		{"kings", "forest-village", 60, 0.1, true},
		{"risk", "border", 60, 0.01, true},
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
			var search, random, worst float64
			asked := map[string]bool{}
			for seed := range uint64(row.battles) {
				player, luck := players.NewSearch(analysis.DefaultNodes), rand.New(rand.NewPCG(seed, 0))
				table := engine.NewTable(nil)
				table.Past().Keep()
				player.Follow(table)
				seat := engine.OracleFunc(func(q engine.Question) (int, error) {
					start, given, ok := table.Past().Step()
					answers, several := g.Choices(start, given)
					if !ok || !several {
						return q.Choice.First(), nil
					}
					any := answers[luck.IntN(len(answers))].Answer
					if position := fmt.Sprint(key(start), given); !asked[position] {
						asked[position] = true
						loss := func(answer int) float64 {
							i := slices.IndexFunc(answers, func(a best.Answer) bool { return a.Answer == answer })
							return 100 * (answers[0].Value.For(q.Side).Middle() - answers[i].Value.For(q.Side).Middle())
						}
						answer, err := player.Answer(q)
						if err != nil {
							return 0, err
						}
						search, random, worst = search+loss(answer), random+loss(any), max(worst, loss(answer))
					}
					if luck.IntN(5) < 2 {
						return any, nil
					}
					return answers[0].Answer, nil
				})
				table.Seat(lib.Dice(seed), seat, seat)
				if err := engine.Play(b, table); err != nil {
					t.Fatal(err)
				}
			}
			n := float64(len(asked))
			t.Logf("%d questions: search loses %.4f points each, %.2f at most; a random answer %.2f", len(asked), search/n, worst, random/n)
			if search/n > row.most {
				t.Errorf("search loses %.4f points a question, want at most %.2f", search/n, row.most)
			}
			if random/n < 20*row.most {
				t.Errorf("random answers lose only %.2f points each", random/n)
			}
		})
	}
}

// key returns the key of a battle, nil in its setup.
func key(b engine.Battle) []byte {
	if b == nil {
		return nil
	}
	return b.AppendKey(nil)
}

// How long an answer of search takes in the largest battles that can be solved.
func BenchmarkSearch(b *testing.B) {
	for _, row := range [][2]string{{"kings", "forest-village"}, {"risk", "border"}} {
		b.Run(row[1], func(b *testing.B) {
			enginetest.OnlyLong(b, "each battle takes seconds")
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
