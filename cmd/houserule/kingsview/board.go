package kingsview

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
)

// The columns before a counter's thing: the step, a mark, the name; and those
// of its numbers.
const (
	stepColumns  = 7
	nameColumns  = 5
	head         = stepColumns + 2 + nameColumns
	valueColumns = 6 // and one for its mark
	diceColumns  = 5
	hitsColumns  = 6
)

// layout is how a board of a given width is laid out.
type layout struct {
	width, things int
	wide          bool
}

func layoutFor(width int, rows []row) layout {
	l := layout{width: max(width, screen.Narrow), wide: width >= screen.Wide}
	most := 24
	if l.width < screen.Usual-4 {
		most = 18
	} else if l.wide {
		most = 34
	}
	l.things = 12
	for _, r := range rows {
		l.things = min(max(l.things, screen.Columns(r.thing)), most)
	}
	return l
}

// used is how wide a row is without its notes.
func (l layout) used() int { return head + l.things + valueColumns + diceColumns + hitsColumns + 2 }

// row is a counter on the board.
type row struct {
	step        string
	name, thing string
	value, dice string
	hits        string
	above       int // by how much the value is above what is printed
	rolls       bool
	fought      bool
	notes       []string
	powers      []string
}

// idle is the step of counters that do not fight.
const idle = "idle"

// Board draws the hex as it is, at least [screen.Narrow] columns wide.
func (v *View) Board(width int) string { return v.board(width).String() }

// BoardIn draws as much of it as fits.
func (v *View) BoardIn(size view.Size) string {
	return v.board(size.Columns).In(size, v.Viewer())
}

func (v *View) board(width int) view.Board {
	v.failed = nil
	sides := make([][]row, v.battle.Seats())
	for side := range sides {
		sides[side] = v.rows(engine.Side(side))
	}
	l := layoutFor(width, slices.Concat(sides...))
	heads := screen.Faint(strings.Repeat(" ", head+l.things) +
		screen.Right("value", valueColumns) + " " + screen.Right("dice", diceColumns) + screen.Right("hits", hitsColumns))
	board := view.Board{Width: l.width, Parts: []view.Part{
		{Head: v.Headline(l.width) + "\n" + screen.Accent(v.hexLine(l.width)) + "\n" + heads},
	}}
	for i, rows := range sides {
		side := engine.Side(i)
		holds, lost := v.sideNotes(l, side)
		board.Parts = append(board.Parts,
			view.Part{Head: v.sideHeading(l, side), Rows: append(l.rows(rows), holds...), Labels: stepColumns, Side: side, Name: v.the(side)},
			view.Part{Rows: lost, Labels: stepColumns, Side: -1, Name: "losses"})
	}
	board.Parts = append(board.Parts, v.adjacent(l))
	if v.failed != nil {
		board.Parts = append(board.Parts, view.Part{Head: screen.Bad(screen.Wrap("? "+library.Explain(v.failed), l.width, 2))})
	}
	return board
}

// hexLine is what the hex is, and whose.
func (v *View) hexLine(width int) string {
	setup := v.battle.Setup()
	name, text := "A hex", ""
	if t, err := kingsdata.TerrainNamed(v.Library(), setup.Terrain); err == nil {
		name, text = t.Name, t.Text
	}
	switch {
	case v.Over() && v.battle.Winner() < 0:
		name += ", nobody's now."
	case v.Over():
		name += fmt.Sprintf(", %s's now.", v.the(v.battle.Winner()))
	case setup.Unexplored:
		name += ", unexplored: its own inhabitants defend it."
	default:
		name += fmt.Sprintf(", %s's.", v.the(v.battle.Defender()))
	}
	if whole := name + " " + text; text != "" && screen.Columns(whole) <= width {
		return whole
	}
	return screen.Wrap(name, width, 2)
}

