package heroes

import (
	"slices"

	"houserule/engine"
)

// The rulings that forbid options.
var (
	rulingNoOption    = Ruling{Rule: "H3", Text: "that is no option"}
	rulingNoTarget    = Ruling{Rule: "H2.2", Text: "there is no such stack on the field"}
	rulingOwn         = Ruling{Rule: "H2.2", Text: "an attack is made at an enemy"}
	rulingItself      = Ruling{Rule: "H2.2", Text: "a stack does not attack itself"}
	rulingFromBehind  = Ruling{Rule: "H2.2", Text: "a melee attack is made from the melee line"}
	rulingBehind      = Ruling{Rule: "H2.2", Text: "a melee attack reaches only the melee line"}
	rulingWallsStand  = Ruling{Rule: "H8.4", Text: "it cannot pass the walls in their state"}
	rulingCannotShoot = Ruling{Rule: "H2.4", Text: "its ranged score is 0"}
	rulingNoWalls     = Ruling{Rule: "H8.1", Text: "there are no walls to attack"}
	rulingWallsMelee  = Ruling{Rule: "H8.1", Text: "walls are attacked in melee only"}
	rulingWallsSwat   = Ruling{Rule: "H8.1", Text: "walls cannot be swatted"}
	rulingSwat        = Ruling{Rule: "H2.3", Text: "the stack does not hold that many cards"}
	rulingSwatLimit   = Ruling{Rule: "H2.3", Text: "a swat names at least one card and no more than the limit"}
	rulingNotCaster   = Ruling{Rule: "H6.2", Text: "its top card cannot cast that spell"}
	rulingEffectAt    = Ruling{Rule: "H6.2", Text: "that spell is cast at the other side"}
	rulingSameHead    = Ruling{Rule: "H9.3", Text: "each head attacks another stack, in the same way"}
	rulingSupportSelf = Ruling{Rule: "H3.1", Text: "a stack supports another friendly stack"}
	rulingGap         = Ruling{Rule: "H3.4", Text: "the melee line would not keep its minimum"}
	rulingNoTown      = Ruling{Rule: "H8.5", Text: "it does not defend a town"}
	rulingEmerged     = Ruling{Rule: "H8.5", Text: "it stands on the melee line already"}
	rulingEmergeCosts = Ruling{Rule: "H8.5", Text: "by the house's rules stepping out costs the opportunity: use move"}
)

// An asker is the part of a choice that knows the battle that asks it.
type asker struct{ battle *Position }

// Battle returns the battle that asks. Hosted returns the address of the memory that the
// battle keeps for its host of scripts.
func (a *asker) Battle() *Position { return a.battle }
func (a *asker) Hosted() *any      { return a.battle.Hosted() }

// An Act is the choice of a stack at an opportunity (H2, H3, H6). Its options are of type
// [Option].
type Act struct {
	asker
	by     *Stack // nil between two steps
	left   int32  // opportunities left, the present one included
	swarms int
	heads  int // attacks made in this opportunity
	most   int // attacks that this opportunity allows: the heads of the creature that made the first
	how    How
	hit    [maxHeads]int32 // targets so far
}

const maxHeads = 9

// By returns the stack that acts.
func (a *Act) By() *Stack { return a.by }

// Heads returns the number of attacks made in this opportunity. If it is not 0, the options
// are attacks of the same kind against other targets, and to pass.
func (a *Act) Heads() int { return a.heads }

// First returns the option to pass.
func (a *Act) First() int { return int(Pass) }

// Legal reports whether answer is an option.
func (a *Act) Legal(answer int) bool {
	return a.isPlain(Option(answer)) || a.forbids(Option(answer)) == nil
}

// isPlain reports whether an option is the usual one: a melee or ranged attack against one
// card within reach, which no hook can forbid.
func (a *Act) isPlain(o Option) bool {
	b, by, verb, t := a.battle, a.by, o.Verb(), o.Target()
	hooks := &b.game.Hooks
	return o == NewOption(verb, 0, t, 1) && (verb == Attack || verb == Shoot) &&
		t < len(b.stacks) && a.heads == 0 && !hooks.Offer.Used() &&
		b.reaches(by.top.Creature, by.side, by.line, verb.kind(), &b.stacks[t])
}

// Refuse returns the rule that forbids an answer, or nil.
func (a *Act) Refuse(answer int) error {
	if r := a.forbids(Option(answer)); r != nil {
		return r
	}
	return nil
}

// forbids returns the rule that forbids an option, or nil.
func (a *Act) forbids(o Option) *Ruling {
	r := a.forbidsByRules(o)
	if offer := &a.battle.game.Hooks.Offer; r == nil && offer.Used() && o.Verb() != Pass { // passing is always allowed
		r = offer.Apply(a.battle.whole, Offer{a.by, o}, nil)
	}
	return r
}

