package kings

import (
	"fmt"
	"slices"

	"houserule/engine"
)

// A seat is the common part of all choices: a side of a battle.
type seat struct {
	battle *Position
	side   engine.Side
}

// Side returns the side that decides.
func (s *seat) Side() engine.Side { return s.side }

// sideText returns the side as a sentence names it.
func (s *seat) sideText() string { return engine.The(SideName(s.side, s.battle.seats)) }

// Battle returns the battle that asks. Hosted returns the address of the memory that the
// battle keeps for its host of scripts.
func (s *seat) Battle() *Position { return s.battle }
func (s *seat) Hosted() *any      { return s.battle.Hosted() }

// An asked is a choice between two steps. To try an option is to play the next step.
type asked struct{ seat }

// Scratch returns a battle for Try.
func (a *asked) Scratch() engine.Battle { return a.battle.Fresh() }

// Try plays the step in scratch, with this answer to its question.
func (a *asked) Try(scratch engine.Battle, answer int) {
	b := scratch.(*Battle)
	b.copyFrom(a.battle)
	b.Table.Try(answer, b.Step)
}

// A Strategy evaluates sides, and the options of the open question, for greedy players: see
// package strategy.
type Strategy interface {
	// Value returns what a side has left: see [engine.Battle].
	Value(side engine.Side) int
	// Evaluate returns the value of an option for the side that decides: see
	// [engine.Evaluator].
	Evaluate(c engine.Choice, answer int) int
}

// Value returns what a side has left. Evaluate returns the value of an option. Both follow
// the game's strategy.
func (b *Position) Value(side engine.Side) int { return b.strategy.Value(side) }
func (n *Naming) Evaluate(answer int) int      { return n.battle.strategy.Evaluate(n, answer) }
func (p *Playing) Evaluate(answer int) int     { return p.battle.strategy.Evaluate(p, answer) }
func (l *Loss) Evaluate(answer int) int        { return l.battle.strategy.Evaluate(l, answer) }
func (l *Leave) Evaluate(answer int) int       { return l.battle.strategy.Evaluate(l, answer) }
func (c *Crowding) Evaluate(answer int) int    { return c.battle.strategy.Evaluate(c, answer) }
func (p *Pick) Evaluate(answer int) int        { return p.battle.strategy.Evaluate(p, answer) }

// A choice has the methods of all choices in this package: they try options, refuse answers
// with the rule's words, and evaluate options.
type choice interface {
	engine.Trier
	engine.Refuser
	engine.Evaluator
	engine.Prompter
}

var _ = [...]choice{(*Naming)(nil), (*Playing)(nil), (*Loss)(nil), (*Leave)(nil), (*Crowding)(nil)}

var _ interface {
	engine.Choice
	engine.Refuser
	engine.Evaluator
	engine.Prompter
} = (*Pick)(nil)

var _ choice = (*Opening)(nil)

// first returns a choice's first option.
func first(each func(func(int) bool)) int {
	for answer := range each {
		return answer
	}
	return 0
}

// counterOf returns the counter that an answer names, or nil.
func (s *seat) counterOf(answer int) *Counter {
	if answer < 0 || answer >= len(s.battle.counters) {
		return nil
	}
	return &s.battle.counters[answer]
}

// A Naming is the question which player a side attacks (K1.2). An answer is that player's
// seat.
type Naming struct{ asked }

// Legal, First, Each and Refuse make it a Choice, with those of words.go.
func (n *Naming) Legal(answer int) bool { return n.Refuse(answer) == nil }
func (n *Naming) First() int            { return first(n.Each) }
func (n *Naming) Each(yield func(int) bool) {
	for at := range n.battle.seats {
		if (Attack{n.side, engine.Side(at)}).refuse(n.battle) == nil && !yield(at) {
			return
		}
	}
}

