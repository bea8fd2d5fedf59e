package heroes

import (
	"fmt"
	"slices"
	"strconv"

	"houserule/engine"
	"houserule/engine/heroes/form"
)

// TownName is the word for the town and its walls in answers.
const TownName = "town"

// Words returns the option as words: "attack d2 swat 2".
func (a *Act) Words(answer int) []string {
	b, o := a.battle, Option(answer)
	words := []string{b.game.Word(o)}
	if o.Verb() == CastSpell {
		words = append(words, b.game.Spells[o.Which()].ID)
	}
	if b.game.aims(o) {
		words = append(words, a.targetName(o.Target()))
	}
	return withSwat(words, o.Cards())
}

// Word returns the verb of an option as a player types it.
func (g *Game) Word(o Option) string {
	if o.Verb() == CustomVerb {
		return g.CustomOptions[o.Which()].Name
	}
	return o.Verb().String()
}

// aims reports whether an option has a target.
func (g *Game) aims(o Option) bool {
	switch verb := o.Verb(); verb {
	case CustomVerb:
		return g.CustomOptions[o.Which()].At != AtNothing
	case CastSpell:
		return g.Spells[o.Which()].aims()
	default:
		return verb == Attack || verb == Shoot || verb == Sacrifice
	}
}

// withSwat appends the number of cards if it is more than 1.
func withSwat(words []string, n int) []string {
	if n > 1 {
		words = append(words, form.Swat, strconv.Itoa(n))
	}
	return words
}

// Alias returns a swat without its kind of attack, "swat d2 2": see [Act.swat].
func (a *Act) Alias(answer int) []string {
	if o := Option(answer); o.Cards() > 1 && a.swat(o.Target(), o.Cards()) == o {
		return []string{form.Swat, a.targetName(o.Target()), strconv.Itoa(o.Cards())}
	}
	return nil
}

// aims reports whether the spell is cast at a stack.
func (s *Spell) aims() bool { return s.Custom == nil || s.Custom.At != AtNothing }

func (a *asker) targetName(target int) string {
	if target == TownCard {
		return TownName
	}
	return a.battle.Name(&a.battle.stacks[target])
}

// Find returns the index of a stack or a spell, or a number of cards.
func (a *Act) Find(kind engine.ArgKind, word string) (int, error) {
	switch {
	case kind == engine.ArgSpell:
		return a.battle.game.spell(word)
	case kind == engine.ArgNumber:
		return engine.ReadNumber(word, 0)
	case word == TownName:
		return TownCard, nil
	}
	return a.find(word)
}

// find returns the index of the stack with a name.
func (a *asker) find(name string) (int, error) {
	s, err := a.battle.StackNamed(name)
	if err != nil {
		return 0, err
	}
	return int(s.id), nil
}

// Make returns the option that a sentence means.
func (a *Act) Make(s engine.Sentence) (int, error) {
	args := s.Args
	if s.Verb.Name == form.Swat {
		return int(a.swat(args[0].N, args[1].N)), nil
	}
	verb, which := a.battle.game.verb(s.Verb.Name)
	var spell *Spell
	if verb == CastSpell {
		which = args[0].N
		spell, args = a.battle.game.Spells[which], args[1:]
		switch {
		case !spell.aims():
			return int(NewOption(verb, which, 0, 0)), s.Without(1)
		case !args[0].Given():
			return 0, s.Incomplete()
		}
	}
	target, n := 0, 0
	if len(args) > 0 {
		target = args[0].N
	}
	switch {
	case spell != nil && spell.Custom != nil:
		return int(NewOption(verb, which, target, 0)), s.Without(2)
	case verb.Attacks() && args[1].Given():
		n = args[1].N
	case verb.Attacks():
		n = 1
	}
	return int(NewOption(verb, which, target, n)), nil
}

// verb returns the verb with a name, and the index of the custom option, if it is one.
func (g *Game) verb(name string) (verb Verb, which int) {
	for verb := Pass; verb < CustomVerb; verb++ {
		if name == verb.String() {
			return verb, 0
		}
	}
	return CustomVerb, slices.IndexFunc(g.CustomOptions, func(c CustomOption) bool { return c.Name == name })
}

// swat returns the attack against n cards of a target: in melee or, if the rules forbid
// that, from afar or with a spell.
func (a *Act) swat(target, n int) Option {
	for _, verb := range [...]Verb{Attack, Shoot} {
		if a.forbids(NewOption(verb, 0, target, 1)) == nil {
			return NewOption(verb, 0, target, n)
		}
	}
	for _, spell := range a.by.top.Spells {
		if a.forbids(NewOption(CastSpell, spell.index, target, 1)) == nil {
			return NewOption(CastSpell, spell.index, target, n)
		}
	}
	return NewOption(Attack, 0, target, n)
}

