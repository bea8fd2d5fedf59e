package heroes

import (
	"slices"

	"houserule/engine"
)

// Armies have few kinds of stacks, and the same pairs of stacks come up at the next
// question and in the next battle. So evaluations keep every result that depends only on
// the kinds of two stacks.

// A kin is everything about a stack that the scores of a blow and the conditions of bonuses
// depend on, except support and the round. Stacks of equal kin are alike.
type kin struct {
	top      *Card
	effect   int32 // the index of the spell on the stack, from 1
	setting  int32 // index in crowd.settings
	side     engine.Side
	line     Line
	stance   Stance
	swarms   uint8
	answered uint8
}

// A crowd holds the results that evaluations keep about the stacks of a battle.
type crowd struct {
	hooked   bool // hooks can change blows, so that any two stacks may differ
	question int  // different from the number of every earlier question

	kinds [2][]alike  // the living stacks
	helps [][]Support // by stack
	gives []bool      // by stack: whether one of its cards has an aura
	apart bool        // whether auras must be applied stack by stack

	// The fields below are valid until forget.
	game      *Game
	armies    *armies
	settings  []setting
	now       int32       // index of the present setting
	numbers   map[kin]int // from 1, by side
	numbered  []numbered  // by stack
	known     [2][]known  // by number
	exchanges []exchange
	outlooks  map[uint64]*[2]outlook // by the ids of the two cards
	size      int                    // bytes of exchanges, manners and outlooks

	prospects prospects // for the present question

	auras []shared // the present setting's
	other exchange // for stacks without a number
	blows int      // number of evaluated blows, for tests
	added int      // number of cards whose defenses were added, for tests
}

// A setting is everything in a battle that can change the kins of all stacks.
type setting struct {
	walls Walls
	auras []shared
}

// An alike is the first of the stacks of a kin, with the number of the kin; or, with number
// 0, a stack that is unlike any other.
type alike struct {
	*Stack
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
	by       int32
	worth    int
}

// A shared is an aura that n stacks of a side give.
type shared struct {
	bonus *Bonus
	side  engine.Side
	n     int
}

// crowdSize is the size in bytes beyond which a crowd forgets.
const crowdSize = 8 << 20

func newCrowd() *crowd {
	c := &crowd{numbers: map[kin]int{}, outlooks: map[uint64]*[2]outlook{}}
	c.forget()
	return c
}

// forget drops all numbers, exchanges and outlooks.
func (c *crowd) forget() {
	clear(c.numbers)
	clear(c.numbered)
	clear(c.exchanges)
	clear(c.outlooks)
	c.exchanges, c.settings, c.size = append(c.exchanges[:0], exchange{}), nil, 0
	for side := range c.known {
		clear(c.known[side])
		c.known[side] = append(c.known[side][:0], known{})
	}
}

