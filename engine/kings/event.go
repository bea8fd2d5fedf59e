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

var tellings = engine.Tellings[*Position]{
	Unit: func(b *Position, id int32) string { return b.Label(&b.counters[id]) },
	Side: func(b *Position, side engine.Side) string { return SideName(side, b.seats) },
	Rows: []engine.Telling[*Position]{
		RoundBegan:    {Depth: 0, Text: "Round $n"},
		StepBegan:     {Depth: 1, Text: "The $step step"},
		Named:         {Depth: 2, Text: "$side attacks $other"},
		ItemPlayed:    {Depth: 2, Text: "$owner plays $item on $whom", Alone: "$owner plays $item"},
		Rolled:        {Depth: 2, Text: "$roll"},
		Suffers:       {Depth: 2, Text: "$side takes $hits"},
		Wasted:        {Depth: 3, Text: "$hits too many for $side: $why"},
		Shielded:      {Depth: 3, Text: "$who takes a hit off"},
		WasHit:        {Depth: 3, Text: "$who takes a hit: its value is $n now"},
		Saved:         {Depth: 3, Text: "$who is hit and saves itself with a $n"},
		NotSaved:      {Depth: 3, Text: "$who rolls a $n and is not saved"},
		LostCounter:   {Depth: 3, Text: "$who is eliminated"},
		Flipped:       {Depth: 3, Text: "$who is neutralized"},
		Besieged:      {Depth: 2, Text: "$who hits $whom before the battle"},
		SideRetreated: {Depth: 2, Text: "$side retreats to $hex"},
		Removed:       {Depth: 3, Text: "$who is one too many there and is removed"},
		HexTaken:      {Depth: 2, Text: "$side has the hex"},
		Restored:      {Depth: 3, Text: "$who is restored with a $n"},
		Reduced:       {Depth: 3, Text: "$reduced"},
		Righted:       {Depth: 2, Text: "$who is righted again"},
		Changed:       {Depth: 2, Text: "$who fights for $new now"},
		Marked:        {Depth: 3, Text: "$who has $marks now"},
		Turned:        {Depth: 3, Text: "the $m of $who is turned to a $n"},
		Joined:        {Depth: 2, Text: "$who joins $owner"},
		Said:          {Depth: 2, Text: "$said"},
		Ended:         {Depth: 0, Text: "$result"},
	},
	Words: map[string]func(b *Position, e engine.Event) string{
		"item":    func(b *Position, e engine.Event) string { return b.counters[e.Who].thing.Name },
		"owner":   func(b *Position, e engine.Event) string { return SideName(b.counters[e.Who].side, b.seats) },
		"new":     func(b *Position, e engine.Event) string { return SideName(engine.Side(e.N), b.seats) },
		"step":    func(_ *Position, e engine.Event) string { return CombatStep(e.N).String() },
		"hex":     func(b *Position, e engine.Event) string { return b.start.setup.Neighbors[e.N].Name },
		"hits":    func(_ *Position, e engine.Event) string { return hitCount(int(e.N)) },
		"roll":    func(b *Position, _ engine.Event) string { return b.last.describe(b) },
		"said":    func(b *Position, _ engine.Event) string { return b.said },
		"result":  func(b *Position, _ engine.Event) string { return b.result.String() },
		"why":     whyWasted,
		"reduced": describeReduced,
		"marks":   func(b *Position, e engine.Event) string { return b.counters[e.Who].marks.describe() },
	},
}

// whyWasted returns the reason why no counter takes hits.
func whyWasted(b *Position, e engine.Event) string {
	if b.in[e.Who] > 0 {
		return "none of its counters may take them"
	}
	return "nobody is left to take them"
}

func describeReduced(b *Position, e engine.Event) string {
	c := &b.counters[e.Who]
	if c.status == Eliminated {
		return fmt.Sprintf("%s is gone with a %d", b.Label(c), e.N)
	}
	return fmt.Sprintf("%s rolls a %d, is not restored and falls back to %s", b.Name(c), e.N, c.thing.Name)
}

func (m Marks) describe() string {
	switch words := m.Words(); len(words) {
	case 0:
		return "no marks"
	case 1:
		return "the mark " + words[0]
	default:
		return "the marks " + strings.Join(words, ", ")
	}
}

// Describe returns an event as a sentence. Depth returns its depth in a log: see
// [engine.Telling].
func (b *Position) Describe(e engine.Event) string { return tellings.Describe(b, e) }
func Depth(e engine.Event) int                     { return tellings.Depth(e) }

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
