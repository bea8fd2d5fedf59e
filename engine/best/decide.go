package best

import (
	"cmp"
	"context"
	"math"

	"houserule/engine"
)

// Best returns the best option of a choice of a live battle, for a game from [Here]. It
// explores until no other option can be better by more than Within, which takes fewer states
// than the values of all options. Ok is false if it does not find such an option, if an
// option cannot be tried, or if there are more than mostAnswers.
func (g *Game) Best(ctx context.Context, q engine.Question) (answer Answer, ok bool) {
	trier, ok := tried(q)
	if !ok {
		return answer, false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.vain = false
	for timed := !g.space.Timed; timed != g.space.Timed; { // again after the round has become part of a state
		timed = g.space.Timed
		if !g.pose(ctx, trier, q.Side) {
			return answer, false
		}
		if err := g.refine(ctx, []int32{start}); err != nil {
			return answer, false
		}
	}
	g.vain = true
	answers, _, ok := g.options(trier)
	if !ok {
		return answer, false
	}
	rank(answers, q.Side)
	for _, a := range answers[1:] {
		if a.Value.For(q.Side).High > answers[0].Value.For(q.Side).Low+g.within() {
			return answer, false
		}
	}
	return answers[0], true
}

// optionWays returns in how many ways a step after an option of a question may go.
func (g *graph) optionWays() int { return cmp.Or(g.Budget.Ways/optionParts, 100*g.States) }

// optionParts is the part of the budget that one option may take.
const optionParts = 16

// pose makes the start a choice of a side between the options of c. It reports whether all
// options could be tried.
func (g *graph) pose(ctx context.Context, c engine.Trier, side engine.Side) bool {
	first := 0
	g.grower.leaf = func(lost bool) (ref, error) {
		if len(g.states) > g.States {
			return 0, g.space.TooLarge(g.States, -1)
		}
		first = min(first, g.space.Scratch.Round())
		return g.leaf(lost)
	}
	defer func() { g.grower.leaf = g.leaf }()
	for round := 0; ; round = first { // the round of the question, found by a first pass
		var options []branch[ref]
		g.tree.clear(round)
		first = math.MaxInt
		g.walk.Ways, g.walk.Scripts, g.walk.Stop = g.optionWays(), g.scripts(), ctx.Err
		for option := range c.Each {
			to, err := g.grower.grow(g.walk, func() { c.Try(g.space.Scratch, option) })
			if err != nil {
				return false
			}
			options = append(options, branch[ref]{answer: option, to: to})
		}
		if !g.space.Timed && g.space.Scratch.Timed() {
			g.space.Timed = true
			g.reset()
			return g.pose(ctx, c, side)
		}
		if round == first {
			g.sorted, g.settled = [2]int{}, [2]int{}
			g.tree.emit(g, start, g.tree.join(side, options))
			return true
		}
	}
}
