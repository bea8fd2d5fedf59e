package repl

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// keyed are lines that a person types.
type keyed struct{ *Script }

func (keyed) Interactive() bool { return true }

// interrupting presses Ctrl-C when a text is printed, once.
type interrupting struct {
	strings.Builder
	at    string
	press func() bool
	goes  bool // whether the program goes on then
}

func (w *interrupting) Write(text []byte) (int, error) {
	if w.at != "" && bytes.Contains(text, []byte(w.at)) {
		w.at = ""
		w.goes = w.press()
	}
	return w.Builder.Write(text)
}

// Ctrl-C while computer players play halts the battle: redo, undo and other
// players lead on, and nothing is lost or played twice.
func TestInterruptPlayers(t *testing.T) {
	lib := testLibrary(t)
	whole, err := sit(lib, folders(t), sitting{seed: 3, lines: "pass\nlog 100\nquit"})
	if err != nil {
		t.Fatal(err)
	}
	log := func(text string) string {
		_, log, _ := strings.Cut(text, "> log 100\n")
		return log
	}
	for _, test := range []struct{ name, lines, want string }{
		{"redo", "pass\nredo\nlog 100\nquit", log(whole)},
		{"undo", "pass\nundo\npass\nlog 100\nquit", log(whole)},
		{"seats", "pass\nseats human,greedy\nlog 100\nquit", log(whole)},
		{"board and options", "pass\noptions\nhint\npass\nboard\nredo\nlog 100\nquit", log(whole)},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := &interrupting{at: " passes"}
			s := sitting{seed: 3}
			p := newPrompt(lib, folders(t), s, out)
			p.Lines = keyed{NewScript(strings.NewReader(test.lines), out)}
			out.press = p.Interrupt
			m, err := s.match(lib)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Start(m); err != nil {
				t.Fatal(err)
			}
			text := out.String()
			if !out.goes || !strings.Contains(text, "Interrupted: redo continues, undo takes back your last answer, seats chooses\nother players.\n") {
				t.Errorf("it says\n%s", text)
			}
			if got := log(text); got != test.want {
				t.Errorf("the log is\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// pressing presses Ctrl-C while a view computes something.
type pressing struct {
	view.View
	press func()
}

func (v pressing) Options() []view.Option                { v.press(); return v.View.Options() }
func (v pressing) Hint() (text, typed string, err error) { v.press(); return v.View.Hint() }
func (v pressing) Odds(ctx context.Context, words []string) (string, error) {
	v.press()
	return v.View.Odds(ctx, words)
}

type pressingSystem struct {
	view.Frontend
	press func()
}

func (s pressingSystem) New(lib *library.Library, m library.Match, b engine.Story) view.View {
	return pressing{s.Frontend.New(lib, m, b), s.press}
}

// Ctrl-C ends a look, whichever it is, and nothing else.
func TestInterruptLook(t *testing.T) {
	lib := testLibrary(t)
	for _, look := range []string{"odds", "odds a1", "hint", "options"} {
		t.Run(look, func(t *testing.T) {
			var out strings.Builder
			s := sitting{seed: 3}
			p := newPrompt(lib, folders(t), s, &out)
			p.Lines = keyed{NewScript(strings.NewReader(look+"\nseed\nquit"), &out)}
			p.Frontend = pressingSystem{p.Frontend, func() { p.Interrupt() }}
			m, err := s.match(lib)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Start(m); err != nil {
				t.Fatal(err)
			}
			if _, after, _ := strings.Cut(out.String(), "> "+look+"\n"); !strings.HasPrefix(after, "interrupted\n") || !strings.Contains(after, "\nseed 3.\n") {
				t.Errorf("it says\n%s", after)
			}
		})
	}
}
