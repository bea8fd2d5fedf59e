package sorceryview

import (
	"fmt"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/sorcery"
)

// kindOfQuestion is what a verb answers. Those before toPick stand in the order
// of [sorcery.Pick], those from toFight to toEnter in that of
// [sorcery.Decision].
type kindOfQuestion uint8

const (
	toLead kindOfQuestion = iota
	toAdd
	toCharge
	toPlace
	toGuard
	toCall
	toBring
	toMatch
	toWound
	toLose
	toRally
	toMove
	toJoin
	toReact
	toPick
	toFight
	toCount
	toWithdraw
	toDecline
	toBesiege
	toMeet
	toEnter
	toLend
	toLeave
	toOrder
	toChoose // what a mod asks
	toRoll
	toNothing
)

// kindNames are the topics of the game's own questions.
var kindNames = [...]string{
	toLead: "lead", toAdd: "add", toCharge: "charge", toPlace: "place", toGuard: "guard", toCall: "call", toBring: "bring",
	toMatch: "match", toWound: "wound", toPick: "pick", toLose: "lose", toRally: "rally", toMove: "move", toJoin: "with", toReact: "react",
	toFight: "fight", toCount: "count", toWithdraw: "withdraw", toDecline: "siege", toBesiege: "besiege", toMeet: "fight", toEnter: "breach",
	toLend: "lend", toLeave: "leave", toOrder: "march",
}

// kind is what is asked now.
func (v *View) kind() kindOfQuestion {
	switch c := v.Asked().Choice.(type) {
	case *sorcery.Picking:
		return kindOfQuestion(c.What)
	case *sorcery.Selecting:
		return toPick
	case *sorcery.Deciding:
		return toFight + kindOfQuestion(c.What)
	case *sorcery.Lending:
		return toLend
	case *sorcery.Leave:
		return toLeave
	case *sorcery.Ordering:
		return toOrder
	case nil:
	default:
		return toChoose
	}
	if v.AsksDie() {
		return toRoll
	}
	return toNothing
}

// asked is a question among others of the same.
type asked struct {
	turn, round int
	kind        kindOfQuestion
	side        engine.Side
}

// Ask tells what is asked now.
func (v *View) Ask(q engine.Question) {
	v.Plain.Ask(q)
	v.more = false
	if q.Choice == nil {
		return
	}
	v.looker = q.Side
	now := asked{v.battle.Round(), v.battle.FightRound(), v.kind(), q.Side}
	v.more, v.asked = now == v.asked, now
}

// Settled tells whether the board is worth drawing: not for every unit of
// several, and not in the middle of morale checks.
func (v *View) Settled() bool { return v.Plain.Settled() && !v.more && v.kind() != toLend }

// Secret tells whether the seats see different things now: while they say who
// charges (S3.2).
func (v *View) Secret() bool { return v.kind() == toCharge }

// Prompt is what stands before the cursor: who is asked, and what for.
func (v *View) Prompt() string {
	if v.reacting() {
		return v.Who() + " reacts"
	}
	if k := v.kind(); int(k) < len(kindNames) {
		return v.Who() + [...]string{
			toLead: " leads", toAdd: " adds", toCharge: " charges", toPlace: " arrays", toGuard: " guards", toCall: " calls", toBring: " brings",
			toMatch: " matches", toWound: " wounds", toPick: " picks", toLose: " loses", toRally: " rallies", toMove: " moves", toJoin: " moves", toReact: " reacts",
			toFight: " fights?", toCount: " counts", toWithdraw: " withdraws?", toDecline: " gives battle?", toBesiege: " besieges?", toMeet: " fights?", toEnter: " enters?",
			toLend: " lends", toLeave: " leaves", toOrder: " marches",
		}[k]
	}
	return v.Frame.Prompt()
}

// questions are the questions for units, and what is said in their place.
var questions = [...]struct{ text, pass string }{
	toLead:   {"Which character leads the die of %s", "none, if nobody does"},
	toAdd:    {"Which characters of %s add their leadership to the strength", "done, if no more do"},
	toCharge: {"Which cavalry of %s charges", "done, if no more does"},
	toPlace:  {"Which unit of %s stands next in the array, from left to right", "stand, if the rest stands well"},
	toGuard:  {"Which units of %s are in the rear guard", "done, if no more are"},
	toCall:   {"Which leader of %s tries to bring reinforcements", "pass, if nobody does"},
	toBring:  {"Which units of %s go along", "done, if no more do"},
	toMatch:  {"Which unit of %s fights %s", ""},
	toWound:  {"Who of %s is dealt the next wound", ""},
	toLose:   {"Too many stand together. Which unit of %s is lost", ""},
	toRally:  {"Which unit of %s rallies", ""},
	toMove:   {"Which unit of %s moves", "done, if no more does"},
	toJoin:   {"Which units of %s go along", "alone, if no more do"},
	toReact:  {"Which leader of %s reacts", "pass, if nobody does"},
}

