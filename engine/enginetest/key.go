package enginetest

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"houserule/engine"
	"houserule/engine/odds"
)

// Keys counts the states that a check of keys has met, and those of them that it had met
// before.
type Keys struct{ Met, Again int }

// At least one of leastAgain states must recur.
const leastAgain = 100

// Enough returns an error if the check has compared too few keys.
func (n Keys) Enough() error {
	if n.Again < n.Met/leastAgain {
		return fmt.Errorf("of %d states only %d came again: hardly a key is compared", n.Met, n.Again)
	}
	return nil
}

// Key plays the given number of battles from the start of b, with different dice and
// players. It checks that states with the same round and key have the same future, whatever
// their past.
func (k *Battles[B]) Key(b B, seed uint64, battles int) (Keys, error) {
	var n Keys
	if k.Deploys != nil && k.Deploys(b) {
		return n, nil
	}
	futures := map[string]func() (string, error){}
	for range battles {
		table := newCompany(b.Seats(), seed).table()
		seed++
		for b.Begin(table); !b.Over() && table.Err() == nil; b.Step() {
			n.Met++
			future := k.futureOf(b)
			if k.WalkKeys { // follow every path from every state
				if _, err := future(); err != nil {
					return n, err
				}
			}
			key := fmt.Sprintf("%d %x", b.Round(), b.AppendKey(nil))
			old, ok := futures[key]
			if !ok {
				futures[key] = future
				continue
			}
			n.Again++
			if err := differ(b, old, future); err != nil {
				return n, err
			}
		}
		if err := table.Err(); err != nil {
			return n, err
		}
	}
	return n, nil
}

// differ returns an error if two futures differ that should be the same.
func differ(b engine.Story, one, other func() (string, error)) error {
	was, err := one()
	if err != nil {
		return err
	}
	is, err := other()
	if err != nil {
		return err
	}
	if is != was {
		return wrong(b, "what has the same key leads to\n%s\nand to\n%s", was, is)
	}
	return nil
}

// futureOf returns a function that returns the future of a battle's present state. Its
// first call computes it.
func (k *Battles[B]) futureOf(b B) func() (string, error) {
	now := fresh(b)
	now.Sit(engine.NewTable(nil))
	now.CopyFrom(b)
	if k.WalkKeys {
		return sync.OnceValues(func() (string, error) { return k.ways(now) })
	}
	return sync.OnceValues(func() (string, error) { return k.end(now) })
}

// end returns the end of a battle if random players continue it. Their seed is fixed.
func (k *Battles[B]) end(b B) (string, error) {
	table := newCompany(b.Seats(), 1).table()
	for b.Sit(table); !b.Over() && table.Err() == nil; {
		b.Step()
	}
	return k.at(b), table.Err()
}

// ways returns the positions after the next step of a battle, with their probabilities, if
// all players draw lots.
func (k *Battles[B]) ways(b B) (string, error) {
	walk := odds.NewWalk(slices.Repeat([]engine.Oracle{odds.Lots{}}, b.Seats())...)
	scratch := fresh(b)
	to, err := odds.Distribute(walk, func() {
		scratch.Sit(walk.Table)
		scratch.CopyFrom(b)
		scratch.Step()
	}, func() string { return k.at(scratch) })
	var lines []string
	for at, chance := range to.All() {
		lines = append(lines, fmt.Sprintf("%s with %v", at, chance))
	}
	return strings.Join(lines, "\n"), err
}
