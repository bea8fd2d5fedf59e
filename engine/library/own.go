package library

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"

	"houserule/engine"
	"houserule/engine/library/strict"
)

// A fieldEntry is [field.NAME] of mod.toml.
type fieldEntry struct {
	On      []string  `toml:"on" required:"true" doc:"the sections whose entries have it, for example [\"creature\"]"`
	Type    string    `toml:"type" required:"true" oneof:"whole|number|boolean|choice|text" doc:"the type of its values; whole: a whole number"`
	List    bool      `toml:"list" doc:"whether its value is a list; not for a boolean"`
	Default any       `toml:"default" doc:"its value in entries that do not set it; absent: 0, false, an empty text or list, or the first word of a choice"`
	Range   []float64 `toml:"range" pair:"least most" doc:"[least, most], both included, of a whole or number"`
	OneOf   []string  `toml:"oneof" doc:"the words of a choice"`
	Doc     string    `toml:"doc" lines:"true" required:"true" doc:"its meaning, in a sentence"`
}

// A sectionEntry is [section.NAME] of mod.toml.
type sectionEntry struct {
	Doc string `toml:"doc" lines:"true" required:"true" doc:"a description of such an entry, in a sentence"`
}

// A wordEntry is [word.NAME] of mod.toml.
type wordEntry struct {
	Of  string `toml:"of" required:"true" doc:"the list of words that it joins, for example alignment"`
	Doc string `toml:"doc" lines:"true" required:"true" doc:"its meaning, in a few words"`
}

// An Own is a mod's declarations for data: sections, words that some keys take in addition
// to the system's, and fields of entries.
type Own struct {
	Mod      string
	Sections []Section
	Words    strict.Words
	Fields   []Field
	doc      *strict.Doc
}

// Problem returns a problem of a declared section.
func (o Own) Problem(section, format string, args ...any) strict.Problem {
	return o.doc.Problem(strict.Path{sectionKey, section}, format, args...)
}

// A Field is a key that a mod declares for entries of some sections. Data sets it; scripts
// and conditions read it.
type Field struct {
	Setting // its name, its type and its default
	List    bool
	On      []string // names of sections
	Mod     string   // the mod that declares it
}

// readOwn checks the mod's declarations for data, in the order of the file.
func (h *header) readOwn() {
	h.own = Own{Mod: h.entry.ID, Words: strict.Words{}, doc: h.doc}
	for _, name := range h.doc.Keys(strict.Path{sectionKey}) {
		path := strict.Path{sectionKey, name}
		if err := engine.FieldNaming.Check(sectionKey, name); err != nil {
			h.doc.Reportf(path, "%v", err)
		}
		h.own.Sections = append(h.own.Sections, Section{Name: name, Doc: fmt.Sprintf("%s `[%s.ID]`, of the mod %s", h.entry.Sections[name].Doc, name, h.entry.ID), Keys: struct{}{}})
	}
	for _, name := range h.doc.Keys(strict.Path{wordKey}) {
		path := strict.Path{wordKey, name}
		if err := engine.WordNaming.Check("the word", name); err != nil {
			h.doc.Reportf(path, "%v", err)
		}
		t := h.entry.Words[name]
		h.own.Words[t.Of] = append(h.own.Words[t.Of], strict.Word{Word: name, Doc: fmt.Sprintf("%s (mod %s)", t.Doc, h.entry.ID)})
	}
	h.readFields()
}

// The tables of mod.toml with declarations for data.
const (
	sectionKey = "section"
	wordKey    = "word"
	settingKey = "setting"
	fieldKey   = "field"
)

// readFields checks [field.NAME], in the order of the file.
func (h *header) readFields() {
	for _, name := range h.doc.Keys(strict.Path{fieldKey}) {
		t, ok := h.entry.Fields[name]
		if !ok {
			continue
		}
		f := Field{On: t.On, List: t.List, Mod: h.entry.ID}
		path := strict.Path{fieldKey, name}
		if err := engine.FieldNaming.Check("field", name); err != nil {
			h.doc.Reportf(path, "%v", err)
		} else if slices.Contains(luaWords, name) {
			h.doc.Reportf(path, "field %q: Lua has this word: pick another name", name)
		}
		switch {
		case t.List && (t.Type == "boolean" || t.Default != nil):
			h.doc.Reportf(path.With("list"), "field %s is a list: it has no default, and its items are no booleans", name)
			t.Default = nil
		case t.List || t.Default != nil:
		case len(t.Range) == 2 && (t.Range[0] > 0 || t.Range[1] < 0):
			h.doc.Reportf(path, "field %s needs a default: 0 is not within its range", name)
		default:
			t.Default = map[string]any{"whole": int64(0), "number": 0.0, "boolean": false, "text": "", "choice": append(t.OneOf, "")[0]}[t.Type]
		}
		for i, word := range t.OneOf {
			if err := engine.WordNaming.Check("the word", word); err != nil {
				h.doc.Reportf(path.With("oneof", i), "%v", err)
			}
		}
		f.Setting = readSetting(h.doc, fieldKey, name, settingEntry{t.Type, t.Default, t.Range, t.OneOf, t.Doc})
		if h.doc.IsFaulty(path) {
			f.Default = nil
		}
		h.own.Fields = append(h.own.Fields, f)
	}
}

