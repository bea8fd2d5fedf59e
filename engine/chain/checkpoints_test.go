package chain

import (
	"testing"

	"houserule/engine"
)

// A numbered is a battle that consists of a number, with a key of some bytes.
type numbered struct {
	engine.Battle
	n, bytes int
}

func (b *numbered) Fresh() engine.Battle        { return new(numbered) }
func (b *numbered) CopyFrom(src engine.Battle)  { b.n = src.(*numbered).n }
func (b *numbered) AppendKey(key []byte) []byte { return append(key, make([]byte, b.bytes)...) }

// Used checkpoints stay, others are replaced, and each keeps its own battle.
func TestCheckpoints(t *testing.T) {
	const room = 4
	s := checkpoints{most: room * checkpointBytes}
	for n := range 100 {
		s.put(uint32(n), &numbered{n: n}, nil)
		if used := s.at(0); used == nil || used.battle.(*numbered).n != 0 {
			t.Fatalf("after %d checkpoints the used one is %v", n, used)
		}
		kept := 0
		for other := range n + 1 {
			if i := s.by[other]; i > 0 {
				if c := s.list[i-1]; c.node != uint32(other) || c.battle.(*numbered).n != other {
					t.Fatalf("the checkpoint %d is %v", other, c)
				}
				kept++
			}
		}
		if want := min(n+1, room); kept != want || len(s.list) != want {
			t.Fatalf("after %d checkpoints %d are kept, want %d", n, kept, want)
		}
	}
	s.put(0, &numbered{n: 7}, []int{1})
	s.put(0, &numbered{n: 8}, []int{2})
	if c := s.at(0); c.battle.(*numbered).n != 7 {
		t.Errorf("the checkpoint is %v, want the first one with that many answers", c.battle)
	}
	none := checkpoints{}
	if none.put(1, &numbered{}, nil); none.at(1) != nil {
		t.Error("there is a checkpoint without room")
	}
}

// The size of the checkpoints counts the largest battle that each has held. Large battles
// leave room for fewer.
func TestCheckpointsSize(t *testing.T) {
	const room = 40
	s := checkpoints{most: room * checkpointBytes}
	large := (checkpointBytes + bytesForKey - 1) / bytesForKey // bytes of the key of a battle of double the size
	for n := range 1000 {
		b := &numbered{n: n}
		if n >= 500 {
			b.bytes = large
		}
		s.put(uint32(n), b, nil)
		if i := s.by[n]; i == 0 || s.list[i-1].battle.(*numbered).n != n {
			t.Fatalf("after %d battles the last is not kept", n+1)
		}
		sum := 0
		for i, c := range s.list {
			if sum += c.size; s.by[c.node] != uint32(i+1) {
				t.Fatalf("after %d battles checkpoint %d is not found by its node", n+1, i)
			}
		}
		if sum != s.bytes || sum > s.most+2*checkpointBytes {
			t.Fatalf("after %d battles the checkpoints have %d bytes, counted as %d of %d", n+1, sum, s.bytes, s.most)
		}
	}
	if len(s.list) > room/2+1 {
		t.Errorf("%d large battles are kept in room for %d", len(s.list), room/2)
	}
}
