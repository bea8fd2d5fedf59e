package sorcery

import (
	"houserule/engine"
	"houserule/engine/sorcery/fight"
)

// The forms of the questions around a fight: those about units, those with two answers, and
// the rest.
var (
	FormLose     = &engine.Form{Name: "lose", Prompt: "loses", Asked: "picks what is lost", Question: "Too many stand together. Which unit of %s is lost", Rule: "S1"}
	FormRally    = &engine.Form{Name: "rally", Prompt: "rallies", Asked: "rallies", Question: "Which unit of %s rallies", Rule: "S5"}
	FormMove     = &engine.Form{Name: "move", Prompt: "moves", Asked: "moves", Question: "Which unit of %s moves", Otherwise: "done, if no more does", Rule: "S2", Value: "value"}
	FormWith     = &engine.Form{Name: "with", Prompt: "moves", Asked: "picks who goes along", Question: "Which units of %s go along", Otherwise: "alone, if no more do", Rule: "S2", Value: "value"}
	FormReact    = &engine.Form{Name: "react", Prompt: "reacts", Asked: "reacts", Question: "Which leader of %s reacts", Otherwise: "pass, if nobody does", Rule: "S3.1", Value: "value"}
	FormDecline  = &engine.Form{Name: "siege", Prompt: "gives battle?", Asked: "gives battle or is besieged", Question: "Does %s give battle in %s, or shut itself in and be besieged", Rule: "S4", Value: "value"}
	FormBesiege  = &engine.Form{Name: "besiege", Prompt: "besieges?", Asked: "besieges or waits", Question: "%s stands at every wall of %s. Does it besiege it, or wait", Rule: "S4"}
	FormMeet     = &engine.Form{Name: "fight", Prompt: "fights?", Asked: "fights or passes by", Question: "Characters or monsters of %s have met others in %s, and no army. Do they fight, or pass them by", Rule: "S7"}
	FormEnter    = &engine.Form{Name: "breach", Prompt: "enters?", Asked: "enters or stays out", Question: "The way into %[2]s is open. Do those of %[1]s who have made it stay outside, or enter", Rule: "S4", Value: "value"}
	FormOrder    = &engine.Form{Name: "march", Prompt: "marches", Asked: "gives an order", Rule: "S2", Value: "value"}
	FormReaction = &engine.Form{Name: "react", Prompt: "reacts", Asked: "gives an order", Rule: "S3.1", Value: "value"}
)

