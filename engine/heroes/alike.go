package heroes

import (
	"slices"

	"houserule/engine"
)

// Armies have few kinds of stacks, and the same stacks meet again at the next
// question and in the next battle. So evaluations keep what depends on nothing
// but the kinds of two stacks.

// A kin is everything on which the scores of a blow and the conditions of
// bonuses depend for a stack, except support and the round. Stacks of equal kin
// are alike.
type kin struct {
	top      *Card
	effect   int32 // the index of the spell that lies on it, from 1
	setting  int32 // in crowd
	side     engine.Side
	line     Line
	stance   Stance
	swarms   uint8
	answered uint8
}

// A crowd holds what evaluations know about the stacks of a battle.
type crowd struct {
	hooked   bool // hooks can change blows: any two stacks may differ
	question int  // a number that no earlier question had

	kinds [2][]alike  // of the living stacks
	helps [][]Support // by stack
	gives []bool      // by stack: whether one of its cards has an aura
	apart bool        // auras are applied stack by stack

	// The rest holds until forget.
	game      *Game
	armies    *armies
	settings  []setting
	now       int32       // the present setting
	numbers   map[kin]int // from 1, by side
	numbered  []numbered  // by stack
	known     [2][]known  // by number
	exchanges []exchange
	outlooks  map[uint64]*[2]outlook // by the ids of their cards
	size      int                    // of exchanges, manners and outlooks, in bytes

	prospects prospects // at the present question

	auras []shared // of the present setting
	other exchange // of stacks without a number
	blows int      // evaluated, for tests
	added int      // cards whose defenses were added, for tests
}

// A setting is everything in a battle that can change the kin of all stacks.
type setting struct {
	walls Walls
	auras []shared
}

// alike is the first of the stacks of a kin, with the number of the kin, or a
// stack without a number: unlike any other.
type alike struct {
	*Stack
	number int
}

// numbered is the kin that a stack had when its number was last asked for.
type numbered struct {
	kin
	number int
}

// known is what evaluations know about the stacks of a kin.
type known struct {
	manners []manner
	listed  int       // the question at which kinds got it
	best    result    // of bestPlain
	threat  result    // of threat
	support [2]result // of worthOfSupport, before and after its turn
}

// A result holds for one question, and for one supporting stack.
type result struct {
	question int
	by       int32
	worth    int
}

// shared is an aura that some stacks of a side have in common.
type shared struct {
	bonus *Bonus
	side  engine.Side
	n     int
}

// crowdSize is the size beyond which a crowd forgets.
const crowdSize = 8 << 20

func newCrowd() *crowd {
	c := &crowd{numbers: map[kin]int{}, outlooks: map[uint64]*[2]outlook{}}
	c.forget()
	return c
}

// forget drops all numbers and exchanges.
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

// gather prepares the crowd for a question.
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
	if c.apart || c.game != b.game || c.armies != b.armies || c.size > crowdSize { // apart, the order of auras matters
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
			c.apart = c.apart || bonus.Op != engine.Add && bonus.Op != engine.Cap // the order of Add and Cap does not matter
			i := slices.IndexFunc(c.auras, func(s shared) bool { return s.bonus == bonus && s.side == giver.side })
			if i < 0 {
				i = len(c.auras)
				c.auras = append(c.auras, shared{bonus: bonus, side: giver.side})
			}
			c.auras[i].n++
		}
	}
}

// number returns the number of the kin of a living stack, or 0 if hooks, several
// effects or support make the stack unlike any other.
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

// helpOf returns support, at least all that s has.
func (b *Position) helpOf(s *Stack) []Support {
	if b.crowd == nil || b.crowd.hooked {
		return b.supports
	}
	return b.crowd.helps[s.id]
}

// hold gives a stack more support, and returns whether it had some. Release takes
// it away again.
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

// held returns what helpOf returns.
func (b *supposition) held(s *Stack) *[]Support {
	if b.crowd.hooked { // hooks read the support of the battle
		return &b.supports
	}
	return &b.crowd.helps[s.id]
}

// adjustByShared applies the auras of a crowd to a score.
func (b *Position) adjustByShared(score engine.Score, stat Stat, self, other *Stack, how How) engine.Score {
	for i := range b.crowd.auras {
		a := &b.crowd.auras[i]
		if (a.bonus.For == Friends) != (a.side == self.side) || !a.bonus.changes(stat) || !b.holds(&a.bonus.When, self, other, how) {
			continue
		}
		n := a.n
		if a.side == self.side && b.crowd.gives[self.id] && slices.Contains(self.top.auras, a.bonus) {
			n-- // the aura of the stack itself does not count
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

// bestPlain returns the worth of a stack's best attack now, without swarm.
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

// worthOfSupport returns what the support of a stack adds to another's best
// attack, halved when the other has acted and may be destroyed before it can
// use it.
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
