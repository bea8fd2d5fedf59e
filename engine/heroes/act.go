package heroes

import (
	"fmt"
	"strconv"
	"strings"

	"houserule/engine"
)

// A Verb is what a stack does with its opportunity.
type Verb uint8

// The verbs: H2, H6, H3, H8.5 and what mods add.
const (
	Pass Verb = iota
	Attack
	Shoot
	CastSpell
	Sacrifice
	Swarm
	Protect
	Move
	Emerge
	ExtraVerb
)

var verbNames = [...]string{"pass", "attack", "shoot", "cast", "sacrifice", "swarm", "protect", "move", "emerge", ""}

// String is the verb's word.
func (v Verb) String() string { return verbNames[v] }

// attacks tells whether the verb is an attack, kind which: the verbs of
// attacks stand in the order of the kinds.
func (v Verb) attacks() bool { return v-Attack <= CastSpell-Attack }
func (v Verb) kind() Kind    { return Kind(v - Attack) }

// An Option is one thing that a stack can do, packed: verb (bits 0-7), spell
// or extra (8-23), target (24-43), cards to swat (44-62). What a verb does
// not use is 0.
type Option int

// TownCard is the target of attacks at the walls.
const TownCard = 1<<20 - 1

const (
	optionWhich  = 8
	optionTarget = 24
	optionCards  = 44
	maxWhich     = 1<<16 - 1
	maxCards     = 1<<19 - 1
)

// NewOption packs an option. Target is a stack's place in [Battle].Stacks, or
// TownCard.
func NewOption(verb Verb, which, target, n int) Option {
	return Option(verb) | Option(which)<<optionWhich | Option(target)<<optionTarget | Option(n)<<optionCards
}

// Verb is what is done.
func (o Option) Verb() Verb { return Verb(o & 0xff) }

// Which is the spell or the extra.
func (o Option) Which() int { return int(o >> optionWhich & maxWhich) }

// Target is whom it is done to.
func (o Option) Target() int { return int(o >> optionTarget & TownCard) }

// Cards is how many cards are attacked (H2.3).
func (o Option) Cards() int { return int(o >> optionCards) }

// The rulings that forbid options.
var (
	rulingNoOption    = Ruling{"H3", "that is no option"}
	rulingNoTarget    = Ruling{"H2.2", "there is no such stack on the field"}
	rulingOwn         = Ruling{"H2.2", "an attack is made at an enemy"}
	rulingFromBehind  = Ruling{"H2.2", "a melee attack is made from the melee line"}
	rulingBehind      = Ruling{"H2.2", "a melee attack reaches only the melee line"}
	rulingWallsStand  = Ruling{"H8.4", "it cannot pass the walls in their state"}
	rulingCannotShoot = Ruling{"H2.4", "its ranged score is 0"}
	rulingNoWalls     = Ruling{"H8.1", "there are no walls to attack"}
	rulingWallsMelee  = Ruling{"H8.1", "walls are attacked in melee only"}
	rulingWallsSwat   = Ruling{"H8.1", "walls cannot be swatted"}
	rulingSwat        = Ruling{"H2.3", "the stack does not hold that many cards"}
	rulingSwatLimit   = Ruling{"H2.3", "a swat names at least one card and no more than the limit"}
	rulingNotCaster   = Ruling{"H6.2", "its top card cannot cast that spell"}
	rulingEffectAt    = Ruling{"H6.2", "that spell is cast at the other side"}
	rulingSameHead    = Ruling{"H9", "each head attacks another stack, in the same way"}
	rulingSupportSelf = Ruling{"H3.1", "a stack supports another friendly stack"}
	rulingGap         = Ruling{"H3.4", "the melee line would not keep its minimum"}
	rulingNoTown      = Ruling{"H8.5", "it does not defend a town"}
	rulingEmerged     = Ruling{"H8.5", "it stands on the melee line already"}
	rulingEmergeCosts = Ruling{"H8.5", "by the house's rules stepping out costs the opportunity: use move"}
	rulingMod         = Ruling{"H9", "a script forbids it"}
)

