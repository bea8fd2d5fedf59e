package library

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"houserule/engine/library/files"
	"houserule/engine/library/strict"
)

// The operations of a patch, in the order in which they are done.
const (
	opReplace = "replace"
	opSet     = "set"
	opAdd     = "add"
	opAppend  = "append"
	opRemove  = "remove"
)

var opDocs = []struct{ op, doc string }{
	{opReplace, "replaces whole tables"},
	{opSet, "gives keys new values; a table keeps its other keys"},
	{opAdd, "adds to numbers"},
	{opAppend, "adds items to the end of lists"},
	{opRemove, "removes items from lists, and keys from tables"},
}

// patchShape returns the struct of [patch.SECTION.ID]: for each operation, the keys of the
// entry that it can change.
func patchShape(entry reflect.Type) reflect.Type {
	words := reflect.TypeFor[[]string]()
	shapes := map[string]reflect.Type{
		opReplace: narrowed(entry, func(f reflect.StructField) reflect.Type { return only(f.Type, isTable(f.Type)) }),
		opSet:     entry,
		opAdd:     narrowed(entry, func(f reflect.StructField) reflect.Type { return only(f.Type, isNumber(f.Type)) }),
		opAppend: narrowed(entry, func(f reflect.StructField) reflect.Type {
			_, isPair := f.Tag.Lookup(pairTag)
			return only(f.Type, f.Type.Kind() == reflect.Slice && !isPair)
		}),
		opRemove: narrowed(entry, func(f reflect.StructField) reflect.Type {
			return only(words, f.Type == words || f.Type.Kind() == reflect.Map)
		}),
	}
	fields := []reflect.StructField{{
		Name: "WHERE", Type: narrowed(entry, asCondition),
		Tag: reflect.StructTag(fmt.Sprintf("toml:%q doc:%q", whereKey, "of a patch of many entries: the conditions that an entry must fit")),
	}}
	for _, o := range opDocs {
		fields = append(fields, reflect.StructField{
			Name: strings.ToUpper(o.op), Type: shapes[o.op],
			Tag: reflect.StructTag(fmt.Sprintf("toml:%q doc:%q", o.op, o.doc)),
		})
	}
	return reflect.StructOf(fields)
}

func isNumber(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Int || t.Kind() == reflect.Float64
}

// isTable reports whether a value of the type is a table whose keys are values, too: a map,
// or a struct that may be absent.
func isTable(t reflect.Type) bool {
	return t.Kind() == reflect.Map || t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct
}

// only returns t if keep is set, otherwise nil.
func only(t reflect.Type, keep bool) reflect.Type {
	if keep {
		return t
	}
	return nil
}

// pairTag is the tag of a list of two numbers, the first not above the last.
const pairTag = "pair"

// narrowed returns a struct with the field types that to returns, without the fields for
// which it returns nil. Numbers lose their range, which applies to the sum; a list in the
// place of a number is a pair.
func narrowed(t reflect.Type, to func(reflect.StructField) reflect.Type) reflect.Type {
	var fields []reflect.StructField
	for _, f := range keyFields(t) {
		tag := fmt.Sprintf("toml:%q doc:%q", f.Tag.Get("toml"), f.Tag.Get("doc"))
		if words, ok := f.Tag.Lookup("oneof"); ok {
			tag += fmt.Sprintf(" oneof:%q words:%q", words, f.Tag.Get("words"))
		}
		if isNumber(f.Type) {
			tag += fmt.Sprintf(" %s:%q", pairTag, "least most")
		}
		narrow := reflect.StructField{Name: f.Name, Type: f.Type, Tag: reflect.StructTag(tag)}
		if f.Type.Kind() == reflect.Struct {
			if narrow.Type = narrowed(f.Type, to); narrow.Type.NumField() == 0 {
				continue
			}
		} else if narrow.Type = to(f); narrow.Type == nil {
			continue
		}
		fields = append(fields, narrow)
	}
	return reflect.StructOf(fields)
}

// A history is the changes that mods made to one value.
type history struct {
	first   Step // the value before any change
	changes []change
	at      origin   // the origin of the present value
	items   []origin // the origins of a list's items; nil: the list's own
}

type change struct {
	number int // its position among all changes
	by     origin
	op     string
	text   string
	value  string   // the value that was set
	lost   []string // removed items
}

