package view

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/board"
)

// A Boarder is a battle that draws itself.
type Boarder interface {
	// Board draws the battle as a seat sees it, in lines; below 0 as a whole.
	Board(seat engine.Side) []string
}

// Plain has the parts of a view of any battle. Its verbs are the first words of
// the options that are offered, its odds those of the whole battle, and its
// board is the battle's own, if it is a [Boarder].
type Plain struct {
	Frame
	// Note, if not nil, says what an answer does, for lists of options and for hints, and
	// Value is its evaluation. A view that embeds Plain sets them to what it knows better.
	Note, Value func(answer int) string
	// Whole, if not nil, writes an answer as a hint does, with the answers that follow in
	// the same line, and says what that does.
	Whole func(answer int) (typed, note string)
}

// NewPlain returns the plain view of a frame's battle.
func NewPlain(f Frame) *Plain { return &Plain{Frame: f} }

// View returns the view whose parts are all those of p.
func (p *Plain) View() *View {
	return &View{Seating: p, Teller: p, Drawn: p, Namer: p, Questioner: p, Staging: p, Adviser: p, Guide: p}
}

// Line returns the event as the battle describes it.
func (p *Plain) Line(e engine.Event) (screen.Line, bool) {
	text := p.story.Describe(e)
	return screen.Line{Depth: 2, Text: text, Where: p.Scene()}, text != ""
}

// EventKind only distinguishes the beginning from the end.
func (p *Plain) EventKind(engine.Event) EventKind {
	if p.Over() {
		return Ended
	}
	return Began
}

// Board returns the battle's own drawing, or else the strength that each side has left.
func (p *Plain) Board() board.Board {
	b := p.Outline()
	if p.Over() {
		b.Seat = -1 // nothing is hidden any longer
	}
	b.Drawing = p.lines(b.Seat)
	return b
}

// Layout is empty: the boards have no rows.
func (p *Plain) Layout() board.Layout { return board.Layout{} }

func (p *Plain) lines(seat engine.Side) []string {
	if b, ok := p.story.(Boarder); ok {
		return b.Board(seat)
	}
	var lines []string
	for side := range p.seats {
		lines = append(lines, fmt.Sprintf("%s: worth %d", Seated(p.seats[side], p.players[side]), p.story.Value(engine.Side(side))))
	}
	return lines
}

// Survivors returns the lines of the board: at the end nothing is hidden.
func (p *Plain) Survivors() []string { return p.lines(-1) }

// Show returns an error: there is nothing to show.
func (p *Plain) Show(string) (board.Page, error) {
	return board.Page{}, errors.New("show has nothing to show in this game: board draws everything")
}

// Units returns none.
func (p *Plain) Units() []string { return nil }

// ShownAs returns no words, because there are no units.
func (p *Plain) ShownAs(string) []string { return nil }

// Heads returns the heads of the columns of Options.
func (p *Plain) Heads() Heads {
	if form := p.Form(); form != nil {
		return Heads{Text: "answer", Wins: "wins", Value: form.Value, Note: "what it does"}
	}
	return Heads{Text: "answer", Wins: "wins", Value: "value"}
}

// Options lists the possible answers, the best first. Those whose chance to win is not known
// have their evaluation in its place.
func (p *Plain) Options() []Option {
	if p.asked.Choice == nil {
		return nil
	}
	list := p.Ranked()
	told := map[string]string{} // notes, by the option that has them
	for i := range list {
		o := &list[i]
		o.Text, o.Note = p.Typed(o.Answer), p.note(o.Answer)
		if o.Wins == "" {
			o.Value = p.worth(o.Answer)
		}
		if like, twice := told[o.Note]; twice {
			o.Note = "as " + like
		} else if o.Note != "" {
			told[o.Note] = o.Text
		}
	}
	return list
}

// worth returns the evaluation of an answer.
func (p *Plain) worth(answer int) string {
	if p.Value != nil {
		return p.Value(answer)
	}
	if a, ok := p.asked.Choice.(engine.Evaluator); ok {
		return strconv.Itoa(a.Evaluate(answer))
	}
	return ""
}

// note describes the effect of an answer, if known.
func (p *Plain) note(answer int) string {
	if p.Note == nil {
		return ""
	}
	return p.Note(answer)
}

// Odds returns the chances after each answer: see [Frame.BattleOdds].
func (p *Plain) Odds(ctx context.Context, words []string) (string, error) {
	if !OfAnswers(words) {
		return "", fmt.Errorf("%q is too much: in this game odds takes only the word more", strings.Join(words, " "))
	}
	if p.asked.Choice == nil {
		return "", errors.New("odds are told when a choice is asked for")
	}
	return p.BattleOdds(ctx, words, p.whole)
}

// OddsWords returns the words that may come next in an odds command.
func (p *Plain) OddsWords(before []string) []string {
	if len(before) > 0 {
		return nil
	}
	return p.FirstWords(nil)
}

// Hint returns the best answer at hand: see [Frame.Advise].
func (p *Plain) Hint(ctx context.Context) (text, typed string, err error) {
	return p.Advise(ctx, p.whole)
}

// whole returns an answer as options, hints and odds write it, with its effect.
func (p *Plain) whole(answer int) (typed, note string) {
	if p.Whole != nil {
		return p.Whole(answer)
	}
	return p.Typed(answer), p.note(answer)
}
