package analysis

import (
	"context"
	"slices"

	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/explore"
	"houserule/engine/odds"
)

// certain is the maximum gap of values that are proved. Wide is the distance between certain
// bounds beyond which battles that are played say more than the middle of the bounds.
const (
	certain = 1e-5
	wide    = 0.05
)

// Best play is sought if the battles of the pilot have met one choice at most in so many steps.
const few = 5

// For each state that it may have: ways in which dice and answers can lead to it, and steps of
// scripts. Bytes are those of states that wait.
const (
	stateWays  = 4
	stateSteps = 500
	bytes      = 32e6
)

func (l *look) budget() explore.Budget {
	n := max(1, l.most.States/l.weight)
	return explore.Budget{States: n, Ways: stateWays * n, Steps: int64(stateSteps * n), Bytes: bytes, Within: certain}
}

// solve finds the values by best play, or bounds of them.
func (l *look) solve(ctx context.Context) (done bool, err error) {
	game, err := best.Here(l.scratch)
	if err != nil {
		return false, nil // not two sides
	}
	game.Budget = l.budget()
	game.Estimate = func(b engine.Battle) float64 { return prospects(b)[0] }
	q := engine.Question{Choice: l.choice, Side: l.side}
	defer func() { l.ahead = max(l.ahead, game.Ahead()) }()
	if first, ok := game.Best(ctx, q); ok {
		if l.settled = l.line(first.Answer); l.settled == nil { // its evaluation is too low
			l.settled = newLine(first.Answer)
			l.lines = append(l.lines, l.settled)
			l.rest = slices.DeleteFunc(l.rest, func(answer int) bool { return answer == first.Answer })
		}
		for _, n := range l.lines {
			n.certain.High = first.Value.For(l.side).High
		}
		l.settled.certain = first.Value.For(l.side)
		if l.only {
			return true, nil
		}
	}
	answers, _ := game.Answers(ctx, q)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	done = len(answers) > 0
	for _, a := range answers {
		if n := l.line(a.Answer); n != nil && n != l.settled {
			v := a.Value.For(l.side)
			n.certain = best.Value{Low: max(v.Low, n.certain.Low), High: min(v.High, n.certain.High)}
			done = done && n.certain.Gap() <= wide
		}
	}
	if done {
		return true, nil
	}
	guesses, _ := game.Likely(ctx, q)
	l.suppose(guesses)
	return false, ctx.Err()
}

// known takes the values of the solved game, and reports whether it has them.
func (l *look) known(at Recaller) bool {
	start, given, ok := at.Past().Step()
	if !ok {
		return false
	}
	answers, ok := l.Solved.Choices(start, given)
	if !ok && len(l.lines) == 1 {
		v, along := l.Solved.Along(start, given)
		answers, ok = []best.Answer{{Answer: l.lines[0].answer, Value: v}}, along
	}
	for _, a := range answers {
		if n := l.line(a.Answer); n != nil {
			n.certain = a.Value.For(l.side)
		}
	}
	return ok
}

// seats returns the number of sides.
func (l *look) seats() int {
	if l.scratch == nil { // the game is solved: two sides
		return 2
	}
	return l.scratch.Seats()
}

// line returns the line of an answer, nil if it has none.
func (l *look) line(answer int) *line {
	i := slices.IndexFunc(l.lines, func(n *line) bool { return n.answer == answer })
	if i < 0 {
		return nil
	}
	return l.lines[i]
}

// Exact returns the chances of exact odds. A battle that never ends is a draw.
func Exact(o *odds.Odds, seats int) (c Chances) {
	for seat := range seats {
		c[seat] = o.Wins[seat].Value + float64((o.Draws.Value+o.Never.Value)/float64(seats))
	}
	return c
}
