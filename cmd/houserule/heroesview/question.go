package heroesview

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/heroes"
)

// Asks returns the present question, with its possible answers.
func (v *View) Asks() string {
	b := v.battle
	switch c := v.Asked().Choice.(type) {
	case *heroes.Act:
		if c.Heads() > 0 {
			return fmt.Sprintf("%s attacks another stack with its next head, or passes.", b.Label(c.By()))
		}
		return fmt.Sprintf("%s acts.", b.Label(c.By()))
	case *heroes.Reply:
		return v.asksReply(c)
	case *heroes.Pick:
		if c.Forward() {
			return view.AsksFor(fmt.Sprintf("Too few stacks stand on the melee line (%s). Which stack comes forward?", c.Rule()), v.labels(c))
		}
		return view.AsksFor("Whose turn is next?", v.labels(c))
	case *heroes.Deploy:
		return fmt.Sprintf("To place: %s.", left(c))
	}
	if v.AsksDie() {
		return v.asksDie()
	}
	return v.Frame.Asks()
}

func (v *View) asksReply(c *heroes.Reply) string {
	b := v.battle
	switch c.What() {
	case heroes.WhetherWithdraw:
		return "Withdraw, or stay? A side that withdraws keeps its Heroes and loses the battle."
	case heroes.WhetherSurrender:
		return fmt.Sprintf("Offer 1 to %d cards of the hand as a surrender, or fight on?", c.Most())
	case heroes.WhetherAccept:
		return fmt.Sprintf("The other side offers %s to surrender. Accept, or reject?", screen.Count(c.Offered(), "card"))
	}
	return fmt.Sprintf("%s may retaliate against %s (%s). Retaliate, or hold?", b.Label(c.Blow().By), b.Label(c.Blow().At), v.needs(b.Preview(c.Blow())))
}

// asksDie explains a die. The view explains the strike before it asks for
// the die.
func (v *View) asksDie() string {
	s := v.battle.Last()
	if v.Asked().Side < engine.Luck || s.By == nil {
		return v.Frame.Asks()
	}
	return fmt.Sprintf("Roll a d%d for %s against %s (%s).", v.Sides(), v.battle.Label(s.By), v.target(s.At), v.needs(s))
}

func (v *View) target(at *heroes.Stack) string {
	if at == nil {
		return "the walls"
	}
	return v.battle.Label(at)
}

// labels lists the stacks of a pick.
func (v *View) labels(p *heroes.Pick) []string {
	return view.Labels(p, func(answer int) string { return v.battle.Label(&v.battle.Stacks()[answer]) })
}

// left lists the cards that a free set-up must still place.
func left(d *heroes.Deploy) string {
	return strings.Join(engine.Each(d.Left(), func(r heroes.Run) string { return fmt.Sprintf("%d %s", r.N, r.Creature.ID) }), ", ")
}

// Secret reports whether the seats see different things now: while armies are
// set up freely (H1.4).
func (v *View) Secret() bool {
	_, ok := v.Asked().Choice.(*heroes.Deploy)
	return ok
}

// Settled reports whether the battle stands at a point where the board is worth
// drawing: a player decides what to do, not merely whether to react.
func (v *View) Settled() bool {
	switch c := v.Asked().Choice.(type) {
	case *heroes.Act, *heroes.Deploy:
		return true
	case *heroes.Pick:
		return !c.Forward()
	}
	return false
}

// Topics returns words for the present situation, for the lessons of a tutorial:
// also the stack that acts, and what it may do.
func (v *View) Topics() []string {
	topics := v.Frame.Topics()
	if c, ok := v.Asked().Choice.(*heroes.Act); ok {
		topics = append(topics, "act "+v.battle.Name(c.By()))
		for answer := range c.Each {
			o := heroes.Option(answer)
			topics = append(topics, o.Verb().String())
			if o.Cards() > 1 {
				topics = append(topics, "swat")
			}
		}
	}
	return topics
}
