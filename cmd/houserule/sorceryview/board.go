package sorceryview

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/forecast"
)

// The columns before a unit's kind: the list in which it stands, a mark, its
// name; and those of its numbers.
const (
	listColumns     = 6
	nameColumns     = 8
	head            = listColumns + 2 + nameColumns
	strengthColumns = 9 // and one for its mark
	lossColumns     = 5
	moraleColumns   = 7
)

// layout is how a board of a given width is laid out.
type layout struct {
	width, kinds int
	wide         bool
}

func layoutFor(width int, sides [][]row) layout {
	l := layout{width: max(width, screen.Narrow), wide: width >= screen.Wide}
	most := 22
	if l.width < screen.Usual-4 {
		most = 16
	} else if l.wide {
		most = 32
	}
	l.kinds = 12
	for _, rows := range sides {
		for _, r := range rows {
			l.kinds = min(max(l.kinds, screen.Columns(r.counted())), most)
		}
	}
	return l
}

// none stands for a number that a unit does not have.
const none = "-"

// used is the width of a row without its notes.
func (l layout) used() int {
	return head + l.kinds + strengthColumns + 1 + lossColumns + moraleColumns + 1
}

// mapLines is the height of a map at most where it need not fit on a screen.
const mapLines = 55

// Board draws the hex as it is, or the map, at least [screen.Narrow] columns
// wide.
func (v *View) Board(width int) string {
	if !v.battle.Fighting() {
		return v.mapBoard(view.Size{Columns: width, Lines: mapLines})
	}
	return v.board(width).String()
}

// BoardIn draws as much of it as fits.
func (v *View) BoardIn(size view.Size) string {
	if !v.battle.Fighting() {
		return v.mapBoard(size)
	}
	return v.board(size.Columns).In(size, v.looker)
}

func (v *View) board(width int) view.Board {
	v.failed = nil
	a := v.look()
	sides := make([][]row, v.battle.Seats())
	for side := range sides {
		sides[side] = v.rowsOf(a, engine.Side(side))
	}
	l := layoutFor(width, sides)
	heads := []string{v.Headline(l.width)}
	if v.battle.OnMap() {
		heads = append(heads, screen.Wrap(v.warLine(), l.width, 2))
	}
	heads = append(heads, screen.Accent(v.hexLine(l.width)), screen.Faint(strings.Repeat(" ", head+l.kinds)+
		screen.Right("strength", strengthColumns)+" "+screen.Right("loss", lossColumns)+screen.Right("morale", moraleColumns)))
	board := view.Board{Width: l.width, Parts: []view.Part{{Head: strings.Join(heads, "\n")}}}
	for i, rows := range sides {
		side := engine.Side(i)
		board.Parts = append(board.Parts,
			view.Part{Head: v.sideHeading(l, a, side), Rows: l.rows(rows), Labels: listColumns, Side: side, Name: v.the(side)},
			view.Part{Rows: v.sideNotes(l, side), Labels: listColumns, Side: -1, Name: "losses"})
	}
	board.Parts = append(board.Parts, v.adjacent(l))
	if v.looked(a); v.failed != nil {
		board.Parts = append(board.Parts, view.Part{Head: screen.Bad(screen.Wrap("? "+library.Explain(v.failed), l.width, 2))})
	}
	return board
}

// hexLine describes the hex: its terrain, its effects and, at the end, its owner.
func (v *View) hexLine(width int) string {
	setup := v.battle.Setup()
	name, facts, text := "A hex", []string(nil), ""
	if v.battle.OnMap() {
		name = v.battle.PlaceName(v.battle.Front().Hex())
	}
	if t := v.battle.Terrain(); t != nil {
		text = sorcerydata.Flavour(v.Library(), t)
		if name = t.Name; v.battle.OnMap() {
			name = fmt.Sprintf("%s, %s", v.battle.PlaceName(v.battle.Front().Hex()), strings.ToLower(t.Name))
		}
		if t.Clear {
			facts = append(facts, "cavalry may charge")
		}
	}
	if setup.Narrow || v.battle.Terrain() != nil && v.battle.Terrain().Narrow {
		facts = append(facts, "narrow: characters face no more than a unit's own strength (S7)")
	}
	if setup.Inside {
		facts = append(facts, "inside a besieged place: cavalry gives no modifier, and the defender cannot withdraw (S4)")
	}
	switch {
	case v.Over() && v.battle.Winner() < 0:
		name += ", nobody's now"
	case v.Over():
		name += fmt.Sprintf(", %s's now", v.the(v.battle.Winner()))
	}
	if len(facts) > 0 && !v.Over() {
		name += ", " + strings.Join(facts, "; ")
	}
	name += "."
	if whole := name + " " + text; text != "" && screen.Columns(whole) <= width {
		return whole
	}
	return screen.Wrap(name, width, 2)
}

