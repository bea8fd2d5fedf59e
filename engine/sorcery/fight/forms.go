package fight

import "houserule/engine"

// The forms of the questions in a fight: those about units, those with two answers, and the
// rest.
var (
	FormLead   = &engine.Form{Name: "lead", Prompt: "leads", Asked: "picks who leads", Question: "Which character leads the die of %s", Otherwise: "none, if nobody does", Rule: "S3.2", Value: "die"}
	FormAdd    = &engine.Form{Name: "add", Prompt: "adds", Asked: "picks who adds leadership", Question: "Which characters of %s add their leadership to the strength", Otherwise: "done, if no more do", Rule: "S3.2"}
	FormCharge = &engine.Form{Name: "charge", Prompt: "charges", Asked: "picks who charges", Question: "Which cavalry of %s charges", Otherwise: "done, if no more does", Rule: "S3.2"}
	FormPlace  = &engine.Form{Name: "place", Prompt: "arrays", Asked: "places units", Question: "Which unit of %s stands next in the array, from left to right", Otherwise: "stand, if the rest stands well", Rule: "S3.3", Value: "takes"}
	FormGuard  = &engine.Form{Name: "guard", Prompt: "guards", Asked: "picks the rear guard", Question: "Which units of %s are in the rear guard", Otherwise: "done, if no more are", Rule: "S3.7"}
	FormCall   = &engine.Form{Name: "call", Prompt: "calls", Asked: "calls reinforcements", Question: "Which leader of %s tries to bring reinforcements", Otherwise: "pass, if nobody does", Rule: "S3.7"}
	FormBring  = &engine.Form{Name: "bring", Prompt: "brings", Asked: "picks who comes along", Question: "Which units of %s go along", Otherwise: "done, if no more do", Rule: "S3.7"}
	FormMatch  = &engine.Form{Name: "match", Prompt: "matches", Asked: "picks who fights them", Question: "Which unit of %s fights %s", Rule: "S7", Value: "value"}
	FormWound  = &engine.Form{Name: "wound", Prompt: "wounds", Asked: "picks who is wounded", Question: "Who of %s is dealt the next wound", Rule: "S7", Value: "costs"}
	FormPick   = &engine.Form{Name: "pick", Prompt: "picks", Value: "value"}

	FormFight    = &engine.Form{Name: "fight", Prompt: "fights?", Asked: "fights or yields", Question: "The characters of %s are alone with an army. Do they fight, or yield and are captured", Rule: "S7"}
	FormCount    = &engine.Form{Name: "count", Prompt: "counts", Asked: "counts as flyers or archers", Question: "%s counts as archers or as flyers in this round", Rule: "S3.2"}
	FormWithdraw = &engine.Form{Name: "withdraw", Prompt: "withdraws?", Asked: "withdraws or stays", Question: "Does %s stay, or withdraw after the next round", Rule: "S3.7", Value: "guess"}

	FormLend  = &engine.Form{Name: "lend", Prompt: "lends", Asked: "lends leadership", Rule: "S5"}
	FormLeave = &engine.Form{Name: "leave", Prompt: "leaves", Asked: "leaves", Rule: "S3.7"}
)

var _ = [...]engine.Worded{(*Picking)(nil), (*Selecting)(nil), (*Deciding)(nil), (*Lending)(nil), (*Leave)(nil)}

// Subject returns "": the side decides for all its units. Verbs returns the verbs of the
// rulebook.
func (a *Asking) Subject() string         { return "" }
func (s *Selecting) Subject() string      { return "" }
func (a *Asking) Verbs() []engine.Verb    { return a.battle.game.asked.Verbs }
func (s *Selecting) Verbs() []engine.Verb { return s.battle.game.asked.Verbs }

// Form returns the form of the question.
func (p *Picking) Form() *engine.Form   { return p.row().Form }
func (s *Selecting) Form() *engine.Form { return FormPick }
func (d *Deciding) Form() *engine.Form  { return d.row().Form }
func (l *Lending) Form() *engine.Form   { return FormLend }
func (l *Leave) Form() *engine.Form     { return FormLeave }
