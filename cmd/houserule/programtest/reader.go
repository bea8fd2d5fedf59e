package programtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"houserule/cmd/houserule/usage"
)

// A Reader does what a page says: he writes its files and runs its commands.
type Reader struct {
	T         *testing.T
	Dir, Home string
}

// Write writes a file that the page shows.
func (w *Reader) Write(file, text string) {
	w.T.Helper()
	name := filepath.Join(w.Dir, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		w.T.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		w.T.Fatal(err)
	}
}

// Houserule runs the program, and returns all that it prints and the exit code.
func (w *Reader) Houserule(words ...string) (printed string, code int) {
	var out strings.Builder
	code = runIn(w.Dir, func(key string) string {
		switch key {
		case "NO_COLOR":
			return "1"
		case "XDG_STATE_HOME":
			return filepath.Join(w.Home, "state")
		case "XDG_DATA_HOME":
			return filepath.Join(w.Home, "data")
		}
		return os.Getenv(key)
	}, words, &out, &out)
	return out.String(), code
}

// Console runs the commands of a block and returns it as it should be.
func (w *Reader) Console(block string) string {
	w.T.Helper()
	var out strings.Builder
	for line := range strings.Lines(block) {
		command, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "$ ")
		if !ok {
			continue // what was printed
		}
		fmt.Fprintf(&out, "$ %s\n", command)
		words := ShellWords(command)
		switch words[0] {
		case "cd":
			w.Dir = filepath.Join(w.Dir, words[1])
		case "rm":
			if err := os.Remove(filepath.Join(w.Dir, words[1])); err != nil {
				w.T.Error(err)
			}
		case "houserule":
			printed, code := w.Houserule(words[1:]...)
			if code != usage.ExitOK && code != usage.ExitError {
				w.T.Errorf("%s: exit code %d\n%s", command, code, printed)
			}
			out.WriteString(printed)
		default:
			w.T.Errorf("a reader cannot type %q here", command)
		}
	}
	return out.String()
}
