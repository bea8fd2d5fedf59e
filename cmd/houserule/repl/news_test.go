package repl

import (
	"strings"
	"testing"

	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/session"
)

// seen returns what a person sees after a line, on a screen of so many lines.
func seen(t *testing.T, height int, line string) string {
	t.Helper()
	lib := testLibrary(t)
	var out strings.Builder
	person := &typist{}
	p := New(Config{Game: session.Game{Frontend: heroesview.Frontend{}, Library: lib}, Shelf: session.Shelf{Seed: func() uint64 { return 1 }}, Lines: person, Out: &out, Width: func() int { return 80 }, Height: func() int { return height }})
	lines := []string{line}
	person.lines = func(string) string {
		if len(lines) == 0 {
			return ""
		}
		line := lines[0]
		lines = nil
		out.Reset()
		return line
	}
	m, err := sitting{scenario: "siege", seed: 1}.match(lib)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(m); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(out.String(), "\n") // Ctrl-D
}

// What has happened stands between the board and the question. The board gives way: rows that
// have not changed are left out first, then all of it.
func TestNewsStandBelowTheBoard(t *testing.T) {
	const news = `
    a5 (2 Griffin) attacks the walls: die 6 + 8 = 14 against 10: hit
    the walls are breached
`
	high, usual, low := seen(t, 60, "attack town"), seen(t, screen.Lines, "attack town"), seen(t, 14, "attack town")
	for _, text := range []string{high, usual, low} {
		board, rest, ok := strings.Cut(text, strings.TrimPrefix(news, "\n"))
		if !ok || strings.Contains(rest, "walls: breached") || !strings.HasSuffix(rest, "acts.\n") {
			t.Errorf("the news are not between the board and the question:\n%s", text)
		}
		if has := strings.Contains(board, "walls: breached"); has != (text != low) {
			t.Errorf("a board: %t:\n%s", has, text)
		}
	}
	if !strings.Contains(high, "d1   4 Crossbowman") || strings.Contains(high, "board also shows") {
		t.Errorf("on a high screen:\n%s", high)
	}
	if n := screen.Height(strings.TrimPrefix(usual, "\n")); n >= screen.Lines || !strings.Contains(usual, "... board also shows") || !strings.Contains(usual, " > a") {
		t.Errorf("%d lines on a usual screen:\n%s", n, usual)
	}
	if !strings.Contains(low, "\n... Enter draws the board\n") {
		t.Errorf("on a low screen:\n%s", low)
	}
}
