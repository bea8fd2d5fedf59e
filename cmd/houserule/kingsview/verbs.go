package kingsview

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
)

// A verb is a word that answers a question.
type verb struct {
	view.Verb
	to kindOfQuestion
}

// published are the answers of the rulebook.
var published = []verb{
	{view.Verb{Name: "attack", Short: "a", Usage: "SIDE", Text: "name whom to attack, when there are several (K1.2)", Example: "attack defender"}, toName},
	{view.Verb{Name: "play", Short: "pl", Usage: "ITEM [COUNTER]", Text: "play a magic item, on a counter if it is laid on one (K1.2)", Example: "play talisman"}, toPlay},
	{view.Verb{Name: "pass", Short: "p", Text: "play nothing more before this step, or leave the die as it is", Example: "pass"}, toPlay},
	{view.Verb{Name: "lose", Short: "ls", Usage: "COUNTER", Text: "take a hit on a counter; its name alone does the same (K3.1)", Example: "lose a3", More: "lose"}, toLose},
	{view.Verb{Name: "retreat", Short: "r", Usage: "HEX", Text: "leave, all together, to an adjacent hex (K4.1)", Example: "retreat north"}, toLeave},
	{view.Verb{Name: "stay", Short: "st", Text: "do not retreat", Example: "stay"}, toLeave},
	{view.Verb{Name: "pick", Short: "pi", Usage: "COUNTER", Text: "the counter for which an item or an ability asks (K6)", Example: "pick d2"}, toPick},
	{view.Verb{Name: "remove", Short: "rm", Usage: "COUNTER", Text: "remove one that is too many in the hex of a retreat (K4.2)", Example: "remove a3", More: "remove"}, toRemove},
}

// Verbs are the answers that kings knows.
func Verbs() (verbs []view.Verb) {
	for _, v := range published {
		verbs = append(verbs, v.Verb)
	}
	return verbs
}

// Verbs are the answers that kings knows.
func (v *View) Verbs() []view.Verb { return Verbs() }

// Fits tells whether a verb answers what is asked now.
func (v *View) Fits(of view.Verb) bool {
	i := slices.IndexFunc(published, func(known verb) bool { return known.Name == of.Name })
	return i >= 0 && published[i].to == v.kind()
}

// aCounter is the name of a counter.
var aCounter = regexp.MustCompile(`^[abcd][0-9]+$`)

// Answer reads a verb and the words behind it as the answer to what is asked.
// A counter may be named before the verb that takes one: "a3 lose".
func (v *View) Answer(unit string, of view.Verb, rest []string) (int, error) {
	if !v.Fits(of) {
		return 0, v.NotAsked(of, v.Asks())
	}
	if of.Usage == "" && len(rest) > 0 {
		return 0, fmt.Errorf("%q is too much behind %q", strings.Join(rest, " "), of.Name)
	}
	if unit != "" {
		if len(rest) > 0 || !strings.Contains(of.Usage, "COUNTER") {
			return 0, fmt.Errorf("%s is said by a player, not by a counter: write %s", of.Name, strings.TrimSpace(of.Name+" "+of.Usage))
		}
		rest = []string{unit}
	}
	return v.ParseShort(append([]string{of.Name}, rest...), v.parse, v.IsUnit)
}

// parse reads words as an answer. The prompt makes capitals small; hexes may
// have some.
func (v *View) parse(words []string) (int, error) {
	if v.kind() == toLeave {
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
	k := v.kind()
	if k == toChoose {
		return v.Plain.Bare(words)
	}
	if (k == toLose || k == toPick || k == toRemove) && len(words) == 1 && v.IsUnit(words[0]) {
		answer, err = v.parse([]string{kindNames[k], words[0]})
		return answer, true, err
	}
	answer, ok = v.ParseBare(kindNames[k], words, v.parse)
	return answer, ok, nil
}

// Complete are the words that may stand behind a verb and the words there
// already.
func (v *View) Complete(of view.Verb, before []string) []string {
	if !v.Fits(of) {
		return nil
	}
	return v.Plain.Complete(of, before)
}
