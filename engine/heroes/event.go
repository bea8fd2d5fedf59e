package heroes

import (
	"fmt"

	"houserule/engine"
)

// The events: values of What in an [engine.Event]. Who and Whom are indexes in
// [Battle].Stacks, unless the comment names a side.
const (
	RoundBegan    int32 = iota + 1 // N: the round
	PhaseBegan                     // Who: the side, N: the phase
	Deployed                       // Who: the side that has set up; -1: both sides
	Struck                         // Who struck at Whom (-1: the Town Card), N: the die; see [Battle.Last]
	Killed                         // Who killed the top card of Whom, N: its creature; Who is -1 without a killer
	StackLost                      // Who: the stack that is destroyed
	Retaliated                     // Who strikes back at Whom
	SpellCast                      // Who casts at Whom, N: the spell
	EffectEnded                    // Who: the stack, N: the spell
	WallsHit                       // Who hit the walls, N: their new state
	Sacrificed                     // Who supports Whom with N
	Swarmed                        // Who swarms, N: the number of multiplications
	Protected                      // Who protects
	Moved                          // Who changed line, N: the line
	Emerged                        // Who stepped out of the town
	CameForward                    // Who came forward to fill the line
	Passed                         // Who passed
	Withdrew                       // Who: the side
	Discarded                      // Who: the side, Whom: the stack, N: the creature of the card
	Offered                        // Who: the side, N: cards
	Accepted                       // Who: the side, N: cards drawn
	Rejected                       // Who: the side, N: cards
	Summoned                       // Who joined the battle, N: its creature
	Grew                           // Who: the stack, Whom: number of new cards, N: their creature
	Risen                          // Whom: the stack to which a card returns from the dead, N: its creature
	Returned                       // Who: the stack that stands again
	Delayed                        // Who: the stack that will act in phase N
	Transferred                    // Who has changed sides
	Left                           // Whom: the stack whose top card leaves the battle, N: its creature
	Gone                           // Who: the stack whose last cards have left
	Transformed                    // Whom: the stack whose card of creature N becomes a card of creature Who
	Affected                       // Who: the stack, N: the spell that is on it now
	Did                            // Who takes custom option N, at Whom
	Said                           // a script's text
	Prevented                      // Who: the stack that a script has stopped
	Ended                          // Who: the winner or [engine.Draw], N: the Ending
	WallsRepaired                  // the walls are repaired after the battle
)

