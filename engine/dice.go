package engine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Dice are seeded dice, the same on every machine. Streams of one seed are independent of
// each other: the table's dice are the stream "", and a mod's own dice are the stream of
// its id. So a mod that rolls dice does not shift the dice of the rules.
type Dice struct {
	pcg     pcg
	id      uint64 // of the stream; 0: the dice of the table
	streams []Dice // the dice of streams: [Stream]
}

// NewDice returns the table's dice for seed, with the dice of the named streams.
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

// Reseed restarts the table's dice and the dice of all streams from seed.
func (d *Dice) Reseed(seed uint64) {
	d.pcg = pcg{seed, d.id}
	for i := range d.streams {
		d.streams[i].Reseed(seed)
	}
}

// Seed restarts d as the dice of the named stream.
func (d *Dice) Seed(seed uint64, stream string) {
	d.id = 0
	if stream != "" {
		h := fnv.New64a()
		h.Write([]byte(stream))
		d.id = h.Sum64() | 1
	}
	d.pcg = pcg{seed, d.id}
}

// CopyFrom makes d show the same results as src from now on. Both must have the same
// streams.
func (d *Dice) CopyFrom(src *Dice) {
	d.pcg, d.id = src.pcg, src.id
	for i := range d.streams {
		d.streams[i].CopyFrom(&src.streams[i])
	}
}

// Clone returns dice that will show the same results as d.
func (d *Dice) Clone() *Dice {
	clone := *d
	clone.streams = slices.Clone(d.streams) // clones have no streams of their own
	return &clone
}

var errDiceChoice = errors.New("dice cannot answer a choice")

// Answer rolls a die. The probabilities of its faces differ by less than sides/2^64.
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

// Skip rolls the die of an answer that was replayed and drops the result.
func (d *Dice) Skip(q Question) { d.Answer(q) }

// Roll returns a number from 1 to sides.
func (d *Dice) Roll(sides int) int { return int(d.pcg.below(uint64(sides))) + 1 }

// MarshalBinary returns the state of the table's dice.
func (d *Dice) MarshalBinary() ([]byte, error) {
	return rand.NewPCG(d.pcg.hi, d.pcg.lo).MarshalBinary()
}

// UnmarshalBinary restores a state that MarshalBinary returned.
func (d *Dice) UnmarshalBinary(b []byte) error {
	if err := new(rand.PCG).UnmarshalBinary(b); err != nil {
		return err
	}
	state := b[len(b)-16:]
	d.pcg = pcg{binary.BigEndian.Uint64(state), binary.BigEndian.Uint64(state[8:])}
	return nil
}

// A pcg generates the numbers of [rand.PCG]. Its method is short enough for the compiler to
// inline it into Roll, and Roll into its callers.
type pcg struct{ hi, lo uint64 }

// below returns a number less than n.
func (p *pcg) below(n uint64) uint64 {
	hi, lo := bits.Mul64(p.lo, 4865540595714422341)
	hi += p.hi*4865540595714422341 + p.lo*2549297995355413924
	var carry uint64
	p.lo, carry = bits.Add64(lo, 1442695040888963407, 0)
	hi += 6364136223846793005 + carry
	p.hi = hi
	hi = (hi ^ hi>>32) * 0xda942042e4dd58b5
	hi, _ = bits.Mul64((hi^hi>>48)*(p.lo|1), n)
	return hi
}
