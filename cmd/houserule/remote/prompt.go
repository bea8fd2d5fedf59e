// Package remote is the prompt of a person who plays a battle of a houserule server, with a
// link that houserule serve has printed.
package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/board"
)

// A Prompt is a seat at a battle elsewhere.
type Prompt struct {
	Link  Link
	Lines repl.Lines
	Out   io.Writer
	Size  func() view.Size

	conn    *connection
	battle  protocol.Battle
	board   board.Board
	fresh   bool // the board was not drawn yet
	log     []protocol.Line
	known   []protocol.Line // the log before the battle began again, as far as it is the same
	asked   *protocol.Asked // the question that is open
	lessons []string        // about it, or about the end
	over    bool
	replay  bool                 // the battle is one
	greeted bool                 // the battle has begun on this connection
	settled bool                 // nothing more comes before somebody answers
	replies bool                 // the server has yet to reply
	reading bool                 // a line is being typed
	cut     int                  // the number of the question to which it was typed when the connection was cut; 0: none
	sent    *protocol.AskCommand // a line to which the server has yet to reply
	typed   chan typed
	words   atomic.Pointer[[]string] // that a line may begin with
}

// Run plays until the person leaves.
func (p *Prompt) Run(ctx context.Context) (err error) {
	if p.conn, err = dial(ctx, p.Link); ctx.Err() != nil {
		return repl.ErrInterrupted
	} else if err != nil {
		return fmt.Errorf("the battle cannot be reached: %w", err)
	}
	defer func() { p.conn.conn.CloseNow() }()
	p.typed = make(chan typed, 1)
	if t, ok := p.Lines.(interface{ Complete(repl.Completer) }); ok {
		t.Complete(p.complete)
	}
	for {
		p.read()
		var left bool
		var lines chan typed
		if p.greeted && p.settled && (p.cut == 0 || p.asked != nil || p.over) { // a line waits while the connection is cut
			lines = p.typed
		}
		select {
		case <-ctx.Done():
			err = repl.ErrInterrupted
		case m, ok := <-p.conn.messages:
			if next, leads := m.(*protocol.Next); leads && next.You {
				err = p.follow(ctx, next.Key)
			} else {
				err = p.meets(ctx, m, ok)
			}
		case t := <-lines:
			p.reading = false
			left, err = p.line(t.text, t.err)
		}
		if left || err != nil {
			return err
		}
	}
}

// typed is a line.
type typed struct {
	text string
	err  error
}

// read reads the next line. A person may type at any time, except while a reply is awaited;
// a script is read when something is asked.
func (p *Prompt) read() {
	if p.reading || p.replies || !p.settled || !p.Lines.Interactive() && p.asked == nil && !p.over {
		return
	}
	p.reading = true
	prompt := p.prompt()
	go func() {
		text, err := p.Lines.Next(prompt)
		p.typed <- typed{text, err}
	}()
}

// prompt is the text before the cursor, always the same.
func (p *Prompt) prompt() string {
	switch {
	case p.replay:
		return "replay> "
	case len(p.battle.You) == 0:
		return "watch> "
	}
	return p.battle.You[0] + "> "
}

// meets prints a message, above the line that is being typed. Without one it connects again.
func (p *Prompt) meets(ctx context.Context, m any, ok bool) (err error) {
	gate, terminal := p.Out.(interface{ Control(sequence string) })
	if terminal && p.reading {
		gate.Control("\r\x1b[K")
	}
	if ok {
		if err = p.hear(m); err == nil {
			p.sendAgain()
		}
	} else {
		err = p.again(ctx)
	}
	if terminal && p.reading && err == nil {
		fmt.Fprint(p.Out, p.prompt())
	}
	return err
}

