package fight

import (
	"iter"

	"houserule/engine"
)

// leaveNext lets sides leave that declared their withdrawal before this round (S3.7). It
// then asks about units that may not go where the others go.
func (b *Battle) leaveNext() bool {
	for ; b.turns < Seats; b.pass() {
		side := b.side
		f := &b.forces[side]
		if f.withdrawing && !b.Reading().anyLeaves(side) {
			f.withdrawing = false // monsters (S7) and militia (S4) stay
		}
		if !f.withdrawing {
			continue
		}
		hex := noHex
		switch n, only := b.Reading().ways(side); n {
		case 0:
		case 1:
			hex = only
		default:
			b.leave.Side = side
			hex = b.Choose(side, &b.leave)
		}
		b.withdraw(side, hex)
		return true
	}
	switch {
	case b.conclude():
	case int(b.round) >= b.start.limit:
		b.decide(b.TimeUp(), TimeUp)
	default:
		b.enter(withdrawing)
		return false
	}
	return true
}

// Ways returns the number of ways out of the fight. WayName returns the name of one.
func (b Position) Ways() int { return b.field.Ways }
func (b Position) WayName(way int) string {
	if b.around != nil {
		return b.around.WayName(way)
	}
	return b.start.setup.Neighbors[way].Name
}

// Inside reports whether the fight is inside a besieged place (S4).
func (b Position) Inside() bool { return b.field.Inside }

// noHex is the neighbor of a side that has nowhere to go.
const noHex = -1

// ways returns the number of neighbors that a side may withdraw to, and the last of them.
func (b Position) ways(side engine.Side) (n, last int) {
	for hex := range b.field.Ways {
		if b.mayWithdrawTo(side, hex) == nil {
			n, last = n+1, hex
		}
	}
	return n, last
}

var (
	OnlySwamp = Ruling{Rule: "S2", Text: "only flyers and swamp creatures enter it"}
	ClosedHex = Ruling{Rule: "S2", Text: "that hex cannot be entered"}
	EnemyHex  = Ruling{Rule: "S3.7", Text: "enemy units stand in that hex"}
	Watched   = Ruling{Rule: "S5", Text: "the demoralized enter no hex that an enemy could react into"}
	besieged  = Ruling{Rule: "S4", Text: "the besieged never withdraw"}
	monsters  = Ruling{Rule: "S7", Text: "monsters and militia never withdraw"}
)

// mayWithdrawTo returns nil, or the rule that forbids a side to withdraw into a neighbor.
// S3.7: at least one of its units must be able to enter it.
func (b Position) mayWithdrawTo(side engine.Side, hex int) *Ruling {
	r := b.openWay(side, hex)
	if r == nil {
		for u := range b.leavers(side) {
			if r = b.mayFallBack(u, hex); r == nil {
				break
			}
		}
	}
	if r != nil {
		return r
	}
	return b.game.Hooks.Withdraw.Apply(b.battle, Way{side, hex}, nil)
}

// openWay returns nil, or the rule that closes a neighbor to a whole side.
func (b Position) openWay(side engine.Side, hex int) *Ruling {
	switch {
	case b.around != nil:
		return b.around.MayRetreat(side, hex)
	case b.start.shut[hex]:
		return &ClosedHex
	case b.Holds(Enemy(side), hex):
		return &EnemyHex
	}
	return nil
}

// mayFallBack returns nil, or the rule that forbids a unit to withdraw into a
// neighbor that is open to its side.
func (b Position) mayFallBack(u *Unit, hex int) *Ruling {
	if b.around != nil {
		return b.around.MayRetire(u, hex)
	}
	switch t := b.start.near[hex]; {
	case t != nil && !u.kind.MayEnter(t):
		return &OnlySwamp
	case b.start.setup.Neighbors[hex].Watched && u.demoralized:
		return &Watched
	}
	return nil
}

// leavers yields the units of a side in the hex that withdraw: its army and its characters,
// but neither monsters (S7) nor militia (S4).
func (b Position) leavers(side engine.Side) iter.Seq[*Unit] {
	return func(yield func(*Unit) bool) {
		f := &b.forces[side]
		for _, ids := range [...][]int32{f.line, f.heads} {
			for _, id := range ids {
				if u := &b.units[id]; !u.staysOn() && !yield(u) {
					return
				}
			}
		}
	}
}

