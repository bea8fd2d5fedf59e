package fight

import "houserule/engine"

// S3.7: rounds go on until one side is alone in the hex.

// startRound begins a round, and resets the marks of the last one.
func (b *Battle) startRound() {
	b.round++
	for u := range b.All {
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

// endRound ends a round, once all units have checked morale (S3.6).
func (b *Battle) endRound() {
	for u := range b.All {
		if u.status == Standing {
			u.halved = false // S3.2: only in the first round
		}
	}
	b.game.Hooks.RoundEnd.Apply(b.battle, engine.None{}, engine.None{})
	if !b.conclude() {
		b.enter(leaving)
	}
}

// conclude decides the battle if at most one side is left in the hex (S3.7).
func (b *Battle) conclude() bool {
	attacker, defender := b.forces[Attacker].present(), b.forces[Defender].present()
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

// decide ends the battle.
func (b *Battle) decide(winner engine.Side, how Ending) {
	r := NewResult(b.game.Hooks.Winner.Apply(b.battle, winner, winner), how, b.round)
	if b.around != nil {
		b.around.Ended(r)
		return
	}
	b.End(r)
	b.game.Hooks.BattleEnd.Apply(b.battle, r, engine.None{})
}

// End ends the battle or the war.
func (b *Battle) End(r Result) {
	b.stage, b.result = over, r
	b.Report(engine.Event{What: Ended, Who: int32(r.Winner), N: int32(r.Ending)})
}

// remove removes a unit from the hex.
func (b *Battle) remove(u *Unit, to Status) {
	if u.status == Standing {
		f := &b.forces[u.side]
		if b.stage == checking && b.side == u.side && u.Troop() && f.placeOf(u) < int(b.cursor) {
			b.cursor-- // the cursor stays at its unit
		}
		f.leave(u)
	}
	u.status = to
	if b.around != nil {
		b.around.Gone(u)
	}
	u.bout, u.halved, u.engaged, u.declared, u.charging, u.charged, u.guard, u.adds = noBout, false, false, false, false, false, false, false
}

// Lose removes a unit from the game.
func (b *Battle) Lose(u *Unit) {
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
