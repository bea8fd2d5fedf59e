package kingsview

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
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

// Ask sets the question that is asked now.
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

// Asks says what is asked, and what can be answered.
func (v *View) Asks() string {
	switch c := v.Asked().Choice.(type) {
	case *kings.Naming:
		return fmt.Sprintf("Whom does %s attack: %s?", v.The(c.Side()), view.After("attack", c))
	case *kings.Leave:
		if c.Driven() {
			return fmt.Sprintf("%s has to retreat: to %s?", view.Sentence(v.The(c.Side())), view.After("retreat", c))
		}
		return fmt.Sprintf("Does %s stay, or retreat to %s?", v.The(c.Side()), view.After("retreat", c))
	case *kings.Playing:
		if n, by := v.battle.Die(); by != nil {
			return fmt.Sprintf("%s has rolled a %d against %d. Does %s play %s on it, or pass?", v.battle.Label(by), n, v.battle.ValueOf(by), v.The(c.Side()), view.Either(v.listed(c)))
		}
		return fmt.Sprintf("Does %s play %s before the %s step, or pass?", v.The(c.Side()), view.Either(v.listed(c)), v.battle.CombatStep())
	case *kings.Loss:
		return fmt.Sprintf("%s takes %s in the %s step. Who takes %s: %s?", view.Sentence(v.The(c.Side())), screen.CountOrNo(v.battle.HitsOn(c.Side()), "hit"), v.battle.CombatStep(), v.which(), strings.Join(v.listed(c), ", "))
	case *kings.Crowding, *kings.Pick, *kings.Opening:
		return c.(engine.Prompter).Prompt() + " " + strings.Join(v.listed(c), ", ") + "?"
	}
	if v.AsksDie() {
		return v.asksDie()
	}
	if v.Asked().Choice != nil {
		return view.AsksWord(v.Asked().Choice, "A mod asks.")
	}
	return ""
}

// which is the hit that is taken now.
func (v *View) which() string {
	if v.battle.HitsOn(v.Asked().Side) == 1 {
		return "it"
	}
	return "the next"
}

// optionsListed is how many options a question lists.
const optionsListed = 12

// listed are the options of a choice of counters, with descriptions.
func (v *View) listed(c engine.Choice) []string {
	var words []string
	for answer := range c.Each {
		var word string
		switch c.(type) {
		case *kings.Playing:
			item := v.itemOf(answer)
			if item == nil {
				continue
			}
			word, _, _ = strings.Cut(strings.TrimPrefix(c.Name(answer), "play "), " ")
		default:
			word = v.battle.Label(v.battle.Counter(answer))
		}
		if len(words) > 0 && words[len(words)-1] == word {
			continue // on another counter
		}
		if len(words) == optionsListed {
			words = append(words, "...")
			break
		}
		words = append(words, word)
	}
	return words
}

// asksDie says what a die is for. The view explains the roll before it asks for the
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
