package sorceryview

import (
	"fmt"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/sorcery/fight"
)

// Idle answers for a morale check that fails whatever is lent to it, besides what
// Frame.Idle answers: to lend could only spend leadership (S5). Where a side does not
// see all, or scripts are called, it cannot know this in advance.
func (v *View) Idle() (answer int, why string, ok bool) {
	if v.battle.InWar() {
		return 0, "", false
	}
	c, asked := v.Asked().Choice.(*fight.Lending)
	if !asked || view.Hooked(&v.battle.Game().Hooks) {
		return v.Plain.Idle()
	}
	most := 0
	for n := range c.Each {
		most = max(most, n)
	}
	if withLent(c, most) >= 1 {
		return 0, "", false
	}
	return c.First(), fmt.Sprintf("Nothing is lent to %s: it %s, and with %d more, too.", v.label(c.Unit()), v.needs(c.Morale().Total()), most), true
}

// withLent returns the greatest die with which a check passes if n is lent to it. A score
// below 0 counts as 0, but the loan has to raise it above 0 first.
func withLent(c *fight.Lending, n int) int { return c.Morale().Add(n, causeLent).Total() }

var causeLent = &engine.Cause{Text: "leadership lent", Rule: "S5"}
