package heroes_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
	"houserule/engine/library/heroesdata"
)

// Cards leave only by events that say so; lines hold every living stack once
// and keep their minimum (H4.1, H8.2); stacks act in their phase, once a
// round (H1.1, H1.2).
func TestInvariants(t *testing.T) {
	g := heroesdata.Game(shipped(t))
	calm := slices.DeleteFunc(slices.Clone(g.Creatures), func(c *heroes.Creature) bool {
		return slices.ContainsFunc(c.Spells, func(s *heroes.Spell) bool { return s.ID == "blindness" })
	})
	rapid.Check(t, func(t *rapid.T) {
		b := anyBattle(t, g, calm)
		w := &watch{t: t, b: b, acted: map[*heroes.Stack]bool{}}
		player := enginetest.Drawn(t)
		table := engine.NewTable(player)
		asked := engine.OracleFunc(func(q engine.Question) (int, error) {
			if a, ok := q.Choice.(*heroes.Act); ok {
				w.acts(a.By())
			}
			return player.Answer(q)
		})
		table.Seat(player, asked, asked)
		table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { w.hear(e) }))
		b.Begin(table)
		w.muster()
		for !b.Over() && table.Err() == nil {
			w.lines()
			b.Step()
			w.cardsAreKnown()
			w.waiting = w.unacted()
		}
		if err := table.Err(); err != nil {
			t.Fatal(err)
		}
	})
}

// watch follows a battle by its events.
type watch struct {
	t     *rapid.T
	b     *heroes.Battle
	cards [][]int32 // by stack, creatures from the top down

	half    int // 2*phase + side
	due     map[*heroes.Stack]bool
	acted   map[*heroes.Stack]bool
	acting  *heroes.Stack
	waiting map[*heroes.Stack]int // who has not acted yet, and in which half it will
}

func creatureIndex(b *heroes.Battle, c *heroes.Creature) int32 {
	return int32(slices.Index(b.Game().Creatures, c))
}

func pileOf(b *heroes.Battle, s *heroes.Stack) []int32 {
	var pile []int32
	for card := s.Top(); card != nil; card = card.Under() {
		pile = append(pile, creatureIndex(b, card.Creature))
	}
	return pile
}

func (w *watch) muster() {
	for i := range w.b.Stacks() {
		w.cards = append(w.cards, pileOf(w.b, &w.b.Stacks()[i]))
	}
}

func (w *watch) cardsAreKnown() {
	for i := range w.b.Stacks() {
		s := &w.b.Stacks()[i]
		if got := pileOf(w.b, s); !slices.Equal(got, w.cards[i]) {
			w.t.Fatalf("%s: %s holds %v, by the events %v", w.b.Scene(), w.b.Name(s), got, w.cards[i])
		}
		if n := len(w.cards[i]); n > 0 && s.Top().Count() != n {
			w.t.Fatalf("%s: %s counts %d cards and has %d", w.b.Scene(), w.b.Name(s), s.Top().Count(), n)
		}
	}
}

func (w *watch) hear(e engine.Event) {
	switch e.What {
	case heroes.Killed:
		pile := w.cards[e.Whom]
		if len(pile) == 0 || pile[0] != e.N {
			w.t.Fatalf("%s: a %s dies of %v", w.b.Scene(), w.b.Game().Creatures[e.N].ID, pile)
		}
		w.cards[e.Whom] = pile[1:]
	case heroes.Discarded:
		i := slices.Index(w.cards[e.Whom], e.N)
		if i < 0 || w.b.Game().Creatures[e.N].Hero {
			w.t.Fatalf("%s: a %s is discarded of %v", w.b.Scene(), w.b.Game().Creatures[e.N].ID, w.cards[e.Whom])
		}
		w.cards[e.Whom] = slices.Delete(w.cards[e.Whom], i, i+1)
	case heroes.StackLost:
		if len(w.cards[e.Who]) > 0 {
			w.t.Fatalf("%s: a stack of %v is lost", w.b.Scene(), w.cards[e.Who])
		}
	case heroes.RoundBegan:
		w.halfEnds()
		w.nobodyBetween(w.half, 1<<30, w.waiting)
		w.half, w.acting = 0, nil
		clear(w.acted)
	case heroes.PhaseBegan:
		w.halfEnds()
		half := int(e.N<<1 | e.Who)
		waiting := w.unacted()
		w.nobodyBetween(w.half, half, waiting)
		w.half, w.due = half, map[*heroes.Stack]bool{}
		for s, its := range waiting {
			if its == half {
				w.due[s] = true
			}
		}
		if len(w.due) == 0 {
			w.t.Fatalf("round %d: phase %d begins for nobody", w.b.Round(), e.N)
		}
	}
}

