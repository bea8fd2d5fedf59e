package players

import "houserule/engine"

// NewTree returns the players of a search's tries, which have learned nothing.
func NewTree(seed uint64) *tree {
	t := &tree{}
	t.begin()
	t.Reseed(seed)
	return t
}

// Reseed makes the dice those of a seed, from the beginning of a battle; what is known
// stays. Step plays a step.
func (t *tree) Reseed(seed uint64)   { t.dice.Seed(seed, ""); t.state = 0 }
func (t *tree) Step(b engine.Battle) { t.step(b) }
