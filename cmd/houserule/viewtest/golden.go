// Package viewtest holds what the tests of all rule systems' views have in
// common: golden files, a look at a battle in the middle of it, what commands
// print, what can be typed, and a browser.
package viewtest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"houserule/cmd/houserule/screen"
	"houserule/engine/enginetest"
)

// Golden compares a text with a file of testdata.
func Golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *enginetest.Update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
	}
}

// Data returns a value as a page or a program is given it.
func Data(t testing.TB, value any) string {
	t.Helper()
	text, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}

// Fits reports, as test errors, lines of a board that are wider than the screen, or
// end in blanks.
func Fits(t *testing.T, where, board string, width int) {
	t.Helper()
	for line := range strings.Lines(board) {
		line = strings.TrimSuffix(line, "\n")
		if n := screen.Columns(line); n > max(width, screen.Narrow) {
			t.Errorf("%s at %d: %d columns: %q", where, width, n, line)
		}
		if strings.TrimRight(line, " ") != line {
			t.Errorf("%s at %d: blanks behind %q", where, width, line)
		}
	}
}
