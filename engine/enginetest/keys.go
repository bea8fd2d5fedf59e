package enginetest

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// SetKeys sets fields of a struct by their toml tags. Text is a list such as "die=6
// round_limit=20". Rules is a pointer to the struct.
func SetKeys(rules any, text string) error {
	for _, setting := range strings.Fields(text) {
		key, value, _ := strings.Cut(setting, "=")
		field, ok := fieldOf(reflect.ValueOf(rules).Elem(), key)
		if !ok {
			return fmt.Errorf("no rule is called %q", key)
		}
		if err := set(field, value); err != nil {
			return fmt.Errorf("%s: %w", setting, err)
		}
	}
	return nil
}

// fieldOf returns the field with a toml tag.
func fieldOf(v reflect.Value, key string) (reflect.Value, bool) {
	for _, field := range reflect.VisibleFields(v.Type()) {
		if field.Tag.Get("toml") == key {
			return v.FieldByIndex(field.Index), true
		}
	}
	return reflect.Value{}, false
}

func set(field reflect.Value, value string) error {
	switch field.Kind() {
	case reflect.Int:
		n, err := strconv.Atoi(value)
		field.SetInt(int64(n))
		return err
	case reflect.Float64:
		x, err := strconv.ParseFloat(value, 64)
		field.SetFloat(x)
		return err
	case reflect.Bool:
		on, err := strconv.ParseBool(value)
		field.SetBool(on)
		return err
	case reflect.String:
		field.SetString(value)
		return nil
	}
	return fmt.Errorf("a key of kind %s cannot be set", field.Kind())
}
