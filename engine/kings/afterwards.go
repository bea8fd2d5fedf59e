package kings

import "houserule/engine"

// decide gives the hex and the counters in it to an owner (K5.1, K5.2).
func (b *Battle) decide(owner engine.Side, how Ending) {
	if owner >= 0 {
		if to := b.game.Hooks.Owner.Apply(b, owner, owner); to != owner && to >= 0 && int(to) < b.seats {
			owner, how = to, Taken
			if to == b.Defender() {
				how = Kept
			}
		}
	}
	b.result = Result{Winner: owner, Ending: how, Rounds: int(b.round), Seats: b.seats}
	if owner >= 0 {
		b.Report(engine.Event{What: HexTaken, Who: int32(owner)})
	}
	for i := range b.counters {
		c := &b.counters[i]
		if c.status == Neutralized && c.hits == 0 { // K4.3: the building was flipped without a hit
			c.status = Standing
			b.Report(engine.Event{What: Righted, Who: c.id})
		}
		if owner >= 0 {
			if here := c.status == Standing || c.status == Neutralized; here && (c.thing.Kind == Building || c.thing.Kind == Income) {
				c.side = owner
			}
		}
	}
	b.stage, b.cursor = restoring, 0
	if !b.game.Rules.RubbleFalls {
		b.cursor = int32(len(b.counters))
	}
}

// restoreNext carries out K5.3: for each fort, city, village and income counter that was
// hit, its present owner rolls whether it loses a level.
func (b *Battle) restoreNext() bool {
	for ; int(b.cursor) < len(b.counters); b.cursor++ {
		c := &b.counters[b.cursor]
		if c.hits == 0 || c.status != Standing && c.status != Neutralized {
			continue
		}
		b.cursor++
		c.restore(b)
		return true
	}
	b.stage = over
	b.Report(engine.Event{What: Ended, Who: int32(b.result.Winner), N: int32(b.result.Ending)})
	b.game.Hooks.BattleEnd.Apply(b, b.result, engine.None{})
	return true
}

func (c *Counter) restore(b *Battle) {
	rules := &b.game.Rules
	r := c.rescue(b, Faces{int32(rules.RestoreFirst), int32(rules.RestoreLast)})
	if r.Saved = b.game.Hooks.Restored.Apply(b, r, r.Saved); r.Saved {
		c.hits, c.status = 0, Standing
		b.Report(engine.Event{What: Restored, Who: c.id, N: int32(r.Die)})
		return
	}
	c.hits = 0
	if c.thing.next != nil {
		c.thing, c.marks, c.status = c.thing.next, c.thing.next.Marks, Standing
	} else {
		c.status = Eliminated
	}
	b.Report(engine.Event{What: Reduced, Who: c.id, N: int32(r.Die)})
}
