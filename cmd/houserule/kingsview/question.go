package kingsview

import (
	"fmt"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/kings"
)

// A hit is one that a side has to take.
type hit struct {
	round int
	step  kings.CombatStep
	side  engine.Side
	left  int // with this one
}

// Ask sets the present question.
func (v *View) Ask(q engine.Question) {
	v.Plain.Ask(q)
	v.more = false
	if v.Form() == kings.FormLose {
		b, last := v.battle, v.loss
		v.loss = hit{b.Round(), b.CombatStep(), q.Side, b.HitsOn(q.Side)}
		v.more = last.left > v.loss.left && last == hit{v.loss.round, v.loss.step, v.loss.side, last.left}
	}
}

// Settled reports whether the board is worth drawing: not for every hit of a step.
func (v *View) Settled() bool { return v.Plain.Settled() && !v.more }

// Asks returns the present question, with its possible answers.
func (v *View) Asks() string {
	switch c := v.Asked().Choice.(type) {
	case *kings.Naming, *kings.Leave, *kings.Playing:
		return c.(engine.Prompter).Prompt()
	case *kings.Loss, *kings.Crowding, *kings.Pick, *kings.Opening:
		label := func(answer int) string { return v.battle.Label(v.battle.Counter(answer)) }
		return view.AsksFor(c.(engine.Prompter).Prompt(), view.Labels(c, label))
	}
	if v.AsksDie() {
		return v.asksDie()
	}
	return v.Plain.Asks()
}

// asksDie explains a die. The view explains the roll before it asks for the
// die.
func (v *View) asksDie() string {
	r := v.battle.Last()
	if v.rolling() == nil {
		return v.Frame.Asks()
	}
	if r.Saves != (kings.Faces{}) {
		does := "saves"
		if v.battle.Result().Ending != kings.Undecided { // K5.3
			does = "restores"
		}
		return fmt.Sprintf("Roll a d%d for %s (%s).", v.Sides(), v.battle.Label(r.By), v.faces(r.Saves, does))
	}
	return fmt.Sprintf("Roll a d%d for %s at %s (%s).", v.Sides(), v.battle.Label(r.By), v.The(r.At), v.needs(r.Value.Total()))
}
