package library

import (
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"houserule/engine"
	"houserule/engine/library/strict"
)

// A register holds all entries, by their ids.
type register struct {
	sections []*section
	words    strict.Words // words that mods declare
	rules    *record      // [rules]
	mods     []*modData
	modByID  map[string]*modData
	changes  int // number of changes so far

	ruleSettings  []Setting       // the keys of [rules], as settings of the player
	valueSettings []*valueSetting // values of the data that the player has set
}

// A section is all entries of one kind.
type section struct {
	name   string
	doc    string
	format reflect.Type // the struct of an entry's keys in the format
	own    []Field      // fields that mods declare
	added  strict.Words // words that the fields declare
	*form
	records []*record // in the order of loading
	byFull  map[string]*record
	byShort map[string][]*record
	names   []string // names of all records, for messages
	fulls   []string
}

// A form is the shape of the entries of a section. It does not change.
type form struct {
	shape   reflect.Type // the struct of an entry: the format's keys, followed by the declared fields
	patch   reflect.Type
	keys    []string            // an entry's keys, dotted
	ops     map[string][]string // the keys that each operation of a patch may name
	ranges  map[string]*strict.Range
	idLists map[string]string // for each key of a list of ids, the section that it names
}

// A record is an entry [section.ID], or [rules], with the changes that mods made to it.
type record struct {
	section *section
	mod     *modData
	doc     *strict.Doc
	path    strict.Path
	id      string // id within its mod
	name    string // id among all mods: short if it is unique, otherwise full
	value   any    // a pointer to the entry
	built   any    // the value built from it, for battles
	history map[string]*history
	wrong   bool // whether a problem of it was reported
	unsure  bool // whether it names a faulty entry

	ofSettings strict.Problems // problems of values that the player has set
}

func (r *record) full() string { return r.mod.id() + ":" + r.id }

// what returns the entry's name in messages.
func (r *record) what() string {
	if r.section.name == rulesSection {
		return "[rules]"
	}
	return fmt.Sprintf("%s %q", r.section.name, r.name)
}

// newRegister makes the register of a system's sections, without entries. Own is the
// declarations of mods; their mistakes are reported when a library is loaded.
func newRegister(system Format, own ...Own) *register {
	x := &register{modByID: map[string]*modData{}, words: strict.Words{}}
	for _, s := range sectionsOf(system) {
		x.addSection(s)
	}
	x.declare(own, func(Own, strict.Path, string, ...any) {})
	rules := system.Rules()
	shape := reflect.TypeOf(rules).Elem()
	x.rules = &record{
		section: &section{name: rulesSection, form: &form{shape: shape, keys: keysOf(shape)}},
		value:   rules, history: map[string]*history{},
	}
	return x
}

func (x *register) addSection(s Section) {
	one := &section{name: s.Name, doc: s.Doc, format: reflect.TypeOf(s.Keys), added: x.words, byFull: map[string]*record{}, byShort: map[string][]*record{}}
	one.setShape()
	x.sections = append(x.sections, one)
}

// hasRules reports whether [rules] has any keys.
func (x *register) hasRules() bool { return len(x.rules.section.keys) > 0 }

// scripted returns the sections whose entries can name a script.
func (x *register) scripted() []*section {
	return slices.DeleteFunc(slices.Clone(x.sections), func(s *section) bool { return !slices.Contains(s.keys, scriptKey) })
}

func (x *register) section(name string) *section {
	for _, s := range x.sections {
		if s.name == name {
			return s
		}
	}
	return nil
}

// built returns the entry that a value was built from.
func (x *register) built(of any) *record {
	for _, s := range x.sections {
		for _, r := range s.records {
			if r.built == of {
				return r
			}
		}
	}
	return nil
}

func (x *register) sectionNames() []string {
	return engine.Each(x.sections, func(s *section) string { return s.name })
}

func (x *register) modIDs() []string {
	ids := engine.Each(x.mods, (*modData).id)
	slices.Sort(ids)
	return ids
}

// add adds r to the section, unless its mod has an entry with the same id, which add then
// returns.
func (s *section) add(r *record) (before *record) {
	if before := s.byFull[r.full()]; before != nil {
		return before
	}
	s.records = append(s.records, r)
	s.byFull[r.full()] = r
	s.byShort[r.id] = append(s.byShort[r.id], r)
	return nil
}