var tellings = engine.Tellings[*Position]{
	Unit: told,
	Side: func(_ *Position, side engine.Side) string { return SideName(side) },
	Rows: []engine.Telling[*Position]{
		RoundBegan:    {Depth: 0, Text: "Round $n"},
		PhaseBegan:    {Depth: 1, Text: "Phase $n, $side"},
		Deployed:      {Depth: 2, Text: "the $side's army stands", Alone: "both armies stand"},
		Struck:        {Depth: 2, Text: "$strike"},
		Killed:        {Depth: 3, Text: "$creature of $name dies"},
		StackLost:     {Depth: 3, Text: "$who is destroyed"},
		Retaliated:    {Depth: 2, Text: "$who retaliates"},
		SpellCast:     {Depth: 2, Text: "$who casts $spell at $whom", Alone: "$who casts $spell"},
		EffectEnded:   {Depth: 2, Text: "$spell ends on $who"},
		WallsHit:      {Depth: 2, Text: "the walls are $walls"},
		Sacrificed:    {Depth: 2, Text: "$who sacrifices its attack to support $whom with $n"},
		Swarmed:       {Depth: 2, Text: "$who swarms"},
		Protected:     {Depth: 2, Text: "$who protects itself"},
		Moved:         {Depth: 2, Text: "$who moves to the $line line"},
		Emerged:       {Depth: 2, Text: "$who steps out of the town"},
		CameForward:   {Depth: 2, Text: "$who comes forward to the melee line"},
		Passed:        {Depth: 2, Text: "$who passes"},
		Withdrew:      {Depth: 2, Text: "the $side withdraws"},
		Discarded:     {Depth: 3, Text: "$creature of $name is discarded"},
		Offered:       {Depth: 2, Text: "the $side offers $n of its hand to surrender"},
		Accepted:      {Depth: 2, Text: "the $side accepts and draws $n"},
		Rejected:      {Depth: 2, Text: "the $side rejects the offer"},
		Summoned:      {Depth: 2, Text: "$who joins the $place"},
		Grew:          {Depth: 2, Text: "$who grows by $m $creature"},
		Risen:         {Depth: 3, Text: "$creature of $name rises from the dead"},
		Returned:      {Depth: 2, Text: "$who stands on the $place again"},
		Delayed:       {Depth: 2, Text: "$who waits for phase $n"},
		Transferred:   {Depth: 2, Text: "$who goes over to the $place"},
		Left:          {Depth: 3, Text: "$creature of $name leaves the battle"},
		Gone:          {Depth: 3, Text: "$who is gone"},
		Transformed:   {Depth: 3, Text: "$creature of $name becomes $now"},
		Affected:      {Depth: 2, Text: "$spell lies on $who"},
		Did:           {Depth: 2, Text: "$who: $option $whom", Alone: "$who: $option"},
		Said:          {Depth: 2, Text: "$said"},
		Prevented:     {Depth: 2, Text: "$who is not let: $prevented"},
		Ended:         {Depth: 0, Text: "$result"},
		WallsRepaired: {Depth: 2, Text: "the walls are repaired"},
	},
	Words: map[string]func(b *Position, e engine.Event) string{
		"name": func(b *Position, e engine.Event) string { return b.Name(&b.stacks[e.Whom]) },
		"place": func(b *Position, e engine.Event) string {
			s := &b.stacks[e.Who]
			return fmt.Sprintf("%s's %s line", SideName(s.side), s.line)
		},
		"creature":  func(b *Position, e engine.Event) string { return b.game.Creatures[e.N].Name },
		"now":       func(b *Position, e engine.Event) string { return b.game.Creatures[e.Who].Name },
		"spell":     func(b *Position, e engine.Event) string { return b.game.Spells[e.N].Name },
		"option":    func(b *Position, e engine.Event) string { return b.game.CustomOptions[e.N].Name },
		"line":      func(_ *Position, e engine.Event) string { return Line(e.N).String() },
		"walls":     func(_ *Position, e engine.Event) string { return Walls(e.N).String() },
		"strike":    func(b *Position, _ engine.Event) string { return b.last.describe(b) },
		"prevented": func(b *Position, _ engine.Event) string { return b.prevented.Error() },
		"said":      func(b *Position, _ engine.Event) string { return b.said },
		"result":    func(b *Position, _ engine.Event) string { return b.result.String() },
	},
}

// told returns the label of a stack, or words for the Town Card.
func told(b *Position, stack int32) string {
	if stack < 0 {
		return "the walls"
	}
	return b.Label(&b.stacks[stack])
}

// Describe returns an event that a listener has just heard as a sentence.
func (b *Position) Describe(e engine.Event) string { return tellings.Describe(b, e) }

// Depth returns the depth of an event in a log: see [engine.Telling].
func Depth(e engine.Event) int { return tellings.Depth(e) }

// describe returns the strike as a sentence: "a1 (3 Gold Golem) attacks d1 (4
// Bandit): 7 + 4 = 11 against 5: hit".
func (l *Strike) describe(b *Position) string {
	verb := [...]string{"attacks", "shoots at", "strikes with its spell at"}[l.How.Kind()]
	at := "the walls"
	if l.At != nil {
		at = b.Label(l.At)
	}
	if l.N > 1 {
		at = fmt.Sprintf("%d cards of %s", l.N, at)
	}
	outcome := "miss"
	if l.Hit {
		outcome = "hit"
	}
	score := l.Attack.Total()
	if byScore := l.Die+score >= l.Defense.Total(); l.Hit != byScore { // a hook has changed the result
		outcome += " all the same"
	}
	return fmt.Sprintf("%s %s %s: die %d + %d = %d against %d: %s", b.Label(l.By), verb, at, l.Die, score, l.Die+score, l.Defense.Total(), outcome)
}
