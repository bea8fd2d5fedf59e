package heroes

import (
	"slices"

	"houserule/engine"
	"houserule/engine/heroes/ability"
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

	Abilities []*ability.Ability
	Spells    []*Spell

	compiled
}

// A compiled is the part of a creature that battles read.
type compiled struct {
	index   int32                           // index in Game.Creatures
	reach   [2]reaches                      // by side
	bonuses [ability.Stats][]*ability.Bonus // bonuses for its own stack
	auras   []*ability.Bonus                // bonuses for other stacks
	against []*ability.Bonus                // bonuses for the other stack of an attack
	shifts  bool                            // whether its abilities or spells can change the phase of a stack
	hot
}

// A hot is the part of a creature that every attack reads. Each card has a copy.
type hot struct {
	power   [2]int32 // melee and ranged scores
	defense int32
	phase   int32
	heads   uint8
	touched uint8 // the set of stats that its bonuses change
	opposes uint8 // the set of stats that its bonuses change of the other stack of an attack

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

// A Spell is an attack (Score) or, if Effect is set, a change that stays on a stack for
// some rounds.
type Spell struct {
	ID, Name, Text, Rule string

	Score    int // attack score (H6.1)
	Effect   bool
	OnFriend bool // an effect is cast at friends, and not at enemies
	Rounds   int  // duration of an effect, the present round included
	Worth    int  // of an effect to its stack, for each round, as greedy players see it, in cost of cards; 0: they compute it
	Bonuses  []*ability.Bonus

	// Custom, if not nil, is the action by which a script replaces the spell. Then only the
	// names among the fields above count.
	Custom *CustomOption

	index int
	cause engine.Cause
}

// Attacks reports whether a spell is an attack.
func (s *Spell) Attacks() bool { return !s.Effect && s.Custom == nil }

// changes reports whether an effect changes a stat of its stack.
func (s *Spell) changes(stat ability.Stat) bool { return ability.AnyChanges(s.Bonuses, stat) }

// casts reports whether a card can cast a spell.
func (c *Card) casts(spell *Spell) bool { return slices.Contains(c.Spells, spell) }

// Index returns the spell's index in [Game].Spells, the creature's in
// [Game].Creatures.
func (s *Spell) Index() int    { return s.index }
func (c *Creature) Index() int { return int(c.index) }

// holds reports whether a condition holds for the stack self, and for other in an attack.
func (b *Position) holds(c *ability.Condition, self, other *Stack, how How) bool {
	return (c.Round == ability.Range{} || c.Round.Has(b.ReadRound())) &&
		(c.Walls == 0 || c.Walls>>b.walls&1 == 1) &&
		(c.Scenarios == nil || slices.Contains(c.Scenarios, b.armies.setup.Scenario)) &&
		(c.Kinds == 0 || how.Attack() && c.Kinds>>how.Kind()&1 == 1) &&
		(c.Spells == nil || how.Attack() && how.Kind() == Cast && slices.Contains(c.Spells, b.game.Spells[how.Spell()].ID)) &&
		(c.Retaliating == ability.Either || how.Attack() && c.Retaliating.Is(how.Retaliation())) &&
		self.fits(b, &c.Self) && other.fits(b, &c.Against) &&
		(c.Compared == nil || self.compares(c.Compared, other)) &&
		(c.Not == nil || !b.holds(c.Not, self, other, how))
}

// compares reports whether numbers of a stack compare with those of another as they must.
func (s *Stack) compares(all []ability.Comparison, other *Stack) bool {
	return s.top != nil && other != nil && other.top != nil && !slices.ContainsFunc(all, func(c ability.Comparison) bool {
		return !c.Holds(s.top.number(c.Number), other.top.number(c.Number))
	})
}

// number returns a number of a card, or the cards of its stack.
func (c *Card) number(n ability.Number) int {
	switch n {
	case ability.Level:
		return c.Level
	case ability.Count:
		return int(c.count)
	case ability.Phase:
		return c.Phase
	case ability.Melee:
		return c.Melee
	case ability.Ranged:
		return c.Ranged
	case ability.Defense:
		return c.Defense
	}
	return c.Cost
}

// fits reports whether a condition holds for a stack. Nil is the Town Card, or no attack.
func (s *Stack) fits(b *Position, u *ability.Unit) bool {
	if s == nil || s.top == nil {
		return u.Any()
	}
	c := s.top.Creature
	return (u.Side == 0 || u.Side>>s.side&1 == 1) &&
		(u.Lines == 0 || u.Lines>>s.line&1 == 1) &&
		(u.Stances == 0 || u.Stances>>s.stance&1 == 1 || s.swarms > 0 && u.Stances>>Swarming&1 == 1) &&
		u.Phase.Has(c.Phase) && u.Level.Has(c.Level) && u.Cards.Has(int(s.top.count)) &&
		u.Hero.Is(c.Hero) &&
		(len(u.Alignments) == 0 || slices.Contains(u.Alignments, c.Alignment)) &&
		(u.Creatures == nil || slices.Contains(u.Creatures, c.ID)) &&
		(u.Abilities == nil || c.hasAbility(u.Abilities)) &&
		(u.Effects == nil || b.lies(u.Effects, s)) &&
		u.Acted.Is(s.Acted()) &&
		(u.Not == nil || !s.fits(b, u.Not))
}

// lies reports whether one of some effects lies on a stack.
func (b *Position) lies(ids []string, s *Stack) bool {
	return slices.ContainsFunc(b.effects, func(e Effect) bool { return e.On == s.id && slices.Contains(ids, b.game.Spells[e.Spell].ID) })
}

func (c *Creature) hasAbility(ids []string) bool {
	return slices.ContainsFunc(c.Abilities, func(a *ability.Ability) bool { return slices.Contains(ids, a.ID) })
}

// adjusts reports whether adjust may change a card's stat. Other is the opponent in an attack, or nil.
func (b *Position) adjusts(stat ability.Stat, card *Card, other *Stack) bool {
	return card.touched>>stat&1 == 1 || b.afar || other != nil && other.top != nil && other.top.opposes>>stat&1 == 1
}

// adjust applies to score all changes of a card's stat in the stack self: the card's own
// bonuses, those of the opponent, effects of spells, and auras. Other is the opponent, if how is an attack.
func (b *Position) adjust(score engine.Score, stat ability.Stat, card *Creature, self, other *Stack, how How) engine.Score {
	for _, bonus := range card.bonuses[stat] {
		if b.holds(&bonus.When, self, other, how) {
			score = bonus.Apply(score)
		}
	}
	if other != nil && other.top != nil && other.top.opposes>>stat&1 == 1 {
		for _, bonus := range other.top.against {
			if bonus.Changes(stat) && b.holds(&bonus.When, other, self, how) {
				score = bonus.Apply(score)
			}
		}
	}
	if b.afar {
		score = b.adjustFromAfar(score, stat, self, other, how)
	}
	return score
}

func (b *Position) adjustFromAfar(score engine.Score, stat ability.Stat, self, other *Stack, how How) engine.Score {
	for _, e := range b.effects {
		if e.On == self.id {
			for _, bonus := range b.game.Spells[e.Spell].Bonuses {
				if bonus.Changes(stat) && b.holds(&bonus.When, self, other, how) {
					score = bonus.Apply(score)
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
			if (bonus.For == ability.Friends) == (giver.side == self.side) && bonus.Changes(stat) && b.holds(&bonus.When, self, other, how) {
				score = bonus.Apply(score)
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
	for _, s := range c.Spells {
		c.shifts = c.shifts || s.changes(ability.PhaseNumber)
	}
	for _, a := range c.Abilities {
		c.shifts = c.shifts || ability.AnyChanges(a.Bonuses, ability.PhaseNumber)
		c.never = c.never || a.Never
		c.always = c.always || a.Always
		c.unanswered = c.unanswered || a.Unanswered
		c.strikesFirst = c.strikesFirst || a.StrikesFirst
		c.ignoresWalls = c.ignoresWalls || a.IgnoresWalls
		c.heads = max(c.heads, uint8(min(a.Heads, maxHeads)))
		for _, bonus := range a.Bonuses {
			switch bonus.For {
			case ability.Self:
				for _, stat := range bonus.Stats {
					c.bonuses[stat] = append(c.bonuses[stat], bonus)
					c.touched |= 1 << stat
				}
			case ability.Opponent:
				c.against = append(c.against, bonus)
				for _, stat := range bonus.Stats {
					c.opposes |= 1 << stat
				}
			default:
				c.auras = append(c.auras, bonus)
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
			if overWalls := more.Walls>>NoTown&1 == 0; !overWalls || side == Aggressor {
				r = r.with(Melee, MeleeLine, Line(more.Line), more.Walls)
			}
		}
	}
	return r
}
