package explore

import (
	"errors"
	"fmt"

	"houserule/engine"
)

// A space believes that battles with the same key continue alike. Checks are a sample of the
// states that it has found again: the solver plays their steps from the other battle, too,
// and compares where they lead. So a key that leaves out something is found, and nothing is
// computed from it.
type checks struct {
	taken, ways int                     // number of checks, and of ways played for them
	waiting     map[int32]engine.Battle // other battles of waiting states
	ready       []check
}

// A check is another battle of an explored state.
type check struct {
	state  int32
	battle engine.Battle
}

// A space checks some of the first states that it finds again, and then one for each
// checkedOf states, in at most one of checkedOf ways, after the first ones.
const (
	firstWays = 128
	checkedOf = 64
)

// Sample takes the scratch battle, in a state that has been found again, for a check, unless
// enough states are checked.
func (s *Space) Sample(state int32) {
	c, waits := &s.checks, s.waiting[state] != nil
	if c.taken >= s.FirstChecks+len(s.waiting)/checkedOf || c.ways > firstWays+s.Ways/checkedOf || c.waiting[state] != nil || s.Classes && !waits {
		return
	}
	if limit := s.Scratch.RoundLimit(); limit > 0 && !s.Timed && s.Scratch.Round() >= limit {
		return // the state may be known from earlier rounds
	}
	c.taken++
	b := s.Scratch.Fresh()
	b.CopyFrom(s.Scratch)
	if waits {
		c.waiting[state] = b
	} else {
		c.ready = append(c.ready, check{state, b})
	}
}

// check checks the sampled states that have been explored, now that this one has been, from a
// battle. Other positions of its class may continue in another way.
func (s *Space) check(explored int32, from engine.Battle) error {
	c := &s.checks
	if b := c.waiting[explored]; b != nil {
		delete(c.waiting, explored)
		if !s.Classes || s.keyer.Key(b, 0) == s.keyer.Key(from, 0) {
			c.ready = append(c.ready, check{explored, b})
		}
	}
	for _, one := range c.ready {
		if s.waiting[one.state] != nil {
			continue
		}
		ways, err := s.Compare(one.state, one.battle)
		c.ways += ways
		if err != nil && !errors.As(err, new(*TooLarge)) { // that its scripts have no more steps is no mistake
			return err
		}
	}
	c.ready = c.ready[:0]
	return nil
}

// Diverged returns the error of a battle that does not go where another battle in the same
// state goes. What is the result that would be wrong, such as "the odds".
func Diverged(b engine.Battle, what string) error {
	err := &engine.Error{Err: fmt.Errorf("the battle goes another way from the same position: a player, a script or the key of the position is wrong, so %s would be, too; sim --direct plays every battle by the rules", what)}
	if s, ok := b.(engine.Story); ok {
		err.Where = s.Scene()
	}
	return err
}
