package heroesview

import (
	"errors"
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/explore"
	"houserule/engine/heroes"
	"houserule/engine/heroes/forecast"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

// A View shows one battle.
type View struct {
	view.Frame
	battle *heroes.Position
	dice   *forecast.Forecast
}

// New returns the view of a match's battle.
func New(lib *library.Library, m library.Match, b *heroes.Battle) *View {
	f := view.NewFrame(lib, m, b, b.Setup().SeatNames(), verbs(b), letters)
	return &View{Frame: f, battle: &b.Position, dice: forecast.New(&b.Position)}
}

// letters are the first letters of the names of stacks.
const letters = "ad"

// gameOf returns the game of a library of heroes.
func gameOf(lib *library.Library) *heroes.Game { return heroesdata.Game(lib) }

// EventKind returns the kind of an event, for narrators.
func (v *View) EventKind(e engine.Event) view.EventKind { return eventKinds[e.What] }

var eventKinds = map[int32]view.EventKind{heroes.RoundBegan: view.Began, heroes.Ended: view.Ended, heroes.Said: view.Aside}

// Course returns the part of an event that makes a difference to the battle. It omits
// numbers of creatures and the like, which differ when other mods are loaded.
func (v *View) Course(e engine.Event) string {
	switch e.What {
	case heroes.Struck:
		s := v.battle.Last()
		at := "the walls"
		if s.At != nil {
			at = v.battle.Name(s.At)
		}
		return fmt.Sprintf("%s strikes %d of %s (%v): %t", v.battle.Name(s.By), s.N, at, s.How.Kind(), s.Hit)
	case heroes.Sacrificed:
		return fmt.Sprintf("%d supports %d", e.Who, e.Whom)
	}
	return ""
}

// Survivors returns the stacks that are left, side by side.
func (v *View) Survivors() (lines []string) {
	for side, seat := range v.Seats() {
		var labels []string
		for s := range v.battle.Each(engine.Side(side)) {
			labels = append(labels, v.battle.Label(s))
		}
		if len(labels) > 0 {
			lines = append(lines, fmt.Sprintf("%s's survivors: %s", seat, strings.Join(labels, ", ")))
		}
	}
	return lines
}

// Line puts an event into words.
func (v *View) Line(e engine.Event) (screen.Line, bool) {
	b := v.battle
	depth := heroes.Depth(e)
	line := screen.Line{Depth: depth, Text: b.Describe(e), Where: b.Scene(), Faint: depth == 1}
	if e.What == heroes.Struck {
		line = v.strikeLine(line, b.Last())
	}
	return line, line.Text != ""
}

func (v *View) strikeLine(line screen.Line, s heroes.Strike) screen.Line {
	if s.Hit {
		line.Mark = "hit"
	}
	line.Accounts = []screen.Account{screen.NewAccount("attack", s.Attack), screen.NewAccount("defense", s.Defense)}
	line.Sum = v.needs(s)
	return line
}

// percent returns the chance of a strike, in words.
func (v *View) percent(s heroes.Strike) string { return v.percentWithout(s, 0) }

// percentWithout is percent after the striking stack has lost so many cards.
func (v *View) percentWithout(s heroes.Strike, lost int) string {
	p, err := v.dice.Chance(s, lost)
	if large := new(explore.TooLarge); errors.As(err, &large) && large.Script == nil {
		return fmt.Sprintf("over %d ways", large.Ways)
	}
	if err != nil {
		return "not to be told" // the script's error comes when it is made
	}
	return view.Percent(p)
}

// needs describes the die that a strike needs to hit: "needs 4 or more on a d10: 70 %".
func (v *View) needs(s heroes.Strike) string {
	die := v.battle.Game().Rules.Die
	switch faces := v.battle.Faces(s); {
	case v.battle.DiceTouched():
		return fmt.Sprintf("needs %d on a d%d by the scores; a mod can change the dice: %s", s.Need, die, v.percent(s))
	case faces == 0:
		return fmt.Sprintf("needs %d on a d%d: cannot hit", s.Need, die)
	case faces == die:
		return fmt.Sprintf("any d%d hits: 100 %%", die)
	default:
		return fmt.Sprintf("needs %d or more on a d%d: %s", s.Need, die, v.percent(s))
	}
}
