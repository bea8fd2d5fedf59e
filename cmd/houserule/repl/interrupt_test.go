package repl

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"houserule/cmd/houserule/screen"
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
			p.Frontend = telling{p.Frontend, out}
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

// telling shows what happens to a writer when it happens.
type telling struct {
	view.Frontend
	to io.Writer
}

func (s telling) New(lib *library.Library, m library.Match, b engine.Story) *view.View {
	v := s.Frontend.New(lib, m, b)
	v.Teller = told{v.Teller, s.to}
	return v
}

type told struct {
	view.Teller
	to io.Writer
}

func (t told) Line(e engine.Event) (screen.Line, bool) {
	line, ok := t.Teller.Line(e)
	fmt.Fprintln(t.to, line.Text)
	return line, ok
}

// pressing presses Ctrl-C while an adviser computes something.
type pressing struct {
	view.Adviser
	press func()
}

func (v pressing) Options() []view.Option { v.press(); return v.Adviser.Options() }
func (v pressing) Hint(ctx context.Context) (text, typed string, err error) {
	v.press()
	return v.Adviser.Hint(ctx)
}
func (v pressing) Odds(ctx context.Context, words []string) (string, error) {
	v.press()
	return v.Adviser.Odds(ctx, words)
}

type pressingSystem struct {
	view.Frontend
	press func()
}

func (s pressingSystem) New(lib *library.Library, m library.Match, b engine.Story) *view.View {
	v := s.Frontend.New(lib, m, b)
	v.Adviser = pressing{v.Adviser, s.press}
	return v
}

// Ctrl-C ends a look, whichever it is, and nothing else. A hint is greedy's then.
func TestInterruptLook(t *testing.T) {
	lib := testLibrary(t)
	for look, want := range map[string]string{
		"odds": "interrupted\n", "odds a1": "interrupted\n", "options": "interrupted\n",
		"hint": "Interrupted: the computer (greedy) would answer: shoot d4 swat 2 (100 %; kills 2\nof 2 cards).\n",
	} {
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
			if _, after, _ := strings.Cut(out.String(), "> "+look+"\n"); !strings.HasPrefix(after, want) || !strings.Contains(after, "\nseed 3.\n") {
				t.Errorf("it says\n%s", after)
			}
		})
	}
}

// A late context presses Ctrl-C when it is looked at for the last of so many times.
type late struct {
	context.Context
	press func() bool
	looks *int
}

func (c late) Err() error {
	if *c.looks--; *c.looks == 0 {
		c.press()
	}
	return c.Context.Err()
}

// lateAdviser computes odds under a late context.
type lateAdviser struct {
	view.Adviser
	press func() bool
	looks *int
}

func (v lateAdviser) Odds(ctx context.Context, words []string) (string, error) {
	return v.Adviser.Odds(late{ctx, v.press, v.looks}, words)
}

type lateSystem struct {
	view.Frontend
	press func() bool
	looks *int
}

func (s lateSystem) New(lib *library.Library, m library.Match, b engine.Story) *view.View {
	v := s.Frontend.New(lib, m, b)
	v.Adviser = lateAdviser{v.Adviser, s.press, s.looks}
	return v
}

// One Ctrl-C in the middle of odds ends them at once, with what is known of them. The session
// goes on, with other odds.
func TestInterruptOdds(t *testing.T) {
	lib := testLibrary(t)
	for _, test := range []struct {
		odds        string
		looks       int
		first, last string
	}{
		{"odds", 1, "interrupted", ""},
		{"odds", 250, `How often the aggressor wins after each answer. Chances to win, where a draw
  counts as a half, from 77 battles that learning players play on from the best
  answer, fewer from others (95 % interval: 34.5 to 60.5 %).
  protect       47.5 %`, `
Interrupted: this is what was found in 22,863 steps.`},
		{"odds a6", 5, `a6 (2 Ballista), all its options:
  shoot d4: d4 loses 1 card 60 %; no card is lost 40 %
  shoot d5: no card is lost 60 %; d5 loses 1 card 40 %
  ... and 23 more: interrupted`, ""},
	} {
		var out strings.Builder
		looks := test.looks
		s := sitting{scenario: "siege", seed: 3}
		p := newPrompt(lib, folders(t), s, &out)
		p.Lines = keyed{NewScript(strings.NewReader(test.odds+"\nodds town\nseed\nquit"), &out)}
		p.Frontend = lateSystem{p.Frontend, p.Interrupt, &looks}
		m, err := s.match(lib)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Start(m); err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(out.String(), "> "+test.odds+"\n")
		odds, rest, _ := strings.Cut(after, "\naggressor a5> odds town\n")
		if !strings.HasPrefix(odds, test.first) || !strings.HasSuffix(odds, test.last) || looks < -10 || !strings.Contains(rest, " %") || !strings.Contains(rest, "\nseed 3.\n") {
			t.Errorf("after %d more looks it says\n%s\nwant\n%s\n...\n%s", -looks, after, test.first, test.last)
		}
	}
}
