// Package best computes best play: the value of a battle between two sides that see
// everything and want to win, under the rules with all their hooks. It knows no game.
//
// A [Game] is the graph of a battle's states, which package explore keeps. A step is a tree:
// dice, choices of seat 0, which wants the greatest value, choices of seat 1, which wants the
// least, and, at the leaves, states. The value is the probability that seat 0 wins, where a
// draw counts as a half.
//
// The round limit makes it a finite game: from the last round backwards, each state's value
// follows from the values of the next round. These are the rounds of value iteration. A
// round changes no value by more than the round after it does. So once values hardly
// change, states have one value unless the limit is near. Each value has a lower bound,
// which counts unexplored states as lost for seat 0, and an upper bound, which counts them
// as won.
package best

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"houserule/engine"
	"houserule/engine/chain"
	"houserule/engine/explore"
	"houserule/engine/odds"
)

// A Value is the value that seat 0 can reach against best play, and that seat 1 can hold it
// down to: the probability that seat 0 wins, where a draw counts as a half. The true value
// certainly lies between Low and High.
type Value struct{ Low, High float64 }

// For returns the value for a side: the probability that it wins.
func (v Value) For(side engine.Side) Value {
	if side == 0 {
		return v
	}
	return Value{1 - v.High, 1 - v.Low}
}

// Middle returns the middle of the bounds. Gap returns their distance.
func (v Value) Middle() float64 { return float64(v.Low/2) + float64(v.High/2) }
func (v Value) Gap() float64    { return v.High - v.Low }

// A Game is a battle with all its values. Once it is solved, several goroutines may use it.
type Game struct {
	mu sync.Mutex
	graph
	// Progress, if not nil, is called from time to time with the number of states found,
	// and the gap of the start's value when it was last computed.
	Progress func(states int, gap float64)
}

// Endless is the round after which a battle without a round limit counts as a draw.
const Endless = 10_000

// Unsolvable is the error of a battle to which best play does not apply.
type Unsolvable struct{ Why string }

func (e *Unsolvable) Error() string {
	return "best play is for two sides that see everything: " + e.Why + "; the player search plays such battles"
}

// New returns the game of battles of the same start as b, played from the beginning. The
// error is an [Unsolvable]. Only [Game.Solve] finds out whether something is hidden.
func New(b engine.Battle) (*Game, error) {
	return newGame(b, odds.Free{}, odds.Free{})
}

// Reply returns the game of a seat whose enemy is a given player. That player's answers must
// be functions of the position. The values of the game are those of the best reply: no
// player in that seat wins more against the given one.
func Reply(b engine.Battle, seat engine.Side, against engine.Oracle) (*Game, error) {
	seats := []engine.Oracle{against, against}
	seats[seat] = odds.Free{}
	g, err := newGame(b, seats...)
	if err == nil {
		g.space.Classes = false
	}
	return g, err
}

func newGame(b engine.Battle, seats ...engine.Oracle) (*Game, error) {
	if n := b.Seats(); n != 2 {
		return nil, &Unsolvable{fmt.Sprintf("this battle has %d", n)}
	}
	g := &Game{}
	g.States, g.walk = odds.DefaultStates, odds.NewWalk(seats...)
	g.space = explore.New(b, g.walk.Table)
	_, g.space.Classes = b.(engine.Classifier)
	g.space.Compare, g.space.FirstChecks = g.compare, 4
	g.grower.leaf, g.grower.join = g.leaf, g.tree.join
	return g, nil
}

// Here returns the game of a live battle from its present state on. It is not solved:
// questions about it explore it, until States are found.
func Here(b engine.Battle) (*Game, error) {
	g, err := New(b)
	if err != nil {
		return nil, err
	}
	g.here = true
	g.limit, g.timeUp = cmp.Or(b.RoundLimit(), Endless), endOf(b.TimeUp())
	g.reset()
	return g, nil
}

// Solve explores states until the value of the start is known: its bounds are at most
// Within apart. After an error that is an [explore.TooLarge], or the error of ctx, the values
// are bounds. After any other error there are none. Solve may be called again, with another
// budget.
func (g *Game) Solve(ctx context.Context) error {
	g.walk.Stop = ctx.Err
	err := g.explore(ctx, g.Progress)
	if err == nil || errors.As(err, new(*explore.TooLarge)) {
		return errors.Join(err, g.settle(ctx))
	}
	return err
}