// sets reports whether the change replaced the old value.
func (c *change) sets() bool { return c.op == opSet || c.op == opReplace }

// A patch is [patch.SECTION.ID].
type patch struct {
	mod     *modData
	doc     *strict.Doc
	path    strict.Path
	targets []*record
	value   reflect.Value
}

// readPatches reads the patches of a file. Their targets may be in any mod.
func (l *loader) readPatches(m *modData, doc *strict.Doc) {
	doc.ReportUnknownKeys(strict.Path{patchSection}, l.index.sectionNames()...)
	for _, s := range l.index.sections {
		for _, e := range doc.EntriesAt(strict.Path{patchSection, s.name}) {
			p := &patch{mod: m, doc: doc, path: e.Path, value: reflect.New(s.patch)}
			for _, key := range doc.Keys(e.Path) {
				if slices.Contains(s.keys, key) {
					doc.Reportf(e.Path.With(key), "unknown key %q in a patch: give it its new value in set, as in set = { %s = ... }", key, key)
				}
			}
			doc.DecodePart(e.Path, p.value.Interface())
			p.value = p.value.Elem()
			l.patches = append(l.patches, pendingPatch{p, s, e.ID})
			if _, given := doc.Value(e.Path.With(whereKey)); given && !isWide(e.ID) {
				doc.Reportf(e.Path.With(whereKey), "where is for a patch of many entries: write [patch.%s.%q]", s.name, everyID)
			}
		}
	}
}

// A pendingPatch is a patch whose targets are not known yet.
type pendingPatch struct {
	*patch
	section *section
	id      string
}

// aim finds the targets of all patches.
func (l *loader) aim() {
	l.patches = slices.DeleteFunc(l.patches, func(p pendingPatch) bool {
		if isWide(p.id) {
			return false
		}
		if l.skips(p.mod, p.id) {
			return true
		}
		r, err := p.section.find(p.id, p.mod)
		if err != nil {
			if mod, _, ok := strings.Cut(p.id, ":"); ok && isUnknown(err) && l.mod(mod) == nil {
				p.doc.Reportf(p.path, "%s %q: the mod %s is not loaded: name it in requires or optional of %s", p.section.name, p.id, mod, modFile)
			} else {
				p.doc.Reportf(p.path, "%s", l.explain(p.mod, p.id, err))
			}
			return true
		}
		p.targets = []*record{r}
		return false
	})
}

// apply makes the changes that mods ask for, one mod after the other.
func (l *loader) apply() {
	for _, m := range l.mods {
		for _, r := range l.ruleSets {
			if r.mod == m {
				for _, key := range givenKeys(r.doc, r.path, l.index.rules.section.keys) {
					l.set(l.index.rules, key, origin{m, r.doc, r.path.With(key)}, field(r.value, key))
				}
			}
		}
		for i := range l.patches {
			if p := &l.patches[i]; p.mod == m && isWide(p.id) {
				l.spread(p)
			}
		}
		for _, o := range opDocs {
			for _, p := range l.patches {
				for _, r := range p.targets {
					if p.mod == m {
						l.operate(p.patch, o.op, r)
					}
				}
			}
		}
	}
}

func (l *loader) operate(p *patch, op string, to *record) {
	shape := field(p.value, op)
	path := p.path.With(op)
	for _, key := range givenKeys(p.doc, path, to.section.ops[op]) {
		by, value := origin{p.mod, p.doc, path.With(stepsOf(key)...)}, field(shape, key)
		switch op {
		case opReplace:
			l.replace(to, key, by, value)
		case opSet:
			l.set(to, key, by, value)
		case opAdd:
			l.add(to, key, by, value)
		case opAppend:
			l.append(to, key, by, value)
		case opRemove:
			l.remove(to, key, by, value)
		}
	}
}

// change records a change of a value. The caller then makes it.
func (l *loader) change(r *record, key string, by origin, op, text string) *change {
	for table := range r.tablesOf(key) { // so that their old values can be shown
		r.historyOf(table)
	}
	h := r.historyOf(key)
	l.index.changes++
	h.changes = append(h.changes, change{number: l.index.changes, by: by, op: op, text: text})
	return &h.changes[len(h.changes)-1]
}

