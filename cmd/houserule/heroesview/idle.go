package heroesview

import (
	"fmt"

	"houserule/cmd/houserule/view"
	"houserule/engine/heroes"
)

// Idle answers retaliation that cannot hit, besides what Frame.Idle answers: to
// hold leaves everything as it is, while to strike in vain could only spend the
// stack's retaliation of the round (H5.1), a swarm or support. It does not where
// hooks are used, because they may change the result.
func (v *View) Idle() (answer int, why string, ok bool) {
	c, asked := v.Asked().Choice.(*heroes.Reply)
	if !asked || c.What() != heroes.WhetherRetaliate || view.Hooked(&v.battle.Game().Hooks) {
		return v.Frame.Idle()
	}
	for blow := c.Blow(); blow.N <= int32(c.Most()); blow.N++ {
		if v.battle.Faces(v.battle.Preview(blow)) > 0 {
			return 0, "", false
		}
	}
	does := "holds"
	if c.Must() {
		does = "retaliates"
	}
	at := v.battle.Label(c.Blow().At)
	return c.First(), fmt.Sprintf("%s %s: against %s it %s.", v.battle.Label(c.Blow().By), does, at, v.needs(v.battle.Preview(c.Blow()))), true
}
