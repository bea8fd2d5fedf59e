package strategy

import (
	"math"
	"slices"

	"houserule/engine"
	"houserule/engine/heroes"
)

// Formulas know nothing of what scripts do once a die has been rolled. Where a hook is in use
// that could do something, an option is rehearsed: played on a stage, by the rules and scripts,
// in the ways in which the dice can fall. Its value is the expectation of the change of what
// formulas count, too: of the cost of cards, and of the outlooks of all pairings. So an option
// that no script changes has the value that its formula computes.
//
// A rehearsal costs much more than a formula. So formulas value all options first, and only
// those are rehearsed that may be the best.

// The limits of rehearsals. They are counted, so that values are functions of the position.
const (
	mostPlays   = 48      // at one question
	mostWays    = 32      // of the dice of one option: with more it keeps the value of its formula
	mostSteps   = 200_000 // of scripts at one question
	leastChance = 1. / 16 // a die of which every face matters shows one face if it is rolled with less
)

// A rehearsal is what a strategy keeps about rehearsals.
type rehearsal struct {
	table    *engine.Table // of the stage
	dice     dice
	plays    int // at the present question
	question int
	options  values
	effects  map[heroes.Effect]int
}

// Values are those of all answers to a question.
type values struct {
	all  []value
	next int // the answer that is expected to be asked for next
}

// A value is that of an answer. If it is open, a rehearsal may change it. Answers of the same
// group differ in the number of cards, or in which of equal stacks is the target.
type value struct {
	answer, worth int
	open          bool
	group         group
}

type group struct {
	option heroes.Option
	at     kin
}

// A trial is a question whose answers can be rehearsed.
type trial struct {
	formula func(answer int) int
	group   func(answer int) (g group, open bool)
	play    func(on *heroes.Battle, answer int)
	gain    func(answer int, after *heroes.Position) int // what a play has changed
}

// worthOfAct returns the value of an option. Options and retaliations are rehearsed where a hook
// is in use that could matter, but not in tries: a player that looks ahead needs many tries more
// than exact ones.
func (b *strategy) worthOfAct(a *heroes.Act, answer int) int {
	like := b.Like(a)
	formula := func(answer int) int { return b.worthOfOption(&like, heroes.Option(answer)) }
	return b.rehearsed(a, answer, trial{
		formula: formula,
		group: func(answer int) (g group, open bool) {
			o := heroes.Option(answer)
			g.option = heroes.NewOption(o.Verb(), o.Which(), 0, 0)
			if at := o.Target(); o.Verb().Attacks() && at < len(b.Stacks()) {
				g.at = b.kin(&b.Stacks()[at])
			}
			return g, eventful(b.Game(), o)
		},
		play: func(on *heroes.Battle, answer int) { a.Perform(on, answer) },
		gain: func(answer int, after *heroes.Position) int {
			worth := b.change(like.By(), after)
			if !heroes.Option(answer).Verb().Attacks() {
				worth += formula(answer) // of the stance, the support or the place, which the change does not count
			}
			return worth
		},
	})
}

// worthOfRetaliation returns the value of a retaliation against a number of cards.
func (b *strategy) worthOfRetaliation(r *heroes.Reply, answer int) int {
	b.suppose()
	defer b.Done()
	back := r.Blow()
	back.By, back.At = &b.Stacks()[back.By.ID()], &b.Stacks()[back.At.ID()]
	return b.rehearsed(r, answer, trial{
		formula: func(answer int) int { return expectedKill(b.Position, back, answer) },
		group:   func(answer int) (group, bool) { return group{}, answer != 0 },
		play:    func(on *heroes.Battle, answer int) { r.Perform(on, answer) },
		gain: func(_ int, after *heroes.Position) int {
			return sign(back.By.Side(), back.At.Side()) * b.change(back.At, after)
		},
	})
}

// rehearsed returns the value of an answer, and keeps those of all.
func (b *strategy) rehearsed(c engine.Choice, answer int, t trial) int {
	r := &b.rehearsal
	if r.question != b.crowd.question {
		r.question = b.crowd.question
		b.rehearse(c, t)
	}
	v := &r.options
	for range v.all {
		if v.next = (v.next + 1) % len(v.all); v.all[v.next].answer == answer {
			return v.all[v.next].worth
		}
	}
	return t.formula(answer)
}

// rehearse computes the values of all answers. Each group has its best answer rehearsed, the best
// group first. The others of the group change with it. Then the best of all is rehearsed,
// until it is one whose value is known.
func (b *strategy) rehearse(c engine.Choice, t trial) {
	v := &b.rehearsal.options
	v.all, v.next = v.all[:0], 0
	for answer := range c.Each {
		g, open := t.group(answer)
		v.all = append(v.all, value{answer, t.formula(answer), open, g})
	}
	before := v.bestAttack()
	b.rehearsal.plays = 0
	clear(b.rehearsal.effects)
	steps := &engine.Allowance{Left: mostSteps}
	seen := map[group]bool{}
	for b.rehearsal.plays < mostPlays {
		next := v.best(func(o *value) bool { return o.open && !seen[o.group] })
		if next == nil {
			next = v.best(func(*value) bool { return true })
		}
		if next == nil || !next.open {
			break
		}
		next.open = false
		worth, ok := b.expect(steps, func(on *heroes.Battle) { t.play(on, next.answer) }, func(after *heroes.Position) int { return t.gain(next.answer, after) })
		change := worth - next.worth
		for i := range v.all {
			if o := &v.all[i]; ok && (o == next || o.open && o.group == next.group && !seen[o.group]) {
				o.worth += change
			}
		}
		seen[next.group] = true
	}
	// Outlooks know no scripts: other options count on the next attack to be as good as by the
	// formula. If it is not, that is no reason to wait, unless an effect may end meanwhile.
	if less := v.bestAttack() - before; less < 0 && len(b.Effects()) == 0 {
		for i := range v.all {
			if o := &v.all[i]; !o.attacks() {
				o.worth += less
			}
		}
	}
}