// gather prepares the crowd for a question: it sorts the living stacks by kin.
func (b *supposition) gather() {
	c, h := b.crowd, &b.game.Hooks
	c.question++
	c.hooked = h.Attack.Used() || h.Defense.Used() || h.Support.Used() || h.Retaliations.Used() || h.Retaliate.Used() ||
		h.Reach.Used() || h.Answer.Used()
	c.helps = append(c.helps, make([][]Support, max(len(b.stacks)-len(c.helps), 0))...)
	for i := range c.helps {
		c.helps[i] = c.helps[i][:0]
	}
	for _, p := range b.supports {
		c.helps[p.To] = append(c.helps[p.To], p)
	}
	b.shareAuras()
	if c.apart || c.game != b.game || c.armies != b.armies || c.size > crowdSize { // if stacks are apart, the order of auras matters
		c.game, c.armies = b.game, b.armies
		c.forget()
	}
	c.now = int32(slices.IndexFunc(c.settings, func(s setting) bool { return s.walls == b.walls && slices.Equal(s.auras, c.auras) }))
	if c.now < 0 {
		c.now = int32(len(c.settings))
		c.settings = append(c.settings, setting{b.walls, slices.Clone(c.auras)})
	}
	c.numbered = append(c.numbered, make([]numbered, max(len(b.stacks)-len(c.numbered), 0))...)
	for side := range c.kinds {
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

// shareAuras lists the auras of the living stacks.
func (b *supposition) shareAuras() {
	c := b.crowd
	c.auras, c.apart = c.auras[:0], false
	c.gives = append(c.gives[:0], make([]bool, len(b.stacks))...)
	for _, id := range b.auras {
		giver := &b.stacks[id]
		if giver.top == nil {
			continue
		}
		c.gives[id] = true
		for _, bonus := range giver.top.auras {
			c.apart = c.apart || bonus.Op != engine.Add && bonus.Op != engine.Cap // Add and Cap give the same in any order
			i := slices.IndexFunc(c.auras, func(s shared) bool { return s.bonus == bonus && s.side == giver.side })
			if i < 0 {
				i = len(c.auras)
				c.auras = append(c.auras, shared{bonus: bonus, side: giver.side})
			}
			c.auras[i].n++
		}
	}
}

// number returns the number of the kin of a living stack, or 0 if hooks, several effects or
// support make the stack unlike any other.
func (b *supposition) number(s *Stack) int {
	c, effect := b.crowd, int32(0)
	for _, e := range b.effects {
		if e.On == s.id {
			if effect > 0 {
				return 0
			}
			effect = e.Spell + 1
		}
	}
	if c.hooked || s.helped && b.game.Rules.RetaliationTakesSupport {
		return 0
	}
	k := kin{s.top, effect, c.now, s.side, s.line, s.stance, s.swarms, s.answered}
	last := &c.numbered[s.id]
	if last.kin != k {
		n, ok := c.numbers[k]
		if !ok {
			n = len(c.known[s.side])
			c.known[s.side] = append(c.known[s.side], known{})
			c.numbers[k] = n
		}
		*last = numbered{k, n}
	}
	return last.number
}

// helpOf returns a list of supports with at least all those of s.
func (b *Position) helpOf(s *Stack) []Support {
	if b.crowd == nil || b.crowd.hooked {
		return b.supports
	}
	return b.crowd.helps[s.id]
}

// hold gives a stack one more support, and returns whether it had any before. Release
// removes it.
func (b *supposition) hold(s *Stack, more Support) (helped bool) {
	held := b.held(s)
	*held = append(*held, more)
	helped, s.helped = s.helped, true
	return helped
}

func (b *supposition) release(s *Stack, helped bool) {
	held := b.held(s)
	*held = (*held)[:len(*held)-1]
	s.helped = helped
}

// held returns the address of the list that helpOf returns.
func (b *supposition) held(s *Stack) *[]Support {
	if b.crowd.hooked { // hooks read the supports of the battle
		return &b.supports
	}
	return &b.crowd.helps[s.id]
}

// adjustByShared applies the auras of the crowd to a score.
func (b *Position) adjustByShared(score engine.Score, stat Stat, self, other *Stack, how How) engine.Score {
	for i := range b.crowd.auras {
		a := &b.crowd.auras[i]
		if (a.bonus.For == Friends) != (a.side == self.side) || !a.bonus.changes(stat) || !b.holds(&a.bonus.When, self, other, how) {
			continue
		}
		n := a.n
		if a.side == self.side && b.crowd.gives[self.id] && slices.Contains(self.top.auras, a.bonus) {
			n-- // a stack's own aura does not apply to itself
		}
		switch {
		case n == 0:
		case a.bonus.Op == engine.Cap:
			score = score.Cap(a.bonus.N, &a.bonus.Cause)
		default:
			score = score.Add(n*a.bonus.N, &a.bonus.Cause)
		}
	}
	return score
}

// bestPlain returns the value of a stack's best attack now, without swarm.
func (b *supposition) bestPlain(s *Stack) int {
	n := b.number(s)
	if n == 0 || s.helped {
		return b.bestAttack(s)
	}
	best := &b.crowd.known[s.side][n].best
	if best.question != b.crowd.question {
		*best = result{question: b.crowd.question, worth: b.bestAttack(s)}
	}
	return best.worth
}

// worthOfSupport returns the value that a stack's support adds to another's best attack.
// The value is halved if the other stack has already acted, because it may be destroyed
// before it can use the support.
func (b *supposition) worthOfSupport(by, to *Stack) int {
	n, acted := b.number(to), 0
	if n == 0 || to.helped {
		return b.supportWorth(by, to)
	}
	if to.turn == done {
		acted = 1
	}
	support := &b.crowd.known[to.side][n].support[acted]
	if support.question != b.crowd.question || support.by != by.id {
		*support = result{b.crowd.question, by.id, b.supportWorth(by, to)}
	}
	return support.worth
}
