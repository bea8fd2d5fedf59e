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
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/forecast"
)

// A mapView shows the war around a fight, if there is one: the map, marches and sieges.
type mapView struct{ view *View }

func (m *mapView) war() sorcery.Theater { return sorcery.TheaterOf(m.view.battle) }

// campaign returns the board with the map: where units stand is public, which they are is
// known to their own side (S6).
func (m *mapView) campaign() board.Board {
	b, a, grid := m.view.Outline(), m.view.look(), m.war().Grid()
	b.Seat, b.Situation = m.view.viewer(), m.warLine()
	b.Map = &board.Map{Columns: grid.Columns, Rows: grid.Rows, Focus: grid.Number(m.focus())}
	for side, name := range m.view.Seats() {
		b.Map.Seats = append(b.Map.Seats, board.Seat{Name: name, Letter: m.letter(engine.Side(side))})
	}
	for h := range hex.Hex(grid.Hexes()) {
		b.Map.Hexes = append(b.Map.Hexes, m.hexOf(h))
	}
	for s := range hex.Side(grid.Sides()) {
		if what := m.war().HexsideOf(s); what != nil {
			mark := board.Mark{Mark: what.Mark, Name: what.Name, Color: "bold"}
			if what.Wet || what.Shut {
				mark.Color = "cyan"
			}
			b.Map.Hexsides = append(b.Map.Hexsides, board.Hexside{Between: grid.SideNumber(s), Mark: mark})
		}
	}
	for _, c := range m.war().Camps() {
		h := &b.Map.Hexes[c.Spot.Hex()]
		h.Stacks = append(h.Stacks, m.stack(a, c))
	}
	if err := m.view.looked(a); err != nil {
		b.Fault = library.Explain(err)
	}
	return b
}

// letter returns the small letter of a side on the map, "" of no side.
func (m *mapView) letter(side engine.Side) string {
	if side < 0 {
		return ""
	}
	return string(m.view.battle.Letter(side))
}

// hexOf returns a hex of the map.
func (m *mapView) hexOf(h hex.Hex) board.Hex {
	t := m.war().TerrainOf(h)
	of := board.Hex{
		Number:  m.war().Grid().Number(h),
		Terrain: *m.mark(t),
		Holder:  m.letter(m.war().Holder(h)),
		Battle:  m.view.battle.Fighting() && m.war().Front().Hex() == h,
	}
	if f := m.war().FeatureOf(h); f != nil {
		of.Feature = &board.Mark{Mark: f.Mark, Name: f.Name, Color: "yellow"}
	}
	if s, besieged := m.war().SiegeAt(h); besieged {
		of.Siege = m.letter(s.By)
	}
	return of
}

// mark returns how a terrain is shown.
func (m *mapView) mark(t *fight.Terrain) *board.Mark {
	return &board.Mark{Mark: t.Letter, Name: t.Name, Color: sorcerydata.Color(m.view.Library(), t)}
}

// warLine returns the state of the war: the turn, the moving side, points, sieges, and the
// place of a battle.
func (m *mapView) warLine() string {
	b := m.view.battle
	words := []string{fmt.Sprintf("Turn %d of %d", max(m.war().Turn(), 1), m.war().Turns())}
	if m.war().Turn() > 0 && !m.view.Over() {
		words[0] += fmt.Sprintf(", %s moves", m.view.The(m.war().Mover()))
	}
	a := m.view.look()
	var points []string
	for side := range fight.Seats {
		points = append(points, fmt.Sprintf("%s %d", m.view.Seat(side), a.War().Points(side).Total()))
	}
	m.view.looked(a)
	words = append(words, "Points: "+strings.Join(points, ", "))
	if b.Fighting() {
		text := "Battle in " + m.war().PlaceName(m.war().Front().Hex())
		if m.war().Front().Inside() {
			text += ", inside"
		}
		words = append(words, text)
	}
	for _, s := range m.war().Sieges() {
		words = append(words, engine.Capital(m.siegeText(s)))
	}
	return strings.Join(words, ". ") + "."
}

// campaignHeading returns the heading of a side, with its player.
func (m *mapView) campaignHeading(side engine.Side) string {
	return fmt.Sprintf("%s, %s on the map", view.Seated(m.view.Seat(side), m.view.Players()[side]), strings.ToUpper(m.letter(side)))
}

