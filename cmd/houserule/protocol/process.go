package protocol

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"houserule/engine"
	"houserule/engine/library"
)

// A process is a running program. It plays for one side, in as many battles at once as it
// accepts. One goroutine passes its requests to the battles, another one sends it their
// messages.
type process struct {
	*Program
	side   engine.Side
	ready  Ready
	seats  []*seated // by number; nil: free
	wire   *Wire
	unsent chan struct{} // a message has to be sent
	cmd    *exec.Cmd
	in     io.WriteCloser // the program's
	errs   tail
	ends   sync.Once

	killing sync.Mutex
	over    bool // all of its processes have ended

	fails  sync.Once
	failed error         // a Broken: the reason why no more is received
	done   chan struct{} // closed when failed is set
}

// seat gives a process a seat in a battle.
func (p *Program) seat(s *seated) error {
	p.mu.Lock()
	for _, r := range p.running {
		if r.side == s.side && r.take(s) {
			p.mu.Unlock()
			return nil
		}
	}
	p.mu.Unlock()
	r, err := p.start(s.side)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	r.take(s)
	p.running = append(p.running, r)
	return nil
}

// start starts the program and waits until it is ready.
func (p *Program) start(side engine.Side) (*process, error) {
	r := &process{Program: p, side: side, unsent: make(chan struct{}, 1), done: make(chan struct{})}
	r.cmd = exec.Command(p.Words[0], p.Words[1:]...)
	r.cmd.Stderr = &r.errs
	r.cmd.WaitDelay = grace
	grouped(r.cmd)
	var out io.Reader
	var err error
	if r.in, err = r.cmd.StdinPipe(); err == nil {
		out, err = r.cmd.StdoutPipe()
	}
	if err == nil {
		err = r.cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	r.wire = NewWire(out, r.in)
	if err := r.greet(); err != nil {
		r.fail(err)
		r.end()
		return nil, r.blame()
	}
	r.seats = make([]*seated, max(r.ready.Battles, 1))
	go r.listen()
	go r.send()
	return r, nil
}

// greet sends the greeting and receives the program's message ready.
func (r *process) greet() error {
	defer time.AfterFunc(r.Patience, r.late).Stop()
	err := r.wire.Say(Hello{"hello", Version, r.Self})
	if err == nil {
		err = r.wire.Flush()
	}
	var request any
	if err == nil {
		request, err = r.wire.Hear()
	}
	if err == nil {
		r.ready, err = greeted(request)
	}
	return err
}

// take gives the process a seat in another battle, and reports whether it accepts one.
func (r *process) take(s *seated) bool {
	i := slices.Index(r.seats, nil)
	if i < 0 {
		return false
	}
	r.seats[i], s.process, s.Battle = s, r, i+r.first()
	return true
}

// first returns the number of the first battle: 0, which is no number, if the program plays
// one at a time.
func (r *process) first() int { return min(r.ready.Battles, 1) }

// leave frees a seat, and ends the process if it was the last.
func (r *process) leave(s *seated) {
	r.mu.Lock()
	r.seats[slices.Index(r.seats, s)] = nil
	last := !slices.ContainsFunc(r.seats, func(s *seated) bool { return s != nil })
	if last {
		r.running = slices.DeleteFunc(r.running, func(other *process) bool { return other == r })
	}
	r.mu.Unlock()
	if last {
		r.end()
	}
}

// listen passes on the requests of the program until no more can be received.
func (r *process) listen() {
	for {
		request, err := r.wire.Hear()
		if err == nil {
			err = r.deliver(request)
		}
		if err != nil {
			r.fail(err)
			return
		}
	}
}

// deliver passes a request to its battle, which may not have reached its next question yet.
func (r *process) deliver(is any) error {
	about, ok := is.(interface{ InBattle() int })
	if !ok {
		return errReady
	}
	s, err := r.battle(about.InBattle())
	if s == nil {
		return err
	}
	select {
	case s.requests <- request{is, r.wire.Last()}:
	case <-s.left:
	case <-r.done:
	}
	return nil
}

// battle returns the seat in the battle of that number, or nil if there is none.
func (r *process) battle(n int) (*seated, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := n - r.first(); i >= 0 && i < len(r.seats) {
		return r.seats[i], nil
	}
	if r.ready.Battles == 0 {
		return nil, fmt.Errorf("battle is for programs that play several at once: without battles in ready there is no battle %d", n)
	}
	return nil, fmt.Errorf("battle takes the number of a battle, 1 to %d, not %d", r.ready.Battles, n)
}

// say adds a message to the next flush.
func (r *process) say(message any) error {
	if err := r.wire.Say(message); err != nil {
		return r.fail(err)
	}
	return nil
}

// flush lets the sending goroutine send the messages.
func (r *process) flush() {
	select {
	case r.unsent <- struct{}{}:
	default:
	}
}

// send sends messages until no more can be sent.
func (r *process) send() {
	for {
		select {
		case <-r.unsent:
			runtime.Gosched() // other battles ask first, if they can: one write carries all questions
			if err := r.wire.Flush(); err != nil {
				r.fail(err)
			}
		case <-r.done:
			return
		}
	}
}

// kill ends the program and those that it has started, as a shell script does, unless they
// have ended.
func (r *process) kill() {
	r.killing.Lock()
	defer r.killing.Unlock()
	if !r.over { // else another process may have its number by now
		killGroup(r.cmd)
	}
}

// late ends a program that is silent for too long.
func (r *process) late() {
	r.fail(fmt.Errorf("it has not answered for %v", r.Patience))
	r.kill()
}

// fail records the reason why no more is received, and returns the first such reason.
func (r *process) fail(err error) error {
	r.fails.Do(func() {
		r.failed = &Broken{err}
		close(r.done)
	})
	return r.failed
}

// grace is the time that a program has to end.
const grace = time.Second

// end ends the program, and what it has started and left.
func (r *process) end() {
	r.ends.Do(func() {
		defer time.AfterFunc(grace, r.kill).Stop()
		r.fail(os.ErrClosed)
		r.wire.Flush()
		r.in.Close()
		r.cmd.Wait() // its exit code does not matter for the battle
		r.kill()
		r.killing.Lock()
		r.over = true
		r.killing.Unlock()
	})
}

// blame returns the error of a program that has ended.
func (r *process) blame() error {
	err := r.failed
	if errors.Is(err, io.EOF) || errors.Is(err, syscall.EPIPE) || errors.Is(err, os.ErrClosed) {
		err = fmt.Errorf("it has ended (%s)", r.cmd.ProcessState)
	}
	return r.blamed(err, r.wire.Last())
}

// blamed returns the error of a program, with the line that caused it.
func (r *process) blamed(err error, last string) error {
	text := fmt.Sprintf("%s: %s", r.Name, library.Explain(err))
	if last != "" {
		text += ". Its last message: " + engine.Quote(last)
	}
	if said := r.errs.String(); said != "" {
		text += ". Its last error output: " + engine.Quote(said)
	}
	return errors.New(text)
}

// A tail is a writer that keeps only the end of the text.
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
