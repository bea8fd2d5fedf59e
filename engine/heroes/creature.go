package heroes

import (
	"slices"

	"houserule/engine"
)

// A Creature is the content of a unit card. The caller sets the fields before [NewGame]
// compiles them; they never change after that.
type Creature struct {
	ID, Name, Alignment string

	Level   int // what the card adds to the card on it (H2.1) and in support (H3.1)
	Melee   int // melee attack score (H2.2)
	Ranged  int // ranged attack score; 0: it cannot shoot (H2.4)
	Defense int // the score that an attack must reach (H2.2)
	Phase   int // 1 to Rules.Phases (H1.1)
	Cost    int // price in points
	Hero    bool

	Abilities []*Ability
	Spells    []*Spell

	compiled
}

// A compiled is the part of a creature that battles read.
type compiled struct {
	index   int32           // index in Game.Creatures
	reach   [2]reaches      // by side
	bonuses [stats][]*Bonus // bonuses for its own stack
	auras   []*Bonus        // bonuses for other stacks
	hot
}

// A hot is the part of a creature that every attack reads. Each card has a copy.
type hot struct {
	power   [2]int32 // melee and ranged scores
	defense int32
	phase   int32
	heads   uint8
	touched uint8 // the set of stats that its bonuses change

	never, always, unanswered, strikesFirst, ignoresWalls bool

	cause *engine.Cause
}

// A reaches is the set of all attacks that reach their target: kind (bits 4-5 of the
// element), own line (3), enemy line (2), walls (0-1).
type reaches uint64

func (r reaches) has(kind Kind, from, to Line, walls Walls) bool {
	return r>>((kind<<4|Kind(from)<<3|Kind(to)<<2|Kind(walls))&63)&1 == 1
}

// with returns r with the attacks between two lines in the given states of the walls.
func (r reaches) with(kind Kind, from, to Line, walls uint8) reaches {
	return r | reaches(walls&everyWalls)<<(kind<<4|Kind(from)<<3|Kind(to)<<2)
}

const everyWalls = 1<<(Sacked+1) - 1

// An Ability is what a creature can do beyond its numbers. It is data: the engine knows no
// ability by its name.
type Ability struct {
	ID, Name, Text, Rule string

	Reach        []Reach
	IgnoresWalls bool // the penalty of H8.3 does not apply
	Never        bool // the creature never retaliates
	Always       bool // the creature retaliates every time it is attacked
	Unanswered   bool // its attacks provoke no retaliation
	StrikesFirst bool // its retaliation rolls before the attack resolves
	Heads        int  // number of different targets in one opportunity; 0: 1
	Worth        int  // to greedy players: see [Position.Worth]
	Bonuses      []*Bonus
}

// A Reach lets attacks of a kind reach a line that the rules put out of reach, while the
// town is in one of the states. Only melee attacks need it.
type Reach struct {
	Kind  Kind
	Line  Line
	Walls uint8 // a set of Walls
}

// A Spell is an attack (Score) or, if Effect is set, a change that stays on a stack for
// some rounds.
type Spell struct {
	ID, Name, Text, Rule string

	Score    int // attack score (H6.1)
	Effect   bool
	OnFriend bool // an effect is cast at friends, and not at enemies
	Rounds   int  // duration of an effect, the present round included
	Worth    int  // of an effect to its stack, for each round, as greedy players see it, in cost of cards; 0: they compute it
	Bonuses  []*Bonus

	// Custom, if not nil, is the action by which a script replaces the spell. Then only the
	// names among the fields above count.
	Custom *CustomOption

	index int
	cause engine.Cause
}

// Attacks reports whether a spell is an attack.
func (s *Spell) Attacks() bool { return !s.Effect && s.Custom == nil }

// Delays reports whether an effect changes the phase or the number of opportunities of its
// stack.
func (s *Spell) Delays() bool { return s.changes(PhaseNumber) || s.changes(OpportunityCount) }

// casts reports whether a card can cast a spell.
func (c *Card) casts(spell *Spell) bool { return slices.Contains(c.Spells, spell) }

// Index returns the spell's index in [Game].Spells, the creature's in
// [Game].Creatures.
func (s *Spell) Index() int    { return s.index }
func (c *Creature) Index() int { return int(c.index) }

