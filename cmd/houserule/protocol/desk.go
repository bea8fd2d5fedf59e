package protocol

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/desk"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/players"
)

// desk returns the place of an audience at the battle, after these answers.
func (r *Room) desk(a *audience, g ground, entries []engine.Entry) *desk.Desk {
	d := &desk.Desk{System: g.system, Library: g.lib, View: a.view}
	if a.hears {
		d.Log = func() []screen.Line {
			lines := a.log.Lines
			if r.whole != nil {
				lines = r.whole
			}
			return screen.Seen(lines, a.maySee)
		}
	}
	d.Entries = func() []engine.Entry { return entries }
	d.Review = func(ctx context.Context, columns int) (string, error) {
		_, text, err := r.reviewed(ctx, a.view.Title(), g, entries, columns)
		return text, err
	}
	for _, of := range hosted(d.Help()) {
		if a.seats != 0 || !of.Advises {
			d.Further = append(d.Further, of.Command)
		}
	}
	return d
}

// A hostedCommand is a command of a room that changes something. Its Run is nil.
type hostedCommand struct {
	desk.Command
	run func(r *Room, c *Client, d *desk.Desk, words []string) error
}

// hosted returns the commands of rooms that change something, with help among them.
func hosted(help desk.Command) []hostedCommand {
	of := func(name, short, usage, text, example string, run func(*Room, *Client, *desk.Desk, []string) error) hostedCommand {
		return hostedCommand{desk.Command{Look: view.Look{Command: view.Command{Name: name, Short: short, Usage: usage, Text: text, Example: example}}, Group: help.Group, Advises: name != "quit"}, run}
	}
	return []hostedCommand{
		of("undo", "u", "", "take back the answers of your last line, where that is allowed", "undo", moves("undo")),
		of("redo", "re", "", "repeat the answers that undo took back", "redo", moves("redo")),
		of("seats", "se", "[PLAYER,PLAYER]", "who plays; if you play alone against the computer, choose another player for it", "seats human,greedy", (*Room).seats),
		of("level", "lv", "[LEVEL]", "how well the computer plays, if you play alone against it: easy, normal or hard", "level hard", (*Room).level),
		{Command: help},
		of("quit", "q", "", "leave; the same link leads back", "quit", func(*Room, *Client, *desk.Desk, []string) error {
			return errors.New("quit: close the page; the battle stays, and the same link leads back")
		}),
	}
}

// moves returns the command that goes back or forth.
func moves(name string) func(*Room, *Client, *desk.Desk, []string) error {
	return func(r *Room, c *Client, _ *desk.Desk, words []string) error {
		if err := view.TooMuch(name, words); err != nil {
			return err
		}
		c.drop()
		return r.move(c, name)
	}
}

// level gives the seats of the computer to the player of a level.
func (r *Room) level(c *Client, d *desk.Desk, words []string) error {
	switch {
	case len(words) == 0:
		c.reply(Output{"command", c.About, screen.Wrap(d.SayLevels(), screen.Usual, 0)})
		return nil
	case len(words) > 1:
		return fmt.Errorf("%q is too much: level takes one of %s", strings.Join(words[1:], " "), view.Join(players.LevelNames()))
	}
	player, err := desk.Computer(r.Library, r.Match.Scenario, words[0])
	if err != nil {
		return err
	}
	return r.reseat(c, "level", desk.WithComputer(r.Match.Players, player))
}

// seats puts other players into the seats of the computer.
func (r *Room) seats(c *Client, d *desk.Desk, words []string) error {
	if len(words) == 0 {
		c.reply(Output{"command", c.About, screen.Wrap(d.SaySeats(), screen.Usual, 0)})
		return nil
	}
	names, err := d.ReadSeats(words)
	if err == nil {
		err = desk.Known(r.Library, names)
	}
	if err != nil {
		return err
	}
	return r.reseat(c, "seats", names)
}

// reseat changes the computer players of a battle that one client plays alone.
func (r *Room) reseat(c *Client, what string, names []string) error {
	switch people := engine.Only(view.People(names)...); {
	case r.People()&^c.seats != 0:
		return fmt.Errorf("%s: other people play, too", what)
	case people != r.People():
		return fmt.Errorf("%s: people keep their seats here, because their links lead to them", what)
	case len(view.People(names)) == len(names):
		return fmt.Errorf("%s: people play all sides", what)
	}
	before := r.Match.Players
	r.Match.Players = names
	if r.Kept != nil {
		if err := r.Kept.Rewrite(r.Library.Header(r.Match), r.session.Entries()); err != nil {
			r.Match.Players = before
			return err
		}
	}
	for _, a := range r.audiences {
		a.view.SetPlayers(names)
	}
	r.anew()
	return engine.ErrRewind
}

// begin returns the message that begins the battle for a client.
func (r *Room) begin(c *Client) Battle {
	m := c.battle(r.Library, r.Fair)
	if c.seats != 0 {
		m.Watch = r.Watch
	}
	for _, of := range r.desk(c.audience, r.ground(), nil).Commands() {
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
	d := r.desk(c.audience, r.ground(), r.session.Entries())
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
	}
	own := hosted(desk.Command{})
	i := slices.IndexFunc(own, func(h hostedCommand) bool { return h.Name == of.Name })
	return 0, false, own[i].run(r, c, d, said.Words)
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
