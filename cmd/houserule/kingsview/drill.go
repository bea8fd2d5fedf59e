package kingsview

import (
	"math/rand/v2"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/engine/library"
)

// drillPoints is the cost of each army of a drill, unless two of its first counter cost more.
const drillPoints = 16 * pointsOfOne

// Bearers returns the things that have an entry, or all that can be in a battle.
func (Frontend) Bearers(lib *library.Library, section, id string) (ids []string, ok bool) {
	if id != "" {
		return things.Bearing(lib, section, id)
	}
	for _, t := range things.All(lib) {
		if drills(t) {
			ids = append(ids, t.ID)
		}
	}
	return ids, true
}

// drills reports whether a thing can be in a battle: in an army, or held by a side.
func drills(t *kings.Thing) bool { return musters(t) || t.Kind == kings.Item }

// Drill draws armies, items for both sides, the terrain and the adjacent hexes. An item is
// held by its side, and a building is the defender's.
func (Frontend) Drill(lib *library.Library, unit string, side engine.Side, dice *rand.Rand) map[string]string {
	star, err := things.Find(lib, unit)
	if err != nil || !drills(star) {
		return nil
	}
	var fighters []view.Unit
	var items, lands []string
	for _, t := range things.All(lib) {
		switch {
		case t.Kind == kings.Item:
			items = append(items, t.ID)
		case musters(t) && t.Kind != kings.Building:
			fighters = append(fighters, view.Unit{ID: t.ID, Cost: costOf(t)})
		}
	}
	for _, t := range terrains.All(lib) {
		lands = append(lands, t.ID)
	}
	if len(fighters) == 0 {
		return nil
	}
	if star.Kind == kings.Building {
		side = 1
	}
	points := drillPoints
	if musters(star) {
		points = max(points, 2*costOf(star))
	}
	typed := map[string]string{neighborsFlag: "north of attacker; south of defender"}
	var held []string
	for seat, name := range []string{"attacker", "defender"} {
		first := fighters[dice.IntN(len(fighters))]
		var holds []string
		if len(items) > 0 {
			holds = append(holds, items[dice.IntN(len(items))])
		}
		switch {
		case engine.Side(seat) != side:
		case star.Kind == kings.Item:
			holds = []string{star.ID}
		default:
			first = view.Unit{ID: star.ID, Cost: costOf(star)}
		}
		typed[name] = view.Muster(fighters, first, points, dice)
		if holds != nil {
			held = append(held, name+": "+strings.Join(holds, ", "))
		}
	}
	if held != nil {
		typed[itemsFlag] = strings.Join(held, "; ")
	}
	if len(lands) > 0 {
		typed[terrainFlag] = lands[dice.IntN(len(lands))]
	}
	return typed
}
