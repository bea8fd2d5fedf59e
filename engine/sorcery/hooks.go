package sorcery

import (
	"houserule/engine"
	"houserule/engine/sorcery/fight"
)

// WarHooks are the places in a war, apart from its fights.
type WarHooks struct {
	// CampaignStart is called after all units are set up on the map. TurnStart is called
	// before the stacks of a turn are checked (S0).
	CampaignStart engine.Hook[*fight.Battle, engine.None, engine.None]
	TurnStart     engine.Hook[*fight.Battle, engine.None, engine.None]
	// Weight returns the weight of a unit for stacking. Limit returns the weight that may
	// stack. Hunger returns the face of the die that may cost a stack one more unit (S1).
	Weight engine.Hook[*fight.Battle, *fight.Unit, engine.Score]
	Limit  engine.Hook[*fight.Battle, Camp, engine.Score]
	Hunger engine.Hook[*fight.Battle, Camp, int]
	// SideStart is called before a side rallies and moves (S0). Rallies returns the number
	// of units that a character may rally (S5).
	SideStart engine.Hook[*fight.Battle, engine.Side, engine.None]
	Rallies   engine.Hook[*fight.Battle, *fight.Unit, engine.Score]
	// Allowance returns the movement allowance of a unit; reactions use the printed one.
	// March decides whether a unit may move. Command decides whether a group may get an
	// order, other than to march or to stay. Enter decides whether a group may go from one
	// hex to the next. Cost returns what a unit pays for that step, WayDie the face of a
	// die of the step. Moved is called with the first unit of a group that has gone a step
	// (S2).
	Allowance engine.Hook[*fight.Battle, *fight.Unit, engine.Score]
	March     engine.Hook[*fight.Battle, *fight.Unit, *fight.Ruling]
	Command   engine.Hook[*fight.Battle, Command, *fight.Ruling]
	Enter     engine.Hook[*fight.Battle, Stride, *fight.Ruling]
	Cost      engine.Hook[*fight.Battle, Tread, engine.Score]
	WayDie    engine.Hook[*fight.Battle, Stride, int]
	Moved     engine.Hook[*fight.Battle, *fight.Unit, engine.None]
	// Decline decides whether the owner of a site may decline battle. AssaultDie returns
	// the face of the die of a unit that assaults. Breach returns the number that a die of
	// a breach must be below, BreachDie its face. Besiege decides whether a side may
	// besiege a walled place. SiegeStart and SiegeEnd are called with a siege (S4).
	Decline    engine.Hook[*fight.Battle, Siege, *fight.Ruling]
	AssaultDie engine.Hook[*fight.Battle, *fight.Unit, int]
	Breach     engine.Hook[*fight.Battle, Dig, engine.Score]
	BreachDie  engine.Hook[*fight.Battle, Siege, int]
	Besiege    engine.Hook[*fight.Battle, Siege, *fight.Ruling]
	SiegeStart engine.Hook[*fight.Battle, Siege, engine.None]
	SiegeEnd   engine.Hook[*fight.Battle, Siege, engine.None]
	// Taken is called after a site has a new owner. SideEnd is called after a side has
	// fought its battles. Points returns the total of a side's goals, Victor the winner.
	// CampaignEnd is called with the result (S0).
	Taken       engine.Hook[*fight.Battle, Camp, engine.None]
	SideEnd     engine.Hook[*fight.Battle, engine.Side, engine.None]
	Points      engine.Hook[*fight.Battle, engine.Side, engine.Score]
	Victor      engine.Hook[*fight.Battle, engine.Side, engine.Side]
	CampaignEnd engine.Hook[*fight.Battle, fight.Result, engine.None]
	// Sees decides, at any time, whether a side knows which unit a counter is (S6).
	Sees engine.Hook[*fight.Battle, Glance, bool]
}
