package view

import (
	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/board"
	"houserule/engine/players"
)

// A Secretive is a battle of a game in which the sides may have secrets. Veils reports whether
// they have.
type Secretive interface{ Veils() bool }

// A veil is the plain view of a battle in which the sides have secrets.
type veil struct {
	*Plain
	open   bool
	only   engine.Side // below 0: none
	looker engine.Side // the person of the last question
}

// View returns the view whose parts are all those of v.
func (v *veil) View() *View {
	return &View{Seating: v, Teller: v, Drawn: v, Namer: v, Questioner: v, Staging: v, Adviser: v, Guide: v, Veil: v}
}

// newVeil returns a view that hides the secrets of other sides from each person.
func newVeil(p *Plain) *veil {
	v := &veil{Plain: p, only: -1}
	v.SetPlayers(p.Players())
	return v
}

// SetPlayers sets the players. The viewer is one of the people, if there are any.
func (v *veil) SetPlayers(names []string) {
	v.Plain.SetPlayers(names)
	if v.looker < 0 || v.Players()[v.looker] != players.Human {
		v.looker = -1
		for side, player := range v.Players() {
			if player == players.Human && v.looker < 0 {
				v.looker = engine.Side(side)
			}
		}
	}
}

// Ask sets the present question. A person to whom it goes is the viewer from then on.
func (v *veil) Ask(q engine.Question) {
	v.Plain.Ask(q)
	if q.Choice != nil && v.Players()[q.Side] == players.Human {
		v.looker = q.Side
	}
}

// Viewer returns the side whose view is shown; below 0: everything is shown.
func (v *veil) Viewer() engine.Side {
	switch {
	case v.open || v.Over():
		return -1
	case v.only >= 0:
		return v.only
	}
	return v.looker
}

// Board returns the battle's own drawing, as the viewer sees it.
func (v *veil) Board() board.Board {
	b := v.Outline()
	b.Seat = v.Viewer()
	b.Drawing = v.lines(b.Seat)
	return b
}

// Veils reports whether the seats see different things: while people play.
func (v *veil) Veils() bool { return v.Viewer() >= 0 }

// Lines puts an event into words, the same for all seats.
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

// ShowTo shows the view of a side; below 0: the view of the person of the question.
func (v *veil) ShowTo(seat engine.Side) { v.only = seat }
