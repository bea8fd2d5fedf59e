package kings

import "houserule/engine"

// Hooks are all places where scripts can change a battle, in the order in which a battle
// reaches them. A hook may read the whole battle. It changes the battle only through its
// value, and through the methods of [Battle] that report what they do. A hook whose value
// is a *[Ruling] returns nil to allow something, or the rule that forbids it.
type Hooks struct {
	// BattleStart is called after the counters are set up, before the first round.
	// BattleEnd is called when the hex has its owner.
	BattleStart engine.Hook[*Battle, engine.None, engine.None]
	BattleEnd   engine.Hook[*Battle, Result, engine.None]
	// RoundStart and RoundEnd are called at the start and the end of a round. RoundEnd
	// comes before the retreats.
	RoundStart engine.Hook[*Battle, engine.None, engine.None]
	RoundEnd   engine.Hook[*Battle, engine.None, engine.None]
	// StepStart is called at the start of a combat step, after items have been played.
	// StepEnd is called after all its losses.
	StepStart engine.Hook[*Battle, CombatStep, engine.None]
	StepEnd   engine.Hook[*Battle, CombatStep, engine.None]

	// Attack decides whether a side may attack another (K1.2). Named is called when it
	// does.
	Attack engine.Hook[*Battle, Attack, *Ruling]
	Named  engine.Hook[*Battle, Attack, engine.None]
	// Playable decides whether an item may be played on a counter (K1.2). Played is called
	// after it has been played.
	Playable engine.Hook[*Battle, Use, *Ruling]
	Played   engine.Hook[*Battle, Use, engine.None]

	// Fights returns the step in which a counter fights (K1.3).
	Fights engine.Hook[*Battle, *Counter, CombatStep]
	// Dice returns the number of dice that a counter rolls. Value returns the number that
	// they must not exceed (K2.1).
	Dice  engine.Hook[*Battle, *Counter, int]
	Value engine.Hook[*Battle, *Counter, engine.Score]
	// Rolled returns the face of a die. Hit returns the number of hits that it scores.
	Rolled engine.Hook[*Battle, Roll, int]
	Hit    engine.Hook[*Battle, Roll, int]

	// Losses is called after all counters of a step have rolled, before any side takes a
	// hit (K2.2).
	Losses engine.Hook[*Battle, CombatStep, engine.None]
	// Suffer returns the number of hits that a side takes in a step, before it takes the
	// first.
	Suffer engine.Hook[*Battle, engine.Side, int]
	// Take decides whether a counter may take a hit (K3.1).
	Take engine.Hook[*Battle, *Counter, *Ruling]
	// Save returns the faces that save a counter from a hit (K3.2); with no faces it does
	// not roll. Saved returns whether the die has saved it.
	Save  engine.Hook[*Battle, *Counter, Faces]
	Saved engine.Hook[*Battle, Rescue, bool]
	// Damage is called before a hit that nothing averts. The counter still stands.
	Damage engine.Hook[*Battle, *Counter, engine.None]
	// Lost is called when a counter or an item is eliminated or discarded. Neutralized is
	// called when a building is flipped (K3.1, K3.3).
	Lost        engine.Hook[*Battle, *Counter, engine.None]
	Neutralized engine.Hook[*Battle, *Counter, engine.None]
	// Beaten is called when the last counter of a side has left the fight, but not
	// for a retreat.
	Beaten engine.Hook[*Battle, engine.Side, engine.None]

	// Joined is called after a script has added a counter to a side, or given it to another
	// side.
	Joined engine.Hook[*Battle, *Counter, engine.None]

	// Retreat decides whether a side may retreat into a hex (K4.2). Retreated is called
	// after it has retreated.
	Retreat   engine.Hook[*Battle, Way, *Ruling]
	Retreated engine.Hook[*Battle, Way, engine.None]
	// Crowd returns the number of creatures that a hex can hold after a retreat (K4.2).
	Crowd engine.Hook[*Battle, Way, int]

	// Owner returns the side that gets the hex when the battle is decided (K5.1, K5.2).
	Owner engine.Hook[*Battle, engine.Side, engine.Side]
	// Restored returns whether a building that was hit is restored (K5.3).
	Restored engine.Hook[*Battle, Rescue, bool]
}

// onRolls reports whether any hook that every die passes is in use.
func (h *Hooks) onRolls() bool {
	return h.Fights.Used() || h.Dice.Used() || h.Value.Used() || h.Rolled.Used() || h.Hit.Used()
}

// An Attack is an attack of a side on another (K1.2).
type Attack struct{ By, At engine.Side }

// A Use is an item that is played (K1.2).
type Use struct {
	Item *Counter
	On   *Counter // the counter that gets it, or whose die it changes; nil: none
}

// A Roll is a die that a counter rolls.
type Roll struct {
	By       *Counter
	At       engine.Side // the side whose counters it may hit; below 0: no target yet
	Need     int         // the greatest face that hits
	Die      int         // the face shown
	Scripted bool        // whether a script makes the roll
}

// A Rescue is a die that saves or restores a counter.
type Rescue struct {
	Counter *Counter
	By      *Counter // as [Battle.Striker]
	Die     int
	Saved   bool // according to the faces
}

// A Way is a retreat of a side into a neighboring hex.
type Way struct {
	Side engine.Side
	Hex  int
}
