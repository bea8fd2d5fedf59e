package heroesview

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/board"
	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
)

// stats are the numbers of units. The level has no stat: nothing changes it.
var stats = [...]ability.Stat{ability.MeleeScore, ability.RangedScore, ability.DefenseScore, noStat, ability.PhaseNumber}

const noStat = ability.Stat(255)

// columns are their names.
var columns = [len(stats)]string{"melee", "ranged", "defense", "level", "phase"}

// Layout returns how a terminal lays boards out.
func (v *View) Layout() board.Layout {
	return board.Layout{
		Labels: 7, Names: 5, Kinds: [3]int{22, 24, 44}, Done: "acted",
		Widths: []int{5, 6, 7, 5, 5}, Shorts: []string{"mel", "rng", "def", "lvl", "ph"},
		Walls: map[string]string{heroes.Intact.String(): "=", heroes.Breached.String(): "= ", heroes.Sacked.String(): ".  "},
	}
}

// Board returns the battle as the seat that looks sees it.
func (v *View) Board() board.Board {
	b := v.Outline()
	b.Columns = slices.Clone(columns[:])
	if w := v.battle.Walls(); w != heroes.NoTown {
		b.Walls, b.Town = w.String(), heroes.TownName
	}
	for side := range v.Seats() {
		b.Sides = append(b.Sides, v.side(engine.Side(side)))
	}
	return b
}

// side returns a side with its stacks. The lines that face each other stand in the middle
// of the board.
func (v *View) side(side engine.Side) board.Side {
	b := v.battle
	in := b.Setup().Sides[side]
	s := board.Side{Seat: v.Seats()[side], Player: v.Players()[side], FarFirst: side == heroes.Aggressor}
	if b.Hand(side)+b.Deck(side) > 0 {
		s.Facts = append(s.Facts, fmt.Sprintf("%d cards in hand, %d in the deck", b.Hand(side), b.Deck(side)))
	}
	if in.Town != heroes.NoTownNear {
		s.Facts = append(s.Facts, fmt.Sprintf("own town %d spaces away", in.Town))
	}
	if in.Guard {
		s.Facts = append(s.Facts, "a guard stack")
	}
	lines := []heroes.Line{heroes.RangedLine, heroes.MeleeLine}
	if side == heroes.Defender {
		lines = []heroes.Line{heroes.MeleeLine, heroes.RangedLine}
	}
	for _, line := range lines {
		for stack := b.FirstOn(side, line); stack != nil; stack = b.NextOn(stack) {
			s.Units = append(s.Units, v.unit(stack))
		}
		s.Units = append(s.Units, v.mustered(side, line)...)
	}
	return s
}

func (v *View) unit(s *heroes.Stack) board.Unit {
	b := v.battle
	acting := b.Acting() == s
	u := board.Unit{
		Row: s.Line().String(), Name: b.Name(s), Count: 1, Kind: cardsText(s), Brief: briefText(s), States: v.notes(s),
		Powers: powers(s.Top().Creature), Acting: acting, Done: s.Acted() && !acting,
		Numbers: engine.Each(stats[:], func(stat ability.Stat) board.Number { return v.number(s, stat) }),
	}
	for card := s.Top(); card != nil; card = card.Under() {
		u.Cards++
	}
	return u
}

// number returns a number of a stack. Creatures without a ranged score cannot shoot (H2.4).
func (v *View) number(s *heroes.Stack, stat ability.Stat) board.Number {
	switch {
	case stat == noStat:
		return board.Number{Text: strconv.Itoa(s.Top().Level)}
	case stat == ability.RangedScore && s.Top().Ranged == 0:
		return board.Number{}
	}
	n := v.battle.Now(s, stat).Total()
	return board.Number{Text: strconv.Itoa(n), Above: cmp.Compare(n, shown(s.Top(), stat))}
}

// shown returns a number as the cards of a stack show it, without any change.
func shown(card *heroes.Card, stat ability.Stat) int {
	switch stat {
	case ability.MeleeScore:
		return card.Melee + card.LevelsUnder()
	case ability.RangedScore:
		return card.Ranged + card.LevelsUnder()
	case ability.DefenseScore:
		return card.Defense
	case ability.SupportValue:
		return card.Level + card.LevelsUnder()
	case ability.PhaseNumber:
		return card.Phase
	}
	return 0
}

// mustered returns the stacks that a side has placed on a line so far, while it is asked
// to place them.
func (v *View) mustered(side engine.Side, on heroes.Line) (units []board.Unit) {
	d, ok := v.Asked().Choice.(*heroes.Deploy)
	if !ok || d.Side() != side {
		return nil
	}
	for i := range d.Stacks() {
		pile, line := d.Stack(i)
		if line != on {
			continue
		}
		n, cards := 0, []string(nil)
		for _, r := range pile {
			n += r.N
			cards = append(cards, fmt.Sprintf("%d %s", r.N, r.Creature.Name))
		}
		units = append(units, board.Unit{
			Row: line.String(), Name: d.StackName(i), Count: 1, Kind: strings.Join(cards, " + "), Cards: n,
			Numbers: printed(pile), Powers: powers(pile[0].Creature),
		})
	}
	return units
}

