package sorcery

import (
	"fmt"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
)

// The events of a campaign. Spots are numbers: see [Spot].
const (
	TurnBegan  int32 = iota + fight.Ended + 1 // N: the turn
	SideBegan                                 // Who: the side that moves
	Crowded                                   // Who: a side with too much weight in the spot Whom; N: the excess
	Hungered                                  // Who: a side; Whom: a spot; N: the rest; [fight.Position.Last] has the die
	Moved                                     // Who: the first unit of a group; Whom: the hex that it leaves; N: its spot
	Struggled                                 // Who: the first unit of a group, on the way into the hex Whom; N: the die
	Sprang                                    // Who: a leader that has reacted; Whom: the hex that it leaves; N: its spot
	Besieged                                  // Who: the besieging side; N: the hex
	Raised                                    // Who: the side that ends its siege; N: the hex
	Assaulted                                 // Who assaults the hex Whom; N: the die
	Breached                                  // Who: the first of the units that breach the hex Whom; N: the die
	FightBegan                                // Who: the side that moves; N: the spot
	FightEnded                                // Who: the side that holds the hex; Whom: the spot; N: the [fight.Ending]
	Taken                                     // Who: the side that now holds the hex N
	Revealed                                  // Who: a side that looks into the spot N
)

// warTellings are the events of a war and of its fights. A side does not learn the total of
// a reaction if it sees not all units whose pace counts (S6).
var warTellings = fight.Tellings().With([]engine.Telling[fight.Knowledge]{
	fight.RoundBegan: {Depth: 2, Text: "Round $n"},
	fight.Reacted:    {Depth: 2, Sees: fight.SeesUnit, Text: "$who rolls a $n to come$modified, and $comes", Veiled: "a leader of $owner tries to react, and $comes"},

	TurnBegan:  {Depth: 0, Text: "Turn $n"},
	SideBegan:  {Depth: 1, Text: "$side moves"},
	Crowded:    {Depth: 2, Sees: seesStack, Text: "$side has $n too many in $where", Veiled: "$side has too many in $where"},
	Hungered:   {Depth: 2, Sees: seesStack, Text: "$side rolls a $die: a $n or less costs one more unit in $where", Veiled: "$side rolls a $die for those in $where"},
	Moved:      {Depth: 2, Sees: fight.SeesUnit, Text: "$group $marches"},
	Struggled:  {Depth: 2, Sees: fight.SeesUnit, Secret: true, Text: "the way to $hex costs $who a $n"},
	Sprang:     {Depth: 2, Sees: fight.SeesUnit, Text: "$group $reacts"},
	Besieged:   {Depth: 2, Text: "$side besieges $place"},
	Raised:     {Depth: 2, Text: "the siege of $place by $side is over"},
	Assaulted:  {Depth: 2, Sees: fight.SeesUnit, Text: "$who assaults $hex: a $n, it $enters"},
	Breached:   {Depth: 2, Sees: fight.SeesUnit, Text: "$owner breaches $hex: a $n, which must be below $total, $suffices", Veiled: "$owner breaches $hex: a $n, which $suffices"},
	FightBegan: {Depth: 1, Text: "Battle in $spot"},
	FightEnded: {Depth: 1, Text: "$side has $where", Alone: "nobody has $where"},
	Taken:      {Depth: 2, Text: "$side takes $place"},
	Revealed:   {Depth: 2, Sees: looksItself, Secret: true, Text: "$side looks into $spot"},
}, map[string]func(k fight.Knowledge, e engine.Event) string{
	"hex":   func(k fight.Knowledge, e engine.Event) string { return theater(k).PlaceName(hex.Hex(e.Whom)) },
	"place": func(k fight.Knowledge, e engine.Event) string { return theater(k).PlaceName(hex.Hex(e.N)) },
	"where": func(k fight.Knowledge, e engine.Event) string { return theater(k).spotName(Spot(e.Whom)) },
	"spot":  func(k fight.Knowledge, e engine.Event) string { return theater(k).spotName(Spot(e.N)) },
	"group": func(k fight.Knowledge, e engine.Event) string {
		return theater(k).groupName(k, k.Of().Unit(int(e.Who)))
	},
	"marches":  func(k fight.Knowledge, e engine.Event) string { return move(k, "marches", e) },
	"reacts":   func(k fight.Knowledge, e engine.Event) string { return move(k, "reacts", e) },
	"modified": modified,
	"enters":   enters,
	"suffices": func(k fight.Knowledge, _ engine.Event) string { return k.Passed("is enough", "is not enough") },
})

func (w *War) Tellings() engine.Tellings[fight.Knowledge] { return warTellings }

// theater returns the war around the battle.
func theater(k fight.Knowledge) Theater { return TheaterOf(k.Of()) }

// seesStack reports whether the viewer sees all units of the stack that an event is about.
func seesStack(k fight.Knowledge, e engine.Event) bool {
	return theater(k).seesAll(k, engine.Side(e.Who), Spot(e.Whom))
}

// looksItself reports whether an event is about a look of the viewer, or the viewer sees
// everything.
func looksItself(k fight.Knowledge, e engine.Event) bool {
	return k.Seat() < 0 || k.Seat() == engine.Side(e.Who)
}

// move says where a group goes. If the viewer does not see the group, it also says where
// the group was: its name does not say which of the stacks it is.
func move(k fight.Knowledge, how string, e engine.Event) string {
	from, to := theater(k).PlaceName(hex.Hex(e.Whom)), theater(k).spotName(Spot(e.N))
	switch stays := hex.Hex(e.Whom) == Spot(e.N).Hex(); {
	case stays && Spot(e.N).Inside():
		return "goes inside " + from
	case stays:
		return "comes out into " + from
	case !fight.SeesUnit(k, e):
		return fmt.Sprintf("%s from %s to %s", how, from, to)
	}
	return fmt.Sprintf("%s to %s", how, to)
}

// modified returns the total of a reaction, if the viewer sees what it consists of.
func modified(k fight.Knowledge, _ engine.Event) string {
	if !theater(k).SeesPaces(k.Seat()) {
		return ""
	}
	return fmt.Sprintf(", modified %d", k.Of().Last().Score.Total())
}

// enters says how an assault ends for a unit (S4).
func enters(k fight.Knowledge, e engine.Event) string {
	switch u := k.Of().Unit(int(e.Who)); {
	case k.Of().Last().Pass:
		return "gets in"
	case int(e.N) >= theater(k).game.War.AssaultShakes && u.Troop():
		return "is thrown back"
	}
	return "stays outside"
}
