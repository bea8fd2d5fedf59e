package forecast

import (
	"iter"
	"slices"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// War returns the copy of the war for reading. Form does what [sorcery.War.Form] does with it.
func (l *Look) War() sorcery.Theater { return sorcery.TheaterOf(l.Reading()) }
func (l *Look) Form(units ...*fight.Unit) (*sorcery.Ordering, error) {
	return sorcery.WarOf(l.battle).Form(units...)
}

// public returns the war itself, for what is public.
func (l *Look) public() sorcery.Theater { return sorcery.TheaterOf(l.of) }

// A Path is a group's path to a hex, and its results (S2).
type Path struct {
	Cost, Left int // movement points of the unit that pays most, and of the one that has fewest left
	Steps      []Step
	Battle     bool // whether an enemy is at its end: a battle, or a siege
	// Weight and Limit are the weight and the limit of the side's stack at its end after
	// the move, at the next check (S1).
	Weight, Limit engine.Score
	Walled        []hex.Hex // hexes beside its end, with an enemy inside a wall (S4)
}

// A Step is a step from one hex to the next.
type Step struct {
	From, To hex.Hex
	Dice     int          // number rolled for units that pay dice
	Wall     bool         // whether it takes the whole allowance
	Cost     engine.Score // cost for the unit that pays most; 0 if it is dice, or the allowance
	// Troops is the number of units of an army in the group. Halved is the number of those
	// that count half in the first round of a battle at the end of the step (S3.2).
	Troops, Halved int
	Watchers       []hex.Hex // hexes from which the enemy could react, if any troops go (S3.1)
}

// Path returns the path of a group of the look to a hex that it can reach.
// [Look.Form] has made the order for the group.
func (l *Look) Path(o *sorcery.Ordering, group []*fight.Unit, to hex.Hex) Path {
	way, cost, _ := o.Route(to)
	way = slices.Clone(way)
	p := Path{Cost: cost, Left: l.LeftOf(group)}
	for i, h := range way[1:] {
		p.Steps = append(p.Steps, l.step(group, way[i], h))
	}
	side := group[0].Side()
	if p.Battle = l.public().Present(1-side, to); p.Battle {
		return p
	}
	at := sorcery.SpotIn(to, false)
	p.Weight, p.Limit = l.War().WeightWith(side, at, group), l.War().LimitOf(side, at)
	grid := l.War().Grid()
	for _, near := range grid.Neighbors(to) {
		if between := l.War().HexsideOf(grid.Between(to, near)); between != nil && between.Wall && l.public().Present(1-side, near) {
			p.Walled = append(p.Walled, near)
		}
	}
	return p
}

// LeftOf returns the movement points of the unit in a group that has fewest.
func (l *Look) LeftOf(group []*fight.Unit) int {
	left := l.War().Left(group[0])
	for _, u := range group {
		left = min(left, l.War().Left(u))
	}
	return left
}

// Reach returns the hexes that a group can reach, with the cost of each path. It omits
// hexes that are shut to all units.
func (l *Look) Reach(o *sorcery.Ordering) map[hex.Hex]int {
	costs := map[hex.Hex]int{}
	for _, h := range slices.Clone(o.Reach()) {
		if _, cost, ok := o.Route(h); ok && !l.War().TerrainOf(h).Shut {
			costs[h] = cost
		}
	}
	return costs
}

func (l *Look) step(group []*fight.Unit, from, to hex.Hex) Step {
	s := Step{From: from, To: to}
	between := l.War().HexsideOf(l.War().Grid().Between(from, to))
	s.Wall = between != nil && between.Wall && slices.ContainsFunc(group, onGround)
	for _, h := range [...]hex.Hex{from, to} {
		t := l.War().TerrainOf(h)
		if slices.ContainsFunc(group, func(u *fight.Unit) bool { return t.Rolls(u.Kind()) }) {
			s.Dice += t.Dice
		}
	}
	if s.Dice == 0 && !s.Wall {
		for i, u := range group {
			if cost := l.War().StepCost(u, from, to); i == 0 || cost.Total() > s.Cost.Total() {
				s.Cost = cost
			}
		}
	}
	s.Troops, s.Halved = Crossing(l.of, slices.Values(group), from, to)
	if s.Troops > 0 {
		s.Watchers = Watchers(l.of, group[0].Side(), to)
	}
	return s
}

// onGround reports whether a unit does not fly.
func onGround(u *fight.Unit) bool { return u.Kind().Classes&fight.Flyer == 0 }

// Crossing returns the number of troops among units that go from one hex to the next, and
// the number of those that count half in the first round of a battle there (S3.2).
func Crossing(b fight.Position, units iter.Seq[*fight.Unit], from, to hex.Hex) (troops, halved int) {
	for u := range units {
		if u.Kind().Role == fight.Troop {
			troops++
			if sorcery.TheaterOf(b).HalvedBy(u, from, to) {
				halved++
			}
		}
	}
	return troops, halved
}

// Watchers returns the hexes from which the enemy of a side could react to units that enter
// a hex, from public knowledge (S3.1, S6).
func Watchers(b fight.Position, side engine.Side, h hex.Hex) (hexes []hex.Hex) {
	grid := sorcery.TheaterOf(b).Grid()
	for _, near := range grid.Neighbors(h) {
		between := sorcery.TheaterOf(b).HexsideOf(grid.Between(h, near))
		if sorcery.TheaterOf(b).Present(1-side, near) && !sorcery.TheaterOf(b).Present(side, near) && (between == nil || !between.Wall) {
			hexes = append(hexes, near)
		}
	}
	return hexes
}
