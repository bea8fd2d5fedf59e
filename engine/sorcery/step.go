package sorcery

import (
	"slices"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
)

// S2: the cost of a step, and the rules that forbid one.

// A group is what the rules of movement need to know about units that move together.
type group struct {
	side     engine.Side
	at       Spot
	left     int     // the fewest movement points left to any unit
	fresh    bool    // no unit has moved yet
	flies    bool    // whether all of them fly
	swims    bool    // whether all of them fly or are swamp creatures
	shaken   bool    // whether any of them is demoralized
	troops   bool    // whether any of them is a unit of an army
	besieged *Siege  // the siege in which they are besieged, or nil
	costs    []int32 // costs of the terrains, for the unit that pays most; below 0: dice
	prices   []int32 // costs of the kinds of steps, for a search: see price
	from     hex.Hex // the hex whose steps the search looks at
	halts    bool    // whether enemies halt the group in that hex
}

// Costs of steps that depend on more than their kind.
const (
	closed = -2 - iota // impossible, whatever else is true
	climbs             // over a wall
	stuck              // impossible, because units might have to stay
)

// gather sets g to the group of a side's units in a spot that pass a test.
func (w Theater) gather(g *group, side engine.Side, at Spot, of func(u *fight.Unit) bool) {
	costs := slices.Grow(g.costs[:0], len(w.game.Terrains))[:len(w.game.Terrains)]
	clear(costs)
	*g = group{side: side, at: at, left: 1 << 30, fresh: true, flies: true, swims: true, costs: costs, prices: g.prices}
	for u := range w.UnitsIn(side, at) {
		if !of(u) {
			continue
		}
		g.left = min(g.left, w.Left(u))
		g.fresh = g.fresh && w.post(u).spent == 0
		g.flies = g.flies && u.Kind().Flies()
		g.swims = g.swims && u.Kind().Swims()
		g.shaken = g.shaken || u.Demoralized()
		g.troops = g.troops || u.Troop()
		for _, t := range w.game.Terrains {
			cost := &g.costs[t.Index()]
			switch {
			case t.Rolls(u.Kind()):
				*cost = hex.Rest
			case *cost != hex.Rest:
				*cost = max(*cost, int32(t.CostFor(u.Kind())))
			}
		}
	}
	if g.at >= 0 {
		g.besieged = w.siegeAround(g.side, g.at)
	}
}

// single returns a unit of an army as a group, to compute where it may go.
func (w *war) single(u *fight.Unit) group {
	return group{
		side: u.Side(), at: w.At(u), troops: true, shaken: u.Demoralized(),
		flies: u.Kind().Flies(), swims: u.Kind().Swims(),
	}
}

// reach returns all hexes that the group can reach, the nearest first, its own included. The slice
// is valid until the next search.
func (w Theater) reach() []hex.Hex {
	w.price(&w.group)
	return w.search.Reach(w.land.grid, w.group.at.Hex(), w.group.left, w.stepCost)
}

// route returns the group's cheapest path to a hex: see [hex.Search.Path].
func (w Theater) route(to hex.Hex) (way []hex.Hex, cost int, ok bool) {
	w.price(&w.group)
	return w.search.Path(w.land.grid, w.group.at.Hex(), to, w.group.left, w.stepCost)
}

// price computes what a group pays for each kind of step, without the hooks of scripts.
func (w Theater) price(g *group) {
	g.from, g.prices = hex.None, g.prices[:0]
	for i := range w.land.ways {
		g.prices = append(g.prices, g.priceOf(&w.land.ways[i]))
	}
}

func (g *group) priceOf(of *way) int32 {
	switch {
	case g.barred(of.in, of.side) != nil:
		return closed
	case of.side != nil && of.side.Wall && !g.flies:
		return climbs
	case g.costs[of.in.Index()] == hex.Rest || g.costs[of.out.Index()] == hex.Rest && of.out.Dice > 0:
		if of.out.Shut {
			return stuck
		}
		return hex.Rest
	}
	cost := max(g.costs[priced(of.out, of.in).Index()], 1)
	if of.side != nil && !g.flies {
		cost += int32(of.side.Cost)
	}
	return cost
}

// step returns what the group pays to go from one hex to the next: see [hex.Costs]. The
// places of stacks are public, so the cost reveals nothing (S6).
func (w Theater) step(from, to hex.Hex, d hex.Direction) (cost int, ok bool) {
	g, i := &w.group, w.land.step(from, d)
	start := SpotIn(from, false) == g.at
	if from != g.from {
		g.from, g.halts = from, !start && w.meets(g.side, from) // S3.1: enemies halt them
	}
	price := g.prices[i]
	if g.halts || price == closed || w.mayMeet(g, from, to, w.land.ways[i].side) != nil {
		return 0, false
	}
	switch {
	case price == climbs: // S2: the whole allowance
		return hex.Rest, start && g.fresh
	case price == stuck:
		return 0, false
	case price != hex.Rest && w.game.WarHooks.Cost.Used():
		return w.dearest(from, to), true
	}
	return int(price), true
}

