package luagame

import (
	"errors"
	"fmt"

	"houserule/engine"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// A Battle is a battle of a game in Lua. It is not for use by several goroutines
// at once.
type Battle struct {
	*engine.Table
	state
	game  *Game
	setup *Setup
	begun bool     `state:"derived"`
	timed bool     `state:"-"` // the script has read the round
	host  any      `state:"-"` // the [modhost.Host]
	said  string   `state:"step"`
	asked question `state:"step"`
}

// state is the complete state of a battle between two steps.
type state struct {
	memory engine.Memory
	round  int
	steps  int `state:"unread"` // in the round; read only to find a round without end
	over   bool
	winner engine.Side // once it is over
}

// mostSteps is the number of steps after which a round is taken for endless.
const mostSteps = 1000

var (
	_ engine.Dealer  = (*Battle)(nil)
	_ modhost.Battle = (*Battle)(nil)
)

// Begin runs the script's start function, which sets the battle up.
func (b *Battle) Begin(t *engine.Table) {
	b.Sit(t)
	b.BeginStep(nil)
	b.memory.Clear()
	b.state = state{memory: b.memory, round: 1, winner: engine.Draw}
	b.timed, b.begun = false, true
	b.asked.clear()
	b.game.mods.Begin(b)
	b.game.do(b, "start")
}

// Step asks the side that the script names, and runs the script's play function with the answer.
func (b *Battle) Step() {
	b.BeginStep(b)
	b.ask()
	if b.Err() != nil {
		return
	}
	answer := 0
	if b.asked.options != nil {
		c := b.choice()
		answer = b.Choose(b.asked.side, c)
		if b.Listening() {
			b.tell(answered, fmt.Sprintf("%s: %s", b.game.seats[b.asked.side], c.Name(answer)))
		}
	}
	b.play(answer)
}

// ask runs the script's turn function, which sets the question.
func (b *Battle) ask() {
	b.asked.clear()
	b.asked.open = true
	b.game.mods.SecretsRead(b)
	b.game.look(b, "turn")
	b.asked.open = false
	if read := b.game.mods.SecretsRead(b) &^ engine.Only(b.asked.side); read != 0 && b.asked.options != nil {
		b.Fail(b.game.errorf("turn", "it has read a secret that %s, who is asked, may not know", b.game.seats[b.asked.side]))
	}
	if b.Err() == nil && b.asked.options == nil && !b.game.rules.Has("chance") {
		b.Fail(b.game.errorf("turn", "it asks no side, and the game has no chance function to play on"))
	}
}

// play plays the answer to the question.
func (b *Battle) play(answer int) {
	if b.Err() != nil {
		return
	}
	if b.asked.options == nil {
		b.game.do(b, "chance")
	} else {
		b.game.do(b, "play", sideValue(b.asked.side), lua.String(b.asked.options[answer]))
	}
	if b.steps++; b.steps > mostSteps && !b.over {
		b.Fail(b.game.errorf("play", "the round has more than %d steps: let one end, with battle:next_round()", mostSteps))
	}
	b.asked.clear()
	if b.over && b.Err() == nil && b.Listening() {
		b.tell(ended, b.Outcome())
	}
}

// nextRound begins a round; after the last one the battle is a draw.
func (b *Battle) nextRound() {
	if b.round == b.game.rounds {
		b.end(engine.Draw)
		return
	}
	b.round++
	b.steps = 0
}

var errOver = errors.New("the battle is over already")

// end ends the battle.
func (b *Battle) end(winner engine.Side) error {
	if b.over {
		return errOver
	}
	b.over, b.winner = true, winner
	return nil
}

// Over, Winner and Round return the state of the battle.
func (b *Battle) Over() bool          { return b.over }
func (b *Battle) Winner() engine.Side { return b.winner }
func (b *Battle) Round() int          { return b.round }

// RoundLimit returns the script's limit; at the limit the battle is a draw.
func (b *Battle) RoundLimit() int     { return b.game.rounds }
func (b *Battle) TimeUp() engine.Side { return engine.Draw }
func (b *Battle) Timed() bool         { return b.timed }

// AppendKey appends the memory of the script: there is no other state.
func (b *Battle) AppendKey(key []byte) []byte {
	return b.memory.AppendKey(key, func(int32) bool { return true })
}

// Fresh returns another battle of the same setup.
func (b *Battle) Fresh() engine.Battle { return &Battle{game: b.game, setup: b.setup} }

// CopyFrom makes b like src, between two steps.
func (b *Battle) CopyFrom(src engine.Battle) {
	of := src.(*Battle)
	b.memory.CopyFrom(&of.memory)
	memory := b.memory
	b.state = of.state
	b.memory = memory
	b.setup, b.begun = of.setup, of.begun
	b.asked.clear()
	b.game.mods.Copied(b, of)
}

// Sit seats b at another table.
func (b *Battle) Sit(t *engine.Table) {
	b.Table = t
	t.Place(b)
}

// Seats returns the number of sides.
func (b *Battle) Seats() int { return len(b.game.seats) }

// mostWorth is the greatest value of a side or an option.
const mostWorth = 1 << 30

// Value returns the script's value of a side; without a function for it, 1, so that all are
// worth the same.
func (b *Battle) Value(side engine.Side) int {
	if !b.begun || !b.game.rules.Has("worth") {
		return 1
	}
	return b.number(engine.MaxSeats, "worth", 0, sideValue(side)) // seen by all sides: it may depend on no secret
}

// Veils reports whether the sides have secrets from each other.
func (b *Battle) Veils() bool { return b.game.hides() }

// Deal shuffles the values that are hidden from a side: see [engine.Dealer].
func (b *Battle) Deal(side engine.Side) {
	if b.game.hides() && b.Err() == nil {
		before := b.game.mods.As(b, side)
		b.game.do(b, "deal", sideValue(side))
		b.game.mods.As(b, before)
	}
}

// number calls a function that returns a whole number from least to mostWorth.
// The function has the view of a seat.
func (b *Battle) number(seat engine.Side, field string, least int, args ...lua.Value) int {
	v := b.game.lookAs(b, seat, field, args...)
	if b.Table != nil && b.Err() != nil {
		return least
	}
	n, err := modhost.Whole(v, "the result", least, mostWorth)
	if err != nil {
		b.Fail(b.game.errorf(field, "%w", err))
		return least
	}
	return n
}

// Hosted and Memory make it a [modhost.Battle].
func (b *Battle) Hosted() *any           { return &b.host }
func (b *Battle) Memory() *engine.Memory { return &b.memory }
