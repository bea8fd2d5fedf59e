package fight

import "houserule/engine"

// Hooks are the places in a fight where scripts can change the game, in the order in which a
// battle reaches them. A hook may read the whole battle. It changes the battle only through
// its value, and through the methods of [Battle] that report what they do. A hook whose value
// is a *[Ruling] returns nil to allow an option, or the rule that forbids it. Reinforce,
// Reaction and Arrived stand in a reaction, too (S3.1).
type Hooks struct {
	// Reinforce decides whether a leader may try to react, or to bring reinforcements.
	// Reaction returns the total of its dice. Arrived is called with each unit that has
	// come (S3.1, S3.7).
	Reinforce engine.Hook[*Battle, *Unit, *Ruling]
	Reaction  engine.Hook[*Battle, *Unit, engine.Score]
	Arrived   engine.Hook[*Battle, *Unit, engine.None]
	// BattleStart is called after the units are in place, before the first round.
	// RoundStart is called before the first question of a round.
	BattleStart engine.Hook[*Battle, engine.None, engine.None]
	RoundStart  engine.Hook[*Battle, engine.None, engine.None]
	// Caught is called with a captured character. Match decides whether a unit may be named
	// against characters or a monster (S7).
	Caught engine.Hook[*Battle, *Unit, engine.None]
	Match  engine.Hook[*Battle, *Unit, *Ruling]
	// Lead decides whether a character may lead the die, Charge whether a unit may charge.
	// Charged is called with each unit that charges, after the units are arrayed (S3.2).
	Lead    engine.Hook[*Battle, *Unit, *Ruling]
	Charge  engine.Hook[*Battle, *Unit, *Ruling]
	Charged engine.Hook[*Battle, *Unit, engine.None]
	// Strength returns the strength with which a unit inflicts losses, in points. Counts
	// returns whether the unit counts as an arm. Rolled returns the face of a side's die,
	// Total the die with its modifiers (S3.2).
	Strength engine.Hook[*Battle, *Unit, engine.Score]
	Counts   engine.Hook[*Battle, Part, bool]
	Rolled   engine.Hook[*Battle, Roll, int]
	Total    engine.Hook[*Battle, engine.Side, engine.Score]
	// Losses returns the loss that a side must take, in parts of a point, [Whole] to a
	// point (S3.4). Defense returns the loss that a unit covers, in points (S3.5).
	Losses  engine.Hook[*Battle, engine.Side, int]
	Defense engine.Hook[*Battle, *Unit, engine.Score]
	// Death is called with a unit that is about to be eliminated, Lost with an eliminated
	// unit, Wounded with a unit after it was dealt wounds (S7).
	Death   engine.Hook[*Battle, *Unit, engine.None]
	Lost    engine.Hook[*Battle, *Unit, engine.None]
	Wounded engine.Hook[*Battle, *Unit, engine.None]
	// Morale returns the greatest die with which a unit passes a check. Checked returns
	// whether it has passed, Shaken whether a unit that should be demoralized is.
	// Demoralized is called with a unit that has become demoralized, Rallied with a unit
	// that is in good order again (S5).
	Morale      engine.Hook[*Battle, Check, engine.Score]
	Checked     engine.Hook[*Battle, Check, bool]
	Shaken      engine.Hook[*Battle, *Unit, bool]
	Demoralized engine.Hook[*Battle, *Unit, engine.None]
	Rallied     engine.Hook[*Battle, *Unit, engine.None]
	// RoundEnd is called after all units have checked morale, before any unit leaves.
	RoundEnd engine.Hook[*Battle, engine.None, engine.None]
	// Withdraw decides whether a side may withdraw into a hex. Withdrew is called after it
	// has (S3.7).
	Withdraw engine.Hook[*Battle, Way, *Ruling]
	Withdrew engine.Hook[*Battle, Way, engine.None]
	// Winner returns the side that gets the hex when the battle is decided, or
	// [engine.Draw]. BattleEnd is called then.
	Winner    engine.Hook[*Battle, engine.Side, engine.Side]
	BattleEnd engine.Hook[*Battle, Result, engine.None]
}

// A Part is a unit that may count as an arm.
type Part struct {
	Unit *Unit
	Arm  Arm
}

// A Roll is a side's die.
type Roll struct {
	Side engine.Side
	Die  int // the face shown
}

// A Check is a unit that checks morale (S5).
type Check struct {
	Unit   *Unit
	Need   int  // the greatest die that passes, 0 before it is known
	Die    int  // the face shown, 0 before the roll
	Passed bool // whether the die passes
	After  bool // whether the check comes after the losses (S3.6), and not from a remainder (S3.5)
}

// A Way is a withdrawal of a side into a neighboring hex.
type Way struct {
	Side engine.Side
	Hex  int
}
