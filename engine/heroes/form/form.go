// Package form is the questions of heroes and the verbs that answer them, as a player types
// them. Package heroes asks the questions, and finds what the words of an answer mean.
package form

import "houserule/engine"

// The forms of the questions.
var (
	Act       = &engine.Form{Name: "act", Asked: "acts", Rule: "H1.1"}
	Next      = &engine.Form{Name: "next", Prompt: "next", Asked: "picks who acts", Rule: "H1.1"}
	Forward   = &engine.Form{Name: "forward", Prompt: "forward", Asked: "picks who comes forward", Rule: "H4.1"}
	Retaliate = &engine.Form{Name: "retaliate", Prompt: "retaliates?", Asked: "retaliates", Rule: "H5.1"}
	Withdraw  = &engine.Form{Name: "withdraw", Prompt: "withdraws?", Asked: "withdraws", Rule: "H7.2"}
	Surrender = &engine.Form{Name: "surrender", Prompt: "surrenders?", Asked: "offers cards", Rule: "H7.3"}
	Accept    = &engine.Form{Name: "accept", Prompt: "accepts?", Asked: "accepts", Rule: "H7.3"}
	Place     = &engine.Form{Name: "place", Prompt: "places", Asked: "deploys", Rule: "H1.4"}
)

// Swat is the word for an attack at several cards (H2.3).
const Swat = "swat"

// Verbs returns the verbs of the rulebook, in the order of help.
func Verbs() []engine.Verb {
	to := func(forms ...*engine.Form) []*engine.Form { return forms }
	args := func(all ...engine.Arg) []engine.Arg { return all }
	enemy, friend := engine.Arg{Kind: engine.ArgEnemy, Text: "STACK"}, engine.Arg{Kind: engine.ArgFriend, Text: "STACK"}
	enemyOrTown, enemyIfAny := engine.Arg{Kind: engine.ArgEnemy, Text: "STACK|town"}, engine.Arg{Kind: engine.ArgEnemy, Text: "STACK", Optional: true}
	number := engine.Arg{Kind: engine.ArgNumber, Text: "N"}
	swat := engine.Arg{Kind: engine.ArgNumber, Text: "[swat N]", After: Swat, Optional: true}
	spell, creature := engine.Arg{Kind: engine.ArgSpell, Text: "SPELL"}, engine.Arg{Kind: engine.ArgCards, Text: "CREATURE"}
	place, under := engine.Arg{Text: "melee|ranged|under STACK"}, engine.Arg{Kind: engine.ArgFriend, Optional: true}
	return []engine.Verb{
		{Name: "attack", Short: "a", Args: args(enemyOrTown, swat), Text: "strike in melee (H2.2)", Example: "attack d1", To: to(Act), Before: "next"},
		{Name: "shoot", Short: "s", Args: args(enemy, swat), Text: "strike from afar (H2.4)", Example: "shoot d1", To: to(Act), Before: "next"},
		{Name: Swat, Short: "sw", Args: args(enemy, number), Text: "strike at the top N cards at once, in melee or else from afar or with a spell (H2.3)", Example: "swat d1 2", To: to(Act), Before: "next"},
		{Name: "cast", Short: "c", Args: args(spell, enemyIfAny, swat), Text: "cast a spell of the top card (H6)", Example: "cast SPELL d1", To: to(Act), Before: "next"},
		{Name: "sacrifice", Short: "sa", Args: args(friend), Text: "give up the attack to support the next attack of a friendly stack (H3.1)", Example: "sacrifice a2", To: to(Act), Before: "next"},
		{Name: "swarm", Short: "sm", Text: "do nothing now, strike twice as hard next time (H3.2)", Example: "swarm", To: to(Act), Before: "next"},
		{Name: "protect", Short: "pr", Text: "add the level to the defense until the next turn (H3.3)", Example: "protect", To: to(Act), Before: "next"},
		{Name: "move", Short: "m", Text: "change line (H3.4)", Example: "move", To: to(Act), Before: "next"},
		{Name: "emerge", Short: "e", Text: "step out of the town, then act (H8.5)", Example: "emerge", To: to(Act), Before: "next"},
		{Name: "pass", Short: "p", Text: "do nothing", Example: "pass", To: to(Act), Before: "next"},
		{Name: "retaliate", Short: "r", Args: args(swat), Text: "strike back (H5)", Example: "retaliate", To: to(Retaliate), Also: engine.Yes},
		{Name: "hold", Short: "ho", Text: "do not strike back", Example: "hold", To: to(Retaliate), Also: engine.No},
		{Name: "withdraw", Short: "wi", Text: "leave the battle with the Heroes (H7.2)", Example: "withdraw", To: to(Withdraw), Also: engine.Yes},
		{Name: "stay", Short: "st", Text: "do not withdraw", Example: "stay", To: to(Withdraw), Also: engine.No},
		{Name: "surrender", Short: "su", Args: args(number), Text: "offer N cards of the hand for a safe retreat (H7.3)", Example: "surrender 2", To: to(Surrender), Recorded: "offer", Also: engine.Yes},
		{Name: "fight", Short: "f", Text: "do not surrender", Example: "fight", To: to(Surrender), Also: engine.No},
		{Name: "accept", Short: "ac", Text: "let the other side go in exchange for its cards (H7.3)", Example: "accept", To: to(Accept), Also: engine.Yes},
		{Name: "reject", Short: "rj", Text: "refuse the offer of the other side", Example: "reject", To: to(Accept), Also: engine.No},
		{Name: "next", Short: "n", Args: args(friend), Text: "choose the stack that acts next (H1.1)", Example: "next a2", To: to(Next)},
		{Name: "forward", Short: "fo", Args: args(friend), Text: "choose the stack that comes forward to the melee line (H4.1, H8.2)", Example: "forward a4", To: to(Forward)},
		{Name: "place", Short: "pl", Args: args(number, creature, place, under), Text: "set up cards before the battle (H1.4)", Example: "place 2 CREATURE melee", To: to(Place)},
	}
}
