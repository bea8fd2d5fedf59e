package sorceryview

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/forecast"
)

// showHex is all that is to be known of a hex.
func (v *View) showHex(h hex.Hex) string {
	b, t := v.battle, v.battle.TerrainOf(h)
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, "  "+format+"\n", args...) }
	fmt.Fprintf(&out, "%s: %s\n", screen.Heading(b.PlaceName(h)), t.Name)
	line("to enter it costs %s%s; flying units pay 1 (S2)", costText(t.Cost, t.Dice), raceCosts(v.Library(), t))
	for _, fact := range terrainFacts(t) {
		line("%s", fact)
	}
	if f := b.FeatureOf(h); f != nil {
		line("%s: %s", f.Name, strings.Join(featureFacts(f), ", "))
	}
	if v.worthHolding(h) {
		line("%s", v.holderText(h))
	}
	for d, near := range b.Grid().Neighbors(h) {
		if side := b.HexsideOf(b.Grid().Side(h, d)); side != nil {
			line("%s, to %s: %s", d, b.Grid().Number(near), strings.Join(append([]string{side.Name}, hexsideFacts(side)...), ", "))
		}
	}
	if s, on := b.SiegeAt(h); on {
		line("%s", v.siegeText(s))
	}
	for d, near := range b.Grid().Neighbors(h) {
		for side := range sorcery.Seats {
			s, on := b.Breaching(side, sorcery.SpotIn(near, false), h)
			if _, besieged := b.SiegeAt(h); on && !besieged && (v.viewer() < 0 || v.viewer() == side) {
				line("%s stands at the wall to the %s, turn %d (S4)", v.the(side), d, s.Turns)
			}
		}
	}
	a := v.look()
	for _, c := range v.campsIn(h) {
		line("%s", v.stack(c.Side, c.Spot))
		if v.viewer() < 0 || c.Side == v.viewer() {
			line("  weight %d of %s", a.WeightIn(c.Side, c.Spot), screen.NewAccount("limit", a.LimitOf(c.Side, c.Spot)))
		}
	}
	if len(v.campsIn(h)) == 0 {
		line("nobody stands there: %s", screen.NewAccount("limit", a.LimitOf(max(v.viewer(), 0), sorcery.SpotIn(h, false))))
	}
	if err := v.looked(a); err != nil {
		line("?: %s", library.Explain(err))
	}
	for _, text := range []string{sorcerydata.Flavour(v.Library(), t), v.featureFlavour(h)} {
		if text != "" {
			line("%s", text)
		}
	}
	return strings.TrimSuffix(out.String(), "\n")
}

func (v *View) featureFlavour(h hex.Hex) string {
	if f := v.battle.FeatureOf(h); f != nil {
		return sorcerydata.Flavour(v.Library(), f)
	}
	return ""
}

// worthHolding tells whether it matters who holds a hex.
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

// campsIn are the stacks in a hex, in the place apart of it, too.
func (v *View) campsIn(h hex.Hex) (camps []sorcery.Camp) {
	for _, c := range v.battle.Camps() {
		if c.Spot.Hex() == h {
			camps = append(camps, c)
		}
	}
	return camps
}

// besideText names the enemy's stacks that could react to who comes into a hex.
func (v *View) besideText(side engine.Side, h hex.Hex) string {
	var names []string
	for _, near := range forecast.Watchers(v.battle, side, h) {
		names = append(names, v.battle.Grid().Number(near))
	}
	if names == nil {
		return ""
	}
	return "beside " + v.the(enemy(side)) + " in " + strings.Join(names, ", ")
}
