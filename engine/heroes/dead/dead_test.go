package dead_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"houserule/engine/heroes/dead"
)

// A list is the same as one of single cards, and its key tells lists apart.
func TestList(t *testing.T) {
	type card struct{ stack, creature int32 }
	random := rand.New(rand.NewPCG(1, 2))
	keys := map[string][]card{}
	for range 200 {
		var l, copied dead.List
		var cards []card
		for range 30 {
			stack, creature := random.Int32N(3), random.Int32N(2)
			if random.IntN(3) > 0 {
				n := 1 + random.Int32N(2)
				l.Add(stack, creature, n)
				cards = append(cards, slices.Repeat([]card{{stack, creature}}, int(n))...)
			} else {
				at := -1
				for i, c := range cards {
					if c.stack == stack {
						at = i
					}
				}
				got, ok := l.Take(stack)
				if ok != (at >= 0) || ok && got != cards[at].creature {
					t.Fatalf("of %v stack %d gives %d, %v", cards, stack, got, ok)
				}
				if ok {
					cards = slices.Delete(cards, at, at+1)
				}
			}
			var all []card
			for r := range l.All() {
				all = append(all, slices.Repeat([]card{{r.Stack, r.Creature}}, int(r.N))...)
			}
			key := string(l.AppendKey(nil))
			if before, known := keys[key]; !slices.Equal(all, cards) || known && !slices.Equal(before, cards) {
				t.Fatalf("got %v, want %v; the same key has %v", all, cards, before)
			}
			keys[key] = slices.Clone(cards)
			count, stacks := 0, []int32(nil)
			for i, c := range cards {
				if c.stack == stack {
					count++
				}
				if !slices.ContainsFunc(cards[i+1:], func(d card) bool { return d.stack == c.stack }) {
					stacks = append(stacks, c.stack)
				}
			}
			if l.Count(stack) != count || !slices.Equal(l.Stacks(), stacks) {
				t.Fatalf("%v: %d cards of stack %d, and %v fell", cards, l.Count(stack), stack, l.Stacks())
			}
		}
		copied.CopyFrom(&l)
		if before := l.AppendKey(nil); copied.Len() != l.Len() || !bytes.Equal(before, copied.AppendKey(nil)) {
			t.Fatalf("the copy differs")
		}
		if copied.Clear(); copied.Len() != 0 {
			t.Fatal("it is not empty")
		}
	}
	if len(keys) < 1000 {
		t.Errorf("only %d lists", len(keys))
	}
}
