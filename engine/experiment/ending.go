package experiment

import (
	"slices"

	"houserule/engine"
	"houserule/engine/sim"
)

// An Ending is a way in which battles end: a seat wins, or there is a draw.
type Ending struct {
	Winner engine.Side // or [engine.Draw]
	Name   string      // the word for the seat, or "draw"
}

// Endings returns the endings of battles between these seats, the draw last.
func Endings(seats []string) []Ending {
	var all []Ending
	for side, seat := range seats {
		all = append(all, Ending{engine.Side(side), seat})
	}
	return append(all, Ending{engine.Draw, "draw"})
}

// seen returns the endings of a result's battles, with the draw only if there were draws.
func seen(seats []string, r *sim.Result) []Ending {
	all := Endings(seats)
	if slices.ContainsFunc(r.Arms, func(c sim.Count) bool { return c.Draws > 0 }) {
		return all
	}
	return all[:len(seats)]
}

// in returns the number of battles of a count that ended so.
func (e Ending) in(c *sim.Count) int64 {
	if e.Winner == engine.Draw {
		return c.Draws
	}
	return c.Wins[e.Winner]
}
