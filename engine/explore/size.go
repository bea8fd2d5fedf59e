package explore

import (
	"reflect"

	"houserule/engine"
)

// A Sizer measures stored battles. It remembers where battles of one type have slices. The
// zero Sizer is ready for use.
type Sizer struct {
	of     reflect.Type
	slices []func(battle reflect.Value) reflect.Value
	part   *Sizer // of the other part of a battle
}

// A Divided is a battle of two parts. Part returns the pointer to the other one, or nil.
type Divided interface {
	Part() any
}

// Size returns the approximate size in bytes of a stored battle: the battle with its
// slices, and the memory of its scripts. It leaves out what pointers lead to, which battles
// of the same start share, except for the other part of a [Divided].
func (s *Sizer) Size(b engine.Battle) int {
	n := s.size(b)
	if b, ok := b.(Divided); ok {
		if part := b.Part(); part != nil {
			if s.part == nil {
				s.part = new(Sizer)
			}
			n += s.part.size(part)
		}
	}
	if b, ok := b.(engine.Rememberer); ok {
		n += b.Memory().Size()
	}
	return n
}

// size returns the size of what a pointer leads to, with its slices.
func (s *Sizer) size(of any) int {
	v := reflect.Indirect(reflect.ValueOf(of))
	if v.Type() != s.of {
		s.of, s.slices = v.Type(), nil
		s.find(s.of, func(v reflect.Value) reflect.Value { return v })
	}
	n := int(s.of.Size())
	for _, of := range s.slices {
		list := of(v)
		n += list.Cap() * int(list.Type().Elem().Size())
	}
	return n
}

// find finds the slices in the values of a type that of returns.
func (s *Sizer) find(t reflect.Type, of func(reflect.Value) reflect.Value) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			s.find(t.Field(i).Type, func(v reflect.Value) reflect.Value { return of(v).Field(i) })
		}
	case reflect.Array:
		for i := range t.Len() {
			s.find(t.Elem(), func(v reflect.Value) reflect.Value { return of(v).Index(i) })
		}
	case reflect.Slice:
		s.slices = append(s.slices, of)
	}
}
