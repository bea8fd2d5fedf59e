package sorcerymods

import (
	"fmt"
	"math"

	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// The types of the core, for sorcery.
type (
	host              = modhost.Host[*sorcery.Battle]
	hook              = modhost.Hook[*sorcery.Battle]
	trial             = modhost.TestBattle[*sorcery.Battle]
	subject[C, T any] = modhost.Subject[*sorcery.Battle, C, T]
	moment[C any]     = modhost.Moment[*sorcery.Battle, C, *sorcery.Unit]
)

var looks = modhost.ReadOnly[*sorcery.Battle]

// hooks returns the table: every hook of the game.
func hooks(on *sorcery.Hooks) []*hook { return append(fightHooks(on), warHooks(on)...) }

// fightHooks returns the hooks of a battle, in the order in which it reaches them.
func fightHooks(on *sorcery.Hooks) []*hook {
	round := modhost.Get("number", "the round, from 1", func(m moment[engine.None]) int { return m.Battle.ReadRound() })
	return []*hook{
		modhost.When(fighters, "onBattleStart", "start", "The units stand, the first round has not begun.", &on.BattleStart),
		modhost.When(fighters, "onRoundStart", "round", "A round begins; nothing of it has been asked.", &on.RoundStart, round),

		looks(modhost.Veto(aUnit("which"), "onMatch", "match", "Whether a unit may be named for a bout with characters or a monster that have no army (S7). Where none may the leftmost that fights in no other bout fights all the same.", &on.Match)),
		looks(modhost.Veto(aUnit("which"), "onLead", "lead", "Whether a character may lead the die of its side (S3.2). Where none may the side has no leader.", &on.Lead)),
		looks(modhost.Veto(aUnit("which"), "onCharge", "charge", "Whether a unit may charge (S3.2).", &on.Charge)),
		modhost.On(aUnit("which"), "onCharged", "charge", "A unit charges: both sides have said which of theirs do (S3.2).", &on.Charged),

		looks(modhost.Score(aUnit("which"), "onStrength", "strength", "What a unit inflicts losses with, in points (S3.2), before it is halved for coming over water. Its losses are onDefense.", &on.Strength, "a charge")),
		looks(modhost.On(parts, "onCounts", "count", "Whether a unit counts as an arm, for the modifiers of the die (S3.2).", &on.Counts, modhost.It[bool]("counts", "whether it does"))),
		modhost.On(rolls, "onRolled", "roll", "What the die of a side shows in a round (S3.2), before its modifiers.", &on.Rolled, shown),
		looks(modhost.Score(aSide("the side whose die it is"), "onTotal", "total", "The die of a side with its modifiers (S3.2).", &on.Total, "a factor")),
		modhost.On(aSide("the side that takes the losses"), "onLosses", "losses", "What a side has to take in a round (S3.4). Called for each side, also for one that takes nothing.", &on.Losses, modhost.Set("points", lossDoc, lossPoints, setLoss)),

		looks(modhost.Score(aUnit("which"), "onDefense", "defense", "The loss of a unit, in points (S3.5): never what a charge doubles.", &on.Defense, "terrain")),
		looks(modhost.Score(checks, "onMorale", "morale", "The greatest die with which a unit passes a morale check (S5).", &on.Morale, "a factor")),
		modhost.On(modhost.With(checks,
			modhost.Get("need", "the greatest die that passes", func(c sorcery.Check) int { return c.Need }),
			modhost.Get("die", "what the die shows", func(c sorcery.Check) int { return c.Die })),
			"onChecked", "check", "Whether a unit has passed its morale check, when its die has been rolled (S5).", &on.Checked, modhost.It[bool]("passed", "whether it has")),
		modhost.On(aUnit("which"), "onShaken", "shaken", "Whether a unit that should be demoralised is (S5). One that is already is eliminated by it.", &on.Shaken, modhost.It[bool]("shaken", "whether it is")),
		modhost.On(aUnit("which"), "onDemoralized", "shaken", "A unit has been demoralised (S5).", &on.Demoralized),
		modhost.On(aUnit("which"), "onRallied", "rally", "A unit is in good order again (S5).", &on.Rallied),
		modhost.On(aUnit("which"), "onDeath", "death", "A unit, character or monster is about to be eliminated, in a battle or on the map; where a battle is fought (battle.fights) it still stands, and may strike a last time (battle:attack).", &on.Death),
		modhost.On(aUnit("which"), "onLost", "loss", "A unit, character or monster is eliminated.", &on.Lost),
		modhost.On(aUnit("which"), "onWounded", "wound", "A character or monster has been dealt wounds, which may kill it next (S7).", &on.Wounded),
		modhost.On(aUnit("which"), "onCaught", "caught", "A character that would not fight has been captured (S7).", &on.Caught),

		modhost.When(fighters, "onRoundEnd", "round", "All have checked morale, before any unit leaves (S3.6).", &on.RoundEnd, round),
		looks(modhost.Veto(ways, "onWithdraw", "way", "Whether a side may withdraw into a hex (S3.7). A side that may go nowhere does not withdraw.", &on.Withdraw)),
		modhost.On(ways, "onWithdrew", "way", "A side has withdrawn into a hex (S3.7).", &on.Withdrew),
		looks(modhost.Veto(aUnit("which"), "onReinforce", "reinforce", "Whether a leader may try to react to a march, or to bring reinforcements into the hex beside it (S3.1, S3.7).", &on.Reinforce)),
		looks(modhost.Score(aUnit("the leader"), "onReaction", "reaction", "The dice of a leader that reacts or brings reinforcements, with their modifiers (S3.1, S3.7).", &on.Reaction, "a factor")),
		modhost.On(aUnit("which"), "onArrived", "arrival", "A unit or its leader has come into a hex, by a reaction or as a reinforcement (S3.1, S3.7).", &on.Arrived),

		modhost.On(nothing, "onWinner", "finish", "Who has the hex, when the battle is decided (S3.7).", &on.Winner, modhost.It[engine.Side]("winner?", "the side that has the hex, or nil")),
		modhost.When(fighters, "onBattleEnd", "finish", "The battle is decided.", &on.BattleEnd, winner("the side that holds the hex"), rounds("rounds", "how many rounds it took; 0: it was decided before the first")),
	}
}

// warHooks returns the hooks of a campaign, without its battles, in the same order.
func warHooks(on *sorcery.Hooks) []*hook {
	part := modhost.Get("side", "the side whose part of the turn it is", func(m moment[engine.Side]) engine.Side { return m.Of })
	return []*hook{
		modhost.When(everybody, "onCampaignStart", "start", "All stand on the map, the first turn has not begun.", &on.CampaignStart),
		modhost.When(everybody, "onTurnStart", "turn", "A game turn begins, and sieges have gone on; no stack has been checked (S1).", &on.TurnStart, turn[engine.None]()),
		looks(modhost.Score(aUnit("which"), "onWeight", "weight", "What a unit counts for stacking (S1), before a siege multiplies it.", &on.Weight, "a factor")),
		looks(modhost.Score(camps, "onLimit", "limit", "The weight that a side may stack in a hex (S1).", &on.Limit, "a factor")),
		modhost.On(camps, "onHunger", "roll", "What the die shows that may cost a stack which is too large one more unit (S1).", &on.Hunger, shown),

		modhost.When(everybody, "onSideStart", "turn", "The part of a turn begins in which a side rallies, moves and fights.", &on.SideStart, turn[engine.Side](), part),
		looks(modhost.Score(aUnit("the character"), "onRallies", "rallies", "How many units of its race a character may rally (S5).", &on.Rallies, "a factor")),
		looks(modhost.Score(aUnit("which"), "onAllowance", "allowance", "The movement allowance of a unit (S2). Reactions go by the printed one (S3.1).", &on.Allowance, "a factor")),
		looks(modhost.Veto(aUnit("which"), "onMarch", "march", "Whether a unit may move (S2).", &on.March)),
		looks(modhost.Veto(commands, "onCommand", "command", "Whether units of a side may be given an order, other than to march and to stay (S2, S4).", &on.Command)),
		looks(modhost.Veto(strides, "onEnter", "step", "Whether units of a side may go from one hex to the next (S2).", &on.Enter)),
		looks(modhost.Score(treads, "onCost", "cost", "What a unit pays to go from one hex to the next, in movement points (S2).", &on.Cost, "a factor")),
		modhost.On(strides, "onWayDie", "roll", "What a die shows that is the cost of a step (S2).", &on.WayDie, shown),
		modhost.On(aUnit("the first of the group"), "onMoved", "move", "A group has gone a step, before any reaction to it (S3.1).", &on.Moved),

		looks(modhost.Veto(sieges, "onDecline", "siege", "Whether the owner of a site may decline battle, which makes a siege (S4).", &on.Decline)),
		looks(modhost.Veto(sieges, "onBesiege", "siege", "Whether a walled place may be besieged (S4).", &on.Besiege)),
		modhost.On(sieges, "onSiegeStart", "siege", "A siege has begun (S4).", &on.SiegeStart),
		modhost.On(aUnit("which"), "onAssaultDie", "roll", "What the die of a unit shows that assaults (S4).", &on.AssaultDie, shown),
		looks(modhost.Score(digs, "onBreach", "breach", "What a die of a breach must be below (S4).", &on.Breach, "a factor")),
		modhost.On(sieges, "onBreachDie", "roll", "What a die of a breach shows (S4).", &on.BreachDie, shown),
		modhost.On(sieges, "onSiegeEnd", "siege", "A siege is over: it was lifted, or no unit is left inside (S4).", &on.SiegeEnd),
		looks(modhost.On(glances, "onSees", "glance", "Whether a side knows which enemy unit that is, and where (S6). An ability's script is called for the unit that is looked at.", &on.Sees, modhost.It[bool]("sees", "whether it sees the unit"))),

		modhost.On(about(
			modhost.Get("side", "the side that holds it now", func(c sorcery.Camp) engine.Side { return c.Side }),
			modhost.Get("hex", "where it is", func(c sorcery.Camp) sorcery.Spot { return c.Spot })),
			"onTaken", "place", "A place has a new owner: the only side with an army there (S0).", &on.Taken),
		modhost.When(everybody, "onSideEnd", "turn", "A side has moved and fought, and what it has won is its own.", &on.SideEnd, turn[engine.Side](), part),
		looks(modhost.Score(aSide("the side whose goals they are"), "onPoints", "points", "The points of a side's goals (S0).", &on.Points, "a factor")),
		modhost.On(nothing, "onVictor", "finish", "Who has won the campaign, when it is decided (S0).", &on.Victor, modhost.It[engine.Side]("winner?", "the side that has the hex, or nil")),
		modhost.When(everybody, "onCampaignEnd", "finish", "The campaign is decided.", &on.CampaignEnd, winner("the side that has won it"), rounds("turns", "how many turns it took")),
	}
}

// fighters are the owners of abilities in a battle: units that stand in the hex.
// Everybody includes units on the map of a campaign.
var (
	fighters  = ownersOf((*sorcery.Unit).Stands)
	everybody = ownersOf(func(u *sorcery.Unit) bool { return u.Stands() || u.Status() == sorcery.Afield })
)

func ownersOf(has func(u *sorcery.Unit) bool) modhost.Owners[*sorcery.Battle, *sorcery.Unit] {
	return modhost.Owners[*sorcery.Battle, *sorcery.Unit]{
		Field: "unit", Doc: "for an ability's script: the unit that has it, one after another",
		Len: func(b *sorcery.Battle) int { return len(b.Units()) },
		At: func(b *sorcery.Battle, i int, ability string) (*sorcery.Unit, bool) {
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
var shown = modhost.Die(func(b *sorcery.Battle) int { return b.Game().Rules.Die })

// maxLoss is the greatest loss that a script can set, in points: points in
// scripts, exact parts of one in the game.
const maxLoss = 100_000

var lossDoc = fmt.Sprintf("points, from 0 to %d; kept to the next of %d parts of one", maxLoss, sorcery.Whole)

func lossPoints(parts *int) float64 { return float64(*parts) / sorcery.Whole }

func setLoss(parts *int, points float64) error {
	if !(0 <= points && points <= maxLoss) {
		return fmt.Errorf("%s: must be from 0 to %d", scripting.Number(points), maxLoss)
	}
	*parts = int(math.Round(points * sorcery.Whole))
	return nil
}

// about returns the subject of hooks with events that only have fields of the context.
func about[C any](rows ...modhost.Row[C]) subject[C, C] {
	return subject[C, C]{Of: modhost.Itself[*sorcery.Battle, C], Rows: rows}
}

// withUnit returns a subject whose field unit has the abilities that count.
func withUnit[C any](of func(c C) *sorcery.Unit, rows ...modhost.Row[C]) subject[C, C] {
	s := about(rows...)
	s.Self, s.Has = "unit", func(_ *sorcery.Battle, c C, ability string) bool { return of(c).Kind().Has(ability) }
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
		modhost.Get("unit", "which", func(p sorcery.Part) *sorcery.Unit { return p.Unit }),
		modhost.Get("arm", "", func(p sorcery.Part) sorcery.Arm { return p.Arm }))
	checks = withUnit(func(c sorcery.Check) *sorcery.Unit { return c.Unit },
		modhost.Get("unit", "the unit that checks morale", func(c sorcery.Check) *sorcery.Unit { return c.Unit }),
		modhost.Get("after", "whether it is the check after the losses (S3.6), and not one by a remainder (S3.5)", func(c sorcery.Check) bool { return c.After }))
	glances = withUnit(func(g sorcery.Glance) *sorcery.Unit { return g.Unit },
		modhost.Get("side", "the side that looks", func(g sorcery.Glance) engine.Side { return g.Seat }),
		modhost.Get("unit", "the unit that it looks at", func(g sorcery.Glance) *sorcery.Unit { return g.Unit }))
	camps = about(
		modhost.Get("side", "the stack's side", func(c sorcery.Camp) engine.Side { return c.Side }),
		modhost.Get("hex", "where", func(c sorcery.Camp) sorcery.Spot { return c.Spot }))
	commands = about(
		modhost.Get("side", "the units' side", func(c sorcery.Command) engine.Side { return c.Side }),
		modhost.Get("hex", "where to", func(c sorcery.Command) sorcery.Spot { return spot(c.Hex) }),
		modhost.Get("order", `"enter", "leave", "sortie", "assault" or "breach"`, func(c sorcery.Command) sorcery.Order { return c.Order }))
	strides = about(
		modhost.Get("side", "the units' side", func(s sorcery.Stride) engine.Side { return s.Side }),
		modhost.Get("from", fromDoc, func(s sorcery.Stride) sorcery.Spot { return spot(s.From) }),
		modhost.Get("to", toDoc, func(s sorcery.Stride) sorcery.Spot { return spot(s.To) }))
	treads = withUnit(func(t sorcery.Tread) *sorcery.Unit { return t.Unit },
		modhost.Get("unit", "which", func(t sorcery.Tread) *sorcery.Unit { return t.Unit }),
		modhost.Get("from", fromDoc, func(t sorcery.Tread) sorcery.Spot { return spot(t.From) }),
		modhost.Get("to", toDoc, func(t sorcery.Tread) sorcery.Spot { return spot(t.To) }))
	sieges = about(siegeRows(itself)...)
	digs   = about(append(siegeRows(func(d sorcery.Dig) sorcery.Siege { return d.Siege }),
		modhost.Get("number", "1: the die against the turns of the siege; 2: that against the besieging units", func(d sorcery.Dig) int { return d.Die + 1 }))...)
	// ways is the subject of withdrawals: a side, and its hex.
	ways = subject[sorcery.Way, sorcery.Camp]{
		Of: func(h *host, w sorcery.Way) sorcery.Camp {
			if h.Battle.OnMap() {
				return sorcery.Camp{Side: w.Side, Spot: h.Battle.WayTo(w.Hex)}
			}
			return sorcery.Camp{Side: w.Side, Spot: sorcery.Spot(w.Hex)}
		},
		Rows: []modhost.Row[sorcery.Camp]{
			modhost.Get("side", "the side that withdraws", func(c sorcery.Camp) engine.Side { return c.Side }),
			modhost.Get("hex", "where to", func(c sorcery.Camp) sorcery.Spot { return c.Spot }),
		},
	}
)

const (
	fromDoc = "the hex that is left"
	toDoc   = "the hex that is entered"
)

func siegeRows[C any](of func(c C) sorcery.Siege) []modhost.Row[C] {
	return []modhost.Row[C]{
		modhost.Get("side", "the side that besieges", func(c C) engine.Side { return of(c).By }),
		modhost.Get("hex", "the site; of walled hexes the first of them", func(c C) sorcery.Spot { return spot(of(c).Hex) }),
		modhost.Get("turns", "how many turns it has lasted", func(c C) int { return of(c).Turns }),
	}
}
