package kings

import "houserule/engine"

// Hooks are all places where scripts can change a battle, in the order in which
// a battle reaches them. A hook may read the whole battle. It changes the
// battle only through its value, and through the methods of [Battle] that
// report what they do. A hook whose value is a *[Ruling] returns nil, or the
// rule that forbids something.
type Hooks struct {
	// BattleStart is called when the counters stand, before the first round;
	// BattleEnd when the hex has its owner.
	BattleStart engine.Hook[*Battle, engine.None, engine.None]
	BattleEnd   engine.Hook[*Battle, Result, engine.None]
	// RoundStart and RoundEnd: RoundEnd comes before the retreats.
	RoundStart engine.Hook[*Battle, engine.None, engine.None]
	RoundEnd   engine.Hook[*Battle, engine.None, engine.None]
	// StepStart and StepEnd: a combat step, before items are played and after
	// all losses.
	StepStart engine.Hook[*Battle, CombatStep, engine.None]
	StepEnd   engine.Hook[*Battle, CombatStep, engine.None]

	// Attack says whether a side may attack another (K1.2).
	// Named is called when it does.
	Attack engine.Hook[*Battle, Attack, *Ruling]
	Named  engine.Hook[*Battle, Attack, engine.None]
	// Playable says whether an item may be played (K1.2). Played is called when
	// it has been played.
	Playable engine.Hook[*Battle, *Counter, *Ruling]
	Played   engine.Hook[*Battle, *Counter, engine.None]

	// Fights is the step in which a counter fights (K1.3).
	Fights engine.Hook[*Battle, *Counter, CombatStep]
	// Dice is how many dice a counter rolls, Value is the number that they must
	// not be above (K2.1).
	Dice  engine.Hook[*Battle, *Counter, int]
	Value engine.Hook[*Battle, *Counter, engine.Score]
	// Rolled is the face of a die, Hit is how many hits it scores.
	Rolled engine.Hook[*Battle, Roll, int]
	Hit    engine.Hook[*Battle, Roll, int]

	// Losses is called when all counters of a step have rolled, before any hit
	// is taken (K2.2).
	Losses engine.Hook[*Battle, CombatStep, engine.None]
	// Suffer is how many hits a side takes in a step, before the first of them
	// is taken.
	Suffer engine.Hook[*Battle, engine.Side, int]
	// Take says whether a counter may take a hit (K3.1).
	Take engine.Hook[*Battle, *Counter, *Ruling]
	// Save is the faces that save a counter that is hit (K3.2); with none it
	// does not roll. Saved is whether the die has saved it.
	Save  engine.Hook[*Battle, *Counter, Faces]
	Saved engine.Hook[*Battle, Rescue, bool]
	// Damage is called before a hit lands that nothing averts: the counter still
	// stands.
	Damage engine.Hook[*Battle, *Counter, engine.None]
	// Lost is called when a counter or an item is eliminated or discarded, Neutralised when a
	// building is flipped (K3.1, K3.3).
	Lost        engine.Hook[*Battle, *Counter, engine.None]
	Neutralised engine.Hook[*Battle, *Counter, engine.None]
	// Beaten is called when the last counter of a side has left the fight, but not
	// for a retreat.
	Beaten engine.Hook[*Battle, engine.Side, engine.None]

	// Joined is called when a script has added a counter to a side, or given it to
	// another.
	Joined engine.Hook[*Battle, *Counter, engine.None]

	// Retreat says whether a side may retreat into a hex (K4.2). Retreated is
	// called when it has retreated.
	Retreat   engine.Hook[*Battle, Way, *Ruling]
	Retreated engine.Hook[*Battle, Way, engine.None]
	// Crowd is how many creatures a hex holds after a retreat (K4.2).
	Crowd engine.Hook[*Battle, Way, int]

	// Owner is the side that gets the hex when the battle is decided (K5.1,
	// K5.2).
	Owner engine.Hook[*Battle, engine.Side, engine.Side]
	// Restored is whether a building that was hit is restored (K5.3).
	Restored engine.Hook[*Battle, Rescue, bool]
}

// onRolls reports whether a hook that every die passes is used.
func (h *Hooks) onRolls() bool {
	return h.Fights.Used() || h.Dice.Used() || h.Value.Used() || h.Rolled.Used() || h.Hit.Used()
}

// An Attack is an attack of a side on another (K1.2).
type Attack struct{ By, At engine.Side }

// A Roll is a die that a counter rolls.
type Roll struct {
	By       *Counter
	At       engine.Side // whose counters it may hit; below 0: no target yet
	Need     int         // the greatest face that hits
	Die      int         // the face that it shows
	Scripted bool        // whether a script makes it
}

// A Rescue is a die that saves or restores a counter.
type Rescue struct {
	Counter *Counter
	By      *Counter // as [Battle.Striker]
	Die     int
	Saved   bool // according to the faces
}

// A Way is a retreat of a side into a neighbouring hex.
type Way struct {
	Side engine.Side
	Hex  int
}
