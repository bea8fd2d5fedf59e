package sorcerymods

import (
	"fmt"
	"math"

	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// The types of the core, for sorcery.
type (
	host              = modhost.Host[*sorcery.Battle]
	reader            = modhost.Reader[sorcery.Position]
	hook              = modhost.Hook[*sorcery.Battle]
	trial             = modhost.TestBattle[*sorcery.Battle]
	subject[C, T any] = modhost.Subject[sorcery.Position, C, T]
	moment[C any]     = modhost.Moment[sorcery.Position, C, *sorcery.Unit]
)

var looks = modhost.ReadOnly[*sorcery.Battle]

// hooks returns the table: every hook of the game.
func hooks(on *sorcery.Hooks) []*hook {
	return append(fightHooks(&on.FightHooks), warHooks(&on.WarHooks)...)
}

// fightHooks returns the hooks of a battle, in the order in which it reaches them.
func fightHooks(on *sorcery.FightHooks) []*hook {
	round := modhost.Get("number", "the round, from 1", func(m moment[engine.None]) int { return m.Battle.ReadRound() })
	return []*hook{
		modhost.When(fighters, "onBattleStart", "start", "The battle begins: the units stand in the hex, and the first round has not begun.", &on.BattleStart),
		modhost.When(fighters, "onRoundStart", "round", "A round begins. No side has been asked anything about it.", &on.RoundStart, round),

		looks(modhost.Veto(aUnit("the unit"), "onMatch", "match", "Decides whether a unit may be named for a bout with characters or a monster that have no army (S7). If no unit may, the leftmost unit that fights in no other bout fights.", &on.Match)),
		looks(modhost.Veto(aUnit("the unit"), "onLead", "lead", "Decides whether a character may lead the die of its side (S3.2). If none may, the side has no leader.", &on.Lead)),
		looks(modhost.Veto(aUnit("the unit"), "onCharge", "charge", "Decides whether a unit may charge (S3.2).", &on.Charge)),
		modhost.On(aUnit("the unit"), "onCharged", "charge", "A unit charges. Both sides have already named the units that charge (S3.2).", &on.Charged),

		looks(modhost.Score(aUnit("the unit"), "onStrength", "strength", "The strength with which a unit inflicts losses, in points (S3.2), before it is halved because the unit came over water. The loss that eliminates the unit belongs to onDefense.", &on.Strength, "a charge")),
		looks(modhost.On(parts, "onCounts", "count", "Decides whether a unit counts as cavalry, archers or flyers, for the modifiers of the die (S3.2).", &on.Counts, modhost.It[bool]("counts", "whether the unit counts"))),
		modhost.On(rolls, "onRolled", "roll", "A side has rolled its die for a round (S3.2). The modifiers are not added yet.", &on.Rolled, shown),
		looks(modhost.Score(aSide("the side whose die it is"), "onTotal", "total", "The total of a side's die and its modifiers (S3.2).", &on.Total, "a factor")),
		modhost.On(aSide("the side that takes the losses"), "onLosses", "losses", "The losses that a side must take in a round (S3.4). It is called for each side, even for a side without losses.", &on.Losses, modhost.Set("points", lossDoc, lossPoints, setLoss)),

		looks(modhost.Score(aUnit("the unit"), "onDefense", "defense", "The loss that eliminates a unit, in points (S3.5). A charge never changes it.", &on.Defense, "terrain")),
		looks(modhost.Score(checks, "onMorale", "morale", "The greatest roll with which a unit passes a morale check (S5).", &on.Morale, "a factor")),
		modhost.On(modhost.With(checks,
			modhost.Get("need", "the greatest roll that passes", func(c sorcery.Check) int { return c.Need }),
			modhost.Get("die", "the number that the die shows", func(c sorcery.Check) int { return c.Die })),
			"onChecked", "check", "Decides whether a unit passes its morale check, once its die has been rolled (S5).", &on.Checked, modhost.It[bool]("passed", "whether the unit passes")),
		modhost.On(aUnit("the unit"), "onShaken", "shaken", "Decides whether a unit is demoralized that would be by the rules (S5). A unit that is demoralized already is eliminated instead.", &on.Shaken, modhost.It[bool]("shaken", "whether the unit is demoralized")),
		modhost.On(aUnit("the unit"), "onDemoralized", "shaken", "A unit has been demoralized (S5).", &on.Demoralized),
		modhost.On(aUnit("the unit"), "onRallied", "rally", "A unit has returned to good order (S5).", &on.Rallied),
		modhost.On(aUnit("the unit"), "onDeath", "death", "A unit, character or monster is about to be eliminated, in a battle or on the map. In a battle (battle.fights) it still stands, and may strike a last time (battle:attack).", &on.Death),
		modhost.On(aUnit("the unit"), "onLost", "loss", "A unit, character or monster has been eliminated.", &on.Lost),
		modhost.On(aUnit("the unit"), "onWounded", "wound", "A character or monster has taken wounds (S7). If they reach its endurance, it dies next.", &on.Wounded),
		modhost.On(aUnit("the unit"), "onCaught", "caught", "A character that refused to fight has been captured (S7).", &on.Caught),

		modhost.When(fighters, "onRoundEnd", "round", "A round ends: all units have checked morale, and none has left yet (S3.6).", &on.RoundEnd, round),
		looks(modhost.Veto(ways, "onWithdraw", "way", "Decides whether a side may withdraw into a hex (S3.7). A side with no hex to withdraw to stays.", &on.Withdraw)),
		modhost.On(ways, "onWithdrew", "way", "A side has withdrawn into a hex (S3.7).", &on.Withdrew),
		looks(modhost.Veto(aUnit("the unit"), "onReinforce", "reinforce", "Decides whether a leader may try to react to a march, or to bring reinforcements into an adjacent hex (S3.1, S3.7).", &on.Reinforce)),
		looks(modhost.Score(aUnit("the leader"), "onReaction", "reaction", "The total of a leader's dice and their modifiers, when it reacts or brings reinforcements (S3.1, S3.7).", &on.Reaction, "a factor")),
		modhost.On(aUnit("the unit"), "onArrived", "arrival", "A unit or its leader has entered a hex in a reaction or as a reinforcement (S3.1, S3.7).", &on.Arrived),

		modhost.On(nothing, "onWinner", "finish", "Decides which side wins the hex, once the battle is over (S3.7).", &on.Winner, modhost.It[engine.Side]("winner?", "the side that wins the hex; nil: none")),
		modhost.When(fighters, "onBattleEnd", "finish", "The battle is over.", &on.BattleEnd, winner("the side that holds the hex"), rounds("rounds", "the number of rounds that were fought; 0: the battle was decided before the first")),
	}
}

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

// fighters are the owners of abilities in a battle: units that stand in the hex.
// Everybody includes units on the map of a campaign.
var (
	fighters  = ownersOf((*sorcery.Unit).Stands)
	everybody = ownersOf(func(u *sorcery.Unit) bool { return u.Stands() || u.Status() == sorcery.Afield })
)

func ownersOf(has func(u *sorcery.Unit) bool) modhost.Owners[sorcery.Position, *sorcery.Unit] {
	return modhost.Owners[sorcery.Position, *sorcery.Unit]{
		Field: "unit", Doc: "in an ability's script: the unit that has the ability; the hook is called once for each",
		Len: func(b sorcery.Position) int { return len(b.Units()) },
		At: func(b sorcery.Position, i int, ability string) (*sorcery.Unit, bool) {
			u := b.Unit(i)
			return u, has(u) && u.Kind().Has(ability)
		},
	}
}

// The fields that several hooks share.

func turn[C any]() modhost.Row[moment[C]] {
	return modhost.Get("number", "the turn, from 1", func(m moment[C]) int { return m.Battle.ReadTurn() })
}

func winner(doc string) modhost.Row[moment[sorcery.Result]] {
	return modhost.Get("winner?", doc+"; nil: none", func(m moment[sorcery.Result]) engine.Side { return m.Of.Winner })
}

func rounds(name, doc string) modhost.Row[moment[sorcery.Result]] {
	return modhost.Get(name, doc, func(m moment[sorcery.Result]) int { return m.Of.Rounds })
}

// shown is the field for a side's die, which stays one of its faces.
var shown = modhost.Die(func(b sorcery.Position) int { return b.Game().Rules.Die })

// maxLoss is the greatest loss that a script can set, in points: points in
// scripts, exact parts of one in the game.
const maxLoss = 100_000

var lossDoc = fmt.Sprintf("points, from 0 to %d, rounded to the nearest %dth of a point", maxLoss, sorcery.Whole)

func lossPoints(parts *int) float64 { return float64(*parts) / sorcery.Whole }

func setLoss(parts *int, points float64) error {
	if !(0 <= points && points <= maxLoss) {
		return fmt.Errorf("%s: must be from 0 to %d", lua.Number(points), maxLoss)
	}
	*parts = int(math.Round(points * sorcery.Whole))
	return nil
}

// about returns the subject of hooks with events that only have fields of the context.
func about[C any](rows ...modhost.Row[C]) subject[C, C] {
	return subject[C, C]{Of: modhost.Itself[sorcery.Position, C], Rows: rows}
}

// withUnit returns a subject whose field unit has the abilities that count.
func withUnit[C any](of func(c C) *sorcery.Unit, rows ...modhost.Row[C]) subject[C, C] {
	s := about(rows...)
	s.Self, s.Has = "unit", func(_ sorcery.Position, c C, ability string) bool { return of(c).Kind().Has(ability) }
	return s
}

func itself[T any](t T) T { return t }

func aUnit(doc string) subject[*sorcery.Unit, *sorcery.Unit] {
	return withUnit(itself, modhost.Get("unit", doc, itself[*sorcery.Unit]))
}

func aSide(doc string) subject[engine.Side, engine.Side] {
	return about(modhost.Get("side", doc, itself[engine.Side]))
}

// The subjects of hooks about more than a unit or a side.
var (
	nothing = about[engine.Side]()
	rolls   = about(modhost.Get("side", "the side whose die it is", func(r sorcery.Roll) engine.Side { return r.Side }))
	parts   = withUnit(func(p sorcery.Part) *sorcery.Unit { return p.Unit },
		modhost.Get("unit", "the unit", func(p sorcery.Part) *sorcery.Unit { return p.Unit }),
		modhost.Get("arm", "", func(p sorcery.Part) sorcery.Arm { return p.Arm }))
	checks = withUnit(func(c sorcery.Check) *sorcery.Unit { return c.Unit },
		modhost.Get("unit", "the unit that checks morale", func(c sorcery.Check) *sorcery.Unit { return c.Unit }),
		modhost.Get("after", "true: the check after the losses (S3.6); false: a check because of a remainder (S3.5)", func(c sorcery.Check) bool { return c.After }))
	glances = withUnit(func(g sorcery.Glance) *sorcery.Unit { return g.Unit },
		modhost.Get("side", "the side that looks", func(g sorcery.Glance) engine.Side { return g.Seat }),
		modhost.Get("unit", "the unit that it looks at", func(g sorcery.Glance) *sorcery.Unit { return g.Unit }))
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
	treads = withUnit(func(t sorcery.Tread) *sorcery.Unit { return t.Unit },
		modhost.Get("unit", "the unit", func(t sorcery.Tread) *sorcery.Unit { return t.Unit }),
		modhost.Get("from", fromDoc, func(t sorcery.Tread) sorcery.Spot { return spot(t.From) }),
		modhost.Get("to", toDoc, func(t sorcery.Tread) sorcery.Spot { return spot(t.To) }))
	sieges = about(siegeRows(itself)...)
	digs   = about(append(siegeRows(func(d sorcery.Dig) sorcery.Siege { return d.Siege }),
		modhost.Get("number", "1: the die against the turns of the siege; 2: the die against the number of besieging units", func(d sorcery.Dig) int { return d.Die + 1 }))...)
	// ways is the subject of withdrawals: a side, and its hex.
	ways = subject[sorcery.Way, sorcery.Camp]{
		Of: func(r *reader, w sorcery.Way) sorcery.Camp {
			if r.Battle.OnMap() {
				return sorcery.Camp{Side: w.Side, Spot: r.Battle.War().WayTo(w.Hex)}
			}
			return sorcery.Camp{Side: w.Side, Spot: sorcery.Spot(w.Hex)}
		},
		Rows: []modhost.Row[sorcery.Camp]{
			modhost.Get("side", "the side that withdraws", func(c sorcery.Camp) engine.Side { return c.Side }),
			modhost.Get("hex", "the hex that the side withdraws into", func(c sorcery.Camp) sorcery.Spot { return c.Spot }),
		},
	}
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
