package engine_test

import (
	"slices"
	"testing"

	"houserule/engine"
)

func TestHookWithNothingOnIt(t *testing.T) {
	var h engine.Hook[*pig, engine.None, int]
	if h.Used() {
		t.Error("an empty hook is used")
	}
	if n := h.Apply(nil, engine.None{}, 7); n != 7 {
		t.Errorf("an empty hook makes %d of 7", n)
	}
}

func TestHookOrder(t *testing.T) {
	var h engine.Hook[*pig, string, []string]
	battle := newPig(2, 10)
	for _, name := range []string{"first", "second", "third"} {
		h.Add(func(b *pig, context string, value []string) []string {
			if b != battle || context != "turn" {
				t.Errorf("%s is told of battle %p and %q", name, b, context)
			}
			return append(value, name)
		})
		if !h.Used() {
			t.Errorf("the hook is not used behind the %s", name)
		}
	}
	got := h.Apply(battle, "turn", []string{"value"})
	if want := []string{"value", "first", "second", "third"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Each call gets what the one before it returned: (3 + 4) x 2, not 3 x 2 + 4.
func TestHookPassesTheValueOn(t *testing.T) {
	var h engine.Hook[*pig, engine.None, int]
	h.Add(func(_ *pig, _ engine.None, n int) int { return n + 4 })
	h.Add(func(_ *pig, _ engine.None, n int) int { return n * 2 })
	if n := h.Apply(nil, engine.None{}, 3); n != 14 {
		t.Errorf("got %d, want 14", n)
	}
}

// A copy of a hook is a hook of its own: what is added to one does not hang
// on the other.
func TestHookCopies(t *testing.T) {
	add := func(n int) func(*pig, engine.None, int) int {
		return func(_ *pig, _ engine.None, value int) int { return value*10 + n }
	}
	var a engine.Hook[*pig, engine.None, int]
	a.Add(add(1))
	b := a
	a.Add(add(2))
	b.Add(add(3))
	if n := a.Apply(nil, engine.None{}, 0); n != 12 {
		t.Errorf("got %d, want 12", n)
	}
	if n := b.Apply(nil, engine.None{}, 0); n != 13 {
		t.Errorf("the copy: got %d, want 13", n)
	}
}

func TestHookAllocatesNothing(t *testing.T) {
	var none, one engine.Hook[*pig, int, engine.Score]
	one.Add(func(_ *pig, n int, s engine.Score) engine.Score { return s.Add(n, nil) })
	table := engine.NewTable(nil)
	n := testing.AllocsPerRun(100, func() {
		s := table.Score(3, nil)
		s = none.Apply(nil, 1, s)
		s = one.Apply(nil, 1, s)
		if s.Total() != 4 {
			t.Fatal(s)
		}
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}
