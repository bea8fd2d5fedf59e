package heroesview

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/heroes"
)

// Answer reads a verb and its arguments as the answer to the question. The verb may
// follow the name of the stack that is asked.
func (v *View) Answer(stack string, verb engine.Verb, rest []string) (int, error) {
	if !v.Fits(verb) {
		return 0, v.notAsked(verb)
	}
	if stack != "" {
		if _, err := v.battle.StackNamed(stack); err != nil {
			return 0, err
		}
		stack += " "
	}
	switch {
	case verb.Name == "swat":
		return v.swat(stack, rest)
	case verb.Answers(heroes.FormSurrender) && verb.Takes(engine.ArgNumber) && len(rest) == 0:
		return 0, fmt.Errorf("%s takes how many cards to offer, from 1 to %d", verb.Name, v.Asked().Choice.(*heroes.Reply).Most())
	}
	return engine.ParseLegal(v.Asked().Choice, strings.TrimSpace(stack+cmp.Or(verb.Recorded, verb.Name)+" "+strings.Join(rest, " ")))
}

// notAsked says why a verb is no answer now.
func (v *View) notAsked(verb engine.Verb) error {
	if v.Form() == heroes.FormNext {
		return fmt.Errorf("%s: first say whose turn is next, as in next %s: %s", verb.Name, v.firstNext(), v.names(v.Asked().Choice.(*heroes.Pick)))
	}
	return v.NotAsked(verb, v.Asks())
}

// firstNext is the name of the first stack that can be next.
func (v *View) firstNext() string { return v.battle.Name(&v.battle.Stacks()[v.Asked().Choice.First()]) }

// swat strikes n cards of a stack in melee or, where melee is not allowed, from
// afar or with a spell.
func (v *View) swat(stack string, rest []string) (int, error) {
	if len(rest) != 2 {
		return 0, errors.New("swat takes a stack and how many of its cards, as in swat d1 2")
	}
	attack := func(verb, swat string) (int, error) {
		return engine.ParseLegal(v.Asked().Choice, stack+verb+" "+rest[0]+swat)
	}
	verbs := []string{"attack", "shoot"}
	for _, spell := range v.spells() {
		verbs = append(verbs, "cast "+spell)
	}
	for _, verb := range verbs {
		if _, err := attack(verb, ""); err == nil {
			return attack(verb, " swat "+rest[1])
		}
	}
	return attack(verbs[0], " swat "+rest[1])
}

// Bare reads an answer without a verb: yes or no, or a stack where the question
// asks for one.
func (v *View) Bare(words []string) (answer int, ok bool, err error) {
	text := strings.Join(words, " ")
	switch v.Asked().Choice.(type) {
	case *heroes.Reply:
		ok = len(words) == 1 && slices.Contains([]string{"yes", "no", "y"}, words[0])
	case *heroes.Pick:
		ok = len(words) == 1 && v.IsUnit(words[0])
	case *heroes.Act, *heroes.Deploy, nil:
	default: // a word of what a mod asks
		answer, ok = view.Bare(v.Asked().Choice, words)
		return answer, ok, nil
	}
	if !ok {
		return 0, false, nil
	}
	answer, err = engine.ParseLegal(v.Asked().Choice, text)
	return answer, true, err
}

// Turn reports whether a stack that is named before its action may be next, if the
// question is which stack is next. Then the stack's turn is the answer.
func (v *View) Turn(stack string, verb engine.Verb, _ []string) (answer int, ok bool) {
	if v.Form() != heroes.FormNext || stack == "" || !verb.Answers(heroes.FormAct) {
		return 0, false
	}
	answer, err := engine.ParseLegal(v.Asked().Choice, stack)
	return answer, err == nil
}

