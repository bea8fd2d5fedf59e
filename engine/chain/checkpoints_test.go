package chain

import (
	"testing"

	"houserule/engine"
)

// A numbered is a battle that consists of a number.
type numbered struct {
	engine.Battle
	n int
}

func (b *numbered) Fresh() engine.Battle        { return new(numbered) }
func (b *numbered) CopyFrom(src engine.Battle)  { b.n = src.(*numbered).n }
func (b *numbered) AppendKey(key []byte) []byte { return key }

// Used checkpoints stay, others are replaced, and each keeps its own battle.
func TestCheckpoints(t *testing.T) {
	const room = 4
	s := checkpoints{most: room * checkpointBytes}
	s.clear()
	for n := range 100 {
		s.put(uint32(n), &numbered{n: n}, nil)
		if used := s.at(0); used == nil || used.battle.(*numbered).n != 0 {
			t.Fatalf("after %d checkpoints the used one is %v", n, used)
		}
		kept := 0
		for other := range n + 1 {
			if c := s.list[s.by[uint32(other)]]; c.node == uint32(other) {
				if kept++; c.battle.(*numbered).n != other {
					t.Fatalf("the checkpoint %d is %v", other, c.battle)
				}
			}
		}
		if want := min(n+1, room); kept != want || len(s.by) != want {
			t.Fatalf("after %d checkpoints %d are kept, want %d", n, kept, want)
		}
	}
	s.put(0, &numbered{n: 7}, []int{1})
	s.put(0, &numbered{n: 8}, []int{2})
	if c := s.at(0); c.battle.(*numbered).n != 7 {
		t.Errorf("the checkpoint is %v, want the first one with that many answers", c.battle)
	}
	none := checkpoints{}
	none.clear()
	if none.put(1, &numbered{}, nil); none.at(1) != nil {
		t.Error("there is a checkpoint without room")
	}
}
