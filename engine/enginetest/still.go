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
	"unsafe"

	"houserule/engine"
)

// A Still is a battle as it was at one moment: every number, text and pointer
// that can be reached from it, whether it is part of the key or not, with the
// table, its dice, its players and its recorder. What the battle shares with
// others of the same start, as its game and its setup, counts by its address.
// Functions do not count, nor do fields with the tag `battle:"-"`, which are no
// part of the battle: what looks find out, and keep.
type Still struct {
	battle reflect.Value
	shared map[memory]bool
	words  []uint64
}

// memory is a piece of memory as a value of some type. A field and the struct
// that begins with it lie at the same address.
type memory struct {
	at unsafe.Pointer
	of reflect.Type
}

// NewStill returns a Still of b as it is now.
func NewStill(b engine.Battle) *Still {
	s := &Still{battle: reflect.ValueOf(b)}
	w := walk{still: s, seen: map[memory]bool{}}
	w.value(reflect.ValueOf(b.Fresh()))
	s.shared = w.seen
	s.Take()
	return s
}

// Take takes the battle as it is now.
func (s *Still) Take() {
	w := walk{still: s, seen: map[memory]bool{}, words: s.words[:0]}
	w.value(s.battle)
	s.words = w.words
}

// Moved returns an error that names the first thing which is not as it was when
// the Still was taken.
func (s *Still) Moved() error {
	w := walk{still: s, seen: map[memory]bool{}, words: s.words, compares: true}
	w.value(s.battle)
	if w.moved == "" {
		return nil
	}
	return errors.New(w.moved)
}

// A walk goes through everything that can be reached from a battle, and writes
// it down or compares it with what was written down.
type walk struct {
	still    *Still
	seen     map[memory]bool
	words    []uint64
	compares bool
	next     int // of words
	path     []step
	moved    string
}

// A step leads from a value to one in it: a field, or an element.
type step struct {
	name  string
	index int
}

// note writes a word down, or compares it.
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

// place is the path as Go writes it.
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
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.Tag.Get("battle") != "-" {
				w.in(step{name: field.Name}, v.Field(i))
			}
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

// first reports whether what a pointer points to has to be looked at: it is not
// shared, and has not been looked at.
func (w *walk) first(v reflect.Value) bool {
	m := memory{v.UnsafePointer(), v.Type()}
	if w.still.shared[m] || w.seen[m] {
		return false
	}
	w.seen[m] = true
	return true
}

// entries goes through a map in the order of its keys' texts.
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
