// Package repl is the prompt: one or two people play a battle, against each
// other or the computer, ask about it, try things, and lose nothing.
//
// A [Prompt] holds one game at a time. The game is an engine.Session: its
// battle runs until it asks a person, with a call of Prompt.answer. That reads
// lines until one of them answers the question, or goes back (undo), elsewhere
// (new, load) or away (quit). Then the oracle returns engine.ErrRewind, and the
// session starts over from its answers in the way that the command chose. The
// prompt keeps the events as a chronicle of lines, which undo shortens and why
// explains. Every answer goes to disk before the next line is read.
package repl

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"sync/atomic"

	"houserule/cmd/houserule/fair"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// A Config holds the parts that a prompt is made of.
type Config struct {
	session.Game
	session.Shelf
	Keep      bool // keep battles on disk
	Lines     Lines
	Out       io.Writer
	Width     func() int // of the screen, in columns
	Height    func() int // the same, in lines; nil: [screen.Lines]
	Welcome   []string   // paragraphs for a person, below the first question
	KeepGoing bool       // a script continues after a mistake
	// Progress, if not nil, shows how many positions long odds have looked at, until
	// clear.
	Progress func() (at func(positions int), clear func())
	// Thinking, if not nil, shows a person who thinks, until clear.
	Thinking func(who func() string) (clear func())
}

// A Prompt is a person, or a script, at the table.
type Prompt struct {
	Config
	*game
	seat      engine.Side   // the seat that was asked last; -1: none yet
	private   bool          // whether the last question showed secrets of its seat
	confirmed bool          // whether an answer to the question was already questioned once
	askAll    bool          // whether to ask questions whose answers all have the same result
	saidIdle  bool          // whether the prompt has explained how to turn that on
	unasked   bool          // whether the prompt answers the question at hand itself
	noted     string        // the prompt's own answers since the last question, in lines
	news      []screen.Line // what has happened since then, if a person is told that below the board
	going     int           // below 0: undo, to the question before; above 0: redo
	over      bool          // whether undo or redo skips the question at hand
	shown     int           // lines of the log that have been printed
	drawn     int           // lines of the log when the board was drawn; -1: not yet
	next      *game         // the game to play instead
	leaving   bool
	abrupt    bool  // Ctrl-C
	stopped   error // the mistake that stops a script
	wrong     int   // lines of a script that were mistaken
	keptName  atomic.Pointer[string]
	touched   atomic.Int32
	lost      atomic.Bool
	sheet     *sheet       // below Out
	thinks    atomic.Int32 // the seat of the computer that was asked last
	watching  watcher
	tracing   traces
	settings  []string             // that were changed at the prompt, each as "MOD.NAME=VALUE"
	rest      view.Line            // of the last line: the answers to the next questions
	queued    []string             // a line that waits for the mods to be loaded again
	joined    int                  // answers of the last line that came before the rest at hand
	mark      engine.Mark          // where the session stood when the line was read
	halted    bool                 // the battle stands still because a person interrupted it
	work      atomic.Pointer[work] // nil while a line is read, and for scripts
}

// ErrMistakes is the error of a script with mistaken lines.
var ErrMistakes = errors.New("mistaken lines")

// New returns a prompt without a game.
func New(c Config) *Prompt {
	p := &Prompt{Config: c}
	p.sheet, p.Out = newSheet(c)
	if t, ok := c.Lines.(*Terminal); ok {
		t.Complete(func(line string) []string { return p.desk().Complete(line) })
	}
	return p
}

// Start plays a match.
func (p *Prompt) Start(m library.Match) error {
	b, err := session.New(session.Ground{Game: p.Game, Match: m}, engine.OracleFunc(p.answer))
	if err != nil {
		return err
	}
	g, err := newGame(b)
	if err != nil {
		return err
	}
	p.keep(g)
	return p.play(g)
}

// Resume resumes a battle on disk, the newest where name is "". With anyway, the
// battle may have been written under other rules or data.
func (p *Prompt) Resume(name string, anyway bool) error {
	kept, journal, err := p.Places.Resume(name)
	if err != nil {
		return err
	}
	b, err := session.Loaded(p.Game, journal, engine.OracleFunc(p.answer), anyway)
	var g *game
	if err == nil {
		g, err = newGame(b)
	}
	if err != nil {
		kept.Close()
		return fmt.Errorf("%s: %w", kept.Path(), err)
	}
	for _, err := range kept.PassedOver() {
		p.say("%s", screen.Bad("Skipped: "+err.Error()))
	}
	g.Kept = kept
	p.say("Continuing %s, after %s.", kept.Name(), g.Progress(g.Entries()))
	return p.play(g)
}

