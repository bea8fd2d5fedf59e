package repl

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
)

// page prints a text; on a terminal with fewer lines a screen at a time.
func (p *Prompt) page(text string) {
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	room := p.size().Lines - 1 // for the question
	if _, ok := p.Lines.(*Terminal); !ok || len(lines) <= room || room < 1 {
		fmt.Fprintln(p.Out, strings.Join(lines, ""))
		return
	}
	p.Lines.Secret(true) // what is answered here is no command
	defer p.Lines.Secret(p.private)
	for len(lines) > room {
		fmt.Fprint(p.Out, strings.Join(lines[:room], ""))
		lines = lines[room:]
		answer, err := p.nextLine(screen.Count(len(lines), "more line") + ": Enter goes on, q ends> ")
		if err != nil || strings.HasPrefix("quit", strings.TrimSpace(answer)) && strings.TrimSpace(answer) != "" {
			return
		}
	}
	fmt.Fprintln(p.Out, strings.Join(lines, ""))
}
