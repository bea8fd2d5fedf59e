// Package kingsview shows a battle of kings on a terminal: the hex and the counters
// in it, the events, the options and their odds.
package kingsview

import (
	"fmt"
	"math/big"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/kings/forecast"
	"houserule/engine/library"
	"houserule/engine/odds"
)

// A View shows one battle.
type View struct {
	*view.Plain
	battle *kings.Position
	dice   *forecast.Forecast
	failed error // the error of a script that the board called
	loss   hit   // of the last question about a hit
	more   bool  // whether the question is about a further hit of the same step
}

// New returns the view of a match's battle.
func New(lib *library.Library, m library.Match, b *kings.Battle) *View {
	v := &View{Plain: view.NewPlain(view.NewFrame(lib, m, b, b.Setup().SeatNames(), b.Game().Verbs(), letters)), battle: &b.Position, dice: forecast.New(&b.Position)}
	v.Plain.Note, v.Plain.Value = v.note, v.worth
	return v
}

// letters are the first letters of the names of counters.
const letters = "abcd"

// EventKind returns the kind of an event, for narrators.
func (v *View) EventKind(e engine.Event) view.EventKind { return eventKinds[e.What] }

var eventKinds = map[int32]view.EventKind{kings.RoundBegan: view.Began, kings.Ended: view.Ended, kings.Said: view.Aside}

// Course returns the part of an event that makes a difference to the battle: for a roll
// it omits what the die had to show, which other mods may change.
func (v *View) Course(e engine.Event) string {
	if e.What != kings.Rolled {
		return ""
	}
	r := v.battle.Last()
	return fmt.Sprintf("%s scores %s at %s", v.battle.Name(r.By), screen.CountOrNo(r.Hits, "hit"), v.Seat(r.At))
}

// Line puts an event into words.
func (v *View) Line(e engine.Event) (screen.Line, bool) {
	b := v.battle
	depth := kings.Depth(e)
	line := screen.Line{Depth: depth, Text: b.Describe(e), Where: b.Scene(), Faint: depth == 1}
	switch e.What {
	case kings.Rolled:
		line = v.rollLine(line, b.Last())
	case kings.Saved, kings.NotSaved, kings.Restored, kings.Reduced:
		line = v.rescueLine(line, e.What, b.Last())
	}
	return line, line.Text != ""
}

// rollLine returns a die that was rolled to hit, with the account of the value that
// it must not be above.
func (v *View) rollLine(line screen.Line, r kings.Throw) screen.Line {
	line.Accounts = []screen.Account{screen.NewAccount("value", r.Value)}
	line.Sum = v.needs(r.Value.Total())
	switch {
	case r.Hits == 1:
		line.Mark = "hits"
	case r.Hits > 1:
		line.Mark = screen.CountOrNo(r.Hits, "hit")
	default:
		line.Faint = true
	}
	return line
}

// The reasons for the dice that save and restore counters.
var (
	causeSaved    = &engine.Cause{Text: "rolled to be saved", Rule: "K3.2"}
	causeRestored = &engine.Cause{Text: "rolled to be restored", Rule: "K5.3"}
)

// rescueLine returns the line of a die that saved or restored a counter.
func (v *View) rescueLine(line screen.Line, what int32, r kings.Throw) screen.Line {
	why, does := causeSaved, "saves"
	if what == kings.Restored || what == kings.Reduced {
		why, does = causeRestored, "restores"
	}
	line.Accounts = []screen.Account{{What: "die", Total: r.Die, Terms: []engine.Term{{Op: engine.Base, N: r.Die, Why: why}}}}
	line.Sum = v.faces(r.Saves, does)
	return line
}

// needs describes the die that a counter needs to hit: "needs 4 or less on a d6: 66.7 %".
func (v *View) needs(value int) string {
	die := v.battle.Game().Rules.Die
	switch {
	case v.battle.DiceTouched():
		return fmt.Sprintf("needs %d or less on a d%d by its value; a mod can change the dice", value, die)
	case value < 1:
		return fmt.Sprintf("has a value of %d: cannot hit", value)
	case value >= die:
		return fmt.Sprintf("any d%d hits: 100 %%", die)
	}
	return fmt.Sprintf("needs %d or less on a d%d: %s", value, die, view.Percent(v.share(func(face int) bool { return face <= value })))
}

// share returns the chance of the faces that a test accepts.
func (v *View) share(test func(face int) bool) *big.Rat {
	return odds.Die(v.battle.Game().Rules.Die).Where(test)
}

// saves describes the faces that save a counter.
func (v *View) saves(f kings.Faces) string { return v.faces(f, "saves") }

// faces describes the effect of some faces: "2 to 5 on a d6 saves it: 66.7 %".
func (v *View) faces(f kings.Faces, does string) string {
	die := v.battle.Game().Rules.Die
	return fmt.Sprintf("%s on a d%d %s it: %s", f, die, does, view.Percent(v.share(func(face int) bool { return int(f.First) <= face && face <= int(f.Last) })))
}

// Survivors returns the counters that are left, side by side: in the hex, and
// where they went.
func (v *View) Survivors() (lines []string) {
	for side, seat := range v.Seats() {
		var here, gone []string
		counters := v.battle.Counters()
		for i := range counters {
			c := &counters[i]
			switch {
			case c.Side() != engine.Side(side):
			case c.Status() == kings.Standing:
				here = append(here, v.battle.Label(c))
			case c.Status() == kings.Elsewhere && v.battle.Came(c):
				gone = append(gone, v.battle.Label(c))
			}
		}
		if len(here) > 0 {
			lines = append(lines, fmt.Sprintf("%s's survivors: %s", seat, strings.Join(here, ", ")))
		}
		if len(gone) > 0 {
			lines = append(lines, fmt.Sprintf("%s's retreated counters: %s", seat, strings.Join(gone, ", ")))
		}
	}
	return lines
}

// Units returns the names of the counters that stand in the hex, and of items that
// are held or in play.
func (v *View) Units() (names []string) {
	counters := v.battle.Counters()
	for i := range counters {
		if s := counters[i].Status(); s == kings.Standing || s == kings.Held || s == kings.InPlay {
			names = append(names, v.battle.Name(&counters[i]))
		}
	}
	return names
}

// ShownAs returns the name of a counter's thing.
func (v *View) ShownAs(name string) []string {
	c, err := v.battle.CounterNamed(name)
	if err != nil {
		return nil
	}
	return []string{c.Thing().Name}
}
