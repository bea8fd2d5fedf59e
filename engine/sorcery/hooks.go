package sorcery

import "houserule/engine"

// Hooks are the places where scripts can change the game, in the order in which a campaign
// with its battles reaches them. A hook may read the whole battle. It changes the battle
// only through its value, and through the methods of [Battle] that report what they do. A
// hook whose value is a *[Ruling] returns nil to allow an option, or the rule that forbids
// it.
type Hooks struct {
	// CampaignStart is called after all units are set up on the map. TurnStart is called
	// before the stacks of a turn are checked (S0).
	CampaignStart engine.Hook[*Battle, engine.None, engine.None]
	TurnStart     engine.Hook[*Battle, engine.None, engine.None]
	// Weight returns the weight of a unit for stacking. Limit returns the weight that may
	// stack. Hunger returns the face of the die that may cost a stack one more unit (S1).
	Weight engine.Hook[*Battle, *Unit, engine.Score]
	Limit  engine.Hook[*Battle, Camp, engine.Score]
	Hunger engine.Hook[*Battle, Camp, int]

	// SideStart is called before a side rallies and moves (S0). Rallies returns the number
	// of units that a character may rally (S5).
	SideStart engine.Hook[*Battle, engine.Side, engine.None]
	Rallies   engine.Hook[*Battle, *Unit, engine.Score]
	// Allowance returns the movement allowance of a unit; reactions use the printed one.
	// March decides whether a unit may move. Command decides whether a group may get an
	// order, other than to march or to stay. Enter decides whether a group may go from one
	// hex to the next. Cost returns what a unit pays for that step, WayDie the face of a
	// die of the step. Moved is called with the first unit of a group that has gone a step
	// (S2).
	Allowance engine.Hook[*Battle, *Unit, engine.Score]
	March     engine.Hook[*Battle, *Unit, *Ruling]
	Command   engine.Hook[*Battle, Command, *Ruling]
	Enter     engine.Hook[*Battle, Stride, *Ruling]
	Cost      engine.Hook[*Battle, Tread, engine.Score]
	WayDie    engine.Hook[*Battle, Stride, int]
	Moved     engine.Hook[*Battle, *Unit, engine.None]
	// Reinforce decides whether a leader may try to react, or to bring reinforcements.
	// Reaction returns the total of its dice. Arrived is called with each unit that has
	// come (S3.1, S3.7).
	Reinforce engine.Hook[*Battle, *Unit, *Ruling]
	Reaction  engine.Hook[*Battle, *Unit, engine.Score]
	Arrived   engine.Hook[*Battle, *Unit, engine.None]
	// Decline decides whether the owner of a site may decline battle. AssaultDie returns
	// the face of the die of a unit that assaults. Breach returns the number that a die of
	// a breach must be below, BreachDie its face. Besiege decides whether a side may
	// besiege a walled place. SiegeStart and SiegeEnd are called with a siege (S4).
	Decline    engine.Hook[*Battle, Siege, *Ruling]
	AssaultDie engine.Hook[*Battle, *Unit, int]
	Breach     engine.Hook[*Battle, Dig, engine.Score]
	BreachDie  engine.Hook[*Battle, Siege, int]
	Besiege    engine.Hook[*Battle, Siege, *Ruling]
	SiegeStart engine.Hook[*Battle, Siege, engine.None]
	SiegeEnd   engine.Hook[*Battle, Siege, engine.None]

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

	// Taken is called after a site has a new owner. SideEnd is called after a side has
	// fought its battles. Points returns the total of a side's goals, Victor the winner.
	// CampaignEnd is called with the result (S0).
	Taken       engine.Hook[*Battle, Camp, engine.None]
	SideEnd     engine.Hook[*Battle, engine.Side, engine.None]
	Points      engine.Hook[*Battle, engine.Side, engine.Score]
	Victor      engine.Hook[*Battle, engine.Side, engine.Side]
	CampaignEnd engine.Hook[*Battle, Result, engine.None]

	// Sees decides, at any time, whether a side knows which unit a counter is (S6).
	Sees engine.Hook[*Battle, Glance, bool]
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
