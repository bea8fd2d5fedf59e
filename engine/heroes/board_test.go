package heroes_test

import (
	"fmt"
	"strings"

	"houserule/engine/heroes"
)

// board is all that stands on the field, in a line.
func board(b *heroes.Battle) string {
	var sides []string
	for side := heroes.Aggressor; side <= heroes.Defender; side++ {
		var lines []string
		for line := heroes.MeleeLine; line <= heroes.RangedLine; line++ {
			var stacks []string
			for s := b.FirstOn(side, line); s != nil; s = b.NextOn(s) {
				stacks = append(stacks, b.Name(s)+" "+cardsOf(s))
			}
			lines = append(lines, strings.Join(stacks, ", "))
		}
		text := strings.TrimSuffix(strings.Join(lines, " | "), " | ")
		if hand := b.Hand(side); hand > 0 {
			text += fmt.Sprintf(" (hand %d, deck %d)", hand, b.Deck(side))
		}
		sides = append(sides, text)
	}
	text := strings.Join(sides, " against ")
	text = strings.ReplaceAll(text, "  ", " ")
	if b.Walls() != heroes.NoTown {
		text += ", walls " + b.Walls().String()
	}
	return text
}

// cardsOf writes a stack as an army's text does, top first.
func cardsOf(s *heroes.Stack) string {
	var runs heroes.Pile
	for card := s.Top(); card != nil; card = card.Under() {
		if n := len(runs); n > 0 && runs[n-1].Creature == card.Creature {
			runs[n-1].N++
		} else {
			runs = append(runs, heroes.Run{N: 1, Creature: card.Creature})
		}
	}
	return heroes.Army{{runs}}.String()
}
