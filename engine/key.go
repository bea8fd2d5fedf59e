package engine

import (
	"crypto/sha256"
	"encoding/binary"
)

// A Key stands for a state of a battle, where the states of a million battles are kept.
// The chance that two of a million states have the same 128 bits is less than 2^-88.
type Key [16]byte

// A Keyer computes keys. The zero Keyer is ready for use.
type Keyer struct{ text []byte }

// Key returns the key of a battle's state. When is what the state depends on besides
// [Battle.AppendKey]: the round, if anything reads it.
func (k *Keyer) Key(b Battle, when int) Key {
	k.text = b.AppendKey(binary.AppendUvarint(k.text[:0], uint64(when)))
	sum := sha256.Sum256(k.text)
	return Key(sum[:])
}
