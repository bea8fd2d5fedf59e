package modhost

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unsafe"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting/lua"
)

// A Codec converts between the values of a Go type and those of scripts. Whole numbers, numbers,
// texts, booleans, lua.Value and, if there is an object "side", engine.Side
// have one. Each type with a codec also has one for pointers, which are nil if left
// out, and for slices.
type Codec func(c codecs)

// codecs are a codec[T] for each T, an argument for each reflect.Type that can be read, an
// entryKind for each section, and loaded{} where there is a library in which they can look
// words up.
type codecs map[any]any

type loaded struct{}

// word returns the field of a word that a library knows. Spell returns the word as scripts read
// it.
func (c codecs) word(spell func(word string) (string, error)) lua.Field {
	f := lua.Field{Type: text}
	if lib, ok := c[loaded{}].(*library.Library); ok {
		f.Word = checked(lib, func(_, word string) (string, error) { return spell(word) })
	}
	return f
}

// checked returns the check of the words that scripts write out: [lua.Field].Word. The words
// of a mod that names another in optional are only checked if the other is loaded: they may
// be the other's.
func checked(lib *library.Library, spell func(mod, word string) (string, error)) func(mod, word string) (string, error) {
	return func(mod, word string) (string, error) {
		spelled, err := spell(mod, word)
		unknown, ok := errors.AsType[*engine.Unknown](err)
		switch {
		case ok && namesAbsent(lib, mod):
			return word, nil
		case ok && unknown.Entry && explain(err).Error() == err.Error(): // no word is near
			return "", fmt.Errorf("%w: if another mod has it, name that mod in requires or optional of mod.toml", explain(err))
		}
		return spelled, explain(err)
	}
}

// namesAbsent reports whether a mod names another in optional that is not loaded.
func namesAbsent(lib *library.Library, mod string) bool {
	for i := range lib.Mods {
		for id := range lib.Mods[i].Mod.Optional {
			if lib.Mods[i].Mod.ID == mod && !slices.ContainsFunc(lib.Mods, func(m library.ModInfo) bool { return m.Mod.ID == id }) {
				return true
			}
		}
	}
	return false
}

// A codec writes values of T for scripts, and reads them for a function that the script of a
// machine calls. Either function may be nil: see codecOf and readOf.
type codec[T any] struct {
	lua.Field // without a name; the doc is for fields without one of their own
	write     func(T) lua.Value
	// list, of a slice, writes a list for a script of a machine.
	list func(m *lua.Machine, t T) lua.Value
	read func(m *lua.Machine, v lua.Value) (T, error)
}

// An argument is a codec of any type, for the fields of structs. At points to the field:
// reflection would take longer than most functions.
type argument struct {
	lua.Field
	read func(m *lua.Machine, v lua.Value, at unsafe.Pointer) error
}

// Refer returns the codec of the Go values of a kind of objects: at returns the value of a
// number, and number its number. The zero T is nil in scripts.
func Refer[P any, T comparable](kind int, name string, at func(b P, ref int32) T, number func(T) int) Codec {
	return func(c codecs) {
		add(c, codec[T]{Field: lua.Field{Type: lua.Type(name)},
			write: func(t T) lua.Value {
				var none T
				if t == none {
					return lua.Nil
				}
				return lua.Object(kind, int32(number(t)))
			},
			read: func(m *lua.Machine, v lua.Value) (t T, err error) {
				if _, ref, ok := v.Object(); ok {
					t = at(positionIn[P](m), ref)
				}
				return t, nil
			}})
	}
}

// Numbered returns the codec of the numbers of a kind of objects. A number below 0 is nil in scripts.
func Numbered[T ~int | ~int8 | ~int32](kind int, name string) Codec {
	return func(c codecs) {
		add(c, codec[T]{Field: lua.Field{Type: lua.Type(name)},
			write: func(t T) lua.Value {
				if t < 0 {
					return lua.Nil
				}
				return lua.Object(kind, int32(t))
			},
			read: func(_ *lua.Machine, v lua.Value) (T, error) {
				if _, ref, ok := v.Object(); ok {
					return T(ref), nil
				}
				return -1, nil
			}})
	}
}

// Word returns the codec of values that scripts write as a word: an id, or one of a few words.
// Either function may be nil: such values are not read, or not written.
func Word[T any](parse func(word string) (T, error), word func(T) string) Codec {
	return func(c codecs) {
		one := codec[T]{Field: lua.Field{Type: text}}
		if word != nil {
			one.write = func(t T) lua.Value { return lua.String(word(t)) }
		}
		if parse != nil {
			one.read = func(_ *lua.Machine, v lua.Value) (T, error) { return parse(v.Text()) }
			one.Field = c.word(func(text string) (string, error) {
				t, err := parse(text)
				if err == nil && word != nil {
					text = word(t)
				}
				return text, err
			})
		}
		add(c, one)
	}
}

