package repl

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
)

// page prints a text; on a terminal with fewer lines a screen at a time.
func (p *Prompt) page(text string) {
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	room := p.size().Lines - 1 // one line is for the question
	if _, ok := p.Lines.(*Terminal); !ok || len(lines) <= room || room < 1 {
		fmt.Fprintln(p.Out, strings.Join(lines, ""))
		return
	}
	p.Lines.Secret(true) // the answer here is no command
	defer p.Lines.Secret(p.private)
	for len(lines) > room {
		fmt.Fprint(p.Out, strings.Join(lines[:room], ""))
		lines = lines[room:]
		answer, err := p.nextLine(screen.Count(len(lines), "more line") + ": Enter continues, q stops> ")
		words := strings.Fields(answer)
		if len(words) > 0 && !strings.HasPrefix("quit", words[0]) {
			p.queued = words // a command
		}
		if err != nil || len(words) > 0 {
			return
		}
	}
	fmt.Fprintln(p.Out, strings.Join(lines, ""))
}
