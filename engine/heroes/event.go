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
	Affected                       // Who: the stack, N: the spell that is on it now
	Did                            // Who takes custom option N, at Whom
	Said                           // a script's text
	Prevented                      // Who: the stack that a script has stopped
	Ended                          // Who: the winner or [engine.Draw], N: the Ending
	WallsRepaired                  // the walls are repaired after the battle
)

// Describe returns an event that a listener has just heard as a sentence, or "" if other
// events describe it already.
func (b *Position) Describe(e engine.Event) string {
	stack := func(n int32) string {
		if n < 0 {
			return "the walls"
		}
		return b.Label(&b.stacks[n])
	}
	side := func(n int32) string { return SideName(engine.Side(n)) }
	creature := func(n int32) string { return b.game.Creatures[n].Name }
	switch e.What {
	case RoundBegan:
		return fmt.Sprintf("Round %d", e.N)
	case PhaseBegan:
		return fmt.Sprintf("Phase %d, %s", e.N, side(e.Who))
	case Deployed:
		if e.Who < 0 {
			return "both armies stand"
		}
		return fmt.Sprintf("the %s's army stands", side(e.Who))
	case Struck:
		return b.last.describe(b)
	case Killed:
		return fmt.Sprintf("%s of %s dies", creature(e.N), b.Name(&b.stacks[e.Whom]))
	case StackLost:
		return fmt.Sprintf("%s is destroyed", b.Name(&b.stacks[e.Who]))
	case Retaliated:
		return fmt.Sprintf("%s retaliates", stack(e.Who))
	case SpellCast:
		if spell := b.game.Spells[e.N]; spell.Custom != nil && spell.Custom.At == AtNothing {
			return fmt.Sprintf("%s casts %s", stack(e.Who), spell.Name)
		}
		return fmt.Sprintf("%s casts %s at %s", stack(e.Who), b.game.Spells[e.N].Name, stack(e.Whom))
	case EffectEnded:
		return fmt.Sprintf("%s ends on %s", b.game.Spells[e.N].Name, stack(e.Who))
	case Summoned:
		return fmt.Sprintf("%s joins the %s's %s line", stack(e.Who), side(int32(b.stacks[e.Who].side)), b.stacks[e.Who].line)
	case Grew:
		return fmt.Sprintf("%s grows by %d %s", stack(e.Who), e.Whom, creature(e.N))
	case Affected:
		return fmt.Sprintf("%s lies on %s", b.game.Spells[e.N].Name, stack(e.Who))
	case Did:
		if e.Whom < 0 {
			return fmt.Sprintf("%s: %s", stack(e.Who), b.game.CustomOptions[e.N].Name)
		}
		return fmt.Sprintf("%s: %s %s", stack(e.Who), b.game.CustomOptions[e.N].Name, stack(e.Whom))
	case Said:
		return b.said
	case WallsHit:
		return fmt.Sprintf("the walls are %s", Walls(e.N))
	case WallsRepaired:
		return "the walls are repaired"
	case Sacrificed:
		return fmt.Sprintf("%s sacrifices its attack to support %s with %d", stack(e.Who), stack(e.Whom), e.N)
	case Swarmed:
		return fmt.Sprintf("%s swarms", stack(e.Who))
	case Protected:
		return fmt.Sprintf("%s protects itself", stack(e.Who))
	case Moved:
		return fmt.Sprintf("%s moves to the %s line", stack(e.Who), Line(e.N))
	case Emerged:
		return fmt.Sprintf("%s steps out of the town", stack(e.Who))
	case CameForward:
		return fmt.Sprintf("%s comes forward to the melee line", stack(e.Who))
	case Passed:
		return fmt.Sprintf("%s passes", stack(e.Who))
	case Withdrew:
		return fmt.Sprintf("the %s withdraws", side(e.Who))
	case Discarded:
		return fmt.Sprintf("%s of %s is discarded", creature(e.N), b.Name(&b.stacks[e.Whom]))
	case Offered:
		return fmt.Sprintf("the %s offers %d of its hand to surrender", side(e.Who), e.N)
	case Accepted:
		return fmt.Sprintf("the %s accepts and draws %d", side(e.Who), e.N)
	case Rejected:
		return fmt.Sprintf("the %s rejects the offer", side(e.Who))
	case Prevented:
		return fmt.Sprintf("%s is not let: %v", stack(e.Who), b.prevented)
	case Ended:
		return b.result.String()
	}
	return ""
}

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
