package repl

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/session"
	"houserule/engine/library"
)

// atField lets a person type lines in the great field, which begins with a blow
// that cannot be answered: d5 is out of the reach of every die of a1.
func atField(t *testing.T, lib *library.Library, lines ...string) (out string, p *Prompt) {
	t.Helper()
	var text strings.Builder
	person := &typist{}
	p = New(Config{Game: session.Game{Frontend: heroesview.Frontend{}, Library: lib}, Shelf: session.Shelf{Seed: func() uint64 { return 1 }}, Lines: person, Out: &text, Width: func() int { return 80 }, Height: func() int { return 60 }})
	person.lines = func(prompt string) string {
		if len(lines) == 0 {
			return ""
		}
		line := lines[0]
		lines = lines[1:]
		fmt.Fprintf(&text, "%s%s\n", prompt, line)
		return line
	}
	m, err := sitting{scenario: "big", seed: 5}.match(lib)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(m); err != nil {
		t.Fatal(err)
	}
	if len(lines) > 0 {
		t.Errorf("%q were not typed", lines)
	}
	return text.String(), p
}

const (
	heldItself  = "a1 (2 Squire) holds: against d5 (Devil + 2 cards) it needs 11 on a d10: cannot\nhit."
	askedToHold = "a1 (2 Squire) may retaliate against d5 (Devil + 2 cards) (needs 11 on a d10:\ncannot hit). Retaliate, or hold?"
)

// Retaliation that cannot hit is not asked for, and that is said; the battle is
// the same as if the person had held. ask all brings the question back.
func TestIdleQuestionsAreAnswered(t *testing.T) {
	lib := testLibrary(t)
	itself, p := atField(t, lib, "a5", "a5 attack d4")
	if strings.Count(itself, heldItself+" ask all brings such questions back.\nWhose turn is next") != 1 || strings.Contains(itself, askedToHold) {
		t.Errorf("got\n%s", itself)
	}
	all, asked := atField(t, lib, "ask all", "undo", "hold", "a5", "a5 attack d4")
	if !strings.Contains(all, askedToHold) {
		t.Errorf("got\n%s", all)
	}
	if !slices.Equal(names(p), names(asked)) || p.Entries()[2].Text != "a1 hold" {
		t.Errorf("by itself:\n%v\nasked:\n%v", p.Entries(), asked.Entries())
	}
	less, _ := atField(t, lib, "ask all", "ask less", "ask", "ask some", "undo", "a5")
	for _, want := range []string{"Every question is asked: ask less skips those whose answers all have the same", "Questions whose answers all have the same result are not asked: ask all asks\nthem.", "ask takes all or less"} {
		if !strings.Contains(less, want) {
			t.Errorf("want %q in\n%s", want, less)
		}
	}
	if strings.Contains(less, askedToHold) {
		t.Errorf("got\n%s", less)
	}
}

// undo and redo go past such a question, and undo says when nothing but such
// questions were answered.
func TestUndoPassesIdleQuestions(t *testing.T) {
	lib := testLibrary(t)
	out, p := atField(t, lib, "a5", "undo", "undo", "a6", "undo", "redo")
	if strings.Count(out, "There is nothing to take back.") != 1 || strings.Contains(out, askedToHold) {
		t.Errorf("got\n%s", out)
	}
	if entries := p.Entries(); len(entries) == 0 || entries[len(entries)-1].Text != "next a6" {
		t.Errorf("redo leads to %v", entries)
	}
	// A blow from a person leads to such a question: back and forth, both go along.
	var forth, back []string
	_, p = atField(t, lib, "a5 attack d4")
	forth = names(p)
	_, p = atField(t, lib, "a5 attack d4", "undo", "redo", "redo")
	if back = names(p); !slices.Equal(forth, back) {
		t.Errorf("got\n%q\nwant\n%q", back, forth)
	}
	// Several lines go back and forth at once; the prompt's own answers are none of them.
	for _, lines := range [][]string{{"a5", "attack d4", "undo 2", "redo 2"}, {"a5", "attack d4", "undo 2", "redo", "undo", "redo 2"}, {"a5 attack d4", "undo 9", "redo 9"}} {
		_, p = atField(t, lib, lines...)
		if back = names(p); !slices.Equal(forth, back) {
			t.Errorf("%q: got\n%q\nwant\n%q", lines, back, forth)
		}
	}
	// Who finds nothing to take back loses nothing of redo, either.
	out, p = atField(t, lib, "a5 attack d4", "undo", "undo", "undo", "redo")
	if back = names(p); !slices.Equal(forth, back) || strings.Count(out, "There is nothing to take back.") != 2 {
		t.Errorf("got\n%q\nwant\n%q\n%s", back, forth, out)
	}
}

// What the prompt answers no person has: a battle with nothing else is not kept.
func TestIdleAnswersAreNotKept(t *testing.T) {
	lib := testLibrary(t)
	for lines, want := range map[string]string{"quit\n": "", "a5\nundo\nquit\n": "", "log\n": "", "a5\nquit\n": "big.1", "a5\nundo\nredo\n": "big.1"} {
		places := folders(t)
		var text strings.Builder
		s := sitting{scenario: "big", seed: 5, lines: lines}
		m, err := s.match(lib)
		if err != nil {
			t.Fatal(err)
		}
		p := newPrompt(lib, places, s, &text)
		p.Lines = byHand{p.Lines}
		if err := p.Start(m); err != nil {
			t.Fatal(err)
		}
		out := text.String()
		kept, _, err := places.Resume("big.1")
		if err == nil {
			kept.Close()
		}
		if (err == nil) != (want != "") || strings.Contains(out, "big.1 is kept") != (want != "") {
			t.Errorf("%q: %v\n%s", lines, err, out)
		}
		var left string
		s = sitting{scenario: "big", seed: 5, lines: strings.TrimSuffix(lines, "quit\n") + "log\n"}
		p = newPrompt(lib, folders(t), s, io.Discard)
		p.Lines = &at{Lines: byHand{p.Lines}, n: strings.Count(s.lines, "\n"), do: func() { left = p.Leave() }}
		if err := p.Start(m); err != nil || left != want && lines != "a5\nundo\nquit\n" { // which was touched
			t.Errorf("%q: a program that ends keeps %q, %v", lines, left, err)
		}
	}
}

// byHand are lines of a script that a person types.
type byHand struct{ Lines }

func (byHand) Interactive() bool { return true }

func names(p *Prompt) (names []string) {
	for _, e := range p.Entries() {
		names = append(names, e.String())
	}
	return names
}

// A script is asked such a question, too: what it says next is not known, and a
// program that waits for the prompt has not said it.
func TestScriptsAnswerIdleQuestions(t *testing.T) {
	lib := testLibrary(t)
	for _, lines := range []string{"hold\na5\n", "help\nseats\na1 hold\na5\n", "ask less\nretaliate\na5\n", "no\na5\n"} {
		out, err := sit(lib, saves.Places{}, sitting{scenario: "big", seed: 5, lines: lines})
		if err != nil || strings.Contains(out, heldItself) || !strings.Contains(out, askedToHold) {
			t.Errorf("%q: %v\n%s", lines, err, out)
		}
	}
}

// Where a mod's hooks are called the question is asked: they might see that a stack
// has retaliated.
func TestModsKeepIdleQuestions(t *testing.T) {
	lib, _ := modded(t, fstest.MapFS{"try/main.lua": script("function onMiss(e)\nend\n")})
	if out, _ := atField(t, lib, "hold"); strings.Contains(out, heldItself) || !strings.Contains(out, askedToHold) {
		t.Errorf("got\n%s", out)
	}
}
