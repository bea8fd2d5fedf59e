package sorceryview

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
)

// doPath tells the way to a hex.
func (v *View) doPath(size view.Size, words []string) (string, error) {
	if len(words) == 0 {
		return "", fmt.Errorf("path takes a hex, as in path %s 0304", v.example())
	}
	last := len(words) - 1
	if whole := last == 1 && words[last] == withAll; v.IsUnit(words[0]) && (last == 0 || whole) {
		unit := strings.Join(words, " ")
		return "", fmt.Errorf("path %s names no hex: it stands behind the unit, as in path %s 0304", unit, unit)
	}
	to, err := v.hexNamed(words[last])
	if err != nil {
		return "", err
	}
	g, err := v.grouped(words[:last])
	if err != nil {
		return "", err
	}
	text, err := v.path(g, to, size.Columns)
	if failed := v.looked(g.aside); failed != nil {
		return "", failed
	}
	return text, err
}

// path is the way of a group to a hex, step by step.
func (v *View) path(g group, to hex.Hex, width int) (string, error) {
	grid := v.battle.Grid()
	if err := g.order.Refuse(g.order.Answer(sorcery.ToMarch, to)); err != nil {
		return "", fmt.Errorf("%s to %s: %w", g.name(v), grid.Number(to), err)
	}
	way, cost, _ := g.order.Route(to)
	way = slices.Clone(way)
	left := g.left()
	var out strings.Builder
	fmt.Fprintf(&out, "%s to %s: %d of %s\n", g.name(v), v.battle.PlaceName(to), cost, screen.Count(left, "point"))
	for i, h := range way[1:] {
		fmt.Fprintf(&out, "  %s\n", v.stepText(g, way[i], h))
		if text := v.waterText(slices.Values(g.units), way[i], h); text != "" {
			fmt.Fprintf(&out, "    %s in the first round of a battle there (S3.2)\n", text)
		}
		if !slices.ContainsFunc(g.units, isTroop) { // characters alone set off no reaction
			continue
		}
		for _, near := range v.watchers(g.units[0].Side(), h) {
			fmt.Fprintf(&out, "    a stack in %s could react (S3.1)\n", v.battle.PlaceName(near))
		}
	}
	fmt.Fprint(&out, screen.Wrap(v.arrival(g, way), width, 2))
	return out.String(), nil
}

func isTroop(u *sorcery.Unit) bool { return u.Kind().Role == sorcery.Troop }

// waterText says what water between two hexes does to units that cross it: "the
// bridge halves all of them".
func (v *View) waterText(units iter.Seq[*sorcery.Unit], from, to hex.Hex) string {
	troops, halved := 0, 0
	for u := range units {
		if isTroop(u) {
			troops++
			if v.battle.HalvedBy(u, from, to) {
				halved++
			}
		}
	}
	if halved == 0 {
		return ""
	}
	text := fmt.Sprintf("the %s halves ", strings.ToLower(v.battle.HexsideOf(v.battle.Grid().Between(from, to)).Name))
	switch {
	case halved < troops:
		return text + fmt.Sprintf("the strength of %d of %s", halved, screen.Count(troops, "unit"))
	case troops == 1:
		return text + "its strength"
	}
	return text + "their strength"
}

// arrival is what happens where a way ends: battle, and how it begins, or how
// many stand there then (S1).
func (v *View) arrival(g group, way []hex.Hex) string {
	side, to := g.units[0].Side(), way[len(way)-1]
	if v.battle.Present(enemy(side), to) {
		text := "That brings battle, or a siege (S3.1, S4)."
		if water := v.waterText(slices.Values(g.units), way[len(way)-2], to); water != "" {
			text += fmt.Sprintf(" %s in its first round (S3.2).", view.Sentence(water))
		}
		return text
	}
	at := sorcery.SpotIn(to, false)
	weight, limit := g.WeightIn(side, at), g.LimitOf(side, at).Total()
	for _, u := range g.units {
		weight += u.Kind().Weight
	}
	text := fmt.Sprintf("They stand there then: %d of %d (S1).", weight, limit)
	if weight > limit {
		text = fmt.Sprintf("They stand there then: %d of %d, too many (S1).", weight, limit)
	}
	if walled := v.walledOff(side, to); walled != nil {
		text += fmt.Sprintf(" Walls lie between there and the enemy in %s: assault or breach them (S4).", view.Join(walled))
	}
	return text
}

// walledOff are the hexes beside one in which the enemy of a side stands behind a
// wall.
func (v *View) walledOff(side engine.Side, h hex.Hex) (numbers []string) {
	grid := v.battle.Grid()
	for _, near := range grid.Neighbors(h) {
		if between := v.battle.HexsideOf(grid.Between(h, near)); between != nil && between.Wall && v.battle.Present(enemy(side), near) {
			numbers = append(numbers, grid.Number(near))
		}
	}
	return numbers
}

// name is what a group is called.
func (g group) name(v *View) string {
	text := v.battle.Label(g.units[0])
	if n := len(g.units); n > 1 {
		text += fmt.Sprintf(" with %d more", n-1)
	}
	return text
}

