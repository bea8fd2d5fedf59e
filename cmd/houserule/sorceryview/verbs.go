package sorceryview

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
)

// A verb is a word that answers questions.
type verb struct {
	view.Verb
	to []kindOfQuestion
}

// published are the answers of the rulebook.
var published = []verb{
	{view.Verb{Name: "lead", Short: "le", Usage: "CHARACTER", Text: "name who leads the die (S3.2)", Example: "lead a5"}, to(toLead)},
	{view.Verb{Name: "none", Short: "no", Text: "nobody leads the die (S3.2, S7)", Example: "none"}, to(toLead)},
	{view.Verb{Name: "add", Short: "ad", Usage: "CHARACTER|all", Text: "add a character's leadership to the strength (S3.2)", Example: "add a6", More: "add"}, to(toAdd)},
	{view.Verb{Name: "charge", Short: "c", Usage: "UNIT|all", Text: "have cavalry charge, one unit after another, or all that may (S3.2)", Example: "charge a1", More: "charge"}, to(toCharge)},
	{view.Verb{Name: "place", Short: "p", Usage: "UNIT", Text: "put a unit at the next place of the array, from the left (S3.3)", Example: "place a3", More: "place", Settled: true}, to(toPlace)},
	{view.Verb{Name: "stand", Short: "sn", Text: "leave the rest of the array as it stands (S3.3)", Example: "stand"}, to(toPlace)},
	{view.Verb{Name: "guard", Short: "g", Usage: "UNIT|all", Text: "put a unit into the rear guard of a side that withdraws (S3.7)", Example: "guard a2", More: "guard"}, to(toGuard)},
	{view.Verb{Name: "call", Short: "ca", Usage: "CHARACTER", Text: "have a leader beside the hex try to bring units into it (S3.7)", Example: "call a7"}, to(toCall)},
	{view.Verb{Name: "bring", Short: "br", Usage: "UNIT|all", Text: "name who goes along with that leader (S3.7)", Example: "bring all", More: "bring"}, to(toBring)},
	{view.Verb{Name: "pass", Short: "ps", Text: "call nobody, or let nobody react (S3.1, S3.7); pass others by (S7)", Example: "pass"}, to(toCall, toReact, toMeet)},
	{view.Verb{Name: "done", Short: "d", Text: "name nobody more: who adds, charges, guards, goes along or moves", Example: "done"}, to(toAdd, toCharge, toGuard, toBring, toMove)},
	{view.Verb{Name: "match", Short: "m", Usage: "UNIT", Text: "name the unit that fights characters or a monster (S7)", Example: "match a1", More: "match"}, to(toMatch)},
	{view.Verb{Name: "wound", Short: "wo", Usage: "CHARACTER", Text: "deal the next wound to a character or monster (S7)", Example: "wound a5", More: "wound"}, to(toWound)},
	{view.Verb{Name: "fight", Short: "f", Text: "characters that are alone fight an army, or others that they have met (S7)", Example: "fight"}, to(toFight, toMeet)},
	{view.Verb{Name: "yield", Short: "y", Text: "they are captured without a fight (S7)", Example: "yield"}, to(toFight)},
	{view.Verb{Name: "archers", Short: "ar", Text: "a unit that counts as one of two arms counts as archers in this round (S3.2)", Example: "archers"}, to(toCount)},
	{view.Verb{Name: "flyers", Short: "fl", Text: "it counts as flyers (S3.2)", Example: "flyers"}, to(toCount)},
	{view.Verb{Name: "lend", Short: "ln", Usage: "N", Text: "lend leadership to a morale check; the number alone does the same (S5)", Example: "lend 1"}, to(toLend)},
	{view.Verb{Name: "stay", Short: "st", Text: "do not withdraw (S3.7); on the map: move no more in this turn, or do not use a breach (S4)", Example: "stay", Before: "move"}, to(toWithdraw, toOrder, toEnter)},
	{view.Verb{Name: "withdraw", Short: "wi", Text: "leave the hex after the next round (S3.7)", Example: "withdraw"}, to(toWithdraw)},
	{view.Verb{Name: "leave", Short: "lv", Usage: "HEX", Text: "where to, when the time has come (S3.7); on the map: out of a place of its own (S2)", Example: "leave north", Before: "move"}, to(toLeave, toOrder)},
	{view.Verb{Name: "move", Short: "mv", Usage: "UNIT", Text: "name who moves next on the map (S2)", Example: "move a1", More: "with"}, to(toMove)},
	{view.Verb{Name: "with", Short: "wh", Usage: "UNIT|all", Text: "name who goes along (S2)", Example: "with all", More: "with"}, to(toJoin)},
	{view.Verb{Name: "alone", Short: "al", Text: "nobody more goes along (S2)", Example: "alone"}, to(toJoin)},
	{view.Verb{Name: "march", Short: "ma", Usage: "HEX [all]", Text: "move to a hex by the cheapest way; the hex alone does the same; behind a unit's name it moves, with all the whole stack (S2)", Example: "w1 march 0304 all", Before: "move"}, to(toOrder)},
	{view.Verb{Name: "enter", Short: "en", Usage: "HEX", Text: "go into a place of its own (S2); enter alone: go in through a breach (S4)", Example: "enter 0304", Before: "move"}, to(toOrder, toEnter)},
	{view.Verb{Name: "sortie", Short: "so", Usage: "HEX", Text: "come out of a besieged place (S4)", Example: "sortie 0304", Before: "move"}, to(toOrder)},
	{view.Verb{Name: "assault", Short: "as", Usage: "HEX", Text: "assault a besieged place, or a wall (S4)", Example: "assault 0304", Before: "move"}, to(toOrder)},
	{view.Verb{Name: "breach", Short: "bc", Usage: "HEX", Text: "try to breach a besieged place (S4)", Example: "breach 0304", Before: "move"}, to(toOrder)},
	{view.Verb{Name: "react", Short: "rc", Usage: "CHARACTER|HEX", Text: "name a leader who reacts to those who move, and where to (S3.1)", Example: "react a5"}, to(toReact, toOrder)},
	{view.Verb{Name: "battle", Short: "ba", Text: "give battle in a place that could be shut (S4)", Example: "battle"}, to(toDecline)},
	{view.Verb{Name: "siege", Short: "si", Text: "decline battle, and be besieged (S4)", Example: "siege"}, to(toDecline)},
	{view.Verb{Name: "besiege", Short: "be", Text: "besiege a walled place (S4)", Example: "besiege"}, to(toBesiege)},
	{view.Verb{Name: "wait", Short: "wt", Text: "do not besiege it (S4)", Example: "wait"}, to(toBesiege)},
	{view.Verb{Name: "lose", Short: "ls", Usage: "UNIT", Text: "name a unit that is lost where too many stand together (S1)", Example: "lose a3", More: "lose"}, to(toLose)},
	{view.Verb{Name: "rally", Short: "ry", Usage: "UNIT", Text: "name a unit that rallies (S5)", Example: "rally a3", More: "rally"}, to(toRally)},
	{view.Verb{Name: "pick", Short: "pi", Usage: "UNIT", Text: "the unit for which a spell or an ability asks", Example: "pick d2"}, to(toPick)},
}

