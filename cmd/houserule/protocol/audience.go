package protocol

import (
	"cmp"
	"encoding/json"
	"slices"

	"houserule/cmd/houserule/fair"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/board"
	"houserule/engine/library"
)

// An audience is what clients with the same seats may see of a battle.
type audience struct {
	view  *view.View
	seats engine.Seats // the seats for which they answer; if none, they watch
	// Sees are seats of people. The audience sees a line that one of them sees or, with All,
	// that all of them see.
	sees  []engine.Side
	all   bool
	blind bool // it watches people who hide things from each other, and gets no board

	tutor view.Tutor
	log   screen.Chronicle
	hears bool // the log is kept

	looked bool        // sight and drawn are of the present question
	sight  board.Board // as those who wait see it
	drawn  string      // the same as JSON
}

// newAudience returns the audience of these seats of people in a battle that veils or not;
// without seats it watches.
func newAudience(v *view.View, seats engine.Seats, veils bool) *audience {
	a := &audience{seats: seats}
	for side := range v.Players() {
		if seats.Has(engine.Side(side)) {
			a.sees = append(a.sees, engine.Side(side))
		}
	}
	if a.all = len(a.sees) == 0; a.all {
		a.sees = view.People(v.Players())
	}
	a.shows(v, veils)
	return a
}

// shows makes the audience see a battle through a view.
func (a *audience) shows(v *view.View, veils bool) {
	a.view = v
	v.Tell(&a.log)
	switch {
	case veils && len(a.sees) == 1:
		v.Veil.ShowTo(a.sees[0])
	case veils:
		a.blind = a.all
	}
}

// has reports whether the audience answers for a seat.
func (a *audience) has(side engine.Side) bool { return !side.IsLuck() && a.seats.Has(side) }

// answers reports whether the audience answers what a seat is asked, or for dice that people roll.
func (a *audience) answers(side engine.Side) bool {
	return a.has(side) || side.IsLuck() && a.seats != 0
}

// A count is how many questions there have been to each seat so far, and of dice that people roll.
type count struct {
	seats [engine.MaxSeats]int
	dice  int
}

// add counts a question.
func (c *count) add(q engine.Question) {
	if q.Side.IsLuck() {
		c.dice++
	} else {
		c.seats[q.Side]++
	}
}

// number returns how many questions the audience has been asked. It does not count those to
// other seats: their answers may be secret, and so is how many there are.
func (a *audience) number(asked count) int {
	number := asked.dice
	for side, n := range asked.seats {
		if a.has(engine.Side(side)) {
			number += n
		}
	}
	return number
}

// seatOf names who is asked.
func (a *audience) seatOf(side engine.Side) string {
	if side.IsLuck() {
		return "dice"
	}
	return a.view.Seats()[side]
}

// maySee reports whether the audience may see a line.
func (a *audience) maySee(l screen.Line) bool {
	if a.all {
		return !slices.ContainsFunc(a.sees, func(side engine.Side) bool { return !l.To.Has(side) })
	}
	return slices.ContainsFunc(a.sees, l.To.Has)
}

// board returns the board as the audience sees it.
func (a *audience) board() board.Board {
	b := a.view.Battle()
	if a.blind && !b.Over() {
		return board.Board{Title: a.view.Title(), Scene: b.Scene(), Seat: -1}
	}
	return a.view.Board()
}

// present returns the board for those who wait, and the same as JSON. It is made once for each
// question.
func (a *audience) present() (sight board.Board, drawn string) {
	if !a.looked {
		a.looked, a.sight = true, a.board()
		text, _ := json.Marshal(a.sight) // boards hold nothing that JSON has not
		a.drawn = string(text)
	}
	return a.sight, a.drawn
}

// battle returns the message that begins a battle for the audience, with the chances at the start.
func (a *audience) battle(lib *library.Library, chances fair.Chances) Battle {
	m := Battle{Type: "battle", Game: lib.Format.Name(), Title: a.view.Title(), Mods: lib.ModList()}
	for i, name := range a.view.Seats() {
		m.Seats = append(m.Seats, Player{name, a.view.Players()[i]})
		if a.has(engine.Side(i)) {
			m.You = append(m.You, name)
		}
	}
	if !a.all {
		m.Fair = chances.Say(a.sees...)
	}
	for _, verb := range a.view.Verbs() {
		said := Verb{Name: cmp.Or(verb.Recorded, verb.Name), Usage: verb.Usage(), Text: verb.Text, Example: verb.Example}
		said.Forms = slices.Compact(engine.Each(verb.To, func(f *engine.Form) string { return f.Name }))
		m.Verbs = append(m.Verbs, said)
	}
	return m
}
