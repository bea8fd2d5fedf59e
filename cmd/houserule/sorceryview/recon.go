package sorceryview

import (
	"reflect"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/players"
	"houserule/engine/sorcery/fight"
)

// S6: the viewer of the screen. In a campaign each side knows its own stacks, and
// only the places of the enemy's.

// viewer returns the side of the viewer: the only person who plays, whichever side moves,
// or, of two people, the one that was asked last. Where no people play, in a replay
// of a war that is over, and after the end, the viewer sees everything.
func (v *View) viewer() engine.Side {
	switch {
	case v.open || v.Over() || v.people() == [fight.Seats]bool{}:
		return fight.Omniscient
	case v.only >= 0:
		return v.only
	}
	return v.looker
}

// SetPlayers sets the players. The viewer is one of the people.
func (v *View) SetPlayers(names []string) {
	v.Plain.SetPlayers(names)
	if people := v.people(); !people[v.looker] && people[enemy(v.looker)] {
		v.looker = enemy(v.looker)
	}
}

// people returns the sides that people play.
func (v *View) people() (people [fight.Seats]bool) {
	for side, player := range v.Players() {
		people[side] = player == players.Human
	}
	return people
}

// sees reports whether the viewer knows which unit that is, and where (S6).
// Everything that shows a unit asks it.
func (v *View) sees(u *fight.Unit) bool { return v.battle.KnownTo(v.viewer()).Sees(u) }

// own reports whether a unit is the viewer's.
func (v *View) own(u *fight.Unit) bool {
	seat := v.viewer()
	return seat == fight.Omniscient || u.Side() == seat
}

// called returns a unit's name with its kind, or only with its side where the viewer does
// not know more.
func (v *View) called(u *fight.Unit) string { return v.battle.KnownTo(v.viewer()).Label(u) }

// Veils reports whether the seats see different things: in a campaign that people
// play.
func (v *View) Veils() bool { return v.battle.InWar() && v.viewer() != fight.Omniscient }

// Unveil turns hiding per seat off or on.
func (v *View) Unveil(all bool) { v.open = all }

// ShowTo shows the view of a side, whichever side is asked; below 0: the view of the
// person who is asked.
func (v *View) ShowTo(seat engine.Side) { v.only = seat }

// Lines puts an event into words, for each person by the view of that side.
func (v *View) Lines(e engine.Event) []screen.Line {
	people := v.people()
	if !v.Veils() || v.only >= 0 || !people[0] || !people[1] {
		if line, ok := v.Line(e); ok {
			line.To = engine.Everybody
			return []screen.Line{line}
		}
		return nil
	}
	var lines []screen.Line
	for side := range fight.Seats {
		line, ok := v.lineFor(side, e)
		switch {
		case !ok:
		case len(lines) == 1 && lines[0].Text == line.Text && reflect.DeepEqual(lines[0].Accounts, line.Accounts):
			lines[0].To = engine.Everybody
		default:
			line.To = engine.Only(side)
			lines = append(lines, line)
		}
	}
	return lines
}

// lineFor returns the line of an event for a side.
func (v *View) lineFor(side engine.Side, e engine.Event) (screen.Line, bool) {
	before := v.looker
	defer func() { v.looker = before }()
	v.looker = side
	return v.Line(e)
}