// again connects again after the connection was cut.
func (p *Prompt) again(ctx context.Context) error {
	if !p.greeted && p.battle.Type == "" {
		return errors.New("the server has closed the connection")
	}
	conn, err := redial(ctx, p.Link, func(wait time.Duration) {
		p.say("The connection is cut. Trying again in %v.", wait)
	})
	switch {
	case ctx.Err() != nil:
		return repl.ErrInterrupted
	case err != nil:
		return err
	case p.reading && p.asked != nil:
		p.cut = p.asked.Question
	}
	p.conn, p.asked, p.over, p.replies, p.greeted, p.settled = conn, nil, false, false, false, false
	return nil
}

// follow goes to another battle of the server.
func (p *Prompt) follow(ctx context.Context, key string) error {
	link := p.Link.with(key)
	conn, err := dial(ctx, link)
	if err != nil {
		return err
	}
	p.conn.conn.CloseNow()
	p.Link, p.conn = link, conn
	p.battle, p.board, p.log, p.known, p.asked, p.sent = protocol.Battle{}, board.Board{}, nil, nil, nil, nil
	p.fresh, p.over, p.replay, p.greeted, p.settled, p.replies, p.cut = false, false, false, false, false, false, 0
	return nil
}

// sendAgain repeats a line that the cut connection may have lost, once the battle is known
// again, unless the battle has gone on.
func (p *Prompt) sendAgain() {
	switch {
	case p.sent == nil || p.replies || !p.greeted || !p.settled:
	case p.sent.Question != 0 && (p.asked == nil || p.asked.Question != p.sent.Question):
		p.sent = nil // it was taken before the cut
	default:
		p.send(*p.sent)
	}
}

// hear prints a message.
func (p *Prompt) hear(m any) error {
	switch m := m.(type) {
	case *protocol.Battle:
		if p.battle.Type == "" {
			p.say("%s", strings.TrimSpace(fmt.Sprintf("%s: %s. %s", screen.Heading(m.Title), p.playing(m), m.Fair)))
			if p.Lines.Interactive() && len(m.You) > 0 {
				p.say("options lists what you can answer, hint advises, help lists all commands.")
			}
		}
		if p.greeted && !p.replay {
			p.say("%s", screen.Faint("Answers were taken back, or given again. The battle goes on from here."))
		}
		p.battle, p.asked, p.over, p.greeted, p.settled = *m, nil, false, true, false
		p.known, p.log, p.lessons = p.log, nil, nil
	case *protocol.Told:
		p.told(m.Lines)
	case *protocol.Board:
		p.fresh = p.fresh || !p.replies
		if p.board = m.Board; p.replies {
			p.draw()
		}
		p.replied()
	case *protocol.Lesson:
		p.lessons = append(p.lessons, m.Sentences.Typed(p.has))
	case *protocol.Asked:
		p.asked, p.settled = m, true
		p.replays(m.Moves)
		p.replied()
		p.learn()
		if p.fresh {
			p.draw()
		}
		p.say("%s", m.Asks)
		p.teach()
	case *protocol.Waiting:
		p.asked, p.settled = nil, true
		p.say("%s", screen.Faint("Waiting for "+engine.The(m.Seat)+"."))
	case *protocol.Taken:
		p.asked, p.settled = nil, false
		p.replied()
	case *protocol.End:
		p.over, p.asked, p.settled = true, nil, true
		p.replays(m.Moves)
		p.replied()
		p.say("%s", p.verdict(m.Winner))
		p.teach()
		p.say("review tells luck from skill, new begins another battle, quit leaves.")
	case *protocol.Fault:
		p.over, p.asked, p.settled = true, nil, true
		p.replied()
		p.say("%s", screen.Bad("The battle stops: "+m.Error))
	case *protocol.Next:
		p.say("Another battle has begun. new leads there.")
	case *protocol.Reloaded:
		p.reloaded(m)
	case *protocol.Refusal:
		if !p.greeted { // the key
			return errors.New(strings.TrimPrefix(m.Error, "ready: "))
		}
		return p.refused(m.Error)
	case *protocol.Options:
		p.replied()
		screen.Table(p.Out, p.Size().Columns, m.Rows(m.Options))
	case *protocol.Page:
		p.replied()
		fmt.Fprintln(p.Out, view.DrawPage(m.Page, p.Size().Columns))
	case *protocol.Hint:
		p.replied()
		p.say("%s", m.Text)
	case *protocol.Output:
		p.reply(m.Text)
	case *protocol.Odds:
		p.reply(m.Text)
	case *protocol.Review:
		p.reply(m.Text)
	case *protocol.Rules:
		for _, r := range m.Rules {
			m.Text += fmt.Sprintf("%-8s%s\n", r.ID, r.Title)
		}
		p.reply(strings.TrimSuffix(m.Text, "\n"))
	}
	return nil
}

