package heroesview

import (
	"math/rand/v2"
	"slices"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
)

// drillPoints is the cost of each army of a drill, unless its first unit costs more than half.
const drillPoints = 300

// Bearers returns the creatures that have an entry, or all creatures.
func (Frontend) Bearers(lib *library.Library, section, id string) (ids []string, ok bool) {
	if id == "" {
		return creatures.IDs(lib), true
	}
	return creatures.Bearing(lib, section, id)
}

// Drill draws armies of stacks with cards of one creature or of two, in both lines, with and
// without walls.
func (Frontend) Drill(lib *library.Library, unit string, side engine.Side, dice *rand.Rand) map[string]string {
	all := creatures.All(lib)
	star, err := creatures.Find(lib, unit)
	if err != nil {
		return nil
	}
	casters := slices.DeleteFunc(slices.Clone(all), func(c *heroes.Creature) bool { return len(c.Spells) == 0 })
	if len(casters) == 0 {
		casters = all
	}
	points := max(drillPoints, 2*star.Cost)
	typed := map[string]string{"walls": heroes.Walls(dice.IntN(int(heroes.Sacked) + 1)).String()}
	for seat, name := range (heroes.Setup{}).SeatNames() {
		first := star
		if engine.Side(seat) != side {
			first = all[dice.IntN(len(all))]
		}
		typed[name] = drawn([2][]*heroes.Creature{all, casters}, first, points, dice).String()
	}
	return typed
}

// drawn draws an army that costs about so many points: cards of the first creature, then of some
// from each list in turn.
func drawn(lists [2][]*heroes.Creature, first *heroes.Creature, points int, dice *rand.Rand) (army heroes.Army) {
	for c, n := first, 0; points > 0; n++ {
		cost := max(c.Cost, 1)
		run := heroes.Run{N: max(1, min(1+dice.IntN(3), points/cost)), Creature: c}
		points -= run.N * cost
		line := heroes.MeleeLine
		if c.Ranged > c.Melee && len(army[heroes.RangedLine]) < len(army[heroes.MeleeLine]) {
			line = heroes.RangedLine
		}
		if n := len(army[line]); n > 0 && dice.IntN(3) == 0 { // under the cards of another stack
			army[line][n-1] = append(army[line][n-1], run)
		} else {
			army[line] = append(army[line], heroes.Pile{run})
		}
		from := lists[n%2]
		c = from[dice.IntN(len(from))]
	}
	return army
}
