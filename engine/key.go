package engine

import (
	"crypto/sha256"
	"encoding/binary"
)

// A Key identifies a state of a battle in memories of millions of states. The probability
// that two of a million states have the same 128 bits is less than 2^-88.
type Key [16]byte

// A Keyer computes keys. The zero Keyer is ready for use.
type Keyer struct{ text []byte }

// Key returns the key of a battle's state. When is what the state depends on besides
// [Battle.AppendKey]: the round, if anything reads it, else 0.
func (k *Keyer) Key(b Battle, when int) Key { return k.key(b.AppendKey, when) }

// A Classifier is a Battle that sorts its positions into classes. Positions of one class
// have the same value under best play: they differ only in which of several like units is
// which, or in details that no longer matter for the winner.
type Classifier interface {
	// AppendClass appends a key that is equal for positions of the same class only.
	AppendClass(key []byte) []byte
}

// Class returns the key of the class of a battle's state, or the key of the state if the
// battle is no Classifier.
func (k *Keyer) Class(b Battle, when int) Key {
	if c, ok := b.(Classifier); ok {
		return k.key(c.AppendClass, when)
	}
	return k.Key(b, when)
}

func (k *Keyer) key(appendTo func([]byte) []byte, when int) Key {
	k.text = appendTo(binary.AppendUvarint(k.text[:0], uint64(when)))
	sum := sha256.Sum256(k.text)
	return Key(sum[:])
}