// nameAll gives all entries their ids among all mods.
func (s *section) nameAll() {
	for _, r := range s.records {
		r.name = r.id
		if len(s.byShort[r.id]) > 1 {
			r.name = r.full()
		}
		s.names, s.fulls = append(s.names, r.name), append(s.fulls, r.full())
	}
}

// find returns the entry with an id in a text of the mod from, or nil for a person: first
// an entry of the mod itself, then a unique short id, then a full one.
func (s *section) find(id string, from *modData) (*record, error) {
	if r := s.byFull[id]; r != nil {
		return r, nil
	}
	if from != nil {
		if r := s.byFull[from.id()+":"+id]; r != nil {
			return r, nil
		}
	}
	switch all := s.byShort[id]; len(all) {
	case 1:
		return all[0], nil
	case 0:
	default:
		return nil, &engine.Ambiguous{What: s.name, ID: id, Full: engine.Each(all, (*record).full)}
	}
	if strings.Contains(id, ":") {
		return nil, &engine.Unknown{What: s.name, Word: id, Known: s.fulls, Entry: true}
	}
	return nil, &engine.Unknown{What: s.name, Word: id, Known: s.names, Entry: true}
}

// An origin is the place of a value, and the mod that put it there. The zero origin is the
// player, whose settings are in no file.
type origin struct {
	mod  *modData
	doc  *strict.Doc
	path strict.Path
}

func (o origin) place() string {
	if o.doc == nil {
		return ""
	}
	return o.doc.Place(o.path)
}

// step returns a change at this origin, for [Library.Why].
func (o origin) step(text string) Step {
	if o.mod == nil {
		return Step{Text: text}
	}
	return Step{Mod: o.mod.id(), Place: o.place(), Text: text}
}

// origin returns the origin of the value at steps of an entry.
func (r *record) origin(steps ...any) origin {
	for n := len(steps); n > 0; n-- {
		key, ok := dotted(steps[:n])
		if !ok || r.history[key] == nil {
			continue
		}
		h, rest := r.history[key], steps[n:]
		if len(rest) > 0 && h.items != nil {
			if i, ok := rest[0].(int); ok && i < len(h.items) {
				o := h.items[i]
				o.path = o.path.With(rest[1:]...)
				return o
			}
		}
		o := h.at
		o.path = o.path.With(rest...)
		return o
	}
	return origin{r.mod, r.doc, r.path.With(steps...)}
}

// dotted joins keys as histories name them.
func dotted(steps []any) (string, bool) {
	keys := make([]string, len(steps))
	for i, step := range steps {
		key, ok := step.(string)
		if !ok {
			return "", false
		}
		keys[i] = keyText(key)
	}
	return strings.Join(keys, "."), true
}

// keyText returns a key for use among dotted ones: in quotes if it contains a dot.
func keyText(key string) string {
	if strings.ContainsAny(key, ".\"") {
		return strconv.Quote(key)
	}
	return key
}

// stepsOf splits dotted keys.
func stepsOf(key string) (steps []any) {
	for {
		step, rest, more := strings.Cut(key, ".")
		if quoted, err := strconv.QuotedPrefix(key); err == nil {
			step, _ = strconv.Unquote(quoted)
			rest, more = strings.CutPrefix(key[len(quoted):], ".")
		}
		if steps = append(steps, step); !more {
			return steps
		}
		key = rest
	}
}

// reportf reports a problem of the value at steps, in the file of the value.
func (r *record) reportf(steps []any, format string, args ...any) {
	r.wrong = true
	if o := r.origin(steps...); o.doc != nil {
		o.doc.Reportf(o.path, format, args...)
	} else {
		r.ofSettings = append(r.ofSettings, r.problem(steps, format, args...))
	}
}

// problem returns a problem of the value at steps: in the file of the value, or in the
// player's setting.
func (r *record) problem(steps []any, format string, args ...any) strict.Problem {
	if o := r.origin(steps...); o.doc != nil {
		return o.doc.Problem(o.path, format, args...)
	}
	key, _ := dotted(steps)
	return strict.Problem{File: settingFile(r.section.name + "." + r.name + "." + key), Text: fmt.Sprintf(format, args...)}
}

