package strategy

import (
	"slices"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
)

// Armies have few kinds of stacks, and the same pairs of stacks come up at the next
// question and in the next battle. So evaluations keep every result that depends only on
// the kinds of two stacks. Hooks on blows may tell any two stacks apart: then each stack is of a kind
// of its own, and evaluations keep their results for one question.

// A kin is everything about a stack that the scores of a blow and the conditions of bonuses
// depend on, except support and the round. Stacks of equal kin are alike.
type kin struct {
	top      *heroes.Card
	effect   effect
	setting  int32 // index in crowd.settings
	side     engine.Side
	line     heroes.Line
	stance   heroes.Stance
	swarms   uint8
	answered uint8
	acted    bool // if a condition asks for it
}

// A crowd holds the results that evaluations keep about the stacks of a battle.
type crowd struct {
	question int // different from the number of every earlier question

	kinds   [2][]alike // the living stacks
	effects []effect   // by stack
	delays  bool       // whether one of them changes the turns of its stack
	mixed   bool       // whether hooks on blows may read support

	// The fields below are valid until forget.
	game      *heroes.Game
	eventful  bool          // whether the game has options that are rehearsed
	setup     *heroes.Setup // its battles share their cards
	settings  []setting
	now       int32       // index of the present setting
	numbers   map[kin]int // from 1, by side
	numbered  []numbered  // by stack
	known     [2][]known  // by number
	exchanges []exchange
	size      int // bytes of exchanges and manners

	other exchange // for stacks without a number
	blows int      // number of evaluated blows, for tests
	added int      // number of cards whose defenses were added, for tests
}

// A setting is everything in a battle that can change the kins of all stacks.
type setting struct {
	walls heroes.Walls
	auras []heroes.Shared
}

// An alike is the first of the stacks of a kin, with the number of the kin; or, with number
// 0, a stack that is unlike any other.
type alike struct {
	*heroes.Stack
	number int
}

// A numbered is the kin that a stack had at the last call of number, with its number.
type numbered struct {
	kin
	number int
}

// A known is what evaluations have computed about the stacks of a kin.
type known struct {
	manners []manner
	listed  int       // the question at which the kin was added to kinds
	best    result    // of bestPlain
	threat  result    // of threat
	support [2]result // of worthOfSupport, before and after its turn
}

// A result is valid for one question and one supporting stack.
type result struct {
	question int
	by       int
	worth    int
}

// An effect is the index of the spell that lies on a stack, from 1; 0 if none does, and
// several if more do.
type effect int32

const several effect = -1

// with returns the effect with one more spell.
func (e effect) with(spell int) effect {
	if e != 0 {
		return several
	}
	return effect(spell + 1)
}

// keptSize is the size in bytes beyond which evaluations forget.
const keptSize = 8 << 20

// forget drops all numbers, exchanges and outlooks.
func (b *strategy) forget() {
	c := &b.crowd
	clear(b.outlooks.known)
	b.outlooks.size = 0
	clear(c.numbers)
	clear(c.numbered)
	clear(c.exchanges)
	c.exchanges, c.settings, c.size = append(c.exchanges[:0], exchange{}), nil, 0
	for side := range c.known {
		clear(c.known[side])
		c.known[side] = append(c.known[side][:0], known{})
	}
}

// gather prepares the crowd for a question: it sorts the living stacks by kin.
func (b *strategy) gather() {
	c := &b.crowd
	c.effects = append(c.effects[:0], make([]effect, len(b.Stacks()))...)
	c.delays = false
	for _, e := range b.Effects() {
		c.delays = c.delays || delays(b.Game().Spells[e.Spell])
		c.effects[e.On] = c.effects[e.On].with(int(e.Spell))
	}
	auras, apart := b.Auras()
	if apart || c.game != b.Game() || c.setup != b.Setup() || c.size+b.outlooks.size > keptSize {
		c.game, c.setup = b.Game(), b.Setup()
		b.rules = &c.game.Rules
		b.outlooks.follow(b.rules)
		c.eventful = events(c.game)
		b.forget()
	}
	c.now = int32(slices.IndexFunc(c.settings, func(s setting) bool { return s.walls == b.Walls() && slices.Equal(s.auras, auras) }))
	if c.now < 0 {
		c.now = int32(len(c.settings))
		c.settings = append(c.settings, setting{b.Walls(), slices.Clone(auras)})
	}
	c.mixed = b.Hooked() && (!b.Game().SupportApart || b.Game().Hooks.Support.Used())
	c.numbered = append(c.numbered, make([]numbered, max(len(b.Stacks())-len(c.numbered), 0))...)
	for side := range c.kinds {
		if b.Hooked() {
			c.known[side] = append(c.known[side], make([]known, max(len(b.Stacks())+1-len(c.known[side]), 0))...)
		}
		c.kinds[side] = c.kinds[side][:0]
		for s := range b.Each(engine.Side(side)) {
			n := b.number(s)
			if n == 0 || c.known[side][n].listed != c.question {
				c.known[side][n].listed = c.question
				c.kinds[side] = append(c.kinds[side], alike{s, n})
			}
		}
	}
}

// number returns the number of the kin of a living stack, or 0 if a change, several effects or
// support make the stack unlike any other.
func (b *strategy) number(s *heroes.Stack) int {
	c := &b.crowd
	lies := c.effects[s.ID()]
	switch {
	case s.Helped() && (b.rules.RetaliationTakesSupport || c.mixed):
		return 0
	case b.Hooked() && b.Changed():
		return 0
	case b.Hooked():
		return s.ID() + 1
	case lies == several:
		return 0
	}
	k := b.kin(s)
	last := &c.numbered[s.ID()]
	if last.kin != k {
		n, ok := c.numbers[k]
		if !ok {
			n = len(c.known[k.side])
			c.known[k.side] = append(c.known[k.side], known{})
			c.numbers[k] = n
		}
		*last = numbered{k, n}
	}
	return last.number
}

// kin returns the kin of a stack.
func (b *strategy) kin(s *heroes.Stack) kin {
	c := &b.crowd
	return kin{s.Top(), c.effects[s.ID()], c.now, s.Side(), s.Line(), s.Stance(), uint8(s.Swarms()), uint8(s.Answered()), b.Game().AsksActed() && s.Acted()}
}

// bestPlain returns the value of a stack's best attack now, without swarm.
func (b *strategy) bestPlain(s *heroes.Stack) int {
	n := b.number(s)
	if n == 0 || s.Helped() {
		return b.bestAttack(s)
	}
	best := &b.crowd.known[s.Side()][n].best
	if best.question != b.crowd.question {
		*best = result{question: b.crowd.question, worth: b.bestAttack(s)}
	}
	return best.worth
}

// worthOfSupport returns the value that a stack's support adds to another's best attack.
// The value is halved if the other stack has already acted, because it may be destroyed
// before it can use the support.
func (b *strategy) worthOfSupport(by, to *heroes.Stack) int {
	n, acted := b.number(to), 0
	if n == 0 || to.Helped() {
		return b.supportWorth(by, to)
	}
	if to.Acted() {
		acted = 1
	}
	support := &b.crowd.known[to.Side()][n].support[acted]
	if support.question != b.crowd.question || support.by != by.ID() {
		*support = result{b.crowd.question, by.ID(), b.supportWorth(by, to)}
	}
	return support.worth
}

// delays reports whether an effect changes the phase or the number of opportunities of its
// stack.
func delays(s *heroes.Spell) bool {
	return ability.AnyChanges(s.Bonuses, ability.PhaseNumber) || ability.AnyChanges(s.Bonuses, ability.OpportunityCount)
}
