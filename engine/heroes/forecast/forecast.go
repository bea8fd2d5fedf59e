// Package forecast computes exact odds for parts of a battle of heroes: whether an attack
// hits (H2.2), and the results of an attack or of a stack's whole opportunity, with all
// retaliations and hooks. It plays them in a battle of its own and never changes the battle
// in question:
//
//	f := forecast.New(b)
//	worth, err := forecast.Attack(f, blow, func(after *heroes.Position, _ forecast.Course) int { return after.Value(heroes.Defender) })
//	fmt.Println(worth.Chance(0), odds.Mean(worth))
package forecast

import (
	"cmp"
	"errors"
	"math/big"

	"houserule/engine"
	"houserule/engine/explore"
	"houserule/engine/heroes"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// A Forecast computes odds for one battle, in its state at each call. Greedy players answer
// the questions that come up in the meantime.
type Forecast struct {
	// Ways limits the number of ways in which the dice of an [Attack] or an [Opportunity]
	// may fall; 0: no limit. Beyond it the error is an [explore.TooLarge].
	Ways int
	// Scripts limits what scripts may do in one forecast; nil: no limit.
	Scripts *engine.Allowance
	// Stop, if not nil, is called from time to time in an [Attack] or an [Opportunity]. Its
	// error ends it.
	Stop func() error

	battle  *heroes.Position
	scratch *heroes.Battle // the battle for the tries
	walk    *odds.Walk
	long    map[*heroes.Creature]error // creatures whose dice fall in too many ways: the forecast does not try them again
}

// MaxWays is the maximum number of ways in which the dice of one strike may fall for
// [Forecast.Chance]. maxSteps is the maximum number of script steps for that.
const (
	MaxWays  = 1 << 12
	maxSteps = 300_000
)

// errGone is the error of an attack whose attacker or target a script has destroyed.
var errGone = errors.New("a stack of the attack is destroyed")

// New returns a forecast of a battle.
func New(b *heroes.Position) *Forecast {
	f := &Forecast{battle: b, scratch: b.Fresh().(*heroes.Battle), walk: odds.NewWalk(players.Greedy{}, players.Greedy{}), long: map[*heroes.Creature]error{}}
	f.scratch.Sit(f.walk.Table)
	return f
}

// Chance returns the probability that a strike hits if its stack has lost the given number
// of top cards. If no script changes the dice, the faces that reach the need give it. The
// error is a script's, or an [explore.TooLarge].
func (f *Forecast) Chance(s heroes.Strike, lost int) (*big.Rat, error) {
	if !f.battle.DiceTouched() {
		return big.NewRat(int64(f.battle.Faces(s)), int64(f.battle.Game().Rules.Die)), nil
	}
	return f.rolled(s.Blow, lost)
}

// rolled returns the probability that a blow hits, from every result of its dice.
func (f *Forecast) rolled(blow heroes.Blow, lost int) (*big.Rat, error) {
	if blow.By.Top() == nil || blow.At != nil && blow.At.Top() == nil {
		return nil, errGone
	}
	creature := blow.By.Top().Creature
	if err := f.long[creature]; err != nil {
		return nil, err
	}
	hit := 0
	f.walk.Ways, f.walk.Scripts, f.walk.Stop = MaxWays, &engine.Allowance{Left: maxSteps}, nil
	d, err := odds.Distribute(f.walk, func() {
		if hit = 0; blow.Contest(f.scratch, f.battle, lost) {
			hit = 1
		}
	}, func() int { return hit })
	if large := new(explore.TooLarge); errors.As(err, &large) {
		f.long[creature] = err
	}
	return d.Chance(1), err
}

// Reprisal returns the retaliation to a blow, and whether the rules allow it: with the
// target's present cards or, after a hit, without the cards killed.
func Reprisal(b *heroes.Position, blow heroes.Blow, hit bool) (s heroes.Strike, ok bool) {
	if blow.At == nil {
		return s, false
	}
	aside := b.Suppose()
	defer aside.Done()
	like := blow
	like.By, like.At = &aside.Stacks()[blow.By.ID()], &aside.Stacks()[blow.At.ID()]
	top := like.At.Top()
	for n := blow.N; hit && n > 0 && top != nil; n-- {
		top = top.Under()
	}
	aside.WithTop(like.At, top, func() {
		var back heroes.Blow
		if back, ok = like.Retaliation(aside.Position); ok {
			s = aside.Preview(back)
			s.By, s.At = blow.At, blow.By
		}
	})
	return s, ok
}

// A Course is what happened in an attack as it was played. Attacks by scripts do not count.
type Course struct {
	Hit     bool // the blow hit
	Back    bool // the target struck back
	First   bool // it did so before the blow
	BackHit bool // the retaliation hit
	struck  bool
}

// Attack returns the distribution of outcomes after an attack with its retaliation. Outcome
// returns the number or word of interest for the battle after it and for the course of the
// attack. The error is a script's, or that of Stop.
func Attack[T cmp.Ordered](f *Forecast, blow heroes.Blow, outcome func(after *heroes.Position, c Course) T) (odds.Distribution[T], error) {
	var c Course
	f.walk.Table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
		if e.What == heroes.Struck {
			c.see(blow, f.scratch.Last())
		}
	}))
	defer f.walk.Table.Listen(nil)
	return played(f, func() {
		c = Course{}
		blow.Rehearse(f.scratch, f.battle)
	}, func(after *heroes.Position) T { return outcome(after, c) })
}

// see adds a strike to the course of a blow.
func (c *Course) see(blow heroes.Blow, s heroes.Strike) {
	switch {
	case s.How.Scripted():
	case !s.How.Retaliation():
		c.struck, c.Hit = true, s.Hit
	case blow.At != nil && s.By.ID() == blow.At.ID() && s.At.ID() == blow.By.ID():
		c.Back, c.First, c.BackHit = true, c.First || !c.struck, c.BackHit || s.Hit
	}
}

// Opportunity returns the distribution of outcomes after an option of the acting stack and
// the rest of its opportunity.
func Opportunity[T cmp.Ordered](f *Forecast, act *heroes.Act, option int, outcome func(after *heroes.Position) T) (odds.Distribution[T], error) {
	return played(f, func() { act.Try(f.scratch, option) }, outcome)
}

func played[T cmp.Ordered](f *Forecast, play func(), outcome func(after *heroes.Position) T) (odds.Distribution[T], error) {
	f.walk.Ways, f.walk.Scripts, f.walk.Stop = f.Ways, f.Scripts, f.Stop
	return odds.Distribute(f.walk, play, func() T { return outcome(&f.scratch.Position) })
}
