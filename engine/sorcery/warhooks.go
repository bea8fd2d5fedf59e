package sorcery

import "houserule/engine"

// WarHooks are the places in a war, apart from its fights.
type WarHooks struct {
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