// play plays a game, and the games with which commands replace it, until the person
// leaves.
func (p *Prompt) play(g *game) error {
	p.begin()
	p.enter(g)
	for !p.leaving {
		if p.next != nil {
			p.release()
			p.enter(p.next)
		}
		p.halted = false
		err := p.Run(p.Table)
		if p.halted = errors.Is(err, errCut); err != nil && !errors.Is(err, engine.ErrRewind) {
			p.flush()
		}
		switch {
		case errors.Is(err, engine.ErrRewind):
			continue
		case p.halted:
			p.rest = view.Line{}
			p.say("%s", screen.Bad("Interrupted: redo continues, undo takes back your last answer, seats chooses other players."))
		case err != nil:
			p.say("%s", screen.Bad("The battle stops: "+library.Explain(err)))
		default:
			p.ended()
			if err := p.Table.Err(); err != nil { // a script failed when it was to look
				p.say("%s", screen.Bad(library.Explain(err)))
			}
		}
		p.answer(engine.Question{Side: engine.Luck}) // until a command leads elsewhere
	}
	p.release()
	switch {
	case p.stopped != nil:
		return p.stopped
	case p.wrong > 0:
		return fmt.Errorf("%w: %d of %d", ErrMistakes, p.wrong, p.Lines.Number())
	case p.abrupt:
		return ErrInterrupted
	}
	return nil
}

// enter makes g the game that is played.
func (p *Prompt) enter(g *game) {
	p.game, p.next, p.news = g, nil, nil
	p.noteKept()
	p.seat, p.private, p.drawn, p.sheet.rows = -1, false, -1, nil
	p.shown = math.MaxInt // earlier lines are known, except the last ones
	if len(g.Entries()) == 0 {
		p.shown = 0
	} else {
		g.tutor.Greeted()
	}
	g.log.Told = p.told
	if p.Thinking != nil {
		g.Turn = p.turn
	}
	p.trace()
	g.Table.Record(recorder{p})
	g.From = p.from
	if g.Watched {
		p.say("%s: a replay of %s. Enter or forth goes forward, back goes back, take plays on from here, quit leaves the replay.", screen.Heading(g.view.Title()), screen.Count(g.moves, "choice"))
	} else {
		p.say("%s, %s.%s", screen.Heading(g.view.Title()), g.Match.DiceText(), p.chances())
	}
}

// chances returns the chances to win of a battle that a person begins, as a sentence.
func (p *Prompt) chances() string {
	if !p.Lines.Interactive() || len(p.Entries()) > 0 {
		return ""
	}
	return strings.TrimRight(" "+fair.Of(p.game.Library, p.Match).Say(view.People(p.Match.Players)...), " ")
}

// told prints a new line of the log, unless it has been printed before.
func (p *Prompt) told(l screen.Line) {
	p.printTraces()
	if len(p.log.Lines) > p.shown {
		p.shown = len(p.log.Lines)
		p.tell(l)
	}
}

// maySee reports whether the person at the prompt may see a line.
func (p *Prompt) maySee(l screen.Line) bool {
	return l.To == engine.Everybody || p.seat >= 0 && l.To.Has(p.seat)
}

// ended handles the end of a battle.
func (p *Prompt) ended() {
	p.catchUp()
	if p.Kept != nil && p.unkept == nil {
		p.note(p.game, p.Kept.End(p.view.Battle().Outcome()))
	}
	below := p.noted
	p.noted = ""
	if p.Watched {
		below += p.wrapped("The replay ends here: back goes back, take plays on, quit leaves it.") + "\n"
	} else {
		below += p.wrapped(p.verdict()) + "\n"
		for _, line := range p.view.Survivors() {
			below += screen.Folded("  "+line, p.Width()) + "\n"
		}
		below += p.teach() + p.wrapped("undo goes back, review separates luck from skill, new starts another battle, save NAME saves this one, quit leaves.") + "\n"
	}
	p.pageAbove(p.newsText(), below)
}

// verdict names the winner: "you" for a person who plays alone.
func (p *Prompt) verdict() string {
	winner := p.view.Battle().Winner()
	switch {
	case winner < 0:
		return "It is a draw."
	case p.people() != 1:
		return engine.Capital(engine.The(p.view.Seats()[winner])) + " wins."
	case p.IsHuman(winner):
		return "You win."
	}
	return "You lose: " + engine.The(p.view.Seats()[winner]) + " wins."
}

