package sorceryview

import (
	"math/rand/v2"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/sorcery/fight"
)

// drillPoints is the cost of each army of a drill, unless two of its first unit cost more.
const drillPoints = 30 * pointsOfOne

// Bearers returns the units that have an entry, or all units.
func (Frontend) Bearers(lib *library.Library, section, id string) (ids []string, ok bool) {
	if id == "" {
		return units.IDs(lib), true
	}
	return units.Bearing(lib, section, id)
}

// Drill draws armies with a leader each, the terrain and the adjacent hexes.
func (Frontend) Drill(lib *library.Library, unit string, side engine.Side, dice *rand.Rand) map[string]string {
	star, err := units.Find(lib, unit)
	if err != nil {
		return nil
	}
	var troops []view.Unit
	var leaders []string
	for _, k := range units.All(lib) {
		switch k.Role {
		case fight.Troop:
			troops = append(troops, view.Unit{ID: k.ID, Cost: costOf(k)})
		case fight.Character:
			leaders = append(leaders, k.ID)
		}
	}
	if len(troops) == 0 {
		return nil
	}
	typed := map[string]string{neighborsFlag: "west of attacker; east of defender"}
	points := max(drillPoints, 2*costOf(star))
	for seat, name := range (fight.Setup{}).SeatNames() {
		first := troops[dice.IntN(len(troops))]
		if engine.Side(seat) == side && star.Role == fight.Troop {
			first = view.Unit{ID: star.ID, Cost: costOf(star)}
		}
		army := view.Muster(troops, first, points, dice)
		switch {
		case engine.Side(seat) == side && star.Role != fight.Troop:
			army += ", " + star.ID
		case len(leaders) > 0:
			army += ", " + leaders[dice.IntN(len(leaders))]
		}
		typed[name] = army
	}
	if all := terrains.All(lib); len(all) > 0 {
		typed[terrainFlag] = all[dice.IntN(len(all))].ID
	}
	return typed
}
