package library

import (
	"math"
	"reflect"
	"slices"

	"houserule/engine/library/strict"
)

// declareRules makes each key of [rules] a setting of the base game. Its default is the
// value after the patches of all loaded mods.
func (l *loader) declareRules() {
	for _, m := range l.mods {
		for _, s := range m.header.settings {
			if m.isBase && slices.Contains(l.index.rules.section.keys, s.Name) {
				m.reportf(strict.Path{settingKey, s.Name}, "setting %s has the name of a key of [rules], which is a setting by itself: give it another", s.Name)
			}
		}
	}
	for _, f := range strict.Fields(l.index.rules.value) {
		l.index.ruleSettings = append(l.index.ruleSettings, l.index.rules.setting(f))
	}
}

// setting returns a key of [rules] as a setting.
func (r *record) setting(f strict.Field) Setting {
	s := Setting{
		Name: f.Key, Type: settingType(f), Doc: f.Doc, OneOf: f.OneOf,
		Least: math.Inf(-1), Most: math.Inf(1),
	}
	if v := reflect.Indirect(r.field(f.Key)); v.IsValid() { // it is nil for a value that is absent
		s.Default = v.Interface()
	}
	if f.Range != nil {
		s.Least, s.Most = f.Range.Min, f.Range.Max
	}
	if h := r.history[f.Key]; h != nil {
		s.Place = h.first.Place
	}
	s.Value = s.Default
	return s
}

// settingType returns the type of a key, in the words of [setting.NAME].
func settingType(f strict.Field) string {
	switch {
	case f.OneOf != nil:
		return "choice"
	case f.Type == "whole number":
		return "whole"
	case f.Type == "true or false":
		return "boolean"
	case f.Type == "string":
		return "text"
	}
	return f.Type
}

// setRules applies the player's settings to [rules]. They override those of any mod,
// without a warning.
func (l *loader) setRules() {
	for _, s := range l.index.rulesSet() {
		l.put(l.index.rules, s.Name, origin{}, opSet, reflect.ValueOf(s.Value))
	}
}

// baseSet returns the rules, and the values of the data, that the player has set to another
// value than the mods give.
func (x *register) baseSet() []Setting {
	all := x.rulesSet()
	for _, v := range x.valueSettings {
		if v.IsSet() {
			all = append(all, *v.Setting)
		}
	}
	return all
}

// rulesSet returns the rules that the player has set to another value than the mods give.
func (x *register) rulesSet() []Setting {
	var all []Setting
	for _, s := range x.ruleSettings {
		if s.IsSet() {
			all = append(all, s)
		}
	}
	return all
}
