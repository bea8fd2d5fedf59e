package players

import "houserule/engine"

// NewHasty returns the players of a search's tries.
func NewHasty(seed uint64) *hasty {
	h := newHasty()
	h.Reseed(seed)
	return &h
}

// Reseed makes the dice those of a seed, and Step plays a step; what is known stays.
func (h *hasty) Reseed(seed uint64)   { h.dice.Seed(seed, "") }
func (h *hasty) Step(b engine.Battle) { h.step(b) }
