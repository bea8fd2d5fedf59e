package sorceryview

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/board"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// picking reports whether the question asks for a unit.
func (v *View) picking() bool {
	switch v.Asked().Choice.(type) {
	case *fight.Picking, *fight.Selecting:
		return true
	}
	return false
}

// asked is a question in a series of the same kind.
type asked struct {
	turn, round int
	form        *engine.Form
	side        engine.Side
}

// Ask sets the present question.
func (v *View) Ask(q engine.Question) {
	v.Plain.Ask(q)
	v.more = false
	if q.Choice == nil {
		return
	}
	v.looker = q.Side
	now := asked{v.battle.Round(), v.battle.FightRound(), v.Form(), q.Side}
	v.more, v.asked = now == v.asked, now
}

// Settled reports whether the board is worth drawing: not for every unit of several,
// and not in the middle of morale checks.
func (v *View) Settled() bool { return v.Plain.Settled() && !v.more && v.Form() != fight.FormLend }

// Secret reports whether the seats see different things now: while they choose the
// units that charge (S3.2).
func (v *View) Secret() bool { return v.Form() == fight.FormCharge }

// Asks returns the present question, with its possible answers.
func (v *View) Asks() string {
	switch c := v.Asked().Choice.(type) {
	case *fight.Picking:
		if c.What == sorcery.PickMarch {
			return v.asksMarch(c)
		}
		text := view.AsksFor(c.Prompt(), v.listed(c))
		if how := c.Form().Otherwise; how != "" && c.Legal(fight.Pass) {
			text += " Or " + how + "."
		}
		return text
	case *fight.Selecting:
		return view.AsksFor(c.Prompt(), v.listed(c))
	case *fight.Deciding, *fight.Leave:
		return c.(engine.Prompter).Prompt()
	case *fight.Lending:
		return fmt.Sprintf("%s checks morale and %s. How much leadership is lent to it: %s?", v.label(c.Unit()), v.needs(c.Morale().Total()), engine.After(c, "lend"))
	case *sorcery.Ordering:
		return asksOrder(c)
	}
	if v.AsksDie() {
		return v.asksDie()
	}
	return v.Plain.Asks()
}

// optionsListed is how many options a question lists.
const optionsListed = 12

// listed returns the units that can be picked, with descriptions. Consecutive units that
// are alike stand together.
func (v *View) listed(c engine.Choice) []string {
	var rows []board.Unit
	all := false
	for answer := range c.Each {
		if u := v.picked(answer); u != nil {
			r := v.named(u)
			r.States = orNothing(u.Demoralized(), "demoralized")
			rows = joined(rows, r)
		}
		all = all || answer == fight.All
	}
	var words []string
	for i, r := range rows {
		if i == optionsListed {
			words = append(words, "...")
			break
		}
		words = append(words, fmt.Sprintf("%s (%s)", r.Names(), strings.Join(append([]string{r.Kind}, r.States...), ", ")))
	}
	return append(words, orNothing(all && (len(rows) > 1 || rows[0].Count > 1), "all of them")...)
}

// orNothing returns a list of the word, or an empty one.
func orNothing(is bool, word string) []string {
	if is {
		return []string{word}
	}
	return nil
}

// picked returns the unit of an answer to a [fight.Picking], or nil.
func (v *View) picked(answer int) *fight.Unit {
	if v.Form() != fight.FormPick { // only units answer it
		answer -= fight.Picked
	}
	if answer < 0 || answer >= len(v.battle.Units()) {
		return nil
	}
	return v.battle.Unit(answer)
}

// asksDie explains a die. The view explains the roll before it asks for the
// die.
func (v *View) asksDie() string {
	t := v.battle.Last()
	if v.Asked().Side != engine.Luck || t.Die != 0 {
		return v.Frame.Asks()
	}
	switch {
	case v.battle.InWar() && !v.battle.Fighting() && v.battle.Phase() != fight.Parting:
		return v.asksMapDie(t)
	case t.Unit == nil:
		return fmt.Sprintf("Roll a d%d for %s.", v.Sides(), v.The(t.Side))
	case v.battle.Phase() == fight.Parting:
		return fmt.Sprintf("Roll a d%d for %s, who tries to come (%d or more in all, modified).", v.Sides(), v.called(t.Unit), v.battle.Game().Rules.ReactionNeed)
	case !v.sees(t.Unit):
		return fmt.Sprintf("Roll a d%d for %s.", v.Sides(), v.called(t.Unit))
	}
	return fmt.Sprintf("Roll a d%d for the morale of %s (%s).", v.Sides(), v.label(t.Unit), v.needs(t.Score.Total()))
}
