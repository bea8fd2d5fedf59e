package odds_test

import (
	"fmt"
	"testing"

	"houserule/engine"
	"houserule/engine/odds"
)

// A tally is a toy whose moment is a number.
type tally int

func (n *tally) AppendMoment(key []byte) []byte { return fmt.Append(key, *n) }

// A throw has as many ways as it has results, and the chances of all its dice. Throws in
// throws are parts of them. A throw in which a player is asked is played like other dice.
func TestThrows(t *testing.T) {
	for _, test := range []struct {
		name  string
		throw func(table *engine.Table, n *tally) int
		least float64
		want  map[string]string // the outcome of one throw, and the number
		paths int               // of two throws
	}{
		{"two dice", func(table *engine.Table, _ *tally) int { return (table.Roll(6, 0) + table.Roll(6, 0)) / 12 }, 0,
			map[string]string{"0 0": "35/36", "1 0": "1/36"}, 36 + 2*36 + 4},
		{"what changes the moment", func(table *engine.Table, n *tally) int {
			*n += tally(table.Roll(6, 0) % 2)
			return 0
		}, 0, map[string]string{"0 0": "1/2", "0 1": "1/2"}, 6 + 2*6 + 4},
		{"a throw in a throw", func(table *engine.Table, n *tally) int {
			inner := table.BeginThrow()
			*n += tally(table.Roll(2, 0))
			table.EndThrow(inner, n, 0)
			*n += tally(table.Roll(2, 0))
			return 0
		}, 0, map[string]string{"0 2": "1/4", "0 3": "1/2", "0 4": "1/4"}, 4 + 3*4 + 9},
		{"no dice", func(*engine.Table, *tally) int { return 7 }, 0, map[string]string{"7 0": "1"}, 1 + 1 + 1},
		{"a player is asked", func(table *engine.Table, n *tally) int {
			die := table.Roll(2, 0)
			*n = tally(10 * table.Choose(0, menu{0, 1, 2}))
			return die
		}, 0, map[string]string{"1 0": "1/6", "1 10": "1/6", "1 20": "1/6", "2 0": "1/6", "2 10": "1/6", "2 20": "1/6"}, 1 + 6*1 + 36},
		{"dice without end", func(table *engine.Table, _ *tally) int {
			for table.Roll(10, 0) == 10 {
			}
			return 0
		}, 1e-3, map[string]string{"0 0": "999/1000"}, 37 + 28 + 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := odds.NewWalk(odds.Lots{})
			w.Least = test.least
			var n tally
			throws := func(times int) func() string {
				return func() string {
					n = 0
					text := ""
					for range times {
						throw := w.Table.BeginThrow()
						outcome := test.throw(w.Table, &n)
						w.Table.EndThrow(throw, &n, outcome)
						text = fmt.Sprint(outcome, n)
					}
					return text
				}
			}
			ways(t, w, throws(1)).is(t, test.want)
			ways(t, w, throws(2))
			if w.Walked() != test.paths {
				t.Errorf("two throws take %d paths, want %d", w.Walked(), test.paths)
			}
		})
	}
}
