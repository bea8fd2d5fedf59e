package saves

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"houserule/engine"

	"houserule/engine/library/files"
)

// The prompt's history has at most recalled lines. The file may grow to twice as
// many, so that it need not be written anew for each line.
const recalled = 1000

func (p Places) history() string { return filepath.Join(p.State, "history") }

// History returns the lines that were typed at the prompt, the newest last, at most
// 1000 of them. A history that cannot be read is an empty one.
func (p Places) History() []string {
	lines, _ := historyLines(p.history())
	return lines[max(0, len(lines)-recalled):]
}

func historyLines(path string) (lines []string, err error) {
	text, err := files.ReadPath(path, files.MaxHistory)
	for line := range strings.Lines(string(text)) {
		if line = tidyLine(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines, err
}

// tidyLine removes everything from a line that would move the cursor when it is
// shown, or break it into two lines.
func tidyLine(line string) string {
	return strings.TrimSpace(engine.Blank(line))
}

// Remember adds a line to the history, by one write to its end: several programs
// may do so at the same time. Now and then it drops the oldest lines.
func (p Places) Remember(line string) error {
	line = tidyLine(line)
	if line == "" {
		return nil
	}
	if err := makeFolder(p.disk(), p.State); err != nil {
		return err
	}
	path := p.history()
	held, err := lock(path, aMoment)
	if err == nil {
		defer unlock(held)
	} else if !errors.Is(err, errLocked) {
		return cannot("lock", path, err)
	} // a program that was stopped may hold it: then this line is at risk, and the prompt is not stuck
	f, err := p.disk().open(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE)
	if err != nil {
		return cannot("write", path, err)
	}
	_, err = fmt.Fprintln(f, line)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return cannot("write", path, err)
	}
	lines, err := historyLines(path)
	if errors.As(err, new(*files.TooLarge)) { // the file would grow for ever
		lines = []string{line}
	} else if len(lines) <= 2*recalled {
		return nil
	}
	if held != nil {
		text := strings.Join(lines[max(0, len(lines)-recalled):], "\n") + "\n"
		if err := replace(p.disk(), path, []byte(text)); err != nil {
			return cannot("write", path, err)
		}
	}
	return nil
}
