package sorcery

import (
	"errors"
	"fmt"
	"slices"

	"houserule/engine"
)

// What scripts can do to a battle. Each reports what it does, where there is
// something to see.

// Say tells everybody something, Words is what was said last.
func (b *Battle) Say(text string) {
	b.said = text
	b.Report(engine.Event{What: Said})
}
func (b *Battle) Words() string { return b.said }

// MaxJoins is how many units scripts can add to a battle.
const MaxJoins = 100

// reserve makes room for units that scripts add, so that units stay where they
// are when they do.
func (b *Battle) reserve() {
	if most := b.start.begun() + MaxJoins; b.game.Joins && cap(b.units) < most {
		b.units = make([]Unit, 0, most)
	}
}

// Join adds a unit to a side, at the right end of its array. It fights from
// the next round on.
func (b *Battle) Join(side engine.Side, k *Kind) (*Unit, error) {
	n := len(b.units)
	switch {
	case b.stage == over:
		return nil, errors.New("the battle is decided")
	case n >= b.start.begun()+MaxJoins || !b.game.Joins:
		return nil, fmt.Errorf("there is no room for more units: %d may join a battle", MaxJoins)
	}
	number := int32(1)
	for i := range b.units {
		if u := &b.units[i]; u.first == side {
			number = max(number, u.number+1)
		}
	}
	b.units = append(b.units, Unit{kind: k, id: int32(n), number: number, first: side, side: side, hex: here})
	u := &b.units[n]
	b.forces[side].enter(u)
	b.Report(engine.Event{What: Joined, Who: u.id})
	return u, nil
}

// Demoralize demoralises a unit in the hex, Eliminate takes one out of the
// game, Wound deals a character or monster n wounds.
func (b *Battle) Demoralize(u *Unit) error {
	if err := b.here(u); err != nil {
		return err
	}
	if !u.troop() {
		return fmt.Errorf("%s is a %s: it is never demoralised", b.Label(u), u.kind.Role)
	}
	b.demoralize(u)
	return nil
}
func (b *Battle) Eliminate(u *Unit) error {
	if err := b.here(u); err != nil {
		return err
	}
	b.eliminate(u)
	return nil
}
func (b *Battle) Wound(u *Unit, n int) error {
	if err := b.here(u); err != nil {
		return err
	}
	if u.troop() {
		return fmt.Errorf("%s is a unit of an army: it takes no wounds", b.Label(u))
	}
	b.wound(u, max(n, 1))
	return nil
}

func (b *Battle) here(u *Unit) error {
	if u.status != Standing || b.stage == over {
		return fmt.Errorf("%s does not fight in the hex", b.Label(u))
	}
	return nil
}

// Rally puts a demoralised unit in good order (S5).
func (b *Battle) Rally(u *Unit) {
	if u.demoralized {
		u.demoralized = false
		b.Report(engine.Event{What: Rallied, Who: u.id})
	}
}

// Strengthen adds n to what a unit inflicts losses with, from now on.
func (b *Battle) Strengthen(u *Unit, n int) { u.added += int32(n) }

// PickFrom asks a side's player for one of some units, unless there is but
// one.
func (b *Battle) PickFrom(side engine.Side, question string, from []*Unit) *Unit {
	if len(from) == 1 {
		return from[0]
	}
	p := &b.picking
	before := *p
	p.Side, p.What, p.question, p.from = side, PickScripted, question, nil
	for _, u := range from {
		if !slices.Contains(p.from, u.id) {
			p.from = append(p.from, u.id)
		}
	}
	answer := b.Choose(side, p)
	*p = before
	return b.picked(answer)
}
