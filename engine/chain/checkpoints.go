package chain

import "houserule/engine"

// Checkpoints are copies of battles that a learner has passed, each between two steps and
// before a known node. The rules can continue from them. If there is no room, a new one
// replaces one that was not used lately, which the clock algorithm finds.
type checkpoints struct {
	most  int // maximum size in bytes, without by
	bytes int
	list  []checkpoint
	by    []uint32 // by node: the index in list, plus 1, or 0
	hand  int      // the index in list that is considered next for replacement
	key   []byte
}

// A checkpoint is a battle before a node, with the answers that follow before the node.
type checkpoint struct {
	node   uint32
	battle engine.Battle
	given  []int
	size   int  // approximate size in bytes
	used   bool // since hand last passed it
}

// The approximate size of a checkpoint: checkpointBytes, and bytesForKey for each byte of
// the battle's key.
const (
	checkpointBytes = 1 << 10
	bytesForKey     = 8
)

// at returns the checkpoint before a node, or nil.
func (s *checkpoints) at(node uint32) *checkpoint {
	if int(node) >= len(s.by) || s.by[node] == 0 {
		return nil
	}
	c := &s.list[s.by[node]-1]
	c.used = true
	return c
}

// put makes a battle the checkpoint before a node, unless that has one with as many answers.
func (s *checkpoints) put(node uint32, b engine.Battle, given []int) {
	if n := int(node) + 1 - len(s.by); n > 0 {
		s.by = append(s.by, make([]uint32, n)...)
	}
	i := int(s.by[node]) - 1
	switch {
	case i >= 0 && len(s.list[i].given) == len(given):
		return
	case i >= 0:
	case s.bytes < s.most:
		i = len(s.list)
		s.list = append(s.list, checkpoint{battle: b.Fresh()})
	case len(s.list) == 0:
		return
	default:
		for i = s.hand; s.list[i].used; i = s.hand {
			s.list[i].used = false
			s.hand = (i + 1) % len(s.list)
		}
		s.hand = (i + 1) % len(s.list)
		s.by[s.list[i].node] = 0
	}
	c := &s.list[i]
	c.node, c.given = node, given
	c.battle.CopyFrom(b)
	s.by[node] = uint32(i + 1)
	s.key = b.AppendKey(s.key[:0])
	if size := checkpointBytes + bytesForKey*len(s.key); size > c.size { // a copy of a smaller battle keeps its memory
		s.bytes += size - c.size
		c.size = size
	}
	for last := len(s.list) - 1; last > i && s.bytes-c.size >= s.most; last-- {
		s.by[s.list[last].node] = 0
		s.bytes -= s.list[last].size
		s.list[last] = checkpoint{}
		s.list = s.list[:last]
		s.hand %= last
	}
}

// clear removes all checkpoints.
func (s *checkpoints) clear() { *s = checkpoints{most: s.most} }
