package kings

import "houserule/engine"

// InCount is how many counters keep a side in the battle, as the rules count
// them.
func (b *Battle) InCount(side engine.Side) int { return int(b.in[side]) }
