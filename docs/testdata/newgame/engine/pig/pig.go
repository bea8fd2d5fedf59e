// Package pig is a dice game for two. The side whose turn it is rolls a die into a pot
// as often as it dares, and holds to own the pot; a 1 loses the pot and ends the turn.
// The first side with enough points wins.
package pig

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"houserule/engine"
)

// Rules are the numbers that players can set.
type Rules struct {
	Die  int `toml:"die" range:"2..100" doc:"P1: sides of the die"`
	Goal int `toml:"goal" range:"1..1000" doc:"P3: points that win"`
}

// DefaultRules returns the game as it is published.
func DefaultRules() Rules { return Rules{Die: 6, Goal: 100} }

// Hooks are the places where scripts can change a battle.
type Hooks struct {
	// Gain is what a die adds to the pot of a side, Held is called when a side has held.
	Gain engine.Hook[*Battle, engine.Side, int]
	Held engine.Hook[*Battle, engine.Side, engine.None]
}

// A Game is the rules and the hooks, which all battles share.
type Game struct {
	Rules Rules
	Hooks Hooks
	// Begin, if not nil, is called when a battle begins, or with of when it becomes a
	// copy of another.
	Begin func(b, of *Battle)
}

// NewBattle makes it an [engine.Game].
func (g *Game) NewBattle(s engine.Setup) (engine.Story, error) {
	return &Battle{game: g, setup: s.(Setup)}, nil
}

// A Setup is what a battle starts from: points that the sides have already.
type Setup struct{ Points [2]int }

var seats = []string{"first", "second"}

// SeatNames and Fields make it an [engine.Setup].
func (s Setup) SeatNames() []string { return seats }

func (s Setup) Fields() (fields []engine.Field) {
	for side, name := range seats {
		fields = append(fields, engine.Field{Key: name, Value: strconv.Itoa(s.Points[side])})
	}
	return fields
}

// ReadSetup reads what Fields wrote.
func ReadSetup(h engine.Header) (s Setup, err error) {
	for side, name := range seats {
		if s.Points[side], err = strconv.Atoi(h.Get(name)); err != nil {
			return s, fmt.Errorf("%s: %w", name, err)
		}
	}
	return s, nil
}

// A Battle is a battle of pig. Its methods that decide nothing are at the end.
type Battle struct {
	*engine.Table
	game  *Game
	setup Setup  `state:"derived"`
	host  any    `state:"-"` // of scripts
	said  string `state:"step"`

	points [2]int
	pot    int
	turn   engine.Side
	round  int
	memory engine.Memory // what mods remember
}

// Begin sets the battle up.
func (b *Battle) Begin(t *engine.Table) {
	b.Sit(t)
	b.points, b.pot, b.turn, b.round, b.memory = b.setup.Points, 0, 0, 1, engine.Memory{}
	if b.game.Begin != nil {
		b.game.Begin(b, nil)
	}
}

// Step is one decision and what follows from it. With an empty pot there is none.
func (b *Battle) Step() {
	answer := Roll
	if b.pot > 0 {
		answer = b.Choose(b.turn, (*Dare)(b))
	}
	b.play(answer)
}

func (b *Battle) play(answer int) {
	if answer == Hold {
		won := b.pot
		b.points[b.turn], b.pot = b.points[b.turn]+won, 0
		b.Report(engine.Event{What: held, Who: int32(b.turn), N: int32(won)})
		b.game.Hooks.Held.Apply(b, b.turn, engine.None{})
		b.pass()
		return
	}
	die := b.Roll(b.game.Rules.Die, 0)
	b.Report(engine.Event{What: rolled, Who: int32(b.turn), N: int32(die)})
	if die == 1 {
		b.pass()
		return
	}
	b.pot += b.game.Hooks.Gain.Apply(b, b.turn, die)
}

// pass ends a turn. A round is a turn of each side.
func (b *Battle) pass() {
	if b.pot = 0; b.Over() {
		return
	}
	if b.turn = 1 - b.turn; b.turn == 0 {
		b.round++
	}
}

// Over reports whether a side has reached the goal, Winner which.
func (b *Battle) Over() bool { return slices.Max(b.points[:]) >= b.game.Rules.Goal }

func (b *Battle) Winner() engine.Side {
	if !b.Over() {
		return engine.Draw
	}
	return b.turn
}

// A Dare asks the side whose turn it is. An answer is Roll or Hold.
type Dare Battle

// The answers.
const (
	Roll = iota
	Hold
)

var answers = []string{"roll", "hold"}

func (d *Dare) Legal(answer int) bool     { return answer == Roll || answer == Hold }
func (d *Dare) First() int                { return Roll }
func (d *Dare) Each(yield func(int) bool) { _ = yield(Roll) && yield(Hold) }
func (d *Dare) Name(answer int) string    { return answers[answer] }

