package sorceryview

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/forecast"
)

// doPath shows the way to a hex.
func (m *mapView) doPath(size view.Size, words []string) (string, error) {
	if len(words) == 0 {
		return "", fmt.Errorf("path takes a hex, as in path %s 0304", m.example())
	}
	last := len(words) - 1
	if whole := last == 1 && words[last] == withAll; m.view.IsUnit(words[0]) && (last == 0 || whole) {
		unit := strings.Join(words, " ")
		return "", fmt.Errorf("path %s names no hex: the hex stands after the unit, as in path %s 0304", unit, unit)
	}
	to, err := m.hexNamed(words[last])
	if err != nil {
		return "", err
	}
	g, err := m.grouped(words[:last])
	if err != nil {
		return "", err
	}
	text, err := m.path(g, to, size.Columns)
	if failed := m.view.looked(g.look); failed != nil {
		return "", failed
	}
	return text, err
}

// path returns the way of a group to a hex, step by step.
func (m *mapView) path(g group, to hex.Hex, width int) (string, error) {
	grid := m.war().Grid()
	if err := g.order.Refuse(g.order.Answer(sorcery.ToMarch, to)); err != nil {
		return "", fmt.Errorf("%s to %s: %w", g.name(m.view), grid.Number(to), err)
	}
	p := g.look.Path(g.order, g.units, to)
	var out strings.Builder
	fmt.Fprintf(&out, "%s to %s: %d of %s\n", g.name(m.view), m.war().PlaceName(to), p.Cost, screen.Count(p.Left, "point"))
	for _, s := range p.Steps {
		fmt.Fprintf(&out, "  %s\n", m.stepText(s))
		if text := m.waterText(s.Troops, s.Halved, s.From, s.To); text != "" {
			fmt.Fprintf(&out, "    %s in the first round of a battle there (S3.2)\n", text)
		}
		for _, near := range s.Watchers {
			fmt.Fprintf(&out, "    a stack in %s could react (S3.1)\n", m.war().PlaceName(near))
		}
	}
	fmt.Fprint(&out, screen.Wrap(m.arrival(p), width, 2))
	return out.String(), nil
}

// waterText returns the effect of water between two hexes on troops that cross it: "the
// bridge halves all of them".
func (m *mapView) waterText(troops, halved int, from, to hex.Hex) string {
	if halved == 0 {
		return ""
	}
	text := fmt.Sprintf("the %s halves ", strings.ToLower(m.war().HexsideOf(m.war().Grid().Between(from, to)).Name))
	switch {
	case halved < troops:
		return text + fmt.Sprintf("the strength of %d of %s", halved, screen.Count(troops, "unit"))
	case troops == 1:
		return text + "its strength"
	}
	return text + "their strength"
}

// arrival is what happens at the end of a way: a battle, and how it begins, or how
// many units stand there then (S1).
func (m *mapView) arrival(p forecast.Path) string {
	if p.Battle {
		text := "That leads to a battle, or a siege (S3.1, S4)."
		last := p.Steps[len(p.Steps)-1]
		if water := m.waterText(last.Troops, last.Halved, last.From, last.To); water != "" {
			text += fmt.Sprintf(" %s in its first round (S3.2).", engine.Capital(water))
		}
		return text
	}
	many := ""
	if p.Weight.Total() > p.Limit.Total() {
		many = ", too many"
	}
	text := fmt.Sprintf("Weight in that hex then: %s of %d%s (S1).", weightText(p.Weight), p.Limit.Total(), many)
	if p.Walled != nil {
		text += fmt.Sprintf(" Walls lie between there and the enemy in %s: assault or breach them (S4).", view.Join(m.numbers(p.Walled)))
	}
	return text
}

// numbers returns the numbers of hexes.
func (m *mapView) numbers(hexes []hex.Hex) []string {
	return engine.Each(hexes, m.war().Grid().Number)
}

// name returns the name of a group.
func (g group) name(v *View) string {
	text := v.battle.Label(g.units[0])
	if n := len(g.units); n > 1 {
		text += fmt.Sprintf(" with %d more", n-1)
	}
	return text
}

// stepText returns the cost of a step for the unit that pays most: "0304 Rough: 4 = 3 the
// terrain (S2), +1 the hexside (S2)".
func (m *mapView) stepText(s forecast.Step) string {
	where := m.war().PlaceName(s.To) + " " + m.war().TerrainOf(s.To).Name
	switch {
	case s.Dice > 0:
		return fmt.Sprintf("%s: %s, for units that pay by dice (S2)", where, screen.Count(s.Dice, "die"))
	case s.Wall:
		between := m.war().HexsideOf(m.war().Grid().Between(s.From, s.To))
		return where + ": " + strings.ToLower(between.Name) + ", the whole allowance (S2)"
	}
	return where + ": " + screen.NewAccount("costs", s.Cost).String()
}

