package engine

import (
	"errors"
	"hash/fnv"
	"math/bits"
	"math/rand/v2"
)

// Dice are seeded dice, the same on every machine. Streams of one seed are
// independent of each other: the table's dice are the stream "", a mod's own
// dice the stream of its id, so that a mod that rolls does not shift the
// dice of the rules.
type Dice struct {
	pcg rand.PCG
}

// NewDice returns the table's dice for seed.
func NewDice(seed uint64) *Dice {
	d := new(Dice)
	d.Seed(seed, "")
	return d
}

// Seed starts the stream of that name over.
func (d *Dice) Seed(seed uint64, stream string) {
	if stream == "" {
		d.pcg.Seed(seed, 0)
		return
	}
	h := fnv.New64a()
	h.Write([]byte(stream))
	d.pcg.Seed(seed, h.Sum64()|1) // never 0, the table's own
}

var errDiceChoice = errors.New("dice cannot answer a choice")

// Answer rolls. The faces' chances differ by less than sides/2^64.
func (d *Dice) Answer(q Question) (int, error) {
	if q.Choice != nil {
		return 0, errDiceChoice
	}
	return d.Roll(int(q.Sides)), nil
}

// Skip rolls for an answer that was replayed.
func (d *Dice) Skip(q Question) { d.Roll(int(q.Sides)) }

// Roll returns 1 to sides.
func (d *Dice) Roll(sides int) int {
	hi, _ := bits.Mul64(d.pcg.Uint64(), uint64(sides))
	return int(hi) + 1
}

// MarshalBinary returns the dice as they lie.
func (d *Dice) MarshalBinary() ([]byte, error) { return d.pcg.MarshalBinary() }

// UnmarshalBinary sets them as they lay.
func (d *Dice) UnmarshalBinary(b []byte) error { return d.pcg.UnmarshalBinary(b) }
