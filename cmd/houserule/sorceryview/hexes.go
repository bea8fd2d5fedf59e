package sorceryview

import (
	"fmt"
	"strings"

	"houserule/engine"
	"houserule/engine/board"
	"houserule/engine/hex"
	"houserule/engine/library"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/forecast"
)

// aboutHex returns all facts about a hex.
func (m *mapView) aboutHex(h hex.Hex) board.Page {
	t := m.war().TerrainOf(h)
	p := board.Page{Name: m.war().PlaceName(h), Is: []string{t.Name}}
	say := func(format string, args ...any) { p.Add(board.Text(format, args...)) }
	say("%s", entryText(m.view.Library(), t))
	p.Add(board.Texts(terrainFacts(t)...)...)
	flavor := ""
	if f := m.war().FeatureOf(h); f != nil {
		flavor = m.view.Library().Flavor(f)
		say("%s: %s", f.Name, strings.Join(featureFacts(f), ", "))
	}
	if m.worthHolding(h) {
		say("%s", m.holderText(h))
	}
	for d, near := range m.war().Grid().Neighbors(h) {
		if side := m.war().HexsideOf(m.war().Grid().Side(h, d)); side != nil {
			say("%s, to %s: %s", d, m.war().Grid().Number(near), strings.Join(append([]string{side.Name}, hexsideFacts(side)...), ", "))
		}
	}
	if s, on := m.war().SiegeAt(h); on {
		say("%s", m.siegeText(s))
	}
	for d, near := range m.war().Grid().Neighbors(h) {
		for side := range fight.Seats {
			s, on := m.war().Breaching(side, sorcery.SpotIn(near, false), h)
			if _, besieged := m.war().SiegeAt(h); on && !besieged && (m.view.viewer() < 0 || m.view.viewer() == side) {
				say("%s stands at the wall to the %s, turn %d (S4)", m.view.The(side), d, s.Turns)
			}
		}
	}
	p.Add(m.aboutStacks(h)...)
	p.Add(board.Texts(m.view.Library().Flavor(t), flavor)...)
	return p
}

// aboutStacks returns the stacks in a hex, or that none is there, with what may stand there.
func (m *mapView) aboutStacks(h hex.Hex) (facts []board.Fact) {
	a := m.view.look()
	limit := func(text string, side engine.Side, at sorcery.Spot) board.Fact {
		f := board.Score("limit", a.War().LimitOf(side, at))
		f.Text = text
		return f
	}
	for _, c := range m.war().Camps() {
		if c.Spot.Hex() != h {
			continue
		}
		f := board.Text("%s", m.stack(a, c))
		if m.view.viewer() < 0 || c.Side == m.view.viewer() {
			weight := a.War().WeightIn(c.Side, c.Spot)
			f.Facts = []board.Fact{limit(fmt.Sprintf("weight %d of", weight.Total()), c.Side, c.Spot)}
			if len(weight.Terms()) > 1 {
				f.Facts = append(f.Facts, board.Score("weight", weight))
			}
		}
		facts = append(facts, f)
	}
	if facts == nil {
		facts = []board.Fact{limit("no unit stands there:", max(m.view.viewer(), 0), sorcery.SpotIn(h, false))}
	}
	if err := m.view.looked(a); err != nil {
		facts = append(facts, board.Text("?: %s", library.Explain(err)))
	}
	return facts
}

// worthHolding reports whether a goal or a place makes the hex matter.
func (m *mapView) worthHolding(h hex.Hex) bool {
	c := m.war().Campaign()
	for _, p := range c.Map.Places {
		if p.Hex == h {
			return true
		}
	}
	for _, goal := range c.Goals {
		if goal.Hold == h {
			return true
		}
	}
	return false
}

// besideText names the enemy's stacks that could react to a unit that enters a hex.
func (m *mapView) besideText(side engine.Side, h hex.Hex) string {
	numbers := m.numbers(forecast.Watchers(m.view.battle, side, h))
	if numbers == nil {
		return ""
	}
	return "beside " + m.view.The(enemy(side)) + " in " + strings.Join(numbers, ", ")
}
