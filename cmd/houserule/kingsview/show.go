package kingsview

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine/board"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/odds"
)

// Show returns all facts about a counter.
func (v *View) Show(name string) (board.Page, error) {
	c, err := v.battle.CounterNamed(name)
	if err != nil {
		return board.Page{}, err
	}
	p := board.Page{Name: name, Is: []string{c.Thing().Name, v.seat(c.Side()), v.whereabouts(c)}}
	if c.Stands() {
		p.Add(v.aboutFight(c)...)
	}
	for _, item := range v.borne(c) {
		p.Add(board.Text("bears %s: %s", v.battle.Label(item), abilityTexts(item.Thing())))
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

// aboutFight is what a counter rolls, and how many hits it can take.
func (v *View) aboutFight(c *kings.Counter) []board.Fact {
	p, err := v.dice.Prospect(c)
	rolled := ""
	if c.Fought() {
		rolled = ", has rolled in this round"
	}
	facts := []board.Fact{board.Text("fights in the %s step with %s%s", p.Step, diceCount(p.Dice), rolled), board.Score("value", p.Value)}
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
		takes = board.Text("takes %d of %d hits before it is neutralised (K3.3)", c.Left(), c.Thing().Value)
	}
	facts = append(facts, takes)
	if n, faces := c.Saves(); n > 0 {
		facts = append(facts, board.Text("may roll to be saved %s in this round: %s", times(n), v.saves(faces)))
	} else if c.Thing().Saves() > 0 {
		facts = append(facts, board.Text("has rolled to be saved in this round (K3.2)"))
	}
	return facts
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func diceCount(n int) string {
	if n == 1 {
		return "1 die"
	}
	return fmt.Sprintf("%d dice", n)
}

func (v *View) aboutThing(t *kings.Thing) board.Fact {
	f := board.Text("%s (%s): %s", t.Name, t.ID, thingSort(v.Library(), t))
	if text := kingsdata.Flavour(v.Library(), t); text != "" {
		f.Facts = append(f.Facts, board.Text("%s", text))
	}
	for _, a := range t.Abilities {
		f.Facts = append(f.Facts, board.Text("%s", abilityText(a)))
	}
	return f
}

// abilityText is an ability with its paragraph.
func abilityText(a *kings.Ability) string {
	if a.Rule == "" {
		return fmt.Sprintf("%s: %s", a.Name, a.Text)
	}
	return fmt.Sprintf("%s (%s): %s", a.Name, a.Rule, a.Text)
}

func abilityTexts(t *kings.Thing) string {
	var words []string
	for _, a := range t.Abilities {
		words = append(words, abilityText(a))
	}
	return strings.Join(words, " ")
}