// isFaulty reports whether the entry, or one that it names, has a problem.
func (r *record) isFaulty() bool { return r.wrong || r.unsure || r.doc.IsFaulty(r.path) }

// latest returns the one of these keys that was changed last, with the number of the
// change, or nil and 0 if mods changed none of them.
func (r *record) latest(keys ...string) (steps []any, last int) {
	for changed, h := range r.history {
		if len(h.changes) > 0 && slices.ContainsFunc(keys, func(key string) bool { return isWithin(changed, key) }) {
			if n := h.changes[len(h.changes)-1].number; n > last {
				last, steps = n, stepsOf(changed)
			}
		}
	}
	return steps, last
}

// isWithin reports whether a key is equal to table, or within that table.
func isWithin(key, table string) bool { return key == table || strings.HasPrefix(key, table+".") }

func (r *record) place(steps ...any) string { return r.origin(steps...).place() }

// knownKeys holds the results of keyFields, by type.
var knownKeys sync.Map

// keyFields returns the fields of a struct that are keys. Fields of inlined structs replace
// those structs.
func keyFields(shape reflect.Type) (keys []reflect.StructField) {
	if known, ok := knownKeys.Load(shape); ok {
		return known.([]reflect.StructField)
	}
	for f := range shape.Fields() {
		if strict.Belongs(f) {
			for _, inner := range keyFields(f.Type) {
				inner.Index = append(slices.Clone(f.Index), inner.Index...)
				keys = append(keys, inner)
			}
		} else if _, isKey := f.Tag.Lookup("toml"); isKey {
			keys = append(keys, f)
		}
	}
	knownKeys.Store(shape, keys)
	return keys
}

// formatKeys returns a pointer to the struct of the format's keys in an entry.
func (r *record) formatKeys() any { return reflect.ValueOf(r.value).Elem().Field(0).Addr().Interface() }

// field returns the value of a dotted key in the struct v.
func field(v reflect.Value, key string) reflect.Value { return within(v, stepsOf(key)) }

// within returns the value at steps of v. In an absent table values are zero; a key that a
// table lacks gives a nil pointer.
func within(v reflect.Value, steps []any) reflect.Value {
	for _, step := range steps {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v = reflect.New(v.Type().Elem())
			}
			v = v.Elem()
		}
		if v.Kind() == reflect.Struct {
			v = v.FieldByIndex(keyField(v.Type(), step.(string)).Index)
			continue
		}
		elem := v.Type().Elem()
		if v = v.MapIndex(reflect.ValueOf(step)); !v.IsValid() {
			if elem.Kind() != reflect.Map {
				elem = reflect.PointerTo(elem)
			}
			v = reflect.Zero(elem)
		}
	}
	return v
}

