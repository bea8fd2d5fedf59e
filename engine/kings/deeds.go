package kings

import (
	"errors"
	"fmt"
	"slices"

	"houserule/engine"
)

// Changes that scripts can make to a battle. Each method reports its change, if that is
// visible.

// Say reports a text to every seat.
func (b *Battle) Say(text string) {
	b.said = text
	b.Report(engine.Event{What: Said})
}

// Change makes a standing counter fight for another side from now on.
func (b *Battle) Change(c *Counter, side engine.Side) error {
	if c.status != Standing {
		return fmt.Errorf("%s does not stand in the hex", b.Label(c))
	}
	stood, from := c.Stands(), c.side
	if stood {
		b.in[from]--
		b.in[side]++
	}
	if side != c.first {
		b.mix()
	}
	c.side = side
	b.Report(engine.Event{What: Changed, Who: c.id, N: int32(side)})
	b.game.Hooks.Joined.Apply(b, c, engine.None{})
	if stood {
		b.beat(from)
	}
	return nil
}

// mix records that the counters of a side may no longer be consecutive in the list. The
// cursor stays at its counter.
func (b *Battle) mix() {
	n := int32(len(b.counters))
	switch rolls := b.stage == rolling || b.stage == changing; {
	case b.mixed:
		return
	case rolls && b.cursor < n:
		b.cursor += n * int32(b.counters[b.cursor].side)
	case rolls:
		b.cursor = n * int32(b.seats)
	}
	b.mixed = true
}

// MaxJoins is the maximum number of counters that scripts can add to a battle.
const MaxJoins = 100

// reserve makes room for counters that scripts add, so that counters never move in memory.
// A battle without a table needs no room: it is only stored.
func (b *Battle) reserve() {
	if most := b.start.begun + MaxJoins; b.game.Joins && b.Table != nil && cap(b.counters) < most {
		b.counters = append(make([]Counter, 0, most), b.counters...)
	}
}

// Join adds a counter to a side, whether or not the side is still in the battle.
func (b *Battle) Join(side engine.Side, t *Thing) (*Counter, error) {
	n := int32(len(b.counters))
	switch {
	case b.stage >= restoring:
		return nil, errors.New("the battle is decided")
	case t.Kind == Item:
		return nil, fmt.Errorf("%s is a magic item: it is held from the beginning", t.Name)
	case int(n) >= b.start.begun+MaxJoins || !b.game.Joins:
		return nil, fmt.Errorf("there is no room for more counters: %d may join a battle", MaxJoins)
	}
	number := int32(1)
	for i := range b.counters {
		if c := &b.counters[i]; c.first == side {
			number = max(number, c.number+1)
		}
	}
	b.mix()
	if b.stage == rolling || b.stage == changing { // the cursor stays at its counter
		b.cursor += b.cursor / n
	}
	b.counters = append(b.counters, Counter{thing: t, id: n, number: number, first: side, side: side, marks: t.Marks, bearer: -1})
	b.look(t)
	c := &b.counters[n]
	if c.Stands() {
		b.in[side]++
	}
	b.Report(engine.Event{What: Joined, Who: c.id})
	b.game.Hooks.Joined.Apply(b, c, engine.None{})
	return c, nil
}

// Wound makes a hit on a counter that nothing averts. Hit makes a hit that a die may save
// (K3.2).
func (b *Battle) Wound(c *Counter) error {
	if !c.Stands() {
		return fmt.Errorf("%s does not fight in the hex", b.Label(c))
	}
	c.damage(b)
	return nil
}
func (b *Battle) Hit(c *Counter) error {
	if r := b.MayTake(c); r != nil {
		return r
	}
	c.suffer(b)
	return nil
}

// Attack lets a counter roll its dice of the present step against a side (K2.1), whether or
// not it has fought, and returns the hits. Value is the number that its dice must not
// exceed; a negative value keeps its own. The side takes the hits at once (K3.1), on
// counters that its player picks, from among if that is not empty. Items do not change the
// dice.
func (b *Battle) Attack(by *Counter, at engine.Side, value int, among []*Counter) (hits int, err error) {
	switch {
	case b.stage >= restoring:
		return 0, errors.New("the battle is decided")
	case !by.Stands():
		return 0, fmt.Errorf("%s does not fight in the hex", b.Label(by))
	case at == by.side:
		return 0, &ownSide
	case b.in[at] == 0:
		return 0, &outOfBattle
	}
	defer func(before *Counter) { b.striker = before }(b.striker)
	b.striker = by
	for n := 0; n < b.DiceOf(by) && by.Stands(); n++ {
		score := by.valueOf(&b.Position)
		if value >= 0 {
			score = b.game.Hooks.Value.Apply(b, by, b.startScore(value, causeGiven))
		}
		hits += Roll{By: by, At: at, Scripted: true}.roll(b, score, false).scored(b, score)
	}
	if hits > 0 {
		b.Report(engine.Event{What: Suffers, Who: int32(at), N: int32(hits)})
	}
	for left := min(hits, MaxHits); left > 0; left-- {
		var from []*Counter
		var worths []int
		b.loss.side = at
		for id := range b.loss.Each {
			if c := &b.counters[id]; among == nil || slices.Contains(among, c) {
				from, worths = append(from, c), append(worths, b.loss.Evaluate(id))
			}
		}
		if from == nil { // K3.4
			b.Report(engine.Event{What: Wasted, Who: int32(at), N: int32(left)})
			break
		}
		b.PickFrom(at, fmt.Sprintf("Which counter takes a hit of %s?", b.Label(by)), from, worths).suffer(b)
	}
	return hits, nil
}

