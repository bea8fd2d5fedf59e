package sorcery

import (
	"fmt"
	"math/big"

	"houserule/engine"
	"houserule/engine/hex"
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
func (b *fight) Describe(e engine.Event) string { return b.Reading().KnownTo(Omniscient).Describe(e) }

// Describe returns an event in words for the side, with no more than it sees, or "" if the
// side does not learn of the event.
func (k Knowledge) Describe(e engine.Event) string {
	b := k.of
	who := func() string { return k.Label(&b.units[e.Who]) }
	side := func() string { return b.SideName(engine.Side(e.Who)) }
	switch e.What {
	case Shaken, Rallied, WasWounded, Checked, Struggled:
		if !k.Sees(&b.units[e.Who]) {
			return ""
		}
	case Revealed:
		if k.seat >= 0 && k.seat != engine.Side(e.Who) {
			return ""
		}
	}
	place := func(n int32) string { return b.War().PlaceName(hex.Hex(n)) }
	spot := func(n int32) string { return b.War().spotName(Spot(n)) }
	does := func(pass, fail string) string {
		if b.last.Pass {
			return pass
		}
		return fail
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
		how := "fails"
		if b.last.Pass {
			how = "passes"
		}
		return fmt.Sprintf("%s checks morale: a %d against %d, it %s", who(), e.N, b.last.Score.Total(), how)
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
		how := "stays"
		if b.last.Pass {
			how = "comes"
		}
		if !k.Sees(&b.units[e.Who]) {
			return fmt.Sprintf("a leader of %s tries to react, and %s", b.SideName(b.units[e.Who].side), how)
		}
		if !k.SeesPaces() {
			return fmt.Sprintf("%s rolls a %d to come, and %s", who(), e.N, how)
		}
		return fmt.Sprintf("%s rolls a %d to come, modified %d, and %s", who(), e.N, b.last.Score.Total(), how)
	case Arrived:
		return fmt.Sprintf("%s enters the hex", who())
	case Joined:
		return fmt.Sprintf("%s joins %s", who(), b.SideName(b.units[e.Who].side))
	case Said:
		return b.said
	case Ended:
		return b.Outcome()
	case TurnBegan:
		return fmt.Sprintf("Turn %d", e.N)
	case SideBegan:
		return fmt.Sprintf("%s moves", side())
	case Crowded:
		if !k.seesAll(engine.Side(e.Who), Spot(e.Whom)) {
			return fmt.Sprintf("%s has too many in %s", side(), spot(e.Whom))
		}
		return fmt.Sprintf("%s has %d too many in %s", side(), e.N, spot(e.Whom))
	case Hungered:
		if !k.seesAll(engine.Side(e.Who), Spot(e.Whom)) {
			return fmt.Sprintf("%s rolls a %d for those in %s", side(), b.last.Die, spot(e.Whom))
		}
		return fmt.Sprintf("%s rolls a %d: a %d or less costs one more unit in %s", side(), b.last.Die, e.N, spot(e.Whom))
	case Moved, Sprang:
		how := "marches"
		if e.What == Sprang {
			how = "reacts"
		}
		who, from, to := k.groupName(&b.units[e.Who]), hex.Hex(e.Whom), Spot(e.N)
		switch {
		case from == to.Hex() && to.Inside():
			return fmt.Sprintf("%s goes inside %s", who, place(e.Whom))
		case from == to.Hex():
			return fmt.Sprintf("%s comes out into %s", who, place(e.Whom))
		case !k.Sees(&b.units[e.Who]): // otherwise the side could tell which stack it is
			return fmt.Sprintf("%s %s from %s to %s", who, how, place(e.Whom), spot(e.N))
		}
		return fmt.Sprintf("%s %s to %s", who, how, spot(e.N))
	case Struggled:
		return fmt.Sprintf("the way to %s costs %s a %d", place(e.Whom), k.Label(&b.units[e.Who]), e.N)
	case Besieged:
		return fmt.Sprintf("%s besieges %s", side(), place(e.N))
	case Raised:
		return fmt.Sprintf("the siege of %s by %s is over", place(e.N), side())
	case Assaulted:
		how := "stays outside"
		switch u := &b.units[e.Who]; {
		case b.last.Pass:
			how = "gets in"
		case int(e.N) >= b.game.Rules.AssaultShakes && u.Troop():
			how = "is thrown back"
		}
		return fmt.Sprintf("%s assaults %s: a %d, it %s", k.Label(&b.units[e.Who]), place(e.Whom), e.N, how)
	case Breached:
		if !k.Sees(&b.units[e.Who]) {
			return fmt.Sprintf("%s breaches %s: a %d, which %s", b.SideName(b.units[e.Who].side), place(e.Whom), e.N, does("is enough", "is not enough"))
		}
		return fmt.Sprintf("%s breaches %s: a %d, which must be below %d, %s", b.SideName(b.units[e.Who].side), place(e.Whom), e.N,
			b.last.Score.Total(), does("is enough", "is not enough"))
	case FightBegan:
		return fmt.Sprintf("Battle in %s", spot(e.N))
	case FightEnded:
		if e.Who < 0 {
			return fmt.Sprintf("nobody has %s", spot(e.Whom))
		}
		return fmt.Sprintf("%s has %s", side(), spot(e.Whom))
	case Taken:
		return fmt.Sprintf("%s takes %s", side(), place(e.N))
	case Revealed:
		return fmt.Sprintf("%s looks into %s", side(), spot(e.N))
	}
	return ""
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