// An Act is the choice of a stack that has an opportunity (H2, H3, H6). Its
// options are of type [Option].
type Act struct {
	battle *Battle
	By     *Stack // nil between two steps
	swarms int
	// Heads counts the attacks made with this opportunity; above 0 only
	// attacks in the same way at other targets are left, or to pass.
	Heads int
	how   How
	hit   [maxHeads]int32 // the targets so far
}

const maxHeads = 9

// Battle is where it is asked.
func (a *Act) Battle() *Battle { return a.battle }

// First is to pass.
func (a *Act) First() int { return int(Pass) }

// Legal tells whether answer is an option.
func (a *Act) Legal(answer int) bool { return a.forbids(Option(answer)) == nil }

// Refuse names the rule that forbids an answer.
func (a *Act) Refuse(answer int) error {
	if r := a.forbids(Option(answer)); r != nil {
		return r
	}
	return nil
}

// forbids returns the rule that forbids an option, or nil.
func (a *Act) forbids(o Option) *Ruling {
	var r *Ruling
	if o.Verb().attacks() {
		r = a.forbidsAttack(o)
	} else {
		r = a.forbidsOther(o)
	}
	if r == nil && a.battle.game.Hooks.Offer.Used() {
		r = a.forbidsOffer(o)
	}
	return r
}

// forbidsOffer asks the hook.
func (a *Act) forbidsOffer(o Option) *Ruling {
	if !a.battle.game.Hooks.Offer.Apply(a.battle, Offer{a.By, o}, true) {
		return &rulingMod
	}
	return nil
}

func (a *Act) forbidsOther(o Option) *Ruling {
	b := a.battle
	var r *Ruling
	switch o.Verb() {
	case Pass:
		r = onlyVerb(o)
	case Swarm, Protect:
		r = a.stand(o)
	case Move:
		if r = a.stand(o); r == nil {
			r = b.mayMove(a.By)
		}
	case Emerge:
		if r = a.stand(o); r == nil {
			r = b.mayEmerge(a.By)
		}
	case Sacrifice:
		r = a.forbidsSacrifice(o)
	case ExtraVerb:
		r = a.forbidsExtra(o)
	default:
		r = &rulingNoOption
	}
	return r
}

func onlyVerb(o Option) *Ruling {
	if o != Option(o.Verb()) {
		return &rulingNoOption
	}
	return nil
}

// stand is for the options that name nothing and spend the whole opportunity.
func (a *Act) stand(o Option) *Ruling {
	if a.Heads > 0 {
		return &rulingSameHead
	}
	return onlyVerb(o)
}

// Blow is the attack that an option stands for.
func (a *Act) Blow(o Option) Blow {
	var at *Stack
	if t := o.Target(); t != TownCard {
		at = &a.battle.stacks[t]
	}
	return Blow{By: a.By, At: at, How: attackBy(o.Verb().kind(), o.Which(), a.swarms), N: int32(o.Cards())}
}

func (a *Act) forbidsAttack(o Option) *Ruling {
	b, by := a.battle, a.By
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
	if at == nil || !b.reaches(by.top.Creature, by.side, by.line, kind, at) {
		if r := b.outOfReach(by.side, by.line, kind, at); r != nil {
			return r
		}
	}
	if n := o.Cards(); n != 1 {
		if r := a.forbidsSwat(at, n); r != nil {
			return r
		}
	}
	if a.Heads > 0 {
		if r := a.forbidsHead(a.Blow(o), int32(o.Target())); r != nil {
			return r
		}
	}
	if b.game.Hooks.Target.Used() && !b.game.Hooks.Target.Apply(b, a.Blow(o), true) {
		return &rulingMod
	}
	return nil
}

// forbidsSwat is H2.3.
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

// forbidsHead is for the second and further heads of a creature (H9).
func (a *Act) forbidsHead(blow Blow, target int32) *Ruling {
	if blow.How != a.how {
		return &rulingSameHead
	}
	for _, t := range a.hit[:a.Heads] {
		if t == target {
			return &rulingSameHead
		}
	}
	return nil
}