// Refuse returns the rule that forbids an answer, or nil.
func (n *Naming) Refuse(answer int) error {
	if answer < 0 || answer >= n.battle.seats {
		return fmt.Errorf("there is no seat %d", answer+1)
	}
	if r := (Attack{n.side, engine.Side(answer)}).refuse(n.battle); r != nil {
		return r
	}
	return nil
}

// Prompt returns the question.
func (n *Naming) Prompt() string {
	return fmt.Sprintf("Whom does %s attack: %s?", n.sideText(), engine.After(n, FormAttack.Name))
}

// A Played is an answer to [Playing]: an item, and the counter that gets it.
type Played int

// PassItems is the answer that plays no further item before this step.
const PassItems Played = 0

// NewPlayed returns the answer that plays an item. On is the counter that gets the item, or
// nil.
func NewPlayed(item, on *Counter) Played {
	p := Played(item.id + 1)
	if on != nil {
		p |= Played(on.id+1) << 16
	}
	return p
}

// Played returns the item that an answer to [Playing] plays, and the counter that gets it.
// Each may be nil.
func (b *Position) Played(p Played) (item, on *Counter) {
	at := func(n int) *Counter {
		if n < 1 || n > len(b.counters) {
			return nil
		}
		return &b.counters[n-1]
	}
	return at(int(p & 0xffff)), at(int(p >> 16))
}

// A Playing is the question which magic item a side plays before a step (K1.2). An answer
// is a [Played].
type Playing struct{ asked }

// Legal, First, Each and Refuse make it a Choice, with those of words.go.
func (p *Playing) Legal(answer int) bool { return p.Refuse(answer) == nil }
func (p *Playing) First() int            { return int(PassItems) }

func (p *Playing) Each(yield func(int) bool) {
	b := p.battle
	if !yield(int(PassItems)) {
		return
	}
	for i := range b.counters {
		item := &b.counters[i]
		if item.side != p.side || item.status != Held {
			continue
		}
		if play := b.game.plays[item.thing]; play == nil || play.On == OnNobody || play.On == OnDie {
			if item.mayPlay(b, p.side, nil) == nil && !yield(int(NewPlayed(item, nil))) {
				return
			}
			continue
		}
		for j := range b.counters {
			if on := &b.counters[j]; on.Stands() && item.mayPlay(b, p.side, on) == nil && !yield(int(NewPlayed(item, on))) {
				return
			}
		}
	}
}

// Refuse returns the rule that forbids an answer, or nil.
func (p *Playing) Refuse(answer int) error {
	if Played(answer) == PassItems {
		return nil
	}
	item, on := p.battle.Played(Played(answer))
	if item == nil || NewPlayed(item, on) != Played(answer) {
		return fmt.Errorf("there is no item %d", answer)
	}
	return item.mayPlay(p.battle, p.side, on)
}

// Prompt returns the question.
func (p *Playing) Prompt() string {
	var items []string
	for answer := range p.Each {
		if item, _ := p.battle.Played(Played(answer)); item != nil && !slices.Contains(items, p.word(item)) {
			items = append(items, p.word(item))
		}
	}
	play := fmt.Sprintf("Does %s play %s", p.sideText(), engine.Either(items))
	if b := p.battle; b.stage == changing {
		c := b.thrower()
		return fmt.Sprintf("%s has rolled a %d against %d. %s on it, or pass?", b.Label(c), b.die, b.ValueOf(c), play)
	}
	return fmt.Sprintf("%s before the %s step, or pass?", play, p.battle.step)
}

// A Loss is the question which counter takes a hit (K3.1). An answer is the counter's id.
type Loss struct{ asked }

// Legal, First, Each and Refuse make it a Choice, with those of words.go.
func (l *Loss) Legal(answer int) bool {
	if uint(answer) >= uint(len(l.battle.counters)) {
		return false
	}
	c := &l.battle.counters[answer]
	return c.side == l.side && l.battle.MayTake(c) == nil
}

