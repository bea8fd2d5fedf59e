// Package heroesview shows a battle of heroes on a terminal: the board, the
// events, the options and their odds.
package heroesview

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/heroes"
)

// column is a number of the board.
type column struct {
	name, short string
	stat        heroes.Stat
}

// columns are the board's numbers. The level has no stat: nothing changes it.
var columns = [...]column{
	{"melee", "mel", heroes.MeleeScore},
	{"ranged", "rng", heroes.RangedScore},
	{"defense", "def", heroes.DefenseScore},
	{"level", "lvl", noStat},
	{"phase", "ph", heroes.PhaseNumber},
}

const noStat = heroes.Stat(255)

// The columns before a stack's cards: the line, a mark, the name.
const (
	lineColumns = 7
	nameColumns = 5
	head        = lineColumns + 2 + nameColumns
)

// layout is how a board of a given width is laid out.
type layout struct {
	width, cards int
	short, wide  bool
}

func layoutFor(width int, rows []row) layout {
	l := layout{width: max(width, screen.Narrow)}
	l.short, l.wide = width < screen.Usual-4, width >= screen.Wide
	most := 24
	if l.short {
		most = 22
	} else if l.wide {
		most = 44
	}
	l.cards = 12
	for _, r := range rows {
		l.cards = min(max(l.cards, screen.Columns(r.cards)), most)
	}
	return l
}

// cell is the width of a number's column; the last place is for its mark.
func (l layout) cell(i int) int {
	if l.short {
		return 4
	}
	return len(columns[i].name) + 1
}

// used is the width of a row without its notes.
func (l layout) used() int {
	n := head + l.cards
	for i := range columns {
		n += l.cell(i)
	}
	return n
}

// row is a stack on the board.
type row struct {
	line    string
	name    string
	cards   string
	brief   string // the same, shorter; "" where there is no such
	acting  bool
	acted   bool
	numbers [len(columns)]string
	above   [len(columns)]int // by how much a number is above what the cards show
	notes   []string
	powers  string
}

// Board draws the battle as it is, at least [screen.Narrow] columns wide.
func (v *View) Board(width int) string { return v.board(width).String() }

// BoardIn draws as much of it as fits.
func (v *View) BoardIn(size view.Size) string {
	return v.board(size.Columns).In(size, v.Viewer())
}

func (v *View) board(width int) view.Board {
	var rows [2][]row
	for side := range rows {
		rows[side] = v.rows(engine.Side(side))
	}
	l := layoutFor(width, append(rows[0][:len(rows[0]):len(rows[0])], rows[1]...))
	walls := ""
	if w := v.battle.Walls(); w != heroes.NoTown {
		walls = wallLine(l, w)
	}
	return view.Board{Width: l.width, Parts: []view.Part{
		{Head: v.Headline(l.width) + "\n" + l.header()},
		v.sidePart(l, heroes.Aggressor, rows[heroes.Aggressor]),
		{Head: walls},
		v.sidePart(l, heroes.Defender, rows[heroes.Defender]),
	}}
}

// sidePart are the stacks of a side, below its heading. Those of the aggressor's
// stacks that stand far from the enemy come first.
func (v *View) sidePart(l layout, side engine.Side, rows []row) view.Part {
	return view.Part{
		Head: v.sideHeading(l, side), Rows: l.rows(rows), Labels: lineColumns,
		Side: side, Far: side == heroes.Aggressor, Name: view.The(v.Seats()[side]),
	}
}

func wallLine(l layout, w heroes.Walls) string {
	fill := map[heroes.Walls]string{heroes.Intact: "=", heroes.Breached: "= ", heroes.Sacked: ".  "}[w]
	text := "walls: " + w.String() + " "
	n := (l.width - len(text)) / len(fill)
	return screen.Accent(strings.TrimRight(text+strings.Repeat(fill, n), " "))
}

func (l layout) header() string {
	var line strings.Builder
	line.WriteString(strings.Repeat(" ", head+l.cards))
	for i, c := range columns {
		name := c.name
		if l.short {
			name = c.short
		}
		line.WriteString(screen.Right(name, l.cell(i)-1) + " ")
	}
	return screen.Faint(strings.TrimRight(line.String(), " "))
}

// sideHeading is who plays a side, and what it has besides its stacks.
func (v *View) sideHeading(l layout, side engine.Side) string {
	b := v.battle
	words := []string{v.Seated(side)}
	in := b.Setup().Sides[side]
	if b.Hand(side)+b.Deck(side) > 0 {
		words = append(words, fmt.Sprintf("%d cards in hand, %d in the deck", b.Hand(side), b.Deck(side)))
	}
	if in.Town != heroes.NoTownNear {
		words = append(words, fmt.Sprintf("own town %d spaces away", in.Town))
	}
	if in.Guard {
		words = append(words, "a guard stack")
	}
	return screen.Under(strings.Join(words, ", "), l.width, 2)
}

