package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"

	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/chain"
	"houserule/engine/secrets"
)

// A Budget is what an analysis may look at: nodes, which are steps of battles that are played on,
// 1 or more; and states of best play, if best play is sought.
type Budget struct{ Nodes, States int }

// FirstLook is the budget where a person waits for an answer.
var FirstLook = Budget{Nodes: 24_000, States: 5_000}

// DefaultNodes is the default number of nodes of a player that looks ahead.
const DefaultNodes = 12_000

// Nodes returns the budget of a player that looks at so many nodes.
func Nodes(n int) Budget { return Budget{Nodes: n, States: 2 * n} }

// Times returns a budget that is n times as large.
func (b Budget) Times(n int) Budget { return Budget{b.Nodes * n, b.States * n} }

const (
	width     = 12                       // answers that get a value: those with the greatest evaluations
	nodeSteps = 5_000_000 / DefaultNodes // steps of scripts that count as a node
	nodeBytes = 16 << 10                 // bytes of a position that count as a node for each step
)

// An Analyst analyzes questions of battles of one start. It is not for use by several
// goroutines at once.
type Analyst struct {
	tree    tree
	oracles []engine.Oracle // the tree, for each seat
	scratch engine.Battle
	table   *engine.Table // the table of scratch
	ahead   int
	before  int // nodes of earlier analyses
	// Progress, if not nil, is called from time to time with the number of nodes looked at, in
	// all analyses so far.
	Progress func(nodes int)
	// Solved, if not nil, is the solved game of the battles: all values follow from it.
	Solved *best.Game
	// Habits, if not nil, are those of the players in all seats. What is hidden from a side is
	// then weighed by the answers that it has seen: see package secrets.
	Habits []secrets.Habits
}

// New returns an analyst.
func New() *Analyst { return &Analyst{table: engine.NewTable(nil)} }

// Ahead returns the number of rounds before the limit in which what was found may have
// depended on it.
func (a *Analyst) Ahead() int {
	if a.scratch != nil && a.scratch.Timed() {
		a.ahead = chain.Always
	}
	return a.ahead
}

// Analyze values the answers to a question within a budget. At, if not nil, knows the step in
// which the question is asked. The answers in also get a value, even if they seem bad. If ctx
// ends, Analyze returns what it has found with the error of ctx. After any other error it has
// found nothing.
func (a *Analyst) Analyze(ctx context.Context, q engine.Question, at Recaller, most Budget, also ...int) (*Analysis, error) {
	return a.analyze(ctx, q, at, most, false, also)
}

// Best returns the answer that Analyze puts first, without the values of the others, and the
// number of nodes looked at.
func (a *Analyst) Best(ctx context.Context, q engine.Question, at Recaller, most Budget) (answer, looked int, err error) {
	found, err := a.analyze(ctx, q, at, most, true, nil)
	switch {
	case err != nil:
		return 0, 0, err
	case len(found.Answers) > 0:
		return found.Answers[0].Answer, found.Nodes, nil
	}
	return found.Rest[0], found.Nodes, nil
}

func (a *Analyst) analyze(ctx context.Context, q engine.Question, at Recaller, most Budget, only bool, also []int) (*Analysis, error) {
	l := &look{Analyst: a, choice: Trier(q.Choice, at), hidden: Hides(q.Choice), side: q.Side, most: most, only: only, planner: planner(q.Choice), also: also}
	l.scripts = &engine.Allowance{Left: int64(most.Nodes) * nodeSteps, Tries: true}
	l.list(q.Choice, 0)
	var err error
	if a.Solved != nil && at != nil && l.known(at) {
		return l.analysis(), nil
	}
	if len(l.lines) > 1 || !only {
		if l.weigh(q.Choice, at); l.choice != nil {
			err = l.value(ctx)
			a.before += l.looked()
		}
	}
	if errors.Is(err, engine.ErrSpent) || errors.Is(err, engine.ErrIllegal) {
		err = nil
	}
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	return l.analysis(), err
}

// A look is an analysis in progress.
type look struct {
	*Analyst
	choice  engine.Trier // nil: options cannot be tried
	hidden  bool         // the side that decides does not see all
	deals   *dealt       // choice, if what is hidden is weighed
	side    engine.Side
	most    Budget
	only    bool           // only the best answer is wanted
	also    []int          // answers that get a value even if they seem bad
	planner engine.Planner // the question, if sides plan
	spent   int            // nodes, without the steps of scripts
	weight  int            // number of nodes that a step counts as: more than 1 in large positions
	scripts *engine.Allowance
	lines   []*line // the answers that get a value, by their evaluation
	rest    []int   // the other answers, in the same order
	settled *line   // the best answer, if more battles cannot change it; otherwise nil
	root    *choice // the question, in the tree
	drift   drift
	brief   bool   // battles are not played to their end
	luck    uint64 // the seed of the first battle of each answer
}

