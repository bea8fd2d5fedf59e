package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
)

// settings are steps, with some that take the place of what was before.
var settings = rapid.Custom(func(t *rapid.T) []step {
	all := steps.Draw(t, "steps")
	for _, n := range rapid.SliceOfN(rapid.IntRange(-9, 99), 0, 2).Draw(t, "sets") {
		all = slices.Insert(all, rapid.IntRange(0, len(all)).Draw(t, "place"), set(n))
	}
	return all
})

// The terms of a score come to its total, and without some of them to that of
// a score that never had them.
func TestTotalOfTerms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, steps := rapid.IntRange(-20, 200).Draw(t, "base"), settings.Draw(t, "steps")
		score := applied(base, steps, true)
		if got, want := engine.Total(score.Terms()), score.Total(); got != want {
			t.Fatalf("the terms come to %d, the score to %d", got, want)
		}
		gone := rapid.SampledFrom([]engine.Op{engine.Set, engine.Add, engine.Times, engine.Late, engine.Halve, engine.Reduce, engine.Adjust, engine.Cap}).Draw(t, "gone")
		rest := slices.DeleteFunc(score.Terms(), func(t engine.Term) bool { return t.Op == gone })
		want := applied(base, slices.DeleteFunc(steps, func(s step) bool { return s.op == gone }), false)
		if got := engine.Total(rest); got != want.Total() {
			t.Fatalf("without %v the terms come to %d, want %d", gone, got, want.Total())
		}
	})
}

func TestTotalOfNothing(t *testing.T) {
	if n := engine.Total(nil); n != 0 {
		t.Errorf("nothing comes to %d", n)
	}
}

// Scores are the same when nothing that follows tells them apart.
func TestSameScores(t *testing.T) {
	one := []step{add(4), times(1, 2)}
	for _, test := range []struct {
		name  string
		steps []step
		want  bool
	}{
		{"the same steps", []step{add(4), times(1, 2)}, true},
		{"in another order", []step{times(1, 2), add(4)}, true},
		{"a factor of 1", []step{add(4), times(3, 3), times(1, 2)}, true},
		{"what cancels", []step{add(4), times(1, 2), adjust(2), reduce(2)}, true},
		{"the same total", []step{add(3), times(1, 2)}, false},
		{"halved, not times 1/2", []step{add(4), halve()}, false},
		{"late, not added", []step{late(4), times(1, 2)}, false},
		{"a cap above it", []step{add(4), times(1, 2), limit(100)}, false},
	} {
		if got := applied(4, test.steps, true).Same(applied(4, one, false)); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
	if !applied(4, []step{times(2, 2)}, false).Same(applied(4, nil, false)) {
		t.Error("a factor of 1 makes a difference")
	}
}

// A book is used again and again, and what does not fit in it is there all
// the same.
func TestBook(t *testing.T) {
	table := engine.NewTable(nil)
	table.Explain(true)
	book := engine.NewBook(5)
	if before := table.Write(book); before != nil {
		t.Errorf("there was a book before: %v", before)
	}
	score := func() string { return table.Score(3, nil).Add(1, nil).Halve(nil).String() }
	const want = "2 = 3, +1, halved"
	for range 3 {
		for range 3 { // the second does not fit
			if got := score(); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
		book.Clear()
	}
	if n := testing.AllocsPerRun(10, func() {
		book.Clear()
		table.Score(3, nil).Add(1, nil).Halve(nil)
	}); n != 0 {
		t.Errorf("%v allocations, with room in the book", n)
	}
	if before := table.Write(nil); before != book {
		t.Errorf("the book before was %v", before)
	}
	if got := score(); got != want {
		t.Errorf("without a book: %s, want %s", got, want)
	}
}
