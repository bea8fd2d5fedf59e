package players

import (
	"cmp"
	"math"
	"slices"

	"houserule/engine"
)

// ways plays a step of a battle once for each way of its dice and choices. It is the dice
// and all players of its battle. Where there is no room for all ways, dice are rolled, and
// only the best options of a choice are followed, in Greedy's order.
type ways struct {
	seat   engine.Side
	battle engine.Battle
	table  *engine.Table // of the battle
	dice   engine.Dice
	width  int    // options of a choice that are followed
	all    bool   // both sides' options are followed, and all of them
	most   int    // ways of the step
	room   int    // ways that the rest of the present way may have
	path   []turn // of the present way
	at     int    // turns that have been passed
	cut    bool   // not all ways were followed
	to     ref    // what the step leads to
	worth  []option
	found  []int
}

// A turn is a die or a choice on a way: the answers that are followed, with their chances
// if it is a die, and what those before the present one lead to.
type turn struct {
	side    engine.Side
	answers []int
	chances []float64
	arcs    []arc
}

// reserve are the ways that the dice after a choice have room for.
const reserve = 16

// An option is an answer and its worth.
type option struct{ answer, worth int }

// newWays returns the ways that a side looks ahead.
func newWays(seat engine.Side) ways {
	return ways{seat: seat, table: engine.NewTable(nil)}
}

// sit makes ready for tries of a choice.
func (w *ways) sit(c engine.Trier) {
	if w.battle == nil {
		w.battle = c.Scratch()
	}
	w.battle.Sit(w.table)
	w.table.Seat(w, slices.Repeat([]engine.Oracle{w}, w.battle.Seats())...)
}

// begin begins the first way of a step.
func (w *ways) begin(width, room int, all bool) {
	w.all = all
	w.width, w.most, w.path, w.cut = width, room, w.path[:0], false
}

// play plays the present way.
func (w *ways) play(piece func()) {
	w.at, w.room = 0, w.most
	piece()
}

// end notes in a graph what the present way leads to, and reports whether there is
// another one.
func (w *ways) end(g *graph, to ref) (more bool) {
	for n := w.at - 1; n >= 0; n-- { // a mod that has failed asks no more
		t := &w.path[n]
		t.arcs = append(t.arcs, arc{t.chance(), to})
		if len(t.arcs) < len(t.answers) {
			w.path = w.path[:n+1]
			return true
		}
		to = g.join(t.side, t.arcs)
	}
	w.to = to
	return false
}

// chance returns the chance of the present answer.
func (t *turn) chance() float64 {
	if t.side.IsLuck() {
		return t.chances[len(t.arcs)]
	}
	return 1
}

// Answer answers for the dice and for all players.
func (w *ways) Answer(q engine.Question) (int, error) {
	if w.at == len(w.path) {
		w.branch(q)
	}
	t := &w.path[w.at]
	w.at++
	w.room /= len(t.answers)
	answer := t.answers[len(t.arcs)]
	switch {
	case q.Choice == nil:
		return min(answer, int(q.Sides)), nil
	case !q.Choice.Legal(answer): // a mod that has failed takes its options with it
		return q.Choice.First(), nil
	}
	return answer, nil
}

// branch adds a turn to the way.
func (w *ways) branch(q engine.Question) {
	n := len(w.path)
	w.path = slices.Grow(w.path, 1)[:n+1]
	t := &w.path[n]
	t.side, t.answers, t.chances, t.arcs = q.Side, t.answers[:0], t.chances[:0], t.arcs[:0]
	if q.Choice == nil {
		t.side = engine.Luck
		w.roll(t, int(q.Sides), int(q.Need))
		return
	}
	width := w.width
	switch {
	case w.all && !w.table.Hides(q.Choice) && w.battle.Seats() == 2:
		width = math.MaxInt
	case q.Side != w.seat:
		width = 1
	}
	width = max(1, min(width, w.room/reserve))
	found, more := w.list(q.Choice, width, glimpse*min(width, glimpse))
	t.answers = append(t.answers, found...)
	w.cut = w.cut || more && (w.all || q.Side == w.seat)
}

// roll adds the ways of a die, or one that is rolled.
func (w *ways) roll(t *turn, sides, need int) {
	add := func(face, of int) {
		t.answers, t.chances = append(t.answers, face), append(t.chances, float64(of)/float64(sides))
	}
	switch {
	case need == 1 || need < 0:
		add(sides, sides)
	case need > sides:
		add(1, sides)
	case need > 0 && w.room >= 2:
		add(1, need-1)
		add(need, sides-need+1)
	case need == 0 && w.room >= sides:
		for face := range sides {
			add(face+1, 1)
		}
	default:
		add(w.dice.Roll(sides), sides)
		w.cut = true
	}
}

// list returns the n options of a choice that are worth most, of the first ones up to a
// limit, the best first, and reports whether there may be more.
func (w *ways) list(c engine.Choice, n, limit int) (answers []int, more bool) {
	evaluator, ok := c.(engine.Evaluator)
	w.worth, w.found = w.worth[:0], w.found[:0]
	for answer := range c.Each {
		o := option{answer: answer}
		switch {
		case ok:
			o.worth = evaluator.Evaluate(answer)
		case answer == c.First():
			o.worth = 1
		}
		w.worth = append(w.worth, o)
		if len(w.worth) == limit {
			break
		}
	}
	if len(w.worth) == 0 {
		return append(w.found, c.First()), false
	}
	slices.SortStableFunc(w.worth, func(a, b option) int { return cmp.Compare(b.worth, a.worth) })
	for _, o := range w.worth[:min(n, len(w.worth))] {
		w.found = append(w.found, o.answer)
	}
	return w.found, len(w.worth) > n || len(w.worth) == limit
}