// best returns the first of the best answers that pass a test, or nil.
func (v *values) best(test func(o *value) bool) (best *value) {
	for i := range v.all {
		if o := &v.all[i]; test(o) && (best == nil || o.worth > best.worth) {
			best = o
		}
	}
	return best
}

// bestAttack returns the value of the best attack at a stack, at least 0.
func (v *values) bestAttack() int {
	if best := v.best((*value).attacks); best != nil {
		return max(best.worth, 0)
	}
	return 0
}

// attacks reports whether an answer is an attack at a stack, or a spell.
func (o *value) attacks() bool { return o.group.at.top != nil }

// expect returns the expectation of the value of what is played on the stage, or false if the
// dice fall in too many ways, or a script fails.
func (b *strategy) expect(steps *engine.Allowance, play func(on *heroes.Battle), value func(after *heroes.Position) int) (worth int, ok bool) {
	r := &b.rehearsal
	if r.table == nil {
		r.table = engine.NewTable(&r.dice, &r.dice, &r.dice)
	}
	d := &r.dice
	d.faces, d.ways, d.failed = d.faces[:0], 0, false
	d.play = func() float64 {
		d.at = 0
		if d.ways++; d.ways > mostWays {
			d.failed = true
		}
		if d.failed {
			return 0
		}
		r.plays++
		r.table.Allow(steps)
		if err := b.Perform(r.table, play); err != nil {
			r.table.Seat(d, d, d)
			d.failed = true
			return 0
		}
		return float64(value(b.Stage()))
	}
	return int(math.Round(d.mean(0, d.play()))), !d.failed
}

// greediest returns greedy's answer.
func greediest(c engine.Choice) int {
	evaluator, ok := c.(engine.Evaluator)
	if _, acts := c.(*heroes.Act); acts || !ok {
		return c.First() // for an Act to pass: no further attack
	}
	best, most := c.First(), math.MinInt
	for answer := range c.Each {
		if worth := evaluator.Evaluate(answer); worth > most {
			best, most = answer, worth
		}
	}
	return best
}

// change returns the change of the position's value in what has been played, for the side of
// the stack by, which has had its turn.
func (b *strategy) change(by *heroes.Stack, after *heroes.Position) int {
	side, stacks := by.Side(), after.Stacks()
	top, pairs := stacks[by.ID()].Top(), 0
	if top != by.Top() {
		pairs += b.ofActor(by, top) - b.ofActor(by, by.Top())
	}
	for enemy := range b.Each(1 - side) {
		if now := stacks[enemy.ID()].Top(); now != enemy.Top() {
			swarms := swarming(enemy)
			pairs += b.outlooks.afterTurn(top, now, heroes.NoStance, swarms) - b.outlooks.afterTurn(top, enemy.Top(), heroes.NoStance, swarms)
			pairs += b.ofFriends(by, now) - b.ofFriends(by, enemy.Top())
		}
	}
	for friend := range b.Each(side) {
		now := stacks[friend.ID()].Top()
		if friend == by || now == friend.Top() {
			continue
		}
		for enemy := range b.Each(1 - side) {
			pairs += b.meeting(friend, now, stacks[enemy.ID()].Top()) - b.meeting(friend, friend.Top(), stacks[enemy.ID()].Top())
		}
	}
	p, square := b.prospect(), b.rules.Die*b.rules.Die
	worth := pairs*p.stake/sure + b.burdens(side, after)
	if p.stacks > 2 || len(stacks) > len(b.Stacks()) {
		worth += square * (after.Value(side) - b.Value(side) + b.Value(1-side) - after.Value(1-side))
	}
	if breaches := int(after.Walls()) - int(b.Walls()); breaches != 0 {
		worth += sign(side, heroes.Aggressor) * square * breaches * b.Value(heroes.Defender) / 8 // rule of thumb: the value of walls
	}
	if b.Game().Valued() {
		worth += square * (b.worths(after, side) - b.worths(b.Position, side))
	}
	return worth
}

// worths returns what the stacks of a side are worth beyond their cards, less those of the other.
func (b *strategy) worths(of *heroes.Position, side engine.Side) (sum int) {
	for i := range of.Stacks() {
		if s := &of.Stacks()[i]; s.Top() != nil {
			sum += sign(side, s.Side()) * of.Worth(s)
		}
	}
	return sum
}

// burdens returns the value, for a side, of the effects that have begun and ended on stacks that
// live.
func (b *strategy) burdens(side engine.Side, after *heroes.Position) (sum int) {
	add := func(all, others []heroes.Effect, times int) {
		for _, e := range all {
			same := func(o heroes.Effect) bool { return o.On == e.On && o.Spell == e.Spell }
			if int(e.On) >= len(b.Stacks()) || after.Stacks()[e.On].Top() == nil || slices.ContainsFunc(others, same) {
				continue
			}
			on := &b.Stacks()[e.On]
			worth, known := b.rehearsal.effects[e]
			if !known {
				worth = b.effectOn(b.Game().Spells[e.Spell], on, int(e.Until)-b.Round()+1)
				b.rehearsal.effects[e] = worth
			}
			sum += times * sign(side, on.Side()) * worth
		}
	}
	add(after.Effects(), b.Effects(), 1)
	add(b.Effects(), after.Effects(), -1)
	return sum
}

// sign returns 1 for the same side, otherwise -1.
func sign(side, other engine.Side) int {
	if side == other {
		return 1
	}
	return -1
}
