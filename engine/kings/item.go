package kings

import "houserule/engine"

// playNext lets the players, in turn order, play magic items before the step
// (K1.2): each as many as it likes.
func (b *Battle) playNext() bool {
	if b.start.items || b.game.Joins {
		for ; int(b.cursor) < b.seats; b.cursor++ {
			side := engine.Side(b.cursor)
			if b.in[side] == 0 || !b.canPlay(side) {
				continue
			}
			b.playing.Side = side
			answer := Played(b.choose(side, &b.playing))
			if answer == PassItems {
				b.cursor++
				return true
			}
			b.play(answer)
			if b.stage == playing {
				b.conclude()
			}
			return true
		}
	}
	b.stage, b.cursor, b.dice = rolling, 0, 0
	if b.Listening() && b.roller() != nil {
		b.Report(engine.Event{What: StepBegan, N: int32(b.step)})
	}
	return false
}

// canPlay tells whether a side has anything to play now.
func (b *Battle) canPlay(side engine.Side) bool {
	b.playing.Side = side
	for answer := range b.playing.Each {
		if Played(answer) != PassItems {
			return true
		}
	}
	return false
}

// play plays an item: it becomes a counter, or does what its script says.
func (b *Battle) play(p Played) {
	item, on := b.played(p)
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
	if play := b.game.plays[item.thing]; play != nil {
		play.Do(b, item, on)
	}
	b.game.Hooks.Played.Apply(b, item, engine.None{})
}

// mayPlay returns nil, or why an item cannot be played now so.
func (b *Battle) mayPlay(side engine.Side, item, on *Counter) error {
	play := b.game.plays[item.thing]
	whom := OnNobody
	if play != nil {
		whom = play.On
	}
	switch {
	case item.side != side || item.thing.Kind != Item:
		return &Ruling{"K1.2", "it is none of your items"}
	case item.status != Held:
		return &Ruling{"K1.2", "it has been played"}
	case play == nil && !item.thing.Fights:
		return &Ruling{"K6", "it has no use in battle"}
	case whom == OnNobody && on != nil:
		return &Ruling{"K6", "it is laid on nobody"}
	case whom != OnNobody && (on == nil || !on.Stands()):
		return &Ruling{"K6", "it is laid on a counter that fights in the hex"}
	case whom == OnFriend && on.side != side:
		return &Ruling{"K6", "it is laid on a counter of your own"}
	case whom == OnEnemy && on.side == side:
		return &Ruling{"K6", "it is laid on an enemy counter"}
	}
	if play != nil && play.Legal != nil {
		if err := play.Legal(b, item, on); err != nil {
			return err
		}
	}
	if r := b.game.Hooks.Playable.Apply(b, item, nil); r != nil {
		return r
	}
	return nil
}
