package heroes

import (
	"errors"
	"fmt"
	"iter"

	"houserule/engine"
	"houserule/engine/heroes/dead"
)

// ErrNoDead is the error of a battle that does not keep the dead: see [Game].
var ErrNoDead = errors.New("the dead are not kept: they are if a script of a mod calls side:dead, side:fallen, stack:dead or battle:raise, and writes the name out")

// Dead returns the cards that a side has lost, in the order of their deaths. What leaves the
// battle in another way has not died.
func (b *Position) Dead(side engine.Side) (iter.Seq[dead.Run], error) {
	if !b.game.Dead {
		return nil, ErrNoDead
	}
	return b.dead[side].All(), nil
}

// Runs returns the number of runs of Dead.
func (b *Position) Runs(side engine.Side) int { return b.dead[side].Len() }

// Fallen returns the stacks of a side that have no cards left, in the order in which the last
// of their cards that have died did so.
func (b *Position) Fallen(side engine.Side) (stacks []*Stack, err error) {
	if !b.game.Dead {
		return nil, ErrNoDead
	}
	for _, id := range b.dead[side].Stacks() {
		if s := &b.stacks[id]; s.top == nil && s.side == side {
			stacks = append(stacks, s)
		}
	}
	return stacks, nil
}

// Raise lets the n cards of a stack rise that have died last. They lie on top again, as they
// did. A destroyed stack stands on the line then, and acts in this round if its phase is still
// to come.
func (b *Battle) Raise(s *Stack, n int, line Line) error {
	lost, old := &b.dead[s.side], s.top
	switch have := lost.Count(s.id); {
	case b.over:
		return ErrOver
	case !b.game.Dead:
		return ErrNoDead
	case n < 1 || n > have:
		return fmt.Errorf("%s has lost fewer cards that can rise: %d, not %d", b.Name(s), have, n)
	case old != nil && n+int(old.count) > MaxCards:
		return ErrCards
	}
	for range n {
		creature, _ := lost.Take(s.id)
		s.top = b.armies.card(b.game.Creatures[creature], s.top)
		b.Report(engine.Event{What: Risen, Whom: s.id, N: creature})
	}
	if old != nil {
		s.turnedUp(b, old)
		return nil
	}
	s.turn, s.later = waiting, 0
	if s != b.moving {
		b.link(s, line)
	}
	s.rejoin(b)
	b.Report(engine.Event{What: Returned, Who: s.id})
	return nil
}

// Banish takes the top n cards of a stack, or all if it has fewer, out of the battle. They do
// not die: no hook of deaths is called, and they cannot rise.
func (b *Battle) Banish(s *Stack, n int) error {
	switch {
	case b.over:
		return ErrOver
	case s.top == nil:
		return ErrDestroyed
	}
	old := s.top
	for ; n > 0 && s.top != nil; n-- {
		b.Report(engine.Event{What: Left, Whom: s.id, N: s.top.index})
		s.top = s.top.under
	}
	if s.top == nil {
		s.destroy(b, Gone)
	} else {
		s.turnedUp(b, old)
	}
	return nil
}

// Transform makes the top n cards of a stack, or all if it has fewer, cards of another creature.
func (b *Battle) Transform(s *Stack, c *Creature, n int) error {
	switch {
	case b.over:
		return ErrOver
	case s.top == nil:
		return ErrDestroyed
	}
	old, n := s.top, min(n, int(s.top.count))
	for range n {
		b.Report(engine.Event{What: Transformed, Who: c.index, Whom: s.id, N: s.top.index})
		s.top = s.top.under
	}
	for range n {
		s.top = b.armies.card(c, s.top)
	}
	s.admit(b, c)
	s.turnedUp(b, old)
	return nil
}

// appendDead appends a key of what is known of the dead: their cards, where their stacks stood,
// and what mods store for them.
func (b *Position) appendDead(key []byte) []byte {
	for side := range b.dead {
		key = b.dead[side].AppendKey(key)
	}
	for i := range b.stacks {
		if s := &b.stacks[i]; s.top == nil {
			key = append(key, byte(s.line)|byte(s.side)<<1|byte(s.home())<<2)
		}
	}
	return b.memory.AppendKey(key, func(owner int32) bool { return owner >= 0 && b.stacks[owner].top == nil })
}