// historyOf returns the history of a value, which it begins if there is none.
func (r *record) historyOf(key string) *history {
	h := r.history[key]
	if h == nil {
		h = &history{first: r.first(key), at: r.origin(stepsOf(key)...)}
		r.history[key] = h
	}
	return h
}

func (l *loader) warnf(o origin, format string, args ...any) {
	if len(l.lib.warnings) >= files.MaxProblems {
		return // computing its place takes long, and no person reads so many warnings
	}
	l.lib.warnings = append(l.lib.warnings, o.doc.Problem(o.path, format, args...))
}

func (l *loader) set(r *record, key string, by origin, value reflect.Value) {
	text := tomlText(value.Interface())
	if r == l.index.rules && by.mod.isBase { // its values are the first
		if h := r.history[key]; h != nil {
			by.doc.Reportf(by.path, "%s of %s is set twice: it is already set in %s", key, r.what(), h.first.Place)
		}
		r.history[key] = &history{first: Step{Mod: by.mod.id(), Place: by.place(), Text: text}, at: by}
		r.field(key).Set(value)
		return
	}
	target := r.field(key)
	if !isTable(target.Type()) && target.Kind() != reflect.Struct {
		if l.checkSet(r, key, by, text) {
			l.put(r, key, by, opSet, value)
		}
		return
	}
	if target.Kind() == reflect.Pointer && target.IsNil() { // a new table is whole
		by.doc.DecodeTable(by.path, patchSteps, reflect.New(target.Type().Elem()).Interface())
	}
	for _, step := range by.doc.Keys(by.path) {
		l.set(r, key+"."+keyText(step), origin{by.mod, by.doc, by.path.With(step)}, within(value, []any{step}))
	}
}

// patchSteps is the number of steps of a path that name a patch.
const patchSteps = 3

// replace replaces a whole table.
func (l *loader) replace(r *record, key string, by origin, value reflect.Value) {
	if value.Kind() == reflect.Pointer {
		by.doc.DecodeTable(by.path, patchSteps, reflect.New(value.Type().Elem()).Interface())
	}
	isFree := l.checkSet(r, key, by, tomlText(value.Interface()))
	for _, inner := range sortedKeys(r.history) {
		if strings.HasPrefix(inner, key+".") {
			isFree = l.checkSet(r, inner, by, "what "+key+" has") && isFree
			delete(r.history, inner)
		}
	}
	if isFree {
		l.put(r, key, by, opReplace, copied(value))
	}
}

// copied returns a copy of a value that shares no tables with it, because sets change
// tables in place.
func copied(v reflect.Value) reflect.Value {
	to := reflect.New(v.Type()).Elem()
	to.Set(v)
	switch {
	case v.Kind() == reflect.Map && !v.IsNil():
		to.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for _, key := range v.MapKeys() {
			to.SetMapIndex(key, copied(v.MapIndex(key)))
		}
	case isTable(v.Type()) && !v.IsNil():
		to.Set(reflect.New(v.Type().Elem()))
		to.Elem().Set(copied(v.Elem()))
	case v.Kind() == reflect.Struct:
		for _, f := range keyFields(v.Type()) {
			to.FieldByIndex(f.Index).Set(copied(v.FieldByIndex(f.Index)))
		}
	}
	return to
}

// put sets a value, whichever mod has set it before.
func (l *loader) put(r *record, key string, by origin, op string, value reflect.Value) {
	text := tomlText(value.Interface())
	c := l.change(r, key, by, op, fmt.Sprintf("set to %s (it was %s)", text, tomlText(r.field(key).Interface())))
	c.value = text
	r.history[key].at, r.history[key].items = by, nil
	setWithin(reflect.ValueOf(r.value).Elem(), stepsOf(key), value)
}

// undone returns the changes that setting a value undoes, the latest first: back to one
// that set the value, or a table that contains it.
func (r *record) undone(key string) (all []change) {
	if h := r.history[key]; h != nil {
		for _, c := range slices.Backward(h.changes) {
			if all = append(all, c); c.sets() {
				return all
			}
		}
	}
	for table, rest := range r.tablesOf(key) {
		if h := r.history[table]; h != nil {
			for _, c := range slices.Backward(h.changes) {
				if _, given := c.by.doc.Value(c.by.path.With(rest...)); given && c.sets() {
					return append(all, c)
				}
			}
		}
	}
	return all
}

