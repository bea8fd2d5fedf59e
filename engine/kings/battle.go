// Package kings is the combat of Kings & Things: two to four players fight for one hex, in
// rounds of a magic, a ranged and a melee step, after which they may retreat. Its files are
// the chapters of the rulebook, K1 to K5, and each rule stands beside the number of its
// paragraph. Where the rulebook is silent, [Rules] has a switch (docs/rulings.md).
//
// A [Game] is rules, things and hooks. A [Setup] is the sides and the hex. [NewBattle]
// makes a [Battle] of the two, which can be played any number of times at an
// [engine.Table], seat by seat: the attackers in turn order, then the defender (K1.1):
//
//	b, err := kings.NewBattle(game, setup)
//	result := b.Play(engine.NewTable(engine.NewDice(seed), attacker, defender))
//
// A battle is a sequence of stages. In a round, sides name targets. Each combat step plays
// items, rolls dice, and deals the hits. Then come retreats. After the last round the
// buildings in the hex are restored or fall. [Battle.Step] carries out one act, which is
// one die or one choice, so that a battle can be copied and compared between two acts,
// however many dice a combat step has. A roll goes through the code like this:
// [Battle.Step] finds the counter whose turn it is, [Battle.throw] its value and its die,
// and the hits wait for the target's player, who answers [Loss].
package kings

import (
	"fmt"

	"houserule/engine"
)

// A Position is the part of a battle that can be read: its exported methods change nothing.
// Choices hold a Position, and so do views and forecasts. Tries change a scratch copy.
type Position struct {
	state
	whole *Battle // the battle that embeds this position; hooks take a Battle
	game  *Game
	start *start
	seats int
	round int32
	// modified reports whether a hook or an item can change dice.
	modified bool   `state:"derived"`
	steps    *steps `state:"derived,constant"` // the step in which each counter fights
	timed    bool   `state:"-"`                // whether anything but the round limit has read the round
	result   Result
	last     Throw  `state:"step"`
	said     string `state:"step"` // the text of the last event Said
	// hosted is memory that the functions on the hooks keep in this battle between two
	// calls. It is no part of the state.
	hosted   any      `state:"-"`
	strategy Strategy `state:"-"`
	opened   []int    `state:"step"` // answers since Begin, dice included, while opening is set
	// striker is the counter that strikes by a script now.
	striker *Counter `state:"-"`
}

// A Battle is a battle from start to end. Only one goroutine at a time may use it.
type Battle struct {
	*engine.Table
	Position

	// The questions. Each choice points back to the battle, so that asking allocates
	// nothing.
	naming   Naming   `state:"step"`
	playing  Playing  `state:"step"`
	loss     Loss     `state:"step"`
	leave    Leave    `state:"step"`
	crowding Crowding `state:"step"`
	pick     Opening  `state:"step"` // or only the Pick in it
	// opening is set while Begin sets the battle up. The answers in given are used first;
	// the table asks only for the answers after them.
	opening bool  `state:"step"`
	given   []int `state:"step"`
}

// An Ending is the way in which a battle ended.
type Ending uint8

// The endings (K1.2, K5).
const (
	Undecided Ending = iota
	Kept             // no attackers are left (K5.1)
	Taken            // one attacker is the last (K5.2)
	TimeUp           // the round limit was reached
	Ruin             // no counters are left, and no side owns the hex
)

// A Result is the outcome of a battle.
type Result struct {
	Winner engine.Side // the side that owns the hex, or [engine.Draw]
	Ending Ending
	Rounds int `state:"unread"`
	Seats  int `state:"derived"`
}

// String returns the result in words.
func (r Result) String() string {
	name := "nobody"
	if r.Winner >= 0 {
		name = SideName(r.Winner, r.Seats)
	}
	when := fmt.Sprintf("in round %d", r.Rounds)
	if r.Rounds == 0 {
		when = "before the first round"
	}
	switch r.Ending {
	case Kept:
		return fmt.Sprintf("%s keeps the hex %s: the attackers are gone", name, when)
	case Taken:
		return fmt.Sprintf("%s takes the hex %s", name, when)
	case TimeUp:
		return fmt.Sprintf("%s has the hex: it was still fought for at the end of round %d", name, r.Rounds)
	case Ruin:
		return fmt.Sprintf("a draw %s: nobody is left in the hex", when)
	}
	return "the battle is not decided"
}

// NewBattle makes a battle ready to be played. The error says what is wrong
// with the setup.
func NewBattle(g *Game, setup Setup) (*Battle, error) {
	s, err := newStart(g, setup)
	if err != nil {
		return nil, err
	}
	return newBattle(g, s), nil
}

func newBattle(g *Game, s *start) *Battle {
	b := new(Battle)
	b.whole, b.game, b.start, b.seats = b, g, s, s.seats
	b.strategy = g.strategy(&b.Position)
	for _, s := range []*seat{&b.naming.seat, &b.playing.seat, &b.loss.seat, &b.leave.seat, &b.crowding.seat, &b.pick.seat} {
		s.battle = &b.Position
	}
	return b
}