// staysOn reports whether a unit fights on while its side withdraws: a monster to the death
// (S7), and militia in its place (S4).
func (u *Unit) staysOn() bool { return u.kind.Role == Monster || u.bound }

// Holds reports whether a side has units in a neighbor.
func (b Position) Holds(side engine.Side, hex int) bool {
	for u := range b.All {
		if u.side == side && int(u.hex) == hex && (u.status == Adjacent || u.status == Withdrawn) {
			return true
		}
	}
	return false
}

// withdraw moves the units of a side that may enter a neighbor into it. Units without a
// hex to go to stay and fight on.
func (b *Battle) withdraw(side engine.Side, hex int) {
	before, left := b.Reading().away(side), 0
	for u := range b.All {
		if u.side != side || u.status != Standing || u.staysOn() {
			continue
		}
		if u.guard = false; hex == noHex || b.Reading().mayFallBack(u, hex) != nil {
			left++
			continue
		}
		b.remove(u, Withdrawn)
		u.hex = int8(hex)
		if b.around != nil {
			b.around.Withdrew(u, hex)
		}
	}
	if left == 0 || hex == noHex {
		b.forces[side].withdrawing = false
		b.pass()
	}
	if hex == noHex {
		b.Report(engine.Event{What: Trapped, Who: int32(side), N: int32(before)})
		return
	}
	if left == 0 && before > 0 {
		left = restLeft
	}
	b.Report(engine.Event{What: SideWithdrew, Who: int32(side), Whom: int32(left), N: int32(hex)})
	b.game.Hooks.Withdrew.Apply(b.battle, Way{side, hex}, engine.None{})
}

// restLeft means that no unit of the side stays, and that some left before.
const restLeft = -1

// away returns the number of a side's units that have withdrawn from the fight.
func (b Position) away(side engine.Side) (n int) {
	for u := range b.All {
		n += int(Flag(u.side == side && u.status == Withdrawn))
	}
	return n
}

// withdrawNext lets the next side declare that it withdraws (S3.7).
func (b *Battle) withdrawNext() bool {
	for ; b.turns < Seats; b.pass() {
		if b.Reading().mayWithdraw(b.side) != nil {
			continue
		}
		if b.Decide(b.side, Withdraws) {
			b.forces[b.side].withdrawing = true
			b.Report(engine.Event{What: Declared, Who: int32(b.side)})
		}
		b.pass()
		return true
	}
	b.enter(guarding)
	return false
}

var nowhere = Ruling{Rule: "S3.7", Text: "there is no hex to withdraw to"}

// mayWithdraw returns nil, or the rule that forbids a side to withdraw.
func (b Position) mayWithdraw(side engine.Side) *Ruling {
	if b.field.Inside && side == b.field.Besieged {
		return &besieged
	}
	if !b.anyLeaves(side) {
		return &monsters
	}
	if n, _ := b.ways(side); n == 0 {
		return &nowhere
	}
	return nil
}

// anyLeaves reports whether any unit of a side in the hex may withdraw.
func (b Position) anyLeaves(side engine.Side) bool {
	for range b.leavers(side) {
		return true
	}
	return false
}

// anyCharacter reports whether a character of a side stands in the hex.
func (b Position) anyCharacter(side engine.Side) bool {
	for u := range b.Heads(side) {
		if u.kind.Role == Character {
			return true
		}
	}
	return false
}

// guardNext lets a side that withdraws name its rear guard (S3.7). If neither side
// withdraws, both may be reinforced.
func (b *Battle) guardNext() bool {
	if b.pickAll(PickGuard) {
		return true
	}
	if b.forces[Attacker].withdrawing || b.forces[Defender].withdrawing {
		b.startRound()
		return true
	}
	b.enter(reinforcing)
	return false
}

var staysHere = Ruling{Rule: "S3.7", Text: "its side does not withdraw"}

// mayGuard returns nil, or the rule that forbids a unit to be in the rear guard. S7:
// characters may be in it if their side has no army, or has just lost it.
func (b Position) mayGuard(u *Unit) *Ruling {
	switch {
	case !b.forces[u.side].withdrawing:
		return &staysHere
	case u.status != Standing:
		return &notHere
	case u.guard:
		return &Chosen
	case u.staysOn():
		return &monsters
	case !u.Troop() && len(b.forces[u.side].line) > 0:
		return &notEngaged
	}
	return nil
}
