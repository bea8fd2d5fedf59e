package protocol

import (
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
	r := &process{Program: p.Program, dice: ownDice(p.seed, p.side)}
	r.seat = &Seat{view: v, mine: func(side engine.Side) bool { return side == p.side }}
	r.seat.refuse = func(err error) error { return err }
	r.seat.begin = func() Battle {
		b := newBattle(lib, v, r.seat.mine)
		b.Dice = r.dice
		return b
	}
	if err := r.start(); err != nil {
		return nil, err
	}
	if r.seat.ready.Forgets {
		r.dice = 0
		return forgetful{r}, nil
	}
	r.side = p.side
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
	side engine.Side
	dice uint64
	seat *Seat
	cmd  *exec.Cmd
	in   io.WriteCloser // the program's
	out  io.ReadCloser  // the program's
	errs tail
	ends sync.Once
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
	p.seat.wire = NewWire(p.out, p.in)
	p.limit()
	if err := p.seat.welcome(p.Self); err != nil {
		return p.blame(err)
	}
	return nil
}

// Hears returns what tells the program what happens, if it wants to be told.
func (p *process) Hears() engine.Listener { return p.seat.hears() }

// limit gives the program its time for an answer.
func (p *process) limit() {
	until := time.Now().Add(p.Patience)
	p.in.(*os.File).SetWriteDeadline(until)
	p.out.(*os.File).SetReadDeadline(until)
}

// Answer asks the program.
func (p *process) Answer(q engine.Question) (int, error) {
	p.limit()
	n, err := p.seat.Answer(q)
	if err != nil {
		return 0, p.blame(err)
	}
	return n, nil
}

// Skip counts a question that was answered before.
func (p *process) Skip(q engine.Question) { p.seat.Skip(q) }

// Reseed begins another battle.
func (p *process) Reseed(seed uint64) {
	p.finish()
	p.dice = ownDice(seed, p.side)
	p.seat.restart()
}

// finish tells the program how its battle has ended, if it has.
func (p *process) finish() {
	if b := p.seat.view.Battle(); p.seat.begun && b.Over() {
		p.seat.tell()
		p.seat.wire.Say(newEnd(b, p.seat.view.Seats())) // an error shows with the next question
	}
}

// grace is how long a program may take to end.
const grace = time.Second

// Close ends the program.
func (p *process) Close() error {
	p.ends.Do(func() {
		p.limit()
		p.finish()
		p.seat.wire.Flush()
		p.in.Close()
		defer time.AfterFunc(grace, func() { p.cmd.Process.Kill() }).Stop()
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
	if last := p.seat.wire.last; last != "" {
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
	if f.seat.wants(wantBoard) {
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
