package heroes

import (
	"slices"

	"houserule/engine"
	"houserule/engine/heroes/ability"
)

// The acting order (H1.1, H1.2) is a sorted slice of keys, by phase, then side, then listed
// place. A cursor walks along it. A key is computed again only when a new top card may
// change the stack's phase, so that stacks of one creature are never sorted again.

// An order is the acting order of a round.
type order struct {
	keys   []int32 `state:"derived"` // of the living stacks, and of the stacks destroyed in this round, ascending
	lo, hi int32   `state:"derived"` // the part of keys for the present half of a phase
	half   int32   // 2*phase + side; -1 before the first half of the round
	due    int32   `state:"derived"` // number of stacks in that part that have yet to act
	stale  bool    `state:"step"`    // whether a key is out of date
}

const (
	idBits = 16 // bits of a key for the stack's id
	noHalf = 1 << 14
)

func (s *Stack) keyOf(b *Position) int32 {
	phase := s.top.Phase
	switch {
	case s.later > 0:
		phase = int(s.later)
	case b.shifting:
		phase = s.phaseOf(b).Total()
	}
	return int32(phase<<1|int(s.side))<<idBits | s.id
}

// phaseOf returns the phase of a stack (H1.2), from 1 to Rules.Phases if it is not the one
// on its top card.
func (s *Stack) phaseOf(b *Position) engine.Score {
	score := b.startScore(s.top.Phase, s.top.cause)
	if !b.shifting {
		return score
	}
	score = b.adjust(score, ability.PhaseNumber, s.top.Creature, s, nil, 0)
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

// begin begins the order of a round.
func (o *order) begin(b *Battle) {
	o.lo, o.hi, o.half, o.due, o.stale = 0, 0, -1, 0, false
	living, moved := 0, b.shifting
	for _, key := range o.keys {
		if s := b.at(key); s.top != nil {
			s.turn, s.answered = waiting, 0
			if s.later > 0 {
				s.later, moved = 0, true
			}
			o.keys[living] = key
			living++
		}
	}
	o.keys = o.keys[:living]
	if moved {
		o.rekey(b)
	}
}

func (b *Position) at(key int32) *Stack { return &b.stacks[key&(1<<idBits-1)] }

// rekey computes every key again and sorts the keys.
func (o *order) rekey(b *Battle) {
	for i, key := range o.keys {
		if s := b.at(key); s.top != nil {
			s.key = s.keyOf(&b.Position)
			o.keys[i] = s.key
		}
	}
	slices.Sort(o.keys)
	o.hi = 0
	for o.hi < int32(len(o.keys)) && o.keys[o.hi]>>idBits <= o.half {
		o.hi++
	}
}

// is reports whether a living stack is in a state of its turn: the turn of a destroyed one has
// no meaning.
func (s *Stack) is(t turn) bool { return s.turn == t && s.top != nil }

// next returns the stack that acts next, or nil at the end of the round.
func (o *order) next(b *Battle) *Stack {
	for o.due == 0 {
		if !o.nextHalf(b) {
			return nil
		}
	}
	s := b.at(o.keys[o.lo])
	for !s.is(due) {
		o.lo++
		s = b.at(o.keys[o.lo])
	}
	if o.due > 1 {
		s = b.pick.ask(b, s.side, false)
	}
	o.due--
	s.turn = done
	return s
}

// nextHalf moves on to the next half of a phase in which a stack acts, and reports whether
// there is one. H1.2: at this moment the phases of its side's stacks are read.
func (o *order) nextHalf(b *Battle) bool {
	if o.half >= 0 {
		if b.announce(&b.game.Hooks.PhaseEnd); b.over {
			return false
		}
	}
	if b.shifting {
		o.rekey(b)
	}
	o.lo = o.hi
	half, rest := int32(noHalf), o.keys[o.hi:]
	for _, key := range rest {
		if b.at(key).top != nil {
			half = key >> idBits
			break
		}
	}
	if b.game.Rules.PassedPhase == "acts" {
		half = o.nextOverdue(b, half)
	}
	if half == noHalf {
		return false
	}
	o.half = half
	for _, key := range rest {
		if key>>idBits > half {
			break
		}
		if s := b.at(key); s.is(waiting) {
			s.turn = due
			o.due++
		}
		o.hi++
	}
	if o.due > 0 {
		b.Report(engine.Event{What: PhaseBegan, Who: o.half & 1, N: o.half >> 1})
		b.announce(&b.game.Hooks.PhaseStart)
	}
	return !b.over
}

// nextOverdue is the ruling passed_phase = "acts": a stack whose phase has passed acts in
// the next half of a phase of its side. The result is that half, or the given one if that
// is earlier.
func (o *order) nextOverdue(b *Battle, half int32) int32 {
	for _, key := range o.keys[:o.hi] {
		if s := b.at(key); s.is(waiting) {
			soon := o.half + 1
			if engine.Side(soon&1) != s.side {
				soon++
			}
			if int(soon>>1) <= b.game.Rules.Phases {
				half = min(half, soon)
			}
		}
	}
	for i := o.hi - 1; i >= 0; i-- {
		if s := b.at(o.keys[i]); s.is(waiting) && s.side == engine.Side(half&1) && half != noHalf {
			s.turn = due
			o.due++
			o.lo = i
		}
	}
	return half
}

// leave ends the turn of a destroyed stack. The stack is skipped until the next round
// drops it from the order.
func (o *order) leave(s *Stack) {
	if s.turn == due {
		o.due--
	}
	s.turn = done
}

// drop removes a stack from the order, if it is there.
func (o *order) drop(s *Stack) {
	i, found := slices.BinarySearch(o.keys, s.key)
	if !found {
		return
	}
	o.keys = append(o.keys[:i], o.keys[i+1:]...)
	if int32(i) < o.lo {
		o.lo--
	}
	if int32(i) < o.hi {
		o.hi--
	}
}

// reorder computes the key of a stack again after its top card has changed. A stack that is
// due keeps its turn.
func (s *Stack) reorder(b *Battle) {
	if s.turn == due || s.keyOf(&b.Position) == s.key {
		return
	}
	s.rejoin(b)
}

// rejoin gives a stack its place in the order by its phase, whether or not it has one.
func (s *Stack) rejoin(b *Battle) {
	b.order.drop(s)
	s.key = s.keyOf(&b.Position)
	b.order.enter(s)
}

// enter inserts a stack's key.
func (o *order) enter(s *Stack) {
	i, _ := slices.BinarySearch(o.keys, s.key)
	o.keys = slices.Insert(o.keys, i, s.key)
	if int32(i) < o.lo {
		o.lo++
	}
	if int32(i) < o.hi || s.key>>idBits <= o.half {
		o.hi++
	}
}
