package enginetest

import (
	"fmt"
	"maps"
	"sync/atomic"

	"houserule/engine"
	"houserule/engine/chain"
	"houserule/engine/players"
)

// walkBytes is the size of a chain with room for every battle of a check.
const walkBytes = 64 << 20

// Walks plays the given number of battles, each with its own seed, as walks through a chain
// that two walkers share, and also by the rules. It checks that both give the same winner,
// length, value and sums of every reported event. The dice have the streams that the
// battles need. The seed picks which players search; all others are greedy.
func Walks(b engine.Story, dice *engine.Dice, seed uint64, battles int) error {
	shared := chain.New(walkBytes, 2)
	var stopped atomic.Bool
	var walkers []*chain.Walker
	// sit returns a battle, at a table of its own, that counts events.
	sit := func() *chain.Source {
		s := &chain.Source{Battle: b.Fresh(), Dice: dice.Clone(), Ledger: chain.NewLedger(), Value: true}
		for side := range engine.Side(b.Seats()) {
			if seed>>side&3 == 3 {
				s.Players = append(s.Players, players.NewSearch(searchNodes))
			} else {
				s.Players = append(s.Players, players.Greedy{})
			}
		}
		s.Table = engine.NewTable(s.Dice, s.Players...)
		s.Table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
			e.N = 0 // N may be a die of which the rules only need to know what it reaches
			s.Ledger.Add(s.Ledger.Counter("events", fmt.Sprint(e), 0), 1)
		}))
		return s
	}
	for range 2 {
		walkers = append(walkers, chain.NewWalker(shared, sit()))
	}
	direct, walked := sit(), 0
	for i := range battles {
		seed := seed + uint64(i)
		direct.Dice.Reseed(seed)
		if err := engine.Play(direct.Battle, direct.Table); err != nil {
			return err
		}
		want := chain.End{Winner: direct.Battle.Winner()}
		for side := range engine.Side(b.Seats()) {
			want.Value[side] = direct.Battle.Value(side)
		}
		end, rounds, ok, err := walkers[i%2].Walk(seed, &stopped)
		switch {
		case err != nil:
			return fmt.Errorf("seed %d: %w", seed, err)
		case !ok: // a rule, or a player that looks ahead, reads the round for the first time
			direct.Ledger.Drop()
			continue
		case end != want || rounds != direct.Battle.Round():
			return fmt.Errorf("seed %d: walked it ends with %v in round %d, played with %v in round %d", seed, end, rounds, want, direct.Battle.Round())
		}
		direct.Ledger.Commit()
		walked++
	}
	if walked < battles/2 {
		return fmt.Errorf("only %d of %d battles could be walked", walked, battles)
	}
	want, got := map[chain.Counter]int64{}, map[chain.Counter]int64{}
	direct.Ledger.Each(func(c chain.Counter, n int64) { want[c] = n })
	for _, w := range walkers {
		w.Each(func(c chain.Counter, n int64) { got[c] += n })
	}
	if !maps.Equal(got, want) {
		for c, n := range want {
			if got[c] != n {
				return fmt.Errorf("event %s was counted %d times on walks, and %d times in battles", c.Row, got[c], n)
			}
		}
		return fmt.Errorf("%d kinds of events were counted on walks, and %d in battles", len(got), len(want))
	}
	return nil
}
