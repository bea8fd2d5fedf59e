package heroesview

import (
	"fmt"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
)

// A View shows one battle.
type View struct {
	Title   string
	Players [2]string // who plays which side; "" where that is not said
	battle  *heroes.Battle
	lib     *library.Library
	seed    uint64
	aside   *aside          // where attacks are tried out; nil until then
	asked   engine.Question // what is asked now; Choice is nil for nothing
}

// New returns the view of a match's battle.
func New(lib *library.Library, m library.Match, b *heroes.Battle) *View {
	v := &View{Title: "Typed armies", battle: b, lib: lib, seed: m.Seed}
	copy(v.Players[:], m.Players)
	if s, err := lib.Scenario(m.Scenario); err == nil {
		v.Title = s.Name
	}
	return v
}

// Battle is what is shown.
func (v *View) Battle() *heroes.Battle { return v.battle }

// Play plays the battle at a table, to its end or the table's first error.
func (v *View) Play(t *engine.Table) error {
	v.battle.Play(t)
	return t.Err()
}

// Over tells whether the battle is decided, Result how.
func (v *View) Over() bool     { return v.battle.Over() }
func (v *View) Result() string { return v.battle.Result().String() }

// Scene is where the battle is.
func (v *View) Scene() string { return v.battle.Scene() }

// Seats are the names of the seats.
func (v *View) Seats() []string {
	return []string{heroes.SideName(heroes.Aggressor), heroes.SideName(heroes.Defender)}
}

// Line puts an event into words.
func (v *View) Line(e engine.Event) (screen.Line, bool) {
	b := v.battle
	line := screen.Line{Depth: 2, Text: b.Describe(e), Where: b.Scene()}
	switch e.What {
	case heroes.RoundBegan, heroes.Ended:
		line.Depth = 0
	case heroes.PhaseBegan:
		line.Depth, line.Faint = 1, true
	case heroes.Struck:
		line = v.strikeLine(line, *b.Last())
	case heroes.Killed, heroes.StackLost, heroes.Discarded:
		line.Depth = 3
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

// needs says what a strike needs to hit: "needs 4 or more on a d10: 70 %".
func (v *View) needs(s heroes.Strike) string {
	die := v.battle.Game().Rules.Die
	switch faces := v.battle.Faces(s); {
	case v.battle.DiceTouched():
		return fmt.Sprintf("needs %d on a d%d by the scores; a mod has a say in the dice: %s", s.Need, die, v.percent(s))
	case faces == 0:
		return fmt.Sprintf("needs %d on a d%d: cannot hit", s.Need, die)
	case faces == die:
		return fmt.Sprintf("any d%d hits: 100 %%", die)
	default:
		return fmt.Sprintf("needs %d or more on a d%d: %s", s.Need, die, v.percent(s))
	}
}