// Verbs returns the verbs of the rulebook, in the order of help.
func Verbs() []engine.Verb {
	to := func(forms ...*engine.Form) []*engine.Form { return forms }
	unit := func(text string) []engine.Arg { return []engine.Arg{{Kind: engine.ArgUnit, Text: text}} }
	place := engine.Arg{Kind: engine.ArgPlace, Text: "HEX"}
	all := engine.Arg{Optional: true} // may follow any order
	here := []engine.Arg{{Kind: engine.ArgPlace, Text: "HEX", Optional: true}, all}
	return []engine.Verb{
		{Name: "lead", Short: "le", Args: unit("CHARACTER"), Text: "choose the character that leads the die (S3.2)", Example: "lead a5", To: to(fight.FormLead)},
		{Name: "none", Short: "no", Text: "let no character lead the die (S3.2, S7)", Example: "none", To: to(fight.FormLead)},
		{Name: "add", Short: "ad", Args: unit("CHARACTER|all"), Text: "add a character's leadership to the strength (S3.2)", Example: "add a6", More: "add", To: to(fight.FormAdd)},
		{Name: "charge", Short: "c", Args: unit("UNIT|all"), Text: "make cavalry charge, one unit after another, or all that may (S3.2)", Example: "charge a1", More: "charge", To: to(fight.FormCharge)},
		{Name: "place", Short: "p", Args: unit("UNIT"), Text: "put a unit at the next place of the array, from the left (S3.3)", Example: "place a3", More: "place", Settled: true, To: to(fight.FormPlace)},
		{Name: "stand", Short: "sn", Text: "leave the rest of the array as it stands (S3.3)", Example: "stand", To: to(fight.FormPlace)},
		{Name: "guard", Short: "g", Args: unit("UNIT|all"), Text: "put a unit into the rear guard of a side that withdraws (S3.7)", Example: "guard a2", More: "guard", To: to(fight.FormGuard)},
		{Name: "call", Short: "ca", Args: unit("CHARACTER"), Text: "make a leader beside the hex try to bring units into it (S3.7)", Example: "call a7", To: to(fight.FormCall)},
		{Name: "bring", Short: "br", Args: unit("UNIT|all"), Text: "choose units that go with that leader (S3.7)", Example: "bring all", More: "bring", To: to(fight.FormBring)},
		{Name: "pass", Short: "ps", Text: "call no leader, or do not react (S3.1, S3.7); do not fight others that you meet (S7)", Example: "pass", To: to(fight.FormCall, FormReact, FormMeet), Also: engine.No},
		{Name: "done", Short: "d", Text: "end the list of units that add, charge, guard, go along or move", Example: "done", To: to(fight.FormAdd, fight.FormCharge, fight.FormGuard, fight.FormBring, FormMove)},
		{Name: "match", Short: "m", Args: unit("UNIT"), Text: "choose the unit that fights characters or a monster (S7)", Example: "match a1", More: "match", To: to(fight.FormMatch)},
		{Name: "wound", Short: "wo", Args: unit("CHARACTER"), Text: "deal the next wound to a character or monster (S7)", Example: "wound a5", More: "wound", To: to(fight.FormWound)},
		{Name: "fight", Short: "f", Text: "let characters without an army fight an army, or others that they meet (S7)", Example: "fight", To: to(fight.FormFight, FormMeet), Also: engine.Yes},
		{Name: "yield", Short: "yi", Text: "let them be captured without a fight (S7)", Example: "yield", To: to(fight.FormFight), Also: engine.No},
		{Name: "archers", Short: "ar", Text: "count a unit that may be either as archers in this round (S3.2)", Example: "archers", To: to(fight.FormCount)},
		{Name: "flyers", Short: "fl", Text: "count it as flyers in this round (S3.2)", Example: "flyers", To: to(fight.FormCount)},
		{Name: "lend", Short: "ln", Args: []engine.Arg{{Kind: engine.ArgNumber, Text: "N"}}, Text: "lend leadership to a morale check; the number alone does the same (S5)", Example: "lend 1", To: to(fight.FormLend)},
		{Name: "stay", Short: "st", Args: []engine.Arg{all}, Text: "do not withdraw (S3.7); on the map: move no more in this turn, or do not use a breach (S4)", Example: "stay", Before: "move", To: to(fight.FormWithdraw, FormOrder, FormEnter)},
		{Name: "withdraw", Short: "wi", Text: "leave the hex after the next round (S3.7)", Example: "withdraw", To: to(fight.FormWithdraw)},
		{Name: "leave", Short: "lv", Args: here, Text: "choose the hex to withdraw to (S3.7); on the map: leave a place of its own (S2)", Example: "leave north", Before: "move", To: to(fight.FormLeave, FormOrder)},
		{Name: "move", Short: "mv", Args: unit("UNIT"), Text: "choose the unit that moves next on the map (S2)", Example: "move a1", More: "with", To: to(FormMove)},
		{Name: "with", Short: "wh", Args: unit("UNIT|all"), Text: "choose units that go along (S2)", Example: "with all", More: "with", To: to(FormWith)},
		{Name: "alone", Short: "al", Text: "let no more units go along (S2)", Example: "alone", To: to(FormWith)},
		{Name: "march", Short: "ma", Args: []engine.Arg{place, {Text: "[all]", Optional: true}}, Text: "move to a hex by the cheapest way; the hex alone does the same. Begin with a unit's name to move that unit, and end with all to move its whole stack (S2)", Example: "w1 march 0304 all", Before: "move", To: to(FormOrder)},
		{Name: "enter", Short: "en", Args: here, Text: "go into a place of its own (S2); enter alone: go in through a breach (S4)", Example: "enter 0304", Before: "move", To: to(FormOrder, FormEnter)},
		{Name: "sortie", Short: "so", Args: here, Text: "come out of a besieged place (S4)", Example: "sortie 0304", Before: "move", To: to(FormOrder)},
		{Name: "assault", Short: "as", Args: here, Text: "assault a besieged place, or a wall (S4)", Example: "assault 0304", Before: "move", To: to(FormOrder)},
		{Name: "breach", Short: "bc", Args: here, Text: "try to breach a besieged place (S4)", Example: "breach 0304", Before: "move", To: to(FormOrder)},
		{Name: "react", Short: "rc", Args: unit("CHARACTER|HEX"), Text: "choose a leader that reacts to the moving units, and the hex that it enters (S3.1)", Example: "react a5", To: to(FormReact, FormReaction)},
		{Name: "battle", Short: "ba", Text: "give battle at a place where you may decline it (S4)", Example: "battle", To: to(FormDecline), Also: engine.Yes},
		{Name: "siege", Short: "si", Text: "decline battle, and be besieged (S4)", Example: "siege", To: to(FormDecline), Also: engine.No},
		{Name: "besiege", Short: "be", Text: "besiege a walled place (S4)", Example: "besiege", To: to(FormBesiege), Also: engine.Yes},
		{Name: "wait", Short: "wt", Text: "do not besiege it (S4)", Example: "wait", To: to(FormBesiege), Also: engine.No},
		{Name: "lose", Short: "ls", Args: unit("UNIT"), Text: "choose a unit to lose from a stack above its limit (S1)", Example: "lose a3", More: "lose", To: to(FormLose)},
		{Name: "rally", Short: "ry", Args: unit("UNIT"), Text: "choose a unit that rallies (S5)", Example: "rally a3", More: "rally", To: to(FormRally)},
		{Name: "pick", Short: "pi", Args: unit("UNIT"), Text: "choose a unit for a spell or an ability", Example: "pick d2", To: to(fight.FormPick)},
	}
}
