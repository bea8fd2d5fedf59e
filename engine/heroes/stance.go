package heroes

import (
	"slices"

	"houserule/engine"
	"houserule/engine/heroes/ability"
)

// sacrifice carries out H3.1: the levels of all the stack's cards support another stack's
// next attack.
func (by *Stack) sacrifice(b *Battle, to *Stack) {
	n := by.sacValue(&b.Position).Total()
	n = b.game.Hooks.Sacrifice.Apply(b, by, n)
	if by.top == nil || to.top == nil {
		return // a script has destroyed one of them
	}
	b.supports = append(b.supports, Support{To: to.id, From: by.id, N: int32(n), Line: by.line, With: by.top.Creature})
	to.helped = true
	b.Report(engine.Event{What: Sacrificed, Who: by.id, Whom: to.id, N: int32(n)})
}

// sacValue returns a stack's Sac value.
func (s *Stack) sacValue(b *Position) engine.Score {
	score := b.startScore(s.top.Level+int(s.top.levels), &causeSacrifice)
	return b.adjust(score, ability.SupportValue, s.top.Creature, s, nil, 0)
}

// Supported returns the score of the blow with the attacker's supports added. H3.1: each
// helper must have been able to attack the target itself.
func (blow Blow) Supported(b *Position, score engine.Score) engine.Score {
	rules := &b.game.Rules
	if blow.How.Retaliation() && !rules.RetaliationTakesSupport || blow.How.Kind() == Cast && !rules.SupportSpells || blow.How.Scripted() {
		return score
	}
	for _, p := range blow.By.help(b) {
		if p.To != blow.By.id {
			continue
		}
		n, cause := int(p.N), &causeSupport
		if !p.Reaches(b, blow.At) {
			n, cause = 0, &causeNoReach
		}
		if b.game.Hooks.Support.Used() {
			n = b.game.Hooks.Support.Apply(b.whole, Blow{By: &b.stacks[p.From], At: blow.At, How: blow.How, N: blow.N}, n)
		}
		if rules.SupportBeforeFactors {
			score = score.Add(n, cause)
		} else {
			score = score.Late(n, cause)
		}
	}
	return score
}

// Reaches reports whether the helper, as it was then, could attack a target by any kind of
// attack.
func (p *Support) Reaches(b *Position, at *Stack) bool {
	from := &b.stacks[p.From]
	reaches := func(kind Kind) bool {
		if at == nil {
			return b.outOfReach(from.side, p.Line, kind, nil) == nil
		}
		return b.reaches(p.With, from.side, p.Line, kind, at) || b.game.Hooks.Reach.Used() && Blow{By: from, At: at, How: Plain(kind, 0)}.widens(b)
	}
	return reaches(Melee) || reaches(Ranged) ||
		slices.ContainsFunc(p.With.Spells, (*Spell).Attacks) && reaches(Cast)
}

// useSupport spends the supports of s, after an attack of the given kind.
func (s *Stack) useSupport(b *Battle, how How) {
	if s.helped && (how.Kind() != Cast || b.game.Rules.SupportSpells) {
		b.dropSupport(func(p Support) bool { return p.To == s.id })
	}
}

func (b *Battle) dropSupport(gone func(Support) bool) {
	b.supports = slices.DeleteFunc(b.supports, gone)
	for i := range b.stacks {
		b.stacks[i].helped = false
	}
	for _, p := range b.supports {
		b.stacks[p.To].helped = true
	}
}

// swarm carries out H3.2: at its next opportunity the stack's own score is doubled.
func (s *Stack) swarm(b *Battle, already int) {
	if s.prevented(b, b.game.Hooks.Swarm.Apply(b, s, nil)) {
		return
	}
	s.stance, s.swarms = Swarming, 1
	if b.game.Rules.SwarmAddsUp {
		s.swarms = uint8(min(already+1, maxSwarms))
	}
	b.Report(engine.Event{What: Swarmed, Who: s.id, N: int32(s.swarms)})
}

// keepSwarm lets a swarm wait for an attack. A stack that swarms again has a new one. A
// stack that protects itself meanwhile has both.
func (s *Stack) keepSwarm(swarms int) {
	if swarms == 0 || s.swarms > 0 {
		return
	}
	s.swarms = uint8(swarms)
	if s.stance == NoStance {
		s.stance = Swarming
	}
}

const maxSwarms = 15 // the greatest number that a How can hold

// protect carries out H3.3: until its next opportunity every card adds its own level to its
// defense.
func (s *Stack) protect(b *Battle) {
	if s.prevented(b, b.game.Hooks.Protect.Apply(b, s, nil)) {
		return
	}
	s.stance = Protecting
	b.Report(engine.Event{What: Protected, Who: s.id})
}

// prevented reports whether a script has prevented an action of a stack, by a ruling or
// because it has destroyed the stack.
func (s *Stack) prevented(b *Battle, r *Ruling) bool {
	if r != nil {
		b.prevented = r
		b.Report(engine.Event{What: Prevented, Who: s.id})
	}
	return r != nil || s.top == nil
}

// move carries out H3.4: the stack changes line. If a stack that goes back leaves a gap,
// another one fills it at once.
func (s *Stack) move(b *Battle) {
	to := 1 - s.line
	b.unlink(s)
	b.moving = s
	b.fillLine(s.side)
	b.moving = nil
	if s.top == nil {
		return // a script has destroyed it
	}
	b.link(s, to)
	b.Report(engine.Event{What: Moved, Who: s.id, N: int32(to)})
}

// Shift puts a living stack on a line, without a report.
func (b *Battle) Shift(s *Stack, line Line) {
	if s.line != line {
		b.unlink(s)
		b.link(s, line)
	}
}

// mayMove returns the rule that forbids a move, or nil. H3.4: a stack may go back only if
// the melee line keeps its minimum, by itself or because another ranged stack fills the gap
// at once.
func (s *Stack) mayMove(b *Position) *Ruling {
	if s.line == MeleeLine {
		others := b.count[s.side][MeleeLine] - 1 + b.count[s.side][RangedLine]
		if int(others) < b.Minimum(s.side) {
			return &rulingGap
		}
	}
	return b.game.Hooks.Move.Apply(b.whole, s, nil)
}

// Minimum returns the number of stacks that a side's melee line must hold (H4.1, H8.2).
func (b *Position) Minimum(side engine.Side) int {
	n := int(b.game.minimum[side][b.walls])
	return b.game.Hooks.Fill.Apply(b.whole, side, n)
}

// fill carries out H4.1 and H8.2: while a melee line holds too few stacks, ranged stacks
// that its player picks come forward.
func (b *Battle) fill() {
	all := b.game.Hooks.Fill.Used()
	if all || b.thinned.Has(Aggressor) {
		b.fillLine(Aggressor)
	}
	if (all || b.thinned.Has(Defender)) && (b.walls == NoTown || b.game.Rules.WallKeepsMinimum) {
		b.fillLine(Defender)
	}
	b.thinned = 0
}

func (b *Battle) fillLine(side engine.Side) {
	for {
		need, behind := b.Minimum(side)-b.Count(side, MeleeLine), b.Count(side, RangedLine)
		if need <= 0 || behind == 0 {
			return
		}
		s := b.FirstOn(side, RangedLine)
		if need < behind { // several can come: the player picks one
			s = b.pick.ask(b, side, true)
		}
		b.Shift(s, MeleeLine)
		b.Report(engine.Event{What: CameForward, Who: s.id})
		b.game.Hooks.Filled.Apply(b, s, engine.None{})
	}
}
