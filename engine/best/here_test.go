package best_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"houserule/engine"
	"houserule/engine/best"
)

// The answers in the middle of a battle are those of the game that is solved from its
// beginning, however few states are explored for them.
func TestHere(t *testing.T) {
	asked, cut, less := 0, 0, false
	for name, b := range battles(t) {
		g := solved(t, b)
		seat := engine.OracleFunc(func(q engine.Question) (int, error) {
			here, err := best.Here(b)
			if err != nil {
				return 0, err
			}
			answers, ok := here.Answers(context.Background(), q)
			want, known := g.Answers(context.Background(), q)
			if !ok || !known || len(answers) != len(want) {
				t.Fatalf("%s: %d answers, %v; want %d, %v", name, len(answers), ok, len(want), known)
			}
			for i, a := range answers {
				if math.Abs(a.Value.Middle()-want[i].Value.Middle()) > 1e-9 || a.Value.Gap() > 1e-9 {
					t.Errorf("%s: answer %d has %v, want %v", name, a.Answer, a.Value, want[i].Value)
				}
			}
			asked++
			decided, err := best.Here(b)
			if err != nil {
				return 0, err
			}
			decided.States, decided.Within = here.Known(), 1e-5
			answer, ok := decided.Best(context.Background(), q)
			i := slices.IndexFunc(want, func(w best.Answer) bool { return w.Answer == answer.Answer })
			if !ok || i < 0 || want[0].Value.For(q.Side).High > want[i].Value.For(q.Side).Low+1e-5 || math.Abs(answer.Value.Middle()-want[i].Value.Middle()) > 1e-5 {
				t.Errorf("%s: the best answer is %v, %v; want %v", name, answer, ok, want)
			}
			less = less || decided.Known() < here.Known()
			few, err := best.Here(b)
			if err != nil {
				return 0, err
			}
			few.States = 5
			if answers, _ = few.Answers(context.Background(), q); few.Known() < here.Known() {
				cut++
			}
			for _, a := range answers {
				exact := want[slices.IndexFunc(want, func(w best.Answer) bool { return w.Answer == a.Answer })].Value
				if exact.High < a.Value.Low || exact.Low > a.Value.High {
					t.Errorf("%s: answer %d has %v, which is not in %v", name, a.Answer, exact, a.Value)
				}
			}
			one, err := best.Here(b)
			if err != nil {
				return 0, err
			}
			one.States = 1
			if answer, ok := one.Best(context.Background(), q); ok && len(answers) > 1 && answer.Answer != want[0].Answer {
				t.Errorf("%s: the best answer is %d after one state, want %d", name, answer.Answer, want[0].Answer)
			}
			if one.Answers(context.Background(), q); one.Known() > 2 {
				t.Errorf("%s: it looked on until it had found %d states, want 2: one too many", name, one.Known())
			}
			return want[0].Answer, nil
		})
		if err := engine.Play(b, engine.NewTable(engine.NewDice(1), seat, seat)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !less {
		t.Error("to find the best answer always takes as many states as to find the values of all")
	}
	if asked < 5 || cut == 0 {
		t.Errorf("%d questions, of which %d need more than one state", asked, cut)
	}
}
