package heroes

import (
	"slices"

	"houserule/engine"
)

// The acting order (H1.1, H1.2) is a sorted slice of keys, by phase, then side, then listed
// place. A cursor walks along it. A key is computed again only when a new top card may
// change the stack's phase, so that stacks of one creature are never sorted again.

const (
	idBits = 16 // bits of a key for the stack's id
	noHalf = 1 << 14
)

func (b *Position) keyOf(s *Stack) int32 {
	phase := s.top.Phase
	if b.shifting {
		phase = b.phaseOf(s).Total()
	}
	return int32(phase<<1|int(s.side))<<idBits | s.id
}

// phaseOf returns the phase of a stack (H1.2), from 1 to Rules.Phases if it is not the one
// on its top card.
func (b *Position) phaseOf(s *Stack) engine.Score {
	score := b.startScore(s.top.Phase, s.top.cause)
	if !b.shifting {
		return score
	}
	score = b.adjust(score, PhaseNumber, s.top.Creature, s, nil, 0)
	was, last := score.Total(), b.game.Rules.Phases
	switch phase := b.game.Hooks.Phase.Apply(b.whole, s, was); {
	case phase < 1:
		return b.startScore(1, &causeFirst)
	case phase > last:
		return b.startScore(last, &causeLast)
	case phase != was:
		return b.startScore(phase, &causePhase)
	}
	return score
}

// startOrder begins the order of a round.
func (b *Battle) startOrder() {
	b.lo, b.hi, b.half, b.due, b.stale = 0, 0, -1, 0, false
	living := 0
	for _, key := range b.order {
		if s := b.at(key); s.top != nil {
			s.turn, s.answered = waiting, 0
			b.order[living] = key
			living++
		}
	}
	b.order = b.order[:living]
	if b.shifting {
		b.rekey()
	}
}

func (b *Position) at(key int32) *Stack { return &b.stacks[key&(1<<idBits-1)] }

// rekey computes every key again and sorts the keys.
func (b *Battle) rekey() {
	for i, key := range b.order {
		if s := b.at(key); s.top != nil {
			s.key = b.keyOf(s)
			b.order[i] = s.key
		}
	}
	slices.Sort(b.order)
	b.hi = 0
	for b.hi < int32(len(b.order)) && b.order[b.hi]>>idBits <= b.half {
		b.hi++
	}
}

// next returns the stack that acts next, or nil at the end of the round.
func (b *Battle) next() *Stack {
	for b.due == 0 {
		if !b.nextHalf() {
			return nil
		}
	}
	s := b.at(b.order[b.lo])
	for s.turn != due {
		b.lo++
		s = b.at(b.order[b.lo])
	}
	if b.due > 1 {
		s = b.pickNext(s)
	}
	b.due--
	s.turn = done
	return s
}

// nextHalf moves on to the next half of a phase in which a stack acts, and reports whether
// there is one. H1.2: at this moment the phases of its side's stacks are read.
func (b *Battle) nextHalf() bool {
	if b.half >= 0 {
		if b.announce(&b.game.Hooks.PhaseEnd); b.over {
			return false
		}
	}
	if b.shifting {
		b.rekey()
	}
	b.lo = b.hi
	half, order := int32(noHalf), b.order[b.hi:]
	for _, key := range order {
		if b.at(key).top != nil {
			half = key >> idBits
			break
		}
	}
	if b.game.passedActs {
		half = b.nextOverdue(half)
	}
	if half == noHalf {
		return false
	}
	b.half = half
	for _, key := range order {
		if key>>idBits > half {
			break
		}
		if s := b.at(key); s.turn == waiting {
			s.turn = due
			b.due++
		}
		b.hi++
	}
	if b.due > 0 {
		b.Report(engine.Event{What: PhaseBegan, Who: b.half & 1, N: b.half >> 1})
		b.announce(&b.game.Hooks.PhaseStart)
	}
	return !b.over
}

// nextOverdue is the ruling passed_phase = "acts": a stack whose phase has passed acts in
// the next half of a phase of its side. The result is that half, or the given one if that
// is earlier.
func (b *Battle) nextOverdue(half int32) int32 {
	for _, key := range b.order[:b.hi] {
		if s := b.at(key); s.turn == waiting {
			soon := b.half + 1
			if engine.Side(soon&1) != s.side {
				soon++
			}
			if int(soon>>1) <= b.game.Rules.Phases {
				half = min(half, soon)
			}
		}
	}
	for i := b.hi - 1; i >= 0; i-- {
		if s := b.at(b.order[i]); s.turn == waiting && s.side == engine.Side(half&1) && half != noHalf {
			s.turn = due
			b.due++
			b.lo = i
		}
	}
	return half
}

// leaveOrder ends the turn of a destroyed stack. The stack is skipped until the next round
// drops it from the order.
func (b *Battle) leaveOrder(s *Stack) {
	if s.turn == due {
		b.due--
	}
	s.turn = done
}

// dropKey removes a stack from the order.
func (b *Battle) dropKey(s *Stack) {
	i, _ := slices.BinarySearch(b.order, s.key)
	b.order = append(b.order[:i], b.order[i+1:]...)
	if int32(i) < b.lo {
		b.lo--
	}
	if int32(i) < b.hi {
		b.hi--
	}
}

// reorder computes the key of a stack again after its top card has changed. A stack that is
// due keeps its turn.
func (b *Battle) reorder(s *Stack) {
	key := b.keyOf(s)
	if key == s.key || s.turn == due {
		return
	}
	b.dropKey(s)
	s.key = key
	b.enterOrder(s)
}

// enterOrder inserts a stack's key.
func (b *Battle) enterOrder(s *Stack) {
	i, _ := slices.BinarySearch(b.order, s.key)
	b.order = slices.Insert(b.order, i, s.key)
	if int32(i) < b.lo {
		b.lo++
	}
	if int32(i) < b.hi || s.key>>idBits <= b.half {
		b.hi++
	}
}
