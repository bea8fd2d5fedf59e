package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/fatih/color"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
)

// Colours are off where the output is no terminal or NO_COLOR is set.
var (
	heading = color.New(color.Bold).SprintFunc()
	faint   = color.New(color.Faint).SprintFunc()
	good    = color.New(color.FgGreen).SprintFunc()
)

// narrator tells a battle blow by blow.
type narrator struct {
	out    io.Writer
	battle *heroes.Battle
	why    bool
	begun  bool
}

// title says what is played.
func (n *narrator) title(lib *library.Library, m library.Match) {
	name := "Typed armies"
	if s, err := lib.Scenario(m.Scenario); err == nil {
		name = s.Name
	}
	fmt.Fprintf(n.out, "%s: %s against %s, %s\n", heading(name), m.Players[0], m.Players[1], m.DiceText())
}

func (n *narrator) listen(t *engine.Table) {
	t.Explain(n.why)
	t.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { n.hear(e) }))
}

// hear prints an event.
func (n *narrator) hear(e engine.Event) {
	text := n.battle.Describe(e)
	switch e.What {
	case heroes.RoundBegan:
		if !n.begun {
			n.begun = true
			n.board()
		}
		fmt.Fprintf(n.out, "\n%s\n", heading(text))
	case heroes.PhaseBegan:
		fmt.Fprintf(n.out, "  %s\n", faint(text))
	case heroes.Struck:
		if n.battle.Last().Hit {
			text = strings.TrimSuffix(text, "hit") + good("hit")
		}
		fmt.Fprintf(n.out, "    %s\n", text)
		if n.why {
			n.score("attack", n.battle.Last().Attack)
			n.score("defense", n.battle.Last().Defense)
		}
	case heroes.Killed, heroes.StackLost, heroes.Discarded:
		fmt.Fprintf(n.out, "      %s\n", text)
	case heroes.Ended:
		fmt.Fprintf(n.out, "\n%s\n", heading(text))
		n.survivors()
	default:
		if text != "" {
			fmt.Fprintf(n.out, "    %s\n", text)
		}
	}
}

// score prints where a score comes from.
func (n *narrator) score(what string, s engine.Score) {
	var terms []string
	for _, t := range s.Terms() {
		terms = append(terms, t.String())
	}
	fmt.Fprintf(n.out, "      %s\n", faint(fmt.Sprintf("%s %d: %s", what, s.Total(), strings.Join(terms, ", "))))
}

// board prints both armies as they stand.
func (n *narrator) board() {
	for side := heroes.Aggressor; side <= heroes.Defender; side++ {
		for line := heroes.MeleeLine; line <= heroes.RangedLine; line++ {
			if n.battle.Count(side, line) == 0 {
				continue
			}
			fmt.Fprintf(n.out, "  %s, %s line: %s\n", heroes.SideName(side), line, n.stacks(side, line))
		}
	}
	if w := n.battle.Walls(); w != heroes.NoTown {
		fmt.Fprintf(n.out, "  walls: %s\n", w)
	}
}

func (n *narrator) stacks(side engine.Side, line heroes.Line) string {
	var labels []string
	for s := n.battle.FirstOn(side, line); s != nil; s = n.battle.NextOn(s) {
		labels = append(labels, n.battle.Label(s))
	}
	return strings.Join(labels, ", ")
}

// survivors prints who is left.
func (n *narrator) survivors() {
	for side := heroes.Aggressor; side <= heroes.Defender; side++ {
		var labels []string
		for s := range n.battle.Each(side) {
			labels = append(labels, n.battle.Label(s))
		}
		if len(labels) > 0 {
			fmt.Fprintf(n.out, "  %s's survivors: %s\n", heroes.SideName(side), strings.Join(labels, ", "))
		}
	}
}
