package chain_test

import (
	"encoding/binary"
	"fmt"
	"sync/atomic"
	"testing"

	"houserule/engine"
	"houserule/engine/chain"
)

// A duel is a battle in which two sides strike in turn: the first to hit twice has won.
// A round is a strike of both.
type duel struct {
	table  *engine.Table
	ledger *chain.Ledger
	limit  int
	hits   [2]int
	turn   engine.Side
	round  int
	up     bool // the rounds are over
	read   bool
	// mood is a field that the key leaves out on purpose, if moody is set.
	moody bool
	mood  int
	// late says that the last strikes of a long battle always hit.
	late bool
	// steps are those of a script that runs at each strike.
	steps int
	// first is the hits of side 0 after its strike, which are counted at the strike of the
	// other side. It is not of the battle, but of who counts.
	first *int
}

func (d *duel) Begin(t *engine.Table) {
	d.table = t
	d.hits, d.turn, d.round, d.up, d.read, d.mood, d.steps = [2]int{}, 0, 1, false, false, 0, 0
}

func (d *duel) Step() {
	d.steps++
	need := d.table.Choose(d.turn, aim{})
	if d.moody && d.turn == 0 {
		d.mood++
	}
	if d.late {
		d.read = true
		need = max(1, need-d.round)
	}
	d.ledger.Add(d.ledger.Counter("strikes", fmt.Sprint(d.turn), 0), 1) // for side 0 between the beginning of a round and a die
	sides := 6 + d.mood%2
	face := d.table.Roll(sides, need)
	d.ledger.AddFaces(d.ledger.Counter("sixes", fmt.Sprint(d.turn), 0), face, func(face int) bool { return face == 6 })
	if face >= need {
		d.hits[d.turn]++
		d.ledger.Add(d.ledger.Counter("hits", fmt.Sprint(d.turn), 0), 1)
	}
	if d.turn == 0 {
		*d.first = d.hits[0]
	} else {
		d.ledger.Add(d.ledger.Counter("first", "", 0), int64(*d.first))
	}
	d.ledger.Await(d.turn == 0)
	if d.turn = 1 - d.turn; d.turn == 0 && !d.Over() {
		if d.round == d.limit {
			d.up = true
			return
		}
		d.round++
	}
}

func (d *duel) Over() bool { return d.up || d.hits[0] == 2 || d.hits[1] == 2 }

func (d *duel) Winner() engine.Side {
	switch {
	case d.hits[0] == 2:
		return 0
	case d.hits[1] == 2:
		return 1
	}
	return engine.Draw
}

func (d *duel) AppendKey(key []byte) []byte {
	return binary.AppendUvarint(key, uint64(d.hits[0]<<4|d.hits[1]<<2|int(d.turn)))
}

func (d *duel) Round() int          { return d.round }
func (d *duel) RoundLimit() int     { return d.limit }
func (d *duel) TimeUp() engine.Side { return engine.Draw }
func (d *duel) Timed() bool         { return d.read }
func (d *duel) Fresh() engine.Battle {
	return &duel{ledger: d.ledger, limit: d.limit, moody: d.moody, late: d.late, first: d.first}
}
func (d *duel) Sit(t *engine.Table)        { d.table = t }
func (d *duel) Seats() int                 { return 2 }
func (d *duel) Value(side engine.Side) int { return 2 - d.hits[1-side] }

func (d *duel) CopyFrom(src engine.Battle) {
	table := d.table
	*d = *src.(*duel)
	d.table = table
}

// aim is the choice of what a strike needs.
type aim struct{}

func (aim) Legal(n int) bool                     { return n == 5 || n == 6 }
func (aim) First() int                           { return 5 }
func (aim) Each(yield func(int) bool)            { _ = yield(5) && yield(6) }
func (aim) Name(n int) string                    { return fmt.Sprint(n) }
func (aim) Parse(text string) (n int, err error) { _, err = fmt.Sscan(text, &n); return n, err }

// source returns a battle with its own table, dice and ledger.
func source(d *duel) *chain.Source {
	first := engine.OracleFunc(func(q engine.Question) (int, error) { return q.Choice.First(), nil })
	last := engine.OracleFunc(func(engine.Question) (int, error) { return 6, nil })
	dice := engine.NewDice(1)
	d.ledger, d.first = chain.NewLedger(), new(int)
	players := []engine.Oracle{first, last}
	return &chain.Source{Battle: d, Table: engine.NewTable(dice, players...), Dice: dice, Players: players, Ledger: d.ledger}
}

