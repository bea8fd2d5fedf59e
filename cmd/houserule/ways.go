package main

import (
	"houserule/engine"
	"houserule/engine/odds"
	"houserule/engine/sim"
)

// A way is one of the ways in which battles end: a side wins, or nobody does.
type way struct {
	winner engine.Side // or [engine.Draw]
	name   string
}

// waysOf are those of battles between these seats, draws last.
func waysOf(seats []string) []way {
	var ways []way
	for side, seat := range seats {
		ways = append(ways, way{engine.Side(side), seat})
	}
	return append(ways, way{engine.Draw, "draw"})
}

// in is how many of the battles of a count ended so.
func (w way) in(c *sim.Count) int64 {
	if w.winner == engine.Draw {
		return c.Draws
	}
	return c.Wins[w.winner]
}

// chance is the exact chance that a battle ends so.
func (w way) chance(o *odds.Odds) float64 {
	if w.winner == engine.Draw {
		return o.Draws.Value
	}
	return o.Wins[w.winner].Value
}

// seats are the words for the sides of a plan's battles.
func (p plan) seats() []string { return p.Trials[0].Arms[0].Seats }

// span is what the length of a battle is counted in. A campaign lasts turns,
// and its journal says how many at most.
func (p plan) span() string {
	if p.Trials[0].Arms[0].header().Get("turns") != "" {
		return "turns"
	}
	return "rounds"
}
