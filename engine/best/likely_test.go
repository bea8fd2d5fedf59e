package best_test

import (
	"context"
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/best"
)

// Where few states may be explored, so that no answer is known to be the best, the answer that
// is likely to be the best loses little, and less than the one that is likely to be the worst.
func TestLikely(t *testing.T) {
	var lost, last float64
	var asked [2]int
	for name, b := range battles(t) {
		g := solved(t, b)
		seat := engine.OracleFunc(func(q engine.Question) (int, error) {
			want, _ := g.Answers(context.Background(), q)
			loss := func(a best.Answer) float64 {
				i := slices.IndexFunc(want, func(w best.Answer) bool { return w.Answer == a.Answer })
				return want[0].Value.For(q.Side).Middle() - want[i].Value.For(q.Side).Middle()
			}
			for states := 2; states <= 32; states *= 2 {
				few, err := best.Here(b)
				if err != nil {
					return 0, err
				}
				few.States, few.Within = states, 1e-5
				few.Estimate = func(b engine.Battle) float64 {
					own, enemy := float64(b.Value(0)), float64(b.Value(1))
					return own / max(own+enemy, 1)
				}
				if _, ok := few.Likely(context.Background(), q); ok {
					t.Errorf("%s: answers are likely before any state is explored", name)
				}
				if _, ok := few.Best(context.Background(), q); ok {
					continue
				}
				answers, ok := few.Likely(context.Background(), q)
				if !ok { // the options alone lead to more states
					continue
				}
				if len(answers) != len(want) {
					t.Fatalf("%s: %d answers, want %d", name, len(answers), len(want))
				}
				asked[q.Side]++
				lost += loss(answers[0])
				last += loss(answers[len(answers)-1])
			}
			return want[0].Answer, nil
		})
		if err := engine.Play(b, engine.NewTable(engine.NewDice(1), seat, seat)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := asked[0] + asked[1]; asked[0] == 0 || asked[1] == 0 || lost > 0.25*last {
		t.Errorf("%v questions: the likely answers lose %.3f each, the last ones %.3f", asked, lost/float64(n), last/float64(n))
	}
}

// Likely answers that are interrupted at any moment are none; else they are those that an
// uninterrupted search finds.
func TestLikelyIsInterrupted(t *testing.T) {
	interrupted := 0
	for name, b := range battles(t) {
		seat := engine.OracleFunc(func(q engine.Question) (int, error) {
			few, err := best.Here(b)
			if err != nil {
				return 0, err
			}
			few.States, few.Within, few.Estimate = 16, 1e-5, func(engine.Battle) float64 { return 0.5 }
			few.Best(context.Background(), q)
			want, ok := few.Likely(context.Background(), q)
			for looks, done := 1, !ok; !done; looks++ {
				ctx := &countdown{context.Background(), looks}
				var got []best.Answer
				got, done = few.Likely(ctx, q)
				switch {
				case done && !slices.Equal(got, want):
					t.Errorf("%s: %v after %d looks, want %v", name, got, looks, want)
				case !done && (got != nil || ctx.looks != 0):
					t.Errorf("%s: interrupted at look %d: %v, %d more looks", name, looks, got, -ctx.looks)
				case !done:
					interrupted++
				}
			}
			return q.Choice.First(), nil
		})
		if err := engine.Play(b, engine.NewTable(engine.NewDice(1), seat, seat)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if interrupted < 10 {
		t.Errorf("interrupted %d times, want at least 10", interrupted)
	}
}

// Likely answers only if what was explored tells something of their value, whatever the states
// that were not explored are worth.
func TestLikelyIsMoreThanEstimates(t *testing.T) {
	given, refused := 0, 0
	for name, b := range battles(t) {
		seat := engine.OracleFunc(func(q engine.Question) (int, error) {
			for states := 2; states <= 32; states *= 2 {
				var values []float64
				for _, estimate := range []float64{0, 1} {
					few, err := best.Here(b)
					if err != nil {
						return 0, err
					}
					few.States, few.Within, few.Estimate = states, 1e-5, func(engine.Battle) float64 { return estimate }
					few.Best(context.Background(), q)
					if answers, ok := few.Likely(context.Background(), q); ok {
						values = append(values, answers[0].Value.Middle())
					}
				}
				switch {
				case len(values) == 0:
					refused++
				case len(values) == 1 || values[1]-values[0] == 1:
					t.Errorf("%s, %d states: values %v rest on estimates alone", name, states, values)
				default:
					given++
				}
			}
			return q.Choice.First(), nil
		})
		if err := engine.Play(b, engine.NewTable(engine.NewDice(1), seat, seat)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if given == 0 || refused == 0 {
		t.Errorf("%d answers given and %d refused, want some of both", given, refused)
	}
}
