package sorcery

import (
	"fmt"
	"math/big"

	"houserule/engine"
)

// What happens in a battle. Who and Whom are units by their ids, unless it
// says otherwise.
const (
	RoundBegan   int32 = iota + 1 // N: the round
	Matched                       // Who fights characters or a monster that are alone
	Alone                         // Who: a leader that fights on without its unit
	Led                           // Who leads the die of its side
	Charges                       // Who
	Rolled                        // Who: a side; N: the total; [Battle.Last] has all of it
	Suffers                       // Who: a side; N: in parts of a point: see [Whole]
	Checked                       // Who checks morale; N: the die; [Battle.Last] has all of it
	Shaken                        // Who is demoralised
	Rallied                       // Who is in good order again
	LostUnit                      // Who is eliminated
	WasWounded                    // Who; N: what is left of its endurance
	Unnerved                      // Who fights something that demoralises it: Whom
	Caught                        // Who is captured
	Declared                      // Who: a side that withdraws after the next round
	Guards                        // Who is in the rear guard
	SideWithdrew                  // Who: a side; N: the neighbour
	Trapped                       // Who: a side that cannot withdraw now
	Reacted                       // Who tries to bring reinforcements; N: the dice
	Arrived                       // Who comes into the hex
	Joined                        // Who: a unit that a script has added
	Said                          // by a script: [Battle.Words]
	Ended
)

// Describe puts an event into words.
func (b *Battle) Describe(e engine.Event) string {
	who := func() string { return b.Label(&b.units[e.Who]) }
	side := func() string { return SideName(engine.Side(e.Who)) }
	switch e.What {
	case RoundBegan:
		return fmt.Sprintf("Round %d", e.N)
	case Matched:
		return fmt.Sprintf("%s is to fight them", who())
	case Alone:
		return fmt.Sprintf("%s has lost its unit and fights on alone", who())
	case Led:
		return fmt.Sprintf("%s leads", who())
	case Charges:
		return fmt.Sprintf("%s charges", who())
	case Rolled:
		return fmt.Sprintf("%s rolls a %d: %s", side(), b.last.Die, b.last.Score)
	case Suffers:
		return fmt.Sprintf("%s loses %s", side(), Points(int(e.N)))
	case Checked:
		how := "fails"
		if b.last.Pass {
			how = "passes"
		}
		return fmt.Sprintf("%s checks morale: a %d against %d, it %s", who(), e.N, b.last.Score.Total(), how)
	case Shaken:
		return fmt.Sprintf("%s is demoralised", who())
	case Rallied:
		return fmt.Sprintf("%s is in good order again", who())
	case LostUnit:
		return fmt.Sprintf("%s is eliminated", who())
	case WasWounded:
		return fmt.Sprintf("%s is wounded: %d of its endurance is left", who(), max(e.N, 0))
	case Unnerved:
		return fmt.Sprintf("%s is unnerved by %s", who(), b.Label(&b.units[e.Whom]))
	case Caught:
		return fmt.Sprintf("%s is captured", who())
	case Declared:
		return fmt.Sprintf("%s withdraws after the next round", side())
	case Guards:
		return fmt.Sprintf("%s is in the rear guard", who())
	case SideWithdrew:
		return fmt.Sprintf("%s withdraws to %s", side(), b.start.setup.Neighbors[e.N].Name)
	case Trapped:
		return fmt.Sprintf("%s has nowhere to go and stays", side())
	case Reacted:
		how := "stays"
		if b.last.Pass {
			how = "comes"
		}
		return fmt.Sprintf("%s rolls a %d to come, modified %d, and %s", who(), e.N, b.last.Score.Total(), how)
	case Arrived:
		return fmt.Sprintf("%s enters the hex", who())
	case Joined:
		return fmt.Sprintf("%s joins %s", who(), SideName(b.units[e.Who].side))
	case Said:
		return b.said
	case Ended:
		return b.result.String()
	}
	return ""
}

// Points writes parts of a point, of which [Whole] make one: "5", "1 1/5".
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
