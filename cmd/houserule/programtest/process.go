package programtest

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Patience is how long a test waits for the program before it fails.
const Patience = 20 * time.Second

// A Transcript is what a program has written so far. One goroutine reads.
type Transcript struct {
	mu    sync.Mutex
	text  []byte
	grown chan struct{}
}

// NewTranscript returns an empty transcript.
func NewTranscript() *Transcript { return &Transcript{grown: make(chan struct{}, 1)} }

// Write appends what the program writes.
func (o *Transcript) Write(p []byte) (int, error) {
	o.mu.Lock()
	o.text = append(o.text, p...)
	o.mu.Unlock()
	select {
	case o.grown <- struct{}{}:
	default:
	}
	return len(p), nil
}

// All returns the text so far.
func (o *Transcript) All() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return string(o.text)
}

// Await waits until the transcript is as wanted. The error is that the
// program ended before, or that it took too long.
func (o *Transcript) Await(ended <-chan struct{}, wanted func(text string) bool) error {
	for late := time.After(Patience); ; {
		text := o.All()
		if wanted(text) {
			return nil
		}
		select {
		case <-o.grown:
		case <-ended:
			if wanted(o.All()) {
				return nil
			}
			return fmt.Errorf("the program ended after:\n%s", o.All())
		case <-late:
			return fmt.Errorf("the program hangs after:\n%s", text)
		}
	}
}

// A Process is the program in a process of its own. What it writes is its transcript.
type Process struct {
	*Transcript
	cmd  *exec.Cmd
	in   io.WriteCloser
	dead chan struct{}
}

// Program returns the command that runs the program, which keeps all it has below home.
func Program(home string, args ...string) *exec.Cmd {
	cmd := exec.Command("houserule", args...) // Main puts it there
	cmd.Env = append(os.Environ(), "NO_COLOR=1", "XDG_STATE_HOME="+filepath.Join(home, "state"), "XDG_DATA_HOME="+filepath.Join(home, "data"))
	return cmd
}

// Start starts the program, which keeps all it has below home. It panics if the machine
// cannot.
func Start(home string, args ...string) *Process {
	p := &Process{Transcript: NewTranscript(), cmd: Program(home, args...), dead: make(chan struct{})}
	p.cmd.Stdout, p.cmd.Stderr = p.Transcript, p.Transcript
	in, err := p.cmd.StdinPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		panic(err)
	}
	p.in = in
	go func() {
		p.cmd.Wait()
		close(p.dead)
	}()
	return p
}

// Write types lines. It does not report whether the program still lives.
func (p *Process) Write(lines ...string) { io.WriteString(p.in, strings.Join(lines, "\n")+"\n") }

// CloseInput ends the input.
func (p *Process) CloseInput() { p.in.Close() }

// Await waits until the transcript is as wanted. The error is that the program ended before,
// or that it took too long.
func (p *Process) Await(wanted func(text string) bool) error {
	return p.Transcript.Await(p.dead, wanted)
}

// Ended is closed when the program has ended.
func (p *Process) Ended() <-chan struct{} { return p.dead }

// ExitCode returns the exit code of a program that has ended.
func (p *Process) ExitCode() int { return p.cmd.ProcessState.ExitCode() }

// Kill ends the program as kill -9 does.
func (p *Process) Kill() {
	p.cmd.Process.Kill()
	<-p.dead
	p.in.Close()
}

var (
	Kills    = flag.Int("kills", 6, "how often TestKill and TestKillTwo each kill the program")
	KillSeed = flag.Uint64("kill-seed", 1, "what is played in TestKill and TestKillTwo, and when it is killed")
)
