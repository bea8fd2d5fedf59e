package kings

import "houserule/engine"

// Causes of terms, which `why` prints.
var (
	causeWounded = &engine.Cause{Text: "hits taken", Rule: "K3.3"}
	causeAdded   = &engine.Cause{Text: "items and abilities", Rule: "K6"}
	causeGiven   = &engine.Cause{Text: "value that a script gives"}
)

// Limits of the numbers that hooks can set in a step, so that the step ends.
const (
	MaxDice = 100     // dice of a counter
	MaxHits = 100_000 // hits that wait for a side, or for a script to assign them
)

// bounded returns a number from a hook, clamped so that the rules can compute
// with it.
func bounded(n int) int { return min(max(n, -1_000_000), 1_000_000) }

// score adds hits for a side to take in this step.
func (b *Battle) score(side engine.Side, n int) {
	b.hits[side] = int32(min(max(int(b.hits[side])+bounded(n), 0), MaxHits))
}

// A Throw is a die that a counter rolls to hit, or to be saved or restored.
type Throw struct {
	By    *Counter
	At    engine.Side
	Value engine.Score // the die hits if it does not exceed this
	Saves Faces        // the faces that save or restore the counter; none: it rolls to hit
	Die   int          // 0: not rolled yet
	Hits  int
}

// rollNext rolls the next die of the step (K2.1). Attackers come first, counters in listed
// order. No side takes a hit before all have rolled (K2.2).
func (b *Battle) rollNext() bool {
	at := b.cursor
	c := b.roller()
	if b.cursor != at && b.dice > 0 { // the counter at the old cursor no longer rolls
		b.counters[int(at)%len(b.counters)].fights(b)
		b.dice = 0
	}
	switch {
	case c == nil:
		b.startSuffering()
		return false
	case b.modified && b.DiceOf(c) < 1: // a hook takes all its dice away
		c.thrown(b)
		return false
	}
	c.throw(b)
	if b.stage == rolling {
		c.thrown(b)
	}
	return true
}

// thrown follows a counter's die: the next die is the same counter's, or another's.
func (c *Counter) thrown(b *Battle) {
	if b.dice++; int(b.dice) >= b.DiceOf(c) {
		b.cursor, b.dice = b.cursor+1, 0
		c.fights(b)
	}
}

// fights records that a counter has rolled in this step.
func (c *Counter) fights(b *Battle) { c.fought = uint8(b.step) + 1 }

// roller returns the next counter that rolls in this step, or nil, and moves
// the cursor to it.
func (b *Battle) roller() *Counter {
	counters, at := b.counters, int(b.cursor)
	if !b.mixed { // each side's counters are consecutive
		for ; at < len(counters); at++ {
			if counters[at].rolls(&b.Position) {
				break
			}
		}
		b.cursor = int32(at)
		if at == len(counters) {
			return nil
		}
		return &counters[at]
	}
	for n := len(counters); at < n*b.seats; at++ {
		if c := &counters[at%n]; int(c.side) == at/n && c.rolls(&b.Position) {
			b.cursor = int32(at)
			return c
		}
	}
	b.cursor = int32(len(counters) * b.seats)
	return nil
}

// rolls reports whether a counter fights in this step and its side has a target. A counter
// fights only once a round, whatever its other marks (K1.3).
func (c *Counter) rolls(b *Position) bool {
	return c.status == Standing && c.fought == 0 && b.StepOf(c) == b.step && c.thing.fights && b.attacks(c.side)
}

// StepOf returns the step in which a counter fights. K1.3: it fights in one step a round.
func (b *Position) StepOf(c *Counter) CombatStep {
	if b.modified {
		return min(b.game.Hooks.Fights.Apply(b.whole, c, b.steps[c.marks]), Melee)
	}
	return b.steps[c.marks]
}

// A steps holds the step for each set of marks (K1.3).
type steps [AllMarks + 1]CombatStep

// The steps if counters fight in the first step of their marks, and if they fight in the
// last.
var firstSteps, lastSteps = stepsOf(Magic), stepsOf(Ranged)

