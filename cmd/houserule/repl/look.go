package repl

import (
	"context"
	"fmt"
	"strconv"
	"strings"

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
		p.say("%s.", p.match.DiceText())
		return outcome{}, nil
	}
	seed, err := parseSeed(args)
	if err != nil {
		return outcome{}, err
	}
	m := p.match
	m.Seed = seed
	return p.startOver(m, p.Game)
}

func parseSeed(args []string) (uint64, error) {
	if len(args) == 1 {
		if n, err := strconv.ParseUint(args[0], 10, 64); err == nil {
			return n, nil
		}
	}
	return 0, fmt.Errorf("seed takes a whole number from 0, not %q", strings.Join(args, " "))
}
