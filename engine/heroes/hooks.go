package heroes

import "houserule/engine"

// Hooks are all places where scripts can change a battle, in the order in which a battle
// reaches them. A hook may read the whole battle. It changes the battle only through its
// value, and through the methods of [Battle] that report what they do. A hook whose value
// is a *[Ruling] returns nil to allow something, or the rule that forbids it.
type Hooks struct {
	// BattleStart is called after both sides have set up, BattleEnd when the battle is
	// decided.
	BattleStart engine.Hook[*Battle, engine.None, engine.None]
	BattleEnd   engine.Hook[*Battle, Result, engine.None]
	// RoundStart and RoundEnd are called at the start and the end of a round. RoundEnd
	// comes before a side may leave (H7).
	RoundStart engine.Hook[*Battle, engine.None, engine.None]
	RoundEnd   engine.Hook[*Battle, engine.None, engine.None]
	// PhaseStart and PhaseEnd are called at the start and the end of a side's half of a
	// phase, if it has stacks that act in it (H1.1).
	PhaseStart engine.Hook[*Battle, engine.None, engine.None]
	PhaseEnd   engine.Hook[*Battle, engine.None, engine.None]

	// Phase returns the phase of a stack (H1.2). The rules clamp it to 1..Phases.
	Phase engine.Hook[*Battle, *Stack, int]
	// MayAct decides whether a stack may act next in its phase. If it forbids all stacks,
	// all may act.
	MayAct engine.Hook[*Battle, *Stack, *Ruling]
	// Opportunities returns the number of opportunities that a stack gets now.
	Opportunities engine.Hook[*Battle, *Stack, int]
	// Offer decides whether a legal option is offered, with its target. Reach decides
	// whether an attack reaches a living enemy that the rules put out of reach.
	Offer engine.Hook[*Battle, Offer, *Ruling]
	Reach engine.Hook[*Battle, Blow, bool]

	// Sacrifice returns the support that a stack gives (H3.1). Support returns what one
	// helper adds to one attack, 0 if it cannot reach the target.
	Sacrifice engine.Hook[*Battle, *Stack, int]
	Support   engine.Hook[*Battle, Blow, int]
	// Swarm decides whether the stack may swarm (H3.2), Protect whether it may protect
	// (H3.3), Move whether it may change line (H3.4).
	Swarm   engine.Hook[*Battle, *Stack, *Ruling]
	Protect engine.Hook[*Battle, *Stack, *Ruling]
	Move    engine.Hook[*Battle, *Stack, *Ruling]
	// Acted is called after a stack has used an opportunity. The option has neither target
	// nor cards.
	Acted engine.Hook[*Battle, Offer, engine.None]

	// Cast decides whether a spell works. If it fails, the opportunity is spent all the
	// same.
	Cast engine.Hook[*Battle, Blow, *Ruling]
	// Affect returns the number of rounds that an effect will stay on a stack; at 0 or less
	// it has no effect. EffectEnd is called when it has ended, but not if its stack is
	// destroyed.
	Affect    engine.Hook[*Battle, Effect, int]
	EffectEnd engine.Hook[*Battle, Effect, engine.None]
	// Attack and Defense return the scores of an attack or a retaliation.
	Attack  engine.Hook[*Battle, Blow, engine.Score]
	Defense engine.Hook[*Battle, Blow, engine.Score]
	// Dice returns the number of dice to roll and whether the highest or the lowest counts.
	// Rolled returns the face of that die. Hit returns whether the attack hits.
	Dice   engine.Hook[*Battle, Blow, Pool]
	Rolled engine.Hook[*Battle, Blow, int]
	Hit    engine.Hook[*Battle, Blow, bool]
	// Miss is called after an attack that has missed.
	Miss engine.Hook[*Battle, Blow, engine.None]
	// Kill returns the number of cards that an attack kills. Killed is called when they are
	// removed, if any is.
	Kill   engine.Hook[*Battle, Blow, int]
	Killed engine.Hook[*Battle, Kill, engine.None]
	// Death is called before a stack loses its last cards, from whatever cause, Destroyed
	// when it has lost them and left its line.
	Death     engine.Hook[*Battle, Death, engine.None]
	Destroyed engine.Hook[*Battle, Death, engine.None]

	// Retaliations returns the number of times that a stack may retaliate in a round.
	// Retaliate decides whether it may retaliate against this attack (H5.1); its context is
	// the retaliation.
	Retaliations engine.Hook[*Battle, *Stack, int]
	Retaliate    engine.Hook[*Battle, Blow, *Ruling]
	// Answer returns the moment at which the target of an attack strikes back.
	Answer engine.Hook[*Battle, Blow, Answer]

	// Summoned and Grown are called after a script has put a stack on a line, or cards
	// under a stack.
	Summoned engine.Hook[*Battle, *Stack, engine.None]
	Grown    engine.Hook[*Battle, Growth, engine.None]
	// Fill returns the number of stacks that a side's melee line must hold (H4.1, H8.2).
	// Filled is called after a stack has come forward.
	Fill   engine.Hook[*Battle, engine.Side, int]
	Filled engine.Hook[*Battle, *Stack, engine.None]
	// Worth returns what a stack is worth to greedy players beyond its cards: see
	// [Position.Worth].
	Worth engine.Hook[*Battle, *Stack, int]
	// WallHit returns the state of the town after a hit (H8.1).
	WallHit engine.Hook[*Battle, Blow, Walls]

	// Withdraw decides whether a side may withdraw (H7.2). Surrender returns the maximum
	// number of cards that it may offer (H7.3). Accept decides whether the other side may
	// accept.
	Withdraw  engine.Hook[*Battle, engine.Side, *Ruling]
	Surrender engine.Hook[*Battle, engine.Side, int]
	Accept    engine.Hook[*Battle, engine.Side, *Ruling]
}

// onBlows reports whether any hook that every blow passes is in use, besides those that
// onScores reports.
func (h *Hooks) onBlows() bool {
	return h.Offer.Used() || h.Reach.Used() || h.Dice.Used() || h.Rolled.Used() || h.Hit.Used() ||
		h.Miss.Used() || h.Kill.Used() || h.Killed.Used()
}

// onScores reports whether a hook changes the scores of blows.
func (h *Hooks) onScores() bool { return h.Attack.Used() || h.Defense.Used() }

// A Kill is an attack that has killed Cards cards.
type Kill struct {
	Blow
	Cards int
}

// A Death is the end of a stack. By is the stack that caused it, or nil, and Top the top card
// of the stack before it.
type Death struct {
	Stack, By *Stack
	Top       *Card
}

// A Growth is the arrival of N cards of a creature under the cards of a stack.
type Growth struct {
	Stack    *Stack
	Creature *Creature
	N        int
}

// A Moment is a point in the time of a battle.
type Moment struct {
	Round, Phase int // from 1
	Side         engine.Side
}

// An Offer is an option of a stack.
type Offer struct {
	By     *Stack
	Option Option
}

// At returns the stack at which the option is aimed, or nil: the Town Card, or no target.
func (o Offer) At(b *Position) *Stack {
	if t := o.Option.Target(); b.game.aims(o.Option) && t != TownCard {
		return &b.stacks[t]
	}
	return nil
}

// A Pool is the number of dice rolled for an attack, and which of them counts.
type Pool struct {
	Dice  int  // at least 1
	Worst bool // the lowest die counts, otherwise the highest
}
