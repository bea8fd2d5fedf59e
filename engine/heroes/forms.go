package heroes

import (
	"cmp"
	"slices"

	"houserule/engine"
	"houserule/engine/heroes/form"
)

// verbs holds the verbs of the rulebook.
var verbs = form.Verbs()

// Verbs returns the verbs of the rulebook, followed by those of mods.
func (g *Game) Verbs() []engine.Verb {
	all := slices.Clip(verbs)
	for _, custom := range g.CustomOptions {
		verb := engine.Verb{Name: custom.Name, Short: custom.Name, Text: cmp.Or(custom.Text, "an option of a mod"), Example: custom.Name, To: []*engine.Form{form.Act}, Before: "next"}
		if custom.At != AtNothing {
			verb.Args = []engine.Arg{{Kind: engine.ArgEnemy, Text: "STACK"}}
			verb.Example += " STACK"
		}
		all = append(all, verb)
	}
	return all
}

var _ = [...]engine.Worded{(*Act)(nil), (*Reply)(nil), (*Pick)(nil), (*Deploy)(nil)}

// Form returns [form.Act]. Subject returns the name of the acting stack.
func (a *Act) Form() *engine.Form { return form.Act }
func (a *Act) Subject() string    { return a.battle.Name(a.by) }

// Form returns the form of the question. Subject returns the name of the stack that
// retaliates.
func (r *Reply) Form() *engine.Form { return replies[r.what].form }
func (r *Reply) Subject() string {
	if r.what == WhetherRetaliate {
		return r.battle.Name(r.blow.By)
	}
	return ""
}

// Form returns [form.Next] or [form.Forward]. Its Subject is a side.
func (p *Pick) Form() *engine.Form {
	if p.forward {
		return form.Forward
	}
	return form.Next
}
func (p *Pick) Subject() string { return "" }

// Form returns [form.Place]. Its Subject is a side.
func (d *Deploy) Form() *engine.Form { return form.Place }
func (d *Deploy) Subject() string    { return "" }
