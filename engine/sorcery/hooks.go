package sorcery

import "houserule/engine"

// Hooks are all the places where scripts have a say, in the order in which a
// battle comes to them. A hook may read the whole battle; it changes it only
// through its value, and through the methods of [Battle] that report what
// they do. Hooks of *[Ruling] say whether something may be: nil, or the rule
// that forbids it.
type Hooks struct {
	// BattleStart is called when the units stand, before the first round;
	// BattleEnd when it is decided.
	BattleStart engine.Hook[*Battle, engine.None, engine.None]
	BattleEnd   engine.Hook[*Battle, Result, engine.None]
	// RoundStart is called before anything of a round is asked, RoundEnd when
	// all have checked morale, before anybody leaves.
	RoundStart engine.Hook[*Battle, engine.None, engine.None]
	RoundEnd   engine.Hook[*Battle, engine.None, engine.None]

	// Match says whether a unit may be named against characters or a monster
	// (S7), Lead whether a character may lead the die, Charge whether a unit
	// may charge (S3.2).
	Match  engine.Hook[*Battle, *Unit, *Ruling]
	Lead   engine.Hook[*Battle, *Unit, *Ruling]
	Charge engine.Hook[*Battle, *Unit, *Ruling]

	// Strength is what a unit inflicts losses with (S3.2), Defense what its
	// loss comes to (S3.5), in points.
	Strength engine.Hook[*Battle, *Unit, engine.Score]
	Defense  engine.Hook[*Battle, *Unit, engine.Score]
	// Counts is whether a unit counts as an arm (S3.2).
	Counts engine.Hook[*Battle, Part, bool]
	// Rolled is what a side's die shows, Total what it is with its modifiers
	// (S3.2).
	Rolled engine.Hook[*Battle, Roll, int]
	Total  engine.Hook[*Battle, engine.Side, engine.Score]
	// Losses is what a side has to take, in parts of a point of which [Whole]
	// make one (S3.4).
	Losses engine.Hook[*Battle, engine.Side, int]

	// Morale is the greatest die with which a unit passes a check, Checked
	// whether it has passed (S5).
	Morale  engine.Hook[*Battle, Check, engine.Score]
	Checked engine.Hook[*Battle, Check, bool]
	// Shaken is whether a unit that should be demoralised is (S5).
	Shaken engine.Hook[*Battle, *Unit, bool]
	// Lost tells of a unit that is eliminated, Wounded of one that was dealt
	// wounds, Caught of one that was captured (S7).
	Lost    engine.Hook[*Battle, *Unit, engine.None]
	Wounded engine.Hook[*Battle, *Unit, engine.None]
	Caught  engine.Hook[*Battle, *Unit, engine.None]

	// Withdraw says whether a side may withdraw into a hex, Withdrew tells that
	// it has (S3.7).
	Withdraw engine.Hook[*Battle, Way, *Ruling]
	Withdrew engine.Hook[*Battle, Way, engine.None]
	// Reinforce says whether a leader may try to bring reinforcements, Reaction
	// is what its dice come to, Arrived tells of each unit that has come (S3.7).
	Reinforce engine.Hook[*Battle, *Unit, *Ruling]
	Reaction  engine.Hook[*Battle, *Unit, engine.Score]
	Arrived   engine.Hook[*Battle, *Unit, engine.None]

	// Winner is who has the hex when the battle is decided, or [engine.Draw].
	Winner engine.Hook[*Battle, engine.Side, engine.Side]
}

// A Part is a unit that may count as an arm.
type Part struct {
	Unit *Unit
	Arm  Arm
}

// A Roll is a side's die.
type Roll struct {
	Side engine.Side
	Die  int // what it shows
}

// A Check is a unit that checks morale (S5).
type Check struct {
	Unit   *Unit
	Need   int  // the greatest die that passes, 0 before it is known
	Die    int  // what it shows, 0 before it is rolled
	Passed bool // by the die
	After  bool // behind the losses (S3.6), not by a remainder (S3.5)
}

// A Way is a withdrawal of a side into a neighbouring hex.
type Way struct {
	Side engine.Side
	Hex  int
}