// sideHeading is who plays a side, whom it attacks and what it can do.
func (v *View) sideHeading(l layout, side engine.Side) string {
	b := v.battle
	text := v.Seated(side)
	switch at := b.Target(side); {
	case v.Over():
	case !b.In(side):
		text += ", out of the battle"
	case b.Seats() > 2 && at >= 0:
		text += ", attacks " + v.seat(at)
	}
	return screen.Under(text+v.strength(side), l.width, 2)
}

// strength is what a side scores in a round, and what it can take.
func (v *View) strength(side engine.Side) string {
	hits, takes := 0.0, 0
	var failed error
	for c := range v.battle.Of(side) {
		if c.Stands() {
			n, err := v.dice.Expected(c)
			hits, takes, failed = hits+n, takes+c.Left(), cmp.Or(failed, err)
		}
	}
	scores := fmt.Sprintf("%.1f", hits)
	if failed != nil {
		scores = "?"
	}
	if takes == 0 || v.Over() {
		return ""
	}
	return fmt.Sprintf(": scores %s hits a round, can take %d", scores, takes)
}

// rows are the counters of a side that stand in the hex, step by step.
func (v *View) rows(side engine.Side) []row {
	var steps [kings.CombatSteps + 1][]row
	for c := range v.battle.Of(side) {
		step, r := v.row(c)
		steps[step] = append(steps[step], r)
	}
	return slices.Concat(steps[:]...)
}

// row is a counter, and its step: CombatSteps for one that does not fight.
func (v *View) row(c *kings.Counter) (kings.CombatStep, row) {
	r := row{step: idle, name: v.battle.Name(c), thing: c.Thing().Name, value: "-", dice: "-", hits: "-", fought: c.Fought() && !v.Over(), powers: powers(c.Thing())}
	if !c.Stands() {
		r.notes = v.notes(c, kings.CombatSteps)
		return kings.CombatSteps, r
	}
	p, err := v.dice.Prospect(c)
	r.step = p.Step.String()
	r.value, r.above = strconv.Itoa(p.Value.Total()), p.Value.Total()-c.Thing().Value
	r.dice = strconv.Itoa(p.Dice)
	n := 0.0
	if err == nil {
		n, err = v.dice.Expected(c)
	}
	if r.hits = fmt.Sprintf("%.2f", n); err != nil {
		r.hits, v.failed = "?", cmp.Or(v.failed, err)
	}
	r.rolls = v.rolling() == c
	r.notes = v.notes(c, p.Step)
	return p.Step, r
}

// rolling is the counter for which a die is asked, or nil.
func (v *View) rolling() *kings.Counter {
	if r := v.battle.Last(); v.AsksDie() && v.Asked().Side == engine.Luck && r.Die == 0 {
		return r.By
	}
	return nil
}

// notes are what else is to be known of a counter that fights in a step.
func (v *View) notes(c *kings.Counter, step kings.CombatStep) []string {
	var notes []string
	if c.Thing().Kind == kings.Building {
		notes = append(notes, fmt.Sprintf("%d of %d", c.Left(), c.Thing().Value))
	}
	notes = append(notes, otherMarks(c.Marks(), step)...)
	if c.First() != c.Side() {
		notes = append(notes, "came with "+v.seat(c.First()))
	}
	for _, item := range v.borne(c) {
		notes = append(notes, item.Thing().Name)
	}
	return notes
}

// otherMarks are the words for marks that a counter's step does not tell.
func otherMarks(m kings.Marks, step kings.CombatStep) []string {
	switch step {
	case kings.Magic:
		m &^= kings.Star
	case kings.Ranged:
		m &^= kings.Range
	}
	return m.Words()
}

// borne are the items that lie on a counter.
func (v *View) borne(c *kings.Counter) (items []*kings.Counter) {
	counters := v.battle.Counters()
	for i := range counters {
		if item := &counters[i]; item.Status() == kings.InPlay && item.Bearer() == c.ID() {
			items = append(items, item)
		}
	}
	return items
}

