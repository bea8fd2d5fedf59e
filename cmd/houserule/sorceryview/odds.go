package sorceryview

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/players"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/forecast"
	"houserule/scripting/modhost"
)

// theRound is the word for the combat round.
const theRound = "round"

// Odds returns exact odds: of the combat round, "round", which an answer to the
// present question may follow; of a unit in it, "a3"; and after each answer, "" or "more".
func (v *View) Odds(ctx context.Context, words []string) (string, error) {
	if v.battle.InWar() {
		if text, ok, err := v.onMap.mapOdds(words); ok {
			return text, err
		}
		if !view.OfAnswers(words) && !v.battle.Fighting() {
			return "", errNoFight
		}
	}
	switch {
	case view.OfAnswers(words):
		return v.Plain.Odds(ctx, words)
	case words[0] == theRound:
		answer, err := v.answered(words[1:])
		if err != nil {
			return "", err
		}
		r, err := v.roundOdds(ctx, answer)
		if err != nil {
			return "", err
		}
		return v.roundText(r, answer == unanswered), nil
	case len(words) > 1:
		return "", fmt.Errorf("%q is too much: odds takes %s, or a unit", strings.Join(words[1:], " "), theRound)
	case v.IsUnit(words[0]):
		return v.unitOdds(ctx, words[0])
	}
	return "", &engine.Unknown{What: "unit or word", Word: words[0], Known: append([]string{theRound}, v.Units()...)}
}

var errNoFight = errors.New("there is no fight now: on the map odds takes " + view.Join(warOdds[1:]))

// OddsWords returns the words that may come next in an odds command.
func (v *View) OddsWords(before []string) (words []string) {
	switch {
	case len(before) == 0 && v.battle.InWar() && !v.battle.Fighting():
		return v.FirstWords(warOdds[1:])
	case len(before) == 0:
		return v.FirstWords(append([]string{theRound}, v.Units()...))
	case before[0] != theRound || v.Asked().Choice == nil:
		return nil
	case len(before) == 1:
		for _, of := range v.Verbs() {
			if view.Fits(v, of) {
				words = append(words, of.Name)
			}
		}
		return words
	}
	for _, of := range v.Verbs() {
		if view.Fits(v, of) && of.Name == before[1] {
			return view.Complete(v, "", of, before[2:])
		}
	}
	return nil
}

// roundOdds returns the odds of the present round, or of the next one where it has been
// fought, if the present question is answered so.
func (v *View) roundOdds(ctx context.Context, answer int) (*forecast.Round, error) {
	if answer == unanswered && v.Asked().Choice != nil {
		answer, _ = players.Greedy{}.Answer(v.Asked()) // greedy returns no error
	}
	a := v.look()
	r, err := a.RoundOdds(ctx, v.Asked(), answer, forecast.Options{Progress: view.Progress(ctx), Runs: runs})
	if failed := v.looked(a); failed != nil {
		return nil, failed
	}
	large := new(forecast.TooLarge)
	switch {
	case errors.As(err, &large) && large.Units > 0:
		err = fmt.Errorf("%w; houserule sim plays a sample", err)
	case errors.As(err, &large):
		err = fmt.Errorf("%w. That is too much for the prompt: houserule sim plays a sample", err)
	}
	return r, err
}

// runs lets the scripts of a battle count how often they run.
func runs(b *fight.Battle) func() (n int64, ok bool) {
	counts := modhost.NewCounts()
	modhost.Count(b, counts)
	return func() (n int64, ok bool) {
		if _, none := (*b.Hosted()).(*modhost.Counts); none {
			return 0, false
		}
		for _, hook := range counts.Hooks() {
			n += hook.Runs
		}
		return n, true
	}
}

// unanswered stands for a missing answer: greedy gives it.
const unanswered = -1

// answered reads the answer after odds round.
func (v *View) answered(words []string) (int, error) {
	if len(words) == 0 {
		return unanswered, nil
	}
	if n, ok, err := view.Bare(v, words); ok {
		return n, err
	}
	for _, of := range v.Verbs() {
		if of.Name == words[0] || of.Short == words[0] {
			return view.Answer(v, "", of, words[1:])
		}
	}
	return 0, fmt.Errorf("%q is not an answer: odds %s takes an answer to the question, or nothing", strings.Join(words, " "), theRound)
}

// unitOdds returns the odds of a unit in the round.
func (v *View) unitOdds(ctx context.Context, name string) (string, error) {
	u, err := v.unitNamed(name)
	switch {
	case err != nil:
		return "", err
	case !u.Stands():
		return "", fmt.Errorf("%s does not fight: it is %s", v.battle.Label(u), v.whereabouts(u))
	case u.Kind().Role != fight.Troop && v.battle.Lone() < 0:
		return "", fmt.Errorf("%s does not fight itself as long as both sides have an army (S7)", v.battle.Label(u))
	}
	r, err := v.roundOdds(ctx, unanswered)
	if err != nil {
		return "", err
	}
	f := r.Fates[u.ID()]
	words := []string{"eliminated " + view.Chance(f.Lost)}
	if u.Kind().Role != fight.Troop {
		words = append(words, view.Decimals(f.Wounds)+" wounds on average")
	} else if !u.Demoralized() {
		words = append(words, "left and demoralized "+view.Chance(f.Shaken))
	}
	text := fmt.Sprintf("%s in round %d, if greedy answers for both sides: %s", v.label(u), r.Number, strings.Join(words, "; "))
	if u.Kind().Role == fight.Troop {
		a := v.look()
		text += fmt.Sprintf("\na morale check: %s", v.needs(a.Morale(a.Reading().Unit(u.ID()))))
		if err := v.looked(a); err != nil {
			return "", err
		}
	}
	return text, nil
}
