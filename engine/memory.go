package engine

import (
	"cmp"
	"encoding/binary"
	"fmt"
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

// A DatumKind is the type of a Datum's value.
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
	MaxData     = 4096      // values of a battle
	MaxDatumLen = 1024      // bytes of a text, or of a key
	MaxDataLen  = 256 << 10 // bytes of all texts and keys of a battle
)

// A Memory holds the values that mods remember in a battle, by owner (the battle, a side, a
// stack; the rule system numbers them), mod and key. It is part of the battle's state and
// is copied and compared with it, so scripts need no memory of their own. The zero Memory
// is empty.
type Memory struct {
	cells []*cell     `state:"constant"` // cells never change: copies share them
	bytes int         `state:"derived"`  // length of all texts and keys
	made  *[256]*cell `state:"-"`        // cells that m has made, for the next battle
}

type cell struct {
	owner    int32
	mod, key string
	value    Datum
}

func (c *cell) compare(owner int32, mod, key string) int {
	switch {
	case c.owner != owner:
		return cmp.Compare(c.owner, owner)
	case c.mod != mod:
		return strings.Compare(c.mod, mod)
	}
	return strings.Compare(c.key, key)
}

func (c *cell) bytes() int { return len(c.key) + len(c.value.Text) }

func (m *Memory) find(owner int32, mod, key string) (int, bool) {
	from, to := 0, len(m.cells)
	for from < to {
		at := int(uint(from+to) >> 1)
		switch n := m.cells[at].compare(owner, mod, key); {
		case n == 0:
			return at, true
		case n < 0:
			from = at + 1
		default:
			to = at
		}
	}
	return from, false
}

// fewCells is the number of values that are sooner compared one by one, because most differ in
// their owner or in the length of their key.
const fewCells = 16

// Get returns the value of a key, or Nothing if the key has none.
func (m *Memory) Get(owner int32, mod, key string) Datum {
	if len(m.cells) <= fewCells {
		for _, c := range m.cells {
			if c.owner == owner && c.key == key && c.mod == mod {
				return c.value
			}
		}
		return Datum{}
	}
	if i, ok := m.find(owner, mod, key); ok {
		return m.cells[i].value
	}
	return Datum{}
}

// Set sets the value of a key; Nothing removes the key. The error says that the memory is
// full. Set copies texts: a short text cut from a long one would keep the long one alive.
func (m *Memory) Set(owner int32, mod, key string, value Datum) error {
	i, ok := m.find(owner, mod, key)
	if value.Kind == Nothing {
		if ok {
			m.bytes -= m.cells[i].bytes()
			m.cells = slices.Delete(m.cells, i, i+1)
		}
		return nil
	}
	bytes := m.bytes + len(value.Text)
	if ok {
		bytes -= len(m.cells[i].value.Text)
	} else {
		bytes += len(key)
	}
	switch longest := max(len(value.Text), len(key)); {
	case longest > MaxDatumLen:
		return fmt.Errorf("a text of %d bytes cannot be remembered: it may have %d", longest, MaxDatumLen)
	case !ok && len(m.cells) >= MaxData:
		return fmt.Errorf("there is no room: a battle remembers %d values; remember(name) forgets one", MaxData)
	case bytes > MaxDataLen:
		return fmt.Errorf("there is no room: all that a battle remembers, names and texts, has %d bytes at most; remember(name) forgets a value", MaxDataLen)
	}
	m.bytes = bytes
	switch {
	case !ok:
		m.cells = slices.Insert(m.cells, i, m.cell(owner, mod, key, value))
	case !m.cells[i].value.same(&value):
		m.cells[i] = m.cell(owner, mod, key, value)
	}
	return nil
}

// same reports whether two values are equal, to the bit: zeros have signs.
func (d *Datum) same(e *Datum) bool {
	return d.Kind == e.Kind && math.Float64bits(d.Number) == math.Float64bits(e.Number) && d.Text == e.Text
}

// cell returns a cell. Battles remember the same values again and again, so m keeps the last
// cells that it has made, each at one of two indexes that depend on its key and its value.
func (m *Memory) cell(owner int32, mod, key string, value Datum) *cell {
	hash := uint64(owner) + math.Float64bits(value.Number)>>40
	for i := range len(key) {
		hash = hash*31 + uint64(key[i])
	}
	for i := range len(value.Text) {
		hash = hash*31 + uint64(value.Text[i])
	}
	if m.made == nil {
		m.made = new([256]*cell)
	}
	at := hash * 0x9E3779B97F4A7C15 >> 56
	made, second := &m.made[at], &m.made[at^1]
	for _, c := range [...]*cell{*made, *second} {
		if c != nil && c.compare(owner, mod, key) == 0 && c.value.same(&value) {
			return c
		}
	}
	value.Text = strings.Clone(value.Text)
	c := &cell{owner, mod, strings.Clone(key), value}
	if c.bytes() <= 100 {
		*made, *second = c, *made
	}
	return c
}

// Len returns the number of values.
func (m *Memory) Len() int { return len(m.cells) }

// Size returns the approximate size of m in bytes.
func (m *Memory) Size() int { return 80*len(m.cells) + m.bytes }

// Clear removes every value.
func (m *Memory) Clear() { m.cells, m.bytes = m.cells[:0], 0 }

// CopyFrom makes m a copy of src.
func (m *Memory) CopyFrom(src *Memory) {
	if len(m.cells)|len(src.cells) != 0 { // both are almost always empty
		m.cells, m.bytes = append(m.cells[:0], src.cells...), src.bytes
	}
}

// AppendKey appends a key. Memories with different values have different keys. AppendKey
// leaves out owners that counts rejects, whose values are never read again.
func (m *Memory) AppendKey(key []byte, counts func(owner int32) bool) []byte {
	text := func(s string) {
		key = binary.AppendUvarint(key, uint64(len(s)))
		key = append(key, s...)
	}
	for i := range m.cells {
		c := m.cells[i]
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

// A Rememberer is a Battle with a memory of its mods.
type Rememberer interface {
	Memory() *Memory
}
