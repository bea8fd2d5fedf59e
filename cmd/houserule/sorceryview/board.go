package sorceryview

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/board"
	"houserule/engine/library"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/forecast"
)

// Layout returns how a terminal lays boards out.
func (v *View) Layout() board.Layout {
	return board.Layout{Labels: 6, Names: 8, Kinds: [3]int{16, 22, 32}, Widths: []int{9, 5, 6}, Owners: len("attacker") + 2}
}

// Board returns the hex as the viewer sees it, or the map.
func (v *View) Board() board.Board {
	if !v.battle.Fighting() {
		return v.onMap.campaign()
	}
	v.failed = nil
	a, b := v.look(), v.Outline()
	b.Seat = v.looker // also where everything is shown
	if v.battle.InWar() {
		b.Situation = v.onMap.warLine()
	}
	b.Ground, b.Flavor = v.ground()
	if t := v.battle.Terrain(); t != nil {
		b.Terrain = v.onMap.mark(t)
	}
	b.Columns = []string{"strength", "loss", "morale"}
	for side := range fight.Seats {
		b.Sides = append(b.Sides, board.Side{
			Seat: v.Seat(side), Player: v.Players()[side], Facts: v.facts(a, side), Units: v.unitsOf(a, side), Lists: v.lists(side),
		})
	}
	b.Around = v.around()
	if v.looked(a); v.failed != nil {
		b.Fault = library.Explain(v.failed)
	}
	return b
}

// ground describes the hex: its terrain, its effects and, at the end, its owner; and
// its flavor.
func (v *View) ground() (name, text string) {
	setup, t := v.battle.Setup(), v.battle.Terrain()
	name = "A hex"
	if t != nil {
		name, text = t.Name, v.Library().Flavor(t)
	}
	if v.battle.InWar() {
		place := v.onMap.war().PlaceName(v.onMap.war().Front().Hex())
		if name = place; t != nil {
			name = fmt.Sprintf("%s, %s", place, strings.ToLower(t.Name))
		}
	}
	facts := textsOf([]fact{
		{t != nil && t.Clear, "cavalry may charge"},
		{setup.Narrow || t != nil && t.Narrow, "narrow: units have only their plain strength against characters (S7)"},
		{setup.Inside, "inside a besieged place: cavalry gives no modifier, and the defender cannot withdraw (S4)"},
	})
	switch {
	case v.Over() && v.battle.Winner() < 0:
		name += ", nobody's now"
	case v.Over():
		name += fmt.Sprintf(", %s's now", v.The(v.battle.Winner()))
	case len(facts) > 0:
		name += ", " + strings.Join(facts, "; ")
	}
	return name + ".", text
}

// facts returns the facts about a side in this round.
func (v *View) facts(a *forecast.Look, side engine.Side) []string {
	if v.Over() {
		return nil
	}
	b, phase, when := v.battle, v.battle.Phase(), "after this round"
	strength, die, left := v.strength(a, side), "", b.LossesOn(side)
	switch {
	case v.Form() == fight.FormLeave:
		when = "now"
	case phase == fight.Parting:
		when = "after the next round"
	default:
		die = v.dieText(a, side)
	}
	return textsOf([]fact{
		{strength != "", "strength " + strength}, {die != "", die},
		{left > 0 && phase == fight.Losing, "must still lose " + fight.Points(left)},
		{b.Withdrawing(side), "withdraws " + when},
	})
}

// strength returns the strength with which a side inflicts losses, in all and by arm:
// "20 (cavalry 16, flyers 4)"; "" before a fight.
func (v *View) strength(a *forecast.Look, side engine.Side) string {
	if v.battle.Phase() == fight.Parting { // what it has for the next round
		n := 0
		for u := range a.Reading().Line(side) {
			n += a.Strength(u)
		}
		if n == 0 {
			return ""
		}
		return halves(n)
	}
	tally := a.Reading().Tally(side)
	if tally.Strength == 0 {
		return ""
	}
	var arms []string
	for arm, n := range tally.Arms {
		if n > 0 {
			arms = append(arms, fmt.Sprintf("%s %s", fight.Arm(arm), halves(n)))
		}
	}
	text := halves(tally.Strength)
	if len(arms) > 0 {
		text += " (" + strings.Join(arms, ", ") + ")"
	}
	return text
}

