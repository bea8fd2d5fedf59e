package kings

import (
	"houserule/engine"
)

const (
	passWord = "pass"
	stayWord = "stay"
)

// Find returns the id of a counter. For most choices that is the answer, which Make
// returns.
func (s *seat) Find(_ engine.ArgKind, word string) (int, error) {
	c, err := s.battle.CounterNamed(word)
	if err != nil {
		return 0, err
	}
	return c.ID(), nil
}
func (s *seat) Make(of engine.Sentence) (int, error) { return of.Args[0].N, nil }

// counterWords returns the form's verb and the name of a counter.
func (s *seat) counterWords(form *engine.Form, counter int) []string {
	return []string{form.Name, s.battle.Name(&s.battle.counters[counter])}
}

// Words returns the option as words: "lose a1".
func (l *Loss) Words(answer int) []string     { return l.counterWords(FormLose, answer) }
func (c *Crowding) Words(answer int) []string { return c.counterWords(FormRemove, answer) }
func (p *Pick) Words(answer int) []string     { return p.counterWords(FormPick, answer) }

// Words returns the option as words: "attack defender".
func (n *Naming) Words(answer int) []string {
	return []string{FormAttack.Name, SideName(engine.Side(answer), n.battle.seats)}
}

// Find returns the seat with a name.
func (n *Naming) Find(kind engine.ArgKind, word string) (int, error) {
	if kind != engine.ArgSeat {
		return n.seat.Find(kind, word)
	}
	return engine.ReadName("side", word, n.battle.start.setup.SeatNames())
}

// Words returns the option as words: "play talisman", "play sword a1" or "pass".
func (p *Playing) Words(answer int) []string {
	item, on := p.battle.Played(Played(answer))
	if item == nil {
		return []string{passWord}
	}
	words := []string{FormPlay.Name, p.word(item)}
	if on != nil {
		words = append(words, p.battle.Name(on))
	}
	return words
}

// Find returns the id of an item or of another counter.
func (p *Playing) Find(kind engine.ArgKind, word string) (int, error) {
	if kind != engine.ArgItem {
		return p.seat.Find(kind, word)
	}
	item, err := p.item(word)
	if err != nil {
		return 0, err
	}
	return item.ID(), nil
}

// Make returns the answer that plays the item of a sentence on its counter.
func (p *Playing) Make(s engine.Sentence) (int, error) {
	if s.Verb.Name == passWord {
		return int(PassItems), nil
	}
	var on *Counter
	if s.Args[1].Given() {
		on = p.counterOf(s.Args[1].N)
	}
	return int(NewPlayed(p.counterOf(s.Args[0].N), on)), nil
}

// word returns the id of an item, or its name if the id would mean another item of the
// side.
func (p *Playing) word(item *Counter) string {
	if found, _ := p.item(item.thing.ID); found != nil && found != item {
		return p.battle.Name(item)
	}
	return item.thing.ID
}

// item returns the side's first held item with a name or id, short or full. If the side
// holds none, it returns an item with that id that the side no longer holds.
func (p *Playing) item(word string) (*Counter, error) {
	var found *Counter
	var known []string
	for i := range p.battle.counters {
		c := &p.battle.counters[i]
		if c.side != p.side || c.thing.Kind != Item {
			continue
		}
		known = append(known, c.thing.ID)
		if c.thing.ID == word || p.battle.Name(c) == word {
			if found == nil || found.status != Held {
				found = c
			}
		}
	}
	if found != nil {
		return found, nil
	}
	i, err := engine.Find("item of yours", word, known, func(id string) string { return id })
	if err != nil {
		return nil, err
	}
	return p.item(known[i])
}

// Words returns the option as words: "retreat north" or "stay".
func (l *Leave) Words(answer int) []string {
	if answer == Stay {
		return []string{stayWord}
	}
	return []string{FormRetreat.Name, l.battle.start.setup.Neighbors[answer-1].Name}
}

// Find returns the answer for a hex.
func (l *Leave) Find(kind engine.ArgKind, word string) (int, error) {
	if kind != engine.ArgPlace {
		return l.seat.Find(kind, word)
	}
	var names []string
	for _, n := range l.battle.start.setup.Neighbors {
		names = append(names, n.Name)
	}
	hex, err := engine.ReadName("hex", word, names)
	return hex + 1, err
}

// Make returns the answer of a sentence. Without a hex it is the only possible retreat.
func (l *Leave) Make(s engine.Sentence) (int, error) {
	if s.Verb.Name == stayWord {
		return Stay, nil
	}
	if s.Args[0].Given() {
		return s.Args[0].N, nil
	}
	var ways []int
	for answer := range l.Each {
		if answer != Stay {
			ways = append(ways, answer)
		}
	}
	if len(ways) != 1 {
		return 0, s.Incomplete()
	}
	return ways[0], nil
}

// Name and Parse write and read options: see [engine.Say] and [engine.Read].
func (n *Naming) Name(answer int) string           { return engine.Say(n, answer) }
func (n *Naming) Parse(text string) (int, error)   { return engine.Read(n, text) }
func (p *Playing) Name(answer int) string          { return engine.Say(p, answer) }
func (p *Playing) Parse(text string) (int, error)  { return engine.Read(p, text) }
func (l *Loss) Name(answer int) string             { return engine.Say(l, answer) }
func (l *Loss) Parse(text string) (int, error)     { return engine.Read(l, text) }
func (l *Leave) Name(answer int) string            { return engine.Say(l, answer) }
func (l *Leave) Parse(text string) (int, error)    { return engine.Read(l, text) }
func (c *Crowding) Name(answer int) string         { return engine.Say(c, answer) }
func (c *Crowding) Parse(text string) (int, error) { return engine.Read(c, text) }
func (p *Pick) Name(answer int) string             { return engine.Say(p, answer) }
func (p *Pick) Parse(text string) (int, error)     { return engine.Read(p, text) }
