package sorceryview

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/board"
	"houserule/engine/hex"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/forecast"
)

// campaign returns the board with the map: where units stand is public, which they are is
// known to their own side (S6).
func (v *View) campaign() board.Board {
	b, a, grid := v.Outline(), v.look(), v.battle.Grid()
	b.Seat, b.Situation = v.viewer(), v.warLine()
	b.Map = &board.Map{Columns: grid.Columns, Rows: grid.Rows, Focus: grid.Number(v.focus())}
	for side, name := range v.Seats() {
		b.Map.Seats = append(b.Map.Seats, board.Seat{Name: name, Letter: v.letter(engine.Side(side))})
	}
	for h := range hex.Hex(grid.Hexes()) {
		b.Map.Hexes = append(b.Map.Hexes, v.hexOf(h))
	}
	for s := range hex.Side(grid.Sides()) {
		if what := v.battle.HexsideOf(s); what != nil {
			mark := board.Mark{Mark: what.Mark, Name: what.Name, Color: "bold"}
			if what.Wet || what.Shut {
				mark.Color = "cyan"
			}
			b.Map.Hexsides = append(b.Map.Hexsides, board.Hexside{Between: grid.SideNumber(s), Mark: mark})
		}
	}
	for _, c := range v.battle.Camps() {
		h := &b.Map.Hexes[c.Spot.Hex()]
		h.Stacks = append(h.Stacks, v.stack(a, c))
	}
	if err := v.looked(a); err != nil {
		b.Fault = library.Explain(err)
	}
	return b
}

// letter returns the small letter of a side on the map, "" of no side.
func (v *View) letter(side engine.Side) string {
	if side < 0 {
		return ""
	}
	return string(v.battle.Letter(side))
}

// hexOf returns a hex of the map.
func (v *View) hexOf(h hex.Hex) board.Hex {
	t := v.battle.TerrainOf(h)
	of := board.Hex{
		Number:  v.battle.Grid().Number(h),
		Terrain: *v.mark(t),
		Holder:  v.letter(v.battle.Holder(h)),
		Battle:  v.battle.Fighting() && v.battle.Front().Hex() == h,
	}
	if f := v.battle.FeatureOf(h); f != nil {
		of.Feature = &board.Mark{Mark: f.Mark, Name: f.Name, Color: "yellow"}
	}
	if s, besieged := v.battle.SiegeAt(h); besieged {
		of.Siege = v.letter(s.By)
	}
	return of
}

// mark returns how a terrain is shown.
func (v *View) mark(t *sorcery.Terrain) *board.Mark {
	return &board.Mark{Mark: t.Letter, Name: t.Name, Color: sorcerydata.Color(v.Library(), t)}
}

// warLine returns the state of the war: the turn, the moving side, points, sieges, and the
// place of a battle.
func (v *View) warLine() string {
	b := v.battle
	words := []string{fmt.Sprintf("Turn %d of %d", max(b.Turn(), 1), b.Turns())}
	if b.Turn() > 0 && !v.Over() {
		words[0] += fmt.Sprintf(", %s moves", v.The(b.Mover()))
	}
	a := v.look()
	var points []string
	for side := range sorcery.Seats {
		points = append(points, fmt.Sprintf("%s %d", v.Seat(side), a.Points(side).Total()))
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
		words = append(words, engine.Capital(v.siegeText(s)))
	}
	return strings.Join(words, ". ") + "."
}

// campaignHeading returns the heading of a side, with its player.
func (v *View) campaignHeading(side engine.Side) string {
	return fmt.Sprintf("%s, %s on the map", view.Seated(v.Seat(side), v.Players()[side]), strings.ToUpper(v.letter(side)))
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

// focus returns the hex at the center of the map: that of the battle, or of the units that
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

// stack is what the viewer knows of a side's units in a spot, with how full it is, if
// the viewer knows that (S1).
func (v *View) stack(a *forecast.Look, c sorcery.Camp) board.Stack {
	s := board.Stack{Seat: v.Seat(c.Side), Place: v.battle.PlaceName(c.Spot.Hex())}
	if c.Spot.Inside() {
		s.Place += ", inside"
	}
	s.Units, s.Unseen = v.there(func(u *sorcery.Unit) bool { return u.At() == c.Spot && u.Side() == c.Side }, func(u *sorcery.Unit) []string {
		return append(v.statesOf(u), textsOf([]fact{{u.Kind().Role == sorcery.Character, fmt.Sprintf("leadership %d", u.Kind().Leadership)}})...)
	})
	if !s.Unseen {
		s.Weight, s.Limit = a.WeightIn(c.Side, c.Spot).Total(), a.LimitOf(c.Side, c.Spot).Total()
	}
	return s
}

// siegeText returns a siege in words.
func (v *View) siegeText(s sorcery.Siege) string {
	what := v.battle.PlaceName(s.Hex)
	if s.Walled() {
		what = "the walls around " + what
	}
	return fmt.Sprintf("%s besieges %s, turn %d of the siege", v.The(s.By), what, s.Turns)
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
		words = append(words, v.Seat(enemy(c.Side))+" stands there")
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
