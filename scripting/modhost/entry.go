package modhost

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/scripting"
	"houserule/scripting/lua"
)

// Entries of the data are objects, too. Each section is a kind; its fields are the keys
// that are numbers, words, true or false, or lists of those, with those that mods declare.

// An entryKind holds the entries of a section for scripts.
type entryKind struct {
	library.Table
	kind    int              // its place in the binding
	lib     *library.Library // nil: for documentation
	ids     []string         // of the entries, in the order of loading
	rows    [][]lua.Value    // their ids, and the values of the other fields
	numbers map[any]int32    // of the entries, by the Go values built from them
}

// An Entry stands, in rows, for the entry of the data from which a T was built; a zero T is nil.
type Entry[T comparable] struct{ Of T }

// EntryOf returns the codec of the entries of a section.
func EntryOf[T comparable](section string) Codec {
	return func(c codecs) {
		e := c[section].(*entryKind)
		add(c, codec[Entry[T]]{Field: lua.Field{Type: e.typ()}, write: func(entry Entry[T]) lua.Value {
			if number, ok := e.numbers[entry.Of]; ok {
				return lua.Object(e.kind, number)
			}
			return lua.Nil
		}})
	}
}

// A ScenarioID is the id of a scenario, or empty. Its codec is an [EntryNamed].
type ScenarioID string

// Played returns the field of the battle that is the scenario which is played.
func Played[R any](id func(r R) string) Row[R] {
	return Get("scenario?", "the scenario that is played, with the fields that mods declare; nil: none", func(r R) ScenarioID { return ScenarioID(id(r)) })
}

// EntryNamed returns the codec of ids of entries of a section as the entries themselves; the empty
// one is nil.
func EntryNamed[T ~string](section string) Codec {
	return func(c codecs) {
		e := c[section].(*entryKind)
		add(c, codec[T]{Field: lua.Field{Type: e.typ()}, write: func(id T) lua.Value {
			if n, err := e.lib.Number(section, string(id), ""); err == nil {
				return lua.Object(e.kind, int32(n))
			}
			return lua.Nil
		}})
	}
}

// IDOf returns the codec of texts that are ids of the entries of a section, or empty.
func IDOf[T ~string](section string) Codec {
	return func(c codecs) {
		e := c[section].(*entryKind)
		add(c, codec[T]{
			Field: c.word(func(id string) (string, error) { return e.spell("", id) }),
			write: func(t T) lua.Value { return lua.String(string(t)) },
		})
	}
}

// spell returns the id of an entry as scripts read it. The given id is from a text of mod.
func (e *entryKind) spell(mod, id string) (string, error) {
	n, err := e.lib.Number(e.Section, id, mod)
	if err != nil {
		return "", err
	}
	return e.ids[n], nil
}

// KeyOf returns the codec of texts that are words of a key of entries, or empty.
func KeyOf[T ~string](section, key string) Codec {
	return func(c codecs) {
		columns := c[section].(*entryKind).Columns
		at := slices.IndexFunc(columns, func(c library.Column) bool { return c.Key == key })
		add(c, codec[T]{
			Field: c.word(func(word string) (string, error) { return word, isOneOf(columns[at], word) }),
			write: func(t T) lua.Value { return lua.String(string(t)) },
		})
	}
}

// isOneOf returns the error of a word that is none of a column.
func isOneOf(c library.Column, word string) error {
	if c.OneOf != nil && !slices.Contains(c.OneOf, word) {
		return &engine.Unknown{What: c.Key, Word: word, Known: c.OneOf, Entry: c.Words != ""}
	}
	return nil
}

// entries returns the sections of the tables' game, by kind.
func (t *Tables[B]) entries() (all []*entryKind) {
	if t.Format == nil {
		return nil
	}
	for i, table := range library.Tables(t.Format, t.Own...) {
		e := &entryKind{Table: table, kind: len(t.Objects) + i, lib: t.Library}
		if t.Library != nil {
			e.read()
		}
		all = append(all, e)
	}
	return all
}

// read reads the fields of the entries.
func (e *entryKind) read() {
	ids, rows := e.lib.Rows(e.Table)
	e.ids, e.numbers = ids, map[any]int32{}
	for i, row := range rows {
		values := []lua.Value{lua.String(ids[i])}
		for _, v := range row {
			values = append(values, entryValue(v))
		}
		e.rows = append(e.rows, values)
	}
	for i, built := range library.All[any](e.lib, e.Section) {
		e.numbers[built] = int32(i)
	}
}

// entryValue returns a value of the data as one of a script.
func entryValue(v any) lua.Value {
	switch v := v.(type) {
	case bool:
		return lua.Boolean(v)
	case int:
		return Number(v)
	case float64:
		return lua.Number(v)
	case string:
		return lua.String(v)
	case []int:
		return valuesOf(v)
	case []float64:
		return valuesOf(v)
	case []string:
		return valuesOf(v)
	}
	return lua.Nil
}

func valuesOf[T any](all []T) lua.Value {
	items := make([]lua.Value, len(all))
	for i, v := range all {
		items[i] = entryValue(v)
	}
	return lua.List(items...)
}

// name returns the kind's name in scripts, and the name of the function that returns an entry by
// its id.
func (e *entryKind) name() string { return e.Section + "_entry" }

func (e *entryKind) typ() lua.Type { return lua.Type(e.name()) }

// plural returns the name of the function that lists the entries of a section.
func plural(section string) string {
	if stem, ok := strings.CutSuffix(section, "y"); ok {
		return stem + "ies"
	}
	return section + "s"
}