// Decides returns nil if unit names the acting stack.
func (a *Act) Decides(unit string) error { return a.decides(a.by, unit) }

// decides returns nil for the name of s, otherwise an error that names the stack whose turn
// it is.
func (a *asker) decides(s *Stack, name string) error {
	b := a.battle
	other, err := b.StackNamed(name)
	if err == nil && other != s {
		return fmt.Errorf("it is the turn of %s, not of %s", b.Name(s), name)
	}
	return err
}

// Words returns the answer as words: "retaliate", "offer 2".
func (r *Reply) Words(answer int) []string {
	words := replies[r.what]
	switch {
	case answer == 0:
		return []string{words.no}
	case r.what == WhetherSurrender:
		return []string{words.yes, strconv.Itoa(answer)}
	}
	return withSwat([]string{words.yes}, answer)
}

// Find returns a number of cards.
func (r *Reply) Find(kind engine.ArgKind, word string) (int, error) {
	if kind == engine.ArgNumber {
		return engine.ReadNumber(word, 1)
	}
	return r.find(word)
}

// Make returns 0 for no, and for yes the number or, without a number, 1.
func (r *Reply) Make(s engine.Sentence) (int, error) {
	switch {
	case s.Verb.Name == replies[r.what].no:
		return 0, nil
	case len(s.Args) > 0 && s.Args[0].Given():
		return s.Args[0].N, nil
	}
	return 1, nil
}

// Decides returns nil if unit names the stack that retaliates.
func (r *Reply) Decides(unit string) error {
	if r.what == WhetherRetaliate {
		return r.decides(r.blow.By, unit)
	}
	if _, err := r.battle.StackNamed(unit); err != nil {
		return err
	}
	return fmt.Errorf("%s does not decide that: its side does", unit)
}

// Words returns the answer as words: "next a2" or "forward a4".
func (p *Pick) Words(answer int) []string {
	return []string{p.Form().Name, p.battle.Name(&p.battle.stacks[answer])}
}

// Find returns the index of a stack, which is also the answer.
func (p *Pick) Find(_ engine.ArgKind, word string) (int, error) { return p.find(word) }
func (p *Pick) Make(s engine.Sentence) (int, error)             { return s.Args[0].N, nil }

// Words returns the answer as words: "place 3 gold-golem melee", "place 1 orc under a2".
func (d *Deploy) Words(answer int) []string {
	kind, place, n := d.unpack(answer)
	words := []string{form.Place.Name, strconv.Itoa(n), d.left[kind].Creature.ID}
	if place < newStacks {
		return append(words, Line(place).String())
	}
	return append(words, "under", d.StackName(place-newStacks))
}

// Find returns a number of cards, the index of a creature in Left, a line, or the place of
// a placed stack, which comes after the lines.
func (d *Deploy) Find(kind engine.ArgKind, word string) (int, error) {
	switch kind {
	case engine.ArgNumber:
		return engine.ReadNumber(word, 0)
	case engine.ArgCards:
		return engine.Find("creature to place", word, d.left, func(r Run) string { return r.Creature.ID })
	case engine.ArgWord:
		return engine.ReadName("place", word, []string{MeleeLine.String(), RangedLine.String(), "under"})
	}
	for i := range d.piles {
		if d.StackName(i) == word {
			return i, nil
		}
	}
	return 0, &engine.Unknown{What: "stack", Word: word}
}

// Make returns the answer that a sentence means.
func (d *Deploy) Make(s engine.Sentence) (int, error) {
	n, kind, place, under := s.Args[0].N, s.Args[1].N, s.Args[2].N, s.Args[3]
	switch {
	case place < newStacks:
		return d.pack(kind, place, n), s.Without(3)
	case !under.Given():
		return 0, s.Incomplete()
	}
	return d.pack(kind, newStacks+under.N, n), nil
}

// Name and Parse write and read options: see [engine.Say] and [engine.Read].
func (a *Act) Name(answer int) string            { return engine.Say(a, answer) }
func (a *Act) Parse(text string) (int, error)    { return engine.Read(a, text) }
func (r *Reply) Name(answer int) string          { return engine.Say(r, answer) }
func (r *Reply) Parse(text string) (int, error)  { return engine.Read(r, text) }
func (p *Pick) Name(answer int) string           { return engine.Say(p, answer) }
func (p *Pick) Parse(text string) (int, error)   { return engine.Read(p, text) }
func (d *Deploy) Name(answer int) string         { return engine.Say(d, answer) }
func (d *Deploy) Parse(text string) (int, error) { return engine.Read(d, text) }

// Verbs returns the verbs of the battle's game.
func (a *asker) Verbs() []engine.Verb { return a.battle.game.Verbs() }
