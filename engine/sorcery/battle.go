// Package sorcery is the Exelby variant of Swords & Sorcery: two armies of
// units and characters. Its files are the chapters of the rulebook, and each
// rule stands beside the number of its paragraph; where the rulebook is
// silent, [Rules] has a switch (docs/rulings.md).
//
// A [Game] is rules, data and hooks; a [Setup] who meets in a hex, and where.
// [NewBattle] makes a [Battle] of the two, which any number of times plays at
// an [engine.Table]; the moving side is the attacker and sits first (S0):
//
//	b, err := sorcery.NewBattle(game, setup)
//	result := b.Play(engine.NewTable(engine.NewDice(seed), attacker, defender))
//
// A battle is a line of stages, round for round: who leads the die, who
// charges, the array, the dice, the losses, the morale checks, and then who
// withdraws or is reinforced. [Battle.Step] carries out one act, which is one
// die or one choice, so that between two acts a battle can be copied and
// compared. Characters and monsters that have no army any more go through the
// same stages against one unit at a time (S7).
//
// Strengths are counted in halves of a point, since units that come over water
// have half of theirs, and losses in the parts of which [Whole] make a point,
// since percentages of that are exact fractions (S3.4).
package sorcery

import (
	"fmt"

	"houserule/engine"
)

// A Battle is a battle from its start to its end. It is not for use by
// several goroutines at once.
type Battle struct {
	*engine.Table
	State
	game   *Game
	start  *start
	round  int32
	timed  bool // whether anything has looked at the round
	result Result
	last   Throw
	said   string // the last Said
	// Host is for who hangs on the hooks: what it keeps for this battle
	// between two calls. It is no part of the state.
	Host any

	// What is being asked; each points back to the battle, so that a choice
	// costs no allocation.
	picking  Picking
	deciding Deciding
	lending  Lending
	leave    Leave
	// answer is the answer to the next question, where it is answered: Try.
	answer   int
	answered bool
}

// An Ending is how a battle ended.
type Ending uint8

// The endings (S3.7).
const (
	Undecided Ending = iota
	Cleared          // only one side is left
	Ruin             // nobody is left
	Standoff         // characters of both sides are left, and no units
	TimeUp           // the round limit
)

// A Result is how a battle ended.
type Result struct {
	Winner engine.Side // who has the hex, or [engine.Draw]
	Ending Ending
	Rounds int
}

// String is the result in words.
func (r Result) String() string {
	when := fmt.Sprintf("in round %d", r.Rounds)
	if r.Rounds == 0 {
		when = "before the first round"
	}
	who := "nobody"
	if r.Winner >= 0 {
		who = SideName(r.Winner)
	}
	switch r.Ending {
	case Cleared:
		return fmt.Sprintf("%s has the hex %s", who, when)
	case Ruin:
		return fmt.Sprintf("%s has the hex %s: nobody is left in it", who, when)
	case Standoff:
		return fmt.Sprintf("%s has the hex %s: only characters are left in it", who, when)
	case TimeUp:
		return fmt.Sprintf("%s has the hex: it was still fought for at the end of round %d", who, r.Rounds)
	}
	return "the battle is not decided"
}

// NewBattle makes a battle ready to be played. The error tells what is wrong
// with the setup.
func NewBattle(g *Game, setup Setup) (*Battle, error) {
	s, err := newStart(g, setup)
	if err != nil {
		return nil, err
	}
	return newBattle(g, s), nil
}

func newBattle(g *Game, s *start) *Battle {
	b := &Battle{game: g, start: s}
	for _, a := range []*asked{&b.picking.asked, &b.deciding.asked, &b.lending.asked, &b.leave.asked} {
		a.battle = b
	}
	return b
}

// Hosted is where Host is.
func (b *Battle) Hosted() *any { return &b.Host }

// Game returns the rules of the battle, Setup what it started from, Terrain
// the terrain of its hex, or nil.
func (b *Battle) Game() *Game       { return b.game }
func (b *Battle) Setup() *Setup     { return &b.start.setup }
func (b *Battle) Terrain() *Terrain { return b.start.terrain }