// replays notes whether the battle is a replay, and says once how it goes on.
func (p *Prompt) replays(m protocol.Moves) {
	if m.Replay && !p.replay {
		p.say("This is a replay: forth goes forward, back goes back, take plays on from here.")
	}
	p.replay = m.Replay
}

// teach prints the lessons about the question, or about the end.
func (p *Prompt) teach() {
	for _, text := range p.lessons {
		if text != "" {
			fmt.Fprintln(p.Out, screen.Lesson(screen.Wrap("* "+text, p.Size().Columns, 2)))
		}
	}
	p.lessons = nil
}

// reloaded prints what has become of mods that were saved.
func (p *Prompt) reloaded(m *protocol.Reloaded) {
	if m.Error != "" {
		p.say("%s", screen.Bad("The mods stay as they were: "+m.Error))
		return
	}
	p.say("The mods are loaded again.")
	for _, line := range append(m.Changes, m.Course) {
		fmt.Fprintln(p.Out, screen.Folded("  "+strings.ReplaceAll(line, "\n", "\n  "), p.Size().Columns))
	}
	if m.Misfit != "" {
		p.say("%s", screen.Bad("The answers no longer fit from there on: "+m.Misfit))
	}
}

// playing says who plays, and as whom the person is here.
func (p *Prompt) playing(b *protocol.Battle) string {
	var seats []string
	for _, s := range b.Seats {
		seats = append(seats, fmt.Sprintf("%s plays %s", s.Player, engine.The(s.Seat)))
	}
	you := "you watch"
	if len(b.You) > 0 {
		you = "you play " + engine.The(b.You[0])
	}
	return strings.Join(seats, ", ") + "; " + you
}

// told prints what has happened. After a battle has begun again, it prints what is new.
func (p *Prompt) told(lines []protocol.Line) {
	for _, l := range lines {
		if at := len(p.log); at >= len(p.known) || p.known[at].Text != l.Text {
			p.known = nil
			screen.Line{Depth: l.Depth, Text: l.Text}.Print(p.Out, false)
		}
		p.log = append(p.log, l)
	}
	p.known = nil // the rest was taken back
}

// refused prints why a line was not taken. It is an error in a script.
func (p *Prompt) refused(text string) error {
	if !p.Lines.Interactive() {
		return fmt.Errorf("line %d: %s", p.Lines.Number(), text)
	}
	p.replied()
	p.say("%s", screen.Bad(text))
	return nil
}

// complete returns the words that may follow in a line: of commands and of options.
func (p *Prompt) complete(line string) (next []string) {
	known := p.words.Load()
	if known == nil {
		return nil
	}
	at := strings.LastIndex(line, " ") + 1
	for _, text := range *known {
		if rest, ok := strings.CutPrefix(text, line[:at]); ok && strings.HasPrefix(rest, line[at:]) {
			word, _, _ := strings.Cut(rest, " ")
			next = append(next, word)
		}
	}
	slices.Sort(next)
	return slices.Compact(next)
}

// learn lets complete know what is asked.
func (p *Prompt) learn() {
	words := engine.Each(p.battle.Commands, func(c protocol.Command) string { return c.Name })
	if p.asked != nil {
		for _, o := range p.asked.Options {
			words = append(words, o.Text)
		}
	}
	p.words.Store(&words)
}