// printed returns the numbers of a pile before any effect changes them (H2.1, H2.4).
func printed(pile heroes.Pile) []board.Number {
	top, levels := pile[0].Creature, -pile[0].Creature.Level
	for _, r := range pile {
		levels += r.N * r.Creature.Level
	}
	numbers := make([]board.Number, len(stats))
	for i, n := range [len(stats)]int{top.Melee + levels, top.Ranged + levels, top.Defense, top.Level, top.Phase} {
		if stats[i] != ability.RangedScore || top.Ranged != 0 {
			numbers[i].Text = strconv.Itoa(n)
		}
	}
	return numbers
}

// notes returns the remaining facts about a stack.
func (v *View) notes(s *heroes.Stack) []string {
	b := v.battle
	notes := often("swarms", b.Swarms(s))
	if s.Stance() == heroes.Protecting {
		notes = append(notes, "protects")
	}
	for _, p := range b.Supports() {
		if int(p.To) == s.ID() {
			notes = append(notes, fmt.Sprintf("+%d from %s", p.N, b.Name(&b.Stacks()[p.From])))
		}
	}
	for _, e := range b.Effects() {
		if int(e.On) == s.ID() {
			notes = append(notes, fmt.Sprintf("%s to round %d", b.Game().Spells[e.Spell].Name, e.Until))
		}
	}
	return append(notes, often("retaliated", s.Answered())...)
}

// often says what is done so many times.
func often(does string, n int) []string {
	switch {
	case n > 1:
		return []string{fmt.Sprintf("%s %d times", does, n)}
	case n == 1:
		return []string{does}
	}
	return nil
}

// cardsText returns a stack's cards, top first: "1 Champion + 2 Squire".
func cardsText(s *heroes.Stack) string {
	var words []string
	n := 0
	for card := s.Top(); card != nil; card = card.Under() {
		n++
		if card.Under() == nil || card.Under().Creature != card.Creature {
			words = append(words, fmt.Sprintf("%d %s", n, card.Name))
			n = 0
		}
	}
	return strings.Join(words, " + ")
}

// briefText returns a stack's first cards and how many follow: "1 Champion + 2 cards";
// "" where none follow.
func briefText(s *heroes.Stack) string {
	n, under := 0, 0
	for card := s.Top(); card != nil; card = card.Under() {
		if under > 0 || card.Creature != s.Top().Creature {
			under++
		} else {
			n++
		}
	}
	if under == 0 {
		return ""
	}
	return fmt.Sprintf("%d %s + %s", n, s.Top().Name, screen.Count(under, "card"))
}

// powers returns the names of a creature's abilities and spells.
func powers(c *heroes.Creature) []string {
	return append(engine.Each(c.Abilities, func(a *ability.Ability) string { return a.Name }), engine.Each(c.Spells, func(s *heroes.Spell) string { return s.Name })...)
}

// Show returns all facts about a stack.
func (v *View) Show(name string) (board.Page, error) {
	b := v.battle
	s, err := b.StackNamed(name)
	if err != nil {
		return board.Page{}, err
	}
	p := board.Page{Name: b.Name(s), Is: []string{cardsText(s), heroes.SideName(s.Side()), s.Line().String() + " line"}}
	if notes := v.notes(s); len(notes) > 0 {
		p.Add(board.Text("%s", strings.Join(notes, ", ")))
	}
	for i, stat := range stats {
		switch {
		case stat == noStat:
		case v.number(s, stat) == board.Number{}:
			p.Add(board.Text("cannot shoot (H2.4)"))
		default:
			p.Add(board.Score(columns[i], b.Now(s, stat)))
		}
	}
	p.Add(board.Score("support, if it sacrifices its attack", b.Now(s, ability.SupportValue)))
	seen := map[*heroes.Creature]bool{}
	for card := s.Top(); card != nil; card = card.Under() {
		if !seen[card.Creature] {
			seen[card.Creature] = true
			p.Add(aboutCard(card.Creature))
		}
	}
	return p, nil
}

func aboutCard(c *heroes.Creature) board.Fact {
	f := board.Text("card %s (%s): level %d, melee %d, ranged %d, defense %d, phase %d, cost %d", c.Name, c.ID, c.Level, c.Melee, c.Ranged, c.Defense, c.Phase, c.Cost)
	for _, a := range c.Abilities {
		f.Facts = append(f.Facts, board.Text("%s: %s", a.Name, a.Text))
	}
	for _, s := range c.Spells {
		f.Facts = append(f.Facts, board.Text("casts %s: %s", s.Name, s.Text))
	}
	return f
}
