// Package remote is the prompt of a person who plays a battle of a houserule server, with a
// link that houserule serve has printed.
package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
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
	whole   []protocol.Line // the log after the end, where the battle has hidden lines
	known   []protocol.Line // the log before the battle began again, as far as it is the same
	asked   *protocol.Asked // the question that is open
	over    bool
	greeted bool // the battle has begun on this connection
	settled bool // nothing more comes before somebody answers
	replies bool // the server has yet to reply
	reading bool // a line is being typed
	cut     int  // the number of the question to which it was typed when the connection was cut; 0: none
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
		if p.greeted && p.settled { // a line waits while the connection is cut
			lines = p.typed
		}
		select {
		case <-ctx.Done():
			err = repl.ErrInterrupted
		case m, ok := <-p.conn.messages:
			err = p.meets(ctx, m, ok)
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
	if len(p.battle.You) == 0 {
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
		err = p.hear(m)
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
	p.conn, p.asked, p.over, p.replies, p.greeted = conn, nil, false, false, false
	return nil
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
		if p.greeted {
			p.say("%s", screen.Faint("Answers were taken back, or given again. The battle goes on from here."))
		}
		p.battle, p.asked, p.over, p.greeted, p.settled = *m, nil, false, true, false
		p.known, p.log, p.whole = p.log, nil, nil
	case *protocol.Told:
		p.told(m.Lines)
	case *protocol.Log:
		p.whole = m.Lines
	case *protocol.Board:
		p.fresh = p.fresh || !p.replies
		if p.board = m.Board; p.replies {
			p.draw()
		}
		p.replies = false
	case *protocol.Lesson:
		fmt.Fprintln(p.Out, screen.Lesson(screen.Wrap("* "+m.Text, p.Size().Columns, 2)))
	case *protocol.Asked:
		p.asked, p.replies, p.settled = m, false, true
		p.learn()
		if p.fresh {
			p.draw()
		}
		p.say("%s", m.Asks)
	case *protocol.Waiting:
		p.asked, p.settled = nil, true
		p.say("%s", screen.Faint("Waiting for "+engine.The(m.Seat)+"."))
	case *protocol.Taken:
		p.asked, p.replies, p.settled = nil, false, false
	case *protocol.End:
		p.over, p.asked, p.replies, p.settled = true, nil, false, true
		p.say("%s", p.verdict(m.Winner))
		p.say("review tells luck from skill, quit leaves.")
	case *protocol.Fault:
		p.over, p.asked, p.replies, p.settled = true, nil, false, true
		p.say("%s", screen.Bad("The battle stops: "+m.Error))
	case *protocol.Refusal:
		if !p.greeted { // the key
			return errors.New(strings.TrimPrefix(m.Error, "ready: "))
		}
		return p.refused(m.Error)
	case *protocol.Options:
		p.replies = false
		screen.Table(p.Out, p.Size().Columns, m.Rows(m.Options))
	case *protocol.Page:
		p.replies = false
		fmt.Fprintln(p.Out, view.DrawPage(m.Page, p.Size().Columns))
	case *protocol.Hint:
		p.replies = false
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
	p.replies = false
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
	words := engine.Each(commands(), func(c command) string { return c.name })
	for _, c := range p.battle.Commands {
		words = append(words, c.Name)
	}
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
	p.replies = false
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
	for _, c := range commands() {
		if words[0] == c.name || words[0] == c.short {
			return c.name == quit, c.run(p, words[1:])
		}
	}
	for _, c := range p.battle.Commands {
		if words[0] == c.Name || words[0] == c.Short {
			return false, p.send(protocol.AskCommand{Type: "command", Text: text})
		}
	}
	switch {
	case p.over:
		return false, p.refused("the battle is over: review, log, why, board or quit")
	case p.asked == nil:
		return false, p.refused("nothing is asked of you now: help lists what you can do meanwhile")
	case cut != 0 && cut != p.asked.Question:
		return false, p.refused("the connection was cut, and another question is open now: answer that one")
	}
	return false, p.send(protocol.Answer{Type: "answer", Question: p.asked.Question, Text: strings.Join(words, " ")})
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
	p.replies = true
	p.conn.say(request)
	return nil
}

// A command is a word that is no answer.
type command struct {
	name, short, usage, text string
	run                      func(p *Prompt, args []string) error
}

const quit = "quit"

// commands are all words that are no answers, named as at the prompt of a battle on this
// machine.
func commands() []command {
	ask := func(request any) func(*Prompt, []string) error {
		return func(p *Prompt, _ []string) error { return p.send(request) }
	}
	return []command{
		{"options", "o", "", "list the answers to the question, best first, with the chance to win after each", ask(protocol.AskOptions{Type: "options"})},
		{"hint", "h", "", "advice: the first of the options, and what the next ones lose", ask(protocol.Look{Type: "hint"})},
		{"odds", "od", "[...]", "the chance to win after each answer, or the exact odds of the attack or stack that the words name", (*Prompt).odds},
		{"board", "b", "", "draw the board", ask(protocol.Look{Type: "board"})},
		{"show", "sh", "UNIT", "show everything about a unit", (*Prompt).show},
		{"why", "w", "[N]", "explain the numbers of the last roll, or of line N of the log", (*Prompt).why},
		{"log", "l", "[N]", "the last N events, or the last 20", (*Prompt).tail},
		{"rule", "ru", "[PARAGRAPH]", "a paragraph of the rulebook, or the list", (*Prompt).rule},
		{"undo", "u", "", "take back your last answer, where that is allowed", ask(protocol.Move{Type: "undo"})},
		{"redo", "r", "", "repeat the answer that undo took back", ask(protocol.Move{Type: "redo"})},
		{"review", "rv", "", "luck and skill so far: your chance to win after each step, and the worst answers", ask(protocol.Look{Type: "review"})},
		{"help", "?", "", "this list, and how to answer", (*Prompt).help},
		{quit, "q", "", "leave; the same link leads back", func(p *Prompt, _ []string) error { return p.leave() }},
	}
}

func (p *Prompt) odds(args []string) error { return p.send(protocol.AskOdds{Type: "odds", Of: args}) }

func (p *Prompt) show(args []string) error {
	return p.send(protocol.Show{Type: "show", Unit: strings.Join(args, " ")})
}

func (p *Prompt) rule(args []string) error {
	return p.send(protocol.AskRules{Type: "rules", Of: strings.Join(args, " ")})
}

// chronicle returns the log: after the end all of it.
func (p *Prompt) chronicle() []protocol.Line {
	if p.whole != nil {
		return p.whole
	}
	return p.log
}

// tail prints the end of the log.
func (p *Prompt) tail(args []string) error {
	n, err := number(args, 20)
	if err != nil {
		return p.refused("log: " + err.Error())
	}
	log := p.chronicle()
	first := max(len(log)-n, 0)
	for i, l := range log[first:] {
		fmt.Fprintf(p.Out, "%5d  %s%s\n", first+i+1, strings.Repeat("  ", l.Depth), l.Text)
	}
	return nil
}

// why explains the last roll, or a line of the log.
func (p *Prompt) why(args []string) error {
	log := p.chronicle()
	n, err := number(args, 0)
	if err == nil && n > len(log) {
		err = fmt.Errorf("the log has %s: there is no line %d", screen.Count(len(log), "line"), n)
	}
	if err != nil {
		return p.refused("why: " + err.Error())
	}
	i := n - 1
	if n == 0 {
		for i = len(log) - 1; i >= 0 && len(log[i].Numbers) == 0; i-- {
		}
	}
	if i < 0 {
		return p.refused("why: no roll is explained yet: log shows what has happened")
	}
	l := log[i]
	switch {
	case len(l.Numbers) == 0 && l.Sum != "":
		return p.refused(fmt.Sprintf("line %d: %s: %s", n, l.Text, l.Sum))
	case len(l.Numbers) == 0:
		return p.refused(fmt.Sprintf("line %d is no roll: %s", n, l.Text))
	}
	p.say("%s (line %d, %s)", l.Text, i+1, l.Where)
	for _, number := range l.Numbers {
		p.say("  %s %d", number.What, number.Total)
		for _, term := range number.Terms {
			p.say("    %s", term)
		}
	}
	p.say("  %s", l.Sum)
	return nil
}

// number reads an optional number from 1.
func number(args []string, otherwise int) (int, error) {
	if len(args) == 0 {
		return otherwise, nil
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 1 || len(args) > 1 {
		return 0, fmt.Errorf("it takes a number from 1, not %q", strings.Join(args, " "))
	}
	return n, nil
}

// help lists the commands, and the words with which answers to the question begin.
func (p *Prompt) help([]string) error {
	var rows [][]string
	if p.asked != nil {
		for _, v := range p.battle.Verbs {
			if len(v.Forms) == 0 || slices.Contains(v.Forms, p.asked.Form) {
				rows = append(rows, []string{"  " + strings.TrimSpace(v.Name+" "+v.Usage), v.Text})
			}
		}
	}
	for _, c := range p.battle.Commands {
		rows = append(rows, []string{"  " + strings.TrimSpace(c.Name+" "+c.Usage), c.Text})
	}
	for _, c := range commands() {
		rows = append(rows, []string{"  " + strings.TrimSpace(c.name+" "+c.usage), c.text})
	}
	screen.Table(p.Out, p.Size().Columns, rows)
	return nil
}
