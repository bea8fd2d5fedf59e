package sorceryview

import (
	"fmt"
	"houserule/engine/sorcery"
	"regexp"
	"strconv"
	"strings"

	"houserule/engine"
)

// aUnit is the name of a unit. Those of a battle for one hex begin with a or d,
// those of a campaign with a letter of the sides' names.
var aUnit = regexp.MustCompile(`^[a-z][0-9]+$`)

// Answer reads a verb and the words behind it as the answer to what is asked.
// A unit may be named before the verb that takes one: "a3 charge".
func (v *View) Answer(unit string, of engine.Verb, rest []string) (int, error) {
	if !v.Fits(of) {
		if err := v.mayNot(unit, of); err != nil {
			return 0, err
		}
		return 0, v.NotAsked(of, v.Asks())
	}
	if n := len(rest) - 1; v.ordering() && n >= 0 && rest[n] == withAll {
		rest = rest[:n]
	}
	if len(of.Args) == 0 && len(rest) > 0 {
		return 0, fmt.Errorf("unexpected %q after %q", strings.Join(rest, " "), of.Name)
	}
	if unit != "" && v.ordering() {
		var err error
		if rest, err = v.together(unit, of, rest); err != nil {
			return 0, err
		}
	} else if unit != "" {
		if len(rest) > 0 || !of.Takes(engine.ArgUnit) {
			return 0, fmt.Errorf("%s is said by a player, not by a unit: write %s", of.Name, strings.TrimSpace(of.Name+" "+of.Usage()))
		}
		rest = []string{unit}
	}
	return v.ParseShort(append([]string{of.Name}, rest...), v.parse, v.IsUnit)
}

// parse reads words as an answer. The prompt makes capitals small; hexes may
// have some.
func (v *View) parse(words []string) (int, error) {
	if v.Form() == sorcery.FormLeave {
		for way := range v.battle.Ways() {
			for i, word := range words {
				if name := v.battle.WayName(way); strings.EqualFold(word, name) {
					words[i] = name
				}
			}
		}
	}
	for _, word := range words[1:] {
		if v.IsUnit(word) {
			if _, err := v.unitNamed(word); err != nil {
				return 0, err
			}
		}
	}
	return engine.ParseLegal(v.Asked().Choice, strings.Join(words, " "))
}

// mayNot says why a unit that was named before an order cannot be picked for it,
// where it is asked who moves, or goes along.
func (v *View) mayNot(unit string, of engine.Verb) error {
	if unit == "" || !v.ordersBefore(of) {
		return nil
	}
	u, err := v.unitNamed(unit)
	if err != nil {
		return err
	}
	_, err = v.parse([]string{v.Form().Name, unit})
	if err == nil || !v.own(u) {
		return err
	}
	return fmt.Errorf("%s: %w", v.battle.Label(u), err)
}

// Bare reads an answer without its verb: a unit, a number or a hex where one is
// asked for.
func (v *View) Bare(words []string) (answer int, ok bool, err error) {
	if v.Asked().Choice == nil || len(words) == 0 {
		return 0, false, nil
	}
	form := v.Form()
	if form == nil {
		return v.Plain.Bare(words)
	}
	if len(words) == 1 && isHex(words[0]) && (form == sorcery.FormMove || form == sorcery.FormWith) {
		return 0, true, v.whoGoes(words[0])
	}
	if len(words) == 1 && v.standsAlone(words[0]) {
		answer, err = v.parse([]string{form.Name, words[0]})
		return answer, true, err
	}
	answer, ok = v.ParseBare(form.Name, words, v.parse)
	return answer, ok, nil
}

// standsAlone reports whether a word means what is asked for, right or wrong.
func (v *View) standsAlone(word string) bool {
	if v.Form() == sorcery.FormLend || v.ordering() {
		_, err := strconv.Atoi(word)
		return err == nil
	}
	return v.picking() && v.IsUnit(word)
}

// Complete are the words that may stand behind a verb and the words there
// already.
func (v *View) Complete(of engine.Verb, before []string) []string {
	if !v.Fits(of) && v.ordersBefore(of) && len(before) == 0 {
		return v.inReach()
	}
	if !v.Fits(of) {
		return nil
	}
	return v.Plain.Complete(of, before)
}
