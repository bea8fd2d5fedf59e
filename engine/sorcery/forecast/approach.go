package forecast

import (
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
)

// An Approach is the distance of a stack that might come to a hex.
type Approach struct {
	From hex.Hex
	Cost int // movement points on foot, for units without race
	// Fastest is the movement allowance of the fastest unit in the stack that may leave its
	// place. Known reports whether the seat sees the stack's units (S6); otherwise Fastest
	// has no meaning.
	Fastest int
	Known   bool
}

// Approaches returns the distances of a side's stacks from a hex, the nearest first,
// whichever units might come. It omits stacks that cannot come on foot.
func (l *Look) Approaches(side engine.Side, to hex.Hex) (list []Approach) {
	var search hex.Search
	for _, h := range search.Reach(l.War().Grid(), to, hex.Unlimited, l.onFoot) {
		if h == to || !l.public().Present(side, h) {
			continue
		}
		a := Approach{From: h}
		a.Cost, _ = search.Cost(h)
		a.Fastest, a.Known = l.fastestIn(side, h)
		list = append(list, a)
	}
	return list
}

// onFoot returns the cost of a step for units without race. The search goes backwards.
func (l *Look) onFoot(from, to hex.Hex, _ hex.Direction) (cost int, ok bool) {
	into := l.War().TerrainOf(from)
	side := l.War().HexsideOf(l.War().Grid().Between(from, to))
	if l.War().TerrainOf(to).Water || side != nil && (side.Shut || side.Wall) {
		return 0, false
	}
	cost = max(into.Cost, 1) + 3*into.Dice
	if side != nil {
		cost += side.Cost
	}
	return cost, true
}

func (l *Look) fastestIn(side engine.Side, h hex.Hex) (fastest int, known bool) {
	for i := range l.of.Units() {
		u := l.of.Unit(i)
		switch {
		case u.Side() != side || l.public().At(u).Hex() != h:
		case !l.of.KnownTo(l.seat).Sees(u): // the seat does not even see whether it is militia
			return 0, false
		case !u.Bound():
			fastest = max(fastest, u.Kind().Move)
		}
	}
	return fastest, true
}

// Fastest returns the movement allowance of the fastest unit that an army can have.
func (l *Look) Fastest() (fastest int) {
	for _, k := range l.battle.Game().Kinds {
		if k.Role == fight.Troop {
			fastest = max(fastest, k.Move)
		}
	}
	return fastest
}
