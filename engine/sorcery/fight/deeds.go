package fight

import (
	"errors"
	"fmt"

	"houserule/engine"
)

// Changes that scripts can make to a battle. Each method reports its change, if that is
// visible.

// Say shows a text to both sides. Words returns the last text.
func (b *Battle) Say(text string) {
	b.said = text
	b.Report(engine.Event{What: Said})
}
func (b Position) Words() string { return b.said }

// MaxJoins is the maximum number of units that scripts can add to a battle.
const MaxJoins = 100

// reserve makes room for units that scripts add, so that units never move in memory. A
// battle without a table needs no room: it is only stored.
func (b *Battle) reserve() {
	if most := b.start.begun() + MaxJoins; b.game.Joins && b.Table != nil && cap(b.units) < most {
		b.units = append(make([]Unit, 0, most), b.units...)
	}
}

// Join adds a unit to a side of a battle, at the right end of its array. The unit fights
// from the next round on.
func (b *Battle) Join(side engine.Side, k *Kind) (*Unit, error) {
	if !b.Fighting() {
		return nil, errors.New("no battle is fought now: say in which hex the unit joins")
	}
	u, err := b.Muster(side, k)
	if err != nil {
		return nil, err
	}
	u.status = Standing
	if b.around != nil {
		b.around.Came(u)
	}
	b.forces[side].enter(u)
	b.Report(engine.Event{What: Joined, Who: u.id})
	return u, nil
}

// Muster adds a unit to a side, in no fight.
func (b *Battle) Muster(side engine.Side, k *Kind) (*Unit, error) {
	n := len(b.units)
	switch {
	case b.stage == over:
		return nil, errors.New("the battle is decided")
	case n >= b.start.begun()+MaxJoins || !b.game.Joins:
		return nil, fmt.Errorf("there is no room for more units: %d may join a battle", MaxJoins)
	}
	number := int32(1)
	for u := range b.All {
		if u.first == side {
			number = max(number, u.number+1)
		}
	}
	b.units = append(b.units, Unit{kind: k, id: int32(n), number: number, first: side, side: side, hex: Here, status: Afield})
	return &b.units[n], nil
}

// Demoralize demoralizes a unit in the hex. Eliminate removes one from the game. Wound
// deals a character or monster n wounds.
func (b *Battle) Demoralize(u *Unit) error {
	if err := b.Reading().here(u); err != nil {
		return err
	}
	if !u.Troop() {
		return fmt.Errorf("%s is a %s: it is never demoralized", b.Reading().Label(u), u.kind.Role)
	}
	b.Shake(u)
	return nil
}
func (b *Battle) Eliminate(u *Unit) error {
	if err := b.Reading().here(u); err != nil {
		return err
	}
	b.Lose(u)
	return nil
}
func (b *Battle) Wound(u *Unit, n int) error {
	if err := b.Reading().here(u); err != nil {
		return err
	}
	if u.Troop() {
		return fmt.Errorf("%s is a unit of an army: it takes no wounds", b.Reading().Label(u))
	}
	b.wound(u, max(n, 1))
	return nil
}

// Attack makes a unit inflict a loss on the enemy, beyond the losses by dice: percent of
// the given strength, or of its own if that is negative (S3.2, S3.4). The enemy removes it
// from its array (S3.5) with the losses of this round, or, if it has taken those already,
// with the losses of the next. Attack returns the loss, in parts of a point: see [Whole].
func (b *Battle) Attack(u *Unit, percent, strength int) (loss int, err error) {
	switch {
	case !b.Fighting():
		return 0, errors.New("no battle is fought now")
	case b.stage == over || !u.Stands():
		return 0, fmt.Errorf("%s does not fight in the hex", b.Reading().Label(u))
	}
	score := b.Reading().StrengthOf(u)
	if strength >= 0 {
		score = b.game.Hooks.Strength.Apply(b.battle, u, b.Score(strength, causeGiven))
	}
	loss = min(2*max(score.Total(), 0)*percent, maxOwed)
	if b.Reading().HalvedNow(u) {
		loss /= 2
	}
	f := &b.forces[Enemy(u.side)]
	if b.stage == losing && (b.turns == 0 || b.side == Enemy(u.side)) {
		f.loss = min(f.loss+loss, maxOwed)
	} else {
		f.owed = min(f.owed+loss, maxOwed)
	}
	if b.Listening() {
		b.last = Throw{Side: u.side, Unit: u, Score: score}
		b.Report(engine.Event{What: Inflicted, Who: u.id, N: int32(loss)})
	}
	return loss, nil
}

// maxOwed is the maximum loss that scripts can inflict on a side at once, in parts of a
// point.
const maxOwed = 100_000 * Whole

// here returns an error for a unit that is not in the hex or, in a war, that is out
// of the game.
func (b Position) here(u *Unit) error {
	switch {
	case b.stage == over:
	case u.status == Standing, u.status == Afield:
		return nil
	}
	return fmt.Errorf("%s does not fight in the hex", b.Label(u))
}

// Rally restores a demoralized unit to good order (S5).
func (b *Battle) Rally(u *Unit) {
	if u.demoralized {
		u.demoralized = false
		b.Report(engine.Event{What: Rallied, Who: u.id})
		b.game.Hooks.Rallied.Apply(b.battle, u, engine.None{})
	}
}

// Strengthen adds n to the strength with which a unit inflicts losses, from now on.
func (b *Battle) Strengthen(u *Unit, n int) { u.added += int32(n) }
