// Package dead is the cards that a side of heroes has lost, in order. Package heroes keeps them
// where a script may ask for them, or raise them.
package dead

import (
	"encoding/binary"
	"iter"
	"slices"
)

// A Run is N equal cards that a stack has lost, one after the other. Stack and Creature are
// indexes in the battle and in its game.
type Run struct{ Stack, Creature, N int32 }

// A List is the cards that a side has lost. Two runs that follow each other differ in their stack
// or in their creature, so that equal lists have equal runs.
type List struct{ runs []Run }

// Add appends n cards.
func (l *List) Add(stack, creature, n int32) {
	if last := len(l.runs) - 1; last >= 0 && l.runs[last].Stack == stack && l.runs[last].Creature == creature {
		l.runs[last].N += n
		return
	}
	l.runs = append(l.runs, Run{stack, creature, n})
}

// Take removes the card that a stack has lost last. If there is none, ok is false.
func (l *List) Take(stack int32) (creature int32, ok bool) {
	at := l.last(stack)
	if at < 0 {
		return 0, false
	}
	run := &l.runs[at]
	creature = run.Creature
	if run.N--; run.N == 0 {
		after := slices.Clone(l.runs[at+1:])
		l.runs = l.runs[:at]
		for _, r := range after { // the runs on both sides may be of the same cards
			l.Add(r.Stack, r.Creature, r.N)
		}
	}
	return creature, true
}

// last returns the index of the last run of a stack, or -1.
func (l *List) last(stack int32) int {
	for i, r := range slices.Backward(l.runs) {
		if r.Stack == stack {
			return i
		}
	}
	return -1
}

// All yields the runs in order.
func (l *List) All() iter.Seq[Run] { return slices.Values(l.runs) }

// Count returns the number of cards that a stack has lost.
func (l *List) Count(stack int32) int {
	n := 0
	for _, r := range l.runs {
		if r.Stack == stack {
			n += int(r.N)
		}
	}
	return n
}

// Stacks returns the stacks that have lost cards, in the order of the last that each has lost.
func (l *List) Stacks() (stacks []int32) {
	seen := map[int32]bool{}
	for _, r := range slices.Backward(l.runs) {
		if !seen[r.Stack] {
			seen[r.Stack] = true
			stacks = append(stacks, r.Stack)
		}
	}
	slices.Reverse(stacks)
	return stacks
}

// Len returns the number of runs.
func (l *List) Len() int { return len(l.runs) }

// Clear removes all cards.
func (l *List) Clear() { l.runs = l.runs[:0] }

// CopyFrom makes l a copy of src.
func (l *List) CopyFrom(src *List) { l.runs = append(l.runs[:0], src.runs...) }

// AppendKey appends a key. Equal lists, and no others, have equal keys.
func (l *List) AppendKey(key []byte) []byte {
	key = binary.AppendUvarint(key, uint64(len(l.runs)))
	for _, r := range l.runs {
		for _, n := range [...]int32{r.Stack, r.Creature, r.N} {
			key = binary.AppendUvarint(key, uint64(n))
		}
	}
	return key
}
