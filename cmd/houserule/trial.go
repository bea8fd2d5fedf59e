package main

import (
	"sync/atomic"

	"houserule/cmd/houserule/heroesview"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/sim"
)

// reseeder is a player that has dice of its own.
type reseeder interface{ Reseed(seed uint64) }

// newTrialMatch makes a match that is played again and again, with other
// seeds.
func newTrialMatch(lib *library.Library, m library.Match) (*sim.Match, error) {
	b, err := heroes.NewBattle(heroesdata.Game(lib), m.Setup.(heroes.Setup))
	if err != nil {
		return nil, err
	}
	var seats []engine.Oracle
	var reseeders []reseeder
	for i, name := range m.Players {
		player, err := lib.Player(name, engine.Side(i), m.Seed)
		if err != nil {
			return nil, err
		}
		if r, ok := player.(reseeder); ok {
			reseeders = append(reseeders, r)
		}
		seats = append(seats, player)
	}
	dice, streams := lib.Dice(m.Seed), lib.Streams
	table := engine.NewTable(dice, seats...)
	return &sim.Match{
		Battle: b,
		Table:  table,
		Play: func(stopped *atomic.Bool) {
			b.Begin(table)
			for !b.Over() && table.Err() == nil && !stopped.Load() {
				b.Step()
			}
		},
		Tally: heroesview.NewTally(b, table),
		Reseed: func(seed uint64) {
			dice.Reseed(seed, streams...)
			for _, r := range reseeders {
				r.Reseed(seed)
			}
		},
	}, nil
}
