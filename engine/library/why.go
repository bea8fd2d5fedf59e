package library

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/library/strict"
)

// A Step is a step in the history of a value: its first value, or a change.
type Step struct {
	Mod   string // the mod's id; "" for the program's own default, and for the player's settings
	Place string // file:line, or ""
	Text  string // "3", "set to 4 (it was 3)", "add 1: 5"
}

// Why returns the history of a value: its first value, then each change in the order of
// loading. The path names a value ("creature.ID.melee", "rules.die"), an entry, for the
// changes of all its values ("creature.ID"), or a setting ("setting.MOD.NAME", for a rule
// the same as "rules.NAME"). It may leave out the section if that is clear: MOD.NAME is a
// setting then, and NAME a rule.
func (l *Library) Why(path string) ([]Step, error) {
	first, rest, _ := strings.Cut(path, ".")
	switch s := l.index.section(first); {
	case first == rulesSection:
		return l.index.rules.whyKey(rest)
	case first == "setting":
		return l.whySetting(rest)
	case s != nil:
		steps, err := s.why(rest)
		if isUnknown(err) && len(s.matches(rest)) == 0 {
			break
		}
		return steps, err
	default:
		found := naming(l.index.sections, path)
		if len(found) == 1 {
			return found[0].why(path)
		}
		if len(found) > 1 {
			return nil, ambiguous(path, found)
		}
		if _, err := l.SettingNamed(path); err == nil {
			return l.whySetting(path)
		}
		if slices.Contains(l.index.rules.section.keys, path) {
			return l.index.rules.whyKey(path)
		}
	}
	known := l.Values()
	for _, value := range known {
		_, short, _ := strings.Cut(value, ".")
		known = append(known, short)
	}
	return nil, &engine.Unknown{What: "value", Word: path, Known: known}
}

// A match is a way to split ID.KEY, where both parts may contain dots.
type match struct{ id, key string }

// matches returns the ways to split a path, with known ids.
func (s *section) matches(path string) []match {
	var all []match
	for i := len(path); i > 0; i-- {
		if i < len(path) && path[i] != '.' {
			continue
		}
		if _, err := s.find(path[:i], nil); !isUnknown(err) {
			all = append(all, match{path[:i], strings.TrimPrefix(path[i:], ".")})
		}
	}
	return all
}

func (s *section) why(path string) ([]Step, error) {
	r, key, err := s.locate(path)
	switch {
	case err != nil:
		return nil, err
	case key == "":
		return r.why(), nil
	}
	return r.whyKey(key)
}

// locate returns the entry and the key that a path names; the key is "" for a whole entry.
func (s *section) locate(path string) (r *record, key string, err error) {
	all := s.matches(path)
	if len(all) == 0 {
		_, err := s.find(path, nil)
		return nil, "", err
	}
	for _, m := range all { // the longest id first
		if r, err = s.find(m.id, nil); err != nil {
			return nil, "", err
		}
		if key = m.key; key == "" || slices.Contains(s.keys, key) {
			break
		}
	}
	return r, key, nil
}

// why returns the entry's first step and all changes of its values.
func (r *record) why() []Step {
	first := Step{Mod: r.mod.id(), Place: r.place(), Text: fmt.Sprintf("%s %q", r.section.name, r.id)}
	return append([]Step{first}, r.changes(func(key string) (string, bool) { return key + ": ", true })...)
}

// changes returns the changes of the values whose keys named accepts, each after the
// value's name, in the order of loading.
func (r *record) changes(named func(key string) (name string, ok bool)) []Step {
	type one struct {
		number int
		step   Step
	}
	var all []one
	for key, h := range r.history {
		if name, ok := named(key); ok {
			for _, c := range h.changes {
				all = append(all, one{c.number, c.by.step(name + c.text)})
			}
		}
	}
	slices.SortFunc(all, func(a, b one) int { return cmp.Compare(a.number, b.number) })
	return engine.Each(all, func(c one) Step { return c.step })
}