// catchUp counts lines as printed that a game took back, or that an earlier run of
// the program printed. It repeats the last of them where the reader cannot know them.
func (p *Prompt) catchUp() {
	n := len(p.log.Lines)
	if p.shown == math.MaxInt {
		for _, l := range p.log.Lines[max(n-8, 0):] {
			p.tell(l)
		}
	}
	p.shown = min(p.shown, n)
}

// answer asks a person until a line answers the question or leads elsewhere.
func (p *Prompt) answer(q engine.Question) (int, error) {
	if p.hides(q.Side) {
		q = engine.Question{Side: engine.Luck}
	}
	p.view.Ask(q)
	defer p.view.Ask(engine.Question{})
	if err := p.rest.Fits(p.view); err != nil {
		p.mistaken(fmt.Errorf("%w: none of it was done", err), true)
		p.takeBack()
		return p.rewind()
	}
	answer, ok := p.idle()
	switch p.unasked = ok; {
	case ok && p.over:
		return p.rewind()
	case ok:
		return answer, nil
	}
	p.printTraces()
	p.going = 0
	if q.Choice != nil && !p.handOver(q.Side) {
		return p.rewind()
	}
	broken := p.Table.Err() // before a command has looked
	p.arrive()
	for {
		if err := p.Table.Err(); err != broken { // a script failed when a command looked
			if q.Choice != nil || q.Sides > 0 {
				return p.rewind() // it prints the error
			}
			broken = err
			p.say("%s", screen.Bad(library.Explain(err)))
		}
		p.printTraces()
		p.flush()
		p.persist()
		words, err := p.read()
		if err != nil {
			if !p.interrupted(err) {
				return p.rewind()
			}
			continue
		}
		p.abrupt = false
		p.Table.LookAgain()
		switch act, err := p.do(words); {
		case p.Table.Err() != broken: // the script's error comes before others
		case err != nil && (p.mistaken(err, p.joined > 0) || p.joined > 0):
			if p.joined > 0 { // the first half of the mistake
				p.takeBack()
			}
			return p.rewind()
		case err != nil:
			p.rest = view.Line{}
		case act.leads:
			return p.rewind()
		case act.answers:
			return act.answer, nil
		}
	}
}

// read returns the words of the next line.
func (p *Prompt) read() ([]string, error) {
	if !p.rest.Empty() {
		p.joined++
		return p.rest.Next(), nil
	}
	p.joined, p.rest = 0, view.Line{}
	p.mark = p.Mark()
	if words := p.queued; words != nil {
		p.queued = nil
		return words, nil
	}
	prompt := p.view.Prompt()
	if p.Watched {
		prompt = fmt.Sprintf("replay %d/%d", p.choices(), p.moves)
	}
	line, err := p.nextLine(prompt + "> ")
	p.sheet.lines++
	if err == nil && !p.Watched && p.watching.changed() { // a replay is not played again: changed mods wait for its end
		p.say("The mods have changed.")
		if words := strings.Fields(line); len(words) == 0 || words[0] != "reload" {
			p.queued = words
		}
		return []string{"reload"}, nil
	}
	return strings.Fields(line), err
}

// takeBack takes back the answers of a line, and drops the rest of the line, as if
// it had not been typed. Redo gives what it would have given before.
func (p *Prompt) takeBack() {
	p.rest, p.news = view.Line{}, nil
	p.Return(p.mark)
	p.rewrite()
}

// rewind leaves the running battle: to play it again from its answers, to play
// another, or for good.
func (p *Prompt) rewind() (int, error) {
	if p.leaving || p.next != nil {
		p.Quit()
	}
	return 0, engine.ErrRewind
}

// interrupted reports whether to read on after Lines returned an error: the first
// Ctrl-C only warns.
func (p *Prompt) interrupted(err error) bool {
	switch {
	case errors.Is(err, ErrInterrupted) && !p.abrupt:
		p.abrupt = true
		if p.unkept != nil {
			p.say("Ctrl-C again leaves. %s", p.unsaved())
			return true
		}
		p.say("Ctrl-C again leaves, and so does quit. Nothing is lost.")
		return true
	case errors.Is(err, ErrInterrupted):
	case errors.Is(err, io.EOF):
		p.abrupt = false
		if p.Lines.Interactive() {
			fmt.Fprintln(p.Out) // ends the prompt's line
		}
	default:
		p.stopped = fmt.Errorf("line %d: %w", p.Lines.Number(), err)
	}
	p.leaving = true
	return false
}

