package repl

import (
	"errors"
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/scripting/modhost"
)

// mostTraced is how many different lines of traces are printed at a time.
const mostTraced = 50

// traces holds the traces of scripts since the last time they were printed: each different
// line once, in the order of its first appearance.
type traces struct {
	on    bool
	looks bool // also the traces of evaluations
	lines []string
	times map[string]int
	more  int // that came when the lines were full
}

func (p *Prompt) doTrace(args []string) (outcome, error) {
	word := strings.Join(args, " ")
	switch {
	case word != "on" && word != "off" && word != "all":
		return outcome{}, errors.New("trace takes on, all or off")
	case word != "off" && p.view.Veils():
		return outcome{}, errors.New("scripts see and trace everything, and no side may see it here: replay the battle when it is over")
	}
	p.tracing = traces{on: word != "off", looks: word == "all"}
	p.trace()
	p.say("%s", map[string]string{
		"on":  "What scripts trace in the battle is shown from now on.",
		"all": "What scripts trace is shown from now on, also where options are evaluated.",
		"off": "What scripts trace is no longer shown.",
	}[word])
	return outcome{}, nil
}

// trace lets the prompt receive the traces of scripts, if tracing is on.
func (p *Prompt) trace() {
	var t modhost.Tracer
	if p.tracing.on {
		t = p
	}
	modhost.TraceTo(p.view.Battle(), t)
}

// Traced makes it a [modhost.Tracer]. What the session plays again was shown before.
func (p *Prompt) Traced(t modhost.Trace) {
	if t.Look && !p.tracing.looks || !t.Look && !p.live || p.view.Veils() {
		return
	}
	text := t.String()
	n := p.tracing.times[text]
	switch {
	case n == 0 && len(p.tracing.lines) == mostTraced:
		p.tracing.more++
		return
	case n == 0:
		p.tracing.lines = append(p.tracing.lines, text)
	}
	if p.tracing.times == nil {
		p.tracing.times = map[string]int{}
	}
	p.tracing.times[text]++
}

// printTraces tells the traces of scripts.
func (p *Prompt) printTraces() {
	t := p.tracing
	p.tracing = traces{on: t.on, looks: t.looks}
	for _, line := range t.lines {
		if n := t.times[line]; n > 1 {
			line += fmt.Sprintf(" (%d times)", n)
		}
		p.tell(p.traceLine(line))
	}
	if t.more > 0 {
		p.tell(p.traceLine(fmt.Sprintf("and %s more", screen.Count(t.more, "trace"))))
	}
}

// traceLine returns a trace as a line of the log.
func (p *Prompt) traceLine(text string) screen.Line {
	return screen.Line{To: engine.Everybody, Depth: 1, Text: strings.TrimPrefix(screen.Folded("  "+text, p.Width()), "  ")}
}
