package luagame

import (
	"fmt"

	"houserule/engine"
	"houserule/scripting"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// Events: a player has answered, the script has logged a text, the battle is
// over.
const (
	answered int32 = iota
	said
	ended
)

// Say logs a text for all sides.
func (b *Battle) Say(text string) { b.tell(said, text) }

func (b *Battle) tell(what int32, text string) {
	b.said = text
	b.Report(engine.Event{What: what, Whom: -1})
}

// tellSide logs a text for one side.
func (b *Battle) tellSide(side engine.Side, text string) {
	if !b.Listening() {
		return
	}
	b.game.mods.HostOf(b).Log(text, func(text string) {
		b.said = text
		b.ReportTo(engine.Only(side), engine.Event{What: said, Whom: -1})
	})
}

// Describe returns the last event in the script's words.
func (b *Battle) Describe(engine.Event) string { return b.said }

// Scene returns the round, and the side of the question.
func (b *Battle) Scene() string {
	switch {
	case !b.begun:
		return b.game.id
	case b.asked.options == nil:
		return fmt.Sprintf("round %d", b.round)
	}
	return fmt.Sprintf("round %d, %s", b.round, b.game.seats[b.asked.side])
}

// Outcome returns the script's words for the end, or else the winner and the round.
func (b *Battle) Outcome() string {
	if !b.over {
		return "nobody has won yet"
	}
	if b.game.rules.Has("outcome") && b.Err() == nil {
		text := scripting.Plain(b.game.look(b, "outcome").Text(), modhost.MaxText)
		if text != "" {
			return text
		}
	}
	return b.plainOutcome()
}

func (b *Battle) plainOutcome() string {
	if b.winner == engine.Draw {
		return fmt.Sprintf("nobody has won in %d rounds", b.round)
	}
	return fmt.Sprintf("%s wins in round %d", b.game.seats[b.winner], b.round)
}

// maxBoard is the greatest number of lines of a script's board.
const maxBoard = 200

// Board returns the script's drawing of the battle as a seat sees it, or else the value that each
// side has left. A seat below 0 sees everything.
func (b *Battle) Board(seat engine.Side) []string {
	var lines []string
	if b.begun && b.game.rules.Has("board") {
		looks := lua.Nil
		if seat >= 0 {
			looks = sideValue(seat)
		}
		drawn := b.game.lookAs(b, seat, "board", looks)
		for _, line := range drawn.Items() {
			if lines = append(lines, scripting.Plain(line.Text(), modhost.MaxText)); len(lines) == maxBoard {
				break
			}
		}
		return lines
	}
	for side, seat := range b.game.seats {
		lines = append(lines, fmt.Sprintf("%s: worth %d", seat, b.Value(engine.Side(side))))
	}
	return lines
}
