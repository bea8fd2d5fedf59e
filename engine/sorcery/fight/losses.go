package fight

import "houserule/engine"

// loseNext removes losses from the arrays, from the left (S3.5), the attacker's first.
func (b *Battle) loseNext() bool {
	if b.check.what != noCheck {
		return b.checkOn()
	}
	for ; b.turns < Seats; b.pass() {
		f := &b.forces[b.side]
		if b.Reading().dealsWounds(b.side) {
			if b.woundNext() {
				return true
			}
			continue
		}
		for f.loss > 0 {
			u := b.Reading().leftmost(f)
			if u == nil {
				f.loss = 0
				break
			}
			score := b.Reading().DefenseOf(u)
			value := score.Total() * Whole
			if f.loss < value {
				rest := f.loss
				f.loss = 0
				b.remainder(u, rest, value)
			} else {
				f.loss -= value
				b.Lose(u)
			}
			if b.check.what != noCheck {
				return b.checkOn()
			}
		}
	}
	b.enter(checking)
	return false
}

// leftmost returns the leftmost fighting unit, or nil.
func (b Position) leftmost(f *force) *Unit {
	for _, id := range f.line {
		if u := &b.units[id]; u.engaged {
			return u
		}
	}
	return nil
}

// remainder applies a loss that is too small for the next unit. S3.5: a third and two
// thirds of its strength are the limits.
func (b *Battle) remainder(u *Unit, loss, value int) {
	parts := b.game.Rules.RemainderParts
	switch loss *= parts; {
	case loss < value:
		b.check = checkOf(u, unlessShaken)
	case loss < value*(parts-1):
		b.Shake(u)
	default:
		b.check = checkOf(u, unlessLost)
	}
}

// dealsWounds reports whether a side takes its losses as wounds to its characters and
// monsters (S7).
func (b Position) dealsWounds(side engine.Side) bool {
	return b.lone >= 0 && b.leftmost(&b.forces[side]) == nil
}

// woundNext deals wounds to characters and monsters: one for each full point of loss, and
// one to each before any gets two (S7). It reports whether it has asked their owner.
func (b *Battle) woundNext() bool {
	f := &b.forces[b.side]
	for {
		n, lap := b.Reading().leastWounded(f)
		left := f.loss / Whole
		switch {
		case n == 0 || left == 0:
			f.loss = 0
			return false
		case left < n:
			u := b.picked(b.Pick(b.side, PickWounded))
			f.loss -= Whole
			b.wound(u, 1)
			return true
		}
		laps := b.Reading().wholeLaps(f, lap, left/n)
		for u := range b.All {
			if u.side == b.side && b.Reading().takesWound(u, lap) {
				f.loss -= laps * Whole
				b.wound(u, laps)
			}
		}
	}
}

// wholeLaps returns the number of wounds, at most most, that each unit with the fewest in
// this round gets before the first of them is killed.
func (b Position) wholeLaps(f *force, lap int32, most int) int {
	for _, id := range f.heads {
		if u := &b.units[id]; b.takesWound(u, lap) {
			most = min(most, max(u.kind.Endurance-int(u.wounds), 1))
		}
	}
	for _, id := range f.heads { // units with more wounds get one again when the others have as many
		if u := &b.units[id]; u.engaged && u.laps > lap {
			most = min(most, int(u.laps-lap))
		}
	}
	return most
}

// leastWounded returns the fewest wounds dealt to any fighting character or monster in this
// round, and how many of them were dealt so few.
func (b Position) leastWounded(f *force) (n int, lap int32) {
	for _, id := range f.heads {
		u := &b.units[id]
		switch {
		case !u.engaged || n > 0 && u.laps > lap:
		case n > 0 && u.laps == lap:
			n++
		default:
			n, lap = 1, u.laps
		}
	}
	return n, lap
}

func (b Position) takesWound(u *Unit, lap int32) bool {
	return u.status == Standing && !u.Troop() && u.engaged && u.laps == lap
}

// wound deals n wounds. A unit is killed when its wounds reach its endurance (S7).
func (b *Battle) wound(u *Unit, n int) {
	u.wounds += int32(n)
	u.laps += int32(n)
	b.Report(engine.Event{What: WasWounded, Who: u.id, N: int32(u.kind.Endurance) - u.wounds})
	b.game.Hooks.Wounded.Apply(b.battle, u, engine.None{})
	if u.status == Standing && int(u.wounds) >= u.kind.Endurance {
		b.Lose(u)
	}
}

var (
	noWounds = Ruling{Rule: "S7", Text: "wounds are for characters and monsters that fight"}
	hasMore  = Ruling{Rule: "S7", Text: "each gets one wound before any gets two"}
)

// mayBeWounded returns nil, or the rule that forbids dealing a unit the next wound.
func (b Position) mayBeWounded(u *Unit) *Ruling {
	_, lap := b.leastWounded(&b.forces[u.side])
	switch {
	case u.status != Standing || u.Troop() || !u.engaged:
		return &noWounds
	case u.laps != lap:
		return &hasMore
	}
	return nil
}
