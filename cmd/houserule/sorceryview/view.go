// Package sorceryview shows a battle of sorcery on a terminal: the hex and the
// arrays in it, the events, the options and their odds.
package sorceryview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/players"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/forecast"
)

// A View shows one battle.
type View struct {
	*view.Plain
	battle fight.Position
	onMap  mapView
	copied *forecast.Look // a copy for previews of rolls
	failed error          // the error of a script that the board called
	asked  asked          // the subject of the last question
	more   bool           // whether the present question continues a series
	looker engine.Side    // the seat of the last question, which is the viewer
	open   bool           // whether hiding per seat is off
	only   engine.Side    // the only seat whose view is shown; below 0: the person of the question
}

// New returns the view of a match's battle.
func New(lib *library.Library, m library.Match, b *fight.Battle) *View {
	own := string([]byte{b.Reading().Letter(fight.Attacker), b.Reading().Letter(fight.Defender)})
	v := &View{Plain: view.NewPlain(view.NewFrame(lib, m, b, seatsOf(b), sorcery.Verbs(), own)), battle: b.Reading(), copied: forecast.NewLook(b.Reading()), only: fight.Omniscient}
	v.Plain.Note, v.Plain.Value, v.Plain.Whole = v.note, v.worth, v.whole
	v.onMap = mapView{v}
	v.looker = engine.Side(max(slices.Index(v.Players(), players.Human), 0))
	return v
}

// look returns a copy of the battle with only what the viewer sees, so that no preview
// reveals more (S6).
func (v *View) look() *forecast.Look {
	seat := fight.Omniscient
	if v.Veils() {
		seat = v.viewer()
	}
	v.copied.Renew(seat)
	return v.copied
}

// looked records the error of a look, and returns it.
func (v *View) looked(l *forecast.Look) error {
	v.failed = cmp.Or(v.failed, l.Err())
	return l.Err()
}

// seatsOf returns the words for the sides.
func seatsOf(b *fight.Battle) (names []string) {
	for side := range fight.Seats {
		names = append(names, b.Reading().SideName(side))
	}
	return names
}

// letters are those with which the names of units begin: in a battle for one hex a or
// d, in a campaign a letter of the sides' names.
const letters = "abcdefghijklmnopqrstuvwxyz"

// gameOf returns the game of a library of sorcery.
func gameOf(lib *library.Library) *sorcery.Game { return sorcerydata.Game(lib) }

// unitNamed returns the unit of that name, if the viewer may know it.
func (v *View) unitNamed(name string) (*fight.Unit, error) {
	u, err := v.battle.UnitNamed(name)
	if err != nil || !v.sees(u) {
		return nil, v.unknown(name)
	}
	return u, nil
}

// unknown returns the error for a unit that does not exist, as far as the viewer may know.
func (v *View) unknown(name string) error {
	var known []string
	for u := range v.seen() {
		known = append(known, v.battle.Name(u))
	}
	return &engine.Unknown{What: "unit", Word: name, Known: known}
}

// seen yields all units that the viewer may know, wherever they are.
func (v *View) seen() func(yield func(*fight.Unit) bool) {
	return func(yield func(*fight.Unit) bool) {
		for i := range v.battle.Units() {
			if u := v.battle.Unit(i); v.sees(u) && !yield(u) {
				return
			}
		}
	}
}

// Survivors returns the units that are left, side by side: in the hex, and where
// they went.
func (v *View) Survivors() (lines []string) {
	for side, seat := range v.Seats() {
		where := map[fight.Status][]string{}
		for u := range v.seen() {
			if u.Side() == engine.Side(side) {
				where[u.Status()] = append(where[u.Status()], v.label(u))
			}
		}
		for _, row := range []struct {
			status fight.Status
			text   string
		}{{fight.Standing, "survivors"}, {fight.Afield, "survivors"}, {fight.Withdrawn, "withdrawn"}, {fight.Captured, "captured"}} {
			if names := where[row.status]; len(names) > 0 {
				lines = append(lines, fmt.Sprintf("%s's %s: %s", seat, row.text, strings.Join(names, ", ")))
			}
		}
	}
	return lines
}

// label returns a unit's name with its kind and its state.
func (v *View) label(u *fight.Unit) string {
	text := v.battle.Label(u)
	if u.Demoralized() {
		text = strings.TrimSuffix(text, ")") + ", demoralized)"
	}
	return text
}

// Units returns the names of the units that stand in the hex, or beside it.
func (v *View) Units() (names []string) {
	for u := range v.seen() {
		if s := u.Status(); s == fight.Standing || s == fight.Adjacent || s == fight.Afield {
			names = append(names, v.battle.Name(u))
		}
	}
	return names
}

// ShownAs describes a unit as far as the viewer knows it.
func (v *View) ShownAs(name string) []string {
	u, err := v.unitNamed(name)
	if err != nil {
		return nil
	}
	return []string{u.Kind().Name}
}

// enemy returns the other side.
func enemy(side engine.Side) engine.Side { return 1 - side }

// halves writes halves of a point: "4", "4 1/2".
func halves(n int) string { return fight.Points(n * fight.Whole / 2) }
