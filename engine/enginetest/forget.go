package enginetest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"houserule/engine"
)

// A Leak is a place in which a rule system can forget a field.
type Leak string

// The leaks.
const (
	FromKey   Leak = "key"   // AppendKey does not append the field
	FromClass Leak = "class" // AppendClass does not
	FromCopy  Leak = "copy"  // CopyFrom does not copy the field
	Shared    Leak = "share" // CopyFrom does not copy the elements of the field, a list
)

// A Plant is a mistake that a test makes on purpose: a field that is forgotten somewhere.
type Plant struct {
	Field string // the end of its way: see [Battles.Finds]
	From  Leak
}

// FindsAll checks that [Battles.Fields] finds each of some mistakes, or the first unless
// [Long] is set. It plays thousands of battles on one goroutine, so that -short, as with the
// race detector, leaves it out.
func (k *Battles[B]) FindsAll(t *testing.T, plants []Plant) {
	t.Helper()
	if testing.Short() {
		t.Skip("it plays thousands of battles on one goroutine")
	}
	if !Long {
		plants = plants[:min(len(plants), 1)]
	}
	for _, plant := range plants {
		if err := k.Finds(plant.Field, plant.From); err != nil {
			t.Error(err)
		}
	}
}

// Finds checks that [Battles.Fields] finds a field that is forgotten. The field is the end of
// its way in the syntax of Go, such as ".stacks[].answered". To a forgetful battle the field
// is 0 whenever its key or class is computed, or after it is copied.
//
// So Finds shows that Fields sees every place that a value can be lost on its way from the
// field to the key, and that kits draw battles in which that matters. It does not show that
// every mistake in a key is one of these.
func (k *Battles[B]) Finds(field string, from Leak) error {
	f := newFields()
	for _, kit := range append([]Battles[B]{*k}, k.With...) {
		f.kits = append(f.kits, &kitFields{known: map[uint64]*kitField{}})
		for i := range max(Rounds(4*fieldStarts), fieldStarts/2) {
			f.start(Forgets(kit.example(i), field, from), uint64(i))
			if f.found(field) {
				return nil
			}
		}
	}
	err := f.err() // fields that are in no key at all are found at the end
	if f.found(field) {
		return nil
	}
	return fmt.Errorf("%s is forgotten (%s), and not found: %v", field, from, err)
}

// found reports whether a mistake names a field.
func (f *fields) found(field string) bool {
	for mistake := range f.errs {
		if strings.HasSuffix(mistake, field) {
			return true
		}
	}
	for _, kit := range f.kits {
		for id, of := range kit.known {
			if of.err != nil && strings.HasSuffix(f.known[id].name, field) {
				return true
			}
		}
	}
	return false
}

// A forgetful is a battle that forgets a field.
type forgetful struct {
	engine.Story
	ways [][]int // to the field: numbers of fields, and of elements of arrays; below 0 for all elements of a list, and for targets of interfaces
	from Leak
}

// Forgets returns a battle that forgets the fields whose names end like this, for tests of
// tools that must find it.
func Forgets(b engine.Story, field string, from Leak) engine.Story {
	f := &forgetful{Story: b, from: from}
	f.find(reflect.TypeOf(b).Elem(), reflect.ValueOf(b).Elem(), "", field, nil)
	return f
}

// find finds the ways to the fields of a type. The value is one of the type, if there is one:
// only it knows the targets of interfaces.
func (b *forgetful) find(t reflect.Type, v reflect.Value, name, field string, way []int) {
	if strings.HasSuffix(name, field) {
		b.ways = append(b.ways, slices.Clone(way))
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			var part reflect.Value
			if v.IsValid() {
				part = v.Field(i)
			}
			b.find(t.Field(i).Type, part, name+"."+t.Field(i).Name, field, append(way, i))
		}
	case reflect.Array:
		for i := range min(t.Len(), engine.MaxSeats) {
			b.find(t.Elem(), reflect.Value{}, fmt.Sprintf("%s[%d]", name, i), field, append(way, i))
		}
	case reflect.Slice:
		b.find(t.Elem(), reflect.Value{}, name+"[]", field, append(way, -1))
	case reflect.Interface:
		if v.IsValid() && v.Elem().Kind() == reflect.Pointer {
			b.find(v.Elem().Type().Elem(), v.Elem().Elem(), name, field, append(way, -1))
		}
	}
}

// places returns the places of the fields.
func (b *forgetful) places() (all []reflect.Value) {
	for _, way := range b.ways {
		at := []reflect.Value{reflect.ValueOf(b.Story).Elem()}
		for _, i := range way {
			var next []reflect.Value
			for _, v := range at {
				switch {
				case v.Kind() == reflect.Interface:
					next = append(next, v.Elem().Elem())
				case i < 0:
					for i := range v.Len() {
						next = append(next, free(v.Index(i)))
					}
				case v.Kind() == reflect.Array:
					next = append(next, free(v.Index(i)))
				default:
					next = append(next, free(v.Field(i)))
				}
			}
			at = next
		}
		all = append(all, at...)
	}
	return all
}

// Fresh returns another that forgets the same.
func (b *forgetful) Fresh() engine.Battle {
	return &forgetful{b.Story.Fresh().(engine.Story), b.ways, b.from}
}

// without calls do while the field is 0.
func (b *forgetful) without(do func()) {
	places := b.places()
	was := make([]reflect.Value, len(places))
	for i, v := range places {
		was[i] = held(v)
		v.SetZero()
	}
	defer func() {
		for i, v := range places {
			v.Set(was[i])
		}
	}()
	do()
}

// AppendKey appends a key, which may leave the field out.
func (b *forgetful) AppendKey(key []byte) []byte {
	if b.from != FromKey {
		return b.Story.AppendKey(key)
	}
	b.without(func() { key = b.Story.AppendKey(key) })
	return key
}

// AppendClass appends a class, which may leave the field out.
func (b *forgetful) AppendClass(key []byte) []byte {
	c, ok := b.Story.(engine.Classifier)
	switch {
	case !ok:
		return b.AppendKey(key)
	case b.from == FromClass:
		b.without(func() { key = c.AppendClass(key) })
		return key
	}
	return c.AppendClass(key)
}

// CopyFrom makes b a copy of src, which may leave the field out.
func (b *forgetful) CopyFrom(src engine.Battle) {
	of := src.(*forgetful)
	b.Story.CopyFrom(of.Story)
	for i, from := range of.places() {
		switch b.from {
		case FromCopy:
			b.places()[i].SetZero()
		case Shared:
			b.places()[i].Set(from)
		}
	}
}
