package sorceryview

import (
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/forecast"
)

// mapMargin is how many lines of the screen stay free around a map that is asked
// for. Its legend takes them.
const mapMargin = 7

// panelColumns is the width that must be free beside a map for the list of stacks.
const panelColumns = 34

// panelShare is the divisor of a board's lines for the list of stacks below a map,
// which has at least that part.
const panelShare = 5

// mapBoard draws the map of a campaign and, where there is room, a list of the stacks
// that the viewer knows (S6). Below a map there is always room for some of the
// viewer's own stacks.
func (v *View) mapBoard(size view.Size) string {
	width := max(size.Columns, screen.Narrow)
	heading := v.Headline(width) + "\n" + screen.Wrap(v.warLine(), width, 2) + "\n"
	room := size.Lines - strings.Count(heading, "\n")
	chart := v.chart(width, room)
	part := chart.Window != (hex.Window{})
	if part { // a line says so
		chart = v.chart(width, room-1)
	}
	columns, lines := chart.Size.Extent(chart.Grid, chart.Window)
	if beside := width - columns - 2; beside >= panelColumns {
		return heading + besides(v.plainly(chart), v.panel(beside, lines), columns+2)
	}
	drawing := v.plainly(chart)
	if below := room / panelShare; room-screen.Height(drawing) < below {
		if chart = v.chart(width, room-below-1); part || chart.Window == (hex.Window{}) {
			drawing = v.plainly(chart)
		}
	}
	return heading + drawing + strings.Join(v.panel(width, room-screen.Height(drawing)), "")
}

// panel are at most so many lines of a list of the stacks, those of the viewer first,
// each with its line end.
func (v *View) panel(width, lines int) (panel []string) {
	if lines < 1 {
		return nil
	}
	camps := v.battle.Camps()
	slices.SortStableFunc(camps, func(a, b sorcery.Camp) int { return v.rank(a) - v.rank(b) })
	for _, c := range camps {
		panel = append(panel, strings.SplitAfter(screen.Wrap(v.stack(c.Side, c.Spot), width, 2)+"\n", "\n")...)
		panel = panel[:len(panel)-1] // after the last end
	}
	if len(panel) > lines {
		panel = append(panel[:lines-1], screen.Faint("... stacks lists all")+"\n")
	}
	return panel
}

// rank is 0 for the viewer's stacks, and 1 for others.
func (v *View) rank(c sorcery.Camp) int {
	if v.viewer() >= 0 && c.Side != v.viewer() {
		return 1
	}
	return 0
}

// besides puts a list beside a drawing, from a column on.
func besides(drawing string, list []string, column int) string {
	var out strings.Builder
	rows := strings.Split(strings.TrimSuffix(drawing, "\n"), "\n")
	for i := range max(len(rows), len(list)) {
		row, text := "", ""
		if i < len(rows) {
			row = rows[i]
		}
		if i < len(list) {
			text = strings.TrimSuffix(list[i], "\n")
		}
		if text != "" {
			row += strings.Repeat(" ", column-screen.Columns(screen.Bare(row))) + text
		}
		fmt.Fprintln(&out, row)
	}
	return out.String()
}

// warLine is the state of the war: the turn, the moving side, points, sieges, and the
// place of a battle.
func (v *View) warLine() string {
	b := v.battle
	words := []string{fmt.Sprintf("Turn %d of %d", max(b.Turn(), 1), b.Turns())}
	if b.Turn() > 0 && !v.Over() {
		words[0] += fmt.Sprintf(", %s moves", v.the(b.Mover()))
	}
	a := v.look()
	var points []string
	for side := range sorcery.Seats {
		points = append(points, fmt.Sprintf("%s %d", v.seat(side), a.Points(side).Total()))
	}
	v.looked(a)
	words = append(words, "Points: "+strings.Join(points, ", "))
	if b.Fighting() {
		text := "Battle in " + b.PlaceName(b.Front().Hex())
		if b.Front().Inside() {
			text += ", inside"
		}
		words = append(words, text)
	}
	for _, s := range b.Sieges() {
		words = append(words, view.Sentence(v.siegeText(s)))
	}
	return strings.Join(words, ". ") + "."
}

// campaignHeading is who plays a side.
func (v *View) campaignHeading(side engine.Side) string {
	text := v.seat(side)
	if player := v.Players()[side]; player != "" {
		text += " (" + player + ")"
	}
	return text + fmt.Sprintf(", %s on the map", v.mark(side))
}

// goalText says how a side wins points.
func (v *View) goalText(goal sorcery.Goal) string {
	switch {
	case goal.Hold == hex.None:
		return fmt.Sprintf("%s for each %d of strength that the enemy loses", screen.Count(goal.Points, "point"), goal.Per)
	case goal.AtOnce:
		return fmt.Sprintf("wins at once with %s", v.battle.PlaceName(goal.Hold))
	}
	return fmt.Sprintf("%s for %s", screen.Count(goal.Points, "point"), v.battle.PlaceName(goal.Hold))
}

// mark is the letter of a side on the map.
func (v *View) mark(side engine.Side) string { return strings.ToUpper(string(v.battle.Letter(side))) }

// chart is the map, whole in the largest size that fits, or a part of it.
func (v *View) chart(width, lines int) hex.Chart { return v.chartAround(v.focus(), width, lines) }

