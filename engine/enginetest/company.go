package enginetest

import (
	"slices"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/players"
)

// A company is the dice and players of a battle: seeded dice and random
// players. They are plain values, so that a scratch battle continues with
// copies of them.
type company struct {
	dice  engine.Dice
	seats []players.Random
}

func newCompany(seats int, seed uint64) *company {
	c := new(company)
	c.dice.Seed(seed, "")
	for side := range engine.Side(seats) {
		c.seats = append(c.seats, *players.NewRandom(side, seed))
	}
	return c
}

func (c *company) clone() *company {
	return &company{c.dice, slices.Clone(c.seats)}
}

func (c *company) players() (all []engine.Oracle) {
	for i := range c.seats {
		all = append(all, &c.seats[i])
	}
	return all
}

func (c *company) table() *engine.Table { return engine.NewTable(&c.dice, c.players()...) }

// Seats returns random players for a battle, which make the battle a function of the seed.
func Seats(b engine.Battle, seed uint64) []engine.Oracle {
	return newCompany(b.Seats(), seed).players()
}

// Table returns a table with [Seats] and seeded dice.
func Table(b engine.Battle, seed uint64) *engine.Table { return newCompany(b.Seats(), seed).table() }

// Everybody returns one player as the player in every seat.
func Everybody(player engine.Oracle) []engine.Oracle {
	return slices.Repeat([]engine.Oracle{player}, engine.MaxSeats)
}

// Drawn returns an oracle, for dice and for players, that lets t draw its answers.
func Drawn(t *rapid.T) engine.Oracle {
	return engine.OracleFunc(func(q engine.Question) (int, error) {
		if q.Choice == nil {
			return rapid.IntRange(1, int(q.Sides)).Draw(t, "die"), nil
		}
		options := slices.Collect(q.Choice.Each)
		return options[rapid.IntRange(0, len(options)-1).Draw(t, "option")], nil
	})
}
