package protocol

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/board"
	"houserule/engine/library"
)

// A client receives the messages about a battle, and the questions to the seats of its
// audience.
type client struct {
	*audience
	Ready
	About
	say func(message any) error

	line   *view.Line // receives the rest of a line that also answers later questions; nil: such a line is refused
	begun  bool       // it has received the message battle
	told   int        // number of lines of the log that it has received
	asked  int        // number of the last question to it that it knows, from 1
	waits  string     // the seat that it knows to be asked; "": its own
	drawn  string     // the board that it waits with, as JSON
	moves  Moves      // at the present question
	listed []int      // the answers to the last question that it was asked, by the index of their option
}

// wants reports whether the client wants something to be sent.
func (c *client) wants(what string) bool { return slices.Contains(c.Ready.Wants, what) }

// restart makes the next message begin the battle anew.
func (c *client) restart() { c.begun, c.told, c.asked, c.waits = false, 0, 0, "" }

// tell sends the lines of the log since the last call, and reports whether it has sent
// anything. First returns the message that begins the battle.
func (c *client) tell(first func() Battle) (news bool, err error) {
	if !c.begun {
		c.begun = true
		m := first()
		m.About = c.About
		if layout := c.view.Layout(); c.wants(wantBoard) && layout.Widths != nil {
			m.Layout = &layout
		}
		if err := c.say(m); err != nil {
			return true, err
		}
		news = true
	}
	if !c.wants(wantTold) {
		return news, nil
	}
	told := Told{Type: "told", About: c.About}
	told.Lines = engine.Each(screen.Seen(c.log.Lines[c.told:], c.maySee), newLine)
	c.told = len(c.log.Lines)
	if len(told.Lines) == 0 {
		return news, nil
	}
	return true, c.say(told)
}

// unveil sends the log of a battle that is over, in place of the lines that it has told.
func (c *client) unveil(whole []screen.Line) error {
	if len(whole) == 0 || !c.wants(wantTold) {
		return nil
	}
	return c.say(Log{"log", c.About, engine.Each(screen.Seen(whole, c.maySee), newLine)})
}

// wait sends the board and the name of another seat that is asked, unless the client has had
// no news and knows both. So a client is told nothing about answers that it does not see, not
// even how many there are. Next is the number of the client's own next question.
func (c *client) wait(side engine.Side, next int, news bool) error {
	seat, drawn := c.seatOf(side), ""
	var sight board.Board
	if c.wants(wantBoard) {
		sight, drawn = c.present()
	}
	if !news && c.waits == seat && c.drawn == drawn {
		return nil
	}
	c.waits, c.drawn = seat, drawn
	if c.wants(wantBoard) {
		if err := c.say(Board{"board", c.About, sight}); err != nil {
			return err
		}
	}
	return c.say(Waiting{"waiting", next, seat, c.moves})
}

// ask sends the question.
func (c *client) ask(q engine.Question, number int) error {
	if c.wants(wantBoard) {
		if err := c.say(Board{"board", c.About, c.board()}); err != nil {
			return err
		}
	}
	c.waits = ""
	choice := choiceOf(q)
	c.listed = slices.AppendSeq(c.listed[:0], choice.Each)
	asks := ""
	if p, ok := choice.(engine.Prompter); ok {
		asks = p.Prompt()
	} else {
		asks = c.view.Asks()
	}
	asked := newAsked(choice, asks, c.seatOf(q.Side), number, c.listed, c.wants(wantWorth))
	asked.About, asked.Moves = c.About, c.moves
	return c.say(asked)
}

// read reads an answer to the open question.
func (c *client) read(q engine.Question, number int, a *Answer) (int, error) {
	if err := c.mayAnswer(q, number, a.Question); err != nil {
		return 0, err
	}
	switch {
	case a.Option != nil && a.Text != "":
		return 0, errors.New("answer: give the text or the option, not both")
	case a.Option != nil:
		return c.option(*a.Option)
	case strings.TrimSpace(a.Text) == "":
		return 0, errors.New("answer: the text or the option is missing")
	}
	if answer, err := engine.ParseLegal(choiceOf(q), a.Text); err == nil || q.IsDie() {
		return answer, err
	}
	var line view.Line
	answer, err := line.Read(c.view, strings.Fields(strings.ToLower(a.Text)))
	switch {
	case err != nil || line.Empty():
	case c.line == nil:
		err = errors.New("answer: give one answer, and the next one when it is asked for")
	default:
		*c.line = line
	}
	return answer, err
}

