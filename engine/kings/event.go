package kings

import (
	"fmt"
	"strings"

	"houserule/engine"
)

// The events: values of What in an [engine.Event]. Who and Whom are ids of counters, unless
// the comment names a side.
const (
	RoundBegan    int32 = iota + 1 // N: the round
	StepBegan                      // N: the combat step
	Named                          // Who, Whom: sides
	ItemPlayed                     // Who: the item; Whom: the counter that gets it, or -1
	Rolled                         // Who; N: the die; [Battle.Last] returns the whole roll
	Suffers                        // Who: a side; N: hits
	Wasted                         // Who: a side; N: hits that none of its counters could take
	Shielded                       // Who: the counter that averted a hit from its side
	WasHit                         // Who: a building; N: the value that is left
	Saved                          // Who; N: the die
	NotSaved                       // Who; N: the die
	LostCounter                    // Who
	Flipped                        // Who: a building that is neutralized
	Besieged                       // Who: the counter that hits a fort before the battle; Whom: the fort
	SideRetreated                  // Who: a side; N: the neighbor
	Removed                        // Who: a counter that found no room in the hex of a retreat
	HexTaken                       // Who: the new owner
	Restored                       // Who: a building; N: the die
	Reduced                        // Who: a building that has lost a level; N: the die
	Righted                        // Who: a building that was flipped without a hit
	Changed                        // Who: a counter that now fights for another side; N: the side
	Marked                         // Who: a counter whose marks have changed
	Turned                         // Who: the counter whose die was turned; Whom: the old face; N: the new face
	Joined                         // Who: a counter that a script has added
	Said                           // by a script: [Battle.Words]
	Ended
)

// Describe returns an event as a sentence.
func (b *Position) Describe(e engine.Event) string {
	who := func() string { return b.Label(&b.counters[e.Who]) }
	side := func(n int32) string { return SideName(engine.Side(n), b.seats) }
	switch e.What {
	case RoundBegan:
		return fmt.Sprintf("Round %d", e.N)
	case StepBegan:
		return fmt.Sprintf("The %s step", CombatStep(e.N))
	case Named:
		return fmt.Sprintf("%s attacks %s", side(e.Who), side(e.Whom))
	case ItemPlayed:
		item := &b.counters[e.Who]
		if e.Whom < 0 {
			return fmt.Sprintf("%s plays %s", SideName(item.side, b.seats), item.thing.Name)
		}
		return fmt.Sprintf("%s plays %s on %s", SideName(item.side, b.seats), item.thing.Name, b.Label(&b.counters[e.Whom]))
	case Rolled:
		return b.last.describe(b)
	case Suffers:
		return fmt.Sprintf("%s takes %s", side(e.Who), hitCount(int(e.N)))
	case Wasted:
		why := "nobody is left to take them"
		if b.in[e.Who] > 0 {
			why = "none of its counters may take them"
		}
		return fmt.Sprintf("%s too many for %s: %s", hitCount(int(e.N)), side(e.Who), why)
	case Shielded:
		return fmt.Sprintf("%s takes a hit off", who())
	case WasHit:
		return fmt.Sprintf("%s takes a hit: its value is %d now", who(), e.N)
	case Saved:
		return fmt.Sprintf("%s is hit and saves itself with a %d", who(), e.N)
	case NotSaved:
		return fmt.Sprintf("%s rolls a %d and is not saved", who(), e.N)
	case LostCounter:
		return fmt.Sprintf("%s is eliminated", who())
	case Flipped:
		return fmt.Sprintf("%s is neutralized", who())
	case Besieged:
		return fmt.Sprintf("%s hits %s before the battle", who(), b.Label(&b.counters[e.Whom]))
	case SideRetreated:
		return fmt.Sprintf("%s retreats to %s", side(e.Who), b.start.setup.Neighbors[e.N].Name)
	case Removed:
		return fmt.Sprintf("%s is one too many there and is removed", who())
	case HexTaken:
		return fmt.Sprintf("%s has the hex", side(e.Who))
	case Restored:
		return fmt.Sprintf("%s is restored with a %d", who(), e.N)
	case Reduced:
		c := &b.counters[e.Who]
		if c.status == Eliminated {
			return fmt.Sprintf("%s is gone with a %d", who(), e.N)
		}
		return fmt.Sprintf("%s rolls a %d, is not restored and falls back to %s", b.Name(c), e.N, c.thing.Name)
	case Righted:
		return fmt.Sprintf("%s is righted again", who())
	case Changed:
		return fmt.Sprintf("%s fights for %s now", who(), side(e.N))
	case Marked:
		switch words := b.counters[e.Who].marks.Words(); len(words) {
		case 0:
			return fmt.Sprintf("%s has no marks now", who())
		case 1:
			return fmt.Sprintf("%s has the mark %s now", who(), words[0])
		default:
			return fmt.Sprintf("%s has the marks %s now", who(), strings.Join(words, ", "))
		}
	case Turned:
		return fmt.Sprintf("the %d of %s is turned to a %d", e.Whom, who(), e.N)
	case Joined:
		return fmt.Sprintf("%s joins %s", who(), SideName(b.counters[e.Who].side, b.seats))
	case Said:
		return b.said
	case Ended:
		return b.result.String()
	}
	return ""
}

func (r Throw) describe(b *Position) string {
	how := "misses"
	switch {
	case r.Hits == 1:
		how = "hits"
	case r.Hits > 1:
		how = fmt.Sprintf("scores %s", hitCount(r.Hits))
	case r.Die <= r.Value.Total(): // a hook has changed the result
		how = "scores no hit all the same"
	}
	return fmt.Sprintf("%s rolls a %d against %d and %s", b.Label(r.By), r.Die, r.Value.Total(), how)
}

func hitCount(n int) string {
	if n == 1 {
		return "1 hit"
	}
	return fmt.Sprintf("%d hits", n)
}