// forbidsSpell is H6.2: who can cast what, and an effect's targets.
func (a *Act) forbidsSpell(o Option, at *Stack) *Ruling {
	spells := a.battle.game.Spells
	if o.Which() >= len(spells) {
		return &rulingNotCaster
	}
	spell := spells[o.Which()]
	known := false
	for _, s := range a.By.top.Spells {
		known = known || s == spell
	}
	switch {
	case !known:
		return &rulingNotCaster
	case !spell.Effect:
		return nil
	case a.Heads > 0:
		return &rulingSameHead
	case at == nil || at.top == nil || o.Cards() != 1:
		return &rulingNoTarget
	case (at.side == a.By.side) != spell.OnFriend:
		return &rulingEffectAt
	}
	return nil
}

// reach returns the rule by which a creature on a line does not reach a
// target, or nil: H2.2, H2.4, H6.1, H8.1, H8.4.
func (b *Battle) reach(c *Creature, side engine.Side, from Line, kind Kind, at *Stack) *Ruling {
	if at != nil && b.reaches(c, side, from, kind, at) {
		return nil
	}
	return b.outOfReach(side, from, kind, at)
}

func (b *Battle) reaches(c *Creature, side engine.Side, from Line, kind Kind, at *Stack) bool {
	return at.top != nil && at.side != side && c.reach[side].has(kind, from, at.line, b.walls)
}