// luaWords are the words that Lua reserves, so that scripts could not read a field with
// such a name.
var luaWords = strings.Fields("and break do else elseif end false for function goto if in local nil not or repeat return then true until while")

// openWords returns the words of each list that mods can add to.
func (x *register) openWords() map[string][]string {
	open := map[string][]string{}
	for _, s := range x.sections {
		for _, f := range s.fields() {
			for _, f := range flat(f, "") {
				if f.Words != "" {
					open[f.Words] = f.OneOf
				}
			}
		}
	}
	return open
}

// declare adds the declarations of mods to the register. Report gets the mistakes.
func (x *register) declare(all []Own, report func(o Own, path strict.Path, format string, args ...any)) {
	from := map[string]string{} // the mod of each section
	for _, o := range all {
		for _, s := range o.Sections {
			path := strict.Path{sectionKey, s.Name}
			switch {
			case from[s.Name] != "":
				report(o, path, "%s and %s both declare the section %s: declare it in one of them, which the other requires", o.Mod, from[s.Name], s.Name)
			case x.section(s.Name) != nil || slices.Contains([]string{rulesSection, patchSection}, s.Name):
				report(o, path, "the game has a section %s already: pick another name", s.Name)
			case len(from) == maxOwn:
				report(o, path, "mods declare %d sections, which are the most", maxOwn)
			default:
				from[s.Name] = o.Mod
				x.addSection(s)
			}
		}
	}
	open := x.openWords()
	for _, o := range all {
		for _, of := range sortedKeys(o.Words) {
			for _, word := range o.Words[of] {
				path := strict.Path{wordKey, word.Word}
				switch is := func(w strict.Word) bool { return w.Word == word.Word }; {
				case open[of] == nil:
					report(o, path.With("of"), "%s", Explained{&engine.Unknown{What: "list of words", Word: of, Known: sortedKeys(open)}})
				case slices.Contains(open[of], word.Word):
					report(o, path, "%s is a word of %s already", word.Word, of)
				case slices.ContainsFunc(x.words[of], is): // two mods mean the same word
				case len(x.words[of]) == maxOwn:
					report(o, path, "mods declare %d words of %s, which are the most", maxOwn, of)
				default:
					x.words[of] = append(x.words[of], word)
				}
			}
		}
	}
	for _, o := range all {
		for _, f := range o.Fields {
			for i, on := range f.On {
				s := x.section(on)
				path := strict.Path{fieldKey, f.Name, "on", i}
				if s == nil || on == paragraphSection {
					known := slices.DeleteFunc(x.sectionNames(), func(name string) bool { return name == paragraphSection })
					report(o, path, "%s", Explained{&engine.Unknown{What: "section", Word: on, Known: known}})
					continue
				}
				if len(s.own) == maxOwn {
					report(o, path, "%s has %d declared fields, which are the most", on, maxOwn)
					continue
				}
				if was := slices.IndexFunc(s.own, func(one Field) bool { return one.Name == f.Name }); was >= 0 {
					if !f.equals(s.own[was]) {
						report(o, path, "%s and %s declare the field %s of %s differently (%s): declare it in one of them, or the same in both", f.Mod, s.own[was].Mod, f.Name, on, s.own[was].Place)
					}
					continue
				}
				if slices.ContainsFunc(s.keys, func(key string) bool { return key == f.Name || strings.HasPrefix(key, f.Name+".") }) || f.Name == idColumn {
					report(o, path, "a %s has the key %s already: give the field another name", on, f.Name)
					continue
				}
				s.own = append(s.own, f)
			}
		}
	}
	for _, s := range x.sections {
		if len(s.own) > 0 {
			s.setShape()
		}
	}
}

// maxOwn is the maximum number of sections that mods may declare, of words for one list,
// and of fields for one section.
const maxOwn = 100

