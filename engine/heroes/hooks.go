package heroes

import "houserule/engine"

// Hooks are all the places where scripts have a say, in the order in which a
// battle comes to them. A hook may read the whole battle; it changes it only
// through its value, and through the methods of [Battle] that report what
// they do. Hooks of *[Ruling] say whether something may be: nil, or the rule
// that forbids it.
type Hooks struct {
	// BattleStart is called when the armies stand, BattleEnd when the battle
	// is decided.
	BattleStart engine.Hook[*Battle, engine.None, engine.None]
	BattleEnd   engine.Hook[*Battle, Result, engine.None]
	// RoundStart and RoundEnd: RoundEnd comes before anybody leaves (H7).
	RoundStart engine.Hook[*Battle, engine.None, engine.None]
	RoundEnd   engine.Hook[*Battle, engine.None, engine.None]
	// PhaseStart and PhaseEnd: a side's half of a phase in which it has
	// stacks that act (H1.1).
	PhaseStart engine.Hook[*Battle, engine.None, engine.None]
	PhaseEnd   engine.Hook[*Battle, engine.None, engine.None]

	// Phase is the phase of a stack (H1.2); it is clamped to 1..Phases.
	Phase engine.Hook[*Battle, *Stack, int]
	// MayAct says whether a stack may be the next of its phase to act. When
	// no stack may, all may.
	MayAct engine.Hook[*Battle, *Stack, *Ruling]
	// Opportunities is how many opportunities a stack gets now.
	Opportunities engine.Hook[*Battle, *Stack, int]
	// Offer says whether a legal option is offered.
	Offer engine.Hook[*Battle, Offer, *Ruling]
	// Target says whether an attack may be aimed so.
	Target engine.Hook[*Battle, Blow, *Ruling]

	// Sacrifice is the support that a stack gives (H3.1); Support what one
	// helper adds to one attack, 0 where it cannot reach.
	Sacrifice engine.Hook[*Battle, *Stack, int]
	Support   engine.Hook[*Battle, Blow, int]
	// Swarm says whether the stack is set to swarm (H3.2), Protect to protect
	// (H3.3), Move whether it may change line (H3.4).
	Swarm   engine.Hook[*Battle, *Stack, *Ruling]
	Protect engine.Hook[*Battle, *Stack, *Ruling]
	Move    engine.Hook[*Battle, *Stack, *Ruling]

	// Cast says whether a spell takes place; if not, the opportunity is
	// spent.
	Cast engine.Hook[*Battle, Blow, *Ruling]
	// Attack and Defense are the scores of an attack or retaliation.
	Attack  engine.Hook[*Battle, Blow, engine.Score]
	Defense engine.Hook[*Battle, Blow, engine.Score]
	// Dice is how many dice are rolled and which counts, Rolled what the one
	// that counts shows, Hit whether the attack hits.
	Dice   engine.Hook[*Battle, Blow, Pool]
	Rolled engine.Hook[*Battle, Blow, int]
	Hit    engine.Hook[*Battle, Blow, bool]
	// Miss tells of an attack that did not hit.
	Miss engine.Hook[*Battle, Blow, engine.None]
	// Kill is how many cards an attack kills, Killed tells when they are
	// gone.
	Kill   engine.Hook[*Battle, Blow, int]
	Killed engine.Hook[*Battle, Blow, engine.None]

	// Retaliations is how often a stack may retaliate in a round, Retaliate
	// whether it may against this attack (H5.1): the context is the
	// retaliation.
	Retaliations engine.Hook[*Battle, *Stack, int]
	Retaliate    engine.Hook[*Battle, Blow, *Ruling]

	// Fill is how many stacks a side's melee line must hold (H4.1, H8.2),
	// Filled tells of a stack that came forward.
	Fill   engine.Hook[*Battle, engine.Side, int]
	Filled engine.Hook[*Battle, *Stack, engine.None]
	// WallHit is the state in which a hit leaves the town (H8.1).
	WallHit engine.Hook[*Battle, Blow, Walls]

	// Withdraw says whether a side may withdraw (H7.2), Surrender how many
	// cards it may offer at most (H7.3), Accept whether the other side may
	// accept.
	Withdraw  engine.Hook[*Battle, engine.Side, *Ruling]
	Surrender engine.Hook[*Battle, engine.Side, int]
	Accept    engine.Hook[*Battle, engine.Side, *Ruling]
}

// onBlows tells whether anything hangs on the hooks that every blow passes,
// from the option on.
func (h *Hooks) onBlows() bool {
	return h.Offer.Used() || h.Target.Used() || h.Attack.Used() || h.Defense.Used() || h.Dice.Used() || h.Rolled.Used() || h.Hit.Used() ||
		h.Miss.Used() || h.Kill.Used() || h.Killed.Used()
}

// A Moment is a time of the battle.
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
	Worst bool // the lowest counts, else the highest
}