func (v *View) chartAround(focus hex.Hex, width, lines int) hex.Chart {
	grid := v.battle.Grid()
	c := hex.Chart{Grid: grid, Side: v.edge, Frame: paint(screen.Faint)}
	size, whole := hex.Largest(grid, grid.Whole(), width, lines)
	if c.Size = size; !whole {
		c.Size = hex.Roomy
		c.Window = c.Size.Around(grid, focus, width, lines)
	}
	c.Cell = func(h hex.Hex) hex.Cell { return v.cell(h, c.Size) }
	return c
}

// focus is the hex at the centre of the map: that of the battle, or of the units that
// move, or else of the viewer's first unit.
func (v *View) focus() hex.Hex {
	if v.battle.Fighting() {
		return v.battle.Front().Hex()
	}
	first := hex.None
	for i := range v.battle.Units() {
		u := v.battle.Unit(i)
		switch {
		case u.At() < 0:
		case u.Marching() || v.battle.Scout() == u: // that somebody moves is public
			return u.At().Hex()
		case v.own(u) && first == hex.None:
			first = u.At().Hex()
		}
	}
	return max(first, 0)
}

// drawn is a chart with the meaning of its marks, plainly is the chart alone.
func (v *View) drawn(c hex.Chart, width int) string {
	return v.plainly(c) + screen.Faint(strings.Join(v.legend(width), "\n")) + "\n"
}
func (v *View) plainly(c hex.Chart) string {
	var out strings.Builder
	if err := c.Draw(&out); err != nil {
		fmt.Fprintln(&out, screen.Bad(err.Error()))
	}
	if c.Window != (hex.Window{}) {
		fmt.Fprintln(&out, screen.Faint("A part of the map: map HEX shows another."))
	}
	return out.String()
}

// stack is what the viewer knows of a side's units in a spot: "0203 west: a1 Sir
// Oswin, ...".
func (v *View) stack(side engine.Side, at sorcery.Spot) string {
	var rows []row
	unseen, strength := false, 0
	for i := range v.battle.Units() {
		u := v.battle.Unit(i)
		switch {
		case u.At() != at || u.Side() != side:
		case !v.sees(u):
			unseen = true
		default:
			r := v.named(u)
			r.states = v.statesOf(u)
			if u.Kind().Role == sorcery.Character {
				r.states = append(r.states, fmt.Sprintf("leadership %d", u.Kind().Leadership))
			} else {
				attack, _ := printed(u.Kind())
				strength += attack
			}
			rows = joined(rows, r)
		}
	}
	if !unseen && rows == nil {
		return ""
	}
	where := v.battle.PlaceName(at.Hex())
	if at.Inside() {
		where += ", inside"
	}
	text := fmt.Sprintf("%s %s: ", where, v.seat(side))
	var words []string
	for _, r := range rows {
		words = append(words, r.name()+" "+r.described())
	}
	if unseen {
		words = append(words, "a stack that nobody has looked into")
	}
	return text + strings.Join(words, ", ") + v.crowding(side, at, unseen)
}

// crowding is how full a spot is, if the viewer knows it (S1).
func (v *View) crowding(side engine.Side, at sorcery.Spot, unseen bool) string {
	if unseen {
		return ""
	}
	a := v.look()
	weight, limit := a.WeightIn(side, at), a.LimitOf(side, at).Total()
	v.looked(a)
	text := fmt.Sprintf(" [%d of %d", weight, limit)
	if weight > limit {
		text += ", too many"
	}
	return text + "]"
}

// siegeText is a siege in words.
func (v *View) siegeText(s sorcery.Siege) string {
	what := v.battle.PlaceName(s.Hex)
	if s.Walled() {
		what = "the walls around " + what
	}
	return fmt.Sprintf("%s besieges %s, turn %d of the siege", v.the(s.By), what, s.Turns)
}

// orderNote says where an order leads: the way, and the units there.
func (v *View) orderNote(c *sorcery.Ordering, answer int) string {
	what, h := c.Order(answer)
	var words []string
	if name := v.battle.PlaceName(h); name != v.battle.Grid().Number(h) {
		words = append(words, name)
	}
	if what == sorcery.ToAssault || what == sorcery.ToBreach {
		return strings.Join(append(words, v.stormNote(c, what, h)), ", ")
	}
	words = append(words, v.battle.TerrainOf(h).Name)
	from := h
	for u := range c.Group {
		from = u.At().Hex()
		break
	}
	if what == sorcery.ToMarch {
		if way, cost, ok := c.Route(h); ok {
			words = append(words, screen.Count(cost, "point"))
			from = way[max(len(way)-2, 0)]
		}
	}
	if v.battle.Present(enemy(c.Side), h) {
		words = append(words, v.seat(enemy(c.Side))+" stands there")
		troops, halved := forecast.Crossing(v.battle, c.Group, from, h)
		if water := v.waterText(troops, halved, from, h); water != "" {
			words = append(words, water)
		}
	}
	if beside := v.besideText(c.Side, h); beside != "" && what == sorcery.ToMarch {
		words = append(words, beside)
	}
	return strings.Join(words, ", ")
}

// describeCampaign describes a campaign in lines.
func describeCampaign(c sorcery.Campaign) (lines []string) {
	for _, f := range c.Fields() {
		lines = append(lines, f.Key+": "+f.Value)
	}
	return lines
}
