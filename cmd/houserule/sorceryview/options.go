package sorceryview

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/forecast"
)

// worth is what greedy players go by, in readable units: the gain of the die, the
// loss that a unit takes for each point that it inflicts, points of strength, the
// chance to win.
func (v *View) worth(answer int) string {
	evaluator, ok := v.Asked().Choice.(engine.Evaluator)
	form := v.Form()
	if !ok || v.picking() && v.picked(answer) == nil {
		return ""
	}
	n := float64(evaluator.Evaluate(answer))
	switch form {
	case fight.FormLead:
		return fmt.Sprintf("%+.0f", n)
	case fight.FormPlace:
		return fmt.Sprintf("%.1f", n/64)
	case fight.FormMatch, fight.FormPick:
		return fmt.Sprintf("%.1f", n/2)
	case fight.FormWound:
		return fmt.Sprintf("%.1f", -n/64)
	case fight.FormWithdraw:
		return fmt.Sprintf("%.0f %%", n/10)
	case sorcery.FormOrder, sorcery.FormReaction:
		return fmt.Sprintf("%.1f", n/1000)
	case sorcery.FormReact, sorcery.FormDecline, sorcery.FormEnter:
		return fmt.Sprintf("%.0f", n)
	}
	return ""
}

// note describes the effect of an answer.
func (v *View) note(answer int) string {
	switch form := v.Form(); form {
	case fight.FormFight, fight.FormCount, fight.FormWithdraw, sorcery.FormDecline, sorcery.FormBesiege, sorcery.FormMeet, sorcery.FormEnter:
		return decisionNote(form, answer)
	case fight.FormLend:
		c := v.Asked().Choice.(*fight.Lending)
		return strings.TrimPrefix(v.needs(withLent(c, answer)), "needs ")
	case fight.FormLeave:
		note := v.wayNote(answer)
		if may, all := v.Asked().Choice.(*fight.Leave).Going(answer); may < all {
			note = strings.TrimSuffix(fmt.Sprintf("%d of %d may go there; %s", may, all, note), "; ")
		}
		return note
	case sorcery.FormOrder, sorcery.FormReaction:
		return v.onMap.orderNote(v.Asked().Choice.(*sorcery.Ordering), answer)
	default:
		if !v.picking() {
			return ""
		}
		if u := v.picked(answer); u != nil {
			return v.pickNote(form, u)
		}
		return passNote(form, answer)
	}
}

// decisionNote returns the effect of one of two answers.
func decisionNote(form *engine.Form, answer int) string {
	switch {
	case form == fight.FormFight && answer == fight.No:
		return "they are captured (S7)"
	case form == sorcery.FormMeet && answer == fight.No:
		return "there is no fight if the enemy does not want one either (S7)"
	case form == fight.FormWithdraw && answer == fight.Yes:
		return "one more round, in which only a rear guard inflicts losses (S3.7)"
	case form == fight.FormWithdraw:
		return "fight on"
	case form == sorcery.FormDecline && answer == fight.Yes:
		return "they are besieged (S4)"
	case form == sorcery.FormEnter && answer == fight.Yes:
		return "all of them, to fight the enemy there (S4)"
	case form == sorcery.FormEnter:
		return "the breach is closed again (S4)"
	}
	return ""
}

// passNote describes the effect of picking no unit, or all units.
func passNote(form *engine.Form, answer int) string {
	if answer == fight.All {
		return "all that may"
	}
	return map[*engine.Form]string{
		fight.FormLead: "the die is not modified by a leader", fight.FormCharge: "no other unit charges", fight.FormPlace: "leave the array as it stands",
		fight.FormGuard: "no other unit fights on", fight.FormCall: "bring no units", sorcery.FormMove: "no other unit moves in this turn", sorcery.FormReact: "nobody reacts",
	}[form]
}

// pickNote returns the effect of picking a unit.
func (v *View) pickNote(form *engine.Form, u *fight.Unit) string {
	a := v.look()
	defer v.looked(a)
	of := a.Reading().Unit(u.ID())
	words := []string{u.Kind().Name}
	switch form {
	case fight.FormLead:
		words = append(words, v.leaderNote(a, u))
	case fight.FormAdd:
		words = append(words, fmt.Sprintf("leadership %d, up to the strength of its race's units", u.Kind().Leadership))
	case fight.FormCharge:
		words = append(words, fmt.Sprintf("strength %s becomes %s", halves(a.Strength(of)), halves(a.Strength(of)*v.battle.Game().Rules.ChargeFactor)))
	case fight.FormCall:
		words = append(words, fmt.Sprintf("leadership %d, with %s", u.Kind().Leadership, screen.CountOrNo(v.followers(u), "unit")))
	case sorcery.FormMove, sorcery.FormWith:
		words = append(words, "in "+v.onMap.war().PlaceName(v.onMap.war().At(u).Hex()), screen.Count(v.onMap.war().Left(u), "point")+" left")
	case sorcery.FormReact:
		words = append(words, fmt.Sprintf("in %s, leadership %d", v.onMap.war().PlaceName(v.onMap.war().At(u).Hex()), u.Kind().Leadership))
	case fight.FormWound:
		words = append(words, fmt.Sprintf("%d of %d wounds", u.Wounds(), u.Kind().Endurance))
	default:
		if u.Kind().Role == fight.Troop {
			words = append(words, fmt.Sprintf("strength %s, loss %d, morale %d", halves(a.Strength(of)), a.Reading().DefenseOf(of).Total(), a.Morale(of)))
		}
	}
	if u.Demoralized() {
		words = append(words, "demoralized")
	}
	return strings.Join(words, ", ")
}

// leaderNote returns the effect of a character's rating on the die: less where too few
// units are of its race (S3.2).
func (v *View) leaderNote(a *forecast.Look, u *fight.Unit) string {
	text := fmt.Sprintf("leadership %d", u.Kind().Leadership)
	if same, units, is := a.Reading().LeadsStrangers(u); is {
		text += fmt.Sprintf(", %d less, for %d of %s are of its race", v.battle.Game().Rules.StrangerLeader, same, screen.Count(units, "unit"))
	}
	return text
}

// followers returns how many units may go along with a leader (S3.7).
func (v *View) followers(leader *fight.Unit) (n int) {
	for i := range v.battle.Units() {
		u := v.battle.Unit(i)
		if u.Side() == leader.Side() && u.Status() == fight.Adjacent && u.Hex() == leader.Hex() && u.Kind().Role == fight.Troop && !u.Demoralized() {
			n++
		}
	}
	return n
}
