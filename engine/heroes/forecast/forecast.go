// Package forecast tells exact odds of parts of a battle of heroes: whether an
// attack hits (H2.2), and what comes of it, or of a stack's whole opportunity,
// with all retaliations and hooks. It plays them in a battle of its own, never in
// the one that it is asked about:
//
//	f := forecast.New(b)
//	worth, err := forecast.Attack(f, blow, func(after *heroes.Position) int { return after.Value(heroes.Defender) })
//	fmt.Println(worth.Chance(0), odds.Mean(worth))
package forecast

import (
	"cmp"
	"errors"
	"math/big"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// A Forecast tells the odds of one battle, as it stands whenever it is asked. What
// is asked in the middle of what it plays greedy players answer.
type Forecast struct {
	// Ways is how many ways the dice of an [Attack] or an [Opportunity] may fall; 0: as
	// many as there are. An [odds.TooLarge] is the error of more.
	Ways int
	// Scripts is the same for what scripts may do in all that is foretold; nil: as much
	// as there is to do.
	Scripts *engine.Allowance

	battle  *heroes.Position
	scratch *heroes.Battle // where attacks are tried out
	walk    *odds.Walk
	long    map[*heroes.Creature]error // whose dice fall in too many ways: they are not rolled again
}

// MaxWays is how many ways the dice of one strike may fall for [Forecast.Chance], and
// maxSteps how many steps scripts may take for them.
const (
	MaxWays  = 1 << 12
	maxSteps = 300_000
)

// errGone is the error of an attack in which a script has destroyed a stack.
var errGone = errors.New("a stack of the attack is destroyed")

// New returns a forecast of a battle.
func New(b *heroes.Position) *Forecast {
	f := &Forecast{battle: b, scratch: b.Fresh().(*heroes.Battle), walk: odds.NewWalk(players.Greedy{}, players.Greedy{}), long: map[*heroes.Creature]error{}}
	f.scratch.Sit(f.walk.Table)
	return f
}

// Chance returns the chance that a strike hits, made by its stack without the top
// cards that it is to have lost. Where no script changes the dice these are the
// faces that reach the need. The error is that of a script, or an [odds.TooLarge].
func (f *Forecast) Chance(s heroes.Strike, lost int) (*big.Rat, error) {
	if !f.battle.DiceTouched() {
		return big.NewRat(int64(f.battle.Faces(s)), int64(f.battle.Game().Rules.Die)), nil
	}
	return f.rolled(s.Blow, lost)
}

// rolled is the chance that a blow hits, rolled in every way.
func (f *Forecast) rolled(blow heroes.Blow, lost int) (*big.Rat, error) {
	if blow.By.Top() == nil || blow.At != nil && blow.At.Top() == nil {
		return nil, errGone
	}
	creature := blow.By.Top().Creature
	if err := f.long[creature]; err != nil {
		return nil, err
	}
	hit := 0
	f.walk.Ways, f.walk.Scripts = MaxWays, &engine.Allowance{Left: maxSteps}
	d, err := odds.Distribute(f.walk, func() {
		if hit = 0; f.scratch.Contest(f.battle, blow, lost) {
			hit = 1
		}
	}, func() int { return hit })
	if large := new(odds.TooLarge); errors.As(err, &large) {
		f.long[creature] = err
	}
	return d.Chance(1), err
}

// Attack returns what comes of an attack, with its retaliation: outcome says what
// of the battle after it is of interest, in numbers or words. The error is that of
// a script.
func Attack[T cmp.Ordered](f *Forecast, blow heroes.Blow, outcome func(after *heroes.Position) T) (odds.Distribution[T], error) {
	return played(f, func() { f.scratch.Rehearse(f.battle, blow) }, outcome)
}

// Opportunity returns the same of an option of a stack that acts, and of all that
// its opportunity still brings.
func Opportunity[T cmp.Ordered](f *Forecast, act *heroes.Act, option int, outcome func(after *heroes.Position) T) (odds.Distribution[T], error) {
	return played(f, func() { act.Try(f.scratch, option) }, outcome)
}

func played[T cmp.Ordered](f *Forecast, play func(), outcome func(after *heroes.Position) T) (odds.Distribution[T], error) {
	f.walk.Ways, f.walk.Scripts = f.Ways, f.Scripts
	return odds.Distribute(f.walk, play, func() T { return outcome(&f.scratch.Position) })
}
