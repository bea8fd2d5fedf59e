// Package fight is the fight for one hex in the Exelby variant of Swords & Sorcery: two
// armies of units and characters. Its files are the chapters of the rulebook about combat,
// and each rule stands beside the number of its paragraph. Where the rulebook is silent,
// [Rules] has a switch (docs/rulings.md).
//
//	S3  round, stage            the rounds of a fight
//	    leader, charge, array   decisions before the dice
//	    strength, roll, losses  the dice, and their losses
//	    withdrawal              which units leave
//	    reinforcement           which units come
//	S5  morale                  checks
//	S7  single                  characters and monsters without an army
//
// A fight knows no map. A [Battle] is one fight, of a [Setup] of the units that meet in a
// hex, and the hex. Or a war is around it: see [Around] and package sorcery, which has the
// game. The moving side is the attacker and has the first seat (S0).
//
// Each round goes through the same stages: leaders of the die, charges, the array, the dice,
// losses, morale checks, and then withdrawal and reinforcement. [Battle.Step] carries out
// one act, which is one die or one choice, so that a battle can be copied and compared
// between two acts. Characters and monsters without an army fight in bouts, and each bout
// goes through the same stages (S7).
//
// Strengths are counted in halves of a point, because a unit that comes over water has half
// its strength. Losses are counted in parts, [Whole] to a point, so that percentages of a
// strength are exact (S3.4).
package fight

import "houserule/engine"

// A Battle is a battle from start to end, or a war with all of its fights. Only one
// goroutine at a time may use it. Its methods are the steps of a fight, and the changes
// that scripts make. [Battle.Reading] returns the fight for reading:
//
//	combat    what changes in a fight: units, forces, the stage
//	Position  what the rules of combat allow, and strengths (S3, S5, S7)
//	Battle    the steps of a fight
type Battle struct {
	*engine.Table
	combat
	questions
}

// The questions of a fight. Each choice points back to the battle, so that asking allocates
// nothing.
type questions struct {
	picking  Picking  `state:"step"`
	deciding Deciding `state:"step"`
	lending  Lending  `state:"step"`
	leave    Leave    `state:"step"`
}

// A combat is the state of a fight, with its game and its start.
type combat struct {
	state
	game     *Game
	start    *Start
	round    int32
	timed    bool     `state:"-"` // whether anything but the limit has read the round
	result   Result   // the result of the battle or war
	last     Throw    `state:"step"`
	said     string   `state:"step"` // the text of the last event Said
	hosted   any      `state:"-"`    // memory that the owner of the hooks keeps in this battle between two calls
	strategy Strategy `state:"-"`
	battle   *Battle  // the battle of this fight; hooks take a Battle
	around   Around   // nil in a battle for one hex
}

// A Position is a fight for reading, for players, views and forecasts: its methods change
// nothing. It follows the battle as the battle goes on.
type Position struct{ *combat }

// NewBattle makes a battle ready to be played. The error says what is wrong with
// the setup.
func NewBattle(g *Game, setup Setup) (*Battle, error) {
	s, err := newStart(g, setup)
	if err != nil {
		return nil, err
	}
	return s.NewBattle(g), nil
}

// NewBattle makes a battle of a start ready to be played.
func (s *Start) NewBattle(g *Game) *Battle {
	b := new(Battle)
	b.game, b.battle = g, b
	for _, a := range []*Asking{&b.picking.Asking, &b.deciding.Asking, &b.lending.Asking, &b.leave.Asking} {
		*a = AskingIn(b.Reading())
	}
	b.begins(s)
	return b
}

// Part returns what is around the fight, which is the other part of the battle; nil for none.
// Around returns it for reading.
func (b *Battle) Part() any {
	if b.around == nil {
		return nil
	}
	return b.around
}
func (b Position) Around() any {
	if b.around == nil {
		return nil
	}
	return b.around.Reading()
}

// begins gives the battle a start.
func (b *Battle) begins(s *Start) {
	b.start, b.around = s, nil
	if s.around != nil {
		b.around = s.around(b)
	}
	b.strategy = b.game.strategy(b.Reading())
}

// Reading returns the fight for reading. InWar reports whether there is a war around it.
func (b *combat) Reading() Position { return Position{b} }
func (b *combat) InWar() bool       { return b.around != nil }

// Score returns a new score at the battle's table.
func (b Position) Score(n int, why *engine.Cause) engine.Score { return b.battle.Table.Score(n, why) }

// Hosted returns the address of the memory that the owner of the hooks keeps in this
// battle. It is no part of the state.
func (b *combat) Hosted() *any { return &b.hosted }