// BestFirst lists the options of a choice by their evaluation, under a plan if sides plan: the
// first one under plan 0 is that of greedy.
func BestFirst(c engine.Choice, plan int) (all []int) {
	worth := map[int]int{}
	evaluator, evaluates := c.(engine.Evaluator)
	planner, plans := c.(engine.Planner)
	for answer := range c.Each {
		switch all = append(all, answer); {
		case plans:
			worth[answer] = planner.EvaluateBy(plan, answer)
		case evaluates:
			worth[answer] = evaluator.Evaluate(answer)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	return all
}

// list lists the answers by their evaluation, under a plan.
func (l *look) list(c engine.Choice, plan int) {
	all := BestFirst(c, plan)
	if len(all) == 0 {
		all = []int{c.First()}
	}
	l.lines = nil
	for _, answer := range all[:min(len(all), width)] {
		l.lines = append(l.lines, newLine(answer))
	}
	l.rest = all[len(l.lines):]
	for _, answer := range l.also {
		if i := slices.Index(l.rest, answer); i >= 0 {
			l.lines, l.rest = append(l.lines, newLine(answer)), slices.Delete(l.rest, i, i+1)
		}
	}
	for _, n := range l.lines {
		n.plan = plan
	}
}

// value finds the values of the answers.
func (l *look) value(ctx context.Context) error {
	if l.planner != nil {
		return l.plan(ctx)
	}
	if err := l.begin(); err != nil {
		return err
	}
	if l.deals != nil {
		l.settle()
	}
	if err := l.probe(); err != nil {
		return err
	}
	if err := l.play(ctx, l.most.Nodes/piloted); err != nil {
		return err
	}
	if !l.hidden && len(l.tree.choices)*few <= l.spent {
		if done, err := l.solve(ctx); done || err != nil {
			return err
		}
	}
	return l.play(ctx, l.most.Nodes)
}

// begin makes scratch ready, and finds the seed of the first battles. It follows from the side
// and the position after the first answer, without the round: in the middle of a step a battle
// has no key.
func (l *look) begin() error {
	l.Ahead()
	l.scratch = l.choice.Scratch() // another one: what earlier looks have read of the round matters to none
	l.scratch.Sit(l.table)
	l.oracles = slices.Repeat([]engine.Oracle{&l.tree}, l.scratch.Seats())
	l.table.Allow(l.scripts)
	l.pose()
	l.tree.planned = l.planner != nil
	l.tree.choices = map[uint64]*choice{}
	l.take(0, 0)
	key := l.scratch.AppendKey([]byte{byte(l.side)})
	h := fnv.New64a()
	h.Write(key)
	l.luck, l.weight = h.Sum64(), 1+len(key)/nodeBytes
	return l.failed()
}

// pose makes the lines the options of the question.
func (l *look) pose() {
	l.root = &choice{side: l.side}
	for _, n := range l.lines {
		l.root.options = append(l.root.options, option{answer: n.answer, taken: n.battles, won: n.sum[l.side]})
		l.root.taken, l.root.won = l.root.taken+n.battles, l.root.won+n.sum[l.side]
		if !l.only && !l.hidden {
			n.replies = map[string]int{}
		}
	}
}

// take plays an answer in scratch.
func (l *look) take(at int, luck uint64) {
	if l.deals != nil {
		l.deals.present = l.deals.Pick(luck - l.luck)
	}
	l.try(at, luck)
}

// try plays an answer in scratch, in the present deal. It reports whether no die was rolled and
// nothing asked.
func (l *look) try(at int, luck uint64) bool {
	l.tree.battle(l.root, at, luck)
	l.tree.replies, l.tree.plan = l.lines[at].replies, l.lines[at].plan
	l.table.Seat(&l.tree, l.oracles...)
	if l.deals != nil {
		l.tree.follow(l.deals.present)
	}
	before := l.tree.state
	if d, ok := l.choice.(engine.DealTrier); ok {
		d.TryDealt(l.scratch, l.lines[at].answer)
	} else {
		l.choice.Try(l.scratch, l.lines[at].answer)
	}
	l.spent++
	return l.tree.state == before
}

// looked returns the number of nodes looked at: steps that were played, unless choices that were
// met, or steps of scripts, count as more.
func (l *look) looked() int {
	spent := l.spent
	if l.planner != nil {
		spent /= light
	}
	return min(l.most.Nodes, max(spent, listing*len(l.tree.choices), l.most.Nodes-int(l.scripts.Left/nodeSteps)))
}

// failed returns the error of the table.
func (l *look) failed() error {
	err := l.table.Err()
	if err != nil && !errors.Is(err, engine.ErrSpent) {
		err = fmt.Errorf("looking ahead: %w", err)
	}
	return err
}

// analysis puts together what was found.
func (l *look) analysis() *Analysis {
	a := &Analysis{Side: l.side, Nodes: l.looked(), Plan: l.lines[0].plan}
	if l.deals != nil {
		a.Weighed = l.deals.By
	}
	for _, n := range l.lines {
		n.drift = l.drift
	}
	top := l.top()
	for _, n := range l.lines {
		if top == nil || !n.known() {
			a.Rest = append(a.Rest, n.answer)
			continue
		}
		of := Answer{Answer: n.answer, Value: n.value(l.side, l.seats(), top), Equal: n.equals(top, l.side, confident)}
		if of.Reply, of.Often = n.reply(); l.planner != nil {
			of.Known = Planned
		}
		a.Answers = append(a.Answers, of)
	}
	a.Rest = append(a.Rest, l.rest...)
	a.rank(top)
	return a
}
