package sim_test

import (
	"errors"
	"fmt"

	"houserule/engine"
	"houserule/engine/chain"
	"houserule/engine/sim"
)

// race is the game of these tests: in each round both sides roll a die, and
// who shows head or more gets on a step. The first with goal steps wins; both
// at once are a draw, and so is the round limit.
type race struct {
	table *engine.Table
	goal  int
	heads [2]int
	limit int

	steps [2]int
	round int
	over  bool
	dice  *engine.Dice
	broke func() error // what goes wrong at the start, if anything
	doom  [2]int       // the steps at which it fails; none: it does not
}

const faces = 6

func (r *race) Begin(t *engine.Table) {
	r.Sit(t)
	r.steps, r.round, r.over = [2]int{}, 1, false
	if r.broke != nil {
		if err := r.broke(); err != nil {
			t.Fail(err)
		}
	}
}

func (r *race) Step() {
	for side, head := range r.heads {
		if r.table.Roll(faces, head) >= head {
			r.steps[side]++
		}
	}
	if r.doom != [2]int{} && r.steps == r.doom {
		r.table.Fail(errBroke)
	}
	r.over = r.steps[0] >= r.goal || r.steps[1] >= r.goal || r.round == r.limit
	if !r.over {
		r.round++
	}
}

func (r *race) Over() bool { return r.over }

func (r *race) Winner() engine.Side {
	switch first, second := r.steps[0] >= r.goal, r.steps[1] >= r.goal; {
	case first && !second:
		return 0
	case second && !first:
		return 1
	}
	return engine.Draw
}

func (r *race) Round() int                  { return r.round }
func (r *race) RoundLimit() int             { return r.limit }
func (r *race) TimeUp() engine.Side         { return engine.Draw }
func (r *race) AppendKey(key []byte) []byte { return fmt.Append(key, r.steps) }
func (r *race) Timed() bool                 { return false }
func (r *race) Seats() int                  { return 2 }
func (r *race) Value(side engine.Side) int  { return r.steps[side] }
func (r *race) Sit(t *engine.Table)         { r.table = t }
func (r *race) Fresh() engine.Battle        { f := *r; return &f }
func (r *race) CopyFrom(src engine.Battle)  { *r = *src.(*race) }

// tally counts the steps of both sides, and the battles.
type tally struct {
	race   *race
	ledger *chain.Ledger
	on     bool
}

func (t *tally) Watch(on bool) { t.on = on }

func (t *tally) Ledger() *chain.Ledger { return t.ledger }

func (t *tally) Count() {
	for side, n := range t.race.steps {
		t.ledger.Add(t.ledger.Counter("steps", "all", side), int64(n))
	}
	if t.on {
		t.ledger.Add(t.ledger.Counter("heard", "all", 0), 1)
	}
}

func (t *tally) Counts() []sim.Table {
	return sim.Fill(t.ledger,
		sim.Table{Name: "steps", Columns: []string{"first", "second"}, Rows: map[string][]int64{}},
		sim.Table{Name: "heard", Columns: []string{"battles"}, Rows: map[string][]int64{}})
}

// arm is a race in which the sides need those faces.
func arm(name string, first, second int) sim.Arm { return breaking(name, first, second) }

var errBroke = errors.New("the table broke")

// breaking is an arm whose battles of some seeds fail.
func breaking(name string, first, second int, seeds ...uint64) sim.Arm {
	return sim.Arm{Name: name, New: func() (*sim.Match, error) {
		dice := engine.NewDice(0)
		r := &race{dice: dice, goal: 5, heads: [2]int{first, second}, limit: 20}
		var seed uint64
		r.broke = func() error {
			for _, bad := range seeds {
				if seed == bad {
					return errBroke
				}
			}
			return nil
		}
		return &sim.Match{
			Battle: r,
			Table:  engine.NewTable(dice),
			Reseed: func(s uint64) { seed = s; dice.Reseed(s) },
			Tally:  &tally{race: r, ledger: chain.NewLedger()},
		}, nil
	}}
}
