package sorcery

import "houserule/engine"

// S7: characters and monsters that have no army in the hex fight one unit of
// the enemy's army at a time. The characters do so together, then each of the
// monsters alone; each of these bouts goes through the rounds of a battle.

// yieldNext asks the owner of characters that are alone whether they fight.
// If not, they are captured.
func (b *Battle) yieldNext() bool {
	if b.lone < 0 || b.accepted || !b.anyCharacter(b.lone) {
		b.enter(matching)
		return false
	}
	if b.decideOn(b.lone, Fights) {
		b.accepted = true
		return true
	}
	for i := range b.units {
		if u := &b.units[i]; u.side == b.lone && u.status == Standing && u.kind.Role == Character {
			b.remove(u, Captured)
			b.Report(engine.Event{What: Caught, Who: u.id})
			b.game.Hooks.Caught.Apply(b, u, engine.None{})
		}
	}
	b.conclude()
	return true
}

// matchNext says who fights in this round: the armies, or characters or a
// monster against a unit that its owner names.
func (b *Battle) matchNext() bool {
	if b.lone < 0 {
		b.engageAll()
		b.enter(leading)
		return false
	}
	b.engageLone()
	asked := false
	if b.champion < 0 || b.renamed && len(b.forces[enemy(b.lone)].line) > 1 {
		b.side = enemy(b.lone)
		n, only := b.candidates(PickChampion)
		if n > 1 {
			only, asked = b.picked(b.pick(PickChampion)), true
		}
		if only == nil { // scripts leave nobody
			only = &b.units[b.forces[b.side].line[0]]
		}
		b.match(only)
	}
	b.renamed = false
	b.units[b.champion].engaged = true
	b.enter(leading)
	return asked
}

// engageLone makes the characters fight that are alone, or else the first of
// their monsters.
func (b *Battle) engageLone() {
	heads := b.forces[b.lone].heads
	monster := int32(-1)
	if !b.anyCharacter(b.lone) {
		monster = heads[0]
	}
	if monster != b.monster {
		b.monster = monster
		if c := b.at(b.champion); c != nil && c.troop() {
			b.champion = -1 // S7: each fights a unit of its own
		}
	}
	for _, id := range heads {
		u := &b.units[id]
		u.engaged = id == monster || monster < 0 && u.kind.Role == Character
	}
}

// match makes a unit fight the characters or the monster.
func (b *Battle) match(u *Unit) {
	if b.champion == u.id {
		return
	}
	b.champion = u.id
	u.matched, b.fresh = true, true
	b.Report(engine.Event{What: Matched, Who: u.id})
}

var (
	noTroop   = Ruling{"S7", "a unit of the army fights them"}
	hasFought = Ruling{"S7", "each monster fights a unit of its own, as long as there are any"}
)

// mayMatch returns nil, or the rule that forbids that a unit is named against
// characters or a monster.
func (b *Battle) mayMatch(u *Unit) *Ruling {
	switch {
	case !u.troop():
		return &noTroop
	case u.status != Standing:
		return &notHere
	case b.monster >= 0 && u.matched && u.id != b.champion && b.unmatched(u.side):
		return &hasFought
	}
	return b.game.Hooks.Match.Apply(b, u, nil)
}

// unmatched tells whether a side has a unit that nobody alone has fought.
func (b *Battle) unmatched(side engine.Side) bool {
	for _, id := range b.forces[side].line {
		if !b.units[id].matched {
			return true
		}
	}
	return false
}

// unnerve demoralises the unit that has fought its first round against what
// does so (S7).
func (b *Battle) unnerve() {
	u := b.at(b.champion)
	fresh := b.fresh
	b.fresh = false
	if u == nil || !fresh || !u.engaged || !u.troop() || b.lone < 0 {
		return
	}
	for _, id := range b.forces[b.lone].heads {
		if by := &b.units[id]; by.engaged && by.kind.Unnerves {
			b.Report(engine.Event{What: Unnerved, Who: u.id, Whom: by.id})
			b.demoralize(u)
			return
		}
	}
}

// findLone finds out whether a side has characters and monsters, and no army
// (S7). A leader that fights on alone does so for the side of the army.
func (b *Battle) findLone() {
	lone := engine.Side(-1)
	switch {
	case len(b.forces[Attacker].line) > 0 && len(b.forces[Defender].line) > 0:
	case b.champion >= 0 && len(b.forces[b.lone].line) == 0:
		lone = b.lone
	case len(b.forces[Attacker].line) == 0:
		lone = Attacker
	default:
		lone = Defender
	}
	if lone != b.lone {
		b.lone, b.accepted, b.monster, b.champion = lone, false, -1, -1
		b.renamed, b.fresh = false, false
	}
}
