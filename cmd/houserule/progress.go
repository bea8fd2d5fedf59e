package main

import (
	"io"
	"strconv"
	"sync"
	"time"

	"houserule/cmd/houserule/screen"

	"github.com/cheggaaa/pb/v3"
)

// A progress is a bar on a terminal: how far a run is, how fast, and how long
// it will take. Where there is no terminal nothing is written.
type progress struct {
	lock sync.Mutex
	done int64
	bar  *pb.ProgressBar // nil: no terminal
}

// every is how often the bar is drawn anew.
const every = 100 * time.Millisecond

// Of the templates of bars, the second is without an end, as its total is not
// known.
const (
	barTemplate     = `{{percent . "%3.0f%%"}} {{bar . "|" "█" "█" " " "|"}} ({{counters . "%s/%s"}}, {{string . "rate"}} battles/s) [{{etime .}}`
	counterTemplate = `{{cycle . "|" "/" "-" "\\"}} ({{counters . "" "%[1]s/-"}}, {{string . "rate"}} `
)

// newProgress shows the way to a number of battles; atMost says that a run may
// end before, at a time that is not known.
func newProgress(out io.Writer, battles int64, atMost bool) *progress {
	if battles == 0 {
		return &progress{}
	}
	end := `:{{rtime .}}]`
	if atMost {
		end = "]"
	}
	return startProgress(out, battles, barTemplate+end)
}

// newCounter shows how many states of a battle, or how many of something else,
// were looked at: their number is not known beforehand.
func newCounter(out io.Writer, what string) *progress {
	return startProgress(out, 0, counterTemplate+what+`/s) [{{etime .}}]`)
}

func startProgress(out io.Writer, total int64, template string) *progress {
	if !isTerminal(out) {
		return &progress{}
	}
	bar := pb.ProgressBarTemplate(template).New(0).SetTotal(total).SetWriter(out).SetRefreshRate(every).SetMaxWidth(screen.Usual)
	bar.Set(pb.Terminal, true).Set(pb.Color, false).Set(pb.ReturnSymbol, "\r").Set(pb.CleanOnFinish, true)
	bar.Set("rate", rate{bar})
	return &progress{bar: bar.Start()}
}

// A rate is how many a bar has counted in a second, since it began.
type rate struct{ bar *pb.ProgressBar }

func (r rate) String() string {
	return strconv.FormatInt(int64(float64(r.bar.Current())/time.Since(r.bar.StartTime()).Seconds()), 10)
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

// at shows how many battles have been played. Workers may call it at the same
// time, and the later one first.
func (p *progress) at(done int64) {
	if p.bar == nil {
		return
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	if done > p.done {
		p.done = done
		p.bar.SetCurrent(done)
	}
}

// clear takes the bar away.
func (p *progress) clear() {
	if p.bar != nil {
		p.bar.Finish()
	}
}
