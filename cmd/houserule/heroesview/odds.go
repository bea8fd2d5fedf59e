package heroesview

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/explore"
	"houserule/engine/heroes"
	"houserule/engine/heroes/forecast"
)

// Odds tells exact odds, whichever stack's turn it is: of an attack that is typed as
// "a1 d2", "a1 shoot d2 swat 2" or "a1 cast fireball d2", made now (without a
// verb it is the best of melee, ranged and spells); of a stack's whole opportunity,
// "a1"; and after each answer, "" or "more".
func (v *View) Odds(ctx context.Context, words []string) (string, error) {
	b := v.battle
	if view.OfAnswers(words) {
		return v.BattleOdds(ctx, words, func(answer int) (typed, note string) { return v.Typed(answer), "" })
	}
	by, err := b.StackNamed(words[0])
	only := len(words) == 1
	if err == nil && only {
		return v.opportunityOdds(ctx, by)
	}
	if err != nil {
		if act, ok := v.Asked().Choice.(*heroes.Act); ok && !v.IsUnit(words[0]) {
			by, words = act.By(), append([]string{""}, words...) // the one that acts
		} else {
			return "", err
		}
	}
	if act, ok := v.Asked().Choice.(*heroes.Act); ok && words[1] == "swat" {
		by, words = act.By(), append([]string{""}, words...) // "d1 swat 2": the one that acts
	}
	aims, err := v.aims(by, words[1:])
	if u := new(engine.Unknown); only && errors.As(err, &u) {
		u.Known = v.FirstWords(u.Known)
	}
	if err != nil {
		return "", err
	}
	var best heroes.Strike
	var refused error
	for i, a := range aims {
		blow, err := b.Aim(by, a.How.Kind(), a.How.Spell(), a.At, int(a.N))
		if err != nil {
			if _, reaches := b.Aim(by, a.How.Kind(), a.How.Spell(), a.At, 1); i == 0 || reaches == nil || a.How.Kind() == heroes.Cast {
				refused = err // of a caster what forbids the spell
			}
			continue
		}
		if s := b.Preview(blow); best.By == nil || s.Need < best.Need {
			best = s
		}
	}
	if best.By == nil {
		return "", refused
	}
	return v.oddsText(ctx, best)
}

// aims reads "[attack|shoot|cast SPELL] STACK [swat N]" as the attacks that it may
// mean, allowed or not.
func (v *View) aims(by *heroes.Stack, words []string) (aims []heroes.Blow, err error) {
	act := v.battle.TurnOf(by)
	attacks := []string{"attack", "shoot"}
	for _, spell := range by.Top().Spells {
		if strikes(spell) && words[0] != "town" {
			attacks = append(attacks, "cast "+spell.ID)
		}
	}
	for _, verb := range v.Verbs() {
		if slices.Contains([]string{"attack", "shoot", "cast"}, verb.Name) && (words[0] == verb.Name || words[0] == verb.Short) {
			attacks, words = []string{verb.Name}, words[1:]
			break
		}
	}
	for _, attack := range attacks {
		n, err := engine.Read(act, attack+" "+strings.Join(words, " "))
		if u := new(engine.Unknown); errors.As(err, &u) && len(words) > 1 && u.What == "stack" && u.Word == words[0] { // perhaps a verb
			return nil, &engine.Unknown{What: "attack or stack", Word: u.Word, Known: append([]string{"attack", "shoot", "cast"}, u.Known...)}
		}
		if err != nil {
			return nil, err
		}
		option := heroes.Option(n)
		if spell := v.battle.Game().Spells; option.Verb() == heroes.CastSpell && !strikes(spell[option.Which()]) {
			return nil, fmt.Errorf("%s is no attack: %s", spell[option.Which()].ID, spell[option.Which()].Text)
		}
		aims = append(aims, act.Blow(option))
	}
	return aims, nil
}

// strikes reports whether a spell is an attack.
func strikes(s *heroes.Spell) bool { return !s.Effect && s.Custom == nil }

