package fight

import (
	"fmt"
	"math/big"

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

	// The events of a campaign. Spots are numbers: see [Spot].
	TurnBegan  // N: the turn
	SideBegan  // Who: the side that moves
	Crowded    // Who: a side with too much weight in the spot Whom; N: the excess
	Hungered   // Who: a side; Whom: a spot; N: the rest; [Position.Last] has the die
	Moved      // Who: the first unit of a group; Whom: the hex that it leaves; N: its spot
	Struggled  // Who: the first unit of a group, on the way into the hex Whom; N: the die
	Sprang     // Who: a leader that has reacted; Whom: the hex that it leaves; N: its spot
	Besieged   // Who: the besieging side; N: the hex
	Raised     // Who: the side that ends its siege; N: the hex
	Assaulted  // Who assaults the hex Whom; N: the die
	Breached   // Who: the first of the units that breach the hex Whom; N: the die
	FightBegan // Who: the side that moves; N: the spot
	FightEnded // Who: the side that holds the hex; Whom: the spot; N: the [Ending]
	Taken      // Who: the side that now holds the hex N
	Revealed   // Who: a side that looks into the spot N
	Ended
)

// Describe returns an event in words, for a viewer that sees everything.
func (b *combat) Describe(e engine.Event) string { return b.Reading().KnownTo(Omniscient).Describe(e) }

// Describe returns an event in words for the side, with no more than it sees, or "" if the
// side does not learn of the event.
func (k Knowledge) Describe(e engine.Event) string {
	b := k.of
	who := func() string { return k.Label(&b.units[e.Who]) }
	side := func() string { return b.SideName(engine.Side(e.Who)) }
	switch e.What {
	case Shaken, Rallied, WasWounded, Checked:
		if !k.Sees(&b.units[e.Who]) {
			return ""
		}
	}
	if b.around != nil {
		if text, ok := b.around.Describe(k, e); ok {
			return text
		}
	}
	switch e.What {
	case RoundBegan:
		return fmt.Sprintf("Round %d", e.N)
	case Matched:
		return fmt.Sprintf("%s is to fight %s", who(), b.boutName(bout(e.N)))
	case BoutBegan:
		return fmt.Sprintf("%s against %s", b.boutName(bout(e.N)), who())
	case LeftAlone:
		return fmt.Sprintf("%s has lost its unit and fights on alone", who())
	case Led:
		return fmt.Sprintf("%s leads", who())
	case Charges:
		return fmt.Sprintf("%s charges", who())
	case Rolled:
		return fmt.Sprintf("%s rolls a %d: %s", side(), b.last.Die, b.last.Score)
	case Suffers:
		return fmt.Sprintf("%s loses %s", side(), Points(int(e.N)))
	case Inflicted:
		return fmt.Sprintf("%s inflicts %s beyond the dice", who(), Points(int(e.N)))
	case Checked:
		return fmt.Sprintf("%s checks morale: a %d against %d, it %s", who(), e.N, b.last.Score.Total(), b.Passed("passes", "fails"))
	case Shaken:
		return fmt.Sprintf("%s is demoralized", who())
	case Rallied:
		return fmt.Sprintf("%s is in good order again", who())
	case LostUnit:
		return fmt.Sprintf("%s is eliminated", who())
	case WasWounded:
		return fmt.Sprintf("%s is wounded: %d of its endurance is left", who(), max(e.N, 0))
	case Unnerved:
		return fmt.Sprintf("%s is unnerved by %s", who(), k.Label(&b.units[e.Whom]))
	case Caught:
		return fmt.Sprintf("%s is captured", who())
	case Declared:
		return fmt.Sprintf("%s withdraws after the next round", side())
	case Guards:
		return fmt.Sprintf("%s is in the rear guard", who())
	case SideWithdrew:
		return fmt.Sprintf("%s withdraws to %s", part(e.Whom > 0, "part of ")+part(e.Whom == restLeft, "the rest of ")+side(), b.WayName(int(e.N)))
	case Trapped:
		return fmt.Sprintf("%s has nowhere to go and stays", part(e.N > 0, "the rest of ")+side())
	case Reacted:
		return fmt.Sprintf("%s rolls a %d to come, modified %d, and %s", who(), e.N, b.last.Score.Total(), b.Passed("comes", "stays"))
	case Arrived:
		return fmt.Sprintf("%s enters the hex", who())
	case Joined:
		return fmt.Sprintf("%s joins %s", who(), b.SideName(b.units[e.Who].side))
	case Said:
		return b.said
	case Ended:
		return b.Outcome()
	}
	return ""
}

// Passed returns the first of two words if the last die has passed, otherwise the second.
func (b Position) Passed(pass, fail string) string {
	if b.last.Pass {
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
