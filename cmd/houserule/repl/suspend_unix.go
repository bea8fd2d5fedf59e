//go:build unix

package repl

import (
	"bytes"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

const keyCtrlZ = 0x1a

// A suspension lets Ctrl-Z stop the program, and restores the terminal until the
// program resumes. The line editor reads from keys, because it takes Ctrl-Z for a
// key that it does not know.
type suspension struct {
	keys           *os.File
	before         *term.State // the terminal's mode without the program
	stops, resumes chan os.Signal
	ours           chan struct{} // a token while the terminal is the program's
}

// newSuspension takes the keys over from standard input.
func newSuspension() (*suspension, error) {
	before, err := term.GetState(int(os.Stdin.Fd()))
	if err != nil {
		return nil, err
	}
	keys, hand, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	s := &suspension{keys: keys, before: before, stops: make(chan os.Signal, 1), resumes: make(chan os.Signal, 1), ours: make(chan struct{}, 1)}
	s.ours <- struct{}{}
	signal.Notify(s.stops, syscall.SIGTSTP)
	signal.Notify(s.resumes, syscall.SIGCONT)
	go s.run(int(os.Stdin.Fd())) // before the line editor is given another one
	go pass(hand, os.Stdin)
	return s, nil
}

// pass passes keys on. The prompt receives Ctrl-Z as a key; pass turns it into the
// usual signal, for all programs that the shell has started together.
func pass(to io.WriteCloser, from io.Reader) {
	defer to.Close()
	keys := make([]byte, 4096)
	for {
		n, err := from.Read(keys)
		for i, part := range bytes.Split(keys[:n], []byte{keyCtrlZ}) {
			if i > 0 {
				_ = syscall.Kill(0, syscall.SIGTSTP)
			}
			if _, err := to.Write(part); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// unstoppable is how long run waits for a stop that may not come.
const unstoppable = 5 * time.Second

// stoppable reports whether a shell in the same terminal could resume the program:
// the system stops no other program.
func stoppable() bool {
	own, err := unix.Getsid(0)
	parent, other := unix.Getsid(os.Getppid())
	return err == nil && other == nil && own == parent
}

// run stops the program at Ctrl-Z. It uses the signal for programs that read in the
// background, which also stops it. The signal of Ctrl-Z no longer does, because the
// program listens to it.
func (s *suspension) run(fd int) {
	for range s.stops {
		if !stoppable() {
			_ = syscall.Kill(os.Getpid(), syscall.SIGWINCH)
			continue
		}
		<-s.ours
		mode, err := term.GetState(fd)
		if err == nil {
			_ = term.Restore(fd, s.before)
		}
		select { // an earlier one
		case <-s.resumes:
		default:
		}
		_ = syscall.Kill(os.Getpid(), syscall.SIGTTIN)
		select {
		case <-s.resumes:
		case <-time.After(unstoppable):
		}
		if err == nil {
			_ = term.Restore(fd, mode)
		}
		s.ours <- struct{}{}
		_ = syscall.Kill(os.Getpid(), syscall.SIGWINCH) // draws the line again
	}
}

// wait waits until the program has the terminal.
func (s *suspension) wait() {
	<-s.ours
	s.ours <- struct{}{}
}

// close returns Ctrl-Z to the system.
func (s *suspension) close() {
	signal.Stop(s.stops)
	signal.Stop(s.resumes)
}