// Round is the present round, from 1; before the first it is 0.
func (b *Battle) Round() int { return int(b.round) }

// ReadRound is Round for what may make the battle depend on it: scripts.
func (b *Battle) ReadRound() int {
	b.timed = true
	return int(b.round)
}

// Timed tells whether anything but the limit has looked at the round.
func (b *Battle) Timed() bool { return b.timed }

// RoundLimit is the round after which the battle ends (S3.7), TimeUp who has
// won then.
func (b *Battle) RoundLimit() int { return b.start.limit }
func (b *Battle) TimeUp() engine.Side {
	if b.game.Rules.TimeUp == "defender" {
		return Defender
	}
	return engine.Draw
}

// Over tells whether the battle is decided.
func (b *Battle) Over() bool { return b.stage == over }

// Result is how the battle ended, Winner who has the hex, Outcome both in
// words.
func (b *Battle) Result() Result      { return b.result }
func (b *Battle) Winner() engine.Side { return b.result.Winner }
func (b *Battle) Outcome() string     { return b.result.String() }

// Seats is how many sides there are.
func (b *Battle) Seats() int { return int(Seats) }

// Last is the die that was rolled last, or is to be rolled now, for a listener
// that hears of it. It is kept only while somebody listens.
func (b *Battle) Last() *Throw { return &b.last }

// sceneNames say what is done in the stages.
var sceneNames = [over]string{
	"characters", "characters", "leaders", "leaders", "leaders", "charges", "the array", "the dice", "losses", "morale",
	"withdrawals", "withdrawals", "the rear guard", "reinforcements", "reinforcements", "reinforcements",
}

// Scene tells where the battle is.
func (b *Battle) Scene() string {
	switch {
	case b.round == 0:
		return "before the first round"
	case b.stage == over:
		return fmt.Sprintf("after round %d", b.round)
	}
	return fmt.Sprintf("round %d, %s", b.round, sceneNames[b.stage])
}

// Fresh returns another battle of the same start.
func (b *Battle) Fresh() engine.Battle { return newBattle(b.game, b.start) }

// CopyFrom makes b like src, another battle of sorcery between two steps, but
// for the table, at which b stays.
func (b *Battle) CopyFrom(src engine.Battle) { b.copyFrom(src.(*Battle)) }

func (b *Battle) copyFrom(src *Battle) {
	b.game, b.start, b.round, b.result = src.game, src.start, src.round, src.result
	b.timed = b.timed || src.timed
	b.answered = false
	b.reserve()
	b.State.copyFrom(&src.State)
	if b.game.Begin != nil {
		b.game.Begin(b, src)
	}
}