// stepsOf returns the steps if counters with the marks of both magic and ranged fight in
// the step both.
func stepsOf(both CombatStep) (of steps) {
	for marks := range of {
		switch Marks(marks) & (Star | Range) {
		case Star:
			of[marks] = Magic
		case Range:
			of[marks] = Ranged
		case Star | Range:
			of[marks] = both
		default:
			of[marks] = Melee
		}
	}
	return of
}

// DiceOf returns the number of dice of a counter: charging counters roll more in melee
// (K2.1).
func (b *Position) DiceOf(c *Counter) int {
	n := 1
	if b.step == Melee && c.marks&Charge != 0 {
		n = b.game.Rules.ChargeDice
	}
	if b.modified {
		n = min(b.game.Hooks.Dice.Apply(b.whole, c, n), MaxDice)
	}
	return n
}

// valueOf returns the number that a counter's die must not exceed (K2.1). Forts, cities and
// villages that were hit fight at their value less their hits (K3.3).
func (c *Counter) valueOf(b *Position) engine.Score {
	score := b.startScore(int(c.thing.value), c.thing.cause)
	if c.hits > 0 && b.game.Rules.WoundedValue {
		score = score.Add(-int(c.hits), causeWounded)
	}
	if c.added != 0 {
		score = score.Add(int(c.added), c.adder(b))
	}
	return b.game.Hooks.Value.Apply(b.whole, c, score)
}

// adder returns the cause of what scripts add to a counter's value: the item on it, if it
// bears one.
func (c *Counter) adder(b *Position) *engine.Cause {
	if b.whole.Explains() {
		for i := range b.counters {
			if item := &b.counters[i]; item.status == InPlay && item.bearer == c.id {
				return item.thing.cause
			}
		}
	}
	return causeAdded
}

// throw rolls one die of a counter against the player that its side attacks.
func (c *Counter) throw(b *Battle) {
	if !b.modified && !b.Listening() {
		value := c.thing.value
		if b.game.Rules.WoundedValue {
			value -= c.hits
		}
		if b.Roll(b.game.Rules.Die, int(value)+1) <= int(value) {
			b.hits[b.targets[c.side]]++
		}
		return
	}
	changes := b.start.items && b.changers()
	score := c.valueOf(&b.Position)
	r := Roll{By: c, At: engine.Side(b.targets[c.side])}.roll(b, score, changes)
	if changes {
		b.stage, b.die, b.changer = changing, int32(r.Die), 0
		return
	}
	r.land(b, score)
}

// roll rolls a die of a counter, which hits if it does not exceed score. Changes says
// whether items may change the die afterwards.
func (r Roll) roll(b *Battle, score engine.Score, changes bool) Roll {
	r.Need = bounded(score.Total())
	need := r.Need + 1
	if changes || b.game.Hooks.Rolled.Used() || b.game.Hooks.Hit.Used() {
		need = 0 // every face matters
	}
	throw := Throw{By: r.By, At: r.At, Value: score}
	if b.Listening() { // for players who roll by hand
		b.last = throw
	}
	r.Die = b.Roll(b.game.Rules.Die, need)
	r.Die = bounded(b.game.Hooks.Rolled.Apply(b, r, r.Die))
	if b.Listening() { // a script may have made other counters roll
		b.last = throw
	}
	return r
}

// land scores a die that can no longer change.
func (r Roll) land(b *Battle, score engine.Score) {
	c := r.By
	r.At = engine.Side(b.targets[c.side])
	switch hits := r.scored(b, score); {
	case r.At < 0: // a script has given the counter to a side without a target
	case c.aims:
		c.aimed = min(c.aimed+int32(hits), MaxHits)
	default:
		b.score(r.At, hits)
	}
}

// scored reports a die that can no longer change, and returns its hits: 0 if it has no
// target.
func (r Roll) scored(b *Battle, score engine.Score) int {
	hits := 0
	if r.Die <= r.Need {
		hits = 1
	}
	hits = min(max(b.game.Hooks.Hit.Apply(b, r, hits), 0), MaxHits)
	if r.At < 0 {
		hits = 0
	}
	if b.Listening() {
		b.last = Throw{By: r.By, At: r.At, Value: score, Die: r.Die, Hits: hits}
		b.Report(engine.Event{What: Rolled, Who: r.By.id, N: int32(r.Die)})
	}
	return hits
}