// oddsText returns the chance of a strike, its possible consequences, and the terms of both scores.
func (v *View) oddsText(ctx context.Context, s heroes.Strike) (string, error) {
	verb := [...]string{"attacks", "shoots at", "casts a spell at"}[s.How.Kind()]
	var out strings.Builder
	fmt.Fprintf(&out, "%s %s %s: %s\n", v.battle.Label(s.By), verb, v.target(s.At), v.needs(s))
	p, err := v.playOut(ctx, s.Blow, view.WhenAsked.Ways, &engine.Allowance{Left: view.WhenAsked.Steps})
	if err != nil {
		return "", err
	}
	if sequel := v.sequelOf(s, p); sequel != "" {
		fmt.Fprintf(&out, "%s\n", sequel)
	}
	fmt.Fprintf(&out, "in all: %s\n", view.Outcomes(p.whole()))
	out.WriteString(view.Accounts([]screen.Account{screen.NewAccount("attack", s.Attack), screen.NewAccount("defense", s.Defense)}))
	return strings.TrimSuffix(out.String(), "\n"), nil
}

// changes names the differences between a battle played on from the one that is
// shown and that one.
func (v *View) changes(after *heroes.Position) string {
	var words []string
	before := v.battle.Stacks()
	for i := range before {
		was, is := cardsOf(&before[i]), cardsOf(&after.Stacks()[i])
		switch {
		case is < was:
			words = append(words, fmt.Sprintf("%s loses %s", v.battle.Name(&before[i]), screen.Count(was-is, "card")))
		case is > was:
			words = append(words, fmt.Sprintf("%s gains %s", v.battle.Name(&before[i]), screen.Count(is-was, "card")))
		}
	}
	if n := len(after.Stacks()) - len(before); n > 0 {
		words = append(words, fmt.Sprintf("%d more stacks", n))
	}
	if after.Walls() != v.battle.Walls() {
		words = append(words, fmt.Sprintf("the walls are %s", after.Walls()))
	}
	if len(words) == 0 {
		return "no card is lost"
	}
	return strings.Join(words, " and ")
}

func cardsOf(s *heroes.Stack) int {
	if s.Top() == nil {
		return 0
	}
	return s.Top().Count()
}

// counted adds what to do to the error of an attack whose dice fall in too many ways.
func counted(err error) error {
	if large := new(explore.TooLarge); errors.As(err, &large) {
		return fmt.Errorf("%w: too many to count. houserule sim plays a sample of the whole battle", large)
	}
	return err
}

// optionsTried is the number of options of a stack whose odds are computed, the best first.
const optionsTried = 12

// opportunityOdds lists the results of each option of a stack, if it is its turn
// now, after all heads, retaliations and hooks.
func (v *View) opportunityOdds(ctx context.Context, s *heroes.Stack) (string, error) {
	act := v.battle.TurnOf(s)
	options := analysis.BestFirst(act, 0)
	var out strings.Builder
	fmt.Fprintf(&out, "%s, all its options:", v.battle.Label(s))
	tried := options[:min(len(options), optionsTried)]
	v.dice.Ways, v.dice.Scripts, v.dice.Stop = view.WhenAsked.Ways/max(len(tried), 1), &engine.Allowance{Left: view.WhenAsked.Steps}, ctx.Err
	for i, o := range tried {
		switch {
		case ctx.Err() != nil && i == 0:
			return "", ctx.Err()
		case ctx.Err() != nil:
			fmt.Fprintf(&out, "\n  ... and %d more: interrupted", len(options)-i)
			return out.String(), nil
		}
		d, err := forecast.Opportunity(v.dice, act, o, v.changes)
		if err != nil && ctx.Err() == nil {
			return "", counted(err)
		}
		fmt.Fprintf(&out, "\n  %s: %s", strings.TrimPrefix(act.Name(o), v.battle.Name(s)+" "), view.Outcomes(d))
	}
	if n := len(options) - optionsTried; n > 0 {
		fmt.Fprintf(&out, "\n  ... and %d more, which greedy ranks lower", n)
	}
	return out.String(), nil
}