// setWithin sets the value at steps of v, and makes absent tables on the way.
func setWithin(v reflect.Value, steps []any, to reflect.Value) {
	if v.Kind() == reflect.Pointer && len(steps) > 0 {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	switch {
	case len(steps) == 0:
		v.Set(to)
	case v.Kind() == reflect.Struct:
		setWithin(v.FieldByIndex(keyField(v.Type(), steps[0].(string)).Index), steps[1:], to)
	default:
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		key, elem := reflect.ValueOf(steps[0]), reflect.New(v.Type().Elem()).Elem()
		if was := v.MapIndex(key); was.IsValid() {
			elem.Set(was)
		}
		setWithin(elem, steps[1:], to)
		v.SetMapIndex(key, elem)
	}
}

// stepsIn returns the keys of a table, in the order of the reference or the alphabet.
func stepsIn(v reflect.Value) (keys []string) {
	if v.Kind() == reflect.Map {
		for _, key := range v.MapKeys() {
			keys = append(keys, key.String())
		}
		slices.Sort(keys)
		return keys
	}
	for _, f := range keyFields(v.Type().Elem()) {
		keys = append(keys, f.Tag.Get("toml"))
	}
	return keys
}

func keyField(shape reflect.Type, key string) reflect.StructField {
	for _, f := range keyFields(shape) {
		if f.Tag.Get("toml") == key {
			return f
		}
	}
	panic("library: no field " + key)
}

func (r *record) field(key string) reflect.Value { return field(reflect.ValueOf(r.value).Elem(), key) }

// tablesOf yields the tables that contain a value, from the inside out, and the steps from
// each to the value.
func (r *record) tablesOf(key string) iter.Seq2[string, []any] {
	return func(yield func(string, []any) bool) {
		steps := stepsOf(key)
		for n := len(steps) - 1; n > 0; n-- {
			table, _ := dotted(steps[:n])
			if isTable(r.field(table).Type()) && !yield(table, steps[n:]) {
				return
			}
		}
	}
}

// A valueField is the field of a value, with its dotted key.
type valueField struct {
	key   string
	field reflect.StructField
}

// values returns the fields of a struct. For a table it returns those in it and not the
// table's own.
func values(shape reflect.Type) (all []valueField) {
	for _, f := range keyFields(shape) {
		key := f.Tag.Get("toml")
		if f.Type.Kind() != reflect.Struct {
			all = append(all, valueField{key, f})
			continue
		}
		for _, v := range values(f.Type) {
			all = append(all, valueField{key + "." + v.key, v.field})
		}
	}
	return all
}

// keysOf returns the dotted keys of a struct.
func keysOf(shape reflect.Type) []string {
	return engine.Each(values(shape), func(v valueField) string { return v.key })
}

// givenKeys returns the known keys that a table of a file contains without a mistake.
func givenKeys(doc *strict.Doc, path strict.Path, known []string) []string {
	if len(doc.Keys(path)) == 0 {
		return nil
	}
	var keys []string
	for _, key := range known {
		at := path.With(stepsOf(key)...)
		if _, ok := doc.Value(at); ok && !doc.IsFaulty(at) {
			keys = append(keys, key)
		}
	}
	return keys
}

// isUnknown reports whether err means that an id names no entry, rather than several.
func isUnknown(err error) bool {
	var u *engine.Unknown
	return errors.As(err, &u)
}

// A wordList finds the items of a list of words. Two items are the same if they name the
// same entry, each by the rules of its mod, or else if they are the same word.
type wordList struct {
	section *section          // the section that the items name, or nil
	entries map[*record][]int // numbers of items, by the entry that they name
	words   map[string][]int
	unknown map[string][]int // numbers of items that name no entry, by word
	gone    map[int]bool
}

// wordList returns a list for a key of r, without any items.
func (x *register) wordList(r *record, key string) *wordList {
	return &wordList{x.section(r.section.idLists[key]), map[*record][]int{}, map[string][]int{}, map[string][]int{}, map[int]bool{}}
}

// wordListOf returns the list for a key of r, with its items.
func (x *register) wordListOf(r *record, key string) *wordList {
	words, items := x.wordList(r, key), r.items(key)
	for i, word := range r.field(key).Interface().([]string) {
		words.add(i, word, items[i])
	}
	return words
}

// entry returns the entry that a word names, or nil.
func (l *wordList) entry(word string, from origin) *record {
	if l.section == nil {
		return nil
	}
	r, err := l.section.find(word, from.mod)
	if err != nil {
		return nil
	}
	return r
}

// add adds an item. Its number must be greater than those before.
func (l *wordList) add(number int, word string, from origin) {
	l.words[word] = append(l.words[word], number)
	if r := l.entry(word, from); r != nil {
		l.entries[r] = append(l.entries[r], number)
	} else {
		l.unknown[word] = append(l.unknown[word], number)
	}
}

// find returns the least number of an item that is the same as word, or -1.
func (l *wordList) find(word string, from origin) int {
	r := l.entry(word, from)
	if r == nil {
		return l.first(l.words[word])
	}
	n, other := l.first(l.entries[r]), l.first(l.unknown[word])
	if n < 0 || other >= 0 && other < n {
		return other
	}
	return n
}

// first returns the first of some numbers whose item has not been removed, or -1.
func (l *wordList) first(numbers []int) int {
	for _, n := range numbers {
		if !l.gone[n] {
			return n
		}
	}
	return -1
}
