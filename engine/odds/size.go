package odds

import (
	"reflect"

	"houserule/engine"
)

// Size returns the approximate size in bytes of a stored battle: the battle with its
// slices, and the memory of its scripts. It leaves out what pointers lead to, which battles
// of the same start share.
func Size(b engine.Battle) int {
	v := reflect.ValueOf(b)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	n := int(v.Type().Size()) + lists(v)
	if b, ok := b.(interface{ Memory() *engine.Memory }); ok {
		n += b.Memory().Size()
	}
	return n
}

// lists returns the size in bytes of the slices in a value.
func lists(v reflect.Value) (n int) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			n += lists(v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			n += lists(v.Index(i))
		}
	case reflect.Slice:
		n = v.Cap() * int(v.Type().Elem().Size())
	}
	return n
}