// doReach draws the map with the costs of the hexes in reach.
func (m *mapView) doReach(size view.Size, words []string) (string, error) {
	g, err := m.grouped(words)
	if err != nil {
		m.view.looked(g.look)
		return "", err
	}
	costs := g.look.Reach(g.order)
	if err := m.view.looked(g.look); err != nil {
		return "", err
	}
	heading := fmt.Sprintf("%s in %s, %s left: %s in reach. A number without a letter before it is the cost, in place of the terrain or beside it.",
		g.name(m.view), m.war().PlaceName(m.war().At(g.units[0]).Hex()), screen.Count(g.look.LeftOf(g.units), "point"), screen.Count(len(costs), "hex"))
	b := m.campaign()
	b.Map.Focus = m.war().Grid().Number(m.war().At(g.units[0]).Hex())
	for h, cost := range costs {
		b.Map.Hexes[h].Note = fmt.Sprint(cost)
	}
	return screen.Wrap(heading, size.Columns, 2) + "\n" + view.DrawMap(b, hex.Sizes, size), nil
}

// doRange lists the enemy stacks that are near, and the hexes that a stack could
// react into.
func (m *mapView) doRange(size view.Size, words []string) (string, error) {
	u, err := m.ranged(words)
	if err != nil {
		return "", err
	}
	from := m.war().At(u).Hex()
	var out strings.Builder
	fmt.Fprintf(&out, "%s in %s\n", m.view.battle.Label(u), m.war().PlaceName(from))
	fmt.Fprintln(&out, "  "+screen.Wrap(m.reactsText(u), size.Columns-2, 4))
	a, hidden := m.view.look(), false
	near := a.Approaches(enemy(u.Side()), from)
	for _, stack := range near {
		text := fmt.Sprintf("%s in %s: %s away on foot", m.view.Seat(enemy(u.Side())), m.war().PlaceName(stack.From), screen.Count(stack.Cost, "point"))
		if stack.Known {
			text += fmt.Sprintf("; the fastest there has %d", stack.Fastest)
		} else {
			hidden = true
		}
		fmt.Fprintln(&out, "  "+screen.Wrap(text, size.Columns-2, 4))
	}
	if near == nil {
		fmt.Fprintf(&out, "  no stack of %s can come on foot\n", m.view.The(enemy(u.Side())))
	} else if hidden {
		fmt.Fprintln(&out, "  "+screen.Wrap(fmt.Sprintf("The speed of an unseen stack is not known (S6): no unit of the game has more than %s in a turn.", screen.Count(a.Fastest(), "point")), size.Columns-2, 4))
	}
	return out.String(), nil
}

// ranged returns the unit of a range command.
func (m *mapView) ranged(words []string) (*fight.Unit, error) {
	if len(words) > 1 {
		return nil, fmt.Errorf("%q is too much: range takes a unit", words[1])
	}
	name := m.example()
	if len(words) == 1 {
		name = words[0]
	} else if c, ok := m.view.Asked().Choice.(*sorcery.Ordering); ok {
		for u := range c.Group {
			name = m.view.battle.Name(u)
			break
		}
	}
	u, err := m.view.unitNamed(name)
	if err == nil && m.war().At(u) < 0 {
		err = fmt.Errorf("%s is out of the game", m.view.battle.Label(u))
	}
	return u, err
}

// reactsText names the hexes that a unit's stack could react into.
func (m *mapView) reactsText(u *fight.Unit) string {
	var leaders []*fight.Unit
	troops := 0
	for i := range m.view.battle.Units() {
		switch other := m.view.battle.Unit(i); {
		case m.war().At(other) != m.war().At(u) || other.Side() != u.Side():
		case !m.view.sees(other):
			return "the other units with it are not known (S6)"
		case other.Bound():
		case other.Kind().Role == fight.Character:
			leaders = append(leaders, other)
		case other.Kind().Role == fight.Troop:
			troops++
		}
	}
	switch {
	case leaders == nil:
		return "cannot react: no character stands with it (S3.1)"
	case troops == 0:
		return "cannot react: no unit stands with its leader (S3.1)"
	case m.war().At(u).Inside():
		return "cannot react from inside (S3.1)"
	}
	a := m.view.look()
	var texts []string
	for i := 0; i < len(leaders); {
		open, names := m.opensTo(a, leaders[i]), []string{m.view.battle.Label(leaders[i])}
		for i++; i < len(leaders) && m.opensTo(a, leaders[i]) == open; i++ {
			names = append(names, m.view.battle.Label(leaders[i]))
		}
		texts = append(texts, view.Join(names)+" "+open)
	}
	if m.view.looked(a) != nil {
		return ""
	}
	return strings.Join(texts, "; ")
}

// opensTo names the hexes that a leader may react into with units that stand with
// it: as the rules allow, as far as the viewer knows.
func (m *mapView) opensTo(a *forecast.Look, leader *fight.Unit) string {
	open, why := a.ReactsInto(a.Reading().Unit(leader.ID()))
	if open == nil {
		return "cannot react: " + why.Error()
	}
	return fmt.Sprintf("may react with units when an army comes beside them: into %s (S3.1)", view.Join(m.numbers(open)))
}
