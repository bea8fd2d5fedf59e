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
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/players"
)

// desk returns the place of a client at the battle on a ground, after these answers.
func (r *Room) desk(c *client, g session.Ground, entries []engine.Entry) *desk.Desk {
	d := &desk.Desk{System: g.Frontend, Library: g.Library, View: c.view, Carries: func(of *desk.Command) bool { return r.host.may(c, g, of) == nil }}
	d.Replay = r.host.Watched
	d.Scripts = desk.Scripts{Names: g.Mods.Names, Docs: g.Mods.Docs, Own: len(g.Mods.Folders) > 0, Eval: g.Mods.Eval}
	if c.hears {
		d.Log = func() []screen.Line {
			lines := c.log.Lines
			if r.whole != nil {
				lines = r.whole
			}
			return screen.Seen(lines, c.maySee)
		}
	}
	d.Entries = func() []engine.Entry { return entries }
	d.Review = func(ctx context.Context, columns int) (string, error) {
		_, text, err := r.reviewed(ctx, c.view.Title(), g, entries, columns)
		return text, err
	}
	return d
}

// An order is a command of a client that changes something, or says what could be changed.
type order struct {
	*Client
	desk    *desk.Desk
	words   []string // after the command
	columns int      // of the client's screen
}

// A runner carries out an order. It returns what to say, or ErrRewind if the battle has to be
// played again.
type runner = func(r *Room, o order) (said string, err error)

// runners are the commands of a room that change something, by their names. Package desk says for
// whom each is.
var runners map[string]runner

func init() {
	runners = map[string]runner{
		"undo": moves("undo"), "redo": moves("redo"), "save": (*Room).save, "load": (*Room).load, "new": (*Room).another,
		"replay": (*Room).replay, "forth": moves("redo"), "back": moves("undo"), "take": (*Room).take,
		"seats": (*Room).seats, "level": (*Room).level, "seed": (*Room).seed, "reload": (*Room).loadMods, "watch": (*Room).watch,
		"quit": func(*Room, order) (string, error) {
			return "", errors.New("quit: close the page; the battle stays, and the same link leads back")
		},
	}
}

// may returns the reason why a command is not for a client of a battle on a ground.
func (h *Host) may(c *client, g session.Ground, of *desk.Command) error {
	_, runs := runners[of.Name]
	switch {
	case of.Run == nil && !runs, of.For == desk.ForPrompt:
		return fmt.Errorf("%s: this is for the prompt of the machine itself", of.Name)
	case of.For >= desk.ForPlayers && c.seats == 0:
		return errWatches(of.Name)
	case of.For >= desk.ForAlone && g.People()&^c.seats != 0:
		return fmt.Errorf("%s: other people play, too", of.Name)
	case of.Group == desk.GroupReplay && !h.Watched:
		return fmt.Errorf("%s is for replays: replay NAME looks at one; undo and redo are for battles", of.Name)
	case slices.Contains(ofTheMachine, of.Name) && !h.Saves:
		return fmt.Errorf("%s: the server is for clients elsewhere, too: serve --saves allows it to them", of.Name)
	case of.Sights && c.blind && !c.view.Battle().Over():
		return fmt.Errorf("%s: you watch, and see no units before the end", of.Name)
	}
	return nil
}

// ofTheMachine are the commands that read and write on the machine of the server.
var ofTheMachine = []string{"save", "load", "replay", "watch", "lua"}

// moves returns the command that goes back or forth.
func moves(name string) runner {
	return func(r *Room, o order) (string, error) {
		n, err := desk.Count(name, o.words, 1)
		if err != nil {
			return "", err
		}
		o.drop()
		return "", r.move(o.Client, name, n)
	}
}

// level gives the seats of the computer to the player of a level, and seats puts other players
// into them.
func (r *Room) level(o order) (string, error) {
	if len(o.words) == 0 {
		return o.desk.SayLevels(), nil
	}
	names, err := o.desk.Leveled(r.Match.Scenario, o.words)
	return "", r.reseat(names, err)
}

func (r *Room) seats(o order) (string, error) {
	if len(o.words) == 0 {
		return o.desk.SaySeats(), nil
	}
	names, err := o.desk.Seated(o.words)
	if err == nil && engine.Only(view.People(names)...) != r.People() {
		err = errors.New("seats: people keep their seats here, because their links lead to them")
	}
	return "", r.reseat(names, err)
}

// reseat puts other players into the seats, unless there is an error already.
func (r *Room) reseat(names []string, err error) error {
	switch {
	case err != nil:
		return err
	case r.Watched:
		return errReplay
	}
	on := r.Ground
	on.Match.Players = names
	if err := r.rewrite(on, r.Entries()); err != nil {
		return err
	}
	r.Ground = on
	for _, a := range r.audiences {
		a.view.SetPlayers(names)
	}
	r.anew()
	return engine.ErrRewind
}

// save saves the battle.
func (r *Room) save(o order) (string, error) { return r.host.Shelf.Save(r.Battle, o.words) }

// load leads to a saved battle, or lists those that there are.
func (r *Room) load(o order) (string, error) {
	if len(o.words) == 0 {
		return r.host.Shelf.List(context.Background(), r.Game, o.columns)
	}
	b, err := r.host.Shelf.Fetch(r.Game, "load", o.words, nil)
	if err != nil {
		return "", err
	}
	return "", r.lead(o.Client, "load", session.Start{Ground: b.Ground, Entries: b.Entries()})
}