// A Stat is a number of a stack that bonuses can change. The first three are the attack
// scores, by Kind.
type Stat uint8

// The stats.
const (
	MeleeScore Stat = iota
	RangedScore
	SpellScore
	DefenseScore
	SupportValue
	PhaseNumber
	OpportunityCount
	stats
)

// A Whose determines the stacks whose stats a bonus changes.
type Whose uint8

// The stacks whose stats a bonus changes.
const (
	Self    Whose = iota
	Friends       // all other friendly stacks
	Enemies       // all enemy stacks
)

// A Bonus changes stats while its conditions hold. It comes from the top card of a stack,
// or, for defense, from each card under attack.
type Bonus struct {
	Stats []Stat
	Op    engine.Op // Add, Times, Set or Cap
	N, D  int       // D: the denominator of Times
	For   Whose
	When  Condition
	Cause engine.Cause
}

func (bonus *Bonus) changes(stat Stat) bool { return slices.Contains(bonus.Stats, stat) }
func (s *Spell) changes(stat Stat) bool {
	return slices.ContainsFunc(s.Bonuses, func(b *Bonus) bool { return b.changes(stat) })
}

func (bonus *Bonus) apply(score engine.Score) engine.Score {
	switch bonus.Op {
	case engine.Times:
		return score.Times(bonus.N, bonus.D, &bonus.Cause)
	case engine.Set:
		return score.Set(bonus.N, &bonus.Cause)
	case engine.Cap:
		return score.Cap(bonus.N, &bonus.Cause)
	default:
		return score.Add(bonus.N, &bonus.Cause)
	}
}

// A Condition holds if all of its parts hold; the zero Condition always holds. Self is the
// stack whose stat is computed, Against the other stack of the attack.
type Condition struct {
	Round       Range
	Walls       uint8 // a set of Walls; 0: any
	Kinds       uint8 // a set of Kind; 0: any kind, or no attack
	Retaliating Tri
	Self        Unit
	Against     Unit
}

// A Unit is a condition on one stack and its top card.
type Unit struct {
	Side       uint8 // a set of sides; 0: any
	Lines      uint8 // a set of Line; 0: any
	Stances    uint8 // a set of Stance; 0: any
	Phase      Range
	Level      Range
	Cards      Range
	Hero       Tri
	Alignments []string
	Creatures  []string // ids of creatures, where data selects them by further fields; nil: all
	Abilities  []string
}

// A Range is the numbers from First to Last. The zero Range is all numbers.
type Range struct{ First, Last int }

func (r Range) has(n int) bool { return r == Range{} || r.First <= n && n <= r.Last }

// A Tri is yes, no or, as its zero value, either.
type Tri uint8

// The values of Tri.
const (
	Either Tri = iota
	Yes
	No
)

func (t Tri) is(b bool) bool { return t == Either || (t == Yes) == b }

func (c *Condition) holds(b *Position, self, other *Stack, how How) bool {
	return (c.Round == Range{} || c.Round.has(b.ReadRound())) &&
		(c.Walls == 0 || c.Walls>>b.walls&1 == 1) &&
		(c.Kinds == 0 || how.Attack() && c.Kinds>>how.Kind()&1 == 1) &&
		(c.Retaliating == Either || how.Attack() && c.Retaliating.is(how.Retaliation())) &&
		c.Self.holds(self) && c.Against.holds(other)
}

func (u *Unit) holds(s *Stack) bool {
	if s == nil || s.top == nil { // the Town Card, or no attack
		return u.any()
	}
	c := s.top.Creature
	return (u.Side == 0 || u.Side>>s.side&1 == 1) &&
		(u.Lines == 0 || u.Lines>>s.line&1 == 1) &&
		(u.Stances == 0 || u.Stances>>s.stance&1 == 1 || s.swarms > 0 && u.Stances>>Swarming&1 == 1) &&
		u.Phase.has(c.Phase) && u.Level.has(c.Level) && u.Cards.has(int(s.top.count)) &&
		u.Hero.is(c.Hero) &&
		(len(u.Alignments) == 0 || slices.Contains(u.Alignments, c.Alignment)) &&
		(u.Creatures == nil || slices.Contains(u.Creatures, c.ID)) &&
		(len(u.Abilities) == 0 || c.hasAbility(u.Abilities))
}

