package kings

import "houserule/engine"

// playNext lets the players, in turn order, play magic items before the step (K1.2). Each
// may play any number.
func (b *Battle) playNext() bool {
	if b.start.items && b.offer(&b.cursor) {
		b.conclude()
		return true
	}
	b.stage, b.cursor = renaming, 0
	return false
}

// changeNext lets the players, in turn order, change the die on the table (K1.2). Then the
// die counts.
func (b *Battle) changeNext() bool {
	if b.offer(&b.changer) {
		return true
	}
	b.settle()
	b.thrower().thrown(b)
	return false
}

// settle makes the die on the table count, after the last change.
func (b *Battle) settle() {
	c := b.thrower()
	score := c.valueOf(&b.Position)
	b.stage = rolling
	Roll{By: c, Need: bounded(score.Total()), Die: int(b.die)}.land(b, score)
	b.die, b.changer = 0, 0
}

// offer lets the next side with a playable item, from seat on, play one or pass. It reports
// whether there is such a side.
func (b *Battle) offer(seat *int32) bool {
	for ; int(*seat) < b.seats; *seat++ {
		side := engine.Side(*seat)
		if b.in[side] == 0 || !b.canPlay(side) {
			continue
		}
		b.playing.side = side
		if answer := Played(b.Choose(side, &b.playing)); answer != PassItems {
			b.play(answer)
		} else {
			*seat++
		}
		return true
	}
	return false
}

// canPlay reports whether a side has an item to play now.
func (b *Battle) canPlay(side engine.Side) bool {
	b.playing.side = side
	for answer := range b.playing.Each {
		if Played(answer) != PassItems {
			return true
		}
	}
	return false
}

// thrower returns the counter that rolled the die on the table.
func (b *Position) thrower() *Counter { return &b.counters[int(b.cursor)%len(b.counters)] }

// speaksOf returns the counter that the functions of an item get: the counter that gets the
// item, or the counter that rolled the die that the item changes.
func (play *Play) speaksOf(b *Position, on *Counter) *Counter {
	if play != nil && play.On == OnDie {
		return b.thrower()
	}
	return on
}

// Scripted returns the value that a script gives an item on a counter or, if on is nil, on
// no counter.
func (b *Position) Scripted(item, on *Counter) int {
	play := b.game.plays[item.thing]
	if play == nil || play.Value == nil {
		return 0
	}
	return play.Value(b.whole, item, play.speaksOf(b, on))
}

// changers reports whether a side holds an item that changes dice.
func (b *Position) changers() bool {
	for i := range b.counters {
		if c := &b.counters[i]; c.status == Held {
			if play := b.game.plays[c.thing]; play != nil && play.On == OnDie {
				return true
			}
		}
	}
	return false
}

// play plays an item: the item becomes a counter, or does what its script says.
func (b *Battle) play(p Played) {
	item, on := b.Played(p)
	whom := int32(-1)
	if on != nil {
		whom = on.id
	}
	b.Report(engine.Event{What: ItemPlayed, Who: item.id, Whom: whom})
	if item.thing.Fights {
		if item.status = Standing; item.Stands() {
			b.in[item.side]++
		}
	} else {
		item.status, item.bearer = InPlay, whom
	}
	play := b.game.plays[item.thing]
	on = play.speaksOf(&b.Position, on)
	if play != nil {
		play.Do(b, item, on)
	}
	b.game.Hooks.Played.Apply(b, Use{item, on}, engine.None{})
}

// mayPlay returns nil, or why an item cannot be played now on a counter.
func (item *Counter) mayPlay(b *Position, side engine.Side, on *Counter) error {
	play := b.game.plays[item.thing]
	switch {
	case item.side != side || item.thing.Kind != Item:
		return &Ruling{Rule: "K1.2", Text: "it is none of your items"}
	case item.status != Held:
		return &Ruling{Rule: "K1.2", Text: "it has been played"}
	case play == nil && !item.thing.Fights:
		return &Ruling{Rule: "K6", Text: "it has no use in battle"}
	case b.stage == changing && (play == nil || play.On != OnDie):
		return &Ruling{Rule: "K1.2", Text: "it is played before a step"}
	}
	if r := play.mayLay(b, item, on); r != nil {
		return r
	}
	on = play.speaksOf(b, on)
	if play != nil && play.Legal != nil {
		if err := play.Legal(b.whole, item, on); err != nil {
			return err
		}
	}
	if r := b.game.Hooks.Playable.Apply(b.whole, Use{item, on}, nil); r != nil {
		return r
	}
	return nil
}

// mayLay returns nil, or why an item cannot be laid on a counter; on is nil for no counter.
func (play *Play) mayLay(b *Position, item, on *Counter) *Ruling {
	whom := OnNobody
	if play != nil {
		whom = play.On
	}
	laid := whom == OnFriend || whom == OnEnemy || whom == OnAny
	switch {
	case whom == OnDie && b.stage != changing:
		return &Ruling{Rule: "K1.2", Text: "it is played when a die lies on the table"}
	case !laid && on != nil:
		return &Ruling{Rule: "K6", Text: "it is laid on nobody"}
	case laid && (on == nil || !on.Stands()):
		return &Ruling{Rule: "K6", Text: "it is laid on a counter that fights in the hex"}
	case whom == OnFriend && on.side != item.side:
		return &Ruling{Rule: "K6", Text: "it is laid on a counter of your own"}
	case whom == OnEnemy && on.side == item.side:
		return &Ruling{Rule: "K6", Text: "it is laid on an enemy counter"}
	}
	return nil
}

// Gifted reports whether any counter of the battle has an ability.
func (b *Position) Gifted() bool { return b.gifted }

// Works reports whether an ability works on a counter: the counter has it, or bears an item
// in play that has it, or its side has such an item in play that lies on no counter.
func (b *Position) Works(c *Counter, ability string) bool {
	switch {
	case c.thing.Has(ability):
		return c.status != Held
	case !b.start.items:
		return false
	}
	for i := range b.counters {
		item := &b.counters[i]
		if item.status != InPlay || item.side != c.side || !item.thing.Has(ability) {
			continue
		}
		if play := b.game.plays[item.thing]; item.bearer == c.id || play != nil && play.On == OnNobody {
			return true
		}
	}
	return false
}
