package players

import (
	"slices"

	"houserule/engine"
)

// A hasty is the dice and all players of a search's tries. The players are greedy, and
// consider only the first options of a choice. Tries repeat states: there the players
// give the answers that they gave before, up to the first die.
type hasty struct {
	dice    engine.Dice
	rolled  bool                 // since the step began; true between steps
	known   map[engine.Key][]int // the answers after a state, before any die
	answers []int                // of this step, known ones first
	given   int                  // of them
	keyer   engine.Keyer
}

// newHasty returns one that knows nothing.
func newHasty() hasty { return hasty{rolled: true, known: map[engine.Key][]int{}} }

// begin begins tries from another position.
func (h *hasty) begin() {
	h.rolled = true
	clear(h.known)
}

// step plays a step of a battle at whose table it sits.
func (h *hasty) step(b engine.Battle) {
	state := h.keyer.Key(b, b.Round())
	known := h.known[state]
	h.answers, h.given, h.rolled = append(h.answers[:0], known...), 0, false
	b.Step()
	h.rolled = true
	if !slices.Equal(h.answers, known) {
		h.known[state] = slices.Clone(h.answers)
	}
}

// Answer rolls a die, of the table or of a stream, or answers for a player.
func (h *hasty) Answer(q engine.Question) (int, error) {
	switch {
	case q.Choice == nil:
		h.rolled = true
		return h.dice.Roll(int(q.Sides)), nil
	case h.rolled:
		return greediest(q.Choice, glimpse), nil
	case h.given == len(h.answers) || !q.Choice.Legal(h.answers[h.given]): // a mod that has failed takes its options with it
		h.answers = append(h.answers[:h.given], greediest(q.Choice, glimpse))
	}
	h.given++
	return h.answers[h.given-1], nil
}
