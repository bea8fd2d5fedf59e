package heroes

import "houserule/engine"

// Hooks are all places where scripts can change a battle, in the order in which
// a battle reaches them. A hook may read the whole battle. It changes the
// battle only through its value, and through the methods of [Battle] that
// report what they do. A hook whose value is a *[Ruling] returns nil, or the
// rule that forbids something.
type Hooks struct {
	// BattleStart is called when the armies stand, BattleEnd when the battle
	// is decided.
	BattleStart engine.Hook[*Battle, engine.None, engine.None]
	BattleEnd   engine.Hook[*Battle, Result, engine.None]
	// RoundStart and RoundEnd: RoundEnd comes before a side may leave (H7).
	RoundStart engine.Hook[*Battle, engine.None, engine.None]
	RoundEnd   engine.Hook[*Battle, engine.None, engine.None]
	// PhaseStart and PhaseEnd: a side's half of a phase in which it has
	// stacks that act (H1.1).
	PhaseStart engine.Hook[*Battle, engine.None, engine.None]
	PhaseEnd   engine.Hook[*Battle, engine.None, engine.None]

	// Phase is the phase of a stack (H1.2); it is clamped to 1..Phases.
	Phase engine.Hook[*Battle, *Stack, int]
	// MayAct says whether a stack may act next in its phase. If no stack may,
	// all may.
	MayAct engine.Hook[*Battle, *Stack, *Ruling]
	// Opportunities is the number of opportunities that a stack gets now.
	Opportunities engine.Hook[*Battle, *Stack, int]
	// Offer says whether a legal option is offered.
	Offer engine.Hook[*Battle, Offer, *Ruling]
	// Target says whether an attack may be made at its target, Reach whether it
	// reaches a living enemy that it does not reach by the rules.
	Target engine.Hook[*Battle, Blow, *Ruling]
	Reach  engine.Hook[*Battle, Blow, bool]

	// Sacrifice is the support that a stack gives (H3.1). Support is what one
	// helper adds to one attack, 0 if it cannot reach the target.
	Sacrifice engine.Hook[*Battle, *Stack, int]
	Support   engine.Hook[*Battle, Blow, int]
	// Swarm says whether the stack may swarm (H3.2), Protect whether it may
	// protect (H3.3), Move whether it may change line (H3.4).
	Swarm   engine.Hook[*Battle, *Stack, *Ruling]
	Protect engine.Hook[*Battle, *Stack, *Ruling]
	Move    engine.Hook[*Battle, *Stack, *Ruling]
	// Acted is called when a stack has used an opportunity; the option names
	// neither target nor cards.
	Acted engine.Hook[*Battle, Offer, engine.None]

	// Cast says whether a spell works; if not, the opportunity is spent all the
	// same.
	Cast engine.Hook[*Battle, Blow, *Ruling]
	// Affect is how many rounds an effect will lie on a stack, 0 or less: it does
	// not. EffectEnd is called when it has ended, but not with its stack.
	Affect    engine.Hook[*Battle, Effect, int]
	EffectEnd engine.Hook[*Battle, Effect, engine.None]
	// Attack and Defense are the scores of an attack or retaliation.
	Attack  engine.Hook[*Battle, Blow, engine.Score]
	Defense engine.Hook[*Battle, Blow, engine.Score]
	// Dice is how many dice are rolled and which one counts, Rolled is the face
	// of that die, Hit is whether the attack hits.
	Dice   engine.Hook[*Battle, Blow, Pool]
	Rolled engine.Hook[*Battle, Blow, int]
	Hit    engine.Hook[*Battle, Blow, bool]
	// Miss is called after an attack that did not hit.
	Miss engine.Hook[*Battle, Blow, engine.None]
	// Kill is how many cards an attack kills; Killed is called when they are
	// removed.
	Kill   engine.Hook[*Battle, Blow, int]
	Killed engine.Hook[*Battle, Blow, engine.None]
	// Death is called before a stack loses its last cards, by whatever.
	Death engine.Hook[*Battle, Death, engine.None]

	// Retaliations is how often a stack may retaliate in a round. Retaliate
	// says whether it may retaliate against this attack (H5.1); its context is
	// the retaliation.
	Retaliations engine.Hook[*Battle, *Stack, int]
	Retaliate    engine.Hook[*Battle, Blow, *Ruling]
	// Answer is when the target of an attack strikes back.
	Answer engine.Hook[*Battle, Blow, Answer]

	// Summoned and Grown are called when a script has put a stack on a line, or
	// cards under a stack.
	Summoned engine.Hook[*Battle, *Stack, engine.None]
	Grown    engine.Hook[*Battle, Growth, engine.None]
	// Fill is how many stacks a side's melee line must hold (H4.1, H8.2).
	// Filled is called after a stack came forward.
	Fill   engine.Hook[*Battle, engine.Side, int]
	Filled engine.Hook[*Battle, *Stack, engine.None]
	// WallHit is the state of the town after a hit (H8.1).
	WallHit engine.Hook[*Battle, Blow, Walls]

	// Withdraw says whether a side may withdraw (H7.2), Surrender how many
	// cards it may offer at most (H7.3), Accept whether the other side may
	// accept.
	Withdraw  engine.Hook[*Battle, engine.Side, *Ruling]
	Surrender engine.Hook[*Battle, engine.Side, int]
	Accept    engine.Hook[*Battle, engine.Side, *Ruling]
}

// onBlows reports whether a hook that every blow passes is used.
func (h *Hooks) onBlows() bool {
	return h.Offer.Used() || h.Target.Used() || h.Reach.Used() || h.Attack.Used() || h.Defense.Used() || h.Dice.Used() || h.Rolled.Used() || h.Hit.Used() ||
		h.Miss.Used() || h.Kill.Used() || h.Killed.Used()
}

// A Death is the end of a stack, by another or, where By is nil, by none.
type Death struct{ Stack, By *Stack }

// A Growth is N cards of a creature that have come under those of a stack.
type Growth struct {
	Stack    *Stack
	Creature *Creature
	N        int
}

// A Moment is a point of time in the battle.
type Moment struct {
	Round, Phase int // from 1
	Side         engine.Side
}

// An Offer is an option of a stack.
type Offer struct {
	By     *Stack
	Option Option
}

// A Pool is how the die of an attack is rolled.
type Pool struct {
	Dice  int  // at least 1
	Worst bool // the lowest die counts, else the highest
}
