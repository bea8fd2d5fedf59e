package sorcerymods

import (
	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/scripting/modhost"
)

// warHooks returns the hooks of a campaign, without its battles, in the same order.
func warHooks(on *sorcery.WarHooks) []*hook {
	part := modhost.Get("side", "the side whose part of the turn it is", func(m moment[engine.Side]) engine.Side { return m.Of })
	return []*hook{
		modhost.When(everybody, "onCampaignStart", "start", "The campaign begins: all units stand on the map, and the first turn has not begun.", &on.CampaignStart),
		modhost.When(everybody, "onTurnStart", "turn", "A game turn begins. Sieges have counted one more turn; no stack has been checked against its limit yet (S1).", &on.TurnStart, turn[engine.None]()),
		looks(modhost.Score(aUnit("the unit"), "onWeight", "weight", "The weight of a unit for stacking (S1), before a siege multiplies it.", &on.Weight, "a factor")),
		looks(modhost.Score(camps, "onLimit", "limit", "The greatest weight that a side may have in a hex (S1).", &on.Limit, "a factor")),
		modhost.On(camps, "onHunger", "roll", "The die of a stack above its limit has been rolled (S1). It decides whether the stack loses one more unit.", &on.Hunger, shown),

		modhost.When(everybody, "onSideStart", "turn", "A side's part of a turn begins, in which it rallies, moves and fights.", &on.SideStart, turn[engine.Side](), part),
		looks(modhost.Score(aUnit("the character"), "onRallies", "rallies", "Decides how many units of its race a character may rally (S5).", &on.Rallies, "a factor")),
		looks(modhost.Score(aUnit("the unit"), "onAllowance", "allowance", "The movement allowance of a unit (S2). Reactions use the printed allowance (S3.1).", &on.Allowance, "a factor")),
		looks(modhost.Veto(aUnit("the unit"), "onMarch", "march", "Decides whether a unit may move (S2).", &on.March)),
		looks(modhost.Veto(commands, "onCommand", "command", "Decides whether a side may give its units an order other than march and stay (S2, S4).", &on.Command)),
		looks(modhost.Veto(strides, "onEnter", "step", "Decides whether units of a side may step from one hex into an adjacent hex (S2).", &on.Enter)),
		looks(modhost.Score(treads, "onCost", "cost", "The movement points that a unit pays to step from one hex into an adjacent hex (S2).", &on.Cost, "a factor")),
		modhost.On(strides, "onWayDie", "roll", "A die that decides the cost of a step has been rolled (S2).", &on.WayDie, shown),
		modhost.On(aUnit("the first of the group"), "onMoved", "move", "A group has made a step, and no enemy has reacted yet (S3.1).", &on.Moved),

		looks(modhost.Veto(sieges, "onDecline", "siege", "Decides whether the owner of a site may decline battle, which begins a siege (S4).", &on.Decline)),
		looks(modhost.Veto(sieges, "onBesiege", "siege", "Decides whether a walled place may be besieged (S4).", &on.Besiege)),
		modhost.On(sieges, "onSiegeStart", "siege", "A siege has begun (S4).", &on.SiegeStart),
		modhost.On(aUnit("the unit"), "onAssaultDie", "roll", "A unit in an assault has rolled its die (S4).", &on.AssaultDie, shown),
		looks(modhost.Score(digs, "onBreach", "breach", "The number that a die of a breach must stay below (S4).", &on.Breach, "a factor")),
		modhost.On(sieges, "onBreachDie", "roll", "A die of a breach has been rolled (S4).", &on.BreachDie, shown),
		modhost.On(sieges, "onSiegeEnd", "siege", "A siege has ended: it was lifted, or no unit is left inside (S4).", &on.SiegeEnd),
		looks(modhost.On(glances, "onSees", "glance", "Decides whether a side knows an enemy unit and its hex (S6). The script of an ability is called if the unit looked at has the ability.", &on.Sees, modhost.It[bool]("sees", "whether the side knows the unit"))),

		modhost.On(about(
			modhost.Get("side", "the new owner", func(c sorcery.Camp) engine.Side { return c.Side }),
			modhost.Get("hex", "the hex of the place", func(c sorcery.Camp) sorcery.Spot { return c.Spot })),
			"onTaken", "place", "A place has a new owner: the only side with an army there (S0).", &on.Taken),
		modhost.When(everybody, "onSideEnd", "turn", "A side has moved and fought, and now owns the places that it has won.", &on.SideEnd, turn[engine.Side](), part),
		looks(modhost.Score(aSide("the side whose goals they are"), "onPoints", "points", "The points that a side has for its goals (S0).", &on.Points, "a factor")),
		modhost.On(nothing, "onVictor", "finish", "Decides which side wins the campaign, once it is over (S0).", &on.Victor, modhost.It[engine.Side]("winner?", "the side that wins the campaign; nil: none")),
		modhost.When(everybody, "onCampaignEnd", "finish", "The campaign is over.", &on.CampaignEnd, winner("the side that has won it"), rounds("turns", "the number of turns that were played")),
	}
}

