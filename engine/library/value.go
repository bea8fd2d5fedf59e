package library

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/library/strict"
)

// A player can set a value of the data like a rule, by the path that [Library.Why] takes:
// "creature.orc.melee". It is then a setting of the base game, whichever mod has the entry.

// A valueSetting is a value of an entry that the player sets.
type valueSetting struct {
	*Setting
	r   *record
	key string
}

// value returns the value at a path, as a setting. The path may leave out the section if
// that is clear.
func (x *register) value(path string) (*valueSetting, error) {
	first, rest, _ := strings.Cut(path, ".")
	sections := x.sections
	if s := x.section(first); s != nil {
		sections, path = []*section{s}, rest
	}
	if sections = naming(sections, path); len(sections) == 0 {
		return nil, x.unknownValue(first, rest)
	}
	r, key, err := sections[0].locate(path)
	if err != nil {
		return nil, err
	}
	if len(sections) > 1 {
		return nil, ambiguous(path, sections)
	}
	name := fmt.Sprintf("%s.%s.%s", r.section.name, r.name, key)
	for _, v := range x.valueSettings {
		if v.Name == name {
			return v, nil
		}
	}
	f, err := r.described(key)
	if err != nil {
		return nil, err
	}
	v := &valueSetting{new(r.setting(f)), r, key}
	v.Name, v.Place = name, r.place(stepsOf(key)...)
	return v, nil
}

// naming returns the sections in which a path names an entry.
func naming(sections []*section, path string) []*section {
	return slices.DeleteFunc(slices.Clone(sections), func(s *section) bool { return len(s.matches(path)) == 0 })
}

// ambiguous returns the error of a path that names a value in several sections.
func ambiguous(path string, sections []*section) error {
	return &engine.Ambiguous{What: "value", ID: path, Full: engine.Each(sections, func(s *section) string { return s.name + "." + path })}
}

// unknownValue returns the error of a path that leads to no value.
func (x *register) unknownValue(section, rest string) error {
	var known []string
	for _, s := range x.sections {
		for _, r := range s.records {
			for _, key := range s.keys {
				known = append(known, s.name+"."+r.name+"."+key)
			}
		}
	}
	return &engine.Unknown{What: "value", Word: section + "." + rest, Known: known}
}

// described returns the field of a key whose value can be set: a number, a word, or true or
// false.
func (r *record) described(key string) (strict.Field, error) {
	if !slices.Contains(r.keys(), key) {
		return strict.Field{}, &engine.Unknown{What: "key", In: r.what(), Word: key, Known: r.keys()}
	}
	for _, f := range r.section.fields() {
		for _, f := range flat(f, "") {
			if of, isTable := strings.CutPrefix(f.Type, "table of "); isTable && strings.HasPrefix(key, f.Key+".") {
				f.Key, f.Type = key, strings.TrimSuffix(of, "s")
			}
			if f.Key != key {
				continue
			}
			if slices.Contains([]string{"whole number", "number", "true or false", "string"}, f.Type) {
				return f, nil
			}
			return f, fmt.Errorf("%s of %s is a %s: only numbers, words, and true or false can be set", key, r.what(), f.Type)
		}
	}
	return strict.Field{}, fmt.Errorf("%s of %s is a table: set a key of it", key, r.what())
}

// setValues applies the player's settings to the data. They override those of any mod,
// without a warning.
func (l *loader) setValues() {
	for _, v := range l.index.valueSettings {
		if v.IsSet() {
			to := reflect.ValueOf(v.Value)
			if t := v.r.field(v.key).Type(); t.Kind() == reflect.Pointer {
				p := reflect.New(t.Elem())
				p.Elem().Set(to)
				to = p
			}
			l.put(v.r, v.key, origin{}, opSet, to)
		}
	}
}
