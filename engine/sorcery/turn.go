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

// addActs adds the acts of the stages of a turn.
func addActs(acts *[over]act) {
	for stage, act := range [over]act{
		feeding:   {"supply", inWar((*War).feedNext)},
		starving:  {"supply", inWar((*War).starveNext)},
		rallying:  {"rally", inWar((*War).rallyNext)},
		marching:  {"movement", inWar((*War).marchNext)},
		grouping:  {"movement", inWar((*War).groupNext)},
		heading:   {"movement", inWar((*War).headNext)},
		walking:   {"movement", inWar((*War).walkNext)},
		storming:  {"an assault", inWar((*War).stormNext)},
		breaching: {"a breach", inWar((*War).breachNext)},
		declining: {"a siege", inWar((*War).declineNext)},
		besieging: {"a siege", inWar((*War).besiegeNext)},
		watching:  {"reaction", inWar((*War).watchNext)},
		engaging:  {"combat", inWar((*War).engageNext)},
		springing: {"reinforcements", inWar((*War).springNext)},
		following: {"reaction", inWar((*War).followNext)},
		trying:    {"reaction", inWar((*War).tryNext)},
	} {
		if act.do != nil {
			acts[stage] = act
		}
	}
}

// inWar returns a step of a turn as a step of the battle.
func inWar(do func(*War) bool) func(*Battle) bool {
	return func(b *Battle) bool { return do(b.war()) }
}