// dieText returns a side's die with its modifiers, "die 4 +3 = 7", or before the roll its
// modifiers, "die +2 leadership +1 cavalry".
func (v *View) dieText(a *forecast.Look, side engine.Side) string {
	die, total := v.battle.Rolled(side)
	modifiers := modifiersOf(a.Reading().Modified(side, v.battle.Game().Rules.Die))
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

// modifiersOf returns the terms of a die: "+2 leadership +1 cavalry".
func modifiersOf(score engine.Score) string {
	var words []string
	for _, t := range score.Terms() {
		if t.Op == engine.Add || t.Op == engine.Adjust {
			words = append(words, fmt.Sprintf("%+d %s", t.N, t.Why.Text))
		}
	}
	return strings.Join(words, " ")
}

// lists returns the units of a side that are no longer in the hex.
func (v *View) lists(side engine.Side) (lists []board.List) {
	gone := map[fight.Status][]*fight.Unit{}
	for u := range v.seen() {
		if u.Side() == side {
			gone[u.Status()] = append(gone[u.Status()], u)
		}
	}
	for _, list := range []struct {
		status fight.Status
		name   string
	}{{fight.Withdrawn, "gone"}, {fight.Captured, "taken"}, {fight.Eliminated, "lost"}} {
		if units := gone[list.status]; len(units) > 0 {
			items := view.Gathered(units, func(u *fight.Unit) string { return u.Kind().Name })
			lists = append(lists, board.List{Name: list.name, Items: items, Gone: true})
		}
	}
	return lists
}

// around returns the hexes around: those to withdraw into, and those from which
// reinforcements come (S3.7). On the map only those where units stand.
func (v *View) around() (hexes []board.Neighbor) {
	for way, hex := range v.battle.Setup().Neighbors {
		of := board.Neighbor{Name: hex.Name, Owner: v.Seat(hex.Owner), Note: v.wayNote(way)}
		if t, err := v.battle.Game().Terrain(hex.Terrain); err == nil {
			of.Terrain = v.onMap.mark(t)
		}
		hexes = append(hexes, of)
	}
	if v.battle.InWar() {
		for way := range v.battle.Ways() {
			if there := v.standing(way); there != "" {
				hexes = append(hexes, board.Neighbor{Name: v.battle.WayName(way), Note: there})
			}
		}
	}
	return hexes
}

// wayNote describes a neighboring hex, and names the units there.
func (v *View) wayNote(way int) string {
	if v.battle.InWar() {
		return v.standing(way)
	}
	var words []string
	hex := v.battle.Setup().Neighbors[way]
	if t, err := v.battle.Game().Terrain(hex.Terrain); err == nil {
		words = append(words, t.Name)
	}
	words = append(words, textsOf([]fact{
		{hex.Water, "over water"}, {hex.Closed, "no unit may withdraw there"}, {hex.Watched, "an enemy could react into it"},
	})...)
	text := strings.Join(words, ", ")
	if there := v.standing(way); there != "" {
		text = strings.TrimPrefix(text+": "+there, ": ")
	}
	return text
}

// standing returns the units in a neighboring hex. Of units that the viewer does not see
// it only says that they are there (S6).
func (v *View) standing(hex int) string {
	units, unseen := v.there(func(u *fight.Unit) bool {
		return u.Hex() == hex && (u.Status() == fight.Adjacent || u.Status() == fight.Withdrawn)
	}, v.statesOf)
	words := engine.Each(units, board.Unit.String)
	if unseen {
		words = append(words, "a stack that has not been seen")
	}
	return strings.Join(words, ", ")
}
