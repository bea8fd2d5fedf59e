// Package heroes is the card-and-tile battle: two armies of stacks on two lines, with
// phases, attacks, retaliation, spells and town walls. Its files are the chapters of the
// rulebook, H1 to H8, and each rule stands beside the number of its paragraph. Where the
// rulebook is silent, [Rules] has a switch (docs/rulings.md).
//
// A [Game] is rules, creatures, spells and hooks. A [Setup] is the armies that meet.
// [NewBattle] makes a [Battle] of the two, which can be played any number of times at an
// [engine.Table]:
//
//	b, err := heroes.NewBattle(game, setup)
//	result := b.Play(engine.NewTable(engine.NewDice(seed), aggressor, defender))
//
// An attack goes through the code like this: [Battle.Step] finds the stack whose turn it
// is; its player answers [Act]; assault strikes each target (the two scores, the die, the
// kill); then the target retaliates and the lines close (H4).
package heroes

import (
	"encoding/binary"
	"fmt"
	"slices"

	"houserule/engine"
)

// A Position is the part of a battle that can be read: its exported methods change nothing.
// Choices hold a Position, and so do views and forecasts. Tries and a [Supposition] change a
// scratch copy.
type Position struct {
	state
	whole  *Battle // the battle that embeds this position; hooks take a Battle
	game   *Game
	armies *armies
	round  int32
	over   bool
	// shifting reports whether a stack's phase may depend on more than its top card.
	shifting bool `state:"derived"`
	// modified holds what blows may depend on besides cards and stances: 0, byScores, byOthers,
	// or both.
	modified uint8 `state:"derived"`
	timed    bool  `state:"-"` // whether anything but the round limit has read the round
	result   Result
	last     Strike `state:"step"`
	// prevented is the reason for the last event Prevented.
	prevented *Ruling `state:"step"`
	said      string  `state:"step"` // the text of the last event Said
	moving    *Stack  `state:"step"` // a stack that has left its line and not yet joined the other
	act       Act     `state:"step"` // the open question of the acting stack
	// hosted is memory that the functions on the hooks keep in this battle between two
	// calls. It is no part of the state.
	hosted   any          `state:"-"`
	strategy Strategy     `state:"-"` // nil until the first evaluation
	aside    *Supposition `state:"-"` // for looks ahead: see Suppose
	sums     *sums        `state:"-"` // not nil in a supposition
	stage    *Battle      `state:"-"` // in which evaluations play options: see Stage
	staged   bool         `state:"-"` // whether it is a stage
}

// A Battle is a battle from start to end. Only one goroutine at a time may use it.
type Battle struct {
	*engine.Table
	Position

	// The other questions. Each choice points back to the battle, so that asking allocates
	// nothing.
	pick   Pick   `state:"step"`
	reply  Reply  `state:"step"`
	deploy Deploy `state:"step"`
}

// An Ending is the way in which a battle ended.
type Ending uint8

// The endings (H1.5, H7).
const (
	Undecided Ending = iota
	Destroyed        // a side has no stacks left
	Withdrawn
	Surrendered
	TimeUp     // the round limit was reached: a draw
	Annihilate // both sides are empty: a draw
)

// A Result is the outcome of a battle.
type Result struct {
	Winner engine.Side // or [engine.Draw]
	Ending Ending      `state:"unread"`
	Rounds int         `state:"unread"`
}

// String returns the result in words.
func (r Result) String() string {
	switch r.Ending {
	case Undecided:
		return "the battle is not decided"
	case TimeUp:
		return fmt.Sprintf("a draw: nobody has won by the end of round %d", r.Rounds)
	case Annihilate:
		return fmt.Sprintf("a draw in round %d: both armies are destroyed", r.Rounds)
	}
	loser := SideName(1 - r.Winner)
	how := [...]string{Destroyed: "is destroyed", Withdrawn: "withdraws", Surrendered: "surrenders"}[r.Ending]
	return fmt.Sprintf("%s wins in round %d: %s %s", SideName(r.Winner), r.Rounds, loser, how)
}

// NewBattle makes a battle ready to be played. The error says what is wrong
// with the setup.
func NewBattle(g *Game, setup Setup) (*Battle, error) {
	armies, err := newArmies(g, setup)
	if err != nil {
		return nil, err
	}
	return newBattle(g, armies), nil
}

func newBattle(g *Game, a *armies) *Battle {
	b := &Battle{Position: Position{game: g, armies: a}}
	b.whole, b.act.battle, b.reply.battle = b, &b.Position, &b.Position
	return b
}

// Reading returns the battle for reading.
func (b *Battle) Reading() *Position { return &b.Position }

// Hosted returns the address of the memory that the functions on the hooks keep.
func (b *Position) Hosted() *any { return &b.hosted }

// Game returns the rules of the battle, Setup its start.
func (b *Position) Game() *Game   { return b.game }
func (b *Position) Setup() *Setup { return &b.armies.setup }

// Round returns the present round, from 1.
func (b *Position) Round() int { return int(b.round) }