func (d *Dare) Parse(text string) (int, error) {
	return engine.Find("answer", text, answers, func(answer string) string { return answer })
}

// Refuse returns the reason why an answer is not legal.
func (d *Dare) Refuse(answer int) error {
	if d.Legal(answer) {
		return nil
	}
	return fmt.Errorf("there is no answer %d", answer)
}

// Prompt is the question.
func (d *Dare) Prompt() string {
	return fmt.Sprintf("%s has %d points, and %d in the pot. Roll or hold?", seats[d.turn], d.points[d.turn], d.pot)
}

// Evaluate is what greedy players go by: 20 in the pot are worth holding, and whatever wins.
func (d *Dare) Evaluate(answer int) int {
	if enough := d.pot >= 20 || d.points[d.turn]+d.pot >= d.game.Rules.Goal; enough == (answer == Hold) {
		return 1
	}
	return 0
}

// Scratch and Try let players and odds look ahead: an answer is tried in a copy.
func (d *Dare) Scratch() engine.Battle { return (*Battle)(d).Fresh() }

func (d *Dare) Try(scratch engine.Battle, answer int) {
	scratch.CopyFrom((*Battle)(d))
	scratch.(*Battle).play(answer)
}

// Hosted returns the address of the host of the battle that asks: for players in Lua.
func (d *Dare) Hosted() *any { return &d.host }

// What is left makes it an [engine.Story], and for scripts a modhost.Battle.

func (b *Battle) Sit(t *engine.Table)     { b.Table = t; t.Place(b) }
func (b *Battle) Round() int              { return b.round }
func (b *Battle) RoundLimit() int         { return 0 }
func (b *Battle) TimeUp() engine.Side     { return engine.Draw }
func (b *Battle) Timed() bool             { return false }
func (b *Battle) Seats() int              { return 2 }
func (b *Battle) Value(s engine.Side) int { return b.points[s] }
func (b *Battle) Fresh() engine.Battle    { return &Battle{game: b.game, setup: b.setup} }

func (b *Battle) CopyFrom(src engine.Battle) {
	of := src.(*Battle)
	b.points, b.pot, b.turn, b.round = of.points, of.pot, of.turn, of.round
	b.memory.CopyFrom(&of.memory)
	if b.game.Begin != nil {
		b.game.Begin(b, of)
	}
}

// AppendKey appends all on which the future depends, without the round.
func (b *Battle) AppendKey(key []byte) []byte {
	for _, n := range [...]int{b.points[0], b.points[1], b.pot, int(b.turn)} {
		key = binary.AppendVarint(key, int64(n))
	}
	return b.memory.AppendKey(key, func(int32) bool { return true })
}

// The events.
const (
	rolled int32 = iota // Who, N
	held                // Who, N
	said
)

// Describe returns an event in words, Scene the place, and Outcome the end.
func (b *Battle) Describe(e engine.Event) string {
	switch e.What {
	case rolled:
		return fmt.Sprintf("%s rolls a %d", seats[e.Who], e.N)
	case held:
		return fmt.Sprintf("%s holds %d", seats[e.Who], e.N)
	}
	return b.said
}

func (b *Battle) Scene() string { return fmt.Sprintf("round %d, %s", b.round, seats[b.turn]) }

func (b *Battle) Outcome() string {
	if !b.Over() {
		return "nobody has won"
	}
	return fmt.Sprintf("%s wins in round %d: %d against %d", seats[b.turn], b.round, b.points[b.turn], b.points[1-b.turn])
}

// Board draws the battle at the prompt, the same for all seats.
func (b *Battle) Board(engine.Side) (lines []string) {
	for side, name := range seats {
		lines = append(lines, fmt.Sprintf("%-7s%d points", name, b.points[side]))
	}
	return append(lines, fmt.Sprintf("pot    %d", b.pot))
}

// A Position is a battle for reading: scripts get it for their properties.
type Position interface {
	Points(s engine.Side) int
	Pot() int
	Turn() engine.Side
	Scene() string
}

// These methods are for scripts.
func (b *Battle) Points(s engine.Side) int { return b.points[s] }
func (b *Battle) Pot() int                 { return b.pot }
func (b *Battle) Turn() engine.Side        { return b.turn }
func (b *Battle) Reading() Position        { return b }
func (b *Battle) Setup() Setup             { return b.setup }
func (b *Battle) Hosted() *any             { return &b.host }
func (b *Battle) Memory() *engine.Memory   { return &b.memory }
func (b *Battle) Say(text string)          { b.said = text; b.Report(engine.Event{What: said}) }