// verdict names the winner: "you" for the person here.
func (p *Prompt) verdict(winner string) string {
	switch {
	case winner == "":
		return "It is a draw."
	case slices.Contains(p.battle.You, winner):
		return "You win."
	case len(p.battle.You) == 0:
		return engine.Capital(engine.The(winner)) + " wins."
	}
	return "You lose: " + engine.The(winner) + " wins."
}

// reply prints what was asked for.
func (p *Prompt) reply(text string) {
	p.replied()
	fmt.Fprintln(p.Out, screen.Folded(text, p.Size().Columns))
}

// draw draws the board.
func (p *Prompt) draw() {
	p.fresh = false
	var layout board.Layout
	if p.battle.Layout != nil {
		layout = *p.battle.Layout
	}
	fmt.Fprintf(p.Out, "\n%s\n", view.DrawBoard(p.board, layout, p.Size()))
}

// say prints a paragraph.
func (p *Prompt) say(format string, args ...any) {
	fmt.Fprintln(p.Out, screen.Wrap(fmt.Sprintf(format, args...), p.Size().Columns, 0))
}

// line does what the person has typed, and reports whether the person leaves.
func (p *Prompt) line(text string, err error) (left bool, _ error) {
	cut := p.cut
	p.cut = 0
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, repl.ErrInterrupted):
		return true, p.leave()
	case err != nil:
		return true, err
	}
	words := strings.Fields(text)
	if len(words) == 0 {
		p.draw()
		return false, nil
	}
	if words[0] == quit || words[0] == "q" || words[0] == "exit" {
		return true, p.leave()
	}
	if request := p.drawn(words); request != nil {
		return false, p.send(request)
	}
	said := protocol.AskCommand{Type: "command", Text: strings.Join(words, " "), Columns: p.Size().Columns}
	switch {
	case p.asked == nil:
	case cut != 0 && cut != p.asked.Question && !p.isCommand(words[0]):
		p.say("%s", screen.Bad("The connection was cut, and another question is open now: answer that one."))
		return false, nil
	default:
		said.Question = p.asked.Question
	}
	return false, p.send(said)
}

// drawn returns the request for what the prompt draws itself, in colors, or nil.
func (p *Prompt) drawn(words []string) any {
	i := slices.IndexFunc(p.battle.Commands, func(c protocol.Command) bool { return words[0] == c.Name || words[0] == c.Short })
	if i < 0 {
		return nil
	}
	switch name := p.battle.Commands[i].Name; {
	case name == "show" && len(words) == 2:
		return protocol.Show{Type: name, Unit: words[1]}
	case len(words) == 1 && (name == "board" || name == "options" || name == "hint"):
		return protocol.Look{Type: name}
	}
	return nil
}

// has reports whether there is a command of this name.
func (p *Prompt) has(name string) bool {
	return slices.ContainsFunc(p.battle.Commands, func(c protocol.Command) bool { return name == c.Name })
}

// isCommand reports whether a word is a command.
func (p *Prompt) isCommand(word string) bool {
	return slices.ContainsFunc(p.battle.Commands, func(c protocol.Command) bool { return word == c.Name || word == c.Short })
}

// leave says goodbye.
func (p *Prompt) leave() error {
	p.conn.say(protocol.Move{Type: "leave"}) // the server may be gone
	if !p.over {
		p.say("The battle is kept: houserule join with the same link continues it.")
	}
	return nil
}

// send asks the server for something. A cut connection shows when its reply does not come.
func (p *Prompt) send(request any) error {
	p.replies, p.sent = true, nil
	if line, ok := request.(protocol.AskCommand); ok {
		p.sent = &line
	}
	p.conn.say(request)
	return nil
}

// replied notes that the server has replied, if a reply was awaited on this connection.
func (p *Prompt) replied() {
	if p.replies {
		p.replies, p.sent = false, nil
	}
}

const quit = "quit"
