package terminal

import (
	"io"
	"strconv"
	"sync"
	"time"

	"houserule/cmd/houserule/screen"

	"github.com/cheggaaa/pb/v3"
)

// A Progress is a bar on a terminal: how far a run is, how fast, and how long
// it will take. Without a terminal it writes nothing.
type Progress struct {
	lock sync.Mutex
	done int64
	bar  *pb.ProgressBar // nil: no terminal
}

// every is the time between two drawings of the bar.
const every = 100 * time.Millisecond

// The templates of bars; the second has no end, for an unknown total.
const (
	barTemplate     = `{{percent . "%3.0f%%"}} {{bar . "|" "█" "█" " " "|"}} ({{counters . "%s/%s"}}, {{string . "rate"}} battles/s) [{{etime .}}`
	counterTemplate = `{{cycle . "|" "/" "-" "\\"}} ({{counters . "" "%[1]s/-"}}, {{string . "rate"}} `
	noteTemplate    = `/s{{string . "note"}}) [{{etime .}}]`
)

// NewProgress shows the progress toward a number of battles; atMost says that the
// run may end earlier.
func NewProgress(out io.Writer, battles int64, atMost bool) *Progress {
	if battles == 0 {
		return &Progress{}
	}
	end := `:{{rtime .}}]`
	if atMost {
		end = "]"
	}
	return startProgress(out, battles, barTemplate+end)
}

// NewCounter counts the states of a battle, or other things, whose number is not
// known beforehand.
func NewCounter(out io.Writer, what string) *Progress {
	return startProgress(out, 0, counterTemplate+what+noteTemplate)
}

func startProgress(out io.Writer, total int64, template string) *Progress {
	if !Is(out) {
		return &Progress{}
	}
	bar := pb.ProgressBarTemplate(template).New(0).SetTotal(total).SetWriter(out).SetRefreshRate(every).SetMaxWidth(screen.Usual)
	bar.Set(pb.Terminal, true).Set(pb.Color, false).Set(pb.ReturnSymbol, "\r").Set(pb.CleanOnFinish, true)
	bar.Set("rate", rate{bar})
	return &Progress{bar: bar.Start()}
}

// A rate is how many things per second a bar has counted since it began.
type rate struct{ bar *pb.ProgressBar }

func (r rate) String() string {
	return strconv.FormatInt(int64(float64(r.bar.Current())/time.Since(r.bar.StartTime()).Seconds()), 10)
}

// WorthShowing is how long odds at the prompt take before their progress is shown.
const WorthShowing = 300 * time.Millisecond

// OddsProgress shows the progress of odds at the prompt: nil where there is no
// terminal.
func OddsProgress(out io.Writer) func() (at func(positions int), clear func()) {
	if !Is(out) {
		return nil
	}
	return func() (func(int), func()) {
		counter := NewCounter(silence{Ungated(out), time.Now().Add(WorthShowing)}, "positions")
		return func(positions int) { counter.At(int64(positions)) }, counter.Clear
	}
}

// A silence discards what is written to it until a time. A bar that draws on it has
// therefore the right duration when it is first seen.
type silence struct {
	out   io.Writer
	until time.Time
}

func (s silence) Below() io.Writer { return s.out }

func (s silence) Write(text []byte) (int, error) {
	if time.Now().Before(s.until) {
		return len(text), nil
	}
	return s.out.Write(text)
}

// At shows how many battles have been played. Workers may call it at the same
// time, and the later one first.
func (p *Progress) At(done int64) {
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

// Note shows a text after the rate.
func (p *Progress) Note(text string) {
	if p.bar != nil {
		p.bar.Set("note", text)
	}
}

// Clear removes the bar.
func (p *Progress) Clear() {
	if p.bar != nil {
		p.bar.Finish()
	}
}