// forbidsByRules returns the rule that forbids an option, or nil, without the hook Offer.
func (a *Act) forbidsByRules(o Option) *Ruling {
	if custom := a.battle.game.Custom(o); custom != nil {
		return a.forbidsCustom(o, custom)
	} else if o.Verb().Attacks() {
		return a.forbidsAttack(o)
	}
	return a.forbidsOther(o)
}

// forbidsOther returns the rule that forbids an option that is no attack, or nil.
func (a *Act) forbidsOther(o Option) *Ruling {
	switch verb := o.Verb(); {
	case verb == Sacrifice:
		return a.forbidsSacrifice(o)
	case verb >= CustomVerb:
		return &rulingNoOption
	case verb != Pass && a.heads > 0:
		return &rulingSameHead
	case o != Option(verb):
		return &rulingNoOption
	case verb == Move:
		return a.by.mayMove(a.battle)
	case verb == Emerge:
		return a.by.mayEmerge(a.battle)
	}
	return nil
}

// Blow returns the attack that an option makes.
func (a *Act) Blow(o Option) Blow {
	var at *Stack
	if t := o.Target(); t != TownCard {
		at = &a.battle.stacks[t]
	}
	return Blow{By: a.by, At: at, How: attackBy(o.Verb().kind(), o.Which(), a.swarms), N: int32(o.Cards())}
}

func (a *Act) forbidsAttack(o Option) *Ruling {
	b, by := a.battle, a.by
	var at *Stack
	if t := o.Target(); t < len(b.stacks) {
		at = &b.stacks[t]
	} else if t != TownCard {
		return &rulingNoTarget
	}
	kind := o.Verb().kind()
	if kind == Cast {
		if r := a.forbidsSpell(o, at); r != nil || b.game.Spells[o.Which()].Effect {
			return r
		}
	} else if o.Which() != 0 {
		return &rulingNoOption
	}
	if at == nil || !b.Reaches(a.Blow(o)) {
		if r := b.outOfReach(by.side, by.line, kind, at); r != nil {
			return r
		}
	}
	if n := o.Cards(); n != 1 {
		if r := a.forbidsSwat(at, n); r != nil {
			return r
		}
	}
	if a.heads > 0 && (a.Blow(o).How != a.how || slices.Contains(a.hit[:a.heads], int32(o.Target()))) {
		return &rulingSameHead // H9.3
	}
	return nil
}

// forbidsSwat returns the rule that forbids an attack against n cards (H2.3), or nil.
func (a *Act) forbidsSwat(at *Stack, n int) *Ruling {
	limit := a.battle.game.Rules.SwatLimit
	switch {
	case n < 1 || limit > 0 && n > limit:
		return &rulingSwatLimit
	case at == nil:
		return &rulingWallsSwat
	case n > int(at.top.count):
		return &rulingSwat
	}
	return nil
}

// forbidsSpell returns the rule that forbids a spell, or nil. H6.2: which card casts which
// spell, and the targets of an effect.
func (a *Act) forbidsSpell(o Option, at *Stack) *Ruling {
	spells := a.battle.game.Spells
	if o.Which() >= len(spells) {
		return &rulingNotCaster
	}
	spell := spells[o.Which()]
	switch {
	case !a.by.top.casts(spell):
		return &rulingNotCaster
	case !spell.Effect:
		return nil
	case a.heads > 0:
		return &rulingSameHead
	case at == nil || at.top == nil || o.Cards() != 1:
		return &rulingNoTarget
	case (at.side == a.by.side) != spell.OnFriend:
		return &rulingEffectAt
	}
	return nil
}

// Reaches reports whether the target of a blow is within reach: by H2.2, H2.4, H6.1, H8.1
// and H8.4, or because a hook allows it.
func (b *Position) Reaches(blow Blow) bool {
	by, at := blow.By, blow.At
	if at == nil {
		return b.outOfReach(by.side, by.line, blow.How.Kind(), nil) == nil
	}
	if at.side == by.side { // by a script only
		return blow.How.Scripted() && at != by && b.reaches(by.top.Creature, 1-at.side, by.line, blow.How.Kind(), at)
	}
	return b.reaches(by.top.Creature, by.side, by.line, blow.How.Kind(), at) || b.game.Hooks.Reach.Used() && blow.widens(b)
}

// widens reports whether the hook Reach lets an attack reach its target beyond the rules.
func (blow Blow) widens(b *Position) bool {
	at := blow.At
	blow.N = 1
	return at != nil && at.top != nil && at.side != blow.By.side && b.game.Hooks.Reach.Apply(b.whole, blow, false)
}

