package enginetest

import "houserule/engine"

// Copy checks that a copy of a battle continues to the end as the battle does, and that
// neither changes the other. Random players play the given number of steps before the copy.
// Copy checks a copy into a new battle of the same start, and a copy into a battle that has
// begun to play differently.
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
		if went[n] != want { // went and want have the same length: both end in the same step
			return wrong(b, "step %d of the copy leads to\n%s\nand of the battle to\n%s", n+1, went[n], want)
		}
	}
	if got := k.at(into); got != end {
		return wrong(b, "what the battle did has changed the copy: it is\n%s\nand was\n%s", got, end)
	}
	return err
}

// begin plays the given number of steps of a battle, or fewer if the battle ends.
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
