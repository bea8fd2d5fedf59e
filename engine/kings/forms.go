package kings

import (
	"slices"

	"houserule/engine"
)

// The forms of the game's questions.
var (
	FormAttack  = &engine.Form{Name: "attack", Prompt: "attacks", Asked: "names a player", Rule: "K1.2", Value: "strength"}
	FormPlay    = &engine.Form{Name: "play", Prompt: "plays", Asked: "plays an item", Rule: "K1.2", Value: "value"}
	FormChange  = &engine.Form{Name: "play", Prompt: "plays", Asked: "changes a die", Rule: "K1.2", Value: "value"}
	FormLose    = &engine.Form{Name: "lose", Prompt: "loses", Asked: "loses a counter", Rule: "K3.1", Value: "loses"}
	FormRetreat = &engine.Form{Name: "retreat", Prompt: "retreats?", Asked: "retreats", Rule: "K4.1", Value: "guess"}
	FormDriven  = &engine.Form{Name: "retreat", Prompt: "retreats?", Asked: "has to retreat", Rule: "K6", Value: "guess"}
	FormRemove  = &engine.Form{Name: "remove", Prompt: "removes", Asked: "removes a counter", Rule: "K4.2", Value: "loses"}
	FormPick    = &engine.Form{Name: "pick", Prompt: "picks", Rule: "K6", Value: "scores"}
)

// Verbs returns the verbs of the rulebook, in the order of help. Those of [Game.Verbs] have
// examples with data.
func Verbs() []engine.Verb {
	to := func(forms ...*engine.Form) []*engine.Form { return forms }
	args := func(all ...engine.Arg) []engine.Arg { return all }
	counter := engine.Arg{Kind: engine.ArgUnit, Text: "COUNTER"}
	return []engine.Verb{
		{Name: "attack", Short: "a", Args: args(engine.Arg{Kind: engine.ArgSeat, Text: "SIDE"}), Text: "choose the side to attack, if there are several (K1.2)", Example: "attack defender", To: to(FormAttack)},
		{Name: "play", Short: "pl", Args: args(engine.Arg{Kind: engine.ArgItem, Text: "ITEM"}, engine.Arg{Kind: engine.ArgUnit, Text: "[COUNTER]", Optional: true}), Text: "play a magic item; if it goes on a counter, name the counter, too (K1.2)", Example: "play ITEM", To: to(FormPlay, FormChange), Also: engine.Yes},
		{Name: "pass", Short: "p", Text: "play no more items before this step, or leave the die as it is", Example: "pass", To: to(FormPlay, FormChange), Also: engine.No},
		{Name: "lose", Short: "ls", Args: args(counter), Text: "take a hit on a counter; its name alone does the same (K3.1)", Example: "lose a3", More: "lose", To: to(FormLose)},
		{Name: "retreat", Short: "r", Args: args(engine.Arg{Kind: engine.ArgPlace, Text: "HEX", Optional: true}), Text: "leave, all together, to an adjacent hex (K4.1)", Example: "retreat north", To: to(FormRetreat, FormDriven), Also: engine.Yes},
		{Name: "stay", Short: "st", Text: "do not retreat", Example: "stay", To: to(FormRetreat, FormDriven), Also: engine.No},
		{Name: "pick", Short: "pi", Args: args(counter), Text: "choose a counter for an item or an ability (K6)", Example: "pick d2", To: to(FormPick)},
		{Name: "remove", Short: "rm", Args: args(counter), Text: "remove a counter above the limit in the hex of a retreat (K4.2)", Example: "remove a3", More: "remove", To: to(FormRemove)},
	}
}

var _ = [...]engine.Worded{(*Naming)(nil), (*Playing)(nil), (*Loss)(nil), (*Leave)(nil), (*Crowding)(nil), (*Pick)(nil), (*Opening)(nil)}

// exemplify makes the verbs, with examples of the game's own data.
func (g *Game) exemplify() {
	names := map[string]string{}
	if i := slices.IndexFunc(g.Things, func(t *Thing) bool { return t.Kind == Item }); i >= 0 {
		names["ITEM"] = g.Things[i].ID
	}
	g.verbs = engine.Exemplified(Verbs(), names)
}

// Verbs returns the verbs of the rulebook.
func (g *Game) Verbs() []engine.Verb { return g.verbs }

// Subject returns "": the side decides for all its counters. Verbs returns the verbs of the
// battle's game.
func (s *seat) Subject() string      { return "" }
func (s *seat) Verbs() []engine.Verb { return s.battle.game.Verbs() }

// Form returns the form of the question.
func (n *Naming) Form() *engine.Form   { return FormAttack }
func (l *Loss) Form() *engine.Form     { return FormLose }
func (c *Crowding) Form() *engine.Form { return FormRemove }
func (p *Pick) Form() *engine.Form     { return FormPick }

// Form returns [FormChange] if an item would change a die on the table, otherwise
// [FormPlay].
func (p *Playing) Form() *engine.Form {
	if _, by := p.battle.Die(); by != nil {
		return FormChange
	}
	return FormPlay
}

// Form returns [FormDriven] if the side must retreat, otherwise [FormRetreat].
func (l *Leave) Form() *engine.Form {
	if l.driven {
		return FormDriven
	}
	return FormRetreat
}
