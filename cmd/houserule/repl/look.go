package repl

import (
	"context"
	"fmt"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
)

// glance executes an empty line: it draws the board as far as it fits on the screen.
func (p *Prompt) glance() (outcome, error) {
	p.board("", p.asks(), false)
	return outcome{}, nil
}

// lines prints lines, each broken at the screen's width.
func (p *Prompt) lines(text string) { fmt.Fprintln(p.Out, screen.Folded(text, p.Width())) }

// counted does long work, shows its progress, and removes the progress again before it
// returns the text.
func (p *Prompt) counted(work func(context.Context) (string, error)) (string, error) {
	if p.Progress == nil {
		return work(p.busy())
	}
	at, clear := p.Progress()
	defer clear()
	return work(view.WithProgress(p.busy(), at))
}

func (p *Prompt) doSeed(args []string) (outcome, error) {
	if len(args) == 0 {
		p.say("%s.", p.Match.DiceText())
		return outcome{}, nil
	}
	return p.startOver(p.Seeded(args))
}
