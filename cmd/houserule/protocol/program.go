package protocol

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/mattn/go-shellwords"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/chain"
	"houserule/engine/library"
	"houserule/engine/players"
)

// DefaultPatience is how long a program may take for an answer, unless the environment
// says otherwise.
const (
	DefaultPatience = time.Minute
	patienceKey     = "HOUSERULE_PATIENCE"
)

// NewProgram returns the player of a name that begins with [players.Program]. Self is this program
// with its version. The player has to be seated: see [view.Guest].
func NewProgram(name, self string) (players.Player, error) {
	words, err := shellwords.Parse(strings.TrimPrefix(name, players.Program))
	if err == nil && len(words) == 0 {
		err = errors.New("a command line is missing")
	}
	if err != nil {
		return players.Player{}, fmt.Errorf("%s: %w: write, for instance, %spython3 bot.py", name, err, players.Program)
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return players.Player{}, fmt.Errorf("%s: there is no program %s", name, words[0])
	}
	p := &Program{Name: name, Self: self, Words: words, Patience: DefaultPatience}
	if text := os.Getenv(patienceKey); text != "" {
		if p.Patience, err = time.ParseDuration(text); err != nil || p.Patience <= 0 {
			return players.Player{}, fmt.Errorf("%s=%s is not how long a program may take: write, for instance, 90s or 10m", patienceKey, text)
		}
	}
	return players.Player{Name: name, New: func(side engine.Side, seed uint64) engine.Oracle { return &unseated{p, side, seed} }}, nil
}

// A Program is a command that plays.
type Program struct {
	Name     string // as players are named
	Self     string // this program with its version
	Words    []string
	Patience time.Duration // how long it may take for an answer
}

// unseated is a program that has no battle yet.
type unseated struct {
	*Program
	side engine.Side
	seed uint64
}

// Answer returns an error.
func (p *unseated) Answer(engine.Question) (int, error) {
	return 0, fmt.Errorf("%s cannot play here: programs play in battle, sim, compare, sweep, balance and play", p.Name)
}

// Sit starts the program, for its seat in v's battle.
func (p *unseated) Sit(lib *library.Library, v view.View) (engine.Oracle, error) {
	r := &process{Program: p.Program, lib: lib, side: p.side, dice: ownDice(p.seed, p.side)}
	r.audience = newAudience(v, engine.Only(p.side), veils(v))
	if err := r.start(); err != nil {
		return nil, err
	}
	if r.Forgets {
		r.dice = 0
		return forgetful{r}, nil
	}
	return r, nil
}

// ownDice is the seed of a program's own chance. It tells nothing about the dice of the
// battle.
func ownDice(seed uint64, side engine.Side) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "program %d %d", side, seed))
	return binary.BigEndian.Uint64(sum[:]) >> 11 // 53 bits: every language reads them
}

// A process is a program that plays.
type process struct {
	*Program
	client
	lib    *library.Library
	side   engine.Side
	dice   uint64
	number int // of the last question
	wire   *Wire
	cmd    *exec.Cmd
	in     io.WriteCloser // the program's
	out    io.ReadCloser  // the program's
	errs   tail
	ends   sync.Once
}

// start starts the program and waits until it is ready.
func (p *process) start() (err error) {
	p.cmd = exec.Command(p.Words[0], p.Words[1:]...)
	p.cmd.Stderr = &p.errs
	p.cmd.WaitDelay = grace
	if p.in, err = p.cmd.StdinPipe(); err == nil {
		p.out, err = p.cmd.StdoutPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", p.Name, err)
	}
	p.wire = NewWire(p.out, p.in)
	p.say = p.wire.Say
	p.limit()
	var request any
	if err = p.say(Hello{"hello", Version, p.Self}); err == nil {
		request, err = p.hear()
	}
	if err == nil {
		p.Ready, err = greeted(request)
	}
	if err != nil {
		return p.blame(err)
	}
	return nil
}

// hear returns what the program says next.
func (p *process) hear() (any, error) {
	if err := p.wire.Flush(); err != nil {
		return nil, &Broken{err}
	}
	return p.wire.Hear()
}

