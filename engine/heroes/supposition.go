package heroes

import (
	"errors"
	"slices"

	"houserule/engine"
	"houserule/engine/heroes/ability"
)

// A Strategy evaluates the options of choices for greedy players: see package strategy.
type Strategy interface {
	// Evaluate returns the value of an option for the side that decides: see
	// [engine.Evaluator]. The value of passing is 0.
	Evaluate(c engine.Choice, answer int) int
}

// Evaluate returns the value of an option, by the game's strategy.
func (a *Act) Evaluate(answer int) int    { return a.evaluate(a, answer) }
func (r *Reply) Evaluate(answer int) int  { return r.evaluate(r, answer) }
func (p *Pick) Evaluate(answer int) int   { return p.evaluate(p, answer) }
func (d *Deploy) Evaluate(answer int) int { return d.evaluate(d, answer) }

var _ = [...]engine.Evaluator{(*Act)(nil), (*Reply)(nil), (*Pick)(nil), (*Deploy)(nil)}

func (a *asker) evaluate(c engine.Choice, answer int) int {
	b := a.battle
	if b.strategy == nil {
		b.strategy = b.game.strategy(b)
	}
	return b.strategy.Evaluate(c, answer)
}

// A Supposition is a scratch copy of a battle, for looks ahead. Its methods that take a
// function change the copy, call the function, and undo the change.
type Supposition struct {
	*Position
	from   *Position
	of     int // the question at which the copy was made; 0: none
	copies int
	sums   sums
	depth  int // of changes other than support
}

// sums are what a supposition adds up when it is copied, so that scores in large armies
// take less time.
type sums struct {
	helps [][]Support // by stack
	auras []Shared
	apart bool // whether auras must be applied stack by stack

	hooked bool // whether hooks can change blows
}

// A Shared is an aura that N stacks of a side give.
type Shared struct {
	*ability.Bonus
	Side engine.Side
	N    int
}

// Suppose returns a copy of b, for looks until Done. One copy serves all looks at a question,
// because b does not change while a question is open.
func (b *Position) Suppose() *Supposition {
	s := b.aside
	if s == nil {
		s = &Supposition{Position: &newBattle(b.game, b.armies).Position, from: b}
		s.whole.Sit(engine.NewTable(nil))
		s.Position.sums = &s.sums
		b.aside = s
	}
	if now := b.whole.Asking(); now == 0 || now != s.of {
		s.of = now
		s.copies++
		s.whole.copyFrom(b)
		s.timed = false
		s.whole.takeUp(&b.act)
		s.sumUp()
	}
	return s
}

// Done ends a look: the battle has read the round if the copy has, and gets its error.
func (s *Supposition) Done() {
	b := s.from
	b.timed = b.timed || s.timed
	if err := s.whole.Err(); err != nil { // a script's error
		s.whole.Seat(nil)
		b.whole.Fail(errors.Unwrap(err)) // Fail adds the place itself
	}
}

// Supposes reports whether other is the copy of b that looks ahead change.
func (b *Position) Supposes(other *Battle) bool { return b.aside != nil && b.aside.whole == other }

// Perform calls play with the stage, the scratch battle in which evaluations play options of the
// open question, at a table with an allowance. It returns the table's error.
func (s *Supposition) Perform(t *engine.Table, play func(stage *Battle)) error {
	b := s.from
	if b.stage == nil {
		b.stage = newBattle(b.game, b.armies)
		b.stage.staged = true
	}
	if b.stage.Table != t {
		b.stage.Sit(t)
	}
	b.stage.timed = false
	play(b.stage)
	s.timed = s.timed || b.stage.timed
	if errors.Is(t.Err(), engine.ErrSpent) && t.Allowance().Left > 0 { // that of the battle itself is spent
		s.whole.Fail(t.Err())
	}
	return t.Err()
}

// Stage returns the position in which the last Perform has ended.
func (s *Supposition) Stage() *Position { return &s.from.stage.Position }

// Read makes the look read the round.
func (s *Supposition) Read() { s.timed = true }

// Tried reports whether the battle is played to try one of several options, on a stage or for
// another player that looks ahead: see [engine.Allowance].
func (b *Position) Tried() bool {
	a := b.whole.Allowance()
	return b.staged || a != nil && a.Tries
}

// Copies returns the number of copies so far. While it stays the same, so does the position.
func (s *Supposition) Copies() int { return s.copies }

// Hooked reports whether hooks can change blows, so that any two stacks may differ.
func (s *Supposition) Hooked() bool { return s.sums.hooked }

// Auras returns the auras of the living stacks. Apart reports whether their order matters,
// because some neither add nor cap.
func (s *Supposition) Auras() (all []Shared, apart bool) { return s.sums.auras, s.sums.apart }

// Like returns the choice of the copy that corresponds to a.
func (s *Supposition) Like(a *Act) Act { return a.in(s.Position) }

