package heroes

import (
	"errors"
	"fmt"
	"slices"

	"houserule/engine"
)

// Changes that scripts make to a battle, beyond its rules. All of them are reported. None
// of them ends the battle itself: the rules check for the end after the attack, spell or
// option that made the change.

// MaxSummons is the maximum number of stacks that can join a battle.
const MaxSummons = 64

// The errors of these changes.
var (
	ErrNoRoom    = fmt.Errorf("a battle has room for %d summoned stacks", MaxSummons)
	ErrDestroyed = errors.New("the stack is destroyed")
	ErrCards     = fmt.Errorf("a stack has from 1 to %d cards", MaxCards)
	ErrOver      = errors.New("the battle is over")
	ErrBetween   = errors.New("no round is being fought now, so that no phase is to come")
)

// Attack makes an attack by a script, in a manner that [Scripted] returns, and the
// retaliation if answered is set. It returns the number of cards killed, or -1 for a miss.
// The attacker needs neither its turn nor knowledge of the spell. Support, swarm and the
// hook Offer do not count. The rules for reach hold, at its own side, too, but a shot with a
// given score takes no ranged score.
func (b *Battle) Attack(blow Blow, answered bool) (killed int, err error) {
	by, at, kind := blow.By, blow.At, blow.How.Kind()
	given := blow.How.given() >= 0
	switch {
	case b.over:
		return 0, ErrOver
	case by.top == nil || at != nil && at.top == nil:
		return 0, ErrDestroyed
	case kind == Cast && !b.game.Spells[blow.How.Spell()].Attacks() && !given:
		return 0, fmt.Errorf("%s has no score: give one", b.game.Spells[blow.How.Spell()].ID)
	}
	switch shoots := kind == Ranged && given && at != nil; {
	case at == by:
		return 0, &rulingItself
	case shoots || b.Reaches(blow):
		return blow.assault(b, answered), nil
	case at != nil:
		return 0, b.outOfReach(1-at.side, by.line, kind, at)
	}
	return 0, b.outOfReach(by.side, by.line, kind, nil)
}

// Summon puts a stack of n cards of a creature on a line of a side. The stack acts in this
// round if its phase is still to come.
func (b *Battle) Summon(side engine.Side, line Line, c *Creature, n int) (*Stack, error) {
	switch {
	case n < 1 || n > MaxCards:
		return nil, ErrCards
	case b.Room() <= 0:
		return nil, ErrNoRoom
	}
	b.summons++
	b.armies.place(&b.state, side, line, Pile{{n, c}})
	s := &b.stacks[len(b.stacks)-1]
	s.admit(b, c)
	b.order.keys = b.order.keys[:len(b.order.keys)-1] // place has added the key at the end
	s.key = s.keyOf(&b.Position)
	b.order.enter(s)
	b.Report(engine.Event{What: Summoned, Who: s.id, N: c.index})
	b.game.Hooks.Summoned.Apply(b, s, engine.None{})
	return s, nil
}

// Room returns the number of stacks that can still be summoned.
func (b *Position) Room() int {
	return b.game.spare() - int(b.summons)
}

// Grow puts n cards of a creature under the cards of a stack.
func (b *Battle) Grow(s *Stack, c *Creature, n int) error {
	switch {
	case s.top == nil:
		return ErrDestroyed
	case n < 1 || n+int(s.top.count) > MaxCards:
		return ErrCards
	}
	var cards []*Creature
	for card := s.top; card != nil; card = card.under {
		cards = append(cards, card.Creature)
	}
	s.top = b.armies.stacked(append(cards, slices.Repeat([]*Creature{c}, n)...))
	s.admit(b, c)
	b.Report(engine.Event{What: Grew, Who: s.id, Whom: int32(n), N: c.index})
	b.game.Hooks.Grown.Apply(b, Growth{s, c, n}, engine.None{})
	return nil
}