// Asks says what is asked, and what can be answered.
func (v *View) Asks() string {
	switch c := v.Asked().Choice.(type) {
	case *sorcery.Picking:
		if c.What == sorcery.PickMarch {
			return v.asksMarch(c)
		}
		return v.asksUnit(c, v.question(c.Side), questions[v.kind()].pass)
	case *sorcery.Selecting:
		return c.Prompt() + " " + strings.Join(v.listed(c), ", ") + "?"
	case *sorcery.Deciding:
		return v.asksDecision(c)
	case *sorcery.Lending:
		return fmt.Sprintf("%s checks morale and %s. How much leadership is lent to it: %s?", v.label(c.Unit()), v.needs(c.Morale().Total()), view.Behind("lend", c))
	case *sorcery.Ordering:
		return v.asksOrder(c)
	case *sorcery.Leave:
		who := v.the(c.Side)
		if c.Rest() {
			who = "the rest of " + who
		}
		return fmt.Sprintf("Where does %s withdraw to: %s?", who, view.Behind("leave", c))
	}
	if v.AsksDie() {
		return v.asksDie()
	}
	if v.Asked().Choice != nil {
		return view.AsksWord(v.Asked().Choice, "A mod asks.")
	}
	return ""
}

// question is what is asked of a side for a unit.
func (v *View) question(side engine.Side) string {
	switch k := v.kind(); {
	case k == toMatch:
		return fmt.Sprintf(questions[k].text, v.the(side), v.bout())
	case k == toLead && v.battle.Lone() >= 0:
		return fmt.Sprintf("Which character helps %s against %s", v.label(v.battle.Champion()), v.bout())
	default:
		return fmt.Sprintf(questions[k].text, v.the(side))
	}
}

// bout names the monster or the characters that fight by themselves in the bout
// that is asked about (S7).
func (v *View) bout() string {
	if monster := v.battle.Bout(); monster != nil {
		return v.label(monster)
	}
	return "the characters of " + v.the(v.battle.Lone())
}

// asksUnit asks for a unit.
func (v *View) asksUnit(c *sorcery.Picking, question, pass string) string {
	text := fmt.Sprintf("%s: %s?", question, strings.Join(v.listed(c), ", "))
	if pass != "" && c.Legal(sorcery.Pass) {
		text += " Or " + pass + "."
	}
	return text
}

// reacting tells whether those are asked who react (S3.1).
func (v *View) reacting() bool {
	c, ok := v.Asked().Choice.(*sorcery.Ordering)
	if !ok {
		return false
	}
	what, _ := c.Order(c.First())
	return what == sorcery.ToReact
}

func (v *View) asksDecision(c *sorcery.Deciding) string {
	switch c.What {
	case sorcery.Fights:
		return fmt.Sprintf("The characters of %s are alone with an army. Do they fight, or yield and are captured?", v.the(c.Side))
	case sorcery.Withdraws:
		return fmt.Sprintf("Does %s stay, or withdraw after the next round?", v.the(c.Side))
	}
	return c.Prompt()
}

// optionsListed is how many options a question lists.
const optionsListed = 12

// listed are the units that can be picked, with what they are: several that are
// alike and follow each other together.
func (v *View) listed(c engine.Choice) []string {
	var rows []row
	all := false
	for answer := range c.Each {
		if u := v.picked(answer); u != nil {
			r := v.named(u)
			r.states = orNothing(u.Demoralized(), "demoralised")
			rows = joined(rows, r)
		}
		all = all || answer == sorcery.All
	}
	var words []string
	for i, r := range rows {
		if i == optionsListed {
			words = append(words, "...")
			break
		}
		words = append(words, fmt.Sprintf("%s (%s)", r.name(), strings.Join(append([]string{r.kind}, r.states...), ", ")))
	}
	return append(words, orNothing(all && (len(rows) > 1 || rows[0].n > 1), "all of them")...)
}

// orNothing is a list of a word, if it is so.
func orNothing(is bool, word string) []string {
	if is {
		return []string{word}
	}
	return nil
}

// picked is the unit of an answer to a [sorcery.Picking], or nil.
func (v *View) picked(answer int) *sorcery.Unit {
	if v.kind() != toPick { // which is answered by units alone
		answer -= sorcery.Picked
	}
	if answer < 0 || answer >= len(v.battle.Units()) {
		return nil
	}
	return v.battle.Unit(answer)
}

// asksDie says what a die is for: it is laid out before it is asked for.
func (v *View) asksDie() string {
	t := v.battle.Last()
	if v.Asked().Side != engine.Luck || t.Die != 0 {
		return v.Frame.Asks()
	}
	switch {
	case v.battle.OnMap() && !v.battle.Fighting() && v.battle.Phase() != sorcery.Parting:
		return v.asksMapDie(t)
	case t.Unit == nil:
		return fmt.Sprintf("Roll a d%d for %s.", v.Sides(), v.the(t.Side))
	case v.battle.Phase() == sorcery.Parting:
		return fmt.Sprintf("Roll a d%d for %s, who tries to come (%d or more in all, modified).", v.Sides(), v.called(t.Unit), v.battle.Game().Rules.ReactionNeed)
	case !v.sees(t.Unit):
		return fmt.Sprintf("Roll a d%d for %s.", v.Sides(), v.called(t.Unit))
	}
	return fmt.Sprintf("Roll a d%d for the morale of %s (%s).", v.Sides(), v.label(t.Unit), v.needs(t.Score.Total()))
}