// checkSet compares a set with the changes that other mods made to the value. The mod
// changes on purpose what mods that it requires or knows have made.
func (l *loader) checkSet(r *record, key string, by origin, text string) bool {
	told := map[*modData]bool{}
	for _, c := range r.undone(key) {
		switch m := c.by.mod; {
		case m == by.mod && c.sets():
			by.doc.Reportf(by.path, "%s of %s is set twice: it is already set in %s", key, r.what(), c.by.place())
			return false
		case m == by.mod || m.isBase || told[m] || by.mod.isAwareOf(m):
		case c.sets():
			told[m] = true
			l.warnf(by, "%s of %s is set to %s, over the %s of %s: %s", key, r.what(), text, c.value, c.by.place(), l.lastWord(by.mod, m))
		default:
			told[m] = true
			l.warnf(by, "%s of %s is set to %s, which undoes %q of %s: %s", key, r.what(), text, c.op, c.by.place(), l.lastWord(by.mod, m))
		}
	}
	return true
}

func (l *loader) lastWord(later, earlier *modData) string {
	return fmt.Sprintf("%s loads after %s and has the last word; name %s in optional of its %s if that is meant", later.id(), earlier.id(), earlier.id(), modFile)
}

func (l *loader) add(r *record, key string, by origin, n reflect.Value) {
	target := r.field(key)
	if n.Kind() == reflect.Pointer {
		if n.IsNil() {
			return
		}
		if n = n.Elem(); target.IsNil() {
			by.doc.Reportf(by.path, "%s has no %s to which %s could be added: set it", r.what(), key, tomlText(n.Interface()))
			return
		}
		target = target.Elem()
	}
	was, more := float(target), float(n)
	if within := r.section.ranges[key]; within != nil && (was+more < within.Min || was+more > within.Max) {
		by.doc.Reportf(by.path, "%s of %s becomes %s, from %s and %s: must be %s%s", key, r.what(), numberText(was+more), numberText(was), numberText(more), within, r.othersThan(by.mod, key))
		return
	}
	l.change(r, key, by, opAdd, fmt.Sprintf("add %s: %s", numberText(more), numberText(was+more)))
	r.history[key].at = by
	// A new number, because other values may share the old one.
	sum := reflect.New(target.Type()).Elem()
	if sum.Kind() == reflect.Int {
		sum.SetInt(target.Int() + n.Int())
	} else {
		sum.SetFloat(was + more)
	}
	if full := r.field(key); full.Kind() == reflect.Pointer {
		p := reflect.New(sum.Type())
		p.Elem().Set(sum)
		full.Set(p)
	} else {
		full.Set(sum)
	}
}

// othersThan names, for the end of a problem, the other mods without whose changes of a
// value the one of a mod might fit.
func (r *record) othersThan(one *modData, key string) string {
	var others []string
	h := r.history[key]
	if h == nil {
		return ""
	}
	for _, c := range h.changes {
		if c.by.mod != nil && c.by.mod != one && !c.by.mod.isBase {
			others = append(others, fmt.Sprintf("%s (%s, %s)", c.by.mod.id(), c.text, c.by.place()))
		}
	}
	if others == nil {
		return ""
	}
	return fmt.Sprintf("; before %s it is changed by %s: leave one of these mods out", one.id(), strings.Join(others, " and "))
}

func float(v reflect.Value) float64 {
	if v.Kind() == reflect.Int {
		return float64(v.Int())
	}
	return v.Float()
}

// flat returns a field or, if it is a table, the fields of the table, with dotted keys.
func flat(f strict.Field, prefix string) []strict.Field {
	f.Key = prefix + f.Key
	if f.Type != "table" {
		return []strict.Field{f}
	}
	var fields []strict.Field
	for _, inner := range f.Fields {
		fields = append(fields, flat(inner, f.Key+".")...)
	}
	return fields
}

// items returns the origins of a list's items.
func (r *record) items(key string) []origin {
	all := make([]origin, r.field(key).Len())
	for i := range all {
		all[i] = r.origin(append(stepsOf(key), i)...)
	}
	return all
}

