package kingsview

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/kingsdata"
	"houserule/engine/odds"
)

// Show is all that is to be known of a counter.
func (v *View) Show(name string) (string, error) {
	c, err := v.battle.CounterNamed(name)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s, %s, %s\n", screen.Heading(name), c.Thing().Name, v.seat(c.Side()), v.whereabouts(c))
	if c.Stands() {
		v.showFight(&out, c)
	}
	for _, item := range v.borne(c) {
		fmt.Fprintf(&out, "  bears %s: %s\n", v.battle.Label(item), abilityTexts(item.Thing()))
	}
	v.showThing(&out, c.Thing())
	return strings.TrimSuffix(out.String(), "\n"), nil
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

// showFight is what a counter rolls, and what it can take.
func (v *View) showFight(out *strings.Builder, c *kings.Counter) {
	p, err := v.dice.Prospect(c)
	rolled := ""
	if c.Fought() {
		rolled = ", has rolled in this round"
	}
	fmt.Fprintf(out, "  fights in the %s step with %s%s\n", p.Step, diceCount(p.Dice), rolled)
	fmt.Fprintf(out, "  %s\n", screen.NewAccount("value", p.Value))
	var hits odds.Distribution[int]
	if err == nil {
		hits, err = v.dice.Hits(c)
	}
	if err != nil {
		fmt.Fprintf(out, "  needs ?: %s\n", library.Explain(err))
	} else {
		fmt.Fprintf(out, "  %s; %s on average: %s\n", v.needs(p.Value.Total()), view.Decimals(odds.Mean(hits)), hitsText(hits))
	}
	takes := "  falls to the first hit (K3.1)"
	if c.Thing().Kind == kings.Building {
		takes = fmt.Sprintf("  takes %d of %d hits before it is neutralised (K3.3)", c.Left(), c.Thing().Value)
	}
	fmt.Fprintln(out, takes)
	if n, faces := c.Saves(); n > 0 {
		fmt.Fprintf(out, "  may roll to be saved %s in this round: %s\n", times(n), v.saves(faces))
	} else if c.Thing().Saves() > 0 {
		fmt.Fprintln(out, "  has rolled to be saved in this round (K3.2)")
	}
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

func (v *View) showThing(out *strings.Builder, t *kings.Thing) {
	fmt.Fprintf(out, "  %s (%s): %s\n", t.Name, t.ID, thingSort(v.Library(), t))
	if text := kingsdata.Flavour(v.Library(), t); text != "" {
		fmt.Fprintf(out, "    %s\n", text)
	}
	for _, a := range t.Abilities {
		fmt.Fprintf(out, "    %s\n", abilityText(a))
	}
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