// Reading returns the battle for reading.
func (b *Battle) Reading() *Position { return &b.Position }

// Hosted returns the address of the memory that the functions on the hooks keep.
func (b *Position) Hosted() *any { return &b.hosted }

// Game returns the rules of the battle, Setup its setup.
func (b *Position) Game() *Game   { return b.game }
func (b *Position) Setup() *Setup { return &b.start.setup }

// Defender returns the seat of the defender (K1.1).
func (b *Position) Defender() engine.Side { return engine.Side(b.seats - 1) }

// Round returns the present round, from 1. Before the first round it is 0, and it stays 0
// if the hits before the battle decide it (K6).
func (b *Position) Round() int { return int(b.round) }

// ReadRound returns the round to callers that may make the battle depend on it, such as
// scripts.
func (b *Position) ReadRound() int {
	b.timed = true
	return int(b.round)
}

// Timed reports whether anything but the round limit has read the round.
func (b *Position) Timed() bool { return b.timed }

// RoundLimit returns the round after which the battle ends (K1.2). TimeUp returns the
// winner at that limit.
func (b *Position) RoundLimit() int { return b.start.limit }
func (b *Position) TimeUp() engine.Side {
	if b.game.Rules.TimeUp == "nobody" {
		return engine.Draw
	}
	return b.Defender()
}

// Over reports whether the battle is decided.
func (b *Position) Over() bool { return b.stage == over }

// Result returns how the battle ended, Winner the side that owns the hex, and Outcome both
// in words.
func (b *Position) Result() Result      { return b.result }
func (b *Position) Winner() engine.Side { return b.result.Winner }
func (b *Position) Outcome() string     { return b.result.String() }

// Seats returns the number of sides.
func (b *Position) Seats() int { return b.seats }

// Last returns the last roll, or the roll about to be made, for a listener that hears of
// it. The battle keeps it only while the table has a listener.
func (b *Position) Last() Throw { return b.last }

// Scene returns the present place in the battle.
func (b *Position) Scene() string {
	switch {
	case b.round == 0:
		return "before the first round"
	case b.stage >= playing && b.stage <= suffering:
		return fmt.Sprintf("round %d, %s step", b.round, b.step)
	case b.stage == retreating || b.stage == crowding:
		return fmt.Sprintf("round %d, retreats", b.round)
	case b.stage == restoring:
		return fmt.Sprintf("after round %d", b.round)
	}
	return fmt.Sprintf("round %d", b.round)
}

// Fresh returns another battle of the same start.
func (b *Position) Fresh() engine.Battle { return newBattle(b.game, b.start) }

// startScore returns a new score at the battle's table.
func (b *Position) startScore(n int, why *engine.Cause) engine.Score { return b.whole.Score(n, why) }

// CopyFrom makes b a copy of src, another battle of kings between two steps. b keeps its
// table.
func (b *Battle) CopyFrom(src engine.Battle) { b.copyFrom(&src.(*Battle).Position) }