// left is what who has fewest of a group has left to move.
func (g group) left() int {
	left := g.Left(g.units[0])
	for _, u := range g.units {
		left = min(left, g.Left(u))
	}
	return left
}

// stepText is what a step costs who pays most: "0304 Rough: 4 = 3 the terrain
// (S2), +1 the hexside (S2)".
func (v *View) stepText(g group, from, to hex.Hex) string {
	where := v.battle.PlaceName(to) + " " + v.battle.TerrainOf(to).Name
	if dice := v.diceBetween(g, from, to); dice > 0 {
		return fmt.Sprintf("%s: %s, for those who pay dice (S2)", where, screen.Count(dice, "die"))
	}
	if between := v.battle.HexsideOf(v.battle.Grid().Between(from, to)); between != nil && between.Wall && slices.ContainsFunc(g.units, onGround) {
		return where + ": " + strings.ToLower(between.Name) + ", the whole allowance (S2)"
	}
	most := g.StepCost(g.units[0], from, to)
	for _, u := range g.units[1:] {
		if score := g.StepCost(u, from, to); score.Total() > most.Total() {
			most = score
		}
	}
	return where + ": " + screen.NewAccount("costs", most).String()
}

// onGround tells whether a unit does not fly.
func onGround(u *sorcery.Unit) bool { return u.Kind().Classes&sorcery.Flyer == 0 }

// diceBetween is how many dice a step costs those who pay dice (S2).
func (v *View) diceBetween(g group, from, to hex.Hex) (dice int) {
	for _, h := range [...]hex.Hex{from, to} {
		t := v.battle.TerrainOf(h)
		pays := func(u *sorcery.Unit) bool {
			return onGround(u) && !slices.ContainsFunc(t.Costs, func(c sorcery.Cost) bool { return c.Race == u.Kind().Race })
		}
		if t.Dice > 0 && slices.ContainsFunc(g.units, pays) {
			dice += t.Dice
		}
	}
	return dice
}

// watchers are the hexes from which the enemy of a side could react to who
// comes into a hex, as everybody knows (S3.1, S6).
func (v *View) watchers(side engine.Side, h hex.Hex) (hexes []hex.Hex) {
	grid := v.battle.Grid()
	for _, near := range grid.Neighbors(h) {
		between := v.battle.HexsideOf(grid.Between(h, near))
		if v.battle.Present(enemy(side), near) && !v.battle.Present(side, near) && (between == nil || !between.Wall) {
			hexes = append(hexes, near)
		}
	}
	return hexes
}

// doReach draws the map with what it costs to go where.
func (v *View) doReach(size view.Size, words []string) (string, error) {
	g, err := v.grouped(words)
	if err != nil {
		v.looked(g.aside)
		return "", err
	}
	costs := map[hex.Hex]int{}
	for _, h := range slices.Clone(g.order.Reach()) {
		if _, cost, ok := g.order.Route(h); ok && !v.battle.TerrainOf(h).Shut {
			costs[h] = cost
		}
	}
	if err := v.looked(g.aside); err != nil {
		return "", err
	}
	heading := fmt.Sprintf("%s in %s, %s left: %s in reach, each with its cost.",
		g.name(v), v.battle.PlaceName(g.units[0].At().Hex()), screen.Count(g.left(), "point"), hexes(len(costs)))
	c := v.chartAround(g.units[0].At().Hex(), size.Columns, size.Lines-mapMargin)
	plain := c.Cell
	c.Cell = func(h hex.Hex) hex.Cell {
		cell := plain(h)
		if cost, ok := costs[h]; ok {
			text := fmt.Sprint(cost)
			if cell.Stack.Text != "" && c.Size != hex.Compact { // who stands there
				text += cell.Stack.Text[:1]
			}
			cell.Stack = hex.Text{Text: text, Paint: paint(screen.Good)}
		}
		return cell
	}
	return screen.Wrap(heading, size.Columns, 2) + "\n" + v.drawn(c, size.Columns), nil
}

// hexes is a number of them.
func hexes(n int) string {
	if n == 1 {
		return "1 hex"
	}
	return fmt.Sprintf("%d hexes", n)
}

