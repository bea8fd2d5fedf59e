package engine

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/bits"
	"math/rand/v2"
)

// Dice are seeded dice, the same on every machine. Streams of one seed are
// independent of each other: the table's dice are the stream "", a mod's own
// dice the stream of its id, so that a mod that rolls does not shift the
// dice of the rules.
type Dice struct {
	pcg     rand.PCG
	streams []Dice // the dice of streams: [Stream]
}

// NewDice returns the table's dice for seed, and those of the named streams.
func NewDice(seed uint64, streams ...string) *Dice {
	d := new(Dice)
	d.Seed(seed, "")
	for _, name := range streams {
		var stream Dice
		stream.Seed(seed, name)
		d.streams = append(d.streams, stream)
	}
	return d
}

// Reseed starts the table's dice and those of the streams over. Streams must
// be those that the dice were made with.
func (d *Dice) Reseed(seed uint64, streams ...string) {
	d.Seed(seed, "")
	for i, name := range streams {
		d.streams[i].Seed(seed, name)
	}
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

// Answer rolls a die. The chances of its faces differ by less than sides/2^64.
func (d *Dice) Answer(q Question) (int, error) {
	if q.Choice != nil {
		return 0, errDiceChoice
	}
	if q.Side < Luck {
		n := q.Side.stream()
		if n >= len(d.streams) {
			return 0, fmt.Errorf("there are no dice of stream %d", n)
		}
		return d.streams[n].Roll(int(q.Sides)), nil
	}
	return d.Roll(int(q.Sides)), nil
}

// Skip rolls the die of an answer that was replayed.
func (d *Dice) Skip(q Question) { d.Answer(q) }

// Roll returns 1 to sides.
func (d *Dice) Roll(sides int) int {
	hi, _ := bits.Mul64(d.pcg.Uint64(), uint64(sides))
	return int(hi) + 1
}

// MarshalBinary returns the state of the table's dice.
func (d *Dice) MarshalBinary() ([]byte, error) { return d.pcg.MarshalBinary() }

// UnmarshalBinary restores a state that MarshalBinary returned.
func (d *Dice) UnmarshalBinary(b []byte) error { return d.pcg.UnmarshalBinary(b) }
