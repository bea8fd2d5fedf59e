package programtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
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

// Houserule runs the program, and returns all that it prints.
func (w *Reader) Houserule(words ...string) ([]byte, error) {
	cmd := Program(w.Home, words...)
	cmd.Dir = w.Dir
	return cmd.CombinedOutput()
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
			printed, err := w.Houserule(words[1:]...)
			if failed := new(exec.ExitError); err != nil && (!errors.As(err, &failed) || failed.ExitCode() != usage.ExitError) {
				w.T.Errorf("%s: %v\n%s", command, err, printed)
			}
			out.Write(printed)
		default:
			w.T.Errorf("a reader cannot type %q here", command)
		}
	}
	return out.String()
}
