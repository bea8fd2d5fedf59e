package protocol

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-shellwords"

	"houserule/cmd/houserule/fair"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/chain"
	"houserule/engine/library"
	"houserule/engine/players"
)

// DefaultPatience is the time that a program has for an answer, unless the environment
// sets another one.
const (
	DefaultPatience = time.Minute
	patienceKey     = "HOUSERULE_PATIENCE"
)

// Programs returns the players among these names that are programs, each once.
func Programs(names []string, self string) (all []players.Player, err error) {
	for _, name := range names {
		name = strings.TrimSpace(name)
		if !strings.HasPrefix(name, players.Program) || slices.Contains(players.Names(all), name) {
			continue
		}
		p, err := NewProgram(name, self)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

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
	Patience time.Duration // the time that it has for an answer

	mu      sync.Mutex
	running []*process // and their seats
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

// Sit finds a process for a seat in v's battle: one that takes another battle, or a new one.
func (p *unseated) Sit(lib *library.Library, v *view.View) (engine.Oracle, error) {
	s := &seated{lib: lib, side: p.side, dice: ownDice(p.seed, p.side), requests: make(chan request), left: make(chan struct{})}
	s.audience = newAudience(v, engine.Only(p.side), v.Veils())
	if err := p.seat(s); err != nil {
		return nil, err
	}
	s.Ready, s.say = s.process.ready, s.process.say
	s.late = time.AfterFunc(p.Patience, s.process.late)
	s.late.Stop()
	if s.Forgets {
		s.dice = 0
		return forgetful{s}, nil
	}
	return s, nil
}

// ownDice returns the seed for a program's own random numbers. The dice of the battle cannot
// be computed from it.
func ownDice(seed uint64, side engine.Side) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "program %d %d", side, seed))
	return binary.BigEndian.Uint64(sum[:]) >> 11 // 53 bits: every language reads them
}

// A seated is a program at its seat in a battle.
type seated struct {
	client
	process  *process
	lib      *library.Library
	side     engine.Side
	dice     uint64
	number   int          // of the last question
	requests chan request // from the process
	last     string       // the line of the last of them
	late     *time.Timer  // runs while the program is asked
	leaves   sync.Once
	left     chan struct{} // closed when it has left the battle
}

// A request is a request of a program, with its line.
type request struct {
	is   any
	line string
}

// Abreast returns how many battles the program plays at the same time.
func (s *seated) Abreast() int { return max(s.Battles, 1) }

// Hears returns the listener of the program's log, or nil if it does not want one.
func (s *seated) Hears() engine.Listener {
	if !s.wants(wantTold) {
		return nil
	}
	return &s.log
}

// limit gives the program its time until stop is called.
func (s *seated) limit() (stop func() bool) {
	s.late.Reset(s.process.Patience)
	return s.late.Stop
}

// Answer asks the program.
func (s *seated) Answer(q engine.Question) (int, error) {
	defer s.limit()()
	s.view.Ask(q)
	defer s.view.Ask(engine.Question{})
	s.number++
	_, err := s.tell(s.begin)
	if err == nil {
		err = s.ask(q, s.number)
	}
	for err == nil {
		answer, ok, wrong := s.next(q)
		if ok {
			return answer, nil
		}
		err = wrong
	}
	return 0, s.blame(err)
}

// begin returns the message that begins a battle.
func (s *seated) begin() Battle {
	b := s.battle(s.lib, fair.Chances{})
	b.Dice = s.dice
	return b
}

// next carries out the next request of the program. Ok is false if it is not an answer.
func (s *seated) next(q engine.Question) (answer int, ok bool, err error) {
	s.process.flush()
	var r request
	select {
	case r = <-s.requests:
		s.last = r.line
	case <-s.process.done:
		return 0, false, s.process.failed
	}
	switch r := r.is.(type) {
	case *Answer:
		answer, err = s.read(q, s.number, r)
		return answer, err == nil, err
	case *Move:
		if r.Type == "leave" {
			return 0, false, errors.New("leave: a program that plays stays to the end of its battle")
		}
		return 0, false, fmt.Errorf("%s: a program that plays cannot take answers back", r.Type)
	}
	reply, err := s.look(context.Background(), r.is, s.lib)
	if err == nil {
		err = s.say(reply)
	}
	return 0, false, err
}

// blame returns an error of the program, with the line that caused it.
func (s *seated) blame(err error) error {
	if errors.As(err, new(*Broken)) {
		s.process.end()
		return s.process.blame()
	}
	s.Close()
	return s.process.blamed(err, s.last)
}

// Skip counts a question that was answered before.
func (s *seated) Skip(engine.Question) { s.number++ }

// Reseed begins another battle.
func (s *seated) Reseed(seed uint64) {
	s.finish()
	s.dice = ownDice(seed, s.side)
	s.restart()
	s.number = 0
	s.log.Lines = s.log.Lines[:0]
}

// finish sends the program the end of its battle, if the battle has ended.
func (s *seated) finish() {
	if b := s.view.Battle(); s.begun && b.Over() {
		defer s.limit()()
		s.tell(s.begin)
		end := newEnd(b, s.view.Seats())
		end.About = s.About
		s.say(end) // an error shows with the next question
	}
}

// Close leaves the battle.
func (s *seated) Close() error {
	s.leaves.Do(func() {
		s.finish()
		close(s.left)
		s.process.leave(s)
	})
	return nil
}

// A forgetful is a program whose answers are a function of the position, so that a chain may
// note them.
type forgetful struct{ *seated }

// Ahead returns chain.Always if the program sees the board, because that shows the round.
// Otherwise it sees only the question, and Ahead returns 0.
func (f forgetful) Ahead() int {
	if f.wants(wantBoard) {
		return chain.Always
	}
	return 0
}

// Reseed does nothing: the program need not know that another battle begins.
func (f forgetful) Reseed(uint64) {}