// sideHeading is the player of a side, its facts in this round, and the result of
// its die.
func (v *View) sideHeading(l layout, a *forecast.Look, side engine.Side) string {
	text := v.Seated(side)
	if facts := v.facts(a, side); len(facts) > 0 {
		text += ": " + strings.Join(facts, ", ")
	}
	return screen.Under(text, l.width, 2)
}

// facts are the facts about a side in this round.
func (v *View) facts(a *forecast.Look, side engine.Side) (facts []string) {
	phase := v.battle.Phase()
	switch strength := v.strength(a, side); {
	case v.Over():
		return nil
	case strength != "":
		facts = append(facts, "strength "+strength)
	}
	if phase != sorcery.Parting {
		if die := v.dieText(a, side); die != "" {
			facts = append(facts, die)
		}
	}
	if left := v.battle.LossesOn(side); left > 0 && phase == sorcery.Losing {
		facts = append(facts, fmt.Sprintf("has still to lose %s", sorcery.Points(left)))
	}
	if v.battle.Withdrawing(side) {
		when := "after this round"
		if phase == sorcery.Parting {
			when = "after the next round"
		}
		facts = append(facts, "withdraws "+when)
	}
	return facts
}

// strength is the strength with which a side inflicts losses, in all and by arm:
// "20 (cavalry 16, flyers 4)"; "" before a fight.
func (v *View) strength(a *forecast.Look, side engine.Side) string {
	if v.battle.Phase() == sorcery.Parting { // what it has for the next round
		n := 0
		for u := range a.Line(side) {
			n += a.Strength(u)
		}
		if n == 0 {
			return ""
		}
		return halves(n)
	}
	tally := a.Tally(side)
	if tally.Strength == 0 {
		return ""
	}
	var arms []string
	for arm, n := range tally.Arms {
		if n > 0 {
			arms = append(arms, fmt.Sprintf("%s %s", sorcery.Arm(arm), halves(n)))
		}
	}
	text := halves(tally.Strength)
	if len(arms) > 0 {
		text += " (" + strings.Join(arms, ", ") + ")"
	}
	return text
}

// dieText is a side's die with its modifiers, "die 4 +3 = 7", or before the roll its
// modifiers, "die +2 leadership +1 cavalry".
func (v *View) dieText(a *forecast.Look, side engine.Side) string {
	die, total := v.battle.Rolled(side)
	modifiers := modifiersOf(a.Modified(side, v.battle.Game().Rules.Die))
	switch {
	case die == total && die > 0:
		return fmt.Sprintf("die %d", die)
	case die > 0: // its modifiers may be gone since
		return fmt.Sprintf("die %d %+d = %d", die, total-die, total)
	case modifiers != "" && v.strength(a, side) != "":
		return "die " + modifiers
	}
	return ""
}

// modifiersOf are the terms of a die: "+2 leadership +1 cavalry".
func modifiersOf(score engine.Score) string {
	var words []string
	for _, t := range score.Terms() {
		if t.Op == engine.Add || t.Op == engine.Adjust {
			words = append(words, fmt.Sprintf("%+d %s", t.N, t.Why.Text))
		}
	}
	return strings.Join(words, " ")
}

func (l layout) rows(rows []row) (drawn []view.Row) {
	for _, r := range rows {
		mark, name := " ", screen.Left(r.name(), nameColumns)
		if r.asked {
			mark, name = ">", screen.Heading(name)
		}
		text, used := mark+" "+name+screen.Left(r.counted(), l.kinds)+r.numbers()+" ", l.used()
		if r.strength == none && r.loss == none && r.morale == none { // its notes take their place
			text, used = mark+" "+name+screen.Left(r.counted(), l.kinds)+"  ", head+l.kinds+2
		}
		notes := strings.Join(append(append([]string(nil), r.states...), r.facts...), ", ")
		if l.wide && len(r.powers) > 0 {
			notes = strings.TrimPrefix(notes+" ["+strings.Join(r.powers, ", ")+"]", " ")
		}
		drawn = append(drawn, view.Row{Label: r.list, Text: screen.Beside(text, notes, used, l.width, head), Now: r.asked})
	}
	return drawn
}

