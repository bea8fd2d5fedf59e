package kingsview

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/kings/forecast"
	"houserule/engine/odds"
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

// Odds returns exact odds: of the dice of a counter, "a3"; of all dice of a step,
// "melee", or of the present step, "step"; and after each answer, "" or "more".
func (v *View) Odds(ctx context.Context, words []string) (string, error) {
	switch {
	case view.OfAnswers(words):
		return v.Plain.Odds(ctx, words)
	case len(words) > 1:
		return "", fmt.Errorf("%q is too much: odds takes a counter or a step", strings.Join(words[1:], " "))
	case v.IsUnit(words[0]):
		return v.counterOdds(words[0])
	}
	switch i := slices.Index(stepWords(), words[0]); i {
	case -1:
		return "", &engine.Unknown{What: "counter or step", Word: words[0], Known: v.OddsWords(nil)}
	case 0:
		return v.stepOdds(v.battle.CombatStep())
	default:
		return v.stepOdds(kings.CombatStep(i - 1))
	}
}

// OddsWords returns the words that may come next in an odds command.
func (v *View) OddsWords(before []string) []string {
	if len(before) > 0 {
		return nil
	}
	return v.FirstWords(append(stepWords(), v.Units()...))
}

// counterOdds returns how many hits a counter scores in a round.
func (v *View) counterOdds(name string) (string, error) {
	c, err := v.battle.CounterNamed(name)
	if err != nil {
		return "", err
	}
	switch {
	case c.Status() != kings.Standing:
		return "", fmt.Errorf("%s does not roll: it is %s", v.battle.Label(c), v.whereabouts(c))
	case !c.Stands():
		return "", fmt.Errorf("%s does not roll: it has no combat value (K3.4)", v.battle.Label(c))
	}
	p, err := v.dice.Prospect(c)
	if err != nil {
		return "", err
	}
	hits, err := v.dice.Hits(c)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s rolls %s in the %s step: %s\n%s; %s hits on average\n%s", v.battle.Label(c), screen.Count(p.Dice, "die"), p.Step,
		v.needs(p.Value.Total()), hitsText(hits), view.Decimals(odds.Mean(hits)), strings.TrimSuffix(view.Accounts([]screen.Account{screen.NewAccount("value", p.Value)}), "\n")), nil
}

// stepOdds returns how many hits each side scores in a step.
func (v *View) stepOdds(step kings.CombatStep) (string, error) {
	var out strings.Builder
	fmt.Fprintf(&out, "Hits in the %s step, if all counters there roll:", step)
	if v.battle.DiceTouched() {
		fmt.Fprintf(&out, "\n(a mod can change the dice: odds for each counter by itself)")
	}
	for side := range engine.Side(v.battle.Seats()) {
		hits, dice, err := v.dice.SideHits(side, step)
		switch {
		case err != nil:
			return "", err
		case dice == 0:
			fmt.Fprintf(&out, "\n  %s: nobody rolls", v.Seat(side))
		case dice > forecast.MaxDice:
			return "", fmt.Errorf("%s rolls %d dice: odds are available for up to %d", v.Seat(side), dice, forecast.MaxDice)
		default:
			fmt.Fprintf(&out, "\n  %s, %s%s: %s on average\n    %s", v.Seat(side), screen.Count(dice, "die"), v.at(side), view.Decimals(odds.Mean(hits)), hitsText(hits))
		}
	}
	return out.String(), nil
}

// at names the target of a side's dice, if it is known.
func (v *View) at(side engine.Side) string {
	at := v.battle.Target(side)
	if at < 0 || !v.battle.In(at) {
		return ""
	}
	return " at " + v.The(at)
}

// hitsText lists the chances of hits: "no hits 25 %; 1 hit 50 %; 2 hits 25 %".
func hitsText(hits odds.Distribution[int]) string {
	return view.Numbers{
		Of:        func(n int) string { return screen.CountOrNo(n, "hit") },
		Fewer:     func(n int) string { return fmt.Sprintf("fewer than %d", n) },
		More:      func(n int) string { return fmt.Sprintf("more than %d", n) },
		Chance:    view.Chance,
		Separator: "; ",
	}.List(hits)
}