// powers are the names of a thing's abilities.
func powers(t *kings.Thing) (words []string) {
	for _, a := range t.Abilities {
		words = append(words, a.Name)
	}
	return words
}

func (l layout) rows(rows []row) (drawn []view.Row) {
	for _, r := range rows {
		mark, name, thing := " ", screen.Left(r.name, nameColumns), screen.Left(r.thing, l.things)
		switch {
		case r.rolls:
			mark, name = ">", screen.Heading(name)
		case r.fought:
			mark, thing = ".", screen.Faint(thing)
		}
		row := mark + " " + name + thing + r.numbers()
		text := strings.Join(r.notes, ", ")
		if l.wide && len(r.powers) > 0 {
			text = strings.TrimPrefix(text+" ["+strings.Join(r.powers, ", ")+"]", " ")
		}
		drawn = append(drawn, view.Row{Label: r.step, Text: screen.Beside(row+" ", text, l.used(), l.width, head), Now: r.rolls})
	}
	return drawn
}

// numbers marks a value that is above (+) or below (-) what is printed.
func (r row) numbers() string {
	value := screen.Marked(screen.Right(r.value, valueColumns), r.above)
	return value + screen.Right(r.dice, diceColumns) + screen.Right(r.hits, hitsColumns)
}

// sideNotes are a side's items, and what is no longer in the hex.
func (v *View) sideNotes(l layout, side engine.Side) (holds, lost []view.Row) {
	note := func(to *[]view.Row, what string, counters []*kings.Counter) {
		if len(counters) > 0 {
			*to = append(*to, view.Row{Label: what, Text: "  " + screen.Wrap(gathered(counters), l.width, stepColumns+2), Faint: to == &lost})
		}
	}
	note(&holds, "holds", v.battle.Items(side, kings.Held))
	note(&holds, "in play", slices.DeleteFunc(v.battle.Items(side, kings.InPlay), func(c *kings.Counter) bool { return c.Bearer() >= 0 }))
	gone := map[kings.Status][]*kings.Counter{}
	counters := v.battle.Counters()
	for i := range counters {
		if c := &counters[i]; c.Side() == side && (c.Status() != kings.Elsewhere || v.battle.Came(c)) {
			gone[c.Status()] = append(gone[c.Status()], c)
		}
	}
	note(&lost, "away", gone[kings.Elsewhere])
	note(&lost, "flipped", gone[kings.Neutralised])
	note(&lost, "lost", gone[kings.Eliminated])
	return holds, lost
}

// gathered are counters by the names of their things: "2 Farmers, Troll".
func gathered(counters []*kings.Counter) string {
	return view.Gathered(counters, func(c *kings.Counter) string { return c.Thing().Name })
}

// adjacent are the hexes around, into which may be retreated (K4.2).
func (v *View) adjacent(l layout) view.Part {
	var hexes []view.Neighbor
	for i, hex := range v.battle.Setup().Neighbors {
		hexes = append(hexes, view.Neighbor{Name: hex.Name, Owner: v.seat(hex.Owner), Note: v.hexNote(i, hex)})
	}
	return view.AdjacentHexes(hexes, len("attacker2")+2, l.width)
}

// hexNote is how full an adjacent hex is, and who stands there.
func (v *View) hexNote(i int, hex kings.Neighbor) string {
	if hex.Owner < 0 {
		return ""
	}
	var there []*kings.Counter
	counters := v.battle.Counters()
	for j := range counters {
		if c := &counters[j]; c.Status() == kings.Elsewhere && c.Hex() == i {
			there = append(there, c)
		}
	}
	text := fmt.Sprintf("%d of %d", v.battle.Crowd(hex.Owner, i), v.battle.Room(hex.Owner, i))
	if len(there) > 0 {
		text += ": " + gathered(there)
	}
	if hex.Enemies {
		text += "; enemies stand there"
	}
	return text
}
