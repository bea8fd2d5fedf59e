package repl

import (
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
)

// page prints a text; on a terminal with fewer lines a screen at a time.
func (p *Prompt) page(text string) { p.pageAbove(strings.TrimSuffix(text, "\n")+"\n", "") }

// pageAbove prints two texts, each of whole lines. On a terminal with fewer lines it prints the
// first one a screen at a time, and the second one on the screen of its end.
func (p *Prompt) pageAbove(text, below string) {
	defer func() { fmt.Fprint(p.Out, below) }()
	lines := slices.Collect(strings.Lines(text))
	room := p.size().Lines - 1 // one line is for the question
	rest := screen.Height(below)
	height := screen.Height(strings.TrimPrefix(text, "\n")) + rest // an empty first line may scroll off
	if _, ok := p.Lines.(*Terminal); !ok || height <= room || room < 1 {
		fmt.Fprint(p.Out, text)
		return
	}
	p.Lines.Secret(true) // the answer here is no command
	defer p.Lines.Secret(p.private)
	for len(lines) > 0 && len(lines)+rest > room {
		now := min(len(lines), room)
		fmt.Fprint(p.Out, strings.Join(lines[:now], ""))
		lines = lines[now:]
		answer, err := p.nextLine(screen.Count(len(lines)+rest, "more line") + ": Enter continues, q stops> ")
		words := strings.Fields(answer)
		if len(words) > 0 && !strings.HasPrefix("quit", words[0]) {
			p.queued = words // a command
		}
		if err != nil || len(words) > 0 {
			return
		}
	}
	fmt.Fprint(p.Out, strings.Join(lines, ""))
}
