package analysis_test

import (
	"context"
	"math"
	"os"
	"reflect"
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/best"
	"houserule/engine/enginetest"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/heroesdata/heroestest"
	"houserule/engine/library/kingsdata"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/players"
)

// small is a battle that is small enough to be solved.
func small(t testing.TB) engine.Battle { return armies(t, "1 orc, 1 squire", "1 bandit, 1 ghoul") }

// timed is a battle in which every death reads the round.
func timed(t testing.TB) engine.Battle {
	b := armies(t, "2 orc, 2 squire", "2 bandit, 2 ghoul")
	b.Game().Hooks.Death.Add(func(b *heroes.Battle, _ heroes.Death, _ engine.None) engine.None {
		b.ReadRound()
		return engine.None{}
	})
	return b
}

// armies returns a battle of two armies.
func armies(t testing.TB, aggressor, defender string) *heroes.Battle {
	t.Helper()
	lib, err := library.Load(heroesdata.Format(), os.DirFS("../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	return heroestest.Battle(t, heroesdata.Game(lib), 0, aggressor, defender)
}

func scenarios(t testing.TB, names ...string) (all []engine.Battle) {
	t.Helper()
	lib, err := library.Load(kingsdata.Format(), os.DirFS("../.."), "mods/kings")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		s, err := lib.Scenario(name)
		if err != nil {
			t.Fatal(err)
		}
		b, err := lib.Game.NewBattle(s.Setup)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	return all
}

// asked plays battles of greedy players, and calls look at each question.
func asked(t *testing.T, b engine.Battle, battles int, look func(q engine.Question, at *engine.Table)) {
	t.Helper()
	for seed := range uint64(battles) {
		table := engine.NewTable(nil)
		seat := engine.OracleFunc(func(q engine.Question) (int, error) {
			look(q, table)
			return players.Greedy{}.Answer(q)
		})
		table.Past().Keep()
		table.Seat(engine.NewDice(seed), slices.Repeat([]engine.Oracle{seat}, b.Seats())...)
		if err := engine.Play(b, table); err != nil {
			t.Fatal(err)
		}
	}
}

func analyze(t *testing.T, by *analysis.Analyst, q engine.Question, at analysis.Recaller, nodes int) *analysis.Analysis {
	t.Helper()
	found, err := by.Analyze(context.Background(), q, at, analysis.Nodes(nodes))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// In a campaign the best answer is the one that a plan puts first, whether the others get values or
// not, and it is a function of the position and the nodes.
func TestPlans(t *testing.T) {
	lib, err := library.Load(sorcerydata.Format(), os.DirFS("../.."), "mods/sorcery")
	if err != nil {
		t.Fatal(err)
	}
	s, err := lib.Scenario("two-valleys")
	if err != nil {
		t.Fatal(err)
	}
	b, err := lib.Game.NewBattle(s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	by, questions, contested := analysis.New(), 0, 0
	asked(t, b, 1, func(q engine.Question, at *engine.Table) {
		plans, firsts := q.Choice.(engine.Planner), map[int]bool{}
		for plan := range plans.Plans() {
			all := slices.Collect(plans.Each)
			firsts[slices.MaxFunc(all, func(a, b int) int { return plans.EvaluateBy(plan, a) - plans.EvaluateBy(plan, b) })] = true
		}
		if questions++; len(firsts) == 1 && questions%8 != 0 {
			return
		}
		found := analyze(t, by, q, at, 600)
		if again := analyze(t, analysis.New(), q, at, 600); !reflect.DeepEqual(found, again) {
			t.Errorf("%+v, then %+v", found, again)
		}
		n, nodes, err := by.Best(context.Background(), q, at, analysis.Nodes(600))
		if err != nil || n != found.Answers[0].Answer || !firsts[n] {
			t.Errorf("the best answer is %d, %v; that of the analysis is %v, those of the plans are %v", n, err, found.Answers[0], firsts)
		}
		if len(firsts) > 1 {
			contested++
		} else if nodes > 0 {
			t.Errorf("all plans agree, and %d nodes were looked at", nodes)
		}
		for _, a := range found.Answers {
			if a.Known != analysis.Planned || found.Chance(a) > found.Chance(found.Answers[0]) {
				t.Errorf("%+v; the best is %+v", a, found.Answers[0])
			}
		}
	})
	if contested < 3 {
		t.Errorf("plans disagree on %d of %d questions", contested, questions)
	}
}

// An analysis never contradicts itself, and is a function of the position and the nodes.
func TestAnalysesAreConsistent(t *testing.T) {
	for _, b := range append(scenarios(t, "skirmish", "three-kings"), small(t), timed(t)) {
		by, questions, inside := analysis.New(), 0, 0
		asked(t, b, 1, func(q engine.Question, at *engine.Table) {
			found := analyze(t, by, q, at, 600)
			if again := analyze(t, analysis.New(), q, at, 600); !reflect.DeepEqual(found, again) {
				t.Errorf("%+v, then %+v", found, again)
			}
			n, _, err := by.Best(context.Background(), q, at, analysis.Nodes(600))
			if err != nil || len(found.Answers) > 0 && n != found.Answers[0].Answer {
				t.Errorf("the best answer is %d, %v; that of the analysis is %v", n, err, found.Answers)
			}
			questions++
			for i, a := range found.Answers {
				chance := found.Chance(a)
				if chance < a.Low || chance > a.High || a.Low < 0 || a.High > 1 {
					t.Errorf("%v is not within its bounds", a)
				}
				if best := found.Chance(found.Answers[0]); chance > best || i > 0 && !a.Equal && chance > found.Chance(found.Answers[i-1]) && !found.Answers[i-1].Equal {
					t.Errorf("%v is number %d, the best has %v", a, i, best)
				}
				sum := 0.0
				for seat := range b.Seats() {
					sum += a.Chances[seat]
				}
				if math.Abs(sum-1) > 1e-9 {
					t.Errorf("the chances of %v add up to %v", a, sum)
				}
			}
			if n := len(slices.Collect(q.Choice.Each)); len(found.Answers)+len(found.Rest) != n {
				t.Errorf("%d answers and %d others, of %d", len(found.Answers), len(found.Rest), n)
			}
			if _, tries := q.Choice.(engine.Trier); !tries && len(found.Answers) > 0 {
				inside++
			}
		})
		if questions < 3 {
			t.Errorf("%d questions", questions)
		}
		t.Logf("%d questions, %d of them in the middle of something", questions, inside)
	}
}

// In a small battle the values are those of best play, and in the solved game too. No value is
// outside of the certain bounds.
func TestProved(t *testing.T) {
	b := small(t)
	g, err := best.New(b)
	if err == nil {
		err = g.Solve(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
	by, solved, proved := analysis.New(), analysis.New(), 0
	solved.Solved = g
	asked(t, b, 3, func(q engine.Question, at *engine.Table) {
		want := analyze(t, solved, q, at, 1)
		for _, nodes := range []int{200, analysis.DefaultNodes} {
			found := analyze(t, by, q, at, nodes)
			for _, a := range found.Answers {
				exact, ok := want.Find(a.Answer)
				if !ok || exact.Known != analysis.Proved {
					t.Errorf("%d is %v in the solved game", a.Answer, exact)
				}
				if a.Known != analysis.Played && (want.Chance(exact) < a.Low-1e-4 || want.Chance(exact) > a.High+1e-4) {
					t.Errorf("%v, exactly %v", a, exact)
				}
				if a.Known == analysis.Proved && nodes == analysis.DefaultNodes {
					proved++
				}
			}
			if first := found.Answers[0]; first.Known == analysis.Proved {
				if exact, _ := want.Find(first.Answer); want.Chance(want.Answers[0]) > want.Chance(exact)+1e-4 {
					t.Errorf("%v is proved to be the best, and loses: %v", first, want.Answers)
				}
			}
		}
	})
	if proved < 10 {
		t.Errorf("%d values are proved", proved)
	}
}

// A veiled choice seems to hide something, so that best play is not sought.
type veiled struct {
	engine.Trier
	engine.Evaluator
}

func (veiled) Hides() bool { return true }

// Intervals of battles that are played cover the value of best play as often as they say, 95 % of
// the time.
func TestIntervalsCover(t *testing.T) {
	griffins, golems := "1 griffin, 1 pikeman", "1 gold-golem, 1 dwarf | 1 magi"
	battles, low, high, from := 4, 0.88, 1.0, append(scenarios(t, "skirmish"), small(t), armies(t, griffins, griffins))
	if enginetest.Long {
		battles, low, high = 40, 0.94, 0.96
		from = append(append(from, scenarios(t, "wilderness", "crowded-retreat", "gold-rush")...), armies(t, golems, golems))
	}
	covered, all := 0, 0
	for _, b := range from {
		g, err := best.New(b)
		if err == nil {
			err = g.Solve(context.Background())
		}
		if err != nil {
			t.Fatal(err)
		}
		by, of, in := analysis.New(), map[int]int{}, map[int]int{}
		asked(t, b, battles, func(q engine.Question, at *engine.Table) {
			known, ok := g.Answers(context.Background(), q)
			c, tries := q.Choice.(engine.Trier)
			if !ok || !tries || len(known) < 2 {
				return
			}
			for _, states := range []int{0, 30, 300} {
				if q.Choice = c; states == 0 {
					q.Choice = veiled{c, c.(engine.Evaluator)}
				}
				found, err := by.Analyze(context.Background(), q, at, analysis.Budget{Nodes: analysis.DefaultNodes, States: states})
				if err != nil {
					t.Fatal(err)
				}
				for _, found := range found.Answers {
					if found.Known != analysis.Played {
						continue
					}
					of[states]++
					i := slices.IndexFunc(known, func(a best.Answer) bool { return a.Answer == found.Answer })
					if exact := known[i].Value.For(q.Side).Middle(); found.Low-1e-4 <= exact && exact <= found.High+1e-4 {
						in[states]++
					}
				}
			}
		})
		t.Logf("%v of %v", in, of)
		for states := range of {
			covered, all = covered+in[states], all+of[states]
		}
	}
	if share := float64(covered) / float64(all); all < 20*battles || share < low || share > high {
		t.Errorf("%d of %d intervals cover the value of best play", covered, all)
	}
}

// Where scripts or players fail, there is an error; if the context ends, what was found.
func TestCut(t *testing.T) {
	b := small(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	asked(t, b, 1, func(q engine.Question, at *engine.Table) {
		found, err := analysis.New().Analyze(ctx, q, at, analysis.Nodes(1000))
		if err != context.Canceled || found == nil || len(found.Rest) == 0 {
			t.Errorf("%v, %v", found, err)
		}
	})
}
