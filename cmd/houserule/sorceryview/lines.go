package sorceryview

import (
	"fmt"
	"math/big"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/board"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/forecast"
)

// EventKind returns the kind of an event, for narrators.
func (v *View) EventKind(e engine.Event) view.EventKind { return eventKinds[e.What] }

var eventKinds = map[int32]view.EventKind{fight.RoundBegan: view.Began, sorcery.SideBegan: view.Began, fight.Ended: view.Ended, fight.Said: view.Aside}

// Course returns the part of an event that makes a difference to the battle: for dice it
// omits their modifiers, which other mods may change.
func (v *View) Course(e engine.Event) string {
	switch e.What {
	case fight.Rolled:
		return fmt.Sprintf("%s rolls a %d", v.Seat(engine.Side(e.Who)), v.battle.Last().Die)
	case fight.Checked:
		does := "fails"
		if v.battle.Last().Pass {
			does = "passes"
		}
		return fmt.Sprintf("%s %s its morale check", v.battle.Name(v.battle.Unit(int(e.Who))), does)
	}
	return ""
}

// Line puts an event into words.
func (v *View) Line(e engine.Event) (screen.Line, bool) {
	known := v.battle.KnownTo(v.viewer())
	line := screen.Line{Depth: known.Depth(e), Text: known.Describe(e), Where: v.battle.Scene()}
	switch explain := explanations[e.What]; {
	case explain == nil:
	case known.SeesEvent(e):
		line = explain(v, line, e)
	case e.What != sorcery.Moved: // a march is no roll
		line.Sum = unseen
	}
	return line, line.Text != ""
}

// unseen says why a roll has no terms.
const unseen = "the numbers depend on units that you do not see (S6)"

// explanations add to the lines of events where their numbers come from. A viewer that does
// not see what an event is about gets none (S6).
var explanations = map[int32]func(v *View, line screen.Line, e engine.Event) screen.Line{
	fight.Rolled:    (*View).dieLine,
	fight.Suffers:   (*View).lossLine,
	fight.Inflicted: (*View).inflictedLine,
	fight.Checked:   (*View).checkLine,
	fight.Reacted:   (*View).reactionLine,
	fight.Guards:    faintLine,
	fight.Led:       faintLine,

	sorcery.Crowded:   (*View).crowdedLine,
	sorcery.Hungered:  hungerLine,
	sorcery.Moved:     (*View).stepLine,
	sorcery.Struggled: wayLine,
	sorcery.Assaulted: (*View).assaultLine,
	sorcery.Breached:  (*View).breachLine,
	fight.Rallied:     (*View).rallyLine,
}

// dieLine returns the die of a side with its modifiers (S3.2). The line of the second die
// also gives the result of both.
func (v *View) dieLine(line screen.Line, _ engine.Event) screen.Line {
	t := v.battle.Last()
	total := t.Score.Total()
	line.Accounts = []screen.Account{screen.NewAccount("die", t.Score)}
	line.Text = fmt.Sprintf("%s rolls a %d", v.Seat(t.Side), t.Die)
	if total != t.Die {
		line.Text += fmt.Sprintf(" %+d = %d", total-t.Die, total)
	}
	line.Sum = fmt.Sprintf("%s has %d", v.The(t.Side), total)
	other := enemy(t.Side)
	if die, before := v.battle.Rolled(other); die > 0 {
		line.Text += fmt.Sprintf(" against %d", before)
		line.Sum += fmt.Sprintf(", %s %d: %s", v.The(other), before, v.verdict(v.above(fight.Attacker)))
	}
	return line
}

// verdict says what a difference of the dice does (S3.4): the attacker's die less
// the defender's.
func (v *View) verdict(above int) string {
	high, rules := fight.Attacker, &v.battle.Game().Rules
	if above < 0 {
		high, above = fight.Defender, -above
	}
	if above == 0 {
		return fmt.Sprintf("equal, both inflict %d %% of their strength", rules.Percent(0))
	}
	text := fmt.Sprintf("%s is higher by %d and inflicts %d %% of its strength, %s %d %%",
		v.The(high), above, rules.Percent(above), v.The(enemy(high)), rules.Percent(-above))
	if above >= rules.RoutDifference {
		text += ", whose units are all demoralized"
	}
	return text
}

// above returns the die of a side less the other's.
func (v *View) above(side engine.Side) int {
	_, own := v.battle.Rolled(side)
	_, other := v.battle.Rolled(enemy(side))
	return own - other
}

// percent returns the percentage that a side inflicts in this round.
func (v *View) percent(side engine.Side) int {
	return v.battle.Game().Rules.Percent(v.above(side))
}

// The causes of a percentage.
var (
	causeEqual  = &engine.Cause{Text: "equal dice", Rule: "S3.4"}
	causeHigher = &engine.Cause{Text: "for the difference", Rule: "S3.4"}
)

// percentAccount explains a side's percentage.
func (v *View) percentAccount(side engine.Side) screen.Account {
	rules, percent := &v.battle.Game().Rules, v.percent(side)
	account := screen.Account{What: "percent", Total: percent, Terms: []engine.Term{{Op: engine.Base, N: rules.LossEqual, Why: causeEqual}}}
	if percent != rules.LossEqual {
		account.Terms = append(account.Terms, engine.Term{Op: engine.Add, N: percent - rules.LossEqual, Why: causeHigher})
	}
	return account
}

