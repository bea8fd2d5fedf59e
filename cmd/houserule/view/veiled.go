package view

import (
	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/board"
)

// A veil is the plain view of a battle in which the sides have secrets.
type veil struct {
	*Plain
	open   bool
	only   engine.Side // below 0: none
	looker engine.Side // the person who was asked last
}

var _ Veiled = (*veil)(nil)

// newVeil returns the view that hides from each person what that person may not see.
func newVeil(p *Plain) *veil {
	v := &veil{Plain: p, only: -1}
	v.SetPlayers(p.Players())
	return v
}

// SetPlayers sets the players. The viewer is one of the people, if there are any.
func (v *veil) SetPlayers(names []string) {
	v.Plain.SetPlayers(names)
	if v.looker < 0 || v.Players()[v.looker] != Human {
		v.looker = -1
		for side, player := range v.Players() {
			if player == Human && v.looker < 0 {
				v.looker = engine.Side(side)
			}
		}
	}
}

// Ask sets the question that is asked now. A person who is asked is the viewer from then on.
func (v *veil) Ask(q engine.Question) {
	v.Plain.Ask(q)
	if q.Choice != nil && v.Players()[q.Side] == Human {
		v.looker = q.Side
	}
}

// Viewer returns the side whose view is shown; below 0 all is.
func (v *veil) Viewer() engine.Side {
	switch {
	case v.open || v.Over():
		return -1
	case v.only >= 0:
		return v.only
	}
	return v.looker
}

// Board is the battle's own drawing, as the viewer sees it.
func (v *veil) Board() board.Board {
	b := v.Outline()
	b.Seat = v.Viewer()
	b.Drawing = v.lines(b.Seat)
	return b
}

// Veils reports whether the seats see different things: while people play.
func (v *veil) Veils() bool { return v.Viewer() >= 0 }

// Lines puts an event into words, the same for all who hear it.
func (v *veil) Lines(e engine.Event) []screen.Line {
	line, ok := v.Line(e)
	if !ok {
		return nil
	}
	line.To = engine.Everybody
	return []screen.Line{line}
}

// Unveil turns hiding per seat off or on.
func (v *veil) Unveil(all bool) { v.open = all }

// ShowTo shows the view of a side; below 0: that of the person who is asked.
func (v *veil) ShowTo(seat engine.Side) { v.only = seat }
