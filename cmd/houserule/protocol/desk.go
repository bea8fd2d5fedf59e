package protocol

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/desk"
	"houserule/cmd/houserule/results"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
)

// desk returns the place of an audience at the battle, after these answers.
func (r *Room) desk(a *audience, entries []engine.Entry) *desk.Desk {
	d := &desk.Desk{System: r.System, Library: r.Library, View: a.view}
	if a.hears {
		d.Log = func() []screen.Line {
			lines := a.log.Lines
			if r.whole != nil {
				lines = r.whole
			}
			return screen.Seen(lines, a.maySee)
		}
	}
	d.Rolled = func() bool { return slices.ContainsFunc(entries, func(e engine.Entry) bool { return e.Side.IsLuck() }) }
	d.Review = func(ctx context.Context, columns int) (string, error) {
		text, err := results.Reviewed(ctx, a.view.Title(), r.Library, r.Match, entries, columns)
		if err != nil && ctx.Err() != nil {
			err = fmt.Errorf("review: it takes longer than %v: houserule review takes its time", r.Patience)
		}
		return text, err
	}
	const group = "Go back"
	if a.seats != 0 {
		d.Further = []desk.Command{
			{Look: view.Look{Command: view.Command{Name: "undo", Short: "u", Text: "take back your last answer, where that is allowed", Example: "undo"}}, Group: group},
			{Look: view.Look{Command: view.Command{Name: "redo", Short: "re", Text: "repeat the answer that undo took back", Example: "redo"}}, Group: group},
		}
	}
	d.Further = append(d.Further, desk.Command{Look: view.Look{Command: view.Command{Name: "quit", Short: "q", Text: "leave; the same link leads back", Example: "quit"}}, Group: group})
	d.Further = append(d.Further, d.Help(group))
	return d
}

// begin returns the message that begins the battle for a client.
func (r *Room) begin(c *Client) Battle {
	m := c.battle(r.Library, r.Fair)
	for _, of := range r.desk(c.audience, nil).Commands() {
		if c.may(&of) == nil {
			m.Commands = append(m.Commands, Command{of.Name, of.Short, of.Usage, of.Text, of.Example})
		}
	}
	return m
}

// may returns the reason why a command is not for the client.
func (c *client) may(of *desk.Command) error {
	switch {
	case of.Advises && c.seats == 0:
		return errWatches(of.Name)
	case of.Sights && c.blind && !c.view.Battle().Over():
		return fmt.Errorf("%s: you watch, and see no units before the end", of.Name)
	}
	return nil
}

// typed carries out a line of a client.
func (r *Room) typed(c *Client, a *AskCommand) (answer int, ok bool, err error) {
	words := strings.Fields(a.Text)
	if len(words) == 0 {
		return 0, false, errors.New("command: the text is missing")
	}
	var said desk.Act
	var line view.Line
	d := r.desk(c.audience, r.session.Entries())
	err = d.Do(words, &line, func(string) {}, func(act desk.Act) error { said = act; return nil })
	of, unknown := said.Command, new(engine.Unknown)
	switch {
	case err != nil && errors.As(err, &unknown) && unknown.What == desk.UnknownCommand:
		c.reply(refusal(d, err))
		return 0, false, nil
	case r.question.Choice == nil && (err != nil || of == nil):
		return 0, false, errors.New("the battle is over: review, log, why and board look back")
	case err != nil || of == nil:
		err = cmp.Or(c.mayAnswer(r.question, r.at(c.audience), a.Question), err)
		if err != nil {
			c.reply(refusal(d, err))
			return 0, false, nil
		}
		c.drop()
		r.line = line
		r.types(c)
		return said.Answer, true, nil
	case of.Run != nil:
		if err := c.may(of); err != nil {
			return 0, false, err
		}
		return 0, false, r.look(c, &look{request: a, name: of.Name, quick: !of.Slow})
	case of.Name == "quit":
		return 0, false, errors.New("quit: close the page; the battle stays, and the same link leads back")
	case len(said.Words) > 0:
		return 0, false, fmt.Errorf("%q is too much: %s takes nothing", strings.Join(said.Words, " "), of.Name)
	}
	c.drop()
	return 0, false, r.move(c, of.Name)
}

// refusal returns the message for a line that is refused.
func refusal(d *desk.Desk, err error) Refusal {
	m := NewRefusal(err)
	m.Error = d.Explain(err)
	return m
}

// mostLines is the height of the screen for which commands write, since there is none.
const mostLines = 200

// command returns the reply to a line that is a command.
func (c *client) command(ctx context.Context, d *desk.Desk, a *AskCommand) any {
	size := view.Size{Columns: screen.Usual, Lines: mostLines}
	if a.Columns > 0 {
		size.Columns = max(a.Columns, screen.Narrow)
	}
	said, text := "", ""
	taken := func(text string) { said += "Taken as " + text + ".\n" }
	err := d.Do(strings.Fields(a.Text), new(view.Line), taken, func(act desk.Act) (err error) {
		if act.Command == nil || act.Command.Run == nil {
			return errors.New("command: this is none that looks")
		}
		text, err = act.Command.Run(ctx, size, act.Words)
		return err
	})
	if err != nil {
		return refusal(d, err)
	}
	return Output{"command", c.About, printed(said + text)}
}