// Scripted returns the value that a script gives an option, in cost of cards.
func (s *Supposition) Scripted(custom *CustomOption, by *Stack, o Option) int {
	if custom.Value == nil {
		return 0
	}
	return custom.Value(s.whole, by, custom.target(s.Position, o))
}

// Reads calls f, and reports whether it reads the round.
func (s *Supposition) Reads(f func()) (timed bool) {
	before := s.timed
	s.timed = false
	f()
	timed = s.timed
	s.timed = before || timed
	return timed
}

// Unaided returns the score of a blow without support.
func (s *Supposition) Unaided(blow Blow) engine.Score {
	helped := blow.By.helped
	blow.By.helped = false
	score := s.AttackScore(blow)
	blow.By.helped = helped
	return score
}

// WithTop supposes that a stack has lost its cards above top. OnLine supposes that it
// stands on a line.
func (s *Supposition) WithTop(of *Stack, top *Card, f func()) {
	old, apart := of.top, s.sums.apart
	of.top, s.sums.apart = top, apart || len(old.auras) > 0 || top != nil && len(top.auras) > 0
	s.changed(f)
	of.top, s.sums.apart = old, apart
}
func (s *Supposition) OnLine(line Line, of *Stack, f func()) {
	old := of.line
	of.line = line
	s.changed(f)
	of.line = old
}

// changed calls f in a changed copy.
func (s *Supposition) changed(f func()) {
	s.depth++
	f()
	s.depth--
}

// Changed reports whether more than supports is changed now.
func (s *Supposition) Changed() bool { return s.depth > 0 }

// WithSupport supposes that a stack has one more support.
func (s *Supposition) WithSupport(p *Support, f func()) {
	to, held := &s.stacks[p.To], &s.sums.helps[p.To]
	if s.sums.hooked { // hooks read the supports of the battle
		held = &s.supports
	}
	helped := to.helped
	*held, to.helped = append(*held, *p), true
	f()
	*held, to.helped = (*held)[:len(*held)-1], helped
}

// WithEffects supposes that these are the effects that lie on stacks.
func (s *Supposition) WithEffects(all []Effect, f func()) {
	before, afar, shifting := s.effects, s.afar, s.shifting
	s.effects, s.afar = all, len(all)+len(s.auras) > 0
	for _, e := range all {
		s.shifting = s.shifting || s.game.Spells[e.Spell].changes(ability.PhaseNumber)
	}
	s.changed(f)
	s.effects, s.afar, s.shifting = before, afar, shifting
}

// sumUp computes the sums.
func (s *Supposition) sumUp() {
	sums, h := &s.sums, &s.game.Hooks
	sums.hooked = h.onScores() || h.Support.Used() || h.Retaliations.Used() || h.Retaliate.Used() || h.Reach.Used() || h.Answer.Used()
	sums.helps = append(sums.helps, make([][]Support, max(len(s.stacks)-len(sums.helps), 0))...)
	for i := range sums.helps {
		sums.helps[i] = sums.helps[i][:0]
	}
	for _, p := range s.supports {
		sums.helps[p.To] = append(sums.helps[p.To], p)
	}
	sums.auras, sums.apart = sums.auras[:0], false
	for _, id := range s.auras {
		giver := &s.stacks[id]
		if giver.top == nil {
			continue
		}
		for _, bonus := range giver.top.auras {
			sums.apart = sums.apart || bonus.Op != engine.Add && bonus.Op != engine.Cap // Add and Cap give the same in any order
			i := slices.IndexFunc(sums.auras, func(a Shared) bool { return a.Bonus == bonus && a.Side == giver.side })
			if i < 0 {
				i = len(sums.auras)
				sums.auras = append(sums.auras, Shared{bonus, giver.side, 0})
			}
			sums.auras[i].N++
		}
	}
}

// help returns a list of supports with at least all those of a stack.
func (s *Stack) help(b *Position) []Support {
	if b.sums == nil || b.sums.hooked {
		return b.supports
	}
	return b.sums.helps[s.id]
}

// adjust applies auras to a score, equal ones at once.
func (sums *sums) adjust(b *Position, score engine.Score, stat ability.Stat, self, other *Stack, how How) engine.Score {
	for i := range sums.auras {
		a := &sums.auras[i]
		if (a.For == ability.Friends) != (a.Side == self.side) || !a.Changes(stat) || !b.holds(&a.When, self, other, how) {
			continue
		}
		n := a.N
		if a.Side == self.side && slices.Contains(self.top.auras, a.Bonus) {
			n-- // a stack's own aura does not apply to itself
		}
		switch {
		case n == 0:
		case a.Op == engine.Cap:
			score = score.Cap(a.Bonus.N, &a.Cause)
		default:
			score = score.Add(n*a.Bonus.N, &a.Cause)
		}
	}
	return score
}
