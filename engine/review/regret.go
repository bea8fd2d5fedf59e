package review

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/best"
	"houserule/engine/explore"
	"houserule/engine/odds"
)

// A Regret is how much of their winning chances two players lose in a battle, compared with
// best play. Value is the winning chance of seat 0 under best play of both, and Result its
// chance between these players. For exact regret,
//
//	Value - Lost[0] + Lost[1] = Result
//
// except for Rest, which no answer loses: the effect of the round limit.
type Regret struct {
	Value, Result float64
	Lost          [2]float64
	Decisions     []Decision // all decisions with a cost, the costliest first
	Rest          float64
	Bound         float64 // bound of the error of exact regret
	// Battles is the number of battles played, and Half is half of the 95 % interval of
	// Lost. Both are 0 for exact regret.
	Battles int
	Half    [2]float64
}

// A Decision is an answer in a position that is worse than the best answer.
type Decision struct {
	Side         engine.Side
	Kind         string // kind of question: the name of its form
	Scene        string
	Answer, Best string
	Loss         float64 // the loss each time
	Times        float64 // how often a battle gets there, on average
}

// Cost returns the decision's mean cost in a battle.
func (d Decision) Cost() float64 { return float64(d.Loss * d.Times) }

// Kinds returns a seat's losses by kind of question.
func (r *Regret) Kinds(seat engine.Side) map[string]float64 {
	kinds := map[string]float64{}
	for _, d := range r.Decisions {
		if d.Side == seat {
			kinds[d.Kind] += d.Cost()
		}
	}
	return kinds
}

// add adds a decision. Times multiplies its Times.
func (r *Regret) add(d Decision, times float64) {
	d.Times *= times
	if d.Cost() > 0 {
		r.Lost[d.Side] += d.Cost()
		r.Decisions = append(r.Decisions, d)
	}
}

// sort sorts the costliest decisions first. It merges decisions with the same description.
func (r *Regret) sort() {
	order := func(a, b Decision) int {
		return cmp.Or(cmp.Compare(a.Side, b.Side), cmp.Compare(a.Scene, b.Scene), cmp.Compare(a.Answer, b.Answer), cmp.Compare(a.Best, b.Best), cmp.Compare(a.Loss, b.Loss))
	}
	slices.SortFunc(r.Decisions, order)
	var merged []Decision
	for _, d := range r.Decisions {
		if n := len(merged); n > 0 && order(merged[n-1], d) == 0 {
			merged[n-1].Times += d.Times
			continue
		}
		merged = append(merged, d)
	}
	slices.SortStableFunc(merged, func(a, b Decision) int { return cmp.Compare(b.Cost(), a.Cost()) })
	r.Decisions = merged
}

// errUnknown is the error of a position that is not part of the solved game.
var errUnknown = errors.New("best play is not known here")

// judge returns the decision of an answer in a solved game, at a table that records what
// happens in the step. Its Loss is 0 if the answer is as good as the best within the bounds
// of their values.
func judge(g *best.Game, b engine.Battle, t *engine.Table, q engine.Question, answer int) (Decision, error) {
	start, past, ok := t.Past().Step()
	if !ok {
		return Decision{}, errUnknown
	}
	answers, ok := g.Choices(start, past)
	if only := slices.Collect(q.Choice.Each); !ok && len(only) == 1 {
		answers, ok = []best.Answer{{Answer: only[0]}}, true
	}
	if !ok {
		return Decision{}, errUnknown
	}
	i := slices.IndexFunc(answers, func(a best.Answer) bool { return a.Answer == answer })
	if i < 0 {
		return Decision{}, errUnknown
	}
	top, given := answers[0].Value.For(q.Side), answers[i].Value.For(q.Side)
	d := Decision{Side: q.Side, Loss: top.Middle() - given.Middle()}
	if d.Loss <= top.Gap()+given.Gap() {
		d.Loss = 0
		return d, nil
	}
	d.Answer, d.Best = q.Choice.Name(answer), q.Choice.Name(answers[0].Answer)
	d.Kind, _, _ = strings.Cut(d.Best, " ")
	if f := engine.FormOf(q.Choice); f != nil {
		d.Kind = f.Name
	}
	if s, ok := b.(engine.Story); ok {
		d.Scene = s.Scene()
	}
	return d, nil
}