// First returns the first counter in listed order.
func (l *Loss) First() int {
	for answer := range l.Each {
		return answer
	}
	return 0
}

func (l *Loss) Each(yield func(int) bool) {
	counters := l.battle.among(l.side)
	for i := range counters {
		if c := &counters[i]; c.side == l.side && l.battle.MayTake(c) == nil && !yield(c.ID()) {
			return
		}
	}
}

// Refuse returns the rule that forbids an answer, or nil.
func (l *Loss) Refuse(answer int) error {
	c := l.counterOf(answer)
	switch {
	case c == nil:
		return fmt.Errorf("there is no counter %d", answer)
	case c.side != l.side:
		return &Ruling{Rule: "K3.1", Text: fmt.Sprintf("%s is no counter of yours", l.battle.Label(c))}
	}
	if r := l.battle.MayTake(c); r != nil {
		return r
	}
	return nil
}

// Prompt returns the question.
func (l *Loss) Prompt() string {
	b, which := l.battle, "the next"
	if b.HitsOn(l.side) == 1 {
		which = "it"
	}
	return fmt.Sprintf("%s takes %s in the %s step. Who takes %s?", engine.Capital(l.sideText()), hitCount(b.HitsOn(l.side)), b.step, which)
}

// A Leave is the question whether a side retreats, and where (K4.1). An answer is [Stay],
// or the place of a neighbor, from 1.
type Leave struct {
	asked
	driven bool
}

// Stay is the answer not to retreat.
const Stay = 0

// Legal, First, Each and Refuse make it a Choice, with those of words.go.
func (l *Leave) Legal(answer int) bool { return l.Refuse(answer) == nil }

// First returns Stay if that is an option.
func (l *Leave) First() int {
	if l.driven {
		return first(l.Each)
	}
	return Stay
}

func (l *Leave) Each(yield func(int) bool) {
	if !l.driven && !yield(Stay) {
		return
	}
	for hex := range l.battle.start.setup.Neighbors {
		if (Way{l.side, hex}).refuse(l.battle) == nil && !yield(hex+1) {
			return
		}
	}
}

var hasToGo = Ruling{Rule: "K6", Text: "this side has to retreat"}

// several reports whether the question has several possible answers.
func (l *Leave) several() bool {
	n := 0
	for range l.Each {
		n++
	}
	return n > 1
}

// Refuse returns the rule that forbids an answer, or nil.
func (l *Leave) Refuse(answer int) error {
	if answer == Stay {
		if l.driven {
			return &hasToGo
		}
		return nil
	}
	if answer < 0 || answer > len(l.battle.start.setup.Neighbors) {
		return fmt.Errorf("there is no hex %d", answer)
	}
	if r := (Way{l.side, answer - 1}).refuse(l.battle); r != nil {
		return r
	}
	return nil
}

// Prompt returns the question.
func (l *Leave) Prompt() string {
	hexes := engine.After(l, FormRetreat.Name)
	if l.driven {
		return fmt.Sprintf("%s has to retreat: to %s?", engine.Capital(l.sideText()), hexes)
	}
	return fmt.Sprintf("Does %s stay, or retreat to %s?", l.sideText(), hexes)
}

// A Crowding is the question which counter to remove from a hex that holds too many after a
// retreat (K4.2). An answer is the counter's id.
type Crowding struct{ asked }

// Legal, First, Each and Refuse make it a Choice, with those of words.go.
func (c *Crowding) Legal(answer int) bool { return c.Refuse(answer) == nil }
func (c *Crowding) First() int            { return first(c.Each) }
func (c *Crowding) Each(yield func(int) bool) {
	for i := range c.battle.counters {
		if c.battle.counters[i].crowds(c.battle, c.side, int(c.battle.crowded)) && !yield(i) {
			return
		}
	}
}

