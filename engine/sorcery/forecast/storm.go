package forecast

import (
	"math/big"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// A Storm is a place that a side could breach or assault from its present spot (S4).
type Storm struct {
	Side engine.Side
	From sorcery.Spot
	To   hex.Hex
}

// Storms returns the places that the seat could storm: the sites that it besieges, and
// hexes with enemies inside a wall that it is at. If at is not [hex.None], it returns only
// the one at that hex.
func (l *Look) Storms(at hex.Hex) (list []Storm) {
	add := func(side engine.Side, from sorcery.Spot, to hex.Hex) {
		if (l.seat < 0 || l.seat == side) && (at == hex.None || at == to) {
			list = append(list, Storm{side, from, to})
		}
	}
	for _, s := range l.War().Sieges() {
		if !s.Walled() {
			add(s.By, sorcery.SpotIn(s.Hex, false), s.Hex)
		}
	}
	grid := l.War().Grid()
	for h := range hex.Hex(grid.Hexes()) {
		for _, near := range grid.Neighbors(h) {
			between := l.War().HexsideOf(grid.Between(h, near))
			for side := range fight.Seats {
				s, on := l.War().SiegeAt(h)
				if besieged := on && s.By != side; !besieged && between != nil && between.Wall && l.War().Present(side, h) && l.War().Present(1-side, near) {
					add(side, sorcery.SpotIn(h, false), near)
				}
			}
		}
	}
	return list
}

// A Breach is the odds of a breach. Its two dice decide whether the besiegers enter.
type Breach struct {
	Chance *big.Rat
	Needs  [2]engine.Score // the number that each die must be below
}

// Breach returns the odds of a breach. Ok is false if no breach can be tried.
func (l *Look) Breach(s Storm) (b Breach, ok bool) {
	of, ok := l.War().Breaching(s.Side, s.From, s.To)
	if !ok {
		return Breach{}, false
	}
	b.Chance = big.NewRat(1, 1)
	for die := range b.Needs {
		need := l.War().BreachNeed(s.Side, s.From, s.To, die)
		b.Chance.Mul(b.Chance, l.die().Where(func(n int) bool { return l.War().Game().WarHooks.BreachDie.Apply(l.battle, of, n) < need.Total() }))
		b.Needs[die] = need
	}
	return b, true
}

// An Assault is the odds of an assault.
type Assault struct {
	Climbers []Climber
	Any      *big.Rat // the probability that at least one unit enters
}

// A Climber is a unit of an assault, with the probabilities that it enters, and that it is
// demoralized.
type Climber struct {
	Unit       *fight.Unit
	In, Shaken *big.Rat
}

// Assault returns the odds of an assault by all units that may take part.
func (l *Look) Assault(s Storm) (a Assault) {
	rules, hooks := &l.War().Game().War, &l.War().Game().WarHooks
	none := big.NewRat(1, 1)
	for i := range l.battle.Units() {
		u := l.battle.Unit(i)
		if l.War().At(u) != s.From || u.Side() != s.Side || !l.War().Climbs(u) {
			continue
		}
		c := Climber{
			Unit:   u,
			In:     l.die().Where(func(die int) bool { return hooks.AssaultDie.Apply(l.battle, u, die) <= rules.AssaultEnters }),
			Shaken: l.die().Where(func(die int) bool { return hooks.AssaultDie.Apply(l.battle, u, die) >= rules.AssaultShakes }),
		}
		a.Climbers = append(a.Climbers, c)
		none.Mul(none, new(big.Rat).Sub(one, c.In))
	}
	a.Any = none.Sub(one, none)
	return a
}

// A Supply is what a stack would lose at the next check of stacking in its present place
// (S1): Lost units, and one more with a probability.
type Supply struct {
	Weight, Limit engine.Score
	Over          int // the weight above the limit; 0 or less: the stack is fed
	Lost          int
	More          *big.Rat
}

// Supply returns the supply of a stack.
func (l *Look) Supply(c sorcery.Camp) Supply {
	s := Supply{Weight: l.War().WeightIn(c.Side, c.Spot), Limit: l.War().LimitOf(c.Side, c.Spot)}
	die := l.battle.Game().Rules.Die
	s.Over = s.Weight.Total() - s.Limit.Total()
	over := max(s.Over, 0)
	s.Lost, s.More = over/die, big.NewRat(int64(over%die), int64(die))
	return s
}