// A watcher records a graph's decisions with a cost, by state.
type watcher struct {
	game      *best.Game
	state     int
	decisions map[int][]Decision
	err       error
}

// Enter starts a new list of a state's decisions.
func (w *watcher) Enter(state int) {
	w.state = state
	delete(w.decisions, state)
}

// Chosen judges an answer.
func (w *watcher) Chosen(b engine.Battle, t *engine.Table, q engine.Question, answer int, p odds.Number) {
	d, err := judge(w.game, b, t, q, answer)
	if err != nil && w.err == nil {
		w.err = err
	}
	if d.Loss > 0 {
		d.Times = p.Value
		w.decisions[w.state] = append(w.decisions[w.state], d)
	}
}

// Exact returns the regret of two players in a solved game of battles like b, from the
// expected number of visits to each position. The players must be functions of the
// position, or [odds.Lots]. The error is an [explore.TooLarge] if the battle between them
// exceeds the budget.
func Exact(ctx context.Context, g *best.Game, b engine.Battle, most explore.Budget, players ...engine.Oracle) (*Regret, error) {
	chain := odds.NewGraph(b, players...)
	w := &watcher{game: g, decisions: map[int][]Decision{}}
	chain.Budget = most
	chain.Watch(w)
	root := chain.Begin()
	err := chain.Explore(ctx)
	if err == nil {
		err = w.err
	}
	if err != nil {
		return nil, err
	}
	o, visits, err := chain.Visits(root)
	if err != nil {
		return nil, err
	}
	r := &Regret{Value: g.Start().Middle(), Result: analysis.Exact(o, 2)[0], Bound: o.Bound + g.Start().Gap()}
	for state, times := range visits {
		for _, d := range w.decisions[state] {
			r.add(d, times)
		}
	}
	r.Rest = r.Value - r.Lost[0] + r.Lost[1] - r.Result
	r.sort()
	return r, nil
}

// Sample measures the regret of players in battles of a solved game. Seat returns the dice
// and the players of battle n, from 0.
func Sample(ctx context.Context, g *best.Game, b engine.Battle, battles int, seat func(n int) (engine.Oracle, []engine.Oracle, error)) (*Regret, error) {
	r := &Regret{Value: g.Start().Middle(), Battles: battles}
	n := float64(battles)
	var squares [2]float64
	for i := range battles {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		luck, players, err := seat(i)
		if err != nil {
			return nil, err
		}
		before := r.Lost
		if err := r.play(g, b, luck, players, 1/n); err != nil {
			return nil, err
		}
		for side := range squares {
			lost := n * (r.Lost[side] - before[side])
			squares[side] += float64(lost * lost)
		}
		r.Result += analysis.Result(b)[0] / n
	}
	for side, mean := range r.Lost {
		r.Half[side] = 1.96 * math.Sqrt(max(0, squares[side]/n-float64(mean*mean))/n)
	}
	r.sort()
	return r, nil
}

// play plays a battle. Times is the weight of each of its decisions.
func (r *Regret) play(g *best.Game, b engine.Battle, luck engine.Oracle, players []engine.Oracle, times float64) error {
	seats := make([]engine.Oracle, len(players))
	for i, player := range players {
		seats[i] = &judged{Oracle: player, note: func(t *engine.Table, q engine.Question, answer int) error {
			d, err := judge(g, b, t, q, answer)
			d.Times = 1
			r.add(d, times)
			return err
		}}
	}
	return engine.Play(b, engine.NewTable(luck, seats...))
}

// A judged is a player whose answers are judged, at a table that it follows.
type judged struct {
	engine.Oracle
	note  func(t *engine.Table, q engine.Question, answer int) error
	table *engine.Table
}

// Follow makes the table record what happens in a step.
func (j *judged) Follow(t *engine.Table) {
	j.table = t
	if f, ok := j.Oracle.(engine.Follower); ok {
		f.Follow(t)
	}
}

// Answer judges the player's answer and returns it.
func (j *judged) Answer(q engine.Question) (int, error) {
	answer, err := j.Oracle.Answer(q)
	if err == nil && q.Choice.Legal(answer) {
		err = j.note(j.table, q, answer)
	}
	return answer, err
}
