package sorceryview

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/forecast"
)

// Heads are the heads of the columns of Options.
func (v *View) Heads() [4]string {
	worth := map[kindOfQuestion]string{
		toLead: "die", toPlace: "takes", toMatch: "worth", toWound: "costs", toPick: "worth", toWithdraw: "guess",
		toReact: "worth", toOrder: "worth", toDecline: "worth", toEnter: "worth", toMove: "worth", toJoin: "worth",
	}[v.kind()]
	return [4]string{"answer", "wins", worth, "what it does"}
}

// worth is what greedy players go by, in units that say something: what the
// die gains, how much loss a unit takes for each point that it inflicts,
// points of strength, the chance to win.
func (v *View) worth(answer int) string {
	appraiser, ok := v.Asked().Choice.(engine.Appraiser)
	k := v.kind()
	if !ok || k <= toPick && v.picked(answer) == nil {
		return ""
	}
	n := float64(appraiser.Appraise(answer))
	switch k {
	case toLead:
		return fmt.Sprintf("%+.0f", n)
	case toPlace:
		return fmt.Sprintf("%.1f", n/64)
	case toMatch, toPick:
		return fmt.Sprintf("%.1f", n/2)
	case toWound:
		return fmt.Sprintf("%.1f", -n/64)
	case toWithdraw:
		return fmt.Sprintf("%.0f %%", n/10)
	case toOrder:
		return fmt.Sprintf("%.1f", n/1000)
	case toReact, toDecline, toEnter:
		return fmt.Sprintf("%.0f", n)
	}
	return ""
}

// note says what an answer does.
func (v *View) note(answer int) string {
	switch k := v.kind(); k {
	case toFight, toCount, toWithdraw, toDecline, toBesiege, toMeet, toEnter:
		return v.decisionNote(k, answer)
	case toLend:
		c := v.Asked().Choice.(*sorcery.Lending)
		return strings.TrimPrefix(v.needs(withLent(c, answer)), "needs ")
	case toLeave:
		note := v.wayNote(answer)
		if may, all := v.Asked().Choice.(*sorcery.Leave).Going(answer); may < all {
			note = strings.TrimSuffix(fmt.Sprintf("%d of %d may go there; %s", may, all, note), "; ")
		}
		return note
	case toOrder:
		return v.orderNote(v.Asked().Choice.(*sorcery.Ordering), answer)
	default:
		if k > toPick {
			return ""
		}
		if u := v.picked(answer); u != nil {
			return v.pickNote(k, u)
		}
		return v.passNote(k, answer)
	}
}

// decisionNote is what comes of one of two answers.
func (v *View) decisionNote(k kindOfQuestion, answer int) string {
	switch {
	case k == toFight && answer == sorcery.No:
		return "they are captured (S7)"
	case k == toMeet && answer == sorcery.No:
		return "there is no fight if the enemy does not want one either (S7)"
	case k == toWithdraw && answer == sorcery.Yes:
		return "one more round, in which only a rear guard inflicts losses (S3.7)"
	case k == toWithdraw:
		return "fight on"
	case k == toDecline && answer == sorcery.Yes:
		return "they are besieged (S4)"
	case k == toEnter && answer == sorcery.Yes:
		return "all of them, to fight the enemy there (S4)"
	case k == toEnter:
		return "the breach is closed again (S4)"
	}
	return ""
}

// passNote is what it means to pick nobody, or all.
func (v *View) passNote(k kindOfQuestion, answer int) string {
	if answer == sorcery.All {
		return "all that may"
	}
	return map[kindOfQuestion]string{
		toLead: "the die is not modified by a leader", toCharge: "nobody more charges", toPlace: "leave the array as it stands",
		toGuard: "nobody more fights on", toCall: "bring nobody", toMove: "nobody more moves in this turn", toReact: "nobody reacts",
	}[k]
}

// pickNote is what it does to pick a unit.
func (v *View) pickNote(k kindOfQuestion, u *sorcery.Unit) string {
	a := v.look()
	defer v.looked(a)
	of := a.Unit(u.ID())
	words := []string{u.Kind().Name}
	switch k {
	case toLead:
		words = append(words, v.leaderNote(a, u))
	case toAdd:
		words = append(words, fmt.Sprintf("leadership %d, up to the strength of its race's units", u.Kind().Leadership))
	case toCharge:
		words = append(words, fmt.Sprintf("strength %s becomes %s", halves(a.Strength(of)), halves(a.Strength(of)*v.battle.Game().Rules.ChargeFactor)))
	case toCall:
		words = append(words, fmt.Sprintf("leadership %d, with %s", u.Kind().Leadership, screen.CountOrNo(v.followers(u), "unit")))
	case toMove, toJoin:
		words = append(words, "in "+v.battle.PlaceName(u.At().Hex()), screen.Count(v.battle.Left(u), "point")+" left")
	case toReact:
		words = append(words, fmt.Sprintf("in %s, leadership %d", v.battle.PlaceName(u.At().Hex()), u.Kind().Leadership))
	case toWound:
		words = append(words, fmt.Sprintf("%d of %d wounds", u.Wounds(), u.Kind().Endurance))
	default:
		if u.Kind().Role == sorcery.Troop {
			words = append(words, fmt.Sprintf("strength %s, loss %d, morale %d", halves(a.Strength(of)), a.DefenseOf(of).Total(), a.Morale(of)))
		}
	}
	if u.Demoralized() {
		words = append(words, "demoralised")
	}
	return strings.Join(words, ", ")
}

// leaderNote is what a character's rating does to the die: less where too few
// units are of its race (S3.2).
func (v *View) leaderNote(a *forecast.Look, u *sorcery.Unit) string {
	text := fmt.Sprintf("leadership %d", u.Kind().Leadership)
	if same, units, is := a.LeadsStrangers(u); is {
		text += fmt.Sprintf(", %d less, for %d of %s are of its race", v.battle.Game().Rules.StrangerLeader, same, screen.Count(units, "unit"))
	}
	return text
}

// followers is how many units may go along with a leader (S3.7).
func (v *View) followers(leader *sorcery.Unit) (n int) {
	for i := range v.battle.Units() {
		u := v.battle.Unit(i)
		if u.Side() == leader.Side() && u.Status() == sorcery.Adjacent && u.Hex() == leader.Hex() && u.Kind().Role == sorcery.Troop && !u.Demoralized() {
			n++
		}
	}
	return n
}