// OneOf returns the codec of values with a few words, each at the index of its value.
// The words are also the doc of fields that have no other. What names the values in errors.
func OneOf[T ~uint8 | ~int8 | ~int32 | ~int](what string, words ...string) Codec {
	values := make([]lua.Value, len(words))
	for i, word := range words {
		values[i] = lua.String(word)
	}
	return func(c codecs) {
		add(c, codec[T]{Field: lua.Field{Type: text, Doc: quoted(words), OneOf: words},
			write: func(t T) lua.Value { return values[t] },
			read: func(_ *lua.Machine, v lua.Value) (T, error) {
				if i := slices.Index(words, v.Text()); i >= 0 {
					return T(i), nil
				}
				return 0, &engine.Unknown{What: what, Word: v.Text(), Known: words}
			}})
	}
}

// Names returns the words for all values up to the last one.
func Names[T interface {
	~uint8
	String() string
}](last T) (words []string) {
	for t := range last + 1 {
		words = append(words, t.String())
	}
	return words
}

// quoted returns words as a doc lists them: "melee", "ranged" or "spell".
func quoted(words []string) string {
	last := len(words) - 1
	return `"` + strings.Join(words[:last], `", "`) + `" or "` + words[last] + `"`
}

// add adds a codec, and the codecs of lists of its values.
//
//go:noinline
func add[T any](c codecs, one codec[T]) {
	c[key[T]{}] = &one
	if one.read != nil {
		c[reflect.TypeFor[T]()] = argument{one.Field, func(m *lua.Machine, v lua.Value, at unsafe.Pointer) (err error) {
			*(*T)(at), err = one.read(m, v)
			return err
		}}
		c[reflect.TypeFor[[]T]()] = argument{listOf(one.Field), func(m *lua.Machine, v lua.Value, at unsafe.Pointer) (err error) {
			all := make([]T, len(v.Items()))
			for i, item := range v.Items() {
				if all[i], err = one.read(m, item); err != nil {
					return err
				}
			}
			*(*[]T)(at) = all
			return nil
		}}
	}
	if one.write == nil {
		return
	}
	c[key[*T]{}] = &codec[*T]{Field: one.Field, write: func(t *T) lua.Value {
		if t == nil {
			return lua.Nil
		}
		return one.write(*t)
	}}
	c[key[[]T]{}] = &codec[[]T]{Field: listOf(one.Field),
		write: func(all []T) lua.Value {
			items := make([]lua.Value, len(all))
			for i, t := range all {
				items[i] = one.write(t)
			}
			return lua.List(items...)
		},
		list: func(m *lua.Machine, all []T) lua.Value {
			v := m.List(len(all))
			items := v.Items()
			for i, t := range all {
				items[i] = one.write(t)
			}
			return v
		}}
}

// listOf returns the field of a list of what is in a field.
func listOf(f lua.Field) lua.Field {
	f.Type, f.Doc = f.Type.List(), ""
	return f
}

// A key is the place of a codec[T] among the codecs.
type key[T any] struct{}

// newCodecs returns the codecs that every rule system has.
func newCodecs() codecs {
	c := codecs{}
	add(c, codec[int]{Field: lua.Field{Type: integer}, write: Number[int], read: whole[int]})
	add(c, codec[int32]{Field: lua.Field{Type: integer}, write: Number[int32], read: whole[int32]})
	add(c, codec[float64]{Field: lua.Field{Type: num}, write: lua.Number, read: func(_ *lua.Machine, v lua.Value) (float64, error) { return v.Float(), nil }})
	add(c, codec[bool]{Field: lua.Field{Type: lua.TypeBoolean}, write: lua.Boolean, read: func(_ *lua.Machine, v lua.Value) (bool, error) { return v.Bool(), nil }})
	add(c, codec[string]{Field: lua.Field{Type: text}, write: lua.String, read: func(_ *lua.Machine, v lua.Value) (string, error) { return v.Text(), nil }})
	add(c, codec[lua.Value]{Field: lua.Field{Type: lua.TypeAny},
		write: func(v lua.Value) lua.Value { return v },
		read:  func(_ *lua.Machine, v lua.Value) (lua.Value, error) { return v, nil }})
	c[reflect.TypeFor[Texts]()] = argument{listOf(lua.Field{Type: text}), func(_ *lua.Machine, v lua.Value, at unsafe.Pointer) error {
		*(*Texts)(at) = v.Items()
		return nil
	}}
	return c
}

