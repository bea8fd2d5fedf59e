package repl

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/sorceryview"
	"houserule/engine/enginetest"
)

// typist is a person who types lines that a function returns, "" for no more.
type typist struct {
	lines  func(prompt string) string
	number int
}

func (l *typist) Next(prompt string) (string, error) {
	l.number++
	if line := l.lines(prompt); line != "" {
		return line, nil
	}
	return "", io.EOF
}
func (l *typist) Interactive() bool { return true }
func (l *typist) Number() int       { return l.number }
func (l *typist) Secret(bool)       {}
func (l *typist) Close() error      { return nil }

// commanding plays a campaign with a person who types these lines, and returns what
// is printed.
func commanding(t *testing.T, scenario string, lines func(p *Prompt, prompt string) string) string {
	t.Helper()
	lib := sorceryLibrary(t)
	var out strings.Builder
	person := &typist{}
	p := New(Config{Game: session.Game{Frontend: sorceryview.Frontend{}, Library: lib}, Shelf: session.Shelf{Seed: func() uint64 { return 1 }}, Lines: person, Out: &out, Width: func() int { return 80 }})
	person.lines = func(prompt string) string {
		fmt.Fprintf(&out, "%s", prompt)
		line := lines(p, prompt)
		fmt.Fprintln(&out, line)
		return line
	}
	if err := p.Start(campaignMatch(t, lib, scenario, 3, "human", "greedy")); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return out.String()
}

// What a hint and a list of options say in a campaign is typed as it is written,
// and is a whole order: it is never asked who goes along, or where to.
func TestOrdersAreWhole(t *testing.T) {
	for _, scenario := range []string{"two-valleys", "alderhold", "hungry-winter"} {
		for _, hints := range []bool{true, false} {
			rng, typed, whole := rand.New(rand.NewPCG(1, 2)), 0, 0
			out := commanding(t, scenario, func(p *Prompt, prompt string) string {
				if typed++; typed > max(enginetest.Rounds(160), 25) || p.view.Battle().Over() {
					return ""
				}
				shallow(p)
				options := p.view.Options()
				line := options[rng.IntN(len(options))].Text
				if hints {
					var hint string
					var err error
					if hint, line, err = p.view.Hint(t.Context()); err != nil || strings.Contains(hint, " move ") {
						t.Errorf("%s: hint says %q (%v)", scenario, hint, err)
					}
				}
				words := strings.Fields(line)
				if last := len(words) - 1; len(words) > 2 && p.view.IsUnit(words[0]) {
					whole++
					if words[1] == "march" && (len(words[2]) != 4 || words[last] != "all" && last != 2) {
						t.Errorf("%s: %q is no whole order", scenario, line)
					}
				}
				if strings.HasSuffix(prompt, " marches> ") || words[0] == "move" || words[0] == "with" {
					t.Errorf("%s: %q and %q are parts of an order", scenario, prompt, line)
				}
				return line
			})
			if strings.Contains(out, "is not an answer to this question") || strings.Contains(out, "is none of") || whole < 10 {
				t.Errorf("%s: of %d lines %d are whole orders:\n%s", scenario, typed, whole, out)
			}
		}
	}
}

// While stacks have not moved, done is asked for once more; what has moved, or
// stays, does not count.
func TestDoneAsksOnce(t *testing.T) {
	lines := []string{"w1 march 0404 all", "w8 stay", "done", "options", "done"}
	out := commanding(t, "two-valleys", func(*Prompt, string) string {
		if len(lines) == 0 {
			return ""
		}
		line := lines[0]
		lines = lines[1:]
		return line
	})
	const once = "west moves> done\nw9-11 in 0204 have not moved yet. done again ends the movement of the west.\nwest moves> options\n"
	if !strings.Contains(out, once) || strings.Count(out, "not moved yet") != 1 {
		t.Errorf("got\n%s\nwant once\n%s", out, once)
	}
	if len(lines) > 0 || strings.Count(out, "\n  east moves\n") != 1 {
		t.Errorf("%q were not typed, or the second done ends nothing:\n%s", lines, out)
	}
}
