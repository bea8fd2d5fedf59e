package chain

import "houserule/engine"

// Checkpoints are copies of battles that a learner has passed, each between two steps and
// before a known node. The rules can continue from them. If there is no room, a new one
// replaces one that was not used lately, which the clock algorithm finds.
type checkpoints struct {
	most  int // maximum size in bytes
	bytes int
	list  []checkpoint
	by    map[uint32]int // the index in list, by node
	hand  int            // the index in list that is considered next for replacement
	key   []byte
}

// A checkpoint is a battle before a node, with the answers that follow before the node.
type checkpoint struct {
	node   uint32
	battle engine.Battle
	given  []int
	used   bool // since hand last passed it
}

// The approximate size of a checkpoint: checkpointBytes, and bytesForKey for each byte of
// the battle's key.
const (
	checkpointBytes = 1 << 10
	bytesForKey     = 32
)

// at returns the checkpoint before a node, or nil.
func (s *checkpoints) at(node uint32) *checkpoint {
	i, ok := s.by[node]
	if !ok {
		return nil
	}
	s.list[i].used = true
	return &s.list[i]
}

// put makes a battle the checkpoint before a node, unless that has one with as many answers.
func (s *checkpoints) put(node uint32, b engine.Battle, given []int) {
	i, ok := s.by[node]
	switch {
	case ok && len(s.list[i].given) == len(given):
		return
	case ok:
	case s.bytes < s.most:
		s.key = b.AppendKey(s.key[:0])
		s.bytes += checkpointBytes + bytesForKey*len(s.key)
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
		delete(s.by, s.list[i].node)
	}
	c := &s.list[i]
	c.node, c.given = node, given
	c.battle.CopyFrom(b)
	s.by[node] = i
}

// clear removes all checkpoints.
func (s *checkpoints) clear() { *s = checkpoints{most: s.most, by: map[uint32]int{}} }
