package chain

import "houserule/engine"

// Stops are battles from which the rules can play on: each between two steps, where the next
// node is known. They are those that a learner has passed, as many as there is room for: those
// that were of no use for the longest time make room for others.
type stops struct {
	most  int // bytes
	bytes int
	list  []stop
	by    map[uint32]int // in list, by node
	hand  int            // in list: what it points at makes room next
	key   []byte
}

// A stop is a battle before a node, where these answers will be given first.
type stop struct {
	node   uint32
	battle engine.Battle
	given  []int
	used   bool // since the hand was there
}

// A stop takes about so many bytes, and so many more for each of its key.
const (
	stopBytes   = 1 << 10
	bytesForKey = 32
)

// at returns the stop before a node, or nil.
func (s *stops) at(node uint32) *stop {
	i, ok := s.by[node]
	if !ok {
		return nil
	}
	s.list[i].used = true
	return &s.list[i]
}

// put makes a battle the stop before a node, unless there is one after the same answers.
func (s *stops) put(node uint32, b engine.Battle, given []int) {
	i, ok := s.by[node]
	switch {
	case ok && len(s.list[i].given) == len(given):
		return
	case ok:
	case s.bytes < s.most:
		s.key = b.AppendKey(s.key[:0])
		s.bytes += stopBytes + bytesForKey*len(s.key)
		i = len(s.list)
		s.list = append(s.list, stop{battle: b.Fresh()})
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
	stop := &s.list[i]
	stop.node, stop.given = node, given
	stop.battle.CopyFrom(b)
	s.by[node] = i
}

// clear removes all stops.
func (s *stops) clear() { *s = stops{most: s.most, by: map[uint32]int{}} }
