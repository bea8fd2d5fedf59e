package analysis

import (
	"cmp"
	"context"
	"slices"

	"houserule/engine"
)

// Where sides plan (see [engine.Planner]), the best answer is the one that the best plan puts
// first. Battles are played to their end: with half of the nodes from the first answer of each plan
// of the side that decides, which it then follows, and with the others from all answers under the
// best plan. The other sides play as greedy. Battles are too long, and so too few, to show that
// another answer is better.

// Parameters of plans, found by measuring.
const (
	light   = 3 // steps of a battle that count as a node where sides plan: no choices are kept
	planned = 2 // the part of the nodes after which a plan is chosen
)

// planner returns a choice if its side has several plans, otherwise nil.
func planner(c engine.Choice) engine.Planner {
	if p, ok := c.(engine.Planner); ok && p.Plans() > 1 {
		return p
	}
	return nil
}

// A finder finds the options that plans put first. Used again, it allocates nothing.
type finder struct {
	of          engine.Planner
	plan        int
	first, most int
	any         bool
	look        func(answer int) bool
}

// begins returns the option that a plan puts first.
func (f *finder) begins(c engine.Planner, plan int) int {
	if f.look == nil {
		f.look = func(answer int) bool {
			if n := f.of.EvaluateBy(f.plan, answer); !f.any || n > f.most {
				f.first, f.most, f.any = answer, n, true
			}
			return true
		}
	}
	f.of, f.plan, f.any = c, plan, false
	if c.Each(f.look); !f.any {
		return c.First()
	}
	return f.first
}

// plan finds the best plan and, unless only the best answer is wanted, the values of all answers.
func (l *look) plan(ctx context.Context) (err error) {
	l.lines = nil
	for plan := range l.planner.Plans() {
		n := newLine(l.tree.finder.begins(l.planner, plan))
		n.plan = plan
		l.lines = append(l.lines, n)
	}
	best := l.lines[0]
	if !l.only || slices.ContainsFunc(l.lines, func(n *line) bool { return n.answer != best.answer }) {
		if err = l.begin(); err == nil {
			err = l.play(ctx, l.most.Nodes/planned)
		}
		best = slices.MaxFunc(l.lines, func(a, b *line) int { return cmp.Compare(a.mean(l.side), b.mean(l.side)) })
	}
	l.list(l.planner, best.plan)
	l.lines[0], l.settled = best, best
	if err != nil || l.only {
		return err
	}
	l.pose()
	return l.play(ctx, l.most.Nodes)
}
