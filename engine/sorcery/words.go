package sorcery

import (
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
)

// allWord means all units that may be picked or, after an order, the whole stack.
const allWord = "all"

// Find returns the id of a unit that the side sees. For most choices that is the answer,
// which Make returns.
func (a *asked) Find(_ engine.ArgKind, word string) (int, error) {
	return a.battle.idTo(a.Side, word)
}
func (a *asked) Make(s engine.Sentence) (int, error) { return s.Args[0].N, nil }

// idTo returns the id of the unit with a name, if a side sees the unit.
func (b Position) idTo(side engine.Side, name string) (int, error) {
	u, err := b.unitNamedTo(side, name)
	if err != nil {
		return 0, err
	}
	return u.ID(), nil
}

// Words returns the option as words: "charge a2", "charge all" or "done".
func (p *Picking) Words(answer int) []string {
	switch verb := p.Form().Name; answer {
	case Pass:
		return []string{p.row().pass}
	case All:
		return []string{verb, allWord}
	default:
		return []string{verb, p.battle.Name(p.battle.picked(answer))}
	}
}

// Find returns the answer that picks a unit, or all.
func (p *Picking) Find(kind engine.ArgKind, word string) (int, error) {
	if word == allWord && p.row().all {
		return All, nil
	}
	if p.orders() && strings.Trim(word, "0123456789") == "" {
		return 0, p.whoGoes(word)
	}
	id, err := p.asked.Find(kind, word)
	return id + Picked, err
}

// firstUnit returns the first answer that picks a unit.
func (p *Picking) firstUnit() int {
	for answer := range p.Each {
		if answer >= Picked {
			return answer
		}
	}
	return Picked
}

// Make returns the answer that a sentence means.
func (p *Picking) Make(s engine.Sentence) (int, error) {
	if s.Verb.Name == p.row().pass {
		return Pass, nil
	}
	return p.asked.Make(s)
}

// Words returns the option as words: "pick a2".
func (s *Selecting) Words(answer int) []string {
	return []string{FormPick.Name, s.battle.Name(&s.battle.units[answer])}
}

// Find returns the id of a unit that the side sees or may pick. Make returns it as the
// answer.
func (s *Selecting) Find(_ engine.ArgKind, word string) (int, error) {
	for id := range s.Each {
		if s.battle.Name(&s.battle.units[id]) == word {
			return id, nil
		}
	}
	return s.battle.idTo(s.Side, word)
}
func (s *Selecting) Make(of engine.Sentence) (int, error) { return of.Args[0].N, nil }

// Words returns one of the two words.
func (d *Deciding) Words(answer int) []string { return []string{decisions[d.What].words[answer]} }

// Make returns the answer that the verb means.
func (d *Deciding) Make(s engine.Sentence) (int, error) {
	return slices.Index(decisions[d.What].words[:], s.Verb.Name), s.Without(0)
}

// Words returns the option as words: "lend 2".
func (l *Lending) Words(answer int) []string { return []string{FormLend.Name, strconv.Itoa(answer)} }

// Find returns the amount to lend.
func (l *Lending) Find(kind engine.ArgKind, word string) (int, error) {
	if kind == engine.ArgNumber {
		return engine.ReadNumber(word, 0)
	}
	return l.asked.Find(kind, word)
}

// Words returns the option as words: "leave north".
func (l *Leave) Words(answer int) []string {
	return []string{FormLeave.Name, l.battle.WayName(answer)}
}

// Find returns the way to a neighbor.
func (l *Leave) Find(kind engine.ArgKind, word string) (int, error) {
	if kind != engine.ArgPlace {
		return l.asked.Find(kind, word)
	}
	var names []string
	for way := range l.battle.Ways() {
		names = append(names, l.battle.WayName(way))
	}
	return engine.ReadName("hex", word, names)
}

// Make returns the way that a sentence names.
func (l *Leave) Make(s engine.Sentence) (int, error) {
	if !s.Args[0].Given() {
		return 0, s.Incomplete()
	}
	return s.Args[0].N, nil
}

// Name and Parse write and read options: see [engine.Say] and [engine.Read].
func (p *Picking) Name(answer int) string           { return engine.Say(p, answer) }
func (p *Picking) Parse(text string) (int, error)   { return engine.Read(p, text) }
func (s *Selecting) Name(answer int) string         { return engine.Say(s, answer) }
func (s *Selecting) Parse(text string) (int, error) { return engine.Read(s, text) }
func (d *Deciding) Name(answer int) string          { return engine.Say(d, answer) }
func (d *Deciding) Parse(text string) (int, error)  { return engine.Read(d, text) }
func (l *Lending) Name(answer int) string           { return engine.Say(l, answer) }
func (l *Lending) Parse(text string) (int, error)   { return engine.Read(l, text) }
func (l *Leave) Name(answer int) string             { return engine.Say(l, answer) }
func (l *Leave) Parse(text string) (int, error)     { return engine.Read(l, text) }
