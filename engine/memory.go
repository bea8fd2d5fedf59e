package engine

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"strings"
)

// A Datum is a plain value that a mod remembers: nothing, a truth value, a
// number or a short text.
type Datum struct {
	Kind   DatumKind
	Number float64 // 1 for true
	Text   string
}

// DatumKind is what a Datum holds.
type DatumKind uint8

// The kinds.
const (
	Nothing DatumKind = iota
	Truth
	Number
	Text
)

// Limits of what mods remember.
const (
	MaxData     = 4096 // values of a battle
	MaxDatumLen = 1024 // bytes of a text, or of a key
)

// A Memory is what mods remember in a battle: values by owner (the battle, a
// side, a stack: the rule system numbers them), mod and key. It belongs to
// the battle's state: it is copied and compared with it, so that scripts
// themselves need no memory. The zero Memory is empty.
type Memory struct{ cells []cell }

type cell struct {
	owner    int32
	mod, key string
	value    Datum
}

func (c *cell) compare(owner int32, mod, key string) int {
	return cmp.Or(cmp.Compare(c.owner, owner), strings.Compare(c.mod, mod), strings.Compare(c.key, key))
}

func (m *Memory) find(owner int32, mod, key string) (int, bool) {
	return slices.BinarySearchFunc(m.cells, key, func(c cell, key string) int { return c.compare(owner, mod, key) })
}

// Get returns what is remembered, or Nothing.
func (m *Memory) Get(owner int32, mod, key string) Datum {
	if len(m.cells) == 0 {
		return Datum{}
	}
	if i, ok := m.find(owner, mod, key); ok {
		return m.cells[i].value
	}
	return Datum{}
}

// Set remembers a value; Nothing forgets it. It tells whether there was room.
func (m *Memory) Set(owner int32, mod, key string, value Datum) bool {
	i, ok := m.find(owner, mod, key)
	switch {
	case value.Kind == Nothing && ok:
		m.cells = slices.Delete(m.cells, i, i+1)
	case value.Kind == Nothing:
	case len(value.Text) > MaxDatumLen || len(key) > MaxDatumLen:
		return false
	case ok:
		m.cells[i].value = value
	case len(m.cells) >= MaxData:
		return false
	default:
		m.cells = slices.Insert(m.cells, i, cell{owner, mod, key, value})
	}
	return true
}

// Size returns about how many bytes m takes.
func (m *Memory) Size() (bytes int) {
	for i := range m.cells {
		c := &m.cells[i]
		bytes += 80 + len(c.key) + len(c.value.Text)
	}
	return bytes
}

// Clear forgets everything.
func (m *Memory) Clear() { m.cells = m.cells[:0] }

// CopyFrom makes m remember what src does.
func (m *Memory) CopyFrom(src *Memory) {
	if len(m.cells)|len(src.cells) != 0 { // as good as always there is nothing
		m.cells = append(m.cells[:0], src.cells...)
	}
}

// AppendKey appends what tells m apart from memories that matter otherwise.
// Owners that counts does not accept are left out: nobody asks them any more.
func (m *Memory) AppendKey(key []byte, counts func(owner int32) bool) []byte {
	text := func(s string) {
		key = binary.AppendUvarint(key, uint64(len(s)))
		key = append(key, s...)
	}
	for i := range m.cells {
		c := &m.cells[i]
		if !counts(c.owner) {
			continue
		}
		key = binary.AppendVarint(key, int64(c.owner))
		text(c.mod)
		text(c.key)
		key = append(key, byte(c.value.Kind))
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(c.value.Number))
		text(c.value.Text)
	}
	return key
}