// numbers marks a strength that is above (+) or below (-) what is printed.
func (r row) numbers() string {
	strength := screen.Marked(screen.Right(r.strength, strengthColumns), r.above)
	return strength + screen.Right(r.loss, lossColumns) + screen.Right(r.morale, moraleColumns)
}

// sideNotes are the units of a side that are no longer in the hex.
func (v *View) sideNotes(l layout, side engine.Side) (rows []view.Row) {
	gone := map[sorcery.Status][]*sorcery.Unit{}
	for u := range v.seen() {
		if u.Side() == side {
			gone[u.Status()] = append(gone[u.Status()], u)
		}
	}
	for _, row := range []struct {
		status sorcery.Status
		text   string
	}{{sorcery.Withdrawn, "gone"}, {sorcery.Captured, "taken"}, {sorcery.Eliminated, "lost"}} {
		if units := gone[row.status]; len(units) > 0 {
			rows = append(rows, view.Row{Label: row.text, Text: "  " + screen.Wrap(gathered(units), l.width, listColumns+2), Faint: true})
		}
	}
	return rows
}

// gathered lists units by the names of their kinds: "2 Orc Archers, Troll".
func gathered(units []*sorcery.Unit) string {
	return view.Gathered(units, func(u *sorcery.Unit) string { return u.Kind().Name })
}

// adjacent are the hexes around: those to withdraw into, and those from which
// reinforcements come (S3.7).
func (v *View) adjacent(l layout) view.Part {
	var hexes []view.Neighbor
	for way, hex := range v.battle.Setup().Neighbors {
		hexes = append(hexes, view.Neighbor{Name: hex.Name, Owner: v.seat(hex.Owner), Note: v.wayNote(way)})
	}
	part := view.AdjacentHexes(hexes, len("attacker")+2, l.width)
	if !v.battle.OnMap() {
		return part
	}
	const columns = len(view.Adjacent) + 1
	word := view.Adjacent
	if len(hexes) > 0 {
		word = ""
	}
	for way := range v.battle.Ways() {
		if there := v.standing(way); there != "" {
			part.Rows = append(part.Rows, view.Row{Text: screen.Left(word, columns) + screen.Wrap(v.battle.WayName(way)+": "+there, l.width, columns)})
			word = ""
		}
	}
	return part
}

// wayNote describes a neighbouring hex, and names the units there.
func (v *View) wayNote(way int) string {
	if v.battle.OnMap() {
		return v.standing(way)
	}
	var words []string
	hex := v.battle.Setup().Neighbors[way]
	if t, err := v.battle.Game().Terrain(hex.Terrain); err == nil {
		words = append(words, t.Name)
	}
	for _, fact := range []struct {
		is   bool
		text string
	}{
		{hex.Water, "over water"}, {hex.Closed, "nobody may withdraw there"}, {hex.Watched, "an enemy could react into it"},
	} {
		if fact.is {
			words = append(words, fact.text)
		}
	}
	text := strings.Join(words, ", ")
	if there := v.standing(way); there != "" {
		text = strings.TrimPrefix(text+": "+there, ": ")
	}
	return text
}

// standing are the units in a neighbouring hex. Of units that the viewer does not see
// it only says that they are there (S6).
func (v *View) standing(hex int) string {
	var rows []row
	unseen := false
	for i := range v.battle.Units() {
		switch u := v.battle.Unit(i); {
		case u.Hex() != hex || u.Status() != sorcery.Adjacent && u.Status() != sorcery.Withdrawn:
		case !v.sees(u):
			unseen = true
		default:
			r := v.named(u)
			r.states = v.statesOf(u)
			rows = joined(rows, r)
		}
	}
	var words []string
	for _, r := range rows {
		words = append(words, r.name()+" "+r.described())
	}
	if unseen {
		words = append(words, "a stack that has not been seen")
	}
	return strings.Join(words, ", ")
}