// IsUnit reports whether a word looks like the name of a stack.
func (v *View) IsUnit(word string) bool {
	if _, err := v.battle.StackNamed(word); err == nil {
		return true
	}
	digits := strings.TrimLeft(word, "ad")
	return len(digits) == len(word)-1 && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// Complete returns the next words that may follow a verb and the words before.
func (v *View) Complete(verb engine.Verb, before []string) []string {
	if v.Form() == heroes.FormNext && verb.Answers(heroes.FormAct) {
		return v.wordsOfTurn(verb, before)
	}
	if len(before) > 0 {
		return v.wordsAfter(verb, before)
	}
	switch first(verb) {
	case engine.ArgEnemy, engine.ArgFriend:
		return v.targets(verb.Name)
	case engine.ArgSpell:
		return v.spells()
	case engine.ArgCards:
		if d, ok := v.Asked().Choice.(*heroes.Deploy); ok && len(d.Left()) > 0 {
			return []string{fmt.Sprint(d.Left()[0].N)}
		}
	}
	return nil
}

// wordsOfTurn are the words that may follow a verb where the question is whose turn
// is next: what that stack can do is not known yet.
func (v *View) wordsOfTurn(verb engine.Verb, before []string) []string {
	side, names := v.Asked().Side, first(verb)
	switch {
	case names == engine.ArgSpell && len(before) == 0:
		return spellIDs(v.Library())
	case names == engine.ArgSpell && len(before) == 1:
		return append(v.stacksOf(1-side), v.stacksOf(side)...)
	case names == engine.ArgFriend && len(before) == 0:
		return v.stacksOf(side)
	case names == engine.ArgEnemy && len(before) == 0:
		return v.stacksOf(1 - side)
	}
	return v.wordsAfter(verb, before)
}

// first is the kind of the first argument of a verb.
func first(verb engine.Verb) engine.ArgKind {
	if len(verb.Args) == 0 {
		return engine.ArgWord
	}
	return verb.Args[0].Kind
}

// stacksOf are the names of a side's living stacks.
func (v *View) stacksOf(side engine.Side) (names []string) {
	for s := range v.battle.Each(side) {
		names = append(names, v.battle.Name(s))
	}
	return names
}

// wordsAfter are the words that may follow the first argument of a verb.
func (v *View) wordsAfter(verb engine.Verb, before []string) []string {
	switch names := first(verb); {
	case names == engine.ArgSpell && len(before) == 1:
		return v.targets("cast " + before[0])
	case names == engine.ArgCards:
		return v.placeWords(before)
	case (verb.Name == "attack" || verb.Name == "shoot") && len(before) == 1 && before[0] != "town":
		return []string{"swat"}
	}
	return nil
}

func (v *View) placeWords(before []string) (words []string) {
	d, ok := v.Asked().Choice.(*heroes.Deploy)
	switch {
	case !ok:
	case len(before) == 1:
		for _, r := range d.Left() {
			words = append(words, r.Creature.ID)
		}
	case len(before) == 2:
		words = []string{"melee", "ranged", "under"}
	case len(before) == 3 && before[2] == "under":
		for i := range d.Stacks() {
			words = append(words, d.StackName(i))
		}
	}
	return words
}

// OddsWords returns the next words that odds takes after those before.
func (v *View) OddsWords(before []string) []string {
	switch n := len(before); {
	case n == 0:
		return v.Units()
	case before[n-1] == "cast":
		return spellIDs(v.Library())
	case n == 1:
		return append(v.Units(), "attack", "shoot", "cast")
	case slices.Contains([]string{"attack", "shoot"}, before[n-1]) || before[max(n-2, 0)] == "cast":
		return v.Units()
	case slices.Contains(before, "swat"):
		return nil
	}
	return []string{"swat"}
}

// spells are what the acting stack can cast.
func (v *View) spells() (ids []string) {
	if act, ok := v.Asked().Choice.(*heroes.Act); ok {
		for _, s := range act.By().Top().Spells {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// targets are the stacks that options with a verb name. Swat has the targets of
// attacks and shots.
func (v *View) targets(verb string) []string {
	if v.Asked().Choice == nil {
		return nil
	}
	var words []string
	for answer := range v.Asked().Choice.Each {
		name := strings.Fields(v.Asked().Choice.Name(answer))
		if _, act := v.Asked().Choice.(*heroes.Act); act {
			name = name[1:] // the stack that acts
		}
		text := strings.Join(name, " ")
		rest, ok := strings.CutPrefix(text, verb+" ")
		if verb == "swat" && strings.Contains(text, " swat ") {
			_, rest, ok = strings.Cut(text, " ")
		}
		if ok {
			rest, _, _ = strings.Cut(rest, " ")
			words = append(words, rest)
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// Units are the names of the living stacks.
func (v *View) Units() (names []string) {
	return append(v.stacksOf(heroes.Aggressor), v.stacksOf(heroes.Defender)...)
}

// ShownAs are the cards of a stack, together and each kind by itself.
func (v *View) ShownAs(name string) []string {
	s, err := v.battle.StackNamed(name)
	if err != nil {
		return nil
	}
	words := []string{cardsText(s)}
	for card := s.Top(); card != nil; card = card.Under() {
		words = append(words, card.Name)
	}
	return words
}
