package sorcery

import (
	"fmt"

	"houserule/engine"
	"houserule/engine/hex"
)

// The events of a campaign. Spots are numbers: see [Spot].
const (
	TurnBegan  int32 = iota + Ended + 1 // N: the turn
	SideBegan                           // Who: the side that moves
	Crowded                             // Who: a side with too much weight in the spot Whom; N: the excess
	Hungered                            // Who: a side; Whom: a spot; N: the rest; [Position.Last] has the die
	Moved                               // Who: the first unit of a group; Whom: the hex that it leaves; N: its spot
	Struggled                           // Who: the first unit of a group, on the way into the hex Whom; N: the die
	Sprang                              // Who: a leader that has reacted; Whom: the hex that it leaves; N: its spot
	Besieged                            // Who: the besieging side; N: the hex
	Raised                              // Who: the side that ends its siege; N: the hex
	Assaulted                           // Who assaults the hex Whom; N: the die
	Breached                            // Who: the first of the units that breach the hex Whom; N: the die
	FightBegan                          // Who: the side that moves; N: the spot
	FightEnded                          // Who: the side that holds the hex; Whom: the spot; N: the [Ending]
	Taken                               // Who: the side that now holds the hex N
	Revealed                            // Who: a side that looks into the spot N
)

// warTellings are the events of a war and of its fights. A side does not learn the total of
// a reaction if it sees not all units whose pace counts (S6).
var warTellings = tellings.With([]engine.Telling[Knowledge]{
	RoundBegan: {Depth: 2, Text: "Round $n"},
	Reacted:    {Depth: 2, Sees: seesUnit, Text: "$who rolls a $n to come$modified, and $comes", Veiled: "a leader of $owner tries to react, and $comes"},

	TurnBegan:  {Depth: 0, Text: "Turn $n"},
	SideBegan:  {Depth: 1, Text: "$side moves"},
	Crowded:    {Depth: 2, Sees: seesStack, Text: "$side has $n too many in $where", Veiled: "$side has too many in $where"},
	Hungered:   {Depth: 2, Sees: seesStack, Text: "$side rolls a $die: a $n or less costs one more unit in $where", Veiled: "$side rolls a $die for those in $where"},
	Moved:      {Depth: 2, Sees: seesUnit, Text: "$group $marches"},
	Struggled:  {Depth: 2, Sees: seesUnit, Secret: true, Text: "the way to $hex costs $who a $n"},
	Sprang:     {Depth: 2, Sees: seesUnit, Text: "$group $reacts"},
	Besieged:   {Depth: 2, Text: "$side besieges $place"},
	Raised:     {Depth: 2, Text: "the siege of $place by $side is over"},
	Assaulted:  {Depth: 2, Sees: seesUnit, Text: "$who assaults $hex: a $n, it $enters"},
	Breached:   {Depth: 2, Sees: seesUnit, Text: "$owner breaches $hex: a $n, which must be below $total, $suffices", Veiled: "$owner breaches $hex: a $n, which $suffices"},
	FightBegan: {Depth: 1, Text: "Battle in $spot"},
	FightEnded: {Depth: 1, Text: "$side has $where", Alone: "nobody has $where"},
	Taken:      {Depth: 2, Text: "$side takes $place"},
	Revealed:   {Depth: 2, Sees: looksItself, Secret: true, Text: "$side looks into $spot"},
}, map[string]func(k Knowledge, e engine.Event) string{
	"hex":      func(k Knowledge, e engine.Event) string { return k.theater().PlaceName(hex.Hex(e.Whom)) },
	"place":    func(k Knowledge, e engine.Event) string { return k.theater().PlaceName(hex.Hex(e.N)) },
	"where":    func(k Knowledge, e engine.Event) string { return k.theater().spotName(Spot(e.Whom)) },
	"spot":     func(k Knowledge, e engine.Event) string { return k.theater().spotName(Spot(e.N)) },
	"group":    func(k Knowledge, e engine.Event) string { return k.theater().groupName(k, &k.of.units[e.Who]) },
	"marches":  func(k Knowledge, e engine.Event) string { return k.move("marches", e) },
	"reacts":   func(k Knowledge, e engine.Event) string { return k.move("reacts", e) },
	"modified": modified,
	"enters":   enters,
	"suffices": func(k Knowledge, _ engine.Event) string { return k.passed("is enough", "is not enough") },
})

func (w *War) tellings() engine.Tellings[Knowledge] { return warTellings }

// theater returns the war around the battle.
func (k Knowledge) theater() Theater { return k.of.around.(*War).reading() }

// seesStack reports whether the viewer sees all units of the stack that an event is about.
func seesStack(k Knowledge, e engine.Event) bool {
	return k.theater().seesAll(k, engine.Side(e.Who), Spot(e.Whom))
}

// looksItself reports whether an event is about a look of the viewer, or the viewer sees
// everything.
func looksItself(k Knowledge, e engine.Event) bool { return k.seat < 0 || k.seat == engine.Side(e.Who) }

// move says where a group goes. If the viewer does not see the group, it also says where
// the group was: its name does not say which of the stacks it is.
func (k Knowledge) move(how string, e engine.Event) string {
	from, to := k.theater().PlaceName(hex.Hex(e.Whom)), k.theater().spotName(Spot(e.N))
	switch stays := hex.Hex(e.Whom) == Spot(e.N).Hex(); {
	case stays && Spot(e.N).Inside():
		return "goes inside " + from
	case stays:
		return "comes out into " + from
	case !seesUnit(k, e):
		return fmt.Sprintf("%s from %s to %s", how, from, to)
	}
	return fmt.Sprintf("%s to %s", how, to)
}

// modified returns the total of a reaction, if the viewer sees what it consists of.
func modified(k Knowledge, _ engine.Event) string {
	if !k.theater().SeesPaces(k.seat) {
		return ""
	}
	return fmt.Sprintf(", modified %d", k.of.last.Score.Total())
}

// enters says how an assault ends for a unit (S4).
func enters(k Knowledge, e engine.Event) string {
	switch u := &k.of.units[e.Who]; {
	case k.of.last.Pass:
		return "gets in"
	case int(e.N) >= k.of.game.Rules.AssaultShakes && u.Troop():
		return "is thrown back"
	}
	return "stays outside"
}
