package repl

import (
	"bytes"
	"io"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
)

// A sheet counts the lines that are printed on a screen, to know which of them are
// still visible.
type sheet struct {
	to    io.Writer
	lines int
	board int             // the line in which the last board begins
	rows  map[string]bool // of that board; nil: none is known
	clear func()          // removes what stands in the last line for a while; nil: nothing does
}

// newSheet returns the sheet of a prompt, and a writer that prints on it. For a
// person the writer breaks no line in the middle of a word.
func newSheet(c Config) (*sheet, io.Writer) {
	s := &sheet{to: c.Out}
	if !c.Lines.Interactive() {
		return s, s
	}
	return s, &screen.Fold{To: s, Width: c.Width}
}

// wipe removes what stands in the last line for a while.
func (s *sheet) wipe() {
	if s.clear != nil {
		s.clear()
		s.clear = nil
	}
}

func (s *sheet) Write(b []byte) (int, error) {
	s.wipe()
	s.lines += bytes.Count(b, []byte("\n"))
	return s.to.Write(b)
}

// usualMargin is how many lines of a screen stay free below a board for scripts.
const usualMargin = 5

// boardRoom returns how many lines of the screen a board may have above this text, a
// blank line and the prompt.
func (p *Prompt) boardRoom(below string) int {
	if !p.Lines.Interactive() {
		return p.size().Lines - usualMargin
	}
	return max(p.size().Lines-screen.Height(below)-2, 1)
}

// board prints the board above a text: all of it, or as much as fits on the screen together with
// the news, which stand between them. For scripts it prints all. If the board cannot be short
// enough it gives way to news, unless it has not been drawn before.
func (p *Prompt) board(news, below string, all bool) {
	person := p.Lines.Interactive()
	size := view.Size{Columns: p.Width(), Lines: p.boardRoom(news + below), Whole: all || !person}
	if news != "" {
		size.Known = p.sheet.rows
	}
	text := view.Draw(p.view, size)
	if size.Known != nil && screen.Height(text) > size.Lines {
		p.pageAbove(news, screen.Faint("... Enter draws the board")+"\n"+below)
		return
	}
	p.drawn = len(p.log.Lines)
	if person {
		p.sheet.rows = view.Rows(p.view, size.Columns)
	}
	p.sheet.board = p.sheet.lines + 1
	p.pageAbove("\n"+text+"\n"+news, below)
}

// scrolledOff reports whether the top of the board is no longer on a person's
// screen once this text is printed.
func (p *Prompt) scrolledOff(below string) bool {
	return p.Lines.Interactive() && p.sheet.lines-p.sheet.board+screen.Height(below)+1 > p.size().Lines
}

// asks returns the present question, wrapped; "" where there is none, or in a replay.
func (p *Prompt) asks() string {
	text := p.view.Asks()
	if text == "" || p.Watched {
		return ""
	}
	return p.wrapped(text) + "\n"
}

// wrapped returns a paragraph as it is printed.
func (p *Prompt) wrapped(text string) string {
	return screen.Wrap(text, max(p.Width(), screen.Narrow), 0)
}

// lesson returns a paragraph of a tutorial, or of the welcome.
func (p *Prompt) lesson(text string) string {
	return screen.Lesson(screen.Wrap("* "+text, max(p.Width(), screen.Narrow), 2)) + "\n"
}
