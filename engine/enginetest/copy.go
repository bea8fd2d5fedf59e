package enginetest

import "houserule/engine"

// Copy checks that a copy of a battle, made after so many steps of random
// players, continues to the end as the battle does, and that neither changes
// the other. It checks a copy into a new battle of the same start, and one into
// a battle that was in the middle of something else.
func (k *Battles[B]) Copy(b B, seed uint64, steps int) error {
	busy := fresh(b)
	begin(busy, newCompany(b.Seats(), seed+1).table(), steps)
	for _, into := range []B{fresh(b), busy} {
		if err := k.copied(b, into, seed, steps); err != nil {
			return err
		}
	}
	return nil
}

func (k *Battles[B]) copied(b, into B, seed uint64, steps int) error {
	c := newCompany(b.Seats(), seed)
	table := c.table()
	begin(b, table, steps)
	other := c.clone().table()
	into.CopyFrom(b)
	into.Sit(other)
	before := k.at(b)
	if got := k.at(into); got != before {
		return wrong(b, "the copy is another battle:\n%s\nand the battle\n%s", got, before)
	}
	went, err := k.follow(into, other)
	if err != nil {
		return err
	}
	if got := k.at(b); got != before {
		return wrong(b, "what the copy did has changed the battle: it is\n%s\nand was\n%s", got, before)
	}
	end := k.at(into)
	all, err := k.follow(b, table)
	for n, want := range all {
		if went[n] != want { // want and went have the same length: both end alike
			return wrong(b, "step %d of the copy leads to\n%s\nand of the battle to\n%s", n+1, went[n], want)
		}
	}
	if got := k.at(into); got != end {
		return wrong(b, "what the battle did has changed the copy: it is\n%s\nand was\n%s", got, end)
	}
	return err
}

// begin plays a battle for that many steps, or to its end.
func begin(b engine.Battle, t *engine.Table, steps int) {
	for b.Begin(t); steps > 0 && !b.Over() && t.Err() == nil; steps-- {
		b.Step()
	}
}

// follow plays a battle to its end and returns the position after each step.
func (k *Battles[B]) follow(b B, t *engine.Table) (all []string, err error) {
	for !b.Over() && t.Err() == nil {
		b.Step()
		all = append(all, k.at(b))
	}
	return all, t.Err()
}
