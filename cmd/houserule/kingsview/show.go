package kingsview

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/board"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/odds"
)

// Show returns all facts about a counter.
func (v *View) Show(name string) (board.Page, error) {
	c, err := v.battle.CounterNamed(name)
	if err != nil {
		return board.Page{}, err
	}
	p := board.Page{Name: name, Is: []string{c.Thing().Name, v.Seat(c.Side()), v.whereabouts(c)}}
	if c.Stands() {
		p.Add(v.aboutFight(c)...)
	}
	for _, item := range v.borne(c) {
		p.Add(board.Text("bears %s: %s", v.battle.Label(item), strings.Join(abilityTexts(item.Thing()), " ")))
	}
	p.Add(v.aboutThing(c.Thing()))
	return p, nil
}

// whereabouts is where a counter is.
func (v *View) whereabouts(c *kings.Counter) string {
	switch c.Status() {
	case kings.Standing:
		return "in the hex"
	case kings.Elsewhere:
		return "in the adjacent hex " + v.battle.Setup().Neighbors[c.Hex()].Name
	case kings.Held:
		return "held, to be played"
	case kings.InPlay:
		if c.Bearer() >= 0 {
			return "on " + v.battle.Label(v.battle.Counter(c.Bearer()))
		}
	}
	return c.Status().String()
}

// aboutFight describes the dice of a counter, and the hits that it can take.
func (v *View) aboutFight(c *kings.Counter) []board.Fact {
	p, err := v.dice.Prospect(c)
	rolled := ""
	switch {
	case c.Fought() && c.FoughtIn() != p.Step:
		rolled = fmt.Sprintf(", has rolled in the %s step of this round", c.FoughtIn())
	case c.Fought():
		rolled = ", has rolled in this round"
	}
	facts := []board.Fact{board.Text("fights in the %s step with %s%s", p.Step, screen.Count(p.Dice, "die"), rolled), board.Score("value", p.Value)}
	var hits odds.Distribution[int]
	if err == nil {
		hits, err = v.dice.Hits(c)
	}
	if err != nil {
		facts = append(facts, board.Text("needs ?: %s", library.Explain(err)))
	} else {
		facts = append(facts, board.Text("%s; %s on average: %s", v.needs(p.Value.Total()), view.Decimals(odds.Mean(hits)), hitsText(hits)))
	}
	takes := board.Text("falls to the first hit (K3.1)")
	if c.Thing().Kind == kings.Building {
		takes = board.Text("takes %d of %d hits before it is neutralized (K3.3)", c.Left(), c.Thing().Value)
	}
	facts = append(facts, takes)
	if n, faces := c.Saves(); n > 0 {
		often := fmt.Sprintf("%d times", n)
		if n == 1 {
			often = "once"
		}
		facts = append(facts, board.Text("may roll to be saved %s in this round: %s", often, v.saves(faces)))
	} else if c.Thing().Saves() > 0 {
		facts = append(facts, board.Text("has rolled to be saved in this round (K3.2)"))
	}
	return facts
}

func (v *View) aboutThing(t *kings.Thing) board.Fact {
	f := board.Text("%s (%s): %s", t.Name, t.ID, thingSort(v.Library(), t))
	f.Facts = board.Texts(append([]string{v.Library().Flavor(t)}, abilityTexts(t)...)...)
	return f
}

// abilityTexts returns a thing's abilities with their paragraphs.
func abilityTexts(t *kings.Thing) []string {
	return engine.Each(t.Abilities, func(a *kings.Ability) string { return view.AbilityText(a.Name, a.Rule, a.Text) })
}
