package fight

import (
	"iter"

	"houserule/engine"
)

// S7: characters and monsters that have no army in the hex fight in bouts. The characters
// fight together, each monster fights alone, and each bout is against a unit that the owner
// of the army names. In a round, the bouts with a unit are fought one by one, each through
// the stages of a round; the others wait. If neither side has an army any more, characters
// and monsters fight those of the enemy.

// A bout is the characters of a side, who fight together, or a monster, which fights alone.
type bout int32

// The bouts, in the order in which they are fought.
const (
	noBout       bout = iota
	ofCharacters      // all characters together
	ofMonster         // a monster; its id is added
)

// boutOf returns the bout of a character or monster whose side has no army.
func boutOf(u *Unit) bout {
	if u.kind.Role == Character {
		return ofCharacters
	}
	return ofMonster + bout(u.id)
}

// boutAfter returns the next bout of the side without an army, or noBout after the last.
func (b Position) boutAfter(last bout) bout {
	next := noBout
	for _, id := range b.forces[b.lone].heads {
		if of := boutOf(&b.units[id]); of > last && (next == noBout || of < next) {
			next = of
		}
	}
	return next
}

// yieldNext asks the owner of characters who face an army alone whether they fight. If not,
// they are captured.
func (b *Battle) yieldNext() bool {
	if b.lone < 0 || b.accepted || !b.Reading().anyCharacter(b.lone) || len(b.forces[Enemy(b.lone)].line) == 0 {
		b.enter(matching)
		return false
	}
	if b.Decide(b.lone, Fights) {
		b.accepted = true
		return true
	}
	for u := range b.All {
		if u.side == b.lone && u.status == Standing && u.kind.Role == Character {
			b.remove(u, Captured)
			b.Report(engine.Event{What: Caught, Who: u.id})
			b.game.Hooks.Caught.Apply(b.battle, u, engine.None{})
		}
	}
	b.conclude()
	return true
}

// matchNext decides whether armies or bouts fight in this round.
func (b *Battle) matchNext() bool {
	if b.lone < 0 {
		for side := range b.forces { // all units of both armies
			for _, id := range b.forces[side].line {
				b.units[id].engaged = true
			}
		}
		b.enter(leading)
		return false
	}
	if b.side = Enemy(b.lone); b.bout == noBout {
		b.release()
		b.bout = b.Reading().boutAfter(noBout)
	}
	for ; b.bout != noBout; b.bout = b.Reading().boutAfter(b.bout) {
		switch u := b.Reading().opponent(b.bout); {
		case u != nil && !(u.relief && u.demoralized):
		case len(b.forces[b.side].line) == 0:
			b.matchHeads()
		case b.matchUnit(u):
			return true
		}
	}
	b.several = b.Reading().paired(2)
	return b.boutNext()
}

// paired reports whether n bouts have an opponent.
func (b Position) paired(n int) bool {
	for of := b.boutAfter(noBout); of != noBout && n > 0; of = b.boutAfter(of) {
		if b.opponent(of) != nil {
			n--
		}
	}
	return n == 0
}

// release ends the part of units in bouts whose opponents have left the hex.
func (b *Battle) release() {
	for u := range b.All {
		if u.bout != noBout && b.Reading().boutAfter(u.bout-1) != u.bout {
			u.bout = noBout
		}
	}
}

// opponent returns the leftmost unit named for a bout, or nil.
func (b Position) opponent(of bout) *Unit {
	f := &b.forces[Enemy(b.lone)]
	for _, ids := range [...][]int32{f.line, f.heads} {
		for _, id := range ids {
			if u := &b.units[id]; u.bout == of {
				return u
			}
		}
	}
	return nil
}

// matchUnit names a unit for the bout, in place of before, which is a demoralized unit or
// nil. It reports whether it has asked the owner. If all other units fight in bouts it
// names none.
func (b *Battle) matchUnit(before *Unit) bool {
	n, u := b.Candidates(b.side, PickChampion)
	asked := n > 1
	switch {
	case asked:
		u = b.picked(b.Pick(b.side, PickChampion))
	case n == 0 && before == nil: // hooks may forbid all units that are left
		u = b.Reading().opponent(noBout)
	}
	if before != nil {
		before.relief = false
		if u != nil && u != before {
			before.bout = noBout
		}
	}
	if u != nil && u.Troop() && u != before {
		b.match(u)
	}
	return asked
}

// matchHeads names characters or a monster for the bout, if the side has no army: all
// characters without a bout, or else the first such monster.
func (b *Battle) matchHeads() {
	for _, role := range [...]Role{Character, Monster} {
		for _, id := range b.forces[b.side].heads {
			u := &b.units[id]
			if u.kind.Role == role && u.bout == noBout && (role == Character || b.Reading().opponent(b.bout) == nil) {
				b.match(u)
			}
		}
	}
}

// match makes a unit, character or monster fight in the bout.
func (b *Battle) match(u *Unit) {
	u.bout, u.fresh, u.relief = b.bout, true, false
	b.Report(engine.Event{What: Matched, Who: u.id, N: int32(b.bout)})
}