// dearest returns the cost of a step for the marching unit that pays most, if scripts can
// change costs.
func (w Theater) dearest(from, to hex.Hex) int {
	most := 1
	for u := range w.Marchers() {
		most = max(most, pays(w.StepCost(u, from, to)))
	}
	return most
}

// pays returns what a unit pays for a step of that cost, without dice: at least 1, and at
// most one point more than any unit has.
func pays(cost engine.Score) int { return min(max(cost.Total(), 1), fight.MaxRating+1) }

var (
	tooDeep    = fight.Ruling{Rule: "S2", Text: "only flyers cross that hexside"}
	behindWall = fight.Ruling{Rule: "S2", Text: "a wall with an enemy behind it: assault or breach it"}
	isBesieged = fight.Ruling{Rule: "S4", Text: "the besieged leave only in a sortie"}
	notShaken  = fight.Ruling{Rule: "S5", Text: "the demoralized enter no enemy hex"}
)

// mayStep returns nil, or the rule that forbids a group to go from one hex to the next;
// side is the hexside between them.
func (w Theater) mayStep(g *group, from, to hex.Hex, side *Hexside) *fight.Ruling {
	if r := g.barred(w.land.terrains[to], side); r != nil {
		return r
	}
	return w.mayMeet(g, from, to, side)
}

// barred returns nil, or the rule by which a terrain or a hexside stops the group.
func (g *group) barred(into *fight.Terrain, side *Hexside) *fight.Ruling {
	switch {
	case into.Water && !g.swims:
		return &fight.OnlySwamp
	case side != nil && side.Shut && !g.flies:
		return &tooDeep
	}
	return nil
}

// mayMeet returns nil, or the rule about enemies, or of a script, that forbids the step.
func (w Theater) mayMeet(g *group, from, to hex.Hex, side *Hexside) *fight.Ruling {
	switch {
	case side != nil && side.Wall && !g.flies && w.meets(g.side, to):
		return &behindWall
	case g.besieged != nil && !g.besieged.within(w.land, to):
		return &isBesieged
	case g.shaken && w.meets(g.side, to):
		return &notShaken
	case g.shaken && w.watchedBy(fight.Enemy(g.side), to):
		return &fight.Watched
	}
	if w.game.WarHooks.Enter.Used() {
		return w.game.WarHooks.Enter.Apply(w.battle, Stride{g.side, from, to}, nil)
	}
	return nil
}

// meets reports whether a side that enters a hex meets enemies. Enemies in a place apart do
// not count (S2).
func (w Theater) meets(side engine.Side, h hex.Hex) bool {
	foe := fight.Enemy(side)
	return w.holdsSpot(foe, SpotIn(h, false)) || w.holdsSpot(foe, SpotIn(h, true)) && !w.land.apart(h)
}

// priced returns the terrain that sets the cost of a step without dice. S2: whoever pays a
// fixed cost where others pay dice pays it to leave, too, instead of the cost of the next
// hex. Between two such hexes the cost is that of entering the second.
func priced(from, to *fight.Terrain) *fight.Terrain {
	if from.Dice > 0 && to.Dice == 0 {
		return from
	}
	return to
}

// StepCost returns what a unit pays to go from one hex to the next, if that takes no dice
// (S2).
func (w Theater) StepCost(u *fight.Unit, from, to hex.Hex) engine.Score {
	out, in, side := w.land.terrains[from], w.land.terrains[to], w.land.side(from, to)
	t, cause := priced(out, in), causeEnters
	if t != in {
		cause = causeLeaves
	}
	score := w.battle.Score(max(t.CostFor(u.Kind()), 1), cause)
	if side != nil && !u.Kind().Flies() {
		if side.Wall {
			score = w.battle.Score(w.MoveOf(u), causeWall)
		} else if side.Cost > 0 {
			score = score.Add(side.Cost, causeCrosses)
		}
	}
	return w.game.WarHooks.Cost.Apply(w.battle, Tread{u, from, to}, score)
}

// Causes of the terms of a step.
var (
	causeEnters  = &engine.Cause{Text: "the terrain", Rule: "S2"}
	causeLeaves  = &engine.Cause{Text: "leaving the terrain", Rule: "S2"}
	causeCrosses = &engine.Cause{Text: "the hexside", Rule: "S2"}
	causeWall    = &engine.Cause{Text: "the wall", Rule: "S2"}
	causeRolled  = &engine.Cause{Text: "the dice", Rule: "S2"}
)

// HalvedBy reports whether a unit's strength counts half in the first round of a battle
// that it enters from a neighboring hex (S3.2).
func (w Theater) HalvedBy(u *fight.Unit, from, to hex.Hex) bool {
	return w.fight.HalvedIf(u, w.land.side(from, to).wets())
}
