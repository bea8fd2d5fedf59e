package enginetest

import (
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"houserule/engine"
)

// A Still is a snapshot of a battle: every number, text and pointer that can be reached
// from it, whether or not it is part of the key, with the table, its dice, its players and
// its recorder. It compares the parts that the battle shares with others of the same start,
// such as its game and its setup, by address. It ignores functions, and fields with the tag
// `state:"-"`: they are no part of the battle but results that looks keep.
type Still struct {
	battle reflect.Value
	shared map[memory]bool
	words  []uint64
}

// A memory is the address of a value with its type: a struct and its first field have the
// same address.
type memory struct {
	at unsafe.Pointer
	of reflect.Type
}

// NewStill returns a snapshot of b.
func NewStill(b engine.Battle) *Still {
	s := &Still{battle: reflect.ValueOf(b)}
	w := walk{still: s, seen: map[memory]bool{}}
	w.value(reflect.ValueOf(b.Fresh()))
	s.shared = w.seen
	s.Take()
	return s
}

// Take replaces the snapshot by a new one.
func (s *Still) Take() {
	w := walk{still: s, seen: map[memory]bool{}, words: s.words[:0]}
	w.value(s.battle)
	s.words = w.words
}

// Moved returns an error that names the first value that has changed since the snapshot, or
// nil.
func (s *Still) Moved() error {
	w := walk{still: s, seen: map[memory]bool{}, words: s.words, compares: true}
	w.value(s.battle)
	if w.moved == "" {
		return nil
	}
	return errors.New(w.moved)
}

// A walk visits all values that can be reached from a battle, and either records them or
// compares them with the record.
type walk struct {
	still    *Still
	seen     map[memory]bool
	words    []uint64
	compares bool
	next     int // index of the next word
	path     []step
	moved    string
}

// A step leads from a value to a part of it: a field, or an element.
type step struct {
	name  string
	index int
}

// note records a word, or compares it with the record.
func (w *walk) note(word uint64) {
	if !w.compares {
		w.words = append(w.words, word)
		return
	}
	switch {
	case w.moved != "":
	case w.next == len(w.words) || w.words[w.next] != word:
		w.moved = w.place()
	}
	w.next++
}

// place returns the path to the present value, in the syntax of Go.
func (w *walk) place() string {
	var b strings.Builder
	for _, s := range w.path {
		if s.name != "" {
			b.WriteString("." + s.name)
		} else {
			fmt.Fprintf(&b, "[%d]", s.index)
		}
	}
	return fmt.Sprintf("%s%s has changed", w.still.battle.Type().Elem(), b.String())
}

func (w *walk) in(s step, v reflect.Value) {
	if w.moved != "" {
		return
	}
	w.path = append(w.path, s)
	w.value(v)
	w.path = w.path[:len(w.path)-1]
}

var hashSeed = maphash.MakeSeed()

func (w *walk) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		w.note(bit(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.note(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		w.note(v.Uint())
	case reflect.Float32, reflect.Float64:
		w.note(math.Float64bits(v.Float()))
	case reflect.String:
		w.note(maphash.String(hashSeed, v.String()))
	case reflect.Pointer:
		w.note(uint64(v.Pointer()))
		if !v.IsNil() && w.first(v) {
			w.value(v.Elem())
		}
	case reflect.Interface:
		w.note(bit(v.IsNil()))
		if !v.IsNil() {
			w.note(maphash.String(hashSeed, v.Elem().Type().String()))
			w.value(v.Elem())
		}
	case reflect.Struct:
		for _, part := range partsOf(v.Type()) {
			w.in(part, v.Field(part.index))
		}
	case reflect.Slice, reflect.Array:
		w.note(uint64(v.Len()))
		for i := range v.Len() {
			w.in(step{index: i}, v.Index(i))
		}
	case reflect.Map:
		w.entries(v)
	}
}

// parts holds the fields of each type of a struct, because reflection takes long to list
// them.
var parts sync.Map // of reflect.Type to []step

// partsOf returns the fields of a struct that belong to a battle.
func partsOf(of reflect.Type) []step {
	if known, ok := parts.Load(of); ok {
		return known.([]step)
	}
	var steps []step
	for i := range of.NumField() {
		if field := of.Field(i); field.Tag.Get("state") != "-" {
			steps = append(steps, step{field.Name, i})
		}
	}
	parts.Store(of, steps)
	return steps
}

// first reports whether to visit the target of a pointer: it is not shared, and not visited
// yet.
func (w *walk) first(v reflect.Value) bool {
	m := memory{v.UnsafePointer(), v.Type()}
	if w.still.shared[m] || w.seen[m] {
		return false
	}
	w.seen[m] = true
	return true
}

// entries visits the entries of a map in the order of the keys' texts.
func (w *walk) entries(v reflect.Value) {
	w.note(uint64(v.Len()))
	keys := v.MapKeys()
	text := func(key reflect.Value) string { return fmt.Sprint(key) }
	slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(text(a), text(b)) })
	for _, key := range keys {
		w.note(maphash.String(hashSeed, text(key)))
		w.in(step{name: text(key)}, v.MapIndex(key))
	}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