// replay leads to a replay of a saved battle.
func (r *Room) replay(o order) (string, error) {
	if len(o.words) == 0 {
		return "", errors.New("replay takes a saved name, as in replay before-the-wall")
	}
	b, err := r.host.Shelf.Fetch(r.Game, "replay", o.words, nil)
	switch {
	case err != nil:
		return "", err
	case !b.Story.Over() && b.View(b.Story).Veils():
		return "", errors.New("replay: each side sees only its own there, and the battle is not over: load continues it")
	}
	return "", r.lead(o.Client, "replay", session.Start{Ground: b.Ground, Entries: b.Entries(), Watched: true})
}

// take leads from a replay to a battle that is played on from there.
func (r *Room) take(o order) (string, error) {
	if len(o.words) == 0 {
		o.words = []string{players.Human}
	}
	names, err := o.desk.Seated(o.words)
	if err != nil {
		return "", err
	}
	on := r.Ground
	on.Match.Players = names
	return "", r.lead(o.Client, "take", session.Start{Ground: on, Entries: r.Entries()})
}

// errReplay refuses what changes a replay.
var errReplay = errors.New("this is a replay: take plays on from here")

// another leads to a new battle: where others play, too, after the end of this one.
func (r *Room) another(o order) (string, error) {
	switch {
	case r.host.Lead == nil:
		return "", errNoServer("new")
	case r.People()&^o.seats != 0:
		return "", r.again(o.Client, "new", strings.Join(o.words, " "))
	}
	on, err := r.host.Shelf.New(r.Ground, o.words)
	if err != nil {
		return "", err
	}
	return "", r.lead(o.Client, "new", session.Start{Ground: on})
}

// seed says what determines the dice, or leads to the same battle with other dice.
func (r *Room) seed(o order) (string, error) {
	if len(o.words) == 0 {
		return r.Match.DiceText() + ".", nil
	}
	on, err := r.Seeded(o.words)
	if err != nil {
		return "", err
	}
	return "", r.lead(o.Client, "seed", session.Start{Ground: on})
}

// begin returns the message that begins the battle for a client.
func (r *Room) begin(c *Client) Battle {
	m := c.battle(r.Library, r.host.Fair)
	if c.seats != 0 {
		m.Watch = r.host.Watch
	}
	for _, of := range r.desk(&c.client, r.Ground, nil).Commands() {
		if r.host.may(&c.client, r.Ground, &of) == nil {
			m.Commands = append(m.Commands, Command{of.Name, of.Short, of.Usage, of.Text, of.Example})
		}
	}
	return m
}

// typed carries out a line of a client.
func (r *Room) typed(c *Client, a *AskCommand) (answer int, ok bool, err error) {
	words := strings.Fields(a.Text)
	if len(words) == 0 {
		return 0, false, errors.New("command: the text is missing")
	}
	var said desk.Act
	var line view.Line
	d := r.desk(&c.client, r.Ground, r.Entries())
	err = d.Do(words, &line, func(string) {}, func(act desk.Act) error { said = act; return nil })
	of, unknown := said.Command, new(engine.Unknown)
	switch {
	case err != nil && errors.As(err, &unknown) && unknown.What == desk.UnknownCommand:
		for _, of := range d.Changes() {
			if words[0] == of.Name || words[0] == of.Short {
				err = r.host.may(&c.client, r.Ground, &of)
			}
		}
		c.reply(refusal(d, err))
		return 0, false, nil
	case !r.open() && (err != nil || of == nil):
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
		if err := r.host.may(&c.client, r.Ground, of); err != nil {
			return 0, false, err
		}
		return 0, false, r.look(c, &look{request: a, name: of.Name, quick: !of.Slow})
	}
	o := order{c, d, said.Words, c.size(a).Columns}
	text, err := runners[of.Name](r, o)
	if text != "" {
		c.reply(Output{"command", c.About, printed(screen.Wrap(text, o.columns, 0))})
	}
	return 0, false, err
}

// refusal returns the message for a line that is refused.
func refusal(d *desk.Desk, err error) Refusal {
	m := NewRefusal(err)
	m.Error = d.Explain(err)
	return m
}

// mostLines is the height of the screen for which commands write, since there is none.
const mostLines = 200

// size is the size of the screen for which a line is answered.
func (c *client) size(a *AskCommand) view.Size {
	size := view.Size{Columns: screen.Usual, Lines: mostLines}
	if a.Columns > 0 {
		size.Columns = max(a.Columns, screen.Narrow)
	}
	return size
}

// command returns the reply to a line that is a command.
func (c *client) command(ctx context.Context, d *desk.Desk, a *AskCommand) any {
	said, text := "", ""
	taken := func(text string) { said += "Taken as " + text + ".\n" }
	err := d.Do(strings.Fields(a.Text), new(view.Line), taken, func(act desk.Act) (err error) {
		if act.Command == nil || act.Command.Run == nil {
			return errors.New("command: this is none that looks")
		}
		text, err = act.Command.Run(ctx, c.size(a), act.Words)
		return err
	})
	if err != nil {
		return refusal(d, err)
	}
	return Output{"command", c.About, printed(said + text)}
}
