package repl

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
)

// A person is told what has happened below the board, where the eye is, so it waits for the
// next question. Scripts, and those who only watch, are told at once.

// tell tells a line.
func (p *Prompt) tell(l screen.Line) {
	switch {
	case p.Lines.Interactive() && (p.Watched || p.people() > 0):
		p.news = append(p.news, l)
	case p.maySee(l):
		l.Print(p.Out, false)
	}
}

// newsText returns what has happened since the last question, as far as the person at the prompt
// may see it, in lines of the screen.
func (p *Prompt) newsText() string {
	var text strings.Builder
	out := &screen.Fold{To: &text, Width: p.Width}
	for _, l := range p.news {
		if p.maySee(l) {
			l.Print(out, false)
		}
	}
	p.news = nil
	return strings.TrimPrefix(text.String(), "\n")
}

// flush prints the news.
func (p *Prompt) flush() { fmt.Fprint(p.Out, p.newsText()) }
