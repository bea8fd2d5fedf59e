package repl

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/peterh/liner"

	"houserule/engine"
)

// Lines is the source of commands.
type Lines interface {
	// Next returns the next line. The error is io.EOF at the end and
	// ErrInterrupted for Ctrl-C.
	Next(prompt string) (string, error)
	// Interactive reports whether a person types.
	Interactive() bool
	// Number is the number of the last line, from 1.
	Number() int
	// Secret sets whether lines are kept from the history.
	Secret(bool)
	Close() error
}

// ErrInterrupted is Ctrl-C at the prompt.
var ErrInterrupted = errors.New("interrupted")

// A Completer offers the words that may stand in place of the last of line.
type Completer func(line string) (words []string)

// Terminal reads lines from a person, with editing, history and completion.
type Terminal struct {
	state    *liner.State
	stops    *suspension // nil where Ctrl-Z is not the program's
	number   int
	secret   bool
	remember func(string) error
}

// NewTerminal takes over the terminal until Close. History holds earlier
// lines, remember keeps new ones.
func NewTerminal(history []string, remember func(string) error) *Terminal {
	t := &Terminal{remember: remember}
	if stops, err := newSuspension(); err == nil {
		stdin := os.Stdin
		t.stops, os.Stdin = stops, stops.keys // the line editor reads them
		defer func() { os.Stdin = stdin }()
	}
	t.state = liner.NewLiner()
	t.state.SetCtrlCAborts(true)
	t.state.SetTabCompletionStyle(liner.TabPrints)
	for _, line := range history {
		t.state.AppendHistory(line)
	}
	return t
}

// Complete sets the function that completes words.
func (t *Terminal) Complete(c Completer) {
	t.state.SetWordCompleter(func(line string, pos int) (head string, words []string, tail string) {
		runes := []rune(line)
		before := string(runes[:pos])
		at := strings.LastIndexAny(before, " ,") + 1
		for _, w := range c(before) {
			words = append(words, w+" ")
		}
		return before[:at], words, string(runes[pos:])
	})
}

// Next asks for a line.
func (t *Terminal) Next(prompt string) (string, error) {
	t.number++
	if t.stops != nil {
		t.stops.wait()
	}
	line, err := t.state.Prompt(prompt)
	switch {
	case errors.Is(err, liner.ErrPromptAborted):
		return "", ErrInterrupted
	case err != nil:
		return "", err
	}
	if trimmed := strings.TrimSpace(line); trimmed != "" && !t.secret {
		t.state.AppendHistory(trimmed)
		// A history that cannot be written is no reason to stop a battle.
		_ = t.remember(trimmed)
	}
	return line, nil
}

// Interactive returns true.
func (t *Terminal) Interactive() bool { return true }

// Number returns how many lines were read.
func (t *Terminal) Number() int { return t.number }

// Secret sets whether lines are kept from the history.
func (t *Terminal) Secret(on bool) { t.secret = on }

// Close restores the terminal.
func (t *Terminal) Close() error {
	if t.stops != nil {
		t.stops.close()
	}
	return t.state.Close()
}

// Script reads lines from a file or a pipe and echoes them after their prompts. It
// also reads from a person whose output goes elsewhere, to a file for instance.
type Script struct {
	in     *bufio.Reader
	out    io.Writer
	person bool
	number int
}

// NewScript reads lines from in and echoes them to out.
func NewScript(in io.Reader, out io.Writer) *Script {
	return &Script{in: bufio.NewReaderSize(in, maxLine), out: out}
}

// NewPerson reads lines from a person who sees them without an echo.
func NewPerson(in io.Reader, out io.Writer) *Script {
	s := NewScript(in, out)
	s.person = true
	return s
}

// maxLine is the length in bytes of the longest line of a script.
const maxLine = 1 << 16

// Next returns the next line that is not empty. It skips comments after #, but
// returns an empty line of a person, who has pressed Enter.
func (s *Script) Next(prompt string) (string, error) {
	if s.person {
		fmt.Fprint(s.out, prompt)
	}
	for {
		line, err := s.line()
		if err != nil {
			return "", err
		}
		if line == "" && !s.person {
			continue
		}
		if !s.person {
			fmt.Fprintf(s.out, "%s%s\n", prompt, line)
		}
		return line, nil
	}
}

// line returns the next line without the parts that do not count: a byte order mark,
// comments, blanks around it, characters that are unsafe to show.
func (s *Script) line() (string, error) {
	text, err := s.in.ReadSlice('\n')
	s.number++
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return "", fmt.Errorf("the line is longer than %d bytes", maxLine)
	case err != nil && len(text) == 0:
		return "", err
	}
	line, _, _ := strings.Cut(string(text), "#")
	if s.number == 1 {
		line = strings.TrimPrefix(line, "\ufeff")
	}
	line = strings.Map(func(r rune) rune {
		if engine.IsUnsafe(r) && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(line, "\uFFFD"))
	return strings.TrimSpace(line), nil
}

// Interactive reports whether a person types.
func (s *Script) Interactive() bool { return s.person }

// Number returns the number of the last line.
func (s *Script) Number() int { return s.number }

// Secret does nothing: scripts have no history.
func (s *Script) Secret(bool) {}

// Close does nothing.
func (s *Script) Close() error { return nil }