// played plays the battle of a seed by the rules.
func played(s *chain.Source, seed uint64) (winner engine.Side, rounds int) {
	s.Dice.Reseed(seed)
	s.Table.Seat(s.Dice, s.Players...)
	for s.Battle.Begin(s.Table); !s.Battle.Over(); {
		s.Battle.Step()
	}
	return s.Battle.Winner(), s.Battle.Round()
}

// A walked battle equals the played one, in its winner, its rounds and what it counts,
// also under a limit, where something reads the round, and where there is little room. A walk
// that is undone counts nothing.
func TestWalksEqualBattles(t *testing.T) {
	for _, test := range []struct {
		duel
		bytes int
	}{
		{duel{}, 1 << 20},
		{duel{limit: 3}, 1 << 20},
		{duel{limit: 9}, 1 << 20},
		{duel{late: true}, 1 << 20},
		{duel{late: true, limit: 4}, 1 << 20},
		{duel{late: true}, 200_000},
		{duel{late: true}, 150_000},
	} {
		d := test.duel
		t.Run(fmt.Sprintf("limit %d, late %t, %d bytes", d.limit, d.late, test.bytes), func(t *testing.T) {
			rules, walks := d, d
			by := source(&rules)
			w := chain.NewWalker(chain.New(test.bytes, 1), source(&walks))
			var stopped atomic.Bool
			for seed := range uint64(2000) {
				winner, rounds := played(by, seed)
				e, walked, ok, err := w.Walk(seed, &stopped)
				if ok && seed%7 == 0 {
					w.Undo(seed)
					e, walked, ok, err = w.Walk(seed, &stopped)
				}
				if err != nil || !ok && seed > 100 {
					t.Fatalf("seed %d: walked %t, %v", seed, ok, err)
				}
				if !ok {
					by.Ledger.Drop() // it is to be played, and counted, by the rules
					continue
				}
				by.Ledger.Commit()
				if e.Winner != winner || walked != rounds {
					t.Fatalf("seed %d: walked to %d in %d rounds, played to %d in %d", seed, e.Winner, walked, winner, rounds)
				}
			}
			want, got := map[chain.Counter]int64{}, map[chain.Counter]int64{}
			by.Ledger.Each(func(c chain.Counter, n int64) { want[c] = n })
			w.Each(func(c chain.Counter, n int64) { got[c] = n })
			if fmt.Sprint(got) != fmt.Sprint(want) || len(want) < 5 {
				t.Errorf("counted %v, want %v", got, want)
			}
		})
	}
}

// A walk in which scripts may have taken too many steps is none: the battle has to be
// played. The others are walked.
func TestStepsOfScripts(t *testing.T) {
	const most = 30
	rules, walks := duel{}, duel{}
	by, s := source(&rules), source(&walks)
	s.Spent = func() (int, int) { return walks.steps, most }
	w := chain.NewWalker(chain.New(1<<20, 1), s)
	var stopped atomic.Bool
	walked, dear := 0, 0
	for seed := range uint64(2000) {
		played(by, seed)
		_, _, ok, err := w.Walk(seed, &stopped)
		switch {
		case err != nil:
			t.Fatal(err)
		case ok && rules.steps > most:
			t.Fatalf("seed %d: walked, with %d steps", seed, rules.steps)
		case ok:
			walked++
		case rules.steps > most:
			dear++
		}
	}
	if walked < 1000 || dear == 0 {
		t.Errorf("%d battles walked, %d have more than %d steps", walked, dear, most)
	}
}

// A battle whose key leaves something out fails, and the error says what to do.
func TestNoFunctionOfItsState(t *testing.T) {
	w := chain.NewWalker(chain.New(1<<20, 1), source(&duel{moody: true}))
	var stopped atomic.Bool
	for seed := range uint64(1000) {
		if _, _, _, err := w.Walk(seed, &stopped); err != nil {
			want := "the battle goes another way from the same position: a player, a script or the key of the position is wrong; --direct plays every battle by the rules"
			if err.Error() != want {
				t.Errorf("error %v, want %s", err, want)
			}
			return
		}
	}
	t.Error("nothing is found")
}

// A chain without room knows no battle, and a stopped walk ends.
func TestNoRoom(t *testing.T) {
	w := chain.NewWalker(chain.New(1, 1), source(&duel{}))
	var stopped atomic.Bool
	for seed := range uint64(10) {
		if _, _, ok, err := w.Walk(seed, &stopped); ok || err != nil {
			t.Fatalf("seed %d: walked %t, %v", seed, ok, err)
		}
	}
	stopped.Store(true)
	w = chain.NewWalker(chain.New(1<<20, 1), source(&duel{}))
	if _, _, ok, err := w.Walk(1, &stopped); ok || err != nil {
		t.Errorf("walked %t, %v", ok, err)
	}
}
