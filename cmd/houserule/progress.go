package main

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// A progress is a bar on a terminal: how far a run is, how fast, and how long
// it will take. Where there is no terminal nothing is written.
type progress struct {
	lock sync.Mutex
	done int64
	bar  *progressbar.ProgressBar // nil: no terminal
}

// every is how often the bar is drawn anew.
const every = 100 * time.Millisecond

// newProgress shows the way to a number of battles; atMost tells that a run may
// end before, so that nobody knows when.
func newProgress(out io.Writer, battles int64, atMost bool) *progress {
	if !isTerminal(out) || battles == 0 {
		return &progress{}
	}
	bar := progressbar.NewOptions64(battles,
		progressbar.OptionSetWriter(out),
		progressbar.OptionThrottle(every),
		progressbar.OptionSetWidth(20),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString("battles"),
		progressbar.OptionSetPredictTime(!atMost),
		progressbar.OptionClearOnFinish(),
	)
	_ = bar.RenderBlank() // starts the clock, too
	return &progress{bar: bar}
}

// newCounter shows how many states of a battle, or how many of something else,
// were looked at: their number is not known beforehand.
func newCounter(out io.Writer, what string) *progress {
	if !isTerminal(out) {
		return &progress{}
	}
	bar := progressbar.NewOptions64(-1,
		progressbar.OptionSetWriter(out),
		progressbar.OptionThrottle(every),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString(what),
		progressbar.OptionSetSpinnerChangeInterval(0), // else it turns on after clear
		progressbar.OptionClearOnFinish(),
	)
	_ = bar.RenderBlank() // starts the clock, too
	return &progress{bar: bar}
}

// worthShowing is how long odds at the prompt take before their progress is shown.
const worthShowing = 300 * time.Millisecond

// oddsProgress shows the progress of odds at the prompt: nil where there is no
// terminal.
func oddsProgress(out io.Writer) func() (at func(positions int), clear func()) {
	if !isTerminal(out) {
		return nil
	}
	return func() (func(int), func()) {
		counter := newCounter(silence{ungated(out), time.Now().Add(worthShowing)}, "positions")
		return func(positions int) { counter.at(int64(positions)) }, counter.clear
	}
}

// A silence writes nothing until a time: a bar that is drawn on it knows how long it
// has been at work when it is seen first.
type silence struct {
	out   io.Writer
	until time.Time
}

func (s silence) below() io.Writer { return s.out }

func (s silence) Write(text []byte) (int, error) {
	if time.Now().Before(s.until) {
		return len(text), nil
	}
	return s.out.Write(text)
}

// at tells how many battles have been played. Workers may tell at the same
// time, and the later one first.
func (p *progress) at(done int64) {
	if p.bar == nil {
		return
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	if done > p.done {
		_ = p.bar.Add64(done - p.done) // a bar that cannot be drawn is no reason to stop
		p.done = done
	}
}

// clear takes the bar away.
func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Exit()
		_ = p.bar.Clear()
	}
}
