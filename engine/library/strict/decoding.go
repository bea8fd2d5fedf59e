package strict

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"houserule/engine"
)

// Decode decodes the table at path into the struct that dst points to, and reports
// everything in the table that does not fit. It sets what fits. It sets a pointer for each
// key that is present, so that the caller's own checks do not take a wrong value for a
// missing one. An absent table counts as an empty one, but causes at most one problem.
func (d *Doc) Decode(path Path, dst any) {
	v := reflect.ValueOf(dst)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		panic(fmt.Sprintf("strict: Decode into %T, not a pointer to a struct", dst))
	}
	dec := decoding{doc: d, root: min(len(path), 2)}
	value, ok := d.Value(path)
	if ok {
		dec.table(path, v.Elem(), value)
	} else if slices.ContainsFunc(d.batch.Words.slots(v.Elem().Type()), func(s slot) bool { return s.Required }) {
		d.Reportf(path, "there is no %s", path.words(dec.root))
	}
}

// DecodePart decodes the table at path into what dst points to and leaves unchanged what
// the table does not name. No key is required, except in the elements of lists, which are
// whole. In problems all steps of path name the table.
func (d *Doc) DecodePart(path Path, dst any) {
	if value, ok := d.Value(path); ok {
		decoding{doc: d, root: len(path), partial: true}.table(path, reflect.ValueOf(dst).Elem(), value)
	}
}

// DecodeTable does what [Doc.Decode] does, for the table at path. The first root steps of
// path name the entry that contains it.
func (d *Doc) DecodeTable(path Path, root int, dst any) {
	if value, ok := d.Value(path); ok {
		decoding{doc: d, root: root}.table(path, reflect.ValueOf(dst).Elem(), value)
	}
}

// A decoding is one call of Decode. Root is the number of steps of a path that name the
// decoded table. Partial means that no key is required. Outer holds the tables that contain
// the present one, the innermost last.
type decoding struct {
	doc     *Doc
	root    int
	partial bool
	outer   []outerTable
}

// An outerTable is a table that contains others, with its known keys.
type outerTable struct {
	path Path
	keys []string
}

// misplaced returns the innermost outer table that knows a key.
func (dec decoding) misplaced(key string) (t outerTable, ok bool) {
	for _, t := range slices.Backward(dec.outer) {
		if slices.Contains(t.keys, key) {
			return t, true
		}
	}
	return t, false
}

// table decodes a table into a struct.
func (dec decoding) table(path Path, dst reflect.Value, value any) {
	table, ok := value.(map[string]any)
	if !ok {
		dec.mismatch(path, dst.Type(), value)
		return
	}
	slots := dec.doc.batch.Words.slots(dst.Type())
	known := engine.Each(slots, func(s slot) string { return s.Key })
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if slices.Contains(known, key) || dec.doc.IsFaulty(path.With(key)) {
			continue
		}
		if t, ok := dec.misplaced(key); ok {
			dec.doc.Reportf(path.With(key), "unknown key %s in %s: it is a key of %s: write it there, above all tables in it", engine.Quote(key), path.words(dec.root), t.path.words(dec.root))
			continue
		}
		dec.doc.Reportf(path.With(key), "unknown key %s in %s%s", engine.Quote(key), path.words(dec.root), hint{key, "keys", known})
	}
	dec.outer = append(slices.Clip(dec.outer), outerTable{path, known})
	for _, s := range slots {
		if value, ok := table[s.Key]; ok {
			dec.value(path.With(s.Key), s.Field, dst.FieldByIndex(s.index), value)
		} else if s.Required && !dec.partial {
			dec.doc.Reportf(path, "%s has no %s", path.words(dec.root), s.Key)
		}
	}
	if !dec.partial {
		dec.groups(path, slots, table)
	}
}

// groups reports each group of keys of which the table does not have exactly one.
func (dec decoding) groups(path Path, slots []slot, table map[string]any) {
	for i, s := range slots {
		if s.One == "" || slices.ContainsFunc(slots[:i], func(before slot) bool { return before.One == s.One }) {
			continue
		}
		var keys []string
		given := 0
		for _, of := range slots[i:] {
			if of.One == s.One {
				keys = append(keys, of.Key)
				if _, ok := table[of.Key]; ok {
					given++
				}
			}
		}
		if given != 1 {
			last := len(keys) - 1
			dec.doc.Reportf(path, "%s must have exactly one of %s and %s", path.words(dec.root), strings.Join(keys[:last], ", "), keys[last])
		}
	}
}