func to(kinds ...kindOfQuestion) []kindOfQuestion { return kinds }

// Verbs are the answers that sorcery knows.
func Verbs() (verbs []view.Verb) {
	for _, v := range published {
		verbs = append(verbs, v.Verb)
	}
	return verbs
}

// Verbs are the answers that sorcery knows.
func (v *View) Verbs() []view.Verb { return Verbs() }

// Fits tells whether a verb answers what is asked now.
func (v *View) Fits(of view.Verb) bool {
	i := slices.IndexFunc(published, func(known verb) bool { return known.Name == of.Name })
	return i >= 0 && slices.Contains(published[i].to, v.kind())
}

// aUnit is the name of a unit. Those of a battle for one hex begin with a or d,
// those of a campaign with a letter of the sides' names.
var aUnit = regexp.MustCompile(`^[a-z][0-9]+$`)

// Answer reads a verb and the words behind it as the answer to what is asked.
// A unit may be named before the verb that takes one: "a3 charge".
func (v *View) Answer(unit string, of view.Verb, rest []string) (int, error) {
	if !v.Fits(of) {
		if err := v.mayNot(unit, of); err != nil {
			return 0, err
		}
		return 0, v.NotAsked(of, v.Asks())
	}
	if n := len(rest) - 1; v.kind() == toOrder && n >= 0 && rest[n] == withAll {
		rest = rest[:n]
	}
	if of.Usage == "" && len(rest) > 0 {
		return 0, fmt.Errorf("%q is too much behind %q", strings.Join(rest, " "), of.Name)
	}
	if unit != "" && v.kind() == toOrder {
		var err error
		if rest, err = v.together(unit, of, rest); err != nil {
			return 0, err
		}
	} else if unit != "" {
		if len(rest) > 0 || !strings.Contains(of.Usage, "UNIT") && !strings.Contains(of.Usage, "CHARACTER") {
			return 0, fmt.Errorf("%s is said by a player, not by a unit: write %s", of.Name, strings.TrimSpace(of.Name+" "+of.Usage))
		}
		rest = []string{unit}
	}
	return v.ParseShort(append([]string{of.Name}, rest...), v.parse, v.IsUnit)
}

// parse reads words as an answer. The prompt makes capitals small; hexes may
// have some.
func (v *View) parse(words []string) (int, error) {
	if v.kind() == toLeave {
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
func (v *View) mayNot(unit string, of view.Verb) error {
	if unit == "" || !v.ordersBefore(of) {
		return nil
	}
	u, err := v.unitNamed(unit)
	if err != nil {
		return err
	}
	_, err = v.parse([]string{kindNames[v.kind()], unit})
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
	k := v.kind()
	if k == toChoose {
		return v.Plain.Bare(words)
	}
	if len(words) == 1 && isHex(words[0]) && (k == toMove || k == toJoin) {
		return 0, true, v.whoGoes(words[0])
	}
	if len(words) == 1 && v.standsAlone(k, words[0]) {
		verb := kindNames[k]
		if k == toOrder && v.reacting() {
			verb = "react"
		}
		answer, err = v.parse([]string{verb, words[0]})
		return answer, true, err
	}
	answer, ok = v.ParseBare(kindNames[k], words, v.parse)
	return answer, ok, nil
}

// standsAlone tells whether a word means what is asked for, right or wrong.
func (v *View) standsAlone(k kindOfQuestion, word string) bool {
	if k == toLend || k == toOrder {
		_, err := strconv.Atoi(word)
		return err == nil
	}
	return k <= toPick && v.IsUnit(word)
}

// Complete are the words that may stand behind a verb and the words there
// already.
func (v *View) Complete(of view.Verb, before []string) []string {
	if !v.Fits(of) && v.ordersBefore(of) && len(before) == 0 {
		return v.inReach()
	}
	if !v.Fits(of) {
		return nil
	}
	return v.Plain.Complete(of, before)
}