// Game returns the rules of the battle, Setup its start, and Terrain the terrain of its
// hex, or nil.
func (b *combat) Game() *Game        { return b.game }
func (b *combat) Setup() *Setup      { return &b.start.setup }
func (b Position) Terrain() *Terrain { return b.field.Terrain }

// SingleFactor returns the factor for the strength of a unit against characters and
// monsters, in the hex of the fight (S7).
func (b Position) SingleFactor() int { return b.field.Single }

// Round returns the present round, from 1, and 0 before the first. In a war it returns
// the game turn.
func (b *combat) Round() int {
	if b.InWar() {
		return b.around.Round()
	}
	return int(b.round)
}

// FightRound returns the present round of the fight, from 1. Fighting reports whether a fight
// is going on. Mover returns the side whose turn it is.
func (b Position) FightRound() int    { return int(b.round) }
func (b *combat) Fighting() bool      { return b.around == nil || b.stage != apart && b.stage != over }
func (b Position) Mover() engine.Side { return b.next().Mover }

// ReadRound returns the round of the fight to scripts, which may make the battle depend on
// it: see [Battle.Timed]. ReadTurn does the same with the turn of the war, or 0 if there is
// none.
func (b Position) ReadRound() int {
	b.timed = true
	return int(b.round)
}
func (b Position) ReadTurn() int {
	b.timed = true
	if b.around == nil {
		return 0
	}
	return b.around.Round()
}

// Timed reports whether anything but the limit has read the round. In a war the turn
// always matters, because points decide at the last one (S0).
func (b *combat) Timed() bool { return b.timed || b.InWar() }

// RoundLimit returns the round after which the battle ends, or 0 in a war. TimeUp
// returns the side that holds the hex if a fight is broken off (S3.7).
func (b *combat) RoundLimit() int {
	if b.InWar() {
		return 0
	}
	return b.start.limit
}
func (b *combat) TimeUp() engine.Side {
	if b.game.Rules.TimeUp == "defender" {
		return Enemy(b.mover)
	}
	return engine.Draw
}

// Over reports whether the battle is decided.
func (b *combat) Over() bool { return b.stage == over }

// Result returns how the battle ended, Winner the side that holds the hex, and Outcome both
// in words.
func (b *combat) Result() Result      { return b.result }
func (b *combat) Winner() engine.Side { return b.result.Winner }
func (b *combat) Outcome() string {
	if b.InWar() {
		return b.around.Outcome()
	}
	return b.result.String()
}

// Seats returns the number of sides.
func (b *combat) Seats() int { return int(Seats) }

// Last returns the last die, or the die about to be rolled, for a listener of the event.
// The battle keeps it only while the table has a listener.
func (b Position) Last() Throw { return b.last }

// Fresh returns another battle of the same start.
func (b *combat) Fresh() engine.Battle { return b.start.NewBattle(b.game) }

// CopyFrom makes b a copy of src, another battle of sorcery between two steps. b keeps its
// own table.
func (b *Battle) CopyFrom(src engine.Battle) { b.Copy(src.(*Battle).Reading()) }

// Copy makes b a copy of a position: see CopyFrom.
func (b *Battle) Copy(src Position) {
	if b.game = src.game; b.start != src.start {
		b.begins(src.start)
	}
	b.round, b.result = src.round, src.result
	b.reserve()
	b.state.copyFrom(&src.state)
	if b.around != nil {
		b.around.CopyFrom(src.around)
	}
	if b.game.Begin != nil {
		b.game.Begin(b, src.battle)
	}
}

// Sit seats b at a table.
func (b *Battle) Sit(t *engine.Table) {
	b.Table = t
	b.reserve()
	t.Place(b)
}

// Play plays the battle to its end, or to the table's first error.
func (b *Battle) Play(t *engine.Table) Result {
	b.Begin(t)
	for b.stage != over && t.Err() == nil {
		b.Step()
	}
	return b.result
}

// Begin sets the units up at the table and begins the first round.
func (b *Battle) Begin(t *engine.Table) {
	b.Sit(t)
	b.BeginStep(nil)
	b.state.copyFrom(&b.start.state)
	if b.around != nil {
		b.around.CopyFrom(nil)
	}
	b.lone, b.attempt = -1, noAttempt
	b.round, b.timed = 0, false
	b.result = Result{Winner: engine.Draw}
	if b.game.Begin != nil {
		b.game.Begin(b, nil)
	}
	if b.around != nil {
		b.around.Begin()
		return
	}
	b.Open()
}
