package sorcery

import "houserule/engine"

// S0: a game turn. Sieges count up, stacks are checked, and then each side
// rallies, moves and fights.

// startTurn begins a game turn.
func (w *War) startTurn() {
	w.turn++
	w.mover, w.front = Attacker, OffMap
	w.battle.enter(feeding)
	for i := range w.sieges {
		w.sieges[i].Turns++
	}
	for i := range w.manned {
		w.manned[i].turns++
	}
	w.battle.Report(engine.Event{What: TurnBegan, N: w.turn})
	w.game.Hooks.TurnStart.Apply(w.battle, engine.None{}, engine.None{})
}

// startSide begins the part of the turn in which a side moves.
func (w *War) startSide(side engine.Side) {
	w.mover, w.column = side, OffMap
	for u := range w.all {
		u.spent, u.halted, u.marching, u.sortied, u.foregone, u.revealed, u.halved = 0, false, false, false, false, false, false
	}
	w.battle.Report(engine.Event{What: SideBegan, Who: int32(side)})
	w.game.Hooks.SideStart.Apply(w.battle, side, engine.None{})
	w.siegesChange()
	w.due = unknown
	w.battle.enter(rallying)
}

// endSide ends the moving side's part of the turn: sites change their holders, and a side
// may win at once (S0).
func (w *War) endSide() {
	w.siegesChange()
	w.takeSites()
	w.game.Hooks.SideEnd.Apply(w.battle, w.mover, engine.None{})
	switch {
	case w.wonAtOnce():
	case w.mover == Attacker:
		w.startSide(Defender)
	case int(w.turn) >= w.battle.start.limit:
		w.count()
	default:
		w.startTurn()
	}
}

// unknown stands for a number that has yet to be computed.
const unknown = -1
