package sorcery

import (
	"fmt"

	"houserule/engine"
)

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
	case int(w.turn) >= w.land.campaign.Turns:
		w.count()
	default:
		w.startTurn()
	}
}

// unknown stands for a number that has yet to be computed.
const unknown = -1

func (w *War) scene() string {
	switch {
	case w.turn == 0:
		return "before the first turn"
	case w.stage == over:
		return fmt.Sprintf("after turn %d", w.turn)
	case w.fights:
		return fmt.Sprintf("turn %d, the battle in %s, round %d, %s", w.turn, w.reading().PlaceName(w.front.Hex()), w.battle.round, w.game.acts[w.stage].scene)
	case w.stage <= starving:
		return fmt.Sprintf("turn %d, %s", w.turn, w.game.acts[w.stage].scene)
	}
	scene := w.game.acts[w.stage].scene
	if w.react {
		scene = w.game.acts[watching].scene
	}
	return fmt.Sprintf("turn %d of %s, %s", w.turn, w.battle.Reading().SideName(w.mover), scene)
}

// addTurn adds the acts and picks of a turn to those of a fight.
func (g *Game) addTurn() {
	g.acts[feeding] = act{"supply", inWar((*War).feedNext)}
	g.acts[starving] = act{"supply", inWar((*War).starveNext)}
	g.acts[rallying] = act{"rally", inWar((*War).rallyNext)}
	g.acts[marching] = act{"movement", inWar((*War).marchNext)}
	g.acts[grouping] = act{"movement", inWar((*War).groupNext)}
	g.acts[heading] = act{"movement", inWar((*War).headNext)}
	g.acts[walking] = act{"movement", inWar((*War).walkNext)}
	g.acts[storming] = act{"an assault", inWar((*War).stormNext)}
	g.acts[breaching] = act{"a breach", inWar((*War).breachNext)}
	g.acts[declining] = act{"a siege", inWar((*War).declineNext)}
	g.acts[besieging] = act{"a siege", inWar((*War).besiegeNext)}
	g.acts[watching] = act{"reaction", inWar((*War).watchNext)}
	g.acts[engaging] = act{"combat", inWar((*War).engageNext)}
	g.acts[springing] = act{"reaction", inWar((*War).springNext)}
	g.acts[following] = act{"reaction", inWar((*War).followNext)}
	g.acts[trying] = act{"reaction", inWar((*War).tryNext)}
	g.picks[PickStarved] = pick{FormLose, "", false, onMap(Theater.mayStarve), nil}
	g.picks[PickRally] = pick{FormRally, "", false, onMap(Theater.mayRally), nil}
	g.picks[PickMarch] = pick{FormMove, "done", false, onMap(Theater.mayMarch), nil}
	g.picks[PickGroup] = pick{FormWith, "alone", true, onMap(Theater.mayJoin), func(_ *Battle, u *Unit) { u.marching = true }}
	g.picks[PickReact] = pick{FormReact, "pass", false, onMap(Theater.mayReact), nil}
	g.picks[PickFollow] = pick{FormBring, "done", true, onMap(Theater.mayFollow), joinCompany}
}

// inWar returns a step of a turn as a step of the battle.
func inWar(do func(*War) bool) func(*Battle) bool {
	return func(b *Battle) bool { return do(b.war()) }
}

// onMap returns a rule of the map as a rule for picks.
func onMap(may func(Theater, *Unit) *Ruling) func(Position, *Unit) *Ruling {
	return func(b Position, u *Unit) *Ruling { return may(b.War(), u) }
}
