package main

import (
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/sim"
)

// reseeder is a player that has dice of its own.
type reseeder interface{ Reseed(seed uint64) }

// newTrialMatch makes a match that is played again and again, with other
// seeds.
func newTrialMatch(lib *library.Library, m library.Match) (*sim.Match, error) {
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return nil, err
	}
	seats, err := view.NewPlayers(lib, m)
	if err != nil {
		return nil, err
	}
	var reseeders []reseeder
	for _, player := range seats {
		if r, ok := player.(reseeder); ok {
			reseeders = append(reseeders, r)
		}
	}
	system := systemOf(lib)
	dice, streams := lib.Dice(m.Seed), lib.Streams
	table := engine.NewTable(dice, seats...)
	return &sim.Match{
		Battle: b,
		Table:  table,
		Play:   system.Play(b, table),
		Tally:  system.NewTally(b, table, m.Setup.SeatNames()),
		Reseed: func(seed uint64) {
			dice.Reseed(seed, streams...)
			for _, r := range reseeders {
				r.Reseed(seed)
			}
		},
	}, nil
}
