package chain

import (
	"testing"

	"houserule/engine"
)

// A numbered battle is a number.
type numbered struct {
	engine.Battle
	n int
}

func (b *numbered) Fresh() engine.Battle        { return new(numbered) }
func (b *numbered) CopyFrom(src engine.Battle)  { b.n = src.(*numbered).n }
func (b *numbered) AppendKey(key []byte) []byte { return key }

// Those that are used stay, the others make room, and no stop becomes another.
func TestStops(t *testing.T) {
	const room = 4
	s := stops{most: room * stopBytes}
	s.clear()
	for n := range 100 {
		s.put(uint32(n), &numbered{n: n}, nil)
		if used := s.at(0); used == nil || used.battle.(*numbered).n != 0 {
			t.Fatalf("after %d stops the one that is used is %v", n, used)
		}
		kept := 0
		for other := range n + 1 {
			if stop := s.list[s.by[uint32(other)]]; stop.node == uint32(other) {
				if kept++; stop.battle.(*numbered).n != other {
					t.Fatalf("the stop %d is %v", other, stop.battle)
				}
			}
		}
		if want := min(n+1, room); kept != want || len(s.by) != want {
			t.Fatalf("after %d stops %d are kept, want %d", n, kept, want)
		}
	}
	s.put(0, &numbered{n: 7}, []int{1})
	s.put(0, &numbered{n: 8}, []int{2})
	if stop := s.at(0); stop.battle.(*numbered).n != 7 {
		t.Errorf("the stop is %v, want the first one with that many answers", stop.battle)
	}
	none := stops{}
	none.clear()
	if none.put(1, &numbered{}, nil); none.at(1) != nil {
		t.Error("there is a stop without room")
	}
}
