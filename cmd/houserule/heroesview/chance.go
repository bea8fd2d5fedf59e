package heroesview

import (
	"errors"
	"fmt"
	"math/big"

	"houserule/cmd/houserule/view"
	"houserule/engine/heroes"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// aside is a battle beside the one that is shown, in which pieces of it are
// played once for every way in which the dice can fall. What is asked in the
// middle of them is answered as greedy would.
type aside struct {
	*heroes.Battle
	walk *odds.Walk
}

func (v *View) tried() *aside {
	if v.aside == nil {
		a := &aside{v.battle.Fresh().(*heroes.Battle), odds.NewWalk(players.Greedy{}, players.Greedy{})}
		a.Sit(a.walk.Table)
		v.aside = a
	}
	return v.aside
}

// mostWays is in how many ways the dice of a strike are rolled at most for its
// chance.
const mostWays = 1 << 12

// chance is the exact chance that a strike hits, made by its stack without
// the top cards that it is to have lost. Where no script has a say in the
// dice the faces that reach the need are all there is to it; a test compares
// the two.
func (v *View) chance(s heroes.Strike, lost int) (*big.Rat, error) {
	if !v.battle.DiceTouched() {
		return big.NewRat(int64(v.battle.Faces(s)), int64(v.battle.Game().Rules.Die)), nil
	}
	creature := s.By.Top().Creature
	if v.long[creature] {
		return nil, &odds.TooLarge{Ways: mostWays}
	}
	a, hit, sum := v.tried(), false, new(big.Rat)
	a.walk.Ways = mostWays
	err := a.walk.Each(func() { hit = a.Contest(v.battle, s.Blow, lost) }, func(odds.Number) error {
		if hit {
			sum.Add(sum, a.walk.Rat())
		}
		return nil
	})
	if large := new(odds.TooLarge); errors.As(err, &large) {
		if v.long == nil {
			v.long = map[*heroes.Creature]bool{}
		}
		v.long[creature] = true
	}
	return sum, err
}

// percent is the chance of a strike, in words.
func (v *View) percent(s heroes.Strike) string { return v.percentWithout(s, 0) }

func (v *View) percentWithout(s heroes.Strike, lost int) string {
	p, err := v.chance(s, lost)
	if large := new(odds.TooLarge); errors.As(err, &large) {
		return fmt.Sprintf("over %d ways", large.Ways)
	}
	if err != nil {
		return "not to be told" // the script's error comes when it is made
	}
	return view.Percent(p)
}