var (
	noTroop = Ruling{Rule: "S7", Text: "a unit of the army fights them"}
	fights  = Ruling{Rule: "S7", Text: "it fights in another bout: each is against a unit of its own"}
	hasLed  = Ruling{Rule: "S7", Text: "it has helped another unit in this round"}
)

// mayMatch returns nil, or the rule that forbids naming a unit for the bout.
func (b Position) mayMatch(u *Unit) *Ruling {
	switch {
	case !u.Troop():
		return &noTroop
	case u.status != Standing:
		return &notHere
	case u.bout != noBout && u.bout != b.bout:
		return &fights
	}
	return b.game.Hooks.Match.Apply(b.battle, u, nil)
}

// boutNext begins the next bout of the round that has an opponent, or ends the round.
func (b *Battle) boutNext() bool {
	for b.bout = b.Reading().boutAfter(b.bout); b.bout != noBout; b.bout = b.Reading().boutAfter(b.bout) {
		first := b.Reading().opponent(b.bout)
		if first == nil {
			continue
		}
		for side := range b.forces {
			b.forces[side].begin()
		}
		for u := range b.All {
			u.engaged = b.Reading().boutWith(u) == b.bout
		}
		if b.several {
			b.Report(engine.Event{What: BoutBegan, Who: first.id, N: int32(b.bout)})
		}
		b.enter(leading)
		return true
	}
	b.endRound()
	return true
}

// boutWith returns the bout in which a unit, character or monster fights.
func (b Position) boutWith(u *Unit) bout {
	switch {
	case b.lone < 0 || u.status != Standing:
		return noBout
	case u.side == b.lone:
		return boutOf(u)
	}
	return u.bout
}

// boutName returns the words for the fighters of a bout.
func (b Position) boutName(of bout) string {
	if of == ofCharacters {
		return "the characters of " + b.the(b.lone)
	}
	return b.Label(&b.units[of-ofMonster])
}

// leftAlone returns the leader that helps a unit against characters, and fights on alone if
// the unit is lost (S7), or nil.
func (b Position) leftAlone(u *Unit) *Unit {
	if b.lone < 0 || b.bout != ofCharacters || !u.engaged || !u.Troop() || u.side == b.lone {
		return nil
	}
	if b.game.Rules.LeaderRelieved && b.opponent(noBout) != nil && b.opponent(noBout).Troop() {
		return nil
	}
	return b.at(b.forces[u.side].leader)
}

// findLone finds the side that has characters or monsters but no army (S7). If neither side
// has an army, it is the side found before, or the attacker.
func (b *Battle) findLone() {
	attacker, defender := len(b.forces[Attacker].line) > 0, len(b.forces[Defender].line) > 0
	lone := Attacker
	switch {
	case attacker && defender:
		lone = -1
	case attacker:
		lone = Defender
	case !defender && b.lone >= 0:
		lone = b.lone
	}
	if lone == b.lone {
		return
	}
	b.lone, b.accepted, b.bout = lone, false, noBout
	for u := range b.All {
		u.bout, u.fresh, u.relief = noBout, false, false
	}
}

// Alone reports whether a side has no army in the hex, so that its characters and monsters
// fight by themselves (S7).
func (b Position) Alone(side engine.Side) bool { return b.lone >= 0 && len(b.forces[side].line) == 0 }

// Champion returns the unit, character or monster that fights in the present bout against
// the side without an army, or nil (S7).
func (b Position) Champion() *Unit {
	if b.lone < 0 || b.bout == noBout {
		return nil
	}
	return b.opponent(b.bout)
}

// Bout returns the monster of the present bout, or of the bout that a unit is being named
// for. It returns nil for the bout of the characters, and if there is no bout (S7).
func (b Position) Bout() *Unit {
	if b.bout < ofMonster {
		return nil
	}
	return &b.units[b.bout-ofMonster]
}

// BoutName returns the words for the fighters of the present bout, or "" if there is none
// (S7).
func (b Position) BoutName() string {
	if b.bout == noBout {
		return ""
	}
	return b.boutName(b.bout)
}

// Foes yields the opponents of a unit, character or monster in a bout (S7).
func (b Position) Foes(u *Unit) iter.Seq[*Unit] {
	return func(yield func(*Unit) bool) {
		of := b.boutWith(u)
		for foe := range b.All {
			if of != noBout && foe.side != u.side && b.boutWith(foe) == of && !yield(foe) {
				return
			}
		}
	}
}

// unnerve demoralizes a unit that has fought its first round against a kind that unnerves
// (S7).
func (b *Battle) unnerve() {
	u := b.Reading().Champion()
	if u == nil || !u.fresh || !u.Troop() {
		return
	}
	u.fresh = false
	for _, id := range b.forces[b.lone].heads {
		if by := &b.units[id]; by.engaged && by.kind.Unnerves {
			b.Report(engine.Event{What: Unnerved, Who: u.id, Whom: by.id})
			b.Shake(u)
			return
		}
	}
}
