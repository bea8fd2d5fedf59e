package sorcery

import "houserule/engine"

// S3.7: rounds go on until one side is alone in the hex.

// startRound begins a round, and resets the marks of the last one.
func (b *Battle) startRound() {
	b.round++
	for u := range b.all {
		u.charged = u.charging && u.status == Standing
		u.lent, u.laps = 0, 0
		u.declared, u.charging, u.led, u.adds, u.engaged, u.tried = false, false, false, false, false, false
	}
	for side := range b.forces {
		b.forces[side].begin()
	}
	b.Report(engine.Event{What: RoundBegan, N: b.round})
	b.game.Hooks.RoundStart.Apply(b.battle, engine.None{}, engine.None{})
	if !b.conclude() {
		b.findLone()
		b.enter(yielding)
	}
}

// engageAll makes all units of both armies fight.
func (b *Battle) engageAll() {
	for side := range b.forces {
		for _, id := range b.forces[side].line {
			b.units[id].engaged = true
		}
	}
}

// endRound ends a round, once all units have checked morale (S3.6).
func (b *Battle) endRound() {
	for u := range b.all {
		if u.status == Standing {
			u.halved = false // S3.2: only in the first round
		}
	}
	b.game.Hooks.RoundEnd.Apply(b.battle, engine.None{}, engine.None{})
	if !b.conclude() {
		b.enter(leaving)
	}
}

// present reports whether a side has units left in the hex.
func (b *state) present(side engine.Side) bool {
	f := &b.forces[side]
	return len(f.line)+len(f.heads) > 0
}

// conclude decides the battle if at most one side is left in the hex (S3.7).
func (b *Battle) conclude() bool {
	attacker, defender := b.present(Attacker), b.present(Defender)
	switch {
	case b.stage == over:
	case !attacker && !defender:
		b.decide(engine.Draw, Ruin)
	case !attacker:
		b.decide(Defender, Cleared)
	case !defender:
		b.decide(Attacker, Cleared)
	default:
		return false
	}
	return true
}

// seatOf returns the side that a script has named, or [engine.Draw] if the number is no
// side.
func seatOf(side engine.Side) engine.Side {
	if side < 0 || side >= Seats {
		return engine.Draw
	}
	return side
}

// decide ends the battle.
func (b *Battle) decide(winner engine.Side, how Ending) {
	winner = seatOf(b.game.Hooks.Winner.Apply(b.battle, winner, winner))
	result := Result{Winner: winner, Ending: how, Rounds: int(b.round)}
	if b.around != nil {
		b.around.ended(result)
		return
	}
	b.stage = over
	b.result = result
	b.Report(engine.Event{What: Ended, Who: int32(winner), N: int32(how)})
	b.game.Hooks.BattleEnd.Apply(b.battle, b.result, engine.None{})
}

// remove removes a unit from the hex.
func (b *Battle) remove(u *Unit, to Status) {
	if u.status == Standing {
		f := &b.forces[u.side]
		if b.stage == checking && b.side == u.side && u.Troop() && b.placeOf(u) < int(b.cursor) {
			b.cursor-- // the cursor stays at its unit
		}
		f.leave(u)
	}
	u.status = to
	if b.around != nil {
		b.around.left(u)
	}
	u.bout, u.halved, u.engaged, u.declared, u.charging, u.charged, u.guard, u.adds = noBout, false, false, false, false, false, false, false
}

// placeOf returns a unit's index in the line of its side, from the left.
func (b *state) placeOf(u *Unit) int {
	for i, id := range b.forces[u.side].line {
		if id == u.id {
			return i
		}
	}
	return -1
}

// eliminate removes a unit from the game.
func (b *Battle) eliminate(u *Unit) {
	if b.game.Hooks.Death.Used() && !u.dying {
		u.dying = true // a unit dies once, whatever the hook does
		b.game.Hooks.Death.Apply(b.battle, u, engine.None{})
		if u.dying = false; u.gone() {
			return
		}
	}
	leader := b.Reading().leftAlone(u)
	b.remove(u, Eliminated)
	b.Report(engine.Event{What: LostUnit, Who: u.id})
	if leader != nil {
		leader.bout = ofCharacters
		b.Report(engine.Event{What: LeftAlone, Who: leader.id})
	}
	b.game.Hooks.Lost.Apply(b.battle, u, engine.None{})
}
