package fight

import (
	"fmt"
	"math/big"
	"strconv"

	"houserule/engine"
)

// The events: values of What in an [engine.Event]. Who and Whom are ids of units, unless
// the comment names something else.
const (
	RoundBegan   int32 = iota + 1 // N: the round
	Matched                       // Who is named for a bout; N: the bout (S7)
	BoutBegan                     // Who: the first unit named for the bout; N: the bout, one of several in the round
	LeftAlone                     // Who: a leader that fights on without its unit
	Led                           // Who leads the die of its side
	Charges                       // Who
	Rolled                        // Who: a side; N: the total; [Position.Last] returns the whole roll
	Suffers                       // Who: a side; N: in parts of a point: see [Whole]
	Checked                       // Who checks morale; N: the die; [Position.Last] returns the whole roll
	Shaken                        // Who is demoralized
	Rallied                       // Who is in good order again
	LostUnit                      // Who is eliminated
	WasWounded                    // Who; N: the rest of its endurance
	Unnerved                      // Who fights an enemy that demoralizes it: Whom
	Caught                        // Who is captured
	Declared                      // Who: a side that will withdraw after the next round
	Guards                        // Who is in the rear guard
	SideWithdrew                  // Who: a side; Whom: the number of its units that stay, or -1: none stay, and others left before; N: the neighbor
	Trapped                       // Who: a side that cannot withdraw now; N: the number of its units that have withdrawn
	Reacted                       // Who tries to bring reinforcements; N: the dice
	Arrived                       // Who comes into the hex
	Joined                        // Who: a unit that a script has added
	Inflicted                     // Who inflicts a loss by a script; N: in parts of a point; [Position.Last] has its strength
	Said                          // by a script: [Position.Words]
	Ended
)

// tellings are the events of a fight. A war has more rows, and others for some of these.
var tellings = engine.Tellings[Knowledge]{
	Unit: func(k Knowledge, id int32) string { return k.Label(&k.of.units[id]) },
	Side: func(k Knowledge, side engine.Side) string { return k.of.SideName(side) },
	Rows: []engine.Telling[Knowledge]{
		RoundBegan:   {Depth: 0, Text: "Round $n"},
		Matched:      {Depth: 2, Sees: SeesUnit, Text: "$who is to fight $bout"},
		BoutBegan:    {Depth: 2, Sees: SeesUnit, Text: "$bout against $who"},
		LeftAlone:    {Depth: 3, Sees: SeesUnit, Text: "$who has lost its unit and fights on alone"},
		Led:          {Depth: 2, Sees: SeesUnit, Text: "$who leads"},
		Charges:      {Depth: 2, Sees: SeesUnit, Text: "$who charges"},
		Rolled:       {Depth: 2, Text: "$side rolls a $die: $score"},
		Suffers:      {Depth: 2, Text: "$side loses $points"},
		Checked:      {Depth: 2, Sees: SeesUnit, Secret: true, Text: "$who checks morale: a $n against $total, it $passes"},
		Shaken:       {Depth: 3, Sees: SeesUnit, Secret: true, Text: "$who is demoralized"},
		Rallied:      {Depth: 3, Sees: SeesUnit, Secret: true, Text: "$who is in good order again"},
		LostUnit:     {Depth: 3, Sees: SeesUnit, Text: "$who is eliminated"},
		WasWounded:   {Depth: 3, Sees: SeesUnit, Secret: true, Text: "$who is wounded: $endurance of its endurance is left"},
		Unnerved:     {Depth: 3, Sees: SeesUnit, Text: "$who is unnerved by $whom"},
		Caught:       {Depth: 2, Sees: SeesUnit, Text: "$who is captured"},
		Declared:     {Depth: 2, Text: "$side withdraws after the next round"},
		Guards:       {Depth: 2, Sees: SeesUnit, Text: "$who is in the rear guard"},
		SideWithdrew: {Depth: 2, Text: "$part$side withdraws to $way"},
		Trapped:      {Depth: 2, Text: "$rest$side has nowhere to go and stays"},
		Reacted:      {Depth: 2, Sees: SeesUnit, Text: "$who rolls a $n to come, modified $total, and $comes"},
		Arrived:      {Depth: 3, Sees: SeesUnit, Text: "$who enters the hex"},
		Joined:       {Depth: 2, Sees: SeesUnit, Text: "$who joins $owner"},
		Inflicted:    {Depth: 2, Sees: SeesUnit, Text: "$who inflicts $points beyond the dice"},
		Said:         {Depth: 2, Text: "$said"},
		Ended:        {Depth: 0, Text: "$outcome"},
	},
	Words: map[string]func(k Knowledge, e engine.Event) string{
		"owner":     func(k Knowledge, e engine.Event) string { return k.of.SideName(k.of.units[e.Who].side) },
		"bout":      func(k Knowledge, e engine.Event) string { return k.of.boutName(bout(e.N)) },
		"die":       func(k Knowledge, _ engine.Event) string { return strconv.Itoa(k.of.last.Die) },
		"score":     func(k Knowledge, _ engine.Event) string { return k.of.last.Score.String() },
		"total":     func(k Knowledge, _ engine.Event) string { return strconv.Itoa(k.of.last.Score.Total()) },
		"passes":    func(k Knowledge, _ engine.Event) string { return k.Passed("passes", "fails") },
		"comes":     func(k Knowledge, _ engine.Event) string { return k.Passed("comes", "stays") },
		"points":    func(_ Knowledge, e engine.Event) string { return Points(int(e.N)) },
		"endurance": func(_ Knowledge, e engine.Event) string { return strconv.Itoa(int(max(e.N, 0))) },
		"part": func(_ Knowledge, e engine.Event) string {
			return part(e.Whom > 0, "part of ") + part(e.Whom == restLeft, "the rest of ")
		},
		"rest":    func(_ Knowledge, e engine.Event) string { return part(e.N > 0, "the rest of ") },
		"way":     func(k Knowledge, e engine.Event) string { return k.of.WayName(int(e.N)) },
		"said":    func(k Knowledge, _ engine.Event) string { return k.of.said },
		"outcome": func(k Knowledge, _ engine.Event) string { return k.of.Outcome() },
	},
}

