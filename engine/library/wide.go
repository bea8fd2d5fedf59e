package library

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"houserule/engine/library/strict"
)

// A patch whose id begins with a star reaches all entries of a section that meet its
// conditions: [patch.creature."*"]. A word after the star distinguishes several in one
// file.
const everyID = "*"

// whereKey is the table of conditions.
const whereKey = "where"

// maxWide is the maximum number of entries that the wide patches of a mod may test.
const maxWide = 200_000

func isWide(id string) bool { return strings.HasPrefix(id, everyID) }

// asCondition returns the type of a condition on values of a type: [least, most] for a
// number, a list of words for a string or a list, and true or false. It returns nil for
// values that have no condition.
func asCondition(f reflect.StructField) reflect.Type {
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Bool:
		return reflect.PointerTo(t)
	case reflect.Int, reflect.Float64, reflect.String:
		return reflect.SliceOf(t)
	}
	return only(t, t == reflect.TypeFor[[]string]())
}

// conditions returns the keys of a patch's conditions.
func (p *patch) conditions(s *section) []string {
	return givenKeys(p.doc, p.path.With(whereKey), keysOf(field(reflect.Zero(s.patch), whereKey).Type()))
}

// spread finds the entries that a wide patch reaches, after the patches of the mods before.
// It warns if there are none.
func (l *loader) spread(p *pendingPatch) {
	given := p.conditions(p.section)
	path := p.path.With(whereKey)
	if p.doc.IsFaulty(path) {
		return
	}
	where := field(p.value, whereKey)
	if p.mod.reached += len(p.section.records); p.mod.reached > maxWide {
		p.doc.Reportf(p.path, "up to this patch those for many entries look at %d entries: %d are the most", p.mod.reached, maxWide)
		return
	}
	for _, r := range p.section.records {
		if !slices.ContainsFunc(given, func(key string) bool { return !l.fits(r, key, field(where, key), p.mod) }) {
			p.targets = append(p.targets, r)
		}
	}
	if len(p.targets) > 0 {
		return
	}
	text := fmt.Sprintf("no %s fits where, so the patch changes nothing", p.section.name)
	for _, key := range given {
		if words, ok := field(where, key).Interface().([]string); ok {
			known := p.section.words(key)
			for _, word := range words {
				if near := strict.Suggest(word, known); near != "" && !slices.Contains(known, word) {
					text += fmt.Sprintf(": none has %q for %s: did you mean %q?", word, key, near)
				}
			}
		}
	}
	l.warnf(origin{p.mod, p.doc, path}, "%s", text)
}

// words returns the words that a key has in the entries.
func (s *section) words(key string) (all []string) {
	for _, r := range s.records {
		switch v := reflect.Indirect(r.field(key)); {
		case !v.IsValid():
		case v.Kind() == reflect.Slice:
			all = append(all, v.Interface().([]string)...)
		default:
			all = append(all, v.String())
		}
	}
	return all
}

// fits reports whether a value meets a condition of a mod. An absent value meets none.
func (l *loader) fits(r *record, key string, condition reflect.Value, from *modData) bool {
	v := reflect.Indirect(r.field(key))
	if !v.IsValid() {
		return false
	}
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool() == condition.Elem().Bool()
	case reflect.Int, reflect.Float64:
		return float(condition.Index(0)) <= float(v) && float(v) <= float(condition.Index(1))
	case reflect.String:
		return slices.Contains(condition.Interface().([]string), v.String())
	}
	words := l.index.wordListOf(r, key)
	return slices.ContainsFunc(condition.Interface().([]string), func(word string) bool { return words.find(word, origin{mod: from}) >= 0 })
}
