package repl

import (
	"context"
	"errors"
)

// A work is a computation between two lines of a person. Ctrl-C ends it.
type work struct {
	context.Context
	cancel context.CancelFunc
}

// errCut is the error of a look, or a run of the battle, that Ctrl-C has interrupted.
var errCut = errors.New("interrupted")

// Interrupt ends the present work: odds, a hint, the turns of computer players. It reports
// whether the program continues. It does not if it waits for a line, reads a script, or if
// the last Interrupt has not ended the work yet. Any goroutine may call it.
func (p *Prompt) Interrupt() bool {
	w := p.work.Load()
	if w == nil || w.Err() != nil {
		return false
	}
	w.cancel()
	return true
}

// begin begins the work after a person's line.
func (p *Prompt) begin() {
	if p.Lines.Interactive() {
		ctx, cancel := context.WithCancel(context.Background())
		p.work.Store(&work{ctx, cancel})
	}
}

// nextLine ends the work and waits for a line.
func (p *Prompt) nextLine(prompt string) (string, error) {
	if w := p.work.Swap(nil); w != nil {
		w.cancel()
	}
	p.sheet.wipe()
	defer p.begin()
	return p.Lines.Next(prompt)
}

// busy returns the context of the work.
func (p *Prompt) busy() context.Context {
	if w := p.work.Load(); w != nil {
		return w
	}
	return context.Background()
}

// cut returns errCut if the work must end.
func (p *Prompt) cut() error {
	if p.busy().Err() != nil {
		return errCut
	}
	return nil
}
