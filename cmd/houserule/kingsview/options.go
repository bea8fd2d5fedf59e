package kingsview

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/kings"
)

// worth is what greedy players go by, in readable units: hits a round for losses,
// and half a hit of one that the counter takes no more, the strength of the side
// to attack, the chance to win.
func (v *View) worth(answer int) string {
	evaluator, ok := v.Asked().Choice.(engine.Evaluator)
	if !ok {
		return ""
	}
	n, die := float64(evaluator.Evaluate(answer)), float64(v.battle.Game().Rules.Die)
	switch v.Form() {
	case kings.FormAttack:
		return fmt.Sprintf("%.1f", n/die)
	case kings.FormPlay, kings.FormChange:
		return fmt.Sprintf("%+.0f", n)
	case kings.FormLose:
		return fmt.Sprintf("%.2f", -n/(6*die))
	case kings.FormRetreat, kings.FormDriven:
		return fmt.Sprintf("%.0f %%", n/10)
	case kings.FormRemove:
		return fmt.Sprintf("%.2f", -n/die)
	case kings.FormPick:
		return fmt.Sprintf("%.2f", n/die)
	}
	return ""
}

// note describes the effect of an answer.
func (v *View) note(answer int) string {
	b := v.battle
	switch v.Form() {
	case kings.FormAttack:
		return v.strength(engine.Side(answer))
	case kings.FormPlay, kings.FormChange:
		return v.playNote(answer)
	case kings.FormLose:
		return v.lossNote(b.Counter(answer))
	case kings.FormRetreat, kings.FormDriven:
		return v.leaveNote(answer)
	case kings.FormRemove, kings.FormPick:
		return b.Counter(answer).Thing().Name
	}
	return ""
}

// leaveNote returns how full the hex of a retreat is (K4.2).
func (v *View) leaveNote(answer int) string {
	if answer == kings.Stay {
		return "fight on"
	}
	b, side, hex := v.battle, v.Asked().Side, answer-1
	movers := 0
	for c := range b.Of(side) {
		if c.Thing().Kind == kings.Creature || c.Thing().Kind == kings.Special && b.Game().Rules.SpecialsCrowd {
			movers++
		}
	}
	there, room := b.Crowd(side, hex), b.Room(side, hex)
	text := fmt.Sprintf("%s to %d there, and %d find room", screen.CountOrNo(movers, "more creature"), there, room)
	if excess := movers + there - room; excess > 0 {
		text += fmt.Sprintf(": %d must be removed (K4.2)", excess)
	}
	return text
}

func (v *View) playNote(answer int) string {
	item := v.itemOf(answer)
	_, by := v.battle.Die()
	switch {
	case item == nil && by != nil:
		return "leave the die as it is"
	case item == nil:
		return "play nothing more before this step"
	}
	text := v.thingNote(item.Thing())
	if item.Thing().Fights {
		text = strings.TrimSuffix("it fights from now on; "+text, "; ")
	}
	return text
}

// itemOf returns the item that an answer plays, or nil.
func (v *View) itemOf(answer int) *kings.Counter {
	item, _ := v.battle.Played(kings.Played(answer))
	return item
}

// thingNote returns the text of a thing's abilities, or its own line of text.
func (v *View) thingNote(t *kings.Thing) string {
	text := strings.Join(abilityTexts(t), " ")
	if text == "" {
		text = v.Library().Flavor(t)
	}
	return strings.TrimSuffix(text, ".")
}

// lossNote describes the cost of a hit on a counter.
func (v *View) lossNote(c *kings.Counter) string {
	if c.Status() == kings.InPlay {
		return fmt.Sprintf("%s, which %s bears, is lost", c.Thing().Name, v.battle.Name(v.battle.Counter(c.Bearer())))
	}
	p, _ := v.dice.Prospect(c) // the board shows an error
	words := []string{fmt.Sprintf("%s, value %d", c.Thing().Name, p.Value.Total())}
	switch {
	case c.Thing().Kind == kings.Building && c.Left() > 1:
		words = append(words, fmt.Sprintf("takes it and stands at %d", c.Left()-1))
	case c.Thing().Kind == kings.Building:
		words = append(words, "is neutralized")
	}
	if c.Fought() {
		words = append(words, "has fought")
	} else {
		words = append(words, fmt.Sprintf("still to fight in the %s step", p.Step))
	}
	if n, faces := c.Saves(); n > 0 {
		words = append(words, v.saves(faces))
	}
	return strings.Join(words, ", ")
}