// Sit makes b play on at a table.
func (b *Battle) Sit(t *engine.Table) {
	b.Table = t
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

// Begin sets the units up at the table. The first round begins.
func (b *Battle) Begin(t *engine.Table) {
	b.Sit(t)
	b.reserve()
	b.State.copyFrom(&b.start.State)
	b.lone, b.monster, b.champion, b.scout = -1, -1, -1, -1
	b.round, b.timed, b.answered = 0, false, false
	b.result = Result{Winner: engine.Draw}
	if b.game.Begin != nil {
		b.game.Begin(b, nil)
	}
	b.game.Hooks.BattleStart.Apply(b, engine.None{}, engine.None{})
	if !b.conclude() {
		b.startRound()
	}
}

// Step carries out one act: a die, a choice, or the end of a round.
func (b *Battle) Step() {
	for !b.act() {
	}
}

// act does what comes next in the present stage, and tells whether that was
// an act, or only led to the next stage.
func (b *Battle) act() bool {
	switch b.stage {
	case yielding:
		return b.yieldNext()
	case matching:
		return b.matchNext()
	case leading:
		return b.leadNext()
	case adding:
		return b.addNext()
	case counting:
		return b.countNext()
	case charging:
		return b.chargeNext()
	case arraying:
		return b.arrayNext()
	case rolling:
		return b.rollNext()
	case losing:
		return b.loseNext()
	case checking:
		return b.checkNext()
	case leaving:
		return b.leaveNext()
	case withdrawing:
		return b.withdrawNext()
	case guarding:
		return b.guardNext()
	case reinforcing:
		return b.reinforceNext()
	case mustering:
		return b.musterNext()
	case reacting:
		return b.reactNext()
	}
	return true
}

// enter begins a stage, with the attacker.
func (b *Battle) enter(s stage) {
	b.stage, b.side, b.cursor = s, Attacker, 0
}

// startRound begins a round. What was so in the last one only is forgotten.
func (b *Battle) startRound() {
	b.round++
	for i := range b.units {
		u := &b.units[i]
		u.charged = u.charging && u.status == Standing
		u.lent, u.laps = 0, 0
		u.declared, u.charging, u.adds, u.engaged, u.tried = false, false, false, false, false
	}
	for side := range b.forces {
		f := &b.forces[side]
		f.leader, f.sure, f.routed, f.shift = -1, false, false, 0
		f.die, f.total, f.strength, f.loss, f.arms = 0, 0, 0, 0, [Arms]int{}
	}
	b.Report(engine.Event{What: RoundBegan, N: b.round})
	b.game.Hooks.RoundStart.Apply(b, engine.None{}, engine.None{})
	if !b.conclude() {
		b.findLone()
		b.enter(yielding)
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

// engageAll makes all units of both armies fight.
func (b *Battle) engageAll() {
	for side := range b.forces {
		for _, id := range b.forces[side].line {
			b.units[id].engaged = true
		}
	}
}

// remove takes a unit out of the hex.
func (b *Battle) remove(u *Unit, to Status) {
	if u.status == Standing {
		f := &b.forces[u.side]
		if b.stage == checking && b.side == u.side && u.troop() && b.placeOf(u) < int(b.cursor) {
			b.cursor-- // the cursor stays at its unit
		}
		leader := f.leader
		f.leave(u)
		if b.champion == u.id {
			b.champion, b.renamed = -1, false
			if u.troop() && to == Eliminated {
				b.champion = leader // S7: it fights on alone
			}
		}
	}
	u.status = to
	u.halved, u.engaged, u.declared, u.charging, u.charged, u.guard, u.adds = false, false, false, false, false, false, false
}

// placeOf is a unit's place in the line of its side, from the left.
func (b *Battle) placeOf(u *Unit) int {
	for i, id := range b.forces[u.side].line {
		if id == u.id {
			return i
		}
	}
	return -1
}

// eliminate takes a unit out of the game.
func (b *Battle) eliminate(u *Unit) {
	fought := b.champion == u.id
	b.remove(u, Eliminated)
	b.Report(engine.Event{What: LostUnit, Who: u.id})
	if fought && b.champion >= 0 {
		b.Report(engine.Event{What: Alone, Who: b.champion})
	}
	b.game.Hooks.Lost.Apply(b, u, engine.None{})
}

// endRound is when all have checked morale (S3.6).
func (b *Battle) endRound() {
	for i := range b.units {
		if u := &b.units[i]; u.status == Standing {
			u.halved = false // S3.2: only in the first round
		}
	}
	b.unnerve()
	b.game.Hooks.RoundEnd.Apply(b, engine.None{}, engine.None{})
	if !b.conclude() {
		b.enter(leaving)
	}
}

// present tells whether anybody of a side is left in the hex.
func (b *Battle) present(side engine.Side) bool {
	f := &b.forces[side]
	return len(f.line)+len(f.heads) > 0
}

// conclude decides the battle when at most one side is left in the hex
// (S3.7), or nobody on either that can fight the other.
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
	case len(b.forces[Attacker].line)+len(b.forces[Defender].line) > 0 || b.champion >= 0:
		return false
	default:
		b.decide(engine.Draw, Standoff)
	}
	return true
}

// decide ends the battle.
func (b *Battle) decide(winner engine.Side, how Ending) {
	b.stage = over
	winner = b.game.Hooks.Winner.Apply(b, winner, winner)
	b.result = Result{Winner: winner, Ending: how, Rounds: int(b.round)}
	b.Report(engine.Event{What: Ended, Who: int32(winner), N: int32(how)})
	b.game.Hooks.BattleEnd.Apply(b, b.result, engine.None{})
}
