package sorcery

import "houserule/engine"

// S0: a game turn. Sieges count up, stacks are checked, and then each side
// rallies, moves and fights.

// startTurn begins a game turn.
func (b *campaign) startTurn() {
	b.turn++
	b.mover, b.front = Attacker, OffMap
	b.enter(feeding)
	for i := range b.sieges {
		b.sieges[i].Turns++
	}
	for i := range b.manned {
		b.manned[i].turns++
	}
	b.Report(engine.Event{What: TurnBegan, N: b.turn})
	b.game.Hooks.TurnStart.Apply(b.whole, engine.None{}, engine.None{})
}

// startSide begins the part of the turn in which a side moves.
func (b *campaign) startSide(side engine.Side) {
	b.mover, b.column = side, OffMap
	for u := range b.all {
		u.spent, u.halted, u.marching, u.sortied, u.foregone, u.revealed, u.halved = 0, false, false, false, false, false, false
	}
	b.Report(engine.Event{What: SideBegan, Who: int32(side)})
	b.game.Hooks.SideStart.Apply(b.whole, side, engine.None{})
	b.siegesChange()
	b.due = unknown
	b.enter(rallying)
}

// endSide ends the moving side's part of the turn: sites change their holders, and a side
// may win at once (S0).
func (b *campaign) endSide() {
	b.siegesChange()
	b.takeSites()
	b.game.Hooks.SideEnd.Apply(b.whole, b.mover, engine.None{})
	switch {
	case b.wonAtOnce():
	case b.mover == Attacker:
		b.startSide(Defender)
	case int(b.turn) >= b.start.limit:
		b.count()
	default:
		b.startTurn()
	}
}

// unknown stands for a number that has yet to be computed.
const unknown = -1