// ReadRound returns the round to callers that may make the battle depend on it, such as
// scripts.
func (b *Position) ReadRound() int {
	b.timed = true
	return int(b.round)
}

// Timed reports whether anything but the round limit has read the round.
func (b *Position) Timed() bool { return b.timed }

// RoundLimit returns the round after which the battle ends (H1.5). TimeUp returns
// [engine.Draw], the result at that limit.
func (b *Position) RoundLimit() int     { return b.armies.roundLimit }
func (b *Position) TimeUp() engine.Side { return engine.Draw }

// Moment returns the present time.
func (b *Position) Moment() Moment {
	m := Moment{Round: int(b.round)}
	if b.order.half >= 0 {
		m.Phase, m.Side = int(b.order.half>>1), engine.Side(b.order.half&1)
	}
	return m
}

// Acting returns the stack that has an opportunity, or nil.
func (b *Position) Acting() *Stack { return b.act.by }

// Bits of Position.modified.
const (
	byScores = 1 << iota // by the hooks of scores
	byOthers             // by another hook, walls or a house rule
)

// modifiers returns what modifies the blows of a battle that begins with such walls.
func (g *Game) modifiers(walls Walls) (by uint8) {
	hooks := &g.Hooks
	if hooks.onScores() {
		by |= byScores
	}
	if walls != NoTown || !g.Rules.SureHitsRoll || hooks.onBlows() {
		by |= byOthers
	}
	return by
}

// Modified reports whether blows may depend on more than cards, stances and the hooks of
// scores: on other scripts, walls or a house rule.
func (b *Position) Modified() bool { return b.modified&byOthers != 0 }

// Over reports whether the battle is decided. Result returns how it ended, Winner the
// winning side or [engine.Draw], and Outcome both in words.
func (b *Position) Over() bool          { return b.over }
func (b *Position) Result() Result      { return b.result }
func (b *Position) Winner() engine.Side { return b.result.Winner }
func (b *Position) Outcome() string     { return b.result.String() }

// Seats returns 2.
func (b *Position) Seats() int { return 2 }

// Value returns the cost of a side's living cards.
func (b *Position) Value(side engine.Side) int {
	cost := 0
	for s := range b.Each(side) {
		for card := s.top; card != nil; card = card.under {
			cost += card.Cost
		}
	}
	return cost
}

// Worth returns what a living stack is worth to greedy players beyond the cost of its cards, in
// the same unit: by the abilities of its top card, and by scripts.
func (b *Position) Worth(s *Stack) int {
	worth := 0
	for _, a := range s.top.Abilities {
		worth += a.Worth
	}
	return b.game.Hooks.Worth.Apply(b.whole, s, worth)
}

// Scene returns the present place in the battle.
func (b *Position) Scene() string {
	switch m := b.Moment(); {
	case b.round == 0:
		return "set-up"
	case m.Phase == 0:
		return fmt.Sprintf("round %d", m.Round)
	case b.act.by != nil && b.act.by.top != nil:
		return fmt.Sprintf("round %d, phase %d, %s", m.Round, m.Phase, b.Label(b.act.by))
	default:
		return fmt.Sprintf("round %d, phase %d", m.Round, m.Phase)
	}
}

// Label returns a living stack's name with its cards: "a1 (3 Gold Golem)", or, if its cards
// are of several kinds, "a1 (Titan + 4 cards)".
func (b *Position) Label(s *Stack) string {
	switch {
	case s.top == nil:
		return b.Name(s)
	case !s.top.mixed:
		return fmt.Sprintf("%s (%d %s)", b.Name(s), s.top.count, s.top.Name)
	case s.top.count == 2:
		return fmt.Sprintf("%s (%s + 1 card)", b.Name(s), s.top.Name)
	}
	return fmt.Sprintf("%s (%s + %d cards)", b.Name(s), s.top.Name, s.top.count-1)
}

// Fresh returns another battle of the same armies.
func (b *Position) Fresh() engine.Battle { return newBattle(b.game, b.armies) }

// startScore returns a new score at the battle's table.
func (b *Position) startScore(n int, why *engine.Cause) engine.Score { return b.whole.Score(n, why) }

// CopyFrom makes b a copy of src, another battle of heroes between two steps. b keeps its
// table.
func (b *Battle) CopyFrom(src engine.Battle) { b.copyFrom(&src.(*Battle).Position) }

func (b *Battle) copyFrom(src *Position) {
	b.game, b.armies, b.round, b.over, b.result = src.game, src.armies, src.round, src.over, src.result
	b.act.by = nil
	b.shifting, b.modified = src.shifting, src.modified
	room := 0 // a stored battle has no table, and nothing joins it
	if b.Table != nil {
		room = src.Room()
	}
	b.state.copyFrom(&src.state, room)
	if s := src.moving; s != nil && s.top != nil { // the copy finishes the move: the stack joins its new line
		b.link(&b.stacks[s.id], 1-s.line)
	}
	if b.game.Begin != nil {
		b.game.Begin(b, src.whole)
	}
}