// Texts is a list of texts, as an argument that takes no memory and is only valid during the call.
type Texts []lua.Value

// with adds codecs.
func (c codecs) with(own []Codec) codecs {
	for _, codec := range own {
		codec(c)
	}
	return c
}

func whole[T int | int32](_ *lua.Machine, v lua.Value) (T, error) {
	n, ok := v.Int()
	if !ok {
		return 0, fmt.Errorf("%s: must be a whole number", v)
	}
	return T(n), nil
}

// codecOf returns the codec of T, which writes values. It panics if there is none: the tables
// have a mistake.
//
//go:noinline
func codecOf[T any](c codecs) *codec[T] {
	one, ok := c[key[T]{}].(*codec[T])
	if !ok || one.write == nil {
		panic(fmt.Sprintf("modhost: the tables have no codec that writes %v", reflect.TypeFor[T]()))
	}
	return one
}

// readOf returns the function that reads a T. It panics as codecOf does.
//
//go:noinline
func readOf[T any](c codecs) func(m *lua.Machine, v lua.Value) (T, error) {
	one, ok := c[key[T]{}].(*codec[T])
	if !ok || one.read == nil {
		panic(fmt.Sprintf("modhost: the tables have no codec that reads %v", reflect.TypeFor[T]()))
	}
	return one.read
}

// argument returns the codec of a type, also of a pointer.
func (c codecs) argument(t reflect.Type) (arg argument, ok bool) {
	if arg, ok = c[t].(argument); ok || t.Kind() != reflect.Pointer {
		return arg, ok
	}
	one, ok := c[t.Elem()].(argument)
	return argument{one.Field, func(m *lua.Machine, v lua.Value, at unsafe.Pointer) error {
		value := reflect.New(t.Elem()).UnsafePointer()
		*(*unsafe.Pointer)(at) = value
		return one.read(m, v, value)
	}}, ok
}

// parameters returns the parameters that the fields of a struct describe, and what reads
// them into such a struct. A field is a parameter:
//
//	Count int `lua:"count" range:"1..1000" doc:"how many"`
//
// Without a lua tag its name is the field's in small letters; a question mark after
// the name says that it may be left out, and leaves the field zero. Whole numbers need
// a range. A field Self is no parameter, but the object of a method, which is the argument
// before the parameters.
func parameters(c codecs, of reflect.Type) (params []lua.Field, read func(m *lua.Machine, args []lua.Value, into unsafe.Pointer) error) {
	type reader struct {
		offset uintptr
		read   func(m *lua.Machine, v lua.Value, at unsafe.Pointer) error
	}
	var readers []reader
	for i := range of.NumField() {
		f := of.Field(i)
		arg, ok := c.argument(f.Type)
		if !ok {
			panic(fmt.Sprintf("modhost: the tables have no codec that reads %v, the type of %s", f.Type, f.Name))
		}
		name, optional := strings.CutSuffix(parameterName(f), "?")
		if f.Name != "Self" {
			param := arg.Field
			param.Name, param.Doc, param.Optional = name, cmp.Or(f.Tag.Get("doc"), arg.Doc), optional
			params = append(params, param)
		}
		one := reader{f.Offset, arg.read}
		if bounds := f.Tag.Get("range"); bounds != "" {
			least, most := rangeOf(bounds)
			one.read = func(m *lua.Machine, v lua.Value, at unsafe.Pointer) error {
				for _, n := range numbers(v) {
					if _, err := Whole(n, name, least, most); err != nil {
						return err
					}
				}
				return arg.read(m, v, at)
			}
		}
		readers = append(readers, one)
	}
	return params, func(m *lua.Machine, args []lua.Value, into unsafe.Pointer) error {
		for i, one := range readers {
			if args[i].IsNil() {
				continue
			}
			if err := one.read(m, args[i], unsafe.Add(into, one.offset)); err != nil {
				return err
			}
		}
		return nil
	}
}

// parameterName returns the name of the parameter that a field describes.
func parameterName(f reflect.StructField) string {
	if name := f.Tag.Get("lua"); name != "" {
		return name
	}
	var b strings.Builder
	for i, r := range f.Name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// rangeOf reads "1..1000".
func rangeOf(bounds string) (least, most int) {
	from, to, _ := strings.Cut(bounds, "..")
	least, err := strconv.Atoi(from)
	if err == nil {
		most, err = strconv.Atoi(to)
	}
	if err != nil {
		panic(fmt.Sprintf("modhost: the range %q: %v", bounds, err))
	}
	return least, most
}

// numbers returns the items of a list, or the value alone.
func numbers(v lua.Value) []lua.Value {
	if v.IsNumber() {
		return []lua.Value{v}
	}
	return v.Items()
}