func (b *Position) reaches(c *Creature, side engine.Side, from Line, kind Kind, at *Stack) bool {
	return at.top != nil && at.side != side && c.reach[side].has(kind, from, at.line, b.walls)
}

// outOfReach returns the rule that puts a target out of reach. It returns nil only for a
// Town Card within reach.
func (b *Position) outOfReach(side engine.Side, from Line, kind Kind, at *Stack) *Ruling {
	switch {
	case kind == Melee && from != MeleeLine:
		return &rulingFromBehind
	case at == nil && (b.walls == NoTown || side != Aggressor || b.walls == Sacked && !b.game.Rules.SackedWallsTarget):
		return &rulingNoWalls
	case at == nil && kind != Melee:
		return &rulingWallsMelee
	case at == nil:
		return nil
	case at.top == nil:
		return &rulingNoTarget
	case at.side == side:
		return &rulingOwn
	case kind == Ranged:
		return &rulingCannotShoot
	case b.walls == NoTown || side == Defender:
		return &rulingBehind
	default:
		return &rulingWallsStand
	}
}

func (a *Act) forbidsSacrifice(o Option) *Ruling {
	b := a.battle
	if a.heads > 0 {
		return &rulingSameHead
	}
	if o.Which() != 0 || o.Cards() != 0 || o < 0 || o.Target() >= len(b.stacks) {
		return &rulingNoTarget
	}
	if to := &b.stacks[o.Target()]; to.top == nil || to.side != a.by.side || to == a.by {
		return &rulingSupportSelf
	}
	return nil
}

// forbidsCustom returns the rule that forbids an option or a spell of a script, or nil.
func (a *Act) forbidsCustom(o Option, custom *CustomOption) *Ruling {
	b := a.battle
	var at *Stack
	switch {
	case o.Verb() == CastSpell && !a.by.top.casts(b.game.Spells[o.Which()]):
		return &rulingNotCaster
	case a.heads > 0:
		return &rulingSameHead
	case o.Cards() != 0 || o < 0 || custom.At == AtNothing && o.Target() != 0:
		return &rulingNoOption
	case custom.At == AtNothing:
	case o.Target() >= len(b.stacks) || b.stacks[o.Target()].top == nil:
		return &rulingNoTarget
	default:
		at = &b.stacks[o.Target()]
		if (at.side == a.by.side) != (custom.At == AtFriend) {
			return &rulingNoTarget
		}
	}
	if err := custom.Legal(b.whole, a.by, at); err != nil {
		return &Ruling{Rule: custom.Name, Text: err.Error()}
	}
	return nil
}

// Each yields every option: attacks first, to pass last.
func (a *Act) Each(yield func(int) bool) {
	b, by := a.battle, a.by
	enemy, more := 1-by.side, true
	offer := func(verb Verb, which, target, n int) {
		if answer := int(NewOption(verb, which, target, n)); more && a.Legal(answer) {
			more = yield(answer)
		}
	}
	attacks := func(verb Verb, which int, side engine.Side) {
		for s := range b.Each(side) {
			if !more {
				return
			}
			if a.forbidsByRules(NewOption(verb, which, int(s.id), 1)) != nil {
				continue // a stack out of reach cannot be swatted either
			}
			for n := range s.SwatLimit(&b.game.Rules) {
				offer(verb, which, int(s.id), n+1)
			}
		}
	}
	targets := func(verb Verb, which int, side engine.Side) {
		for s := range b.Each(side) {
			offer(verb, which, int(s.id), 0)
		}
	}
	acts := func(verb Verb, which int, at CustomTarget) {
		switch at {
		case AtFriend:
			targets(verb, which, by.side)
		case AtEnemy:
			targets(verb, which, enemy)
		default:
			offer(verb, which, 0, 0)
		}
	}
	attacks(Attack, 0, enemy)
	offer(Attack, 0, TownCard, 1)
	attacks(Shoot, 0, enemy)
	for _, spell := range by.top.Spells {
		switch {
		case spell.Custom != nil:
			acts(CastSpell, spell.index, spell.Custom.At)
		case spell.OnFriend:
			attacks(CastSpell, spell.index, by.side)
		default:
			attacks(CastSpell, spell.index, enemy)
		}
	}
	targets(Sacrifice, 0, by.side)
	for i, custom := range b.game.CustomOptions {
		acts(CustomVerb, i, custom.At)
	}
	for _, verb := range [...]Verb{Emerge, Swarm, Protect, Move, Pass} {
		offer(verb, 0, 0, 0)
	}
}