// mayAnswer returns the reason why the client cannot answer the open question, of this number,
// to which its answer names another or 0.
func (c *client) mayAnswer(q engine.Question, number, named int) error {
	switch {
	case c.seats == 0:
		return errors.New("answer: you watch, and cannot answer")
	case q.Choice == nil && !q.IsDie():
		return errors.New("answer: nothing is asked now")
	case !c.answers(q.Side):
		return fmt.Errorf("answer: %s is asked now, not you", engine.The(c.seatOf(q.Side)))
	case named != 0 && named != number:
		return fmt.Errorf("answer: question %d is open, not %d", number, named)
	}
	return nil
}

// option returns the answer of an option, from 0.
func (c *client) option(at int) (int, error) {
	if at < 0 || at >= len(c.listed) {
		return 0, fmt.Errorf("answer: there is no option %d: the options are 0 to %d", at, len(c.listed)-1)
	}
	return c.listed[at], nil
}

// look answers a request that changes nothing.
func (c *client) look(ctx context.Context, request any, lib *library.Library) (any, error) {
	switch r := request.(type) {
	case *Show:
		if c.blind && !c.view.Battle().Over() {
			return nil, errors.New("show: you watch, and see no units before the end")
		}
		page, err := c.view.Show(r.Unit)
		return Page{"page", c.About, page}, err
	case *AskRules:
		return c.rules(lib, r.Of)
	case *AskCommand:
		return nil, errors.New("command: this is for people")
	case *AskOptions:
		return c.options(r.Of)
	case *AskOdds:
		if c.seats == 0 {
			return nil, errWatches("odds")
		}
		text, err := c.view.Odds(ctx, r.Of)
		return Odds{"odds", c.About, printed(text)}, err
	case *Look:
		switch {
		case r.Type == "board":
			return Board{"board", c.About, c.board()}, nil
		case c.seats == 0:
			return nil, errWatches(r.Type)
		case r.Type == "review", r.Type == "replay":
			return nil, fmt.Errorf("%s: this is for people", r.Type)
		case r.Type == "hint":
			text, answer, err := c.view.Hint(ctx)
			return Hint{"hint", c.About, printed(text), answer}, err
		}
	}
	return nil, errNothing
}

// errNothing refuses a request about the question when there is none.
var errNothing = errors.New("nothing is asked now")

// options returns the options, or those that name a unit or a hex.
func (c *client) options(of string) (any, error) {
	if c.seats == 0 {
		return nil, errWatches("options")
	}
	list, ok := view.Listing{}, false
	if of == "" {
		list, ok = view.Listed(c.view)
	} else {
		list, ok = view.ListedOf(c.view, of)
	}
	if !ok {
		return nil, errNothing
	}
	return Options{"options", c.About, of, list}, nil
}

// printed returns a text of the prompt for a message: without the colors of the server's
// terminal.
func printed(text string) string { return strings.TrimSuffix(screen.Bare(text), "\n") }

// errWatches refuses a request that only players may make.
func errWatches(what string) error { return fmt.Errorf("%s: this is for players, and you watch", what) }

// rules returns a paragraph, or all those of a chapter, in full. For "" it returns the list of
// all.
func (c *client) rules(lib *library.Library, of string) (Rules, error) {
	m := Rules{Type: "rules", About: c.About, Rules: []Rule{}}
	kind := catalog.Rules()
	if of != "" {
		var text strings.Builder
		if err := kind.Show(&text, lib, of); err != nil {
			return Rules{}, err
		}
		m.Text = printed(text.String())
		return m, nil
	}
	for _, p := range lib.Rulebook {
		m.Rules = append(m.Rules, Rule{p.ID, p.Title})
	}
	return m, nil
}