// sectionProblems returns the problems of declared sections whose entries a word would list that
// scripts already have, or that would list the entries of another section.
func (t *Tables[B]) sectionProblems() (problems strict.Problems) {
	listed := map[string][]string{} // the sections that a word lists, with their mods
	for _, o := range t.Own {
		for _, s := range o.Sections {
			word := plural(s.Name)
			listed[word] = append(listed[word], fmt.Sprintf("%s of %s", s.Name, o.Mod))
		}
	}
	var taken []string // words of scripts that list no section
	for _, b := range []*lua.Binding{t.Binding(), t.TestBinding()} {
		names := slices.Concat(slices.Collect(maps.Keys(lua.Usages())), slices.Collect(maps.Keys(scripting.Missing())),
			engine.Each(b.Registers, func(r lua.Register) string { return r.Name }),
			engine.Each(b.Functions, func(f lua.Function) string { return f.Name }))
		for word, sections := range listed {
			n := 0
			for _, name := range names {
				if name == word {
					n++
				}
			}
			if n > len(sections) {
				taken = append(taken, word)
			}
		}
	}
	for _, o := range t.Own {
		for _, s := range o.Sections {
			word := plural(s.Name)
			switch sections := listed[word]; {
			case slices.Contains(taken, word):
				problems = append(problems, o.Problem(s.Name, "section %s: scripts have the word %s already, which would list its entries: pick another name", s.Name, word))
			case len(sections) > 1:
				problems = append(problems, o.Problem(s.Name, "in scripts the word %s would list the entries of several sections, %s: rename all but one", word, strings.Join(sections, " and ")))
			}
		}
	}
	return problems
}

// scripted returns the description of the entries for the machine.
func (e *entryKind) scripted() lua.Kind {
	k := lua.Kind{Name: e.name(), Doc: "An entry of the data. " + e.Doc, Fields: []lua.Field{Param("id", text, "its id")}}
	for _, c := range e.Columns {
		k.Fields = append(k.Fields, e.words(Param(c.Key, columnType(c), c.Doc), c))
	}
	k.Get = func(field int) lua.Reader {
		return func(m *lua.Machine, ref int32) (lua.Value, error) {
			v := e.rows[ref][field]
			if items := v.Items(); items != nil { // a list of the script's own
				list := m.List(len(items))
				copy(list.Items(), items)
				return list, nil
			}
			return v, nil
		}
	}
	k.Text = func(_ *lua.Machine, ref int32) string { return e.ids[ref] }
	return k
}

// words gives a field the words of a column. Mods may add words to some.
func (e *entryKind) words(f lua.Field, c library.Column) lua.Field {
	if e.lib == nil || c.Words == "" {
		f.OneOf = c.OneOf
	} else {
		f.Word = checked(e.lib, func(_, word string) (string, error) { return word, isOneOf(c, word) })
	}
	return f
}

// columnType returns the type of a column's values.
func columnType(c library.Column) lua.Type {
	word, isList := strings.CutPrefix(c.Type, "list of ")
	if isList {
		word = strings.TrimSuffix(word, "s")
	}
	t := map[string]lua.Type{"whole number": integer, "number": num, "true or false": lua.TypeBoolean}[word]
	if t == "" {
		t = text
	}
	switch {
	case isList:
		return t.List()
	case c.IsOptional():
		return t.OrNil()
	}
	return t
}

// functions returns the functions that look up an entry by its id, and list entries by their values.
func (e *entryKind) functions() []lua.Function {
	one := lua.Function{
		Name: e.name(), Doc: "Finds the entry of this section that has an id.",
		Params: []lua.Field{Param("id", text, "the id, short or full")}, Returns: Returns(e.typ(), ""),
		Call: func(m *lua.Machine, args []lua.Value) (lua.Value, error) {
			n, err := e.lib.Number(e.Section, args[0].Text(), m.Owner())
			return lua.Object(e.kind, int32(n)), explain(err)
		},
	}
	if e.lib != nil {
		one.Params[0].Word = checked(e.lib, e.spell)
	}
	all := lua.Function{
		Name: plural(e.Section), Doc: "Lists the entries of this section that have the given values, in the order of loading; without values, all entries.",
		Named: true, Params: []lua.Field{Optional("id", text, "its id")}, Returns: Returns(e.typ().List(), ""),
	}
	for _, c := range e.Columns {
		all.Params = append(all.Params, e.words(Optional(c.Key, lua.Type(strings.TrimRight(string(columnType(c)), "[]?")), c.Doc), c))
	}
	all.Call = func(m *lua.Machine, args []lua.Value) (lua.Value, error) {
		if err := m.Charge(len(e.rows) >> 2); err != nil {
			return lua.Nil, err
		}
		for i, c := range e.Columns {
			if v := args[1+i]; v.IsString() {
				if err := isOneOf(c, v.Text()); err != nil {
					return lua.Nil, explain(err)
				}
			}
		}
		var found []lua.Value
		for i, row := range e.rows {
			if fits(row, args) {
				found = append(found, lua.Object(e.kind, int32(i)))
			}
		}
		list := m.List(len(found))
		copy(list.Items(), found)
		return list, nil
	}
	return []lua.Function{one, all}
}

// fits reports whether the fields of an entry have the values that are given: a list, one
// of its items.
func fits(row, given []lua.Value) bool {
	for i, want := range given {
		has := row[i]
		if want.IsNil() || has.Equal(want) {
			continue
		}
		if !slices.ContainsFunc(has.Items(), want.Equal) {
			return false
		}
	}
	return true
}
