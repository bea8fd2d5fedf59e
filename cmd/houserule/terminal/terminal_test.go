package terminal

import (
	"errors"
	"io"
	"strings"
	"testing"

	"houserule/cmd/houserule/screen"
)

// full is a disk that takes three bytes.
type full struct{ taken strings.Builder }

func (f *full) Write(b []byte) (int, error) {
	if f.taken.Len()+len(b) > 3 {
		return 0, errors.New("no space after " + f.taken.String())
	}
	return f.taken.Write(b)
}

// Nobody who writes sees an error; the first one is kept.
func TestOutputKeepsItsFirstError(t *testing.T) {
	disk := new(full)
	out := &Output{To: disk}
	for _, text := range []string{"ab", "cd", "e"} {
		if n, err := io.WriteString(out, text); n != len(text) || err != nil {
			t.Errorf("%q: %d, %v", text, n, err)
		}
	}
	if out.Err == nil || out.Err.Error() != "no space after ab" || disk.taken.String() != "ab" {
		t.Errorf("the error is %v after %q", out.Err, disk.taken.String())
	}
}

// What draws goes below the gate, what programs read below the fold; a file that is
// no terminal is neither folded nor as wide as one.
func TestWrappers(t *testing.T) {
	out := &Output{To: new(strings.Builder)}
	gate := NewGate(out)
	fold := &screen.Fold{To: gate, Width: Width}
	if got := Ungated(fold); got != out {
		t.Errorf("below the gate is %T", got)
	}
	if got := Ungated(out); got != out.To {
		t.Errorf("without a gate it is %T", got)
	}
	if got := Unfolded(fold); got != gate {
		t.Errorf("below the fold is %T", got)
	}
	if got := Folded(gate); got != gate || Is(fold) || gate.Terminal || ListWidth(fold) != 0 {
		t.Errorf("it is %T, and taken for a terminal: %t", got, Is(fold))
	}
}