// equals reports whether two mods declare the same field.
func (f Field) equals(g Field) bool {
	return f.Type == g.Type && f.List == g.List && f.Default == g.Default && f.Least == g.Least && f.Most == g.Most && slices.Equal(f.OneOf, g.OneOf)
}

// setShape makes the struct of the section's entries: the format's keys, followed by the
// declared fields.
func (s *section) setShape() {
	fields := []reflect.StructField{{Name: "Keys", Type: s.format, Tag: `inline:"true"`}}
	for i, f := range s.own {
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("Own%d", i), Type: f.goType(), Tag: f.tag()})
	}
	s.form = formOf(reflect.StructOf(fields))
}

// knownForms holds the results of formOf, by type.
var knownForms sync.Map

func formOf(shape reflect.Type) *form {
	if known, ok := knownForms.Load(shape); ok {
		return known.(*form)
	}
	f := &form{
		shape: shape, patch: patchShape(shape), keys: keysOf(shape),
		ops: map[string][]string{}, ranges: map[string]*strict.Range{}, idLists: map[string]string{},
	}
	for _, top := range strict.Fields(reflect.New(shape).Interface()) {
		for _, one := range flat(top, "") {
			f.ranges[one.Key] = one.Range
		}
	}
	for _, o := range opDocs {
		f.ops[o.op] = keysOf(field(reflect.Zero(f.patch), o.op).Type())
	}
	for _, v := range values(shape) {
		if of, ok := v.field.Tag.Lookup("ids"); ok {
			f.idLists[v.key] = of
		}
	}
	knownForms.Store(shape, f)
	return f
}

// newEntry returns a pointer to a new entry with its defaults.
func (s *section) newEntry() any {
	v := reflect.New(s.shape)
	for i, f := range s.own {
		if to := v.Elem().Field(1 + i); !f.List && f.Default != nil {
			to.Set(reflect.ValueOf(f.Default).Convert(to.Type()))
		}
	}
	return v.Interface()
}

func (f Field) goType() reflect.Type {
	t := map[string]reflect.Type{"whole": reflect.TypeFor[int](), "number": reflect.TypeFor[float64](), "boolean": reflect.TypeFor[bool]()}[f.Type]
	if t == nil {
		t = reflect.TypeFor[string]()
	}
	if f.List && f.Type != "boolean" {
		return reflect.SliceOf(t)
	}
	return t
}

// tag returns the tags for package strict.
func (f Field) tag() reflect.StructTag {
	tag := fmt.Sprintf("toml:%q doc:%q", f.Name, fmt.Sprintf("%s (mod %s)", f.Doc, f.Mod))
	if !math.IsInf(f.Least, 0) {
		tag += fmt.Sprintf(" range:%q", numberText(f.Least)+".."+numberText(f.Most))
	}
	if len(f.OneOf) > 0 {
		tag += fmt.Sprintf(" oneof:%q", strings.Join(f.OneOf, "|"))
	}
	return reflect.StructTag(tag)
}

// Own returns the declarations of the loaded mods.
func (l *Library) Own() []Own {
	return engine.Each(l.index.mods, func(m *modData) Own { return m.header.own })
}

// Own returns the mod's declarations.
func (m *ModInfo) Own() Own { return m.from.header.own }

// OwnFor returns the declarations of some mods, and of those known mods that they require
// or know.
func OwnFor(mods, known []Found) (all []Own) {
	seen := map[string]bool{}
	for queue := slices.Clone(mods); len(queue) > 0; queue = queue[1:] {
		m := queue[0]
		if seen[m.Mod.ID] {
			continue
		}
		seen[m.Mod.ID] = true
		all = append(all, m.Own)
		for _, one := range known {
			_, required := m.Mod.Requires[one.Mod.ID]
			if _, optional := m.Mod.Optional[one.Mod.ID]; required || optional {
				queue = append(queue, one)
			}
		}
	}
	return all
}

// Fitting returns the ids of the entries of a section whose declared fields fit conditions:
// [least, most] of a number; a list of words, one of which the field must have; or a bool.
// It reports a condition at steps that no field can fit.
func (r Record) Fitting(section string, given map[string]strict.Condition, steps ...any) []string {
	s := r.l.index.section(section)
	fits := map[int]func(v reflect.Value) bool{}
	for _, name := range sortedKeys(given) {
		at := append(slices.Clone(steps), name)
		i := slices.IndexFunc(s.own, func(f Field) bool { return f.Name == name })
		if i < 0 {
			known := engine.Each(s.own, func(f Field) string { return f.Name })
			r.Reportf(at, "%s", Explained{&engine.Unknown{What: "declared field of a " + section, Word: name, Known: known}})
		} else if fit := s.own[i].condition(given[name]); fit != nil {
			fits[i] = fit
		} else {
			r.Reportf(at, "%s is %s: must be %s", name, tomlText(given[name]), s.own[i].conditions())
		}
	}
	ids := []string{}
	for _, one := range s.records {
		v := reflect.ValueOf(one.value).Elem()
		all := true
		for i, fit := range fits {
			all = all && fit(v.Field(1+i))
		}
		if all {
			ids = append(ids, one.name)
		}
	}
	return ids
}

