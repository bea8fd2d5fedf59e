package sorcerymods

import (
	"fmt"
	"math"

	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// The types of the core, for sorcery.
type (
	host              = modhost.Host[*fight.Battle]
	reader            = modhost.Reader[fight.Position]
	hook              = modhost.Hook[*fight.Battle]
	trial             = modhost.TestBattle[*fight.Battle]
	subject[C, T any] = modhost.Subject[fight.Position, C, T]
	moment[C any]     = modhost.Moment[fight.Position, C, *fight.Unit]
)

var looks = modhost.ReadOnly[*fight.Battle]

// hooks returns the table: every hook of the game.
func hooks(on *fight.Hooks, war *sorcery.WarHooks) []*hook {
	return append(fightHooks(on), warHooks(war)...)
}

// fightHooks returns the hooks of a battle, in the order in which it reaches them.
func fightHooks(on *fight.Hooks) []*hook {
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
			modhost.Get("need", "the greatest roll that passes", func(c fight.Check) int { return c.Need }),
			modhost.Get("die", "the number that the die shows", func(c fight.Check) int { return c.Die })),
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

// fighters are the owners of abilities in a battle: units that stand in the hex.
// Everybody includes units on the map of a campaign.
var (
	fighters  = ownersOf((*fight.Unit).Stands)
	everybody = ownersOf(func(u *fight.Unit) bool { return u.Stands() || u.Status() == fight.Afield })
)

func ownersOf(has func(u *fight.Unit) bool) modhost.Owners[fight.Position, *fight.Unit] {
	return modhost.Owners[fight.Position, *fight.Unit]{
		Field: "unit", Doc: "in an ability's script: the unit that has the ability; the hook is called once for each",
		Len: func(b fight.Position) int { return len(b.Units()) },
		At: func(b fight.Position, i int, ability string) (*fight.Unit, bool) {
			u := b.Unit(i)
			return u, has(u) && u.Kind().Has(ability)
		},
	}
}

// The fields that several hooks share.

func winner(doc string) modhost.Row[moment[fight.Result]] {
	return modhost.Get("winner?", doc+"; nil: none", func(m moment[fight.Result]) engine.Side { return m.Of.Winner })
}

func rounds(name, doc string) modhost.Row[moment[fight.Result]] {
	return modhost.Get(name, doc, func(m moment[fight.Result]) int { return m.Of.Rounds })
}

// shown is the field for a side's die, which stays one of its faces.
var shown = modhost.Die(func(b fight.Position) int { return b.Game().Rules.Die })

// maxLoss is the greatest loss that a script can set, in points: points in
// scripts, exact parts of one in the game.
const maxLoss = 100_000

var lossDoc = fmt.Sprintf("points, from 0 to %d, rounded to the nearest %dth of a point", maxLoss, fight.Whole)

func lossPoints(parts *int) float64 { return float64(*parts) / fight.Whole }

func setLoss(parts *int, points float64) error {
	if !(0 <= points && points <= maxLoss) {
		return fmt.Errorf("%s: must be from 0 to %d", lua.Number(points), maxLoss)
	}
	*parts = int(math.Round(points * fight.Whole))
	return nil
}

// about returns the subject of hooks with events that only have fields of the context.
func about[C any](rows ...modhost.Row[C]) subject[C, C] {
	return subject[C, C]{Of: modhost.Itself[fight.Position, C], Rows: rows}
}

// withUnit returns a subject whose field unit has the abilities that count.
func withUnit[C any](of func(c C) *fight.Unit, rows ...modhost.Row[C]) subject[C, C] {
	s := about(rows...)
	s.Self, s.Has = "unit", func(_ fight.Position, c C, ability string) bool { return of(c).Kind().Has(ability) }
	return s
}

func itself[T any](t T) T { return t }

func aUnit(doc string) subject[*fight.Unit, *fight.Unit] {
	return withUnit(itself, modhost.Get("unit", doc, itself[*fight.Unit]))
}

func aSide(doc string) subject[engine.Side, engine.Side] {
	return about(modhost.Get("side", doc, itself[engine.Side]))
}

// The subjects of hooks about more than a unit or a side.
var (
	nothing = about[engine.Side]()
	rolls   = about(modhost.Get("side", "the side whose die it is", func(r fight.Roll) engine.Side { return r.Side }))
	parts   = withUnit(func(p fight.Part) *fight.Unit { return p.Unit },
		modhost.Get("unit", "the unit", func(p fight.Part) *fight.Unit { return p.Unit }),
		modhost.Get("arm", "", func(p fight.Part) fight.Arm { return p.Arm }))
	checks = withUnit(func(c fight.Check) *fight.Unit { return c.Unit },
		modhost.Get("unit", "the unit that checks morale", func(c fight.Check) *fight.Unit { return c.Unit }),
		modhost.Get("after", "true: the check after the losses (S3.6); false: a check because of a remainder (S3.5)", func(c fight.Check) bool { return c.After }))
	// ways is the subject of withdrawals: a side, and its hex.
	ways = subject[fight.Way, sorcery.Camp]{
		Of: func(r *reader, w fight.Way) sorcery.Camp {
			if r.Battle.InWar() {
				return sorcery.Camp{Side: w.Side, Spot: sorcery.TheaterOf(r.Battle).WayTo(w.Hex)}
			}
			return sorcery.Camp{Side: w.Side, Spot: sorcery.Spot(w.Hex)}
		},
		Rows: []modhost.Row[sorcery.Camp]{
			modhost.Get("side", "the side that withdraws", func(c sorcery.Camp) engine.Side { return c.Side }),
			modhost.Get("hex", "the hex that the side withdraws into", func(c sorcery.Camp) sorcery.Spot { return c.Spot }),
		},
	}
)
