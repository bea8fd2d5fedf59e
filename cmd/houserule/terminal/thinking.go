package terminal

import (
	"fmt"
	"io"
	"time"
)

// WorthSaying is how long computer players think before the prompt says so.
const WorthSaying = time.Second

// Thinking shows at the prompt who thinks, and for how long, until clear: nil where there is no
// terminal.
func Thinking(out io.Writer) func(who func() string) (clear func()) {
	if !Is(out) {
		return nil
	}
	return func(who func() string) func() { return notice(Ungated(out), WorthSaying, who) }
}

// notice shows who thinks on a line of its own, first after a delay and then again every second.
// Clear removes the line, and returns when nothing more is written.
func notice(out io.Writer, delay time.Duration, who func() string) (clear func()) {
	const empty = "\r\x1b[K"
	stop, done := make(chan struct{}), make(chan struct{})
	began, timer := time.Now(), time.NewTimer(delay)
	go func() {
		defer close(done)
		defer timer.Stop()
		for shown := false; ; shown = true {
			select {
			case <-timer.C:
				fmt.Fprintf(out, "%s%s thinks: %.0f s. Ctrl-C interrupts.", empty, who(), time.Since(began).Seconds())
				timer.Reset(time.Second)
			case <-stop:
				if shown {
					fmt.Fprint(out, empty)
				}
				return
			}
		}
	}()
	return func() {
		close(stop)
		<-done
	}
}
