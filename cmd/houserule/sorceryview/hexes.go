package sorceryview

import (
	"fmt"
	"strings"

	"houserule/engine"
	"houserule/engine/board"
	"houserule/engine/hex"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/forecast"
)

// aboutHex returns all facts about a hex.
func (v *View) aboutHex(h hex.Hex) board.Page {
	b, t := v.battle, v.battle.TerrainOf(h)
	p := board.Page{Name: b.PlaceName(h), Is: []string{t.Name}}
	say := func(format string, args ...any) { p.Add(board.Text(format, args...)) }
	say("%s", entryText(v.Library(), t))
	p.Add(board.Texts(terrainFacts(t)...)...)
	flavor := ""
	if f := b.FeatureOf(h); f != nil {
		flavor = sorcerydata.Flavor(v.Library(), f)
		say("%s: %s", f.Name, strings.Join(featureFacts(f), ", "))
	}
	if v.worthHolding(h) {
		say("%s", v.holderText(h))
	}
	for d, near := range b.Grid().Neighbors(h) {
		if side := b.HexsideOf(b.Grid().Side(h, d)); side != nil {
			say("%s, to %s: %s", d, b.Grid().Number(near), strings.Join(append([]string{side.Name}, hexsideFacts(side)...), ", "))
		}
	}
	if s, on := b.SiegeAt(h); on {
		say("%s", v.siegeText(s))
	}
	for d, near := range b.Grid().Neighbors(h) {
		for side := range sorcery.Seats {
			s, on := b.Breaching(side, sorcery.SpotIn(near, false), h)
			if _, besieged := b.SiegeAt(h); on && !besieged && (v.viewer() < 0 || v.viewer() == side) {
				say("%s stands at the wall to the %s, turn %d (S4)", v.The(side), d, s.Turns)
			}
		}
	}
	p.Add(v.aboutStacks(h)...)
	p.Add(board.Texts(sorcerydata.Flavor(v.Library(), t), flavor)...)
	return p
}

// aboutStacks returns the stacks in a hex, or that none is there, with what may stand there.
func (v *View) aboutStacks(h hex.Hex) (facts []board.Fact) {
	a := v.look()
	limit := func(text string, side engine.Side, at sorcery.Spot) board.Fact {
		f := board.Score("limit", a.LimitOf(side, at))
		f.Text = text
		return f
	}
	for _, c := range v.battle.Camps() {
		if c.Spot.Hex() != h {
			continue
		}
		f := board.Text("%s", v.stack(a, c))
		if v.viewer() < 0 || c.Side == v.viewer() {
			weight := a.WeightIn(c.Side, c.Spot)
			f.Facts = []board.Fact{limit(fmt.Sprintf("weight %d of", weight.Total()), c.Side, c.Spot)}
			if len(weight.Terms()) > 1 {
				f.Facts = append(f.Facts, board.Score("weight", weight))
			}
		}
		facts = append(facts, f)
	}
	if facts == nil {
		facts = []board.Fact{limit("no unit stands there:", max(v.viewer(), 0), sorcery.SpotIn(h, false))}
	}
	if err := v.looked(a); err != nil {
		facts = append(facts, board.Text("?: %s", library.Explain(err)))
	}
	return facts
}

// worthHolding reports whether a goal or a place makes the hex matter.
func (v *View) worthHolding(h hex.Hex) bool {
	c := v.battle.Campaign()
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
func (v *View) besideText(side engine.Side, h hex.Hex) string {
	numbers := v.numbers(forecast.Watchers(v.battle, side, h))
	if numbers == nil {
		return ""
	}
	return "beside " + v.The(enemy(side)) + " in " + strings.Join(numbers, ", ")
}