// doRange tells which enemy stacks are near, and where a stack could react.
func (v *View) doRange(size view.Size, words []string) (string, error) {
	u, err := v.ranged(words)
	if err != nil {
		return "", err
	}
	from, grid := u.At().Hex(), v.battle.Grid()
	var out strings.Builder
	fmt.Fprintf(&out, "%s in %s\n", v.battle.Label(u), v.battle.PlaceName(from))
	fmt.Fprintln(&out, "  "+screen.Wrap(v.reactionText(u), size.Columns-2, 4))
	var search hex.Search
	found, hidden := false, false
	for _, h := range search.Reach(grid, from, hex.Unlimited, v.onFoot) {
		if h == from || !v.battle.Present(enemy(u.Side()), h) {
			continue
		}
		found = true
		cost, _ := search.Cost(h)
		speed, known := v.speedIn(enemy(u.Side()), h)
		hidden = hidden || !known
		fmt.Fprintln(&out, "  "+screen.Wrap(fmt.Sprintf("%s in %s: %s away on foot%s", v.seat(enemy(u.Side())), v.battle.PlaceName(h), screen.Count(cost, "point"), speed), size.Columns-2, 4))
	}
	if !found {
		fmt.Fprintf(&out, "  no stack of %s can come on foot\n", v.the(enemy(u.Side())))
	} else if hidden {
		fmt.Fprintln(&out, "  "+screen.Wrap(fmt.Sprintf("How far a stack comes that has not been seen is not known (S6): no unit of the game has more than %s in a turn.", screen.Count(v.fastest(), "point")), size.Columns-2, 4))
	}
	return out.String(), nil
}

// ranged is the unit that range is about.
func (v *View) ranged(words []string) (*sorcery.Unit, error) {
	if len(words) > 1 {
		return nil, fmt.Errorf("%q is too much: range takes a unit", words[1])
	}
	name := v.example()
	if len(words) == 1 {
		name = words[0]
	} else if c, ok := v.Asked().Choice.(*sorcery.Ordering); ok {
		for u := range c.Group {
			name = v.battle.Name(u)
			break
		}
	}
	u, err := v.unitNamed(name)
	if err == nil && u.At() < 0 {
		err = fmt.Errorf("%s is out of the game", v.battle.Label(u))
	}
	return u, err
}

// onFoot is what a way costs units of no race in particular, backwards: as
// everybody may reckon without knowing who comes (S6).
func (v *View) onFoot(from, to hex.Hex, _ hex.Direction) (cost int, ok bool) {
	into := v.battle.TerrainOf(from)
	side := v.battle.HexsideOf(v.battle.Grid().Between(from, to))
	if v.battle.TerrainOf(to).Water || side != nil && (side.Shut || side.Wall) {
		return 0, false
	}
	cost = max(into.Cost, 1) + 3*into.Dice
	if side != nil {
		cost += side.Cost
	}
	return cost, true
}

// speedIn is how far the fastest of a side come that stand in a hex; known is
// false where that is not known.
func (v *View) speedIn(side engine.Side, h hex.Hex) (text string, known bool) {
	fastest := 0
	for i := range v.battle.Units() {
		u := v.battle.Unit(i)
		switch {
		case u.Side() != side || u.At().Hex() != h:
		case !v.sees(u): // even that it is militia
			return "", false
		case !u.Bound():
			fastest = max(fastest, u.Kind().Move)
		}
	}
	return fmt.Sprintf("; the fastest there has %d", fastest), true
}

// fastest is how far the fastest unit comes that any army may have.
func (v *View) fastest() (fastest int) {
	for _, k := range v.battle.Game().Kinds {
		if k.Role == sorcery.Troop {
			fastest = max(fastest, k.Move)
		}
	}
	return fastest
}

// reactionText says where a unit's stack could react to.
func (v *View) reactionText(u *sorcery.Unit) string {
	var leaders []*sorcery.Unit
	troops := 0
	for i := range v.battle.Units() {
		switch other := v.battle.Unit(i); {
		case other.At() != u.At() || other.Side() != u.Side():
		case !v.sees(other):
			return "who else stands with it is not known (S6)"
		case other.Bound():
		case other.Kind().Role == sorcery.Character:
			leaders = append(leaders, other)
		case other.Kind().Role == sorcery.Troop:
			troops++
		}
	}
	switch {
	case leaders == nil:
		return "cannot react: no character stands with it (S3.1)"
	case troops == 0:
		return "cannot react: no unit stands with its leader (S3.1)"
	case u.At().Inside():
		return "cannot react from inside (S3.1)"
	}
	a := v.look()
	var texts []string
	for i := 0; i < len(leaders); {
		open, names := v.opensTo(a, leaders[i]), []string{v.battle.Label(leaders[i])}
		for i++; i < len(leaders) && v.opensTo(a, leaders[i]) == open; i++ {
			names = append(names, v.battle.Label(leaders[i]))
		}
		texts = append(texts, view.Join(names)+" "+open)
	}
	if v.looked(a) != nil {
		return ""
	}
	return strings.Join(texts, "; ")
}

// opensTo says where a leader may react to with units that stand with it: as the
// rules let it, as far as who looks knows.
func (v *View) opensTo(a *aside, leader *sorcery.Unit) string {
	grid := v.battle.Grid()
	var open []string
	why := "there is no hex beside it (S3.1)"
	for _, h := range grid.Neighbors(leader.At().Hex()) {
		if units, r := a.Reacting(a.Unit(leader.ID()), h); units != nil {
			open = append(open, grid.Number(h))
		} else {
			why = r.Error()
		}
	}
	if open == nil {
		return "cannot react: " + why
	}
	return fmt.Sprintf("may react with units when an army comes beside them: into %s (S3.1)", view.Join(open))
}