func (l *loader) append(r *record, key string, by origin, more reflect.Value) {
	target := r.field(key)
	full := func() {
		by.doc.Reportf(by.path, "%s of %s gets more than %d items, which are the most", key, r.what(), files.MaxItems)
	}
	if target.Len() >= files.MaxItems {
		full()
		return
	}
	items := r.items(key)
	var words *wordList
	if _, ok := target.Interface().([]string); ok {
		words = l.index.wordListOf(r, key)
	}
	joined := reflect.MakeSlice(target.Type(), 0, target.Len()+more.Len())
	joined = reflect.AppendSlice(joined, target)
	added := reflect.MakeSlice(more.Type(), 0, more.Len())
	for i := range more.Len() {
		at := by
		at.path = by.path.With(i)
		if more.Index(i).Kind() == reflect.String {
			word := more.Index(i).String()
			if l.skips(by.mod, word) {
				continue
			}
			if j := words.find(word, at); j >= 0 {
				l.warnf(at, "%s of %s has %q already, from %s", key, r.what(), word, items[j].place())
				continue
			}
			words.add(len(items), word, at)
		}
		if len(items) == files.MaxItems {
			full()
			break
		}
		joined, items = reflect.Append(joined, more.Index(i)), append(items, at)
		added = reflect.Append(added, more.Index(i))
	}
	if added.Len() == 0 {
		return
	}
	l.change(r, key, by, opAppend, "append "+tomlText(added.Interface()))
	r.history[key].items = items
	target.Set(joined)
}

func (l *loader) remove(r *record, key string, by origin, less reflect.Value) {
	if r.field(key).Kind() == reflect.Map {
		l.removeKeys(r, key, by, less.Interface().([]string))
		return
	}
	target, items := r.field(key), r.items(key)
	list, words := target.Interface().([]string), l.index.wordListOf(r, key)
	kept := func() (kept []string) {
		for i, word := range list {
			if !words.gone[i] {
				kept = append(kept, word)
			}
		}
		return kept
	}
	var gone []string
	for i := range less.Len() {
		word, at := less.Index(i).String(), by
		at.path = by.path.With(i)
		if l.skips(by.mod, word) {
			continue
		}
		if j := words.find(word, at); j >= 0 {
			words.gone[j] = true
			gone = append(gone, word)
			continue
		}
		if before := r.removed(key, word); before != nil {
			l.warnf(at, "%s of %s lost %q already, in %s", key, r.what(), word, before.by.place())
			continue
		}
		at.doc.Reportf(at.path, "%s of %s has no %q to remove: %s", key, r.what(), word, missed{word, kept})
	}
	if len(gone) == 0 {
		return
	}
	c := l.change(r, key, by, opRemove, "remove "+tomlText(gone))
	c.lost = gone
	var left []origin
	for i, at := range items {
		if !words.gone[i] {
			left = append(left, at)
		}
	}
	r.history[key].items = left
	target.Set(reflect.ValueOf(kept()))
}

// removeKeys removes keys of a table.
func (l *loader) removeKeys(r *record, key string, by origin, less []string) {
	for i, word := range less {
		inner, at := key+"."+keyText(word), origin{by.mod, by.doc, by.path.With(i)}
		switch h, table := r.history[inner], r.field(key); {
		case table.MapIndex(reflect.ValueOf(word)).IsValid():
			l.change(r, inner, at, opRemove, "remove")
			r.history[inner].at = at
			table.SetMapIndex(reflect.ValueOf(word), reflect.Value{})
		case h != nil && len(h.changes) > 0 && h.changes[len(h.changes)-1].op == opRemove:
			l.warnf(at, "%s of %s lost %q already, in %s", key, r.what(), word, h.at.place())
		default:
			at.doc.Reportf(at.path, "%s of %s has no %q to remove: %s", key, r.what(), word, missed{word, func() []string { return stepsIn(table) }})
		}
	}
}

// A missed is the end of a problem about a word that a list does not contain.
type missed struct {
	word string
	has  func() []string
}

func (m missed) String() string {
	has := m.has()
	if near := strict.Suggest(m.word, has); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if len(has) == 0 {
		return "it has none"
	}
	return "it has " + strings.Join(has, ", ")
}

// removed returns the change that removed an item from a list, or nil.
func (r *record) removed(key, word string) *change {
	if h := r.history[key]; h != nil {
		for i := range h.changes {
			if slices.Contains(h.changes[i].lost, word) {
				return &h.changes[i]
			}
		}
	}
	return nil
}