func (b *Battle) outOfReach(side engine.Side, from Line, kind Kind, at *Stack) *Ruling {
	switch {
	case kind == Melee && from != MeleeLine:
		return &rulingFromBehind
	case at == nil:
		return b.reachWalls(side, kind)
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

func (b *Battle) reachWalls(side engine.Side, kind Kind) *Ruling {
	switch {
	case b.walls == NoTown || side != Aggressor || b.walls == Sacked && !b.game.Rules.SackedWallsTarget:
		return &rulingNoWalls
	case kind != Melee:
		return &rulingWallsMelee
	}
	return nil
}

func (a *Act) forbidsSacrifice(o Option) *Ruling {
	b := a.battle
	if a.Heads > 0 {
		return &rulingSameHead
	}
	if o.Which() != 0 || o.Cards() != 0 || o < 0 || o.Target() >= len(b.stacks) {
		return &rulingNoTarget
	}
	if to := &b.stacks[o.Target()]; to.top == nil || to.side != a.By.side || to == a.By {
		return &rulingSupportSelf
	}
	return nil
}

func (a *Act) forbidsExtra(o Option) *Ruling {
	b := a.battle
	if a.Heads > 0 {
		return &rulingSameHead
	}
	if o.Which() >= len(b.game.Extras) || o.Cards() != 0 || o < 0 {
		return &rulingNoOption
	}
	extra := &b.game.Extras[o.Which()]
	var at *Stack
	if extra.At == AtNothing {
		if o.Target() != 0 {
			return &rulingNoOption
		}
	} else {
		if o.Target() >= len(b.stacks) || b.stacks[o.Target()].top == nil {
			return &rulingNoTarget
		}
		at = &b.stacks[o.Target()]
		if (at.side == a.By.side) != (extra.At == AtFriend) {
			return &rulingNoTarget
		}
	}
	if err := extra.Legal(b, a.By, at); err != nil {
		return &Ruling{extra.Name, err.Error()}
	}
	return nil
}

// Each yields every option: the attacks, then what else a stack can do, to
// pass last.
func (a *Act) Each(yield func(int) bool) {
	a.each(func(o Option) bool {
		return !a.Legal(int(o)) || yield(int(o))
	})
}

// each yields a superset of the options.
func (a *Act) each(yield func(Option) bool) bool {
	b, by := a.battle, a.By
	enemy := 1 - by.side
	attacks := func(verb Verb, which int, side engine.Side) bool {
		for s := range b.Each(side) {
			if a.forbids(NewOption(verb, which, int(s.id), 1)) != nil && !b.game.Hooks.Offer.Used() {
				continue // no reach: no swat either
			}
			for n := range b.swatLimit(s) {
				if !yield(NewOption(verb, which, int(s.id), n+1)) {
					return false
				}
			}
		}
		return true
	}
	targets := func(verb Verb, which int, side engine.Side) bool {
		for s := range b.Each(side) {
			if !yield(NewOption(verb, which, int(s.id), 0)) {
				return false
			}
		}
		return true
	}
	if !attacks(Attack, 0, enemy) || !yield(NewOption(Attack, 0, TownCard, 1)) || !attacks(Shoot, 0, enemy) {
		return false
	}
	for _, spell := range by.top.Spells {
		at := enemy
		if spell.OnFriend {
			at = by.side
		}
		if !attacks(CastSpell, spell.index, at) {
			return false
		}
	}
	if !targets(Sacrifice, 0, by.side) {
		return false
	}
	for i, extra := range b.game.Extras {
		switch extra.At {
		case AtNothing:
			if !yield(NewOption(ExtraVerb, i, 0, 0)) {
				return false
			}
		case AtFriend:
			if !targets(ExtraVerb, i, by.side) {
				return false
			}
		case AtEnemy:
			if !targets(ExtraVerb, i, enemy) {
				return false
			}
		}
	}
	for _, verb := range [...]Verb{Emerge, Swarm, Protect, Move, Pass} {
		if !yield(Option(verb)) {
			return false
		}
	}
	return true
}

// Name is the option with its stack: "a1 attack d2 swat 2".
func (a *Act) Name(answer int) string {
	b, o := a.battle, Option(answer)
	words := []string{b.Name(a.By), o.Verb().String()}
	switch o.Verb() {
	case CastSpell:
		words = append(words, b.game.Spells[o.Which()].ID)
	case ExtraVerb:
		words[1] = b.game.Extras[o.Which()].Name
	}
	switch o.Verb() {
	case Attack, Shoot, CastSpell, Sacrifice:
		words = append(words, b.targetName(o.Target()))
	case ExtraVerb:
		if b.game.Extras[o.Which()].At != AtNothing {
			words = append(words, b.targetName(o.Target()))
		}
	}
	if n := o.Cards(); n > 1 {
		words = append(words, "swat", strconv.Itoa(n))
	}
	return strings.Join(words, " ")
}

const townName = "town"

func (b *Battle) targetName(target int) string {
	if target == TownCard {
		return townName
	}
	return b.Name(&b.stacks[target])
}

// Parse reads what Name wrote; the stack's own name may be left out.
func (a *Act) Parse(text string) (int, error) {
	b := a.battle
	words, err := b.ofStack(a.By, strings.Fields(text))
	if err != nil {
		return 0, err
	}
	if len(words) == 0 {
		return 0, fmt.Errorf("say what %s does", b.Name(a.By))
	}
	verb, which, aims, err := b.parseVerb(words[0])
	if err != nil {
		return 0, err
	}
	rest := words[1:]
	if verb == CastSpell {
		if len(rest) == 0 {
			return 0, fmt.Errorf("cast which spell?")
		}
		if which, err = b.game.spell(rest[0]); err != nil {
			return 0, err
		}
		rest = rest[1:]
	}
	target, n := 0, 0
	if aims {
		if len(rest) == 0 {
			return 0, fmt.Errorf("%s whom?", words[0])
		}
		if target, err = b.parseTarget(rest[0]); err != nil {
			return 0, err
		}
		rest = rest[1:]
	}
	if verb.attacks() {
		if n, rest, err = parseSwat(rest); err != nil {
			return 0, err
		}
	}
	if len(rest) > 0 {
		return 0, fmt.Errorf("%q is too much behind %q", strings.Join(rest, " "), strings.Join(words[:len(words)-len(rest)], " "))
	}
	return int(NewOption(verb, which, target, n)), nil
}

// ofStack takes the name of s off the head of words.
func (b *Battle) ofStack(s *Stack, words []string) ([]string, error) {
	if len(words) == 0 || words[0] == b.Name(s) {
		return words[min(1, len(words)):], nil
	}
	if other, err := b.StackNamed(words[0]); err == nil {
		return nil, fmt.Errorf("it is the turn of %s, not of %s", b.Name(s), b.Name(other))
	}
	return words, nil
}

// parseVerb reads a verb and tells whether it names a target.
func (b *Battle) parseVerb(word string) (verb Verb, which int, aims bool, err error) {
	for verb := Pass; verb < ExtraVerb; verb++ {
		if word == verb.String() {
			return verb, 0, verb.attacks() || verb == Sacrifice, nil
		}
	}
	known := append([]string(nil), verbNames[:ExtraVerb]...)
	for i, extra := range b.game.Extras {
		if word == extra.Name {
			return ExtraVerb, i, extra.At != AtNothing, nil
		}
		known = append(known, extra.Name)
	}
	return 0, 0, false, &engine.Unknown{What: "command", Word: word, Known: known}
}

func (b *Battle) parseTarget(word string) (int, error) {
	if word == townName {
		return TownCard, nil
	}
	s, err := b.StackNamed(word)
	if err != nil {
		return 0, err
	}
	return int(s.id), nil
}

// parseSwat reads "swat N" or nothing, which is 1.
func parseSwat(words []string) (n int, rest []string, err error) {
	if len(words) == 0 || words[0] != "swat" {
		return 1, words, nil
	}
	if len(words) > 1 {
		if n, err := strconv.Atoi(words[1]); err == nil && n >= 1 && n <= maxCards {
			return n, words[2:], nil
		}
	}
	return 0, nil, fmt.Errorf("swat takes the number of cards, at least 1")
}

// opportunity is one opportunity to act of a living stack.
func (b *Battle) opportunity(s *Stack) {
	b.act.swarms, b.act.Heads = 0, 0
	if s.stance != NoStance {
		b.act.swarms = int(s.swarms)
		s.stance, s.swarms = NoStance, 0 // H3.2, H3.3: both last until now
	}
	o := Option(b.Choose(s.side, &b.act))
	for o.Verb() == Emerge { // H8.5: free of charge
		b.emerge(s)
		o = Option(b.Choose(s.side, &b.act))
	}
	switch o.Verb() {
	case Attack, Shoot:
		b.attack(o)
	case CastSpell:
		b.castSpell(o)
	case Sacrifice:
		b.sacrifice(s, &b.stacks[o.Target()])
	case Swarm:
		b.swarm(s, b.act.swarms)
	case Protect:
		b.protect(s)
	case Move:
		b.move(s)
	case ExtraVerb:
		b.extra(o)
	default:
		b.Report(engine.Event{What: Passed, Who: s.id})
	}
	if b.game.Rules.SwarmWaitsForAttack && b.act.Heads == 0 && b.act.swarms > 0 && s.top != nil && s.stance == NoStance {
		s.stance, s.swarms = Swarming, uint8(b.act.swarms)
	}
}

// attack carries out H2, once for each head (H9), then spends the support.
func (b *Battle) attack(o Option) {
	a := &b.act
	s, blow := a.By, a.Blow(o)
	heads := s.top.heads
	for {
		a.Heads++
		b.assault(blow)
		if heads == 1 || b.over || s.top == nil || a.Heads == int(s.top.heads) {
			break
		}
		a.hit[a.Heads-1], a.how = int32(o.Target()), blow.How
		if !b.anotherHead() {
			break
		}
		if o = Option(b.Choose(s.side, a)); o.Verb() == Pass {
			break
		}
		blow = a.Blow(o)
	}
	b.useSupport(s, blow.How)
}

// anotherHead tells whether the next head has anything to attack.
func (b *Battle) anotherHead() bool {
	for answer := range b.act.Each {
		if Option(answer).Verb() != Pass {
			return true
		}
	}
	return false
}

func (b *Battle) castSpell(o Option) {
	blow := b.act.Blow(o)
	if b.game.Spells[o.Which()].Effect {
		b.cast(blow)
		return
	}
	b.act.Heads = 1
	b.cast(blow)
	b.useSupport(blow.By, blow.How)
}

func (b *Battle) extra(o Option) {
	extra := &b.game.Extras[o.Which()]
	var at *Stack
	if extra.At != AtNothing {
		at = &b.stacks[o.Target()]
	}
	extra.Do(b, b.act.By, at)
	b.close()
}
