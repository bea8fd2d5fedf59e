package odds

import (
	"reflect"

	"houserule/engine"
)

// Size returns about how many bytes a battle takes that is kept: itself with its
// lists, and what scripts remember there. What it points to is shared with others of
// its start.
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

// lists are the bytes of the lists in a value.
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
