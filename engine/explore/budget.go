package explore

import (
	"cmp"
	"fmt"

	"github.com/dustin/go-humanize"
)

// A Budget limits the exploration of a battle. It counts no time, so that the results are
// the same on every machine.
type Budget struct {
	// States is the maximum number of states.
	States int
	// Bytes is the maximum size, in bytes, of the states that are waiting for exploration:
	// see [Sizer]. 0 means 512 for each of States, and at least 64 MB for odds, and 256 MB
	// for best play.
	Bytes int
	// Ways is the maximum number of ways in which dice fall, in all steps together. 0 means
	// 4 for each of States for odds, and 100 for best play, whose ways are choices, too. Dice
	// that scripts can change have many ways.
	Ways int
	// Steps is the maximum number of steps of the battle's scripts in total. 0 means
	// 25,000,000, and 1,000 for each of States. Odds grant scripts 25,000,000, and 25 for
	// each of States, at once, and the others as they find states.
	Steps int64
	// Within is the distance between the bounds of a result at which it is good enough: for
	// odds the probability of undecided battles. 0 means to explore all states.
	Within float64
}

// FirstSteps is the number of steps that scripts have in the first states.
const FirstSteps = 25_000_000

// ScriptSteps returns the maximum number of steps of scripts in total.
func (b Budget) ScriptSteps() int64 { return cmp.Or(b.Steps, FirstSteps+1000*int64(b.States)) }

// A TooLarge is the error of a battle with more or larger states, more ways of dice, or
// more script steps than allowed; or of a piece of a battle, which has no States.
type TooLarge struct {
	States int   // number of states found
	Open   int   // number of states found and not explored
	Round  int   // the first round of any open state
	Ways   int   // number of ways of dice played, if there were too many
	Bytes  int   // the maximum size of open states, if it was exceeded
	Script error // the error of the script that took the last allowed step
}

func (e *TooLarge) Error() string {
	count := func(n int) string { return humanize.Comma(int64(n)) }
	switch {
	case e.Script != nil && e.States == 0:
		return fmt.Sprintf("its scripts take too many steps: %v", e.Script)
	case e.Script != nil:
		return fmt.Sprintf("the scripts of the battle take too many steps: they led to %s states, of which %s, from round %d on, were still to be looked at: %v", count(e.States), count(e.Open), e.Round, e.Script)
	case e.Bytes > 0:
		return fmt.Sprintf("the states of the battle that were still to be looked at take more than %s MB: there were %s of them, from round %d on, of %s", count(e.Bytes/1e6), count(e.Open), e.Round, count(e.States))
	case e.Ways > 0 && e.States == 0:
		return fmt.Sprintf("the dice fall in more than %s ways", count(e.Ways))
	case e.Ways > 0:
		return fmt.Sprintf("the dice of the battle fall in more than %s ways: they led to %s states, of which %s, from round %d on, were still to be looked at", count(e.Ways), count(e.States), count(e.Open), e.Round)
	}
	return fmt.Sprintf("the battle has more than %s states: %s of them, from round %d on, were still to be looked at", count(e.States), count(e.Open), e.Round)
}