// lossLine returns the loss that a side has to take: the other's strength times its
// percentage (S3.4).
func (v *View) lossLine(line screen.Line, e engine.Event) screen.Line {
	side, parts := engine.Side(e.Who), int(e.N)
	by := enemy(side)
	a := v.look()
	strength, percent := a.Reading().Tally(by).Strength, v.percent(by)
	line.Accounts = []screen.Account{v.strengthAccount(a, by), v.percentAccount(by)}
	line.Text = fmt.Sprintf("%s loses %s: %d %% of %s", v.Seat(side), fight.Points(parts), percent, halves(strength))
	line.Sum = fmt.Sprintf("%s x %d %% = %s", halves(strength), percent, fight.Points(strength*percent))
	if plain := strength * percent; plain != parts {
		line.Sum += fmt.Sprintf("; %s are lost", fight.Points(parts)) + otherwise(&v.battle.Game().Rules, plain, parts)
	}
	if v.looked(a) != nil {
		line.Accounts = nil
	}
	return line
}

// otherwise says why a loss differs from its plain calculation.
func otherwise(rules *fight.Rules, plain, parts int) string {
	if rules.Rounded(plain) == parts {
		return ", rounded by the rule losses_round"
	}
	return ", because a mod changed it"
}

// causeCharacters is the cause of strength that characters add.
var causeCharacters = &engine.Cause{Text: "leadership of other characters", Rule: "S3.2"}

// strengthAccount returns the strength with which a side inflicts losses, row by row.
func (v *View) strengthAccount(a *forecast.Look, side engine.Side) screen.Account {
	var terms []engine.Term
	sum, whole := 0, true
	add := func(n int, why *engine.Cause) {
		op := engine.Add
		if len(terms) == 0 {
			op = engine.Base
		}
		terms = append(terms, engine.Term{Op: op, N: n, Why: why})
		sum, whole = sum+n, whole && n%2 == 0
	}
	var rows []board.Unit
	strengths := map[string]int{} // by the name of the first unit of a row
	for _, u := range v.inHex(a, side) {
		if row, n := v.unit(a, u), a.Strength(u); row.Numbers != nil && n > 0 && a.Reading().Contributes(u) {
			rows = joined(rows, row)
			strengths[rows[len(rows)-1].Name] += n
		}
	}
	for _, r := range rows {
		add(strengths[r.Name], &engine.Cause{Text: "of " + r.Described()})
	}
	strength := a.Reading().Tally(side).Strength
	if rest := strength - sum; rest != 0 {
		add(rest, causeCharacters)
	}
	if !whole {
		return screen.Account{What: fmt.Sprintf("strength of %s, in halves of a point,", v.The(side)), Total: strength, Terms: terms}
	}
	for i := range terms {
		terms[i].N /= 2
	}
	return screen.Account{What: "strength of " + v.The(side), Total: strength / 2, Terms: terms}
}

// inflictedLine returns the loss that a script inflicts, with the strength of the unit.
func (v *View) inflictedLine(line screen.Line, _ engine.Event) screen.Line {
	line.Accounts = []screen.Account{screen.NewAccount("strength", v.battle.Last().Score)}
	return line
}

// faintLine returns a line that is less important than others.
func faintLine(_ *View, line screen.Line, _ engine.Event) screen.Line {
	line.Faint = true
	return line
}

// checkLine returns a morale check, with the account of the die that it must not be
// above.
func (v *View) checkLine(line screen.Line, _ engine.Event) screen.Line {
	t := v.battle.Last()
	line.Accounts = []screen.Account{screen.NewAccount("morale", t.Score)}
	line.Sum = v.needs(t.Score.Total())
	if t.Pass {
		line.Faint = true
	}
	return line
}

// reactionLine returns the dice of a leader who tries to bring reinforcements. Only a
// viewer who sees all units whose pace counts sees the modifiers (S6).
func (v *View) reactionLine(line screen.Line, _ engine.Event) screen.Line {
	t := v.battle.Last()
	if t.Pass {
		line.Mark = "comes"
	}
	if !v.battle.InWar() || v.onMap.war().SeesPaces(v.viewer()) {
		line.Accounts = []screen.Account{screen.NewAccount("reaction", t.Score)}
		line.Sum = fmt.Sprintf("needs %d or more", v.battle.Game().Rules.ReactionNeed)
	} else {
		line.Sum = unseen
	}
	return line
}

// needs describes the die that passes a check: "needs 4 or less on a d6: 66.7 %".
func (v *View) needs(morale int) string {
	die := v.battle.Game().Rules.Die
	switch {
	case v.battle.Game().Hooks.Checked.Used():
		return fmt.Sprintf("needs %d or less on a d%d by its morale; a mod can change that", morale, die)
	case morale < 1:
		return fmt.Sprintf("has a morale of %d: fails whatever a d%d shows", morale, die)
	case morale >= die:
		return fmt.Sprintf("passes whatever a d%d shows", die)
	}
	return fmt.Sprintf("needs %d or less on a d%d: %s", morale, die, view.Percent(big.NewRat(int64(morale), int64(die))))
}
