package kingsview

import (
	"fmt"
	"regexp"
	"strings"

	"houserule/engine"
	"houserule/engine/kings"
)

// aCounter is the name of a counter.
var aCounter = regexp.MustCompile(`^[abcd][0-9]+$`)

// Answer reads a verb and the words behind it as the answer to what is asked.
// A counter may be named before the verb that takes one: "a3 lose".
func (v *View) Answer(unit string, of engine.Verb, rest []string) (int, error) {
	if !v.Fits(of) {
		return 0, v.NotAsked(of, v.Asks())
	}
	if len(of.Args) == 0 && len(rest) > 0 {
		return 0, fmt.Errorf("unexpected %q after %q", strings.Join(rest, " "), of.Name)
	}
	if unit != "" {
		if len(rest) > 0 || !of.Takes(engine.ArgUnit) {
			return 0, fmt.Errorf("%s is said by a player, not by a counter: write %s", of.Name, strings.TrimSpace(of.Name+" "+of.Usage()))
		}
		rest = []string{unit}
	}
	return v.ParseShort(append([]string{of.Name}, rest...), v.parse, v.IsUnit)
}

// parse reads words as an answer. The prompt makes capitals small; hexes may
// have some.
func (v *View) parse(words []string) (int, error) {
	if _, ok := v.Asked().Choice.(*kings.Leave); ok {
		for _, hex := range v.battle.Setup().Neighbors {
			for i, word := range words {
				if strings.EqualFold(word, hex.Name) {
					words[i] = hex.Name
				}
			}
		}
	}
	return engine.ParseLegal(v.Asked().Choice, strings.Join(words, " "))
}

// Bare reads an answer without its verb: a counter, a side, a hex or an item
// where one is asked for.
func (v *View) Bare(words []string) (answer int, ok bool, err error) {
	if v.Asked().Choice == nil || len(words) == 0 {
		return 0, false, nil
	}
	form := v.Form()
	if form == nil {
		return v.Plain.Bare(words)
	}
	if (form == kings.FormLose || form == kings.FormPick || form == kings.FormRemove) && len(words) == 1 && v.IsUnit(words[0]) {
		answer, err = v.parse([]string{form.Name, words[0]})
		return answer, true, err
	}
	answer, ok = v.ParseBare(form.Name, words, v.parse)
	return answer, ok, nil
}

// Complete are the words that may stand behind a verb and the words there
// already.
func (v *View) Complete(of engine.Verb, before []string) []string {
	if !v.Fits(of) {
		return nil
	}
	return v.Plain.Complete(of, before)
}
