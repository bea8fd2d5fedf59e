package heroes

import (
	"fmt"
	"strconv"
	"strings"

	"houserule/engine"
)

// Name returns the option with its stack: "a1 attack d2 swat 2".
func (a *Act) Name(answer int) string {
	b, o := a.battle, Option(answer)
	words := []string{b.Name(a.by), o.Verb().String()}
	switch o.Verb() {
	case CastSpell:
		words = append(words, b.game.Spells[o.Which()].ID)
	case ExtraVerb:
		words[1] = b.game.Extras[o.Which()].Name
	}
	switch o.Verb() {
	case CastSpell:
		if spell := a.customSpell(o); spell == nil || spell.Custom.At != AtNothing {
			words = append(words, b.targetName(o.Target()))
		}
	case Attack, Shoot, Sacrifice:
		words = append(words, b.targetName(o.Target()))
	case ExtraVerb:
		if b.game.Extras[o.Which()].At != AtNothing {
			words = append(words, b.targetName(o.Target()))
		}
	}
	if n := o.Cards(); n > 1 {
		words = append(words, "swat", strconv.Itoa(n))
	}
	return strings.Join(words, " ")
}

const townName = "town"

func (b *Position) targetName(target int) string {
	if target == TownCard {
		return townName
	}
	return b.Name(&b.stacks[target])
}

// Parse reads what Name wrote; the stack's own name may be left out.
func (a *Act) Parse(text string) (int, error) {
	b := a.battle
	words, err := b.ofStack(a.by, strings.Fields(text))
	if err != nil {
		return 0, err
	}
	if len(words) == 0 {
		return 0, fmt.Errorf("say what %s does", b.Name(a.by))
	}
	verb, which, aims, err := b.parseVerb(words[0])
	if err != nil {
		return 0, err
	}
	rest := words[1:]
	if verb == CastSpell {
		if len(rest) == 0 {
			return 0, fmt.Errorf("cast which spell?")
		}
		if which, err = b.game.spell(rest[0]); err != nil {
			return 0, err
		}
		rest = rest[1:]
		if custom := b.game.Spells[which].Custom; custom != nil {
			aims = custom.At != AtNothing
		}
	}
	target, n := 0, 0
	if aims {
		if len(rest) == 0 {
			return 0, fmt.Errorf("%s whom?", words[0])
		}
		if target, err = b.parseTarget(rest[0]); err != nil {
			return 0, err
		}
		rest = rest[1:]
	}
	if verb.attacks() && (verb != CastSpell || b.game.Spells[which].Custom == nil) {
		if n, rest, err = parseSwat(rest); err != nil {
			return 0, err
		}
	}
	if len(rest) > 0 {
		return 0, fmt.Errorf("unexpected %q after %q", strings.Join(rest, " "), strings.Join(words[:len(words)-len(rest)], " "))
	}
	return int(NewOption(verb, which, target, n)), nil
}

// ofStack removes the name of s from the beginning of words.
func (b *Position) ofStack(s *Stack, words []string) ([]string, error) {
	if len(words) == 0 || words[0] == b.Name(s) {
		return words[min(1, len(words)):], nil
	}
	if other, err := b.StackNamed(words[0]); err == nil {
		return nil, fmt.Errorf("it is the turn of %s, not of %s", b.Name(s), b.Name(other))
	}
	return words, nil
}

// parseVerb reads a verb and reports whether it needs a target.
func (b *Position) parseVerb(word string) (verb Verb, which int, aims bool, err error) {
	for verb := Pass; verb < ExtraVerb; verb++ {
		if word == verb.String() {
			return verb, 0, verb.attacks() || verb == Sacrifice, nil
		}
	}
	known := append([]string(nil), verbNames[:ExtraVerb]...)
	for i, extra := range b.game.Extras {
		if word == extra.Name {
			return ExtraVerb, i, extra.At != AtNothing, nil
		}
		known = append(known, extra.Name)
	}
	return 0, 0, false, &engine.Unknown{What: "command", Word: word, Known: known}
}

func (b *Position) parseTarget(word string) (int, error) {
	if word == townName {
		return TownCard, nil
	}
	s, err := b.StackNamed(word)
	if err != nil {
		return 0, err
	}
	return int(s.id), nil
}

// parseSwat reads "swat N"; without it n is 1.
func parseSwat(words []string) (n int, rest []string, err error) {
	if len(words) == 0 || words[0] != "swat" {
		return 1, words, nil
	}
	if len(words) > 1 {
		if n, err := strconv.Atoi(words[1]); err == nil && n >= 1 && n <= maxCards {
			return n, words[2:], nil
		}
	}
	return 0, nil, fmt.Errorf("swat takes the number of cards, at least 1")
}
