package fight

import (
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
)

// AllWord means all units that may be picked or, after an order, the whole stack.
const AllWord = "all"

// Find returns the id of a unit that the side sees. For most choices that is the answer,
// which Make returns.
func (a *Asking) Find(_ engine.ArgKind, word string) (int, error) {
	return a.battle.idTo(a.Side, word)
}
func (a *Asking) Make(s engine.Sentence) (int, error) { return s.Args[0].N, nil }

// idTo returns the id of the unit with a name, if a side sees the unit.
func (b Position) idTo(side engine.Side, name string) (int, error) {
	u, err := b.KnownTo(side).UnitNamed(name)
	if err != nil {
		return 0, err
	}
	return u.ID(), nil
}

// Words returns the option as words: "charge a2", "charge all" or "done".
func (p *Picking) Words(answer int) []string {
	switch verb := p.Form().Name; answer {
	case Pass:
		return []string{p.row().Pass}
	case All:
		return []string{verb, AllWord}
	default:
		return []string{verb, p.battle.Name(p.battle.picked(answer))}
	}
}

// Find returns the answer that picks a unit, or all.
func (p *Picking) Find(kind engine.ArgKind, word string) (int, error) {
	if word == AllWord && p.row().All {
		return All, nil
	}
	if p.row().Goes && strings.Trim(word, "0123456789") == "" {
		return 0, p.battle.around.WhoGoes(p, word)
	}
	id, err := p.Asking.Find(kind, word)
	return id + Picked, err
}

// FirstUnit returns the first unit that may be picked.
func (p *Picking) FirstUnit() *Unit {
	for answer := range p.Each {
		if answer >= Picked {
			return p.battle.picked(answer)
		}
	}
	return &p.battle.units[0]
}

// Ahead answers the question if a line names a unit before its order: "w1 march 0304" is
// three answers, and "w1 march 0304 all" takes the whole stack along.
func (p *Picking) Ahead(unit string, v engine.Verb, rest []string) (answer int, ok bool, err error) {
	if !p.OrdersBefore(v) {
		return 0, false, nil
	}
	return p.battle.around.Ahead(p, unit, v, rest)
}

// OrdersBefore reports whether a verb is an order that may be given early, while the
// question is which units move or react.
func (p *Picking) OrdersBefore(v engine.Verb) bool {
	return p.row().Before != nil && v.Answers(p.row().Before)
}

// Make returns the answer that a sentence means.
func (p *Picking) Make(s engine.Sentence) (int, error) {
	if s.Verb.Name == p.row().Pass {
		return Pass, nil
	}
	return p.Asking.Make(s)
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
func (d *Deciding) Words(answer int) []string { return []string{d.row().Words[answer]} }

// Make returns the answer that the verb means.
func (d *Deciding) Make(s engine.Sentence) (int, error) {
	return slices.Index(d.row().Words[:], s.Verb.Name), s.Without(0)
}

// Words returns the option as words: "lend 2".
func (l *Lending) Words(answer int) []string { return []string{FormLend.Name, strconv.Itoa(answer)} }

// Find returns the amount to lend.
func (l *Lending) Find(kind engine.ArgKind, word string) (int, error) {
	if kind == engine.ArgNumber {
		return engine.ReadNumber(word, 0)
	}
	return l.Asking.Find(kind, word)
}

// Words returns the option as words: "leave north".
func (l *Leave) Words(answer int) []string {
	return []string{FormLeave.Name, l.battle.WayName(answer)}
}

// Find returns the way to a neighbor.
func (l *Leave) Find(kind engine.ArgKind, word string) (int, error) {
	if kind != engine.ArgPlace {
		return l.Asking.Find(kind, word)
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
