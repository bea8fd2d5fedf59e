package main

import (
	"fmt"
	"io"
	"strings"

	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
)

// narrator tells a battle blow by blow.
type narrator struct {
	out   io.Writer
	view  *heroesview.View
	why   bool
	begun bool
}

// narrate says what is played, and then all that happens at the table.
func narrate(out io.Writer, t *engine.Table, lib *library.Library, m library.Match, b *heroes.Battle, why bool) {
	n := &narrator{out: out, view: heroesview.New(lib, m, b), why: why}
	fmt.Fprintf(out, "%s: %s against %s, %s\n", screen.Heading(n.view.Title), m.Players[0], m.Players[1], m.DiceText())
	t.Explain(why)
	t.Listen(n)
}

// Hear prints an event: the board before the first round, the survivors
// after the last.
func (n *narrator) Hear(_ engine.Seats, e engine.Event) {
	if e.What == heroes.RoundBegan && !n.begun {
		n.begun = true
		fmt.Fprintf(n.out, "\n%s", n.view.Board(screen.Usual))
	}
	if line, ok := n.view.Line(e); ok {
		line.Print(n.out, n.why)
	}
	if e.What == heroes.Ended {
		n.survivors()
	}
}

// survivors prints who is left.
func (n *narrator) survivors() {
	b := n.view.Battle()
	for side := heroes.Aggressor; side <= heroes.Defender; side++ {
		var labels []string
		for s := range b.Each(side) {
			labels = append(labels, b.Label(s))
		}
		if len(labels) > 0 {
			fmt.Fprintf(n.out, "  %s's survivors: %s\n", heroes.SideName(side), strings.Join(labels, ", "))
		}
	}
}