// Sit seats b at a table.
func (b *Battle) Sit(t *engine.Table) {
	if b.Table == nil && len(b.stacks) > 0 {
		b.stacks = slices.Grow(b.stacks, b.Room())
	}
	b.Table = t
	t.Place(b)
	if b.aside != nil {
		b.aside.of = 0 // another table counts its own questions
	}
}

// AppendKey appends a key of b between two steps. Battles of the same armies with equal
// keys continue alike. The key leaves out the round, which only the round limit and the
// conditions of bonuses read.
func (b *Position) AppendKey(key []byte) []byte {
	if gaps := b.gaps(); gaps != 0 {
		key = binary.AppendVarint(key, -1-int64(gaps)) // no stack has such a number
	}
	key = b.appendKey(key, b.round)
	if b.game.Dead {
		key = b.appendDead(key)
	}
	return key
}

// gaps are the sides that will fill their melee lines after the next attack (H4.1). A script can
// leave a line short of which no stack has gone: that one does not fill.
func (b *Position) gaps() (sides engine.Seats) {
	for side := range b.count {
		need, have := b.game.minimum[side][b.walls], b.count[side]
		if have[MeleeLine] < need && have[RangedLine] > 0 {
			sides |= b.thinned & engine.Only(engine.Side(side))
		}
	}
	return sides
}

// Play plays the battle to its end, or to the table's first error.
func (b *Battle) Play(t *engine.Table) Result {
	b.Begin(t)
	for !b.over && t.Err() == nil {
		b.Step()
	}
	return b.result
}

// Begin sets the armies up at the table and begins the first round.
func (b *Battle) Begin(t *engine.Table) {
	b.Sit(t)
	b.BeginStep(nil)
	b.state.copyFrom(&b.armies.start, b.game.spare())
	b.shifting = b.armies.shifting || b.game.Hooks.Phase.Used()
	b.modified = b.game.modifiers(b.walls)
	b.round, b.over, b.result, b.act.by = 0, false, Result{Winner: engine.Draw}, nil
	b.timed = false
	if b.game.Begin != nil {
		b.game.Begin(b, nil)
	}
	if b.armies.setup.Free {
		b.deploy.setUp(b)
	}
	b.fillLine(Aggressor) // H4.1, H8.2
	b.fillLine(Defender)
	b.game.Hooks.BattleStart.Apply(b, engine.None{}, engine.None{})
	b.conclude()
	if !b.over {
		b.startRound()
	}
}

// Step plays one opportunity to act, or the end of a round.
func (b *Battle) Step() {
	b.BeginStep(b)
	if s := b.order.next(b); s != nil {
		b.act.turnOf(s, s.opportunities(b))
	} else if !b.over { // a script may have ended the battle
		b.endRound()
	}
	b.thinned = b.gaps()
}

func (b *Battle) startRound() {
	b.round++
	b.order.begin(b)
	b.Report(engine.Event{What: RoundBegan, N: b.round})
	b.announce(&b.game.Hooks.RoundStart)
	b.conclude()
}

// announce calls a hook that only notifies. Its scripts may leave gaps on the lines, which
// announce fills (H4.1).
func (b *Battle) announce(h *engine.Hook[*Battle, engine.None, engine.None]) {
	if h.Used() {
		h.Apply(b, engine.None{}, engine.None{})
		b.close()
	}
}

// endRound ends a round: H7, then the limit of H1.5.
func (b *Battle) endRound() {
	b.order.half = -1
	b.announce(&b.game.Hooks.RoundEnd)
	if len(b.effects) > 0 {
		b.endEffects(func(e Effect) bool { return e.Until <= b.round })
	}
	if b.game.Hooks.EffectEnd.Used() {
		b.close()
	}
	if !b.game.Rules.SupportOutlastsRound {
		b.dropSupport(func(Support) bool { return true })
	}
	b.conclude()
	if !b.over && b.armies.leaving {
		b.leave()
	}
	switch {
	case b.over:
	case int(b.round) >= b.armies.roundLimit:
		b.end(engine.Draw, TimeUp)
	default:
		b.startRound()
	}
}

// conclude ends the battle if a side has no stacks left (H1.5).
func (b *Battle) conclude() {
	switch aggressor, defender := b.alive(Aggressor), b.alive(Defender); {
	case aggressor && defender || b.over:
	case aggressor:
		b.end(Aggressor, Destroyed)
	case defender:
		b.end(Defender, Destroyed)
	default:
		b.end(engine.Draw, Annihilate)
	}
}

func (b *Battle) end(winner engine.Side, how Ending) {
	b.over = true
	b.result = Result{Winner: winner, Ending: how, Rounds: int(b.round)}
	b.Report(engine.Event{What: Ended, Who: int32(winner), N: int32(how)})
	if b.walls > Intact { // H8.1; the battle itself keeps the walls as it left them
		b.Report(engine.Event{What: WallsRepaired})
	}
	b.game.Hooks.BattleEnd.Apply(b, b.result, engine.None{})
}
