package strict

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"houserule/engine"
)

// A Field describes one key of a table, from the tags of a struct.
type Field struct {
	Key      string
	Type     string // in words: "list of whole numbers"
	Doc      string
	Required bool
	Lines    bool     // whether a string may contain line breaks and tabs
	Range    *Range   // bounds of a number, or of each number in a list; nil: any
	OneOf    []string // the words that a string, or each in a list, may be; nil: any
	Words    string   // the name of the list whose words join those of OneOf; "": none
	Pair     []string // the names of the two numbers of a list, the first not above the last; nil: any list
	One      string   // the name of a group of keys, of which a whole table has exactly one; "": none
	Fields   []Field  // the fields of a table, or of each table in a list or table
	Relations
}

// Relations are what a key demands of the other keys of its whole table. Decoding does not
// check them, because the rule system explains them better; schemas name them.
type Relations struct {
	Excludes []string   // the keys that cannot stand beside it
	With     []string   // the keys that must stand beside it
	Unless   [][]string // the sets of keys one of which the table has if it lacks the key; nil: none is needed
	Only     []string   // a key and the word that it must have; nil: any
}

// A Word is a word that a string may be, in addition to those of its tag.
type Word struct{ Word, Doc string }

// Words are such words, by the lists that tags name: words:"alignment".
type Words map[string][]Word

// A Range is the bounds of a number, both included.
type Range struct {
	Min, Max float64
}

func (r Range) contains(n float64) bool { return r.Min <= n && n <= r.Max }

func (r Range) String() string {
	return fmt.Sprintf("from %s to %s", number(r.Min), number(r.Max))
}

// Fields describes a struct, given by a value or a pointer, in the order of its fields. It
// does not describe a table again within a table of the same type.
func Fields(sample any) []Field { return Words(nil).Fields(sample) }

// Fields does what [Fields] does, with the words.
func (w Words) Fields(sample any) []Field {
	t := reflect.TypeOf(sample)
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("strict: Fields of %T, not of a struct", sample))
	}
	return w.describe(t, nil)
}

func (w Words) describe(t reflect.Type, within []reflect.Type) []Field {
	if slices.Contains(within, t) {
		return nil
	}
	within = append(within[:len(within):len(within)], t)
	var fields []Field
	for _, s := range w.slots(t) {
		inner := t.FieldByIndex(s.index).Type
		switch inner.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct {
			s.Fields = w.describe(inner, within)
		}
		fields = append(fields, s.Field)
	}
	return fields
}

// A slot is a field of a struct with its index, for [reflect.Value.FieldByIndex].
type slot struct {
	Field
	index []int
}

// slots returns the slots of a struct, with the words.
func (w Words) slots(t reflect.Type) []slot {
	all := slots(t)
	if len(w) == 0 {
		return all
	}
	all = slices.Clone(all)
	for i := range all {
		for _, word := range w[all[i].Words] {
			all[i].OneOf = append(slices.Clip(all[i].OneOf), word.Word)
			all[i].Doc += fmt.Sprintf("; %s: %s", word.Word, word.Doc)
		}
	}
	return all
}

// knownSlots holds the results of slots, by type: all files of all mods are decoded into
// the same few types.
var knownSlots sync.Map

// slots reads the tags of a struct. The slots of embedded structs replace those structs.
func slots(t reflect.Type) []slot {
	if known, ok := knownSlots.Load(t); ok {
		return known.([]slot)
	}
	var found []slot
	for f := range t.Fields() {
		if Belongs(f) {
			for _, s := range slots(f.Type) {
				s.index = append(slices.Clone(f.Index), s.index...)
				found = append(found, s)
			}
			continue
		}
		key, ok := f.Tag.Lookup("toml")
		if !ok {
			continue
		}
		s := slot{index: f.Index, Field: Field{
			Key:      key,
			Type:     strings.TrimPrefix(expected(f.Type), "a "),
			Doc:      f.Tag.Get("doc"),
			Required: f.Tag.Get("required") == "true",
			Lines:    f.Tag.Get("lines") == "true",
		}}
		if tag, ok := f.Tag.Lookup("range"); ok {
			s.Range = parseRange(t, f, tag)
		}
		if tag, ok := f.Tag.Lookup("oneof"); ok {
			s.OneOf = strings.Split(tag, "|")
		}
		s.Words, s.One = f.Tag.Get("words"), f.Tag.Get("one")
		if tag, ok := f.Tag.Lookup("pair"); ok {
			s.Pair = strings.Fields(tag)
		}
		s.Relations = Relations{Excludes: strings.Fields(f.Tag.Get("excludes")), With: strings.Fields(f.Tag.Get("with")), Only: strings.Fields(f.Tag.Get("only"))}
		if tag, ok := f.Tag.Lookup("unless"); ok {
			s.Unless = engine.Each(strings.Split(tag, "|"), strings.Fields)
		}
		found = append(found, s)
	}
	knownSlots.Store(t, found)
	return found
}

// Belongs reports whether the fields of an inner struct belong to the outer one: the inner
// is embedded, or has the tag inline:"true".
func Belongs(f reflect.StructField) bool {
	return f.Type.Kind() == reflect.Struct && (f.Anonymous || f.Tag.Get("inline") == "true")
}

func parseRange(t reflect.Type, f reflect.StructField, tag string) *Range {
	low, high, _ := strings.Cut(tag, "..")
	least, errLow := strconv.ParseFloat(low, 64)
	most, errHigh := strconv.ParseFloat(high, 64)
	if errLow != nil || errHigh != nil || least > most {
		panic(fmt.Sprintf("strict: range %q of %s.%s is not as in 1..9", tag, t, f.Name))
	}
	return &Range{least, most}
}

// expected returns what a type takes, in words.
func expected(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Struct:
		return "a table"
	case reflect.Pointer:
		if isPlain(t.Elem()) || t.Elem().Kind() == reflect.Bool {
			return expected(t.Elem())
		}
	case reflect.Slice:
		if isPlain(t.Elem()) {
			return "a list of " + strings.TrimPrefix(expected(t.Elem()), "a ") + "s"
		}
	case reflect.Map:
		switch {
		case t.Key().Kind() != reflect.String:
		case t.Elem() == conditionType:
			return "a table of conditions"
		case t.Elem().Kind() == reflect.Interface:
			return "a free table"
		case t.Elem().Kind() == reflect.Int || t.Elem().Kind() == reflect.String || t.Elem().Kind() == reflect.Struct || isFree(t.Elem()):
			return "a table of " + strings.TrimPrefix(expected(t.Elem()), "a ") + "s"
		}
	case reflect.Interface:
		switch {
		case t == conditionType:
			return "true or false, or a list of numbers or strings"
		case t.NumMethod() == 0:
			return "a string, a number, true or false"
		}
	}
	panic(fmt.Sprintf("strict: no TOML value fits the type %s", t))
}

// A Condition is what a value must fit, in TOML: a bool, or a list of numbers or strings.
type Condition any

var conditionType = reflect.TypeFor[Condition]()

// isPlain reports whether lists of the type are allowed.
func isPlain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Int, reflect.Float64, reflect.String, reflect.Struct:
		return true
	}
	return isFree(t)
}

// isFree reports whether the type is a table that takes any key.
func isFree(t reflect.Type) bool {
	return t.Kind() == reflect.Map && t.Elem().Kind() == reflect.Interface
}