// admit notes what a creature whose cards join a stack can change.
func (s *Stack) admit(b *Battle, c *Creature) {
	b.shifting = b.shifting || c.shifts
	if at, known := slices.BinarySearch(b.auras, s.id); len(c.auras) > 0 && !known {
		b.auras = slices.Insert(b.auras, at, s.id)
		b.afar = true
	}
}

// Affect lays an effect on a stack for some rounds, the present one included.
func (b *Battle) Affect(s *Stack, spell *Spell, rounds int) error {
	switch {
	case s.top == nil:
		return ErrDestroyed
	case !spell.Effect:
		return fmt.Errorf("%s is no effect", spell.ID)
	}
	if spell.lay(b, s, rounds) {
		b.Report(engine.Event{What: Affected, Who: s.id, N: int32(spell.index)})
	}
	return nil
}

// Lift removes an effect from a stack, and reports whether the stack had it.
func (b *Battle) Lift(s *Stack, spell *Spell) bool {
	return b.endEffects(func(e Effect) bool { return e.On == s.id && int(e.Spell) == spell.index }) > 0
}

// Relocate moves a living stack to a line, and reports the move.
func (b *Battle) Relocate(s *Stack, line Line) error {
	if s.top == nil {
		return ErrDestroyed
	}
	if s.line != line {
		b.Shift(s, line)
		b.Report(engine.Event{What: Moved, Who: s.id, N: int32(line)})
	}
	return nil
}

// Delay lets a stack act in a later phase of the present round: again, if it has acted or acts
// now.
func (b *Battle) Delay(s *Stack, phase int) error {
	now, last := int(b.order.half>>1), b.game.Rules.Phases
	switch {
	case b.over:
		return ErrOver
	case s.top == nil:
		return ErrDestroyed
	case b.round == 0 || now < 0 && b.order.hi > 0: // the order begins anew
		return ErrBetween
	case phase <= now || phase > last:
		return fmt.Errorf("phase %d does not come after phase %d of %d", phase, max(now, 0), last)
	}
	if s.turn == due {
		b.order.due--
	}
	s.turn, s.later = waiting, uint8(phase)
	s.rejoin(b)
	b.Report(engine.Event{What: Delayed, Who: s.id, N: int32(phase)})
	return nil
}

// Transfer lets a stack change sides. It keeps its line, its effects and its name, and loses its
// supports. It acts in this round if it has not yet, and its phase is still to come on the new
// side.
func (b *Battle) Transfer(s *Stack, side engine.Side) error {
	switch {
	case b.over:
		return ErrOver
	case s.top == nil:
		return ErrDestroyed
	case s.side == side:
		return fmt.Errorf("%s fights for the %s already", b.Name(s), SideName(side))
	}
	if s.turn == due {
		b.order.due--
		s.turn = waiting
	}
	if s != b.moving {
		b.unlink(s)
	}
	s.side, s.turned = side, !s.turned
	if s != b.moving {
		b.link(s, s.line)
	}
	s.rejoin(b)
	b.dropSupport(func(p Support) bool { return p.To == s.id || p.From == s.id })
	b.Report(engine.Event{What: Transferred, Who: s.id})
	return nil
}

// Take sets the stance of a living stack; NoStance removes it.
func (b *Battle) Take(s *Stack, stance Stance) error {
	if s.top == nil {
		return ErrDestroyed
	}
	s.stance, s.swarms = stance, 0
	switch stance {
	case Swarming:
		s.swarms = 1
		b.Report(engine.Event{What: Swarmed, Who: s.id, N: 1})
	case Protecting:
		b.Report(engine.Event{What: Protected, Who: s.id})
	}
	return nil
}

// SetWalls sets the state of the walls.
func (b *Battle) SetWalls(walls Walls) {
	if b.walls == NoTown || walls == NoTown || b.walls == walls {
		return
	}
	b.walls = walls
	b.Report(engine.Event{What: WallsHit, Who: -1, N: int32(walls)})
	b.fillLine(Defender) // H8.2
}

// Say reports a text to every seat.
func (b *Battle) Say(text string) {
	if b.Listening() {
		b.said = text
		b.Report(engine.Event{What: Said})
	}
}