// whyKey returns the first value of a key, and its changes: for a table the changes of the
// values in it, otherwise also those of the tables that contain it.
func (r *record) whyKey(key string) ([]Step, error) {
	known := r.keys()
	if !slices.Contains(known, key) && r.history[key] == nil {
		return nil, &engine.Unknown{What: "key", In: r.what(), Word: key, Known: known}
	}
	first := r.first(key)
	if h := r.history[key]; h != nil {
		first = h.first
	}
	return append([]Step{first}, r.changes(func(changed string) (string, bool) {
		if inner, ok := strings.CutPrefix(changed, key+"."); ok {
			return inner + ": ", true
		}
		if outer, ok := strings.CutPrefix(key, changed+"."); ok && len(outer) > 0 && isTable(r.field(changed).Type()) {
			return changed + ": ", true
		}
		return "", changed == key
	})...), nil
}

// keys returns the dotted keys of the entry, and of its tables.
func (r *record) keys() (keys []string) {
	var add func(key string)
	add = func(key string) {
		keys = append(keys, key)
		if v := r.field(key); (isTable(v.Type()) || v.Kind() == reflect.Struct) && !v.IsZero() {
			for _, step := range stepsIn(v) {
				add(key + "." + keyText(step))
			}
		}
	}
	for _, key := range r.section.keys {
		add(key)
	}
	return keys
}

// first returns the value of a key that no mod has changed yet.
func (r *record) first(key string) Step {
	step := Step{Text: tomlText(r.field(key).Interface())}
	given := false
	if r.doc != nil {
		step.Mod, step.Place = r.mod.id(), r.place(stepsOf(key)...)
		_, given = r.doc.Value(r.path.With(stepsOf(key)...))
	}
	if !given {
		step.Text += " (the default)"
	}
	return step
}

func (l *Library) whySetting(path string) ([]Step, error) {
	s, err := l.SettingNamed(path)
	if err != nil {
		return nil, err
	}
	mod, name, _ := strings.Cut(path, ".")
	if mod == l.Mod.ID && slices.Contains(l.index.rules.section.keys, name) {
		return l.index.rules.whyKey(name)
	}
	steps := []Step{{Mod: mod, Place: s.Place, Text: tomlText(s.Default) + " (the default)"}}
	if s.IsSet() {
		steps = append(steps, Step{Text: "set to " + tomlText(s.Value)})
	}
	return steps, nil
}

// Values returns all paths that Why takes: all entries and their values.
func (l *Library) Values() []string {
	all := engine.Each(l.index.rules.section.keys, func(key string) string { return rulesSection + "." + key })
	for _, s := range l.index.sections {
		for _, r := range s.records {
			name := s.name + "." + r.name
			all = append(all, name)
			for _, key := range r.keys() {
				all = append(all, name+"."+key)
			}
		}
	}
	for _, m := range l.Mods {
		for _, s := range m.Settings {
			all = append(all, "setting."+m.Mod.ID+"."+s.Name)
		}
	}
	return all
}

// tomlText returns a value as a file would write it, without keys that are not set.
func tomlText(value any) string {
	v := reflect.ValueOf(value)
	switch v.Kind() {
	case reflect.Invalid:
		return "nothing"
	case reflect.Pointer:
		if v.IsNil() {
			return "nothing"
		}
		return tomlText(v.Elem().Interface())
	case reflect.String:
		return strconv.Quote(v.String())
	case reflect.Float64:
		return numberText(v.Float())
	case reflect.Slice:
		var words []string
		for i := range v.Len() {
			words = append(words, tomlText(v.Index(i).Interface()))
		}
		return "[" + strings.Join(words, ", ") + "]"
	case reflect.Map:
		var words []string
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(a.String(), b.String()) })
		for _, key := range keys {
			words = append(words, key.String()+" = "+tomlText(v.MapIndex(key).Interface()))
		}
		return braces(words)
	case reflect.Struct:
		return braces(tableText(v))
	}
	return fmt.Sprint(value)
}

// braces returns a table of "key = value" on one line.
func braces(words []string) string {
	if len(words) == 0 {
		return "{}"
	}
	return "{ " + strings.Join(words, ", ") + " }"
}

func tableText(v reflect.Value) []string {
	var words []string
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch {
		case strict.Belongs(f):
			words = append(words, tableText(v.Field(i))...)
		case !v.Field(i).IsZero():
			words = append(words, f.Tag.Get("toml")+" = "+tomlText(v.Field(i).Interface()))
		}
	}
	return words
}