func turn[C any]() modhost.Row[moment[C]] {
	return modhost.Get("number", "the turn, from 1", func(m moment[C]) int { return m.Battle.ReadTurn() })
}

// The subjects of hooks of a war.
var (
	glances = withUnit(func(g sorcery.Glance) *fight.Unit { return g.Unit },
		modhost.Get("side", "the side that looks", func(g sorcery.Glance) engine.Side { return g.Seat }),
		modhost.Get("unit", "the unit that it looks at", func(g sorcery.Glance) *fight.Unit { return g.Unit }))
	camps = about(
		modhost.Get("side", "the stack's side", func(c sorcery.Camp) engine.Side { return c.Side }),
		modhost.Get("hex", "the hex of the stack", func(c sorcery.Camp) sorcery.Spot { return c.Spot }))
	commands = about(
		modhost.Get("side", "the units' side", func(c sorcery.Command) engine.Side { return c.Side }),
		modhost.Get("hex", "the hex of the order", func(c sorcery.Command) sorcery.Spot { return spot(c.Hex) }),
		modhost.Get("order", `"enter", "leave", "sortie", "assault" or "breach"`, func(c sorcery.Command) sorcery.Order { return c.Order }))
	strides = about(
		modhost.Get("side", "the units' side", func(s sorcery.Stride) engine.Side { return s.Side }),
		modhost.Get("from", fromDoc, func(s sorcery.Stride) sorcery.Spot { return spot(s.From) }),
		modhost.Get("to", toDoc, func(s sorcery.Stride) sorcery.Spot { return spot(s.To) }))
	treads = withUnit(func(t sorcery.Tread) *fight.Unit { return t.Unit },
		modhost.Get("unit", "the unit", func(t sorcery.Tread) *fight.Unit { return t.Unit }),
		modhost.Get("from", fromDoc, func(t sorcery.Tread) sorcery.Spot { return spot(t.From) }),
		modhost.Get("to", toDoc, func(t sorcery.Tread) sorcery.Spot { return spot(t.To) }))
	sieges = about(siegeRows(itself)...)
	digs   = about(append(siegeRows(func(d sorcery.Dig) sorcery.Siege { return d.Siege }),
		modhost.Get("number", "1: the die against the turns of the siege; 2: the die against the number of besieging units", func(d sorcery.Dig) int { return d.Die + 1 }))...)
)

const (
	fromDoc = "the hex that the units leave"
	toDoc   = "the hex that the units enter"
)

func siegeRows[C any](of func(c C) sorcery.Siege) []modhost.Row[C] {
	return []modhost.Row[C]{
		modhost.Get("side", "the side that besieges", func(c C) engine.Side { return of(c).By }),
		modhost.Get("hex", "the besieged site; of several walled hexes the first", func(c C) sorcery.Spot { return spot(of(c).Hex) }),
		modhost.Get("turns", "the number of turns that the siege has lasted", func(c C) int { return of(c).Turns }),
	}
}