// value decodes a value into a field, or into an element of one.
func (dec decoding) value(path Path, f Field, dst reflect.Value, value any) {
	if dst.Kind() == reflect.Slice || dst.Kind() == reflect.Map {
		dec.partial = false
	}
	switch dst.Kind() {
	case reflect.Pointer:
		dst.Set(reflect.New(dst.Type().Elem()))
		dec.value(path, f, dst.Elem(), value)
		return
	case reflect.Struct:
		dec.table(path, dst, value)
		return
	case reflect.Slice:
		if list, ok := value.([]map[string]any); ok {
			value = elements(list)
		}
		if list, ok := value.([]any); ok {
			if f.Required && len(list) == 0 {
				dec.doc.Reportf(path, "%s is an empty list: must not be empty", dec.name(path))
				return
			}
			dst.Set(reflect.MakeSlice(dst.Type(), len(list), len(list)))
			for i, element := range list {
				dec.value(path.With(i), f, dst.Index(i), element)
			}
			if f.Pair != nil && !dec.doc.IsFaulty(path) && !isPair(dst) {
				first, last := f.Pair[0], f.Pair[1]
				dec.doc.Reportf(path, "%s must be [%s, %s], the %s not above the %s", dec.name(path), first, last, first, last)
				dst.SetLen(0)
			}
			return
		}
	case reflect.Map:
		if table, ok := value.(map[string]any); ok {
			dst.Set(reflect.MakeMapWithSize(dst.Type(), len(table)))
			for _, key := range slices.Sorted(maps.Keys(table)) {
				if at, what := engine.Unsafe(key, ""); at >= 0 {
					dec.doc.Reportf(path.With(key), "the key %s of %s: take out the %s", engine.Quote(key), path.words(dec.root), what)
					continue
				}
				element := reflect.New(dst.Type().Elem()).Elem()
				dec.value(path.With(key), f, element, table[key])
				dst.SetMapIndex(reflect.ValueOf(key).Convert(dst.Type().Key()), element)
			}
			return
		}
	case reflect.Interface:
		list, isList := value.([]any)
		if isScalar(value) || isList && dst.Type() == conditionType && !slices.ContainsFunc(list, func(item any) bool { return !isScalar(item) }) {
			dst.Set(reflect.ValueOf(value))
			return
		}
	case reflect.Int:
		if n, ok := value.(int64); ok {
			if dec.inRange(path, f, float64(n), strconv.FormatInt(n, 10)) {
				dst.SetInt(n)
			}
			return
		}
	case reflect.Float64:
		n, ok := value.(float64)
		if whole, isWhole := value.(int64); isWhole {
			n, ok = float64(whole), true
		}
		if ok && !math.IsNaN(n) && !math.IsInf(n, 0) {
			if dec.inRange(path, f, n, number(n)) {
				dst.SetFloat(n)
			}
			return
		}
	case reflect.Bool:
		if b, ok := value.(bool); ok {
			dst.SetBool(b)
			return
		}
	case reflect.String:
		if s, ok := value.(string); ok {
			if dec.isThere(path, f, s) && dec.isSafe(path, f, s) && dec.isOneOf(path, f, s) {
				dst.SetString(s)
			}
			return
		}
	}
	dec.mismatch(path, dst.Type(), value)
}

// isPair reports whether a list holds two numbers, the first not above the last.
func isPair(list reflect.Value) bool {
	if list.Len() != 2 {
		return false
	}
	if list.Index(0).CanInt() {
		return list.Index(0).Int() <= list.Index(1).Int()
	}
	return list.Index(0).Float() <= list.Index(1).Float()
}

func isScalar(value any) bool {
	switch value.(type) {
	case string, bool, int64, float64:
		return true
	}
	return false
}

func (dec decoding) inRange(path Path, f Field, n float64, text string) bool {
	if f.Range == nil || f.Range.contains(n) {
		return true
	}
	dec.doc.Reportf(path, "%s is %s: must be %s", dec.name(path), text, f.Range)
	return false
}

// isThere reports whether a string contains a word, and adds a problem if it is required
// and does not.
func (dec decoding) isThere(path Path, f Field, s string) bool {
	if !f.Required || strings.TrimSpace(s) != "" {
		return true
	}
	dec.doc.Reportf(path, "%s is %s: must not be empty", dec.name(path), engine.Quote(s))
	return false
}

// isSafe reports whether a string is safe to show, and adds a problem if not.
func (dec decoding) isSafe(path Path, f Field, s string) bool {
	but := ""
	if f.Lines {
		but = "\n\t"
	}
	at, what := engine.Unsafe(s, but)
	if at < 0 {
		return true
	}
	dec.doc.Reportf(path, "%s is %s: take out the %s", dec.name(path), engine.Quote(s), what)
	return false
}

func (dec decoding) isOneOf(path Path, f Field, s string) bool {
	if f.OneOf == nil || slices.Contains(f.OneOf, s) {
		return true
	}
	dec.doc.Reportf(path, "%s", NotOneOf(dec.name(path), s, f.OneOf))
	return false
}

// mismatch reports a value of the wrong type.
func (dec decoding) mismatch(path Path, t reflect.Type, value any) {
	name := path.words(dec.root)
	if t.Kind() != reflect.Struct {
		name = dec.name(path)
	}
	dec.doc.Reportf(path, "%s must be %s, not %s", name, expected(t), inWords(value))
}

// name returns the path of a value that is not a table. An element of a list is an item, so
// that `round 2` is not taken for the second round.
func (dec decoding) name(path Path) string {
	last := len(path) - 1
	if i, ok := path[last].(int); ok {
		return fmt.Sprintf("item %d of %s", i+1, path[:last].words(dec.root))
	}
	return path.words(dec.root)
}

// elements returns the elements of a list, which the parser stores in two ways: [[headers]]
// as maps, everything else as values.
func elements(value any) []any {
	switch list := value.(type) {
	case []any:
		return list
	case []map[string]any:
		elements := make([]any, len(list))
		for i, table := range list {
			elements[i] = table
		}
		return elements
	}
	return nil
}

// inWords describes a value of the wrong type.
func inWords(value any) string {
	switch value := value.(type) {
	case string:
		return "the string " + engine.Quote(value)
	case int64:
		return "the number " + strconv.FormatInt(value, 10)
	case float64:
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return strings.ToLower(number(value))
		}
		text := number(value)
		if !strings.ContainsAny(text, ".e") {
			text += ".0" // so that it does not look like a whole number
		}
		return "the fraction " + text
	case bool:
		return strconv.FormatBool(value)
	case time.Time:
		return "a date or time"
	case map[string]any:
		return "a table"
	}
	return "a list"
}

// number returns a number as people write it in a file: with an exponent only if it is
// huge.
func number(n float64) string {
	if math.Abs(n) < 1e15 {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return strconv.FormatFloat(n, 'g', -1, 64)
}
