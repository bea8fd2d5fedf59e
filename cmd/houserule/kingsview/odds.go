package kingsview

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/kings"
)

// present is the word for the step that is fought.
const present = "step"

// stepWords name a step.
func stepWords() []string {
	words := []string{present}
	for step := range kings.CombatSteps {
		words = append(words, step.String())
	}
	return words
}

// Odds tells exact odds: of the dice of a counter, "a3"; of those of all in a
// step, "melee", or the step that is fought, "step"; and of the whole battle,
// "".
func (v *View) Odds(ctx context.Context, words []string) (string, error) {
	switch {
	case len(words) == 0:
		return v.Plain.Odds(ctx, nil)
	case len(words) > 1:
		return "", fmt.Errorf("%q is too much: odds takes a counter or a step", strings.Join(words[1:], " "))
	case v.IsUnit(words[0]):
		return v.counterOdds(words[0])
	}
	switch i := slices.Index(stepWords(), words[0]); i {
	case -1:
		return "", &engine.Unknown{What: "counter or step", Word: words[0], Known: append(stepWords(), v.Units()...)}
	case 0:
		return v.stepOdds(v.battle.CombatStep())
	default:
		return v.stepOdds(kings.CombatStep(i - 1))
	}
}

// OddsWords are the words that may stand behind those of odds.
func (v *View) OddsWords(before []string) []string {
	if len(before) > 0 {
		return nil
	}
	return append(stepWords(), v.Units()...)
}

// counterOdds are how many hits a counter scores in a round.
func (v *View) counterOdds(name string) (string, error) {
	c, err := v.battle.CounterNamed(name)
	if err != nil {
		return "", err
	}
	switch {
	case c.Status() != kings.Standing:
		return "", fmt.Errorf("%s rolls nothing: it is %s", v.battle.Label(c), v.whereabouts(c))
	case !c.Stands():
		return "", fmt.Errorf("%s rolls nothing: it has no combat value (K3.4)", v.battle.Label(c))
	}
	p, err := v.preview(c)
	if err != nil {
		return "", err
	}
	all, err := v.chancesOf(c)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s rolls %s in the %s step: %s\n%s; %.3g hits on average\n%s", v.battle.Label(c), diceCount(p.Dice), p.Step,
		v.needs(p.Value.Total()), all, all.mean(), strings.TrimSuffix(view.Accounts([]screen.Account{screen.NewAccount("value", p.Value)}), "\n")), nil
}

// maxDice are as many dice as are told the odds of together.
const maxDice = 200

// stepOdds are how many hits each side scores in a step.
func (v *View) stepOdds(step kings.CombatStep) (string, error) {
	var out strings.Builder
	fmt.Fprintf(&out, "Hits in the %s step, if all who stand there roll:", step)
	if v.battle.DiceTouched() {
		fmt.Fprintf(&out, "\n(a mod has a say in the dice: of each counter by itself)")
	}
	for side := range engine.Side(v.battle.Seats()) {
		all, dice, err := v.sideChances(side, step)
		switch {
		case err != nil:
			return "", err
		case dice == 0:
			fmt.Fprintf(&out, "\n  %s: nobody rolls", v.seat(side))
		case dice > maxDice:
			return "", fmt.Errorf("%s rolls %d dice: their odds are told for up to %d", v.seat(side), dice, maxDice)
		default:
			fmt.Fprintf(&out, "\n  %s, %s%s: %.3g on average\n    %s", v.seat(side), diceCount(dice), v.at(side), all.mean(), all)
		}
	}
	return out.String(), nil
}

// at is at whom a side rolls, where that can be told.
func (v *View) at(side engine.Side) string {
	at := v.battle.Target(side)
	if at < 0 || !v.battle.In(at) {
		return ""
	}
	return " at " + v.the(at)
}

// sideChances are how many hits a side scores in a step, and with how many
// dice.
func (v *View) sideChances(side engine.Side, step kings.CombatStep) (all chances, dice int, err error) {
	all = chances{big.NewRat(1, 1)}
	for c := range v.battle.Of(side) {
		if !c.Stands() {
			continue
		}
		p, err := v.preview(c)
		if err != nil {
			return nil, 0, err
		}
		if p.Step != step {
			continue
		}
		if dice += p.Dice; dice > maxDice {
			continue
		}
		one, err := v.chancesOf(c)
		if err != nil {
			return nil, 0, err
		}
		all = all.and(one)
	}
	return all, dice, nil
}