// rows are the stacks of a side. The lines that face each other stand in the middle
// of the board.
func (v *View) rows(side engine.Side) []row {
	lines := []heroes.Line{heroes.RangedLine, heroes.MeleeLine}
	if side == heroes.Defender {
		lines = []heroes.Line{heroes.MeleeLine, heroes.RangedLine}
	}
	var rows []row
	for _, line := range lines {
		for s := v.battle.FirstOn(side, line); s != nil; s = v.battle.NextOn(s) {
			r := v.row(s)
			r.line = line.String()
			rows = append(rows, r)
		}
		for _, r := range v.musterRows(side, line) {
			r.line = line.String()
			rows = append(rows, r)
		}
	}
	return rows
}

func (v *View) row(s *heroes.Stack) row {
	b := v.battle
	r := row{name: b.Name(s), cards: cardsText(s), brief: briefText(s), acting: b.Acting() == s, acted: s.Acted() && b.Acting() != s, powers: powers(s.Top().Creature)}
	for i, c := range columns {
		switch {
		case c.stat == noStat:
			r.numbers[i] = strconv.Itoa(s.Top().Level)
		case c.stat == heroes.RangedScore && s.Top().Ranged == 0: // H2.4
			r.numbers[i] = "-"
		default:
			n := b.Now(s, c.stat).Total()
			r.numbers[i], r.above[i] = strconv.Itoa(n), n-s.Printed(c.stat)
		}
	}
	r.notes = v.notes(s)
	return r
}

// printed are the numbers of a pile before any effect changes them (H2.1, H2.4).
func printed(pile heroes.Pile) (numbers [len(columns)]string) {
	top, levels := pile[0].Creature, -pile[0].Creature.Level
	for _, r := range pile {
		levels += r.N * r.Creature.Level
	}
	for i, n := range [...]int{top.Melee + levels, top.Ranged + levels, top.Defense, top.Level, top.Phase} {
		numbers[i] = strconv.Itoa(n)
		if columns[i].stat == heroes.RangedScore && top.Ranged == 0 {
			numbers[i] = "-"
		}
	}
	return numbers
}

// notes are the remaining facts about a stack.
func (v *View) notes(s *heroes.Stack) []string {
	b := v.battle
	var notes []string
	switch n := b.Swarms(s); {
	case n > 1:
		notes = append(notes, fmt.Sprintf("swarms %d times", n))
	case n == 1:
		notes = append(notes, "swarms")
	}
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
	switch n := s.Answered(); {
	case n > 1:
		notes = append(notes, fmt.Sprintf("retaliated %d times", n))
	case n == 1:
		notes = append(notes, "retaliated")
	}
	return notes
}

// cardsText is a stack's cards, top first: "1 Champion + 2 Squire".
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

// briefText is a stack's first cards and how many follow: "1 Champion + 2 cards";
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

// powers lists a creature's abilities and spells.
func powers(c *heroes.Creature) string {
	var words []string
	for _, a := range c.Abilities {
		words = append(words, a.Name)
	}
	for _, s := range c.Spells {
		words = append(words, s.Name)
	}
	return strings.Join(words, ", ")
}

func (l layout) rows(rows []row) (drawn []view.Row) {
	for _, r := range rows {
		mark := " "
		switch {
		case r.acting:
			mark = ">"
		case r.acted && l.short:
			mark = "." // there is no room for the word
		case r.acted:
			r.notes = append(r.notes, "acted")
		}
		name := screen.Left(r.name, nameColumns)
		if r.acting {
			name = screen.Heading(name)
		}
		if screen.Columns(r.cards) > l.cards {
			r.cards = cmp.Or(r.brief, r.cards)
		}
		cards := screen.Left(r.cards, l.cards)
		if r.acted {
			cards = screen.Faint(cards)
		}
		drawn = append(drawn, view.Row{Label: r.line, Text: l.tail(mark+" "+name+cards+l.numbers(r), r), Now: r.acting})
	}
	return drawn
}

// numbers marks the numbers above (+) or below (-) those that the cards show.
func (l layout) numbers(r row) string {
	var text strings.Builder
	for i, n := range r.numbers {
		text.WriteString(screen.Marked(screen.Right(n, l.cell(i)-1), r.above[i]))
	}
	return text.String()
}

// tail is a row's start and its notes: after it where they fit, else below it.
func (l layout) tail(start string, r row) string {
	text := strings.Join(r.notes, ", ")
	if l.wide && r.powers != "" {
		text = strings.TrimPrefix(text+" ["+r.powers+"]", " ")
	}
	return screen.Beside(start, text, l.used(), l.width, head)
}
