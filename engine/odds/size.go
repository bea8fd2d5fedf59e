package odds

import (
	"reflect"
	"slices"

	"houserule/engine"
)

// A Sizer measures stored battles. It remembers where battles of one type have slices. The
// zero Sizer is ready for use.
type Sizer struct {
	of     reflect.Type
	slices [][]int // the way to each: numbers of fields, and of elements of arrays
}

// Size returns the approximate size in bytes of a stored battle: the battle with its
// slices, and the memory of its scripts. It leaves out what pointers lead to, which battles
// of the same start share.
func (s *Sizer) Size(b engine.Battle) int {
	v := reflect.Indirect(reflect.ValueOf(b))
	if v.Type() != s.of {
		s.of, s.slices = v.Type(), nil
		s.find(s.of, nil)
	}
	n := int(s.of.Size())
	for _, way := range s.slices {
		list := v
		for _, i := range way {
			if list.Kind() == reflect.Array {
				list = list.Index(i)
			} else {
				list = list.Field(i)
			}
		}
		n += list.Cap() * int(list.Type().Elem().Size())
	}
	if b, ok := b.(interface{ Memory() *engine.Memory }); ok {
		n += b.Memory().Size()
	}
	return n
}

// find finds the slices in values of a type, at the end of a way.
func (s *Sizer) find(t reflect.Type, way []int) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			s.find(t.Field(i).Type, append(way, i))
		}
	case reflect.Array:
		for i := range t.Len() {
			s.find(t.Elem(), append(way, i))
		}
	case reflect.Slice:
		s.slices = append(s.slices, slices.Clone(way))
	}
}