// Refuse returns the rule that forbids an answer, or nil.
func (c *Crowding) Refuse(answer int) error {
	at := c.counterOf(answer)
	switch {
	case at == nil:
		return fmt.Errorf("there is no counter %d", answer)
	case !at.crowds(c.battle, c.side, int(c.battle.crowded)):
		return &Ruling{Rule: "K4.2", Text: fmt.Sprintf("%s is none of your creatures in %s", c.battle.Label(at), c.battle.start.setup.Neighbors[c.battle.crowded].Name)}
	}
	return nil
}

// Prompt returns the question.
func (c *Crowding) Prompt() string {
	b := c.battle
	hex := int(b.crowded)
	return fmt.Sprintf("%s holds %d creatures of %s, %d at most. Which is removed?", b.start.setup.Neighbors[hex].Name, b.Crowd(c.side, hex), c.sideText(), b.Room(c.side, hex))
}

// A Pick is a script's question for a counter: see [Battle.PickFrom]. An answer is the
// counter's id. The question comes in the middle of a step, so its options cannot be tried,
// unless it is an [Opening].
type Pick struct {
	seat
	question string
	from     []int32 // ids of counters
	worths   []int   // by the index in from; or none
}

// Worth returns the value that the script gives a counter, if it gives values.
func (p *Pick) Worth(counter int) (worth int, given bool) {
	if i := slices.Index(p.from, int32(counter)); i >= 0 && len(p.worths) > 0 {
		return p.worths[i], true
	}
	return 0, false
}

// Legal, First, Each and Refuse make it a Choice, with those of words.go.
func (p *Pick) Legal(answer int) bool { return slices.Contains(p.from, int32(answer)) }
func (p *Pick) First() int            { return int(p.from[0]) }
func (p *Pick) Each(yield func(int) bool) {
	for _, id := range p.from {
		if !yield(int(id)) {
			return
		}
	}
}

// Refuse returns nil, or why the counter cannot be picked.
func (p *Pick) Refuse(answer int) error {
	switch c := p.counterOf(answer); {
	case c == nil:
		return fmt.Errorf("there is no counter %d", answer)
	case !p.Legal(answer):
		return fmt.Errorf("%s is none of those to pick from", p.battle.Label(c))
	}
	return nil
}

// Prompt returns the question.
func (p *Pick) Prompt() string { return p.question }

// An Opening is a Pick before the first round, while [Battle.Begin] sets the battle up. To
// try an option is to begin again with the dice and answers so far.
type Opening struct{ Pick }

// Scratch returns a battle for Try.
func (o *Opening) Scratch() engine.Battle { return o.battle.Fresh() }

// Try begins scratch, with this answer to the question.
func (o *Opening) Try(scratch engine.Battle, answer int) {
	b := scratch.(*Battle)
	b.given = append(append(b.given[:0], o.battle.opened...), answer)
	b.Begin(b.Table)
	b.given = b.given[:0]
}

// Roll, RollStream and Choose ask the table. While the battle begins they keep the answers:
// see [Opening].
func (b *Battle) Roll(sides, need int) int {
	if !b.opening {
		return b.Table.Roll(sides, need)
	}
	return b.open(func() int { return b.Table.Roll(sides, need) })
}
func (b *Battle) RollStream(n, sides int) int {
	if !b.opening {
		return b.Table.RollStream(n, sides)
	}
	return b.open(func() int { return b.Table.RollStream(n, sides) })
}
func (b *Battle) Choose(side engine.Side, c engine.Choice) int {
	if !b.opening {
		return b.Table.Choose(side, c)
	}
	return b.open(func() int { return b.Table.Choose(side, c) })
}

// open returns the next answer of the setup: a given one, or else the result of ask.
func (b *Battle) open(ask func() int) int {
	var n int
	if i := len(b.opened); i < len(b.given) {
		n = b.given[i]
	} else {
		n = ask()
	}
	b.opened = append(b.opened, n)
	return n
}