// conditions says what a condition on the field is.
func (f Field) conditions() string {
	switch f.Type {
	case "whole", "number":
		return "[least, most], the least not above the most"
	case "boolean":
		return "true or false"
	case "choice":
		return "a list of words: " + strings.Join(f.OneOf, ", ")
	}
	return "a list of texts"
}

// condition returns a test of a field's values, or nil for a value that is no condition on
// the field.
func (f Field) condition(want any) func(v reflect.Value) bool {
	if f.Type == "boolean" {
		wanted, ok := want.(bool)
		if !ok {
			return nil
		}
		return func(v reflect.Value) bool { return v.Bool() == wanted }
	}
	items, ok := want.([]any)
	if !ok || len(items) == 0 {
		return nil
	}
	fits := func(v reflect.Value) bool { return slices.Contains(items, v.Interface()) }
	if f.Type == "whole" || f.Type == "number" {
		if len(items) != 2 {
			return nil
		}
		least, isLeast := toFloat(items[0])
		most, isMost := toFloat(items[1])
		if !isLeast || !isMost || !(least <= most) {
			return nil
		}
		fits = func(v reflect.Value) bool { return least <= float(v) && float(v) <= most }
	} else if slices.ContainsFunc(items, func(item any) bool { _, ok := f.check(item); return !ok }) {
		return nil
	}
	if !f.List {
		return fits
	}
	return func(v reflect.Value) bool {
		for i := range v.Len() {
			if fits(v.Index(i)) {
				return true
			}
		}
		return false
	}
}

// toFloat returns a number of TOML.
func toFloat(value any) (float64, bool) {
	switch n := value.(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}

// A Column is a key that scripts can read in entries of a section: a number, a word, true
// or false, or a list of numbers or words.
type Column struct {
	strict.Field
	at reflect.StructField
}

// IsOptional reports whether the key has no value in an entry that does not give it.
func (c Column) IsOptional() bool { return c.at.Type.Kind() == reflect.Pointer }

// idColumn is the first column of every section.
const idColumn = "id"

// A Table is a section as scripts read it: all its entries, with their ids and columns.
type Table struct {
	Section, Doc string
	Columns      []Column
}

// Tables returns the sections of a system. Own is the declarations of mods.
func Tables(system Format, own ...Own) (all []Table) {
	for _, s := range newRegister(system, own...).sections {
		if s.name == paragraphSection {
			continue
		}
		t, described := Table{Section: s.name, Doc: s.doc}, s.fields()
		for i, f := range keyFields(s.shape) {
			of := f.Type
			if of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
				of = of.Elem()
			}
			switch of.Kind() {
			case reflect.Int, reflect.Float64, reflect.Bool, reflect.String:
				t.Columns = append(t.Columns, Column{described[i], f})
			}
		}
		all = append(all, t)
	}
	return all
}

// Rows returns the ids of the entries of a table, in the order of loading, and the values
// of each entry's columns: nil, int, float64, bool, string, or a list of these. The table
// must have the library's own fields.
func (l *Library) Rows(t Table) (ids []string, rows [][]any) {
	for _, r := range l.index.section(t.Section).records {
		var row []any
		for _, c := range t.Columns {
			v := reflect.ValueOf(r.value).Elem().FieldByIndex(c.at.Index)
			if v.Kind() == reflect.Pointer {
				v = v.Elem()
			}
			if v.IsValid() {
				row = append(row, v.Interface())
			} else {
				row = append(row, nil)
			}
		}
		ids, rows = append(ids, r.name), append(rows, row)
	}
	return ids, rows
}

// Number returns the index of an entry in its section, in the order of loading. The id is
// from a text of mod, or from a person if mod is "".
func (l *Library) Number(section, id, mod string) (int, error) {
	s := l.index.section(section)
	r, err := s.find(id, l.index.modByID[mod])
	if err != nil {
		return 0, err
	}
	return slices.Index(s.records, r), nil
}
