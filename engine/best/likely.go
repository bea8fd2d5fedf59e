package best

import (
	"context"
	"math"

	"houserule/engine"
	"houserule/engine/explore"
)

// mostPasses is the maximum number of times that Likely computes the values of all states.
const mostPasses = 100

// Likely returns the options of a choice with approximate values, the best first, after
// [Game.Best] has explored as much as it may and found none that is certainly best. States
// that were not explored count as Estimate evaluates them, which must not be nil. Ok is false
// if Best has not explored so far, if all would rest on estimates, some of them of battles in
// the middle of a round, if an option cannot be tried, or if ctx has ended.
func (g *Game) Likely(ctx context.Context, q engine.Question) (answers []Answer, ok bool) {
	trier, ok := tried(q)
	g.mu.Lock()
	defer g.mu.Unlock()
	if !ok || !g.vain || g.improve(ctx) != nil || g.guess[start].Gap() == 1 {
		return nil, false
	}
	defer func() { g.likely = nil }()
	for id := range int32(len(g.states)) {
		g.likely = append(g.likely, g.estimated(id))
	}
	for change, pass := 1.0, 0; change > g.within() && pass < mostPasses; pass++ {
		if ctx.Err() != nil {
			return nil, false
		}
		change = 0
		for _, id := range g.order {
			if g.space.Waiting(id) != nil {
				continue
			}
			v := g.evaluate(id, g.likely, g.likely, g.limit+1)
			change = max(change, math.Abs(v.Low-g.likely[id].Low))
			g.likely[id] = v
		}
	}
	answers, _, ok = g.options(trier)
	rank(answers, q.Side)
	return answers, ok
}

// estimated returns the approximate value of a state, for Likely: of the scratch battle's present
// one, if id is [explore.Unknown].
func (g *graph) estimated(id int32) Value {
	switch {
	case id == explore.Unknown:
		of := g.Estimate(g.space.Scratch)
		return Value{of, of}
	case int(id) < len(g.likely):
		return g.likely[id]
	}
	of := g.states[id].estimate
	return Value{of, of}
}