// acts is the first or a further choice of a stack in its turn.
func (w *watch) acts(s *heroes.Stack) {
	if s == w.acting {
		return
	}
	if !w.due[s] || w.acted[s] {
		w.t.Fatalf("%s: %s acts out of turn", w.b.Scene(), w.b.Name(s))
	}
	w.acting = s
	w.acted[s] = true
	delete(w.due, s)
}

// halfEnds: who was due has acted or is dead.
func (w *watch) halfEnds() {
	for s := range w.due {
		if s.Top() != nil {
			w.t.Fatalf("round %d: %s was due in phase %d and has not acted", w.b.Round(), w.b.Name(s), w.half>>1)
		}
	}
	w.due = nil
}

// nobodyBetween: no stack was passed over.
func (w *watch) nobodyBetween(from, to int, waiting map[*heroes.Stack]int) {
	for s, half := range waiting {
		if s.Top() != nil && half > from && half < to {
			w.t.Fatalf("round %d: %s should have acted in phase %d", w.b.Round(), w.b.Name(s), half>>1)
		}
	}
}

func (w *watch) unacted() map[*heroes.Stack]int {
	waiting := map[*heroes.Stack]int{}
	for i := range w.b.Stacks() {
		if s := &w.b.Stacks()[i]; s.Top() != nil && !w.acted[s] {
			waiting[s] = w.phase(s)<<1 | int(s.Side())
		}
	}
	return waiting
}

// phase is the top card's, and what the shipped roster changes of it.
func (w *watch) phase(s *heroes.Stack) int {
	phase := s.Top().Phase
	if w.b.Round() == 1 && slices.ContainsFunc(s.Top().Abilities, func(a *ability.Ability) bool { return a.ID == "quick" }) {
		phase -= 2
	}
	for _, e := range w.b.Effects() {
		switch id := w.b.Game().Spells[e.Spell].ID; {
		case int(e.On) != s.ID():
		case id == "haste":
			phase -= 3
		case id == "slow":
			phase = 10
		}
	}
	return min(max(phase, 1), 10)
}

// lines: each living stack stands once on its line, in listed order, and
// lines that can be filled are.
func (w *watch) lines() {
	b := w.b
	living := [2]int{}
	for i := range b.Stacks() {
		if s := &b.Stacks()[i]; s.Top() != nil {
			living[s.Side()]++
		}
	}
	for side := heroes.Aggressor; side <= heroes.Defender; side++ {
		found := 0
		for line := heroes.MeleeLine; line <= heroes.RangedLine; line++ {
			n, last := 0, -1
			for s := b.FirstOn(side, line); s != nil; s = b.NextOn(s) {
				if s.Top() == nil || s.Side() != side || s.Line() != line || s.ID() <= last {
					w.t.Fatalf("%s: %s stands on the %s's %s line", b.Scene(), b.Name(s), heroes.SideName(side), line)
				}
				last = s.ID()
				n++
			}
			if n != b.Count(side, line) {
				w.t.Fatalf("%s: %d stacks on the %s's %s line, counted %d", b.Scene(), n, heroes.SideName(side), line, b.Count(side, line))
			}
			found += n
		}
		if found != living[side] {
			w.t.Fatalf("%s: %d stacks of the %s on lines, %d live", b.Scene(), found, heroes.SideName(side), living[side])
		}
		need := 3
		if side == heroes.Defender && b.Walls() != heroes.NoTown {
			need = map[heroes.Walls]int{heroes.Intact: 0, heroes.Breached: 1, heroes.Sacked: 2}[b.Walls()]
		}
		if n := b.Count(side, heroes.MeleeLine); n < min(need, found) {
			w.t.Fatalf("%s: %d stacks on the %s's melee line, need %d", b.Scene(), n, heroes.SideName(side), need)
		}
	}
}