// Discard returns a counter or an item to the cup.
func (b *Battle) Discard(c *Counter) {
	if c.status == Eliminated {
		return
	}
	stood := c.Stands()
	c.leaveField(b, Eliminated)
	b.Report(engine.Event{What: LostCounter, Who: c.id})
	b.game.Hooks.Lost.Apply(b, c, engine.None{})
	if stood {
		b.beat(c.side)
	}
}

// Mark sets the marks of a counter.
func (b *Battle) Mark(c *Counter, marks Marks) {
	if c.marks != marks {
		c.marks = marks
		b.Report(engine.Event{What: Marked, Who: c.id})
	}
}

// Strengthen adds n to a counter's value for all its later rolls. The number of hits that
// it can take stays the same.
func (b *Battle) Strengthen(c *Counter, n int) {
	c.added = int32(bounded(int(c.added) + bounded(n)))
	b.modified = true
}

// Aim sets whether the hits that a counter scores wait for a script to assign them. Hits
// that wait do not count against the counter's enemy, and Aim drops those that are waiting.
func (b *Battle) Aim(c *Counter, aims bool) {
	c.aims, c.aimed = aims, 0
	b.modified = true
}

// Strength returns the number that a counter's die must not exceed, without the changes of
// hooks.
func (b *Position) Strength(c *Counter) int {
	value := int(c.thing.value + c.added)
	if b.game.Rules.WoundedValue {
		value -= int(c.hits)
	}
	return value
}

// ValueOf returns the number that a counter's die must not exceed now (K2.1).
func (b *Position) ValueOf(c *Counter) int { score := c.valueOf(b); return score.Total() }

// Bear lays an item that is in play on another counter, or, if on is nil, on no counter.
func (b *Battle) Bear(item, on *Counter) error {
	if item.status != InPlay {
		return fmt.Errorf("%s is not in play", b.Label(item))
	}
	item.bearer = -1
	if on != nil {
		item.bearer = on.id
	}
	return nil
}

// PlayNow plays an item that its side holds, out of turn, even if its script would not
// allow it.
func (b *Battle) PlayNow(item, on *Counter) error {
	if item.status != Held {
		return fmt.Errorf("%s is not held", b.Label(item))
	}
	if r := b.game.plays[item.thing].mayLay(&b.Position, item, on); r != nil {
		return fmt.Errorf("%s: %w", b.Label(item), r)
	}
	b.play(NewPlayed(item, on))
	return nil
}

// ScoreHits adds hits for a side to take in this step, even after the side has taken its
// own.
func (b *Battle) ScoreHits(on engine.Side, n int) {
	b.score(on, n)
	if b.stage == suffering && n > 0 {
		b.cursor = min(b.cursor, int32(on))
	}
}

// Die returns the face of the die on the table while items may change it (K1.2), and the
// counter that has rolled it, or 0 and nil if there is no such die. TurnDie turns the die
// to another face.
func (b *Position) Die() (int, *Counter) {
	if b.stage != changing {
		return 0, nil
	}
	return int(b.die), b.thrower()
}
func (b *Battle) TurnDie(n int) error {
	if b.stage != changing {
		return errors.New("no die lies on the table")
	}
	was := b.die
	if b.die = int32(bounded(n)); b.die != was {
		b.Report(engine.Event{What: Turned, Who: b.thrower().id, Whom: was, N: b.die})
	}
	return nil
}

// Drive makes a side retreat before anything else happens, if a hex can take it. Its player
// picks one of several hexes.
func (b *Battle) Drive(side engine.Side) error {
	if b.stage >= restoring || !b.canRetreat(side) {
		return fmt.Errorf("%s has nowhere to go", SideName(side, b.seats))
	}
	b.driven |= 1 << side
	return nil
}

// PickFrom asks a side's player for one of several counters. If there is only one, PickFrom
// returns it without asking. Worths, if not nil, are the values of the counters for greedy
// players.
func (b *Battle) PickFrom(side engine.Side, question string, from []*Counter, worths []int) *Counter {
	if !slices.ContainsFunc(from, func(c *Counter) bool { return c != from[0] }) {
		return from[0]
	}
	p := &b.pick.Pick
	p.side, p.question, p.from, p.worths = side, question, p.from[:0], p.worths[:0]
	for i, c := range from {
		if slices.Contains(p.from, c.id) {
			continue
		}
		p.from = append(p.from, c.id)
		if worths != nil {
			p.worths = append(p.worths, worths[i])
		}
	}
	if b.opening {
		return &b.counters[b.Choose(side, &b.pick)]
	}
	return &b.counters[b.Choose(side, p)]
}