// goalText says how a side wins points.
func (m *mapView) goalText(goal sorcery.Goal) string {
	switch {
	case goal.Hold == hex.None:
		return fmt.Sprintf("%s for each %d of strength that the enemy loses", screen.Count(goal.Points, "point"), goal.Per)
	case goal.AtOnce:
		return fmt.Sprintf("wins at once with %s", m.war().PlaceName(goal.Hold))
	}
	return fmt.Sprintf("%s for %s", screen.Count(goal.Points, "point"), m.war().PlaceName(goal.Hold))
}

// focus returns the hex at the center of the map: that of the battle, or of the units that
// move, or else of the viewer's first unit.
func (m *mapView) focus() hex.Hex {
	if m.view.battle.Fighting() {
		return m.war().Front().Hex()
	}
	first := hex.None
	for i := range m.view.battle.Units() {
		u := m.view.battle.Unit(i)
		switch {
		case m.war().At(u) < 0:
		case m.war().Marching(u) || m.view.battle.Scout() == u: // that somebody moves is public
			return m.war().At(u).Hex()
		case m.view.own(u) && first == hex.None:
			first = m.war().At(u).Hex()
		}
	}
	return max(first, 0)
}

// stack is what the viewer knows of a side's units in a spot, with how full it is, if
// the viewer knows that (S1).
func (m *mapView) stack(a *forecast.Look, c sorcery.Camp) board.Stack {
	s := board.Stack{Seat: m.view.Seat(c.Side), Place: m.war().PlaceName(c.Spot.Hex())}
	if c.Spot.Inside() {
		s.Place += ", inside"
	}
	s.Units, s.Unseen = m.view.there(func(u *fight.Unit) bool { return m.war().At(u) == c.Spot && u.Side() == c.Side }, func(u *fight.Unit) []string {
		return append(m.view.statesOf(u), textsOf([]fact{{u.Kind().Role == fight.Character, fmt.Sprintf("leadership %d", u.Kind().Leadership)}})...)
	})
	if !s.Unseen {
		s.Weight, s.Limit = a.War().WeightIn(c.Side, c.Spot).Total(), a.War().LimitOf(c.Side, c.Spot).Total()
	}
	return s
}

// siegeText returns a siege in words.
func (m *mapView) siegeText(s sorcery.Siege) string {
	what := m.war().PlaceName(s.Hex)
	if s.Walled() {
		what = "the walls around " + what
	}
	return fmt.Sprintf("%s besieges %s, turn %d of the siege", m.view.The(s.By), what, s.Turns)
}

// addWay adds the cost and the hexes of a march to an option.
func (m *mapView) addWay(o *view.Option, c *sorcery.Ordering, answer int) {
	what, h := c.Order(answer)
	if what != sorcery.ToMarch {
		return
	}
	if way, cost, ok := c.Route(h); ok {
		o.Cost = screen.Count(cost, "point")
		for _, at := range way {
			o.Way = append(o.Way, m.war().Grid().Number(at))
		}
	}
}

// orderNote says where an order leads: the way, and the units there.
func (m *mapView) orderNote(c *sorcery.Ordering, answer int) string {
	what, h := c.Order(answer)
	var words []string
	if name := m.war().PlaceName(h); name != m.war().Grid().Number(h) {
		words = append(words, name)
	}
	if what == sorcery.ToAssault || what == sorcery.ToBreach {
		return strings.Join(append(words, m.stormNote(c, what, h)), ", ")
	}
	words = append(words, m.war().TerrainOf(h).Name)
	from := h
	for u := range c.Group {
		from = m.war().At(u).Hex()
		break
	}
	if what == sorcery.ToMarch {
		if way, cost, ok := c.Route(h); ok {
			words = append(words, screen.Count(cost, "point"))
			from = way[max(len(way)-2, 0)]
		}
	}
	if m.war().Present(enemy(c.Side), h) {
		words = append(words, m.view.Seat(enemy(c.Side))+" stands there")
		troops, halved := forecast.Crossing(m.view.battle, c.Group, from, h)
		if water := m.waterText(troops, halved, from, h); water != "" {
			words = append(words, water)
		}
	}
	if beside := m.besideText(c.Side, h); beside != "" && what == sorcery.ToMarch {
		words = append(words, beside)
	}
	return strings.Join(words, ", ")
}