// Tellings returns the tellings of the events of a fight.
func Tellings() engine.Tellings[Knowledge] { return tellings }

// SeesUnit reports whether the viewer sees the unit that an event is about.
func SeesUnit(k Knowledge, e engine.Event) bool { return k.Sees(&k.of.units[e.Who]) }

// Passed returns the first of two words if the last die has passed, otherwise the second.
func (k Knowledge) Passed(pass, fail string) string {
	if k.of.last.Pass {
		return pass
	}
	return fail
}

// part returns words if they are to precede a side's name, because only a part of the side
// is meant; otherwise "".
func part(is bool, words string) string {
	if is {
		return words
	}
	return ""
}

// Describe returns an event in words, for a viewer that sees everything.
func (b *combat) Describe(e engine.Event) string { return b.Reading().KnownTo(Omniscient).Describe(e) }

// tellings returns the tellings of the events of the battle.
func (k Knowledge) tellings() engine.Tellings[Knowledge] {
	if k.of.around != nil {
		return k.of.around.Tellings()
	}
	return tellings
}

// Describe returns an event in words for the side, with no more than it sees, or "" if the
// side does not learn of the event. Depth returns its depth in a log: see [engine.Telling].
// SeesEvent reports whether the side sees what it is about.
func (k Knowledge) Describe(e engine.Event) string { return k.tellings().Describe(k, e) }
func (k Knowledge) Depth(e engine.Event) int       { return k.tellings().Depth(e) }
func (k Knowledge) SeesEvent(e engine.Event) bool  { return k.tellings().Sees(k, e) }

// Points returns parts of a point, [Whole] to a point, as points: "5", "1 1/5".
func Points(parts int) string {
	whole, rest := parts/Whole, parts%Whole
	fraction := big.NewRat(int64(rest), Whole).RatString()
	switch {
	case rest == 0:
		return fmt.Sprint(whole)
	case whole == 0:
		return fraction
	}
	return fmt.Sprintf("%d %s", whole, fraction)
}
