package sorcery

import (
	"fmt"

	"houserule/engine"
	"houserule/engine/sorcery/fight"
)

// S0: a game turn. Sieges count up, stacks are checked, and then each side
// rallies, moves and fights.

// startTurn begins a game turn.
func (w *War) startTurn() {
	w.turn++
	w.mover, w.front = fight.Attacker, OffMap
	w.enter(feeding)
	for i := range w.sieges {
		w.sieges[i].Turns++
	}
	for i := range w.manned {
		w.manned[i].turns++
	}
	w.battle.Report(engine.Event{What: TurnBegan, N: w.turn})
	w.game.WarHooks.TurnStart.Apply(w.battle, engine.None{}, engine.None{})
}

// startSide begins the part of the turn in which a side moves.
func (w *War) startSide(side engine.Side) {
	w.mover, w.column = side, OffMap
	for u := range w.fight.All {
		p := w.post(u)
		p.spent, p.duty = 0, duty{}
		w.battle.Wade(u, false)
	}
	w.battle.Report(engine.Event{What: SideBegan, Who: int32(side)})
	w.game.WarHooks.SideStart.Apply(w.battle, side, engine.None{})
	w.siegesChange()
	w.due = unknown
	w.enter(rallying)
}

// endSide ends the moving side's part of the turn: sites change their holders, and a side
// may win at once (S0).
func (w *War) endSide() {
	w.siegesChange()
	w.takeSites()
	w.game.WarHooks.SideEnd.Apply(w.battle, w.mover, engine.None{})
	switch {
	case w.wonAtOnce():
	case w.mover == fight.Attacker:
		w.startSide(fight.Defender)
	case int(w.turn) >= w.land.campaign.Turns:
		w.count()
	default:
		w.startTurn()
	}
}

// unknown stands for a number that has yet to be computed.
const unknown = -1

// Scene returns the present stage of the war in words, with that of a fight.
func (w *War) Scene(of string) string {
	switch {
	case w.turn == 0:
		return "before the first turn"
	case w.stage == ended:
		return fmt.Sprintf("after turn %d", w.turn)
	case w.fight.Fighting():
		return fmt.Sprintf("turn %d, the battle in %s, %s", w.turn, w.reading().PlaceName(w.front.Hex()), of)
	case w.stage <= starving:
		return fmt.Sprintf("turn %d, %s", w.turn, w.game.acts[w.stage].scene)
	}
	scene := w.game.acts[w.stage].scene
	if w.react {
		scene = w.game.acts[watching].scene
	}
	return fmt.Sprintf("turn %d of %s, %s", w.turn, w.fight.SideName(w.mover), scene)
}

// A stage is the next part of a turn.
type stage uint8

// The stages of a turn, in their order (S0). A fight has its own after engaging.
const (
	feeding   stage = iota // finds the next stack that is too large (S1)
	starving               // the losses of that stack
	rallying               // S5
	marching               // which unit moves (S2)
	grouping               // which units go along
	heading                // the group's destination
	walking                // a step
	storming               // the dice of an assault (S4)
	breaching              // the dice of a breach
	declining              // whether the owner of a site declines battle (S4)
	besieging              // whether a side besieges walled hexes (S4)
	watching               // which leader reacts (S3.1)
	engaging               // finds the next battle
)

// The stages of a reaction (S3.1), and the end.
const (
	following stage = iota + 30 // which units go with the leader
	springing                   // the destination of the group
	trying                      // its dice
	ended
)

// An act is the name of a stage in texts, and its function. Do reports whether it has
// carried out an act. Otherwise the call only led to the next stage.
type act struct {
	scene string
	do    func(*War) bool
}

// acts returns the acts of the stages.
func acts() [ended]act {
	return [ended]act{
		feeding:   {"supply", (*War).feedNext},
		starving:  {"supply", (*War).starveNext},
		rallying:  {"rally", (*War).rallyNext},
		marching:  {"movement", (*War).marchNext},
		grouping:  {"movement", (*War).groupNext},
		heading:   {"movement", (*War).headNext},
		walking:   {"movement", (*War).walkNext},
		storming:  {"an assault", (*War).stormNext},
		breaching: {"a breach", (*War).breachNext},
		declining: {"a siege", (*War).declineNext},
		besieging: {"a siege", (*War).besiegeNext},
		watching:  {"reaction", (*War).watchNext},
		engaging:  {"combat", (*War).engageNext},
		following: {"reaction", (*War).followNext},
		springing: {"reaction", (*War).springNext},
		trying:    {"reaction", (*War).tryNext},
	}
}

// Act carries out an act of the present stage, and reports whether it was one.
func (w *War) Act() bool { return w.game.acts[w.stage].do(w) }

// enter begins a stage with the moving side. pass gives it to the other side, until both have
// had it: see turns.
func (w *War) enter(s stage) { w.stage, w.side, w.turns, w.cursor = s, w.mover, 0, 0 }
func (w *War) pass()         { w.side, w.turns, w.cursor = fight.Enemy(w.side), w.turns+1, 0 }
