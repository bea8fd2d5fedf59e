package terminal

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// A notice is written after its delay, and taken away; before its delay nothing is written.
func TestNotice(t *testing.T) {
	var out said
	out.first = make(chan struct{}, 10)
	clear := notice(&out, 0, func() string { return "The defender" })
	<-out.first
	clear()
	if want := regexp.MustCompile(`^(\r\x1b\[KThe defender thinks: \d+ s\. Ctrl-C interrupts\.)+\r\x1b\[K$`); !want.MatchString(out.text.String()) {
		t.Errorf("%q", out.text.String())
	}
	out.text.Reset()
	notice(&out, time.Hour, func() string { return "The defender" })()
	if out.text.Len() > 0 {
		t.Errorf("%q", out.text.String())
	}
}

// said is what is written.
type said struct {
	text  strings.Builder
	first chan struct{}
}

func (s *said) Write(text []byte) (int, error) {
	n, err := s.text.Write(text)
	s.first <- struct{}{}
	return n, err
}
