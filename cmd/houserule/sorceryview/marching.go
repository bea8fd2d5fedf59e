package sorceryview

import (
	"fmt"
	"slices"
	"strings"

	"houserule/engine"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine/board"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/forecast"
)

// withAll is the word after an order that takes all units of the stack along.
const withAll = "all"

// WordsAhead returns the hexes that any unit that may move now can march to, where an
// order may be given early.
func (v *View) WordsAhead(unit string, of engine.Verb, before []string) (numbers []string) {
	c, ok := v.Asked().Choice.(*fight.Picking)
	if !ok || len(before) > 0 || !c.OrdersBefore(of) {
		return nil
	}
	a := v.look()
	defer v.looked(a)
	grid, known := v.onMap.war().Grid(), map[hex.Hex]bool{}
	for i := range a.Reading().Units() {
		u := a.Reading().Unit(i)
		if !v.own(u) {
			continue
		}
		o, err := a.Form(u)
		if err != nil {
			continue
		}
		for _, h := range o.Reach() {
			known[h] = true
		}
	}
	for h := range hex.Hex(grid.Hexes()) {
		if known[h] {
			numbers = append(numbers, grid.Number(h))
		}
	}
	return numbers
}

// A group is the units of a preview, in a look.
type group struct {
	look  *forecast.Look
	units []*fight.Unit
	order *sorcery.Ordering
}

// add adds a unit, once.
func (g *group) add(u *fight.Unit) {
	if !slices.Contains(g.units, u) {
		g.units = append(g.units, u)
	}
}

// grouped returns the units that words before a hex name: without words those that are
// asked, else the named unit alone, or with all, "w1 all", its whole stack.
func (m *mapView) grouped(words []string) (group, error) {
	g := group{look: m.view.look()}
	who := "those who move"
	named, rest := view.Leading(m.view, words)
	switch {
	case len(words) == 0:
		for i := range g.look.Reading().Units() {
			if u := g.look.Reading().Unit(i); m.war().Marching(u) && m.view.own(u) {
				g.units = append(g.units, u)
			}
		}
		if g.units == nil {
			return g, fmt.Errorf("no group is moving now: name a unit, as in %s", m.example())
		}
	case len(named) == 0:
		return g, m.view.unknown(words[0])
	case len(rest) > 1 || len(rest) == 1 && rest[0] != withAll:
		return g, fmt.Errorf("%q is too much: name a unit, and %s for the whole stack", strings.Join(rest, " "), withAll)
	}
	for _, name := range named {
		u, err := m.view.unitNamed(name)
		if err != nil {
			return g, err
		}
		who = m.view.battle.Label(u)
		if !m.view.own(u) {
			return g, fmt.Errorf("%s is the enemy's, and its moves are not known (S6)", who)
		}
		g.add(g.look.Reading().Unit(u.ID()))
		for i := range g.look.Reading().Units() {
			if other := g.look.Reading().Unit(i); len(rest) == 1 && other.Side() == u.Side() && m.war().At(other) == m.war().At(u) {
				if _, err := g.look.Form(other); err == nil {
					g.add(other)
				}
			}
		}
	}
	var err error
	g.order, err = g.look.Form(g.units...)
	return g, err
}

// example returns a unit for an example of a look.
func (m *mapView) example() string {
	for u := range m.view.seen() {
		if m.view.own(u) && m.war().At(u) >= 0 && !u.Bound() {
			return m.view.battle.Name(u)
		}
	}
	return "a1"
}

// hexNamed returns the hex of a number.
func (m *mapView) hexNamed(word string) (hex.Hex, error) { return m.war().Grid().Parse(word) }

// isHex reports whether a word looks like the number of a hex.
func isHex(word string) bool {
	return len(word) >= 4 && strings.Trim(word, "0123456789") == ""
}

// asksMarch asks which unit moves, stack by stack, because there are many.
func (v *View) asksMarch(c *fight.Picking) string {
	stacks := v.onMap.movable(c, func(*fight.Unit) bool { return true })
	return fmt.Sprintf("Which unit of %s moves: %s? As in %s march HEX, or with the whole stack %s march HEX %s. Or done, if no other unit moves.",
		v.The(c.Side), strings.Join(stacks, "; "), v.onMap.firstOf(c), v.onMap.firstOf(c), withAll)
}

// movable returns the units that can be picked and that a test accepts, stack by
// stack: "w1-7 in 0203".
func (m *mapView) movable(c *fight.Picking, test func(*fight.Unit) bool) (stacks []string) {
	for _, camp := range m.war().Camps() {
		var rows []board.Unit
		for answer := range c.Each {
			if u := m.view.picked(answer); u != nil && m.war().At(u) == camp.Spot && test(u) {
				r := m.view.named(u)
				r.Kind = ""
				rows = joined(rows, r)
			}
		}
		if rows != nil {
			names := engine.Each(rows, board.Unit.Names)
			stacks = append(stacks, fmt.Sprintf("%s in %s", strings.Join(names, ", "), m.war().Grid().Number(camp.Spot.Hex())))
		}
	}
	return stacks
}

// firstOf returns the name of the first unit that may be picked.
func (m *mapView) firstOf(c *fight.Picking) string {
	for answer := range c.Each {
		if u := m.view.picked(answer); u != nil {
			return m.view.battle.Name(u)
		}
	}
	return ""
}

// asksOrder asks for the order of the units that move, or for the hex of those that
// react.
func asksOrder(c *sorcery.Ordering) string {
	marches := 0
	var words []string
	for answer := range c.Each {
		if what, _ := c.Order(answer); what == sorcery.ToMarch {
			marches++
			continue
		}
		words = append(words, c.Name(answer))
	}
	if marches > 0 {
		words = append([]string{fmt.Sprintf("march HEX (%s in reach: reach shows them)", screen.Count(marches, "hex"))}, words...)
	}
	return fmt.Sprintf("%s (%s)", c.Prompt(), strings.Join(words, ", "))
}

// asksMapDie explains a die on the map.
func (v *View) asksMapDie(t fight.Throw) string {
	who := v.The(t.Side)
	if t.Unit != nil {
		who = v.called(t.Unit)
	}
	if at := v.onMap.war().Thrown(); at > 0 {
		who += " in " + v.onMap.war().PlaceName(at.Hex())
	}
	return fmt.Sprintf("Roll a d%d for %s (%s).", v.Sides(), who, v.battle.Scene())
}
