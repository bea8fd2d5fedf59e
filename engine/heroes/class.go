package heroes

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// AppendClass makes a battle an [engine.Classifier]. Positions that differ only in which of
// a side's stacks is which are of the same class, unless scripts, or auras that are not
// sums, can tell the stacks apart.
func (b *Position) AppendClass(key []byte) []byte {
	if b.game.Begin != nil || b.game.Dead || len(b.auras) > 0 || b.memory.Len() > 0 {
		return b.AppendKey(key)
	}
	var stacks []classed
	for i := range b.stacks {
		if s := &b.stacks[i]; s.top != nil {
			stacks = append(stacks, classed{s.id, s.appendAlone(b)})
		}
	}
	slices.SortFunc(stacks, func(x, y classed) int { return bytes.Compare(x.key, y.key) })
	places := make([]int32, len(b.stacks))
	for at, c := range stacks {
		places[c.id] = int32(at)
	}
	for _, c := range stacks {
		key = binary.AppendUvarint(key, uint64(len(c.key)))
		key = append(key, c.key...)
		key = b.stacks[c.id].appendSupport(b, key, func(giver int32) int32 { return places[giver] })
	}
	return b.appendRest(append(key, byte(b.gaps()))) // less than any length
}

// A classed is a living stack with a key of itself that names no other stack.
type classed struct {
	id  int32
	key []byte
}

// appendAlone returns a key of a stack with the effects on it and its supports. The key
// does not say which stacks give the supports.
func (s *Stack) appendAlone(b *Position) []byte {
	key := s.appendKey(nil)
	effects := len(key)
	key = append(key, 0)
	for i := range b.effects {
		if e := &b.effects[i]; e.On == s.id {
			key[effects]++
			key = e.appendKey(key, b.round)
		}
	}
	return s.appendSupport(b, key, func(int32) int32 { return 0 })
}

// appendSupport appends a key of the supports of a stack, in any order. Number returns a number
// for the giver.
func (to *Stack) appendSupport(b *Position, key []byte, number func(giver int32) int32) []byte {
	var all [][]byte
	for i := range b.supports {
		if s := &b.supports[i]; s.To == to.id {
			all = append(all, s.appendKey(nil, number(s.From)))
		}
	}
	slices.SortFunc(all, bytes.Compare)
	return append(key, bytes.Join(all, nil)...)
}