// Start returns the value of the battle. After an interrupted [Game.Solve] it joins the
// bounds that were computed last with the approximate ones.
func (g *Game) Start() Value {
	g.mu.Lock()
	defer g.mu.Unlock()
	v := g.bounds(start, g.limit)
	if g.settled != g.size() {
		near := g.approximate(start, g.limit)
		v = Value{max(v.Low, near.Low), min(v.High, near.High)}
	}
	return v
}

// Known returns the number of states found.
func (g *Game) Known() int { return len(g.states) }

// Ahead returns the number of rounds before the limit in which the answers of a game from
// [Here] may depend on it: as far as it has looked, and one step farther on either side.
func (g *Game) Ahead() int {
	if g.space.Timed {
		return chain.Always
	}
	return max(g.horizon(), g.latest-g.earliest+2)
}

// An Answer is an option of a question and the value of the battle after it.
type Answer struct {
	Answer int
	Value  Value
}

// mostAnswers is the maximum number of options that are solved for an answer.
const mostAnswers = 100

// Answers returns the options of a choice of a live battle with their values, the best
// first for the side that decides. Ok is false if an option cannot be tried, or if there
// are more than mostAnswers.
func (g *Game) Answers(ctx context.Context, q engine.Question) (answers []Answer, ok bool) {
	trier, ok := tried(q)
	if !ok {
		return nil, false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	ok = g.seek(ctx, func() (open []int32, ok bool) {
		answers, open, ok = g.options(trier)
		return open, ok
	})
	rank(answers, q.Side)
	return answers, ok
}

// tried returns the choice of a question. Ok is false if its options cannot be tried, or if
// there are more than mostAnswers.
func tried(q engine.Question) (c engine.Trier, ok bool) {
	c, ok = q.Choice.(engine.Trier)
	return c, ok && len(slices.Collect(q.Choice.Each)) <= mostAnswers
}

// options returns the options of a choice with their values as far as they are known, and
// the states after them whose values are not known. Ok is false if an option cannot be
// tried, but for a game from [Here], where its value is then unknown.
func (g *Game) options(c engine.Trier) (answers []Answer, open []int32, ok bool) {
	for option := range c.Each {
		p, after, ok := g.look(func() { c.Try(g.space.Scratch, option) }, nil)
		switch {
		case !ok && !g.here:
			return nil, nil, false
		case !ok: // it goes too many ways
			p, after = piece{value: payoff[unknown]}, nil
		}
		answers, open = append(answers, Answer{option, p.value}), append(open, after...)
	}
	return answers, open, true
}

// Along returns the value of a battle in the middle of a step: b is the battle at the
// step's beginning, nil for the battle's start, and given are the answers since then, dice
// and choices in their order. Ok is false if these are no answers there.
func (g *Game) Along(b engine.Battle, given []int) (v Value, ok bool) {
	p, ok := g.piece(b, given, nil)
	return p.value, ok
}

// Choices returns the options of the choice after the given answers, with their values, the
// best first for the side that decides: see [Game.Along]. Ok is false if no choice between
// several options comes there.
func (g *Game) Choices(b engine.Battle, given []int) (answers []Answer, ok bool) {
	return g.choices(b, given, nil)
}

func (g *Game) choices(b engine.Battle, given []int, good func(piece) bool) (answers []Answer, ok bool) {
	p, ok := g.piece(b, given, good)
	return p.options, ok && len(p.options) > 0
}

// piece returns the value of the next step of b after given answers. If good, when not nil,
// rejects it, piece explores more of the battle, until the values of all options are known.
// Ok is false if the step fails.
func (g *Game) piece(b engine.Battle, given []int, good func(piece) bool) (p piece, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	ok = g.seek(context.Background(), func() (open []int32, ok bool) {
		p, open, ok = g.look(func() { g.space.Step(b) }, given)
		if good != nil && good(p) {
			open = nil
		}
		return open, ok
	})
	return p, ok
}

// rank sorts answers, the best first for a side. Equal ones keep their order.
func rank(answers []Answer, side engine.Side) {
	slices.SortStableFunc(answers, func(a, b Answer) int {
		return cmp.Compare(b.Value.For(side).Middle(), a.Value.For(side).Middle())
	})
}