func (b *Battle) copyFrom(src *Position) {
	b.game, b.start, b.seats, b.round, b.result = src.game, src.start, src.seats, src.round, src.result
	b.modified, b.steps = src.modified, src.steps
	b.reserve()
	b.state.copyFrom(&src.state)
	if b.game.Begin != nil {
		b.game.Begin(b, src.whole)
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

// Begin sets the counters up at the table and begins the first round.
func (b *Battle) Begin(t *engine.Table) {
	b.Sit(t)
	b.BeginStep(nil)
	b.state.copyFrom(&b.start.state)
	b.modified = b.game.Hooks.onRolls() || b.start.items && b.changers()
	b.steps = &firstSteps
	if b.game.Rules.MarksUse == "last" {
		b.steps = &lastSteps
	}
	b.round, b.timed = 0, false
	b.result = Result{Winner: engine.Draw, Seats: b.seats}
	for side := range b.in {
		b.in[side] = b.start.fighting[side]
	}
	if b.game.Begin != nil {
		b.game.Begin(b, nil)
	}
	b.opening, b.opened = true, b.opened[:0]
	if b.start.sieges {
		b.besiege()
	}
	b.game.Hooks.BattleStart.Apply(b, engine.None{}, engine.None{})
	b.opening = false
	if !b.conclude() {
		b.startRound()
	}
}

// Step carries out one act: a die, a choice, or the end of a round.
func (b *Battle) Step() {
	b.BeginStep(b)
	for !b.act() {
	}
}

// act carries out the next part of the present stage, and reports whether that was an act.
// Otherwise the call only led to the next stage.
func (b *Battle) act() bool {
	if b.driven != 0 && b.stage != crowding {
		return b.driveNext()
	}
	switch b.stage {
	case naming, renaming, starting:
		return b.nameNext()
	case playing:
		return b.playNext()
	case rolling:
		return b.rollNext()
	case changing:
		return b.changeNext()
	case suffering:
		return b.sufferNext()
	case retreating:
		return b.retreatNext()
	case crowding:
		return b.removeNext()
	case restoring:
		return b.restoreNext()
	}
	return true
}

// startRound begins a round, in which all targets are open again (K1.2).
func (b *Battle) startRound() {
	b.round++
	b.stage, b.step = naming, Magic
	for i := range b.counters {
		c := &b.counters[i]
		c.saved, c.spent, c.fought = 0, 0, 0
	}
	if b.seats > 2 {
		for side := range b.targets {
			b.targets[side] = -1
		}
	}
	b.Report(engine.Event{What: RoundBegan, N: b.round})
	b.game.Hooks.RoundStart.Apply(b, engine.None{}, engine.None{})
	b.startStep()
}

// startStep begins what comes before a combat step: targets are named, and items are
// played (K1.2).
func (b *Battle) startStep() { b.stage, b.cursor, b.dice = naming, 0, 0 }

// nameNext lets the next side without a target name the player that it attacks (K1.2).
func (b *Battle) nameNext() bool {
	for side := engine.Side(b.cursor); int(side) < b.seats; side++ {
		lost := b.targets[side] >= 0 && b.game.Rules.TargetOut == "lost"
		if b.in[side] == 0 || b.attacks(side) || lost {
			continue
		}
		n, only := b.rivals(side)
		b.cursor = int32(side) + 1
		switch {
		case n == 1:
			Attack{side, only}.name(b)
		case n > 1:
			b.cursor = int32(side)
			b.naming.side = side
			at := engine.Side(b.Choose(side, &b.naming))
			b.cursor++
			Attack{side, at}.name(b)
			return true
		}
	}
	b.named()
	return false
}

// named follows the last target that is named. The step begins after the items, and then
// the dice are rolled.
func (b *Battle) named() {
	if b.stage == renaming {
		b.game.Hooks.StepStart.Apply(b, b.step, engine.None{})
	}
	b.stage, b.cursor, b.dice = b.stage+1, 0, 0
	if b.stage == rolling && b.Listening() && b.roller() != nil {
		b.Report(engine.Event{What: StepBegan, N: int32(b.step)})
	}
}

// attacks reports whether a side attacks a player who is in the battle.
func (b *Position) attacks(side engine.Side) bool {
	at := b.targets[side]
	return at >= 0 && b.in[at] > 0
}

// rivals returns the number of players that a side can attack, and the last of them.
func (b *Position) rivals(side engine.Side) (n int, last engine.Side) {
	for at := range engine.Side(b.seats) {
		if (Attack{side, at}).refuse(b) == nil {
			n, last = n+1, at
		}
	}
	return n, last
}

// refuse returns the rule that forbids an attack of one side on another, or nil.
func (a Attack) refuse(b *Position) *Ruling {
	switch {
	case a.At == a.By:
		return &ownSide
	case b.in[a.At] == 0:
		return &outOfBattle
	}
	return b.game.Hooks.Attack.Apply(b.whole, a, nil)
}

var (
	ownSide     = Ruling{Rule: "K1.2", Text: "a side cannot attack itself"}
	outOfBattle = Ruling{Rule: "K1.2", Text: "that player is out of the battle"}
)

func (a Attack) name(b *Battle) {
	b.targets[a.By] = int8(a.At)
	if b.seats > 2 {
		b.Report(engine.Event{What: Named, Who: int32(a.By), Whom: int32(a.At)})
	}
	b.game.Hooks.Named.Apply(b, a, engine.None{})
}

// leaveField records that a standing counter no longer fights.
func (c *Counter) leaveField(b *Battle, to Status) {
	if c.Stands() {
		b.in[c.side]--
	}
	c.status = to
}

// beat calls the hook Beaten for a side whose last counter has left the fight.
func (b *Battle) beat(side engine.Side) {
	if b.game.Hooks.Beaten.Used() && b.in[side] == 0 {
		b.game.Hooks.Beaten.Apply(b, side, engine.None{})
	}
}

// Striker returns the counter that strikes by a script now, or nil: see [Battle.Attack].
func (b *Position) Striker() *Counter { return b.striker }

// conclude decides the battle if at most one player is left in it (K1.2).
func (b *Battle) conclude() bool {
	if b.stage >= restoring {
		return true
	}
	left, winner := 0, engine.Draw
	for side := range engine.Side(b.seats) {
		if b.in[side] > 0 {
			left, winner = left+1, side
		}
	}
	switch {
	case left > 1:
		return false
	case left == 1 && winner != b.Defender():
		b.decide(winner, Taken) // K5.2
	case left == 1 || b.game.Rules.BeatenHex == "defender":
		b.decide(b.Defender(), Kept) // K5.1, even if the defender has no counters left
	default:
		b.decide(engine.Draw, Ruin)
	}
	return true
}

// endRound ends a round. The next round begins, unless this was the last (K1.2).
func (b *Battle) endRound() {
	if int(b.round) >= b.start.limit {
		b.decide(b.TimeUp(), TimeUp)
		return
	}
	b.startRound()
}
