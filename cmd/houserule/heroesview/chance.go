package heroesview

import (
	"fmt"
	"math/big"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
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

// chance is the exact chance that a strike hits, made by its stack without
// the top cards that it is to have lost. Where no script has a say in the
// dice the faces that reach the need are all there is to it; a test compares
// the two.
func (v *View) chance(s heroes.Strike, lost int) (*big.Rat, error) {
	if !v.battle.DiceTouched() {
		return big.NewRat(int64(v.battle.Faces(s)), int64(v.battle.Game().Rules.Die)), nil
	}
	a, hit, sum := v.tried(), false, new(big.Rat)
	err := a.walk.Each(func() { hit = a.Contest(v.battle, s.Blow, lost) }, func(odds.Number) error {
		if hit {
			sum.Add(sum, a.walk.Rat())
		}
		return nil
	})
	return sum, err
}

// percent is the chance of a strike, in words.
func (v *View) percent(s heroes.Strike) string { return v.percentWithout(s, 0) }

func (v *View) percentWithout(s heroes.Strike, lost int) string {
	p, err := v.chance(s, lost)
	if err != nil {
		return "not to be told" // the script's error comes when it is made
	}
	return percent(p)
}

// percent writes a chance, exactly where it is whole percents.
func percent(p *big.Rat) string {
	hundred := new(big.Rat).Mul(p, big.NewRat(100, 1))
	if hundred.IsInt() {
		return hundred.RatString() + " %"
	}
	f, _ := hundred.Float64()
	switch {
	case f < 0.05:
		return fmt.Sprintf("%.2g %%", f)
	case f > 99.95:
		return "over 99.9 %"
	}
	return fmt.Sprintf("%.1f %%", f)
}

// Graph is a battle between the players of these names, for exact odds.
func Graph(lib *library.Library, b *heroes.Battle, names []string, seed uint64) (*odds.Graph, error) {
	var seats []engine.Oracle
	for i, name := range names {
		p, err := fixed(lib, name, engine.Side(i), seed)
		if err != nil {
			return nil, err
		}
		seats = append(seats, p)
	}
	return odds.NewGraph(b, seats...), nil
}

// fixed is a player as exact odds need it: a function of the position. People
// are taken for greedy players; random ones draw lots.
func fixed(lib *library.Library, name string, seat engine.Side, seed uint64) (engine.Oracle, error) {
	switch name {
	case "random":
		return odds.Lots{}, nil
	case "", "human":
		name = "greedy"
	}
	return lib.Player(name, seat, seed)
}
