package fight

import (
	"fmt"

	"houserule/engine"
)

// An Ending is the way in which a battle ended.
type Ending uint8

// The endings (S3.7). A war has more of them.
const (
	Undecided Ending = iota
	Cleared          // only one side is left
	Ruin             // no side is left
	TimeUp           // the round limit was reached
)

// A Result is the outcome of a battle.
type Result struct {
	Winner engine.Side // the side that holds the hex, or [engine.Draw]
	Ending Ending
	Rounds int `state:"unread"`
}

// NewResult returns a result. The winner is a side that a script has named: another number
// means a draw.
func NewResult(winner engine.Side, how Ending, rounds int32) Result {
	if winner < 0 || winner >= Seats {
		winner = engine.Draw
	}
	return Result{winner, how, int(rounds)}
}

// String returns the result in words.
func (r Result) String() string {
	when := fmt.Sprintf("in round %d", r.Rounds)
	if r.Rounds == 0 {
		when = "before the first round"
	}
	who := "nobody"
	if r.Winner >= 0 {
		who = SideName(r.Winner)
	}
	switch r.Ending {
	case Cleared:
		return fmt.Sprintf("%s has the hex %s", who, when)
	case Ruin:
		return fmt.Sprintf("%s has the hex %s: nobody is left in it", who, when)
	case TimeUp:
		return fmt.Sprintf("%s has the hex: it was still fought for at the end of round %d", who, r.Rounds)
	}
	return "the battle is not decided"
}