// arrive prints the board, lessons and notes that precede a question.
func (p *Prompt) arrive() {
	p.confirmed = false
	p.catchUp()
	if p.view.Secret() && p.view.Settled() {
		p.drawn = -1 // the board shows nothing of secret decisions
	}
	asks := ""
	if p.rest.Empty() {
		asks = p.asks()
	}
	below := p.noted + asks + p.teach()
	p.noted = ""
	if asks != "" {
		below += p.welcome()
	}
	news := p.newsText()
	changed := p.drawn < len(p.log.Lines) && (p.drawn < 0 || p.Watched || p.view.Settled())
	if changed || asks != "" && p.scrolledOff(news+below) {
		p.board(news, below, false)
	} else {
		p.pageAbove(news, below)
	}
}

// handOver pauses between two people at one keyboard when one sees what the other
// must not see. It reports whether to go on.
func (p *Prompt) handOver(side engine.Side) bool {
	private := p.view.Secret() || p.view.Veils() && p.people() > 1 && !p.Watched
	pause := p.Lines.Interactive() && p.people() > 1 && p.seat != side && (private && (p.seat >= 0 || len(p.Entries()) > 0) || p.private)
	p.Lines.Secret(private || pause)
	if pause {
		p.flush() // for the person before
	}
	for pause {
		p.clear()
		p.say("It is the turn of %s. The other player looks away; then press Enter.", engine.The(p.view.Seats()[side]))
		_, err := p.nextLine("> ")
		if err == nil {
			p.clear()
			p.drawn, p.sheet.rows, pause = -1, nil, false
			if p.view.Veils() {
				p.shown = math.MaxInt // this person may see none of the events meanwhile
			}
		} else if !p.interrupted(err) {
			return false
		}
	}
	p.Lines.Secret(private)
	p.seat, p.private = side, private
	return true
}

// clear empties the screen and its scrollback.
func (p *Prompt) clear() {
	const sequence = "\x1b[H\x1b[2J\x1b[3J"
	if gate, ok := p.sheet.to.(interface{ Control(sequence string) }); ok {
		gate.Control(sequence) // the gate would filter it as text
	} else {
		fmt.Fprint(p.Out, sequence)
	}
}

// size returns the size of the screen.
func (p *Prompt) size() view.Size {
	size := view.Size{Columns: p.Width(), Lines: screen.Lines}
	if p.Height != nil {
		size.Lines = p.Height()
	}
	return size
}

// welcome returns the text that a person reads once.
func (p *Prompt) welcome() (text string) {
	if p.Lines.Interactive() {
		for _, paragraph := range p.Welcome {
			text += p.lesson(paragraph)
		}
		p.Welcome = nil
	}
	return text
}

// teach returns the next lessons of a tutorial for the person who is asked, or for all people at
// the end.
func (p *Prompt) teach() (text string) {
	to := engine.Only(view.People(p.Match.Players)...)
	if p.Watched || to == 0 {
		return ""
	}
	if q := p.view.Asked(); q.Choice != nil {
		to = engine.Only(q.Side)
	}
	for _, lesson := range p.tutor.Next(len(p.Entries()), to, p.view.Topics()) {
		if said := lesson.Typed(p.desk().Has); said != "" {
			text += p.lesson(said)
		}
	}
	return text
}

// mistaken prints the error of a line, and reports whether it stops the script. A person
// reads it below the board if the battle is to be played again, which draws the board.
func (p *Prompt) mistaken(err error, again bool) bool {
	text := p.desk().Explain(err)
	if p.Lines.Interactive() {
		if again {
			p.noted += p.wrapped(screen.Bad(text)) + "\n"
			return false
		}
		p.say("%s", screen.Bad(text))
		return false
	}
	text = fmt.Sprintf("line %d: %s", p.Lines.Number(), text)
	if p.KeepGoing {
		p.wrong++
		p.say("%s", screen.Bad(text))
		return false
	}
	p.stopped, p.leaving = errors.New(text), true
	return true
}

// say prints a paragraph.
func (p *Prompt) say(format string, args ...any) {
	fmt.Fprintln(p.Out, p.wrapped(fmt.Sprintf(format, args...)))
}