func (u *Unit) any() bool {
	return u.Side == 0 && u.Lines == 0 && u.Stances == 0 && u.Phase == Range{} && u.Level == Range{} &&
		u.Cards == Range{} && u.Hero == Either && len(u.Alignments) == 0 && u.Creatures == nil && len(u.Abilities) == 0
}

func (c *Creature) hasAbility(ids []string) bool {
	return slices.ContainsFunc(c.Abilities, func(a *Ability) bool { return slices.Contains(ids, a.ID) })
}

// adjusts reports whether adjust may change a card's stat.
func (b *Position) adjusts(stat Stat, card *Card) bool {
	return card.touched>>stat&1 == 1 || b.afar
}

// adjust applies to score all changes of a card's stat in the stack self: the card's own
// bonuses, effects of spells, and auras. Other is the opponent, if how is an attack.
func (b *Position) adjust(score engine.Score, stat Stat, card *Creature, self, other *Stack, how How) engine.Score {
	for _, bonus := range card.bonuses[stat] {
		if bonus.When.holds(b, self, other, how) {
			score = bonus.apply(score)
		}
	}
	if b.afar {
		score = b.adjustFromAfar(score, stat, self, other, how)
	}
	return score
}

func (b *Position) adjustFromAfar(score engine.Score, stat Stat, self, other *Stack, how How) engine.Score {
	for _, e := range b.effects {
		if e.On == self.id {
			for _, bonus := range b.game.Spells[e.Spell].Bonuses {
				if bonus.changes(stat) && bonus.When.holds(b, self, other, how) {
					score = bonus.apply(score)
				}
			}
		}
	}
	if b.sums != nil && !b.sums.apart {
		return b.sums.adjust(b, score, stat, self, other, how)
	}
	for _, id := range b.auras {
		giver := &b.stacks[id]
		if giver.top == nil || giver == self {
			continue
		}
		for _, bonus := range giver.top.auras {
			if (bonus.For == Friends) == (giver.side == self.side) && bonus.changes(stat) && bonus.When.holds(b, self, other, how) {
				score = bonus.apply(score)
			}
		}
	}
	return score
}

func (c *Creature) compile(index int) {
	c.compiled = compiled{
		index: int32(index),
		hot: hot{
			power:   [2]int32{int32(c.Melee), int32(c.Ranged)},
			defense: int32(c.Defense),
			phase:   int32(c.Phase),
			heads:   1,
			cause:   &engine.Cause{Text: c.Name + " card"},
		},
	}
	for side := range c.reach {
		c.reach[side] = c.reachOf(engine.Side(side))
	}
	for _, a := range c.Abilities {
		c.never = c.never || a.Never
		c.always = c.always || a.Always
		c.unanswered = c.unanswered || a.Unanswered
		c.strikesFirst = c.strikesFirst || a.StrikesFirst
		c.ignoresWalls = c.ignoresWalls || a.IgnoresWalls
		c.heads = max(c.heads, uint8(min(a.Heads, maxHeads)))
		for _, bonus := range a.Bonuses {
			if bonus.For != Self {
				c.auras = append(c.auras, bonus)
				continue
			}
			for _, stat := range bonus.Stats {
				c.bonuses[stat] = append(c.bonuses[stat], bonus)
				c.touched |= 1 << stat
			}
		}
	}
}

// reachOf returns the targets that the attacks of c reach when it fights for a side.
func (c *Creature) reachOf(side engine.Side) reaches {
	var r reaches
	r = r.with(Melee, MeleeLine, MeleeLine, everyWalls) // H2.2
	for from := MeleeLine; from <= RangedLine; from++ {
		for to := MeleeLine; to <= RangedLine; to++ {
			if c.Ranged > 0 {
				r = r.with(Ranged, from, to, everyWalls) // H2.4
			}
			r = r.with(Cast, from, to, everyWalls) // H6.1
		}
	}
	for _, a := range c.Abilities {
		for _, more := range a.Reach {
			// H8.4: the aggressor reaches over walls, the defender does not.
			overWalls := more.Walls>>NoTown&1 == 0
			if more.Kind == Melee && !(overWalls && side == Defender) {
				r = r.with(Melee, MeleeLine, more.Line, more.Walls)
			}
		}
	}
	return r
}
