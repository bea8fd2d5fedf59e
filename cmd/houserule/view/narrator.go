package view

import (
	"fmt"
	"io"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/library"
)

// A narrated battle is the part of a view that a narrator needs.
type narrated interface {
	Drawn
	Teller
	Title() string
	Players() []string
}

// narrator prints a battle blow by blow.
type narrator struct {
	out          io.Writer
	view         narrated
	why          bool
	begun, ended bool
}

// Narrate prints the title of the match, and then all events at the table.
func Narrate(out io.Writer, t *engine.Table, v narrated, m library.Match, why bool) {
	n := &narrator{out: out, view: v, why: why}
	players := v.Players()
	fmt.Fprintf(out, "%s: %s against %s, %s\n", screen.Heading(v.Title()), players[0], Join(players[1:]), m.DiceText())
	if why {
		t.Explain(true)
	}
	t.Join(n)
}

// Hear prints an event: the board before the first round, the survivors
// after the last.
func (n *narrator) Hear(_ engine.Seats, e engine.Event) {
	stage := n.view.EventKind(e)
	if stage == Began && !n.begun {
		n.begun = true
		fmt.Fprintf(n.out, "\n%s", Draw(n.view, Size{Columns: screen.Usual}))
	}
	if line, ok := n.view.Line(e); ok {
		line.Print(n.out, n.why)
	}
	if stage == Ended && !n.ended {
		n.ended = true
		for _, line := range n.view.Survivors() {
			fmt.Fprintf(n.out, "  %s\n", line)
		}
	}
}