// Hears returns what tells the program what happens, if it wants to be told.
func (p *process) Hears() engine.Listener {
	if !p.wants(wantTold) {
		return nil
	}
	return &p.log
}

// limit gives the program its time for an answer.
func (p *process) limit() {
	until := time.Now().Add(p.Patience)
	p.in.(*os.File).SetWriteDeadline(until)
	p.out.(*os.File).SetReadDeadline(until)
}

// Answer asks the program.
func (p *process) Answer(q engine.Question) (int, error) {
	p.limit()
	p.view.Ask(q)
	defer p.view.Ask(engine.Question{})
	p.number++
	err := p.tell(p.begin)
	if err == nil {
		err = p.ask(q, p.number)
	}
	for err == nil {
		answer, ok, wrong := p.next(q)
		if ok {
			return answer, nil
		}
		err = wrong
	}
	return 0, p.blame(err)
}

// begin is the message that begins a battle.
func (p *process) begin() Battle {
	b := p.battle(p.lib)
	b.Dice = p.dice
	return b
}

// next does what the program says next; ok is false for what is no answer.
func (p *process) next(q engine.Question) (answer int, ok bool, err error) {
	request, err := p.hear()
	if err != nil {
		return 0, false, err
	}
	switch r := request.(type) {
	case *Answer:
		answer, err = p.read(q, p.number, r)
		return answer, err == nil, err
	case *Ready:
		return 0, false, errReady
	case *Move:
		return 0, false, fmt.Errorf("%s: a program that plays cannot take answers back", r.Type)
	}
	reply, err := p.look(context.Background(), request, p.lib)
	if err == nil {
		err = p.say(reply)
	}
	return 0, false, err
}

// Skip counts a question that was answered before.
func (p *process) Skip(engine.Question) { p.number++ }

// Reseed begins another battle.
func (p *process) Reseed(seed uint64) {
	p.finish()
	p.dice = ownDice(seed, p.side)
	p.restart()
	p.number = 0
	p.log.Lines = p.log.Lines[:0]
}

// finish tells the program how its battle has ended, if it has.
func (p *process) finish() {
	if b := p.view.Battle(); p.begun && b.Over() {
		p.tell(p.begin)
		p.say(newEnd(b, p.view.Seats())) // an error shows with the next question
	}
}

// grace is how long a program may take to end.
const grace = time.Second

// Close ends the program.
func (p *process) Close() error {
	p.ends.Do(func() {
		defer time.AfterFunc(grace, func() { p.cmd.Process.Kill() }).Stop()
		p.limit()
		p.finish()
		p.wire.Flush()
		p.in.Close()
		p.cmd.Wait() // how it ends, says nothing about the battle
	})
	return nil
}

// blame says what the program did.
func (p *process) blame(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = fmt.Errorf("it has not answered for %v", p.Patience)
		p.cmd.Process.Kill()
	}
	ended := errors.Is(err, io.EOF) || errors.Is(err, syscall.EPIPE) || errors.Is(err, os.ErrClosed)
	p.Close()
	if ended {
		err = fmt.Errorf("it has ended (%s)", p.cmd.ProcessState)
	}
	text := fmt.Sprintf("%s: %s", p.Name, library.Explain(err))
	if last := p.wire.last; last != "" {
		text += ". Its last message: " + engine.Quote(last)
	}
	if said := p.errs.String(); said != "" {
		text += ". Its last error output: " + engine.Quote(said)
	}
	return errors.New(text)
}

// A forgetful is a program whose answers follow from the position: walks through known
// positions may keep them.
type forgetful struct{ *process }

// Ahead says that any round may matter to a program that sees the board, which shows the
// round. Any other sees only the question.
func (f forgetful) Ahead() int {
	if f.wants(wantBoard) {
		return chain.Always
	}
	return 0
}

// Reseed begins another battle, of which the program need not know.
func (f forgetful) Reseed(uint64) {}

// A tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// Write keeps the end of the text.
func (t *tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, text...)
	if over := len(t.text) - mostQuoted; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(text), nil
}

// String returns the last line.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.TrimSpace(string(t.text))
	return text[strings.LastIndexByte(text, '\n')+1:]
}
