package kings

import "houserule/engine"

// besiege makes the hits before the battle: on every enemy fort (K6), in the order in which
// counters are listed.
func (b *Battle) besiege() {
	for i := range b.counters {
		by := &b.counters[i]
		if by.status != Standing || by.thing.sieges == 0 {
			continue
		}
		for j := range b.counters {
			fort := &b.counters[j]
			for n := by.thing.sieges; n > 0 && fort.side != by.side && fort.thing.Fort && fort.Stands(); n-- {
				b.Report(engine.Event{What: Besieged, Who: by.id, Whom: fort.id})
				fort.damage(b)
			}
		}
	}
}

// startSuffering follows the last roll of a step (K2.2): shields avert hits, then the sides
// take their hits, in turn order.
func (b *Battle) startSuffering() {
	b.game.Hooks.Losses.Apply(b, b.step, engine.None{})
	b.stage, b.cursor, b.dice = suffering, 0, 0
	for side := range engine.Side(b.seats) {
		if b.hits[side] > 0 && b.shields {
			b.shield(side)
		}
		if b.game.Hooks.Suffer.Used() {
			b.hits[side] = int32(min(max(b.game.Hooks.Suffer.Apply(b, side, int(b.hits[side])), 0), MaxHits))
		}
		if b.hits[side] > 0 {
			b.Report(engine.Event{What: Suffers, Who: int32(side), N: b.hits[side]})
		}
	}
}

// shield lets counters avert hits from their side, once a round for each step.
func (b *Battle) shield(side engine.Side) {
	for i := range b.counters {
		c := &b.counters[i]
		if c.side != side || !c.Stands() || c.spent&(1<<b.step) != 0 {
			continue
		}
		for n := c.thing.shields[b.step]; n > 0 && b.hits[side] > 0; n-- {
			b.hits[side]--
			c.spent |= 1 << b.step
			b.Report(engine.Event{What: Shielded, Who: c.id})
		}
	}
}

// sufferNext lets a side take its next hit (K3.1). Its player picks the counter.
func (b *Battle) sufferNext() bool {
	for ; int(b.cursor) < b.seats; b.cursor++ {
		side := engine.Side(b.cursor)
		if b.hits[side] == 0 {
			continue
		}
		n, c := b.takers(side)
		switch n {
		case 0: // K3.4
			b.Report(engine.Event{What: Wasted, Who: int32(side), N: b.hits[side]})
			b.hits[side] = 0
			continue
		case 1:
		default:
			b.loss.side = side
			c = &b.counters[b.Choose(side, &b.loss)]
		}
		b.hits[side]--
		c.suffer(b)
		return true
	}
	b.endStep()
	return false
}

// takers returns the number of counters of a side that can take a hit, where 2 means more
// than one, and the last of them.
func (b *Position) takers(side engine.Side) (n int, last *Counter) {
	if b.in[side] == 0 {
		return 0, nil
	}
	counters := b.among(side)
	for i := range counters {
		if c := &counters[i]; c.side == side && b.MayTake(c) == nil {
			if n, last = n+1, c; n > 1 {
				break
			}
		}
	}
	return n, last
}

var (
	notThere = Ruling{Rule: "K3.1", Text: "it does not stand in the hex"}
	noValue  = Ruling{Rule: "K3.4", Text: "what has no combat value takes no hits"}
	isImmune = Ruling{Rule: "K6", Text: "hits of this step do not touch it"}
)

// MayTake returns the rule that forbids a counter to take a hit of this step, or nil.
func (b *Position) MayTake(c *Counter) *Ruling {
	switch {
	case c.status != Standing && !c.exposed(b):
		return &notThere
	case !c.thing.fights && c.status == Standing:
		return &noValue
	case c.thing.immune&(1<<b.step) != 0:
		return &isImmune
	case b.game.Hooks.Take.Used():
		return b.game.Hooks.Take.Apply(b.whole, c, nil)
	}
	return nil
}

// exposed reports whether an item on a counter may take hits (K6).
func (c *Counter) exposed(b *Position) bool {
	return c.thing.exposed && c.status == InPlay && c.bearer >= 0 && b.counters[c.bearer].Stands()
}

// suffer makes a hit on a counter, which a die may save (K3.2).
func (c *Counter) suffer(b *Battle) {
	if !c.save(b) {
		c.damage(b)
	}
}

// save rolls to save a counter, if it can be saved (K3.2), and reports whether it is
// saved.
func (c *Counter) save(b *Battle) bool {
	var faces Faces
	own := int32(c.saved) < c.thing.saves
	if own {
		faces = c.thing.faces
	}
	faces = b.game.Hooks.Save.Apply(b, c, faces)
	if faces.Last < faces.First || faces.Last < 1 {
		return false
	}
	if own {
		c.saved++
	}
	r := c.rescue(b, faces)
	if b.Listening() {
		what := NotSaved
		if r.Saved {
			what = Saved
		}
		b.Report(engine.Event{What: what, Who: c.id, N: int32(r.Die)})
	}
	return b.game.Hooks.Saved.Apply(b, r, r.Saved)
}

// rescue rolls a die for a counter. The given faces save or restore it.
func (c *Counter) rescue(b *Battle, faces Faces) Rescue {
	if b.Listening() {
		b.last = Throw{By: c, At: c.side, Saves: faces}
	}
	die := b.Roll(b.game.Rules.Die, 0)
	b.last.Die = die
	return Rescue{c, b.striker, die, faces.Has(die)}
}

// damage makes a hit that nothing averts: a creature or special character is eliminated
// (K3.1); a building loses 1 from its value and is neutralized at 0 (K3.3).
func (c *Counter) damage(b *Battle) {
	if was := c.status; b.game.Hooks.Damage.Used() && !c.struck {
		c.struck = true // a counter is struck once, whatever the hook does
		b.game.Hooks.Damage.Apply(b, c, engine.None{})
		if c.struck = false; c.status != was {
			return
		}
	}
	if c.thing.Kind != Building {
		c.leaveField(b, Eliminated)
		b.Report(engine.Event{What: LostCounter, Who: c.id})
		b.game.Hooks.Lost.Apply(b, c, engine.None{})
		b.beat(c.side)
		return
	}
	c.hits++
	if c.left() > 0 {
		b.Report(engine.Event{What: WasHit, Who: c.id, N: c.left()})
		return
	}
	c.neutralize(b)
}

// neutralize flips a building (K3.3).
func (c *Counter) neutralize(b *Battle) {
	c.leaveField(b, Neutralized)
	b.Report(engine.Event{What: Flipped, Who: c.id})
	b.game.Hooks.Neutralized.Apply(b, c, engine.None{})
	b.beat(c.side)
}

// endStep ends a combat step, after all losses. The players may retreat after melee.
func (b *Battle) endStep() {
	b.game.Hooks.StepEnd.Apply(b, b.step, engine.None{})
	switch {
	case b.conclude():
	case b.step < Melee:
		b.step++
		b.startStep()
	default:
		b.game.Hooks.RoundEnd.Apply(b, engine.None{}, engine.None{})
		if !b.conclude() {
			b.stage, b.cursor = retreating, 0
		}
	}
}
