package library

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/library/strict"
)

// A settingEntry is [setting.NAME] of mod.toml.
type settingEntry struct {
	Type    string    `toml:"type" required:"true" oneof:"whole|number|boolean|choice|text" doc:"the type of its values; whole: a whole number"`
	Default any       `toml:"default" required:"true" doc:"its default value"`
	Range   []float64 `toml:"range" pair:"least most" doc:"[least, most], both included, of a whole or number"`
	OneOf   []string  `toml:"oneof" doc:"the words of a choice"`
	Doc     string    `toml:"doc" lines:"true" required:"true" doc:"what it does, in a sentence"`
}

// A Setting is a value of a mod that a player can set. The keys of [rules] are settings of
// the base game, which need no declaration.
type Setting struct {
	Name, Type, Doc string
	Least, Most     float64  // bounds of a whole or number
	OneOf           []string // the words of a choice
	Default         any      // an int, float64, bool or string; for a rule, the value after all patches
	Value           any
	Place           string // the place of its declaration
}

// IsSet reports whether the value differs from the default.
func (s Setting) IsSet() bool { return s.Value != s.Default }

// Takes describes the values that the setting takes: "a whole number from 2 to 20".
func (s Setting) Takes() string {
	within := ""
	if !math.IsInf(s.Least, 0) {
		within = fmt.Sprintf(" from %s to %s", numberText(s.Least), numberText(s.Most))
	}
	switch s.Type {
	case "whole":
		return "a whole number" + within
	case "number":
		return "a number" + within
	case "boolean":
		return "true or false"
	case "choice":
		return strict.Choice(s.OneOf)
	}
	return "a text of one line"
}

func numberText(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// maxText is the maximum length of a setting's text, in bytes.
const maxText = 200

// check converts a value of TOML to a value of the setting, if it is one.
func (s Setting) check(value any) (any, bool) {
	within := func(n float64) bool { return s.Least <= n && n <= s.Most }
	switch value := value.(type) {
	case int64:
		if n := float64(value); s.Type == "number" {
			return n, within(n)
		}
		return int(value), s.Type == "whole" && within(float64(value))
	case float64:
		return value, s.Type == "number" && within(value) && !math.IsNaN(value) && !math.IsInf(value, 0)
	case bool:
		return value, s.Type == "boolean"
	case string:
		if s.Type == "choice" {
			return value, slices.Contains(s.OneOf, value)
		}
		return value, s.Type == "text" && len(value) <= maxText && !strings.ContainsFunc(value, engine.IsUnsafe)
	}
	return nil, false
}

// parse parses a value that a person has typed.
func (s Setting) parse(text string) (any, bool) {
	switch s.Type {
	case "whole":
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, false
		}
		return s.check(n)
	case "number":
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, false
		}
		return s.check(n)
	case "boolean":
		return text == "true", text == "true" || text == "false"
	}
	return s.check(text)
}

// text returns a value in the form that parse reads.
func (s Setting) text(value any) string {
	if n, ok := value.(float64); ok {
		return numberText(n)
	}
	return fmt.Sprint(value)
}

// readSettings checks [setting.NAME], in the order of the file.
func readSettings(doc *strict.Doc, entries map[string]settingEntry) []Setting {
	var settings []Setting
	for _, name := range doc.Keys(strict.Path{settingKey}) {
		t, ok := entries[name]
		if !ok {
			continue
		}
		if err := engine.SettingNaming.Check(settingKey, name); err != nil {
			doc.Reportf(strict.Path{settingKey, name}, "%v", err)
		}
		settings = append(settings, readSetting(doc, settingKey, name, t))
	}
	return settings
}

// readSetting checks the table of a setting or of a field in mod.toml; what is the word for
// it.
func readSetting(doc *strict.Doc, what, name string, t settingEntry) Setting {
	path := strict.Path{what, name}
	s := Setting{
		Name: name, Type: t.Type, Doc: t.Doc, OneOf: t.OneOf, Place: doc.Place(path),
		Least: math.Inf(-1), Most: math.Inf(1),
	}
	isNumber := s.Type == "whole" || s.Type == "number"
	if len(t.Range) > 0 {
		if s.Least, s.Most = t.Range[0], t.Range[1]; !isNumber && s.Type != "" {
			doc.Reportf(path.With("range"), "%s %s has a range: only a whole or a number has one", what, name)
		}
	}
	switch {
	case t.OneOf != nil && s.Type != "choice" && s.Type != "":
		doc.Reportf(path.With("oneof"), "%s %s has oneof: only a choice has", what, name)
	case len(t.OneOf) == 0 && s.Type == "choice":
		doc.Reportf(path, "%s %s is a choice and has no oneof: its words are missing", what, name)
	}
	if t.Default != nil && s.Type != "" && (s.Type != "choice" || len(t.OneOf) > 0) {
		var ok bool
		if s.Default, ok = s.check(t.Default); !ok {
			doc.Reportf(path.With("default"), "default of %s %s is %s: must be %s", what, name, tomlText(t.Default), s.Takes())
		}
	}
	s.Value = s.Default
	return s
}

// ParseSetting parses "MOD.NAME=VALUE" into settings for [LoadMods].
func ParseSetting(text string, into map[string]map[string]string) error {
	key, value, ok := strings.Cut(text, "=")
	mod, name, isKey := strings.Cut(strings.TrimSpace(key), ".")
	if !ok || !isKey || mod == "" || name == "" {
		return fmt.Errorf("%q sets nothing: write MOD.NAME=VALUE", text)
	}
	if into[mod] == nil {
		into[mod] = map[string]string{}
	}
	into[mod][name] = strings.TrimSpace(value)
	return nil
}

// setting returns the setting with a key, such as "morale.die": a setting that a mod
// declares, a key of [rules], or a value of the data. The last two are settings of the base
// game.
func (x *register) setting(key string) (*Setting, *valueSetting, error) {
	id, _, isKey := strings.Cut(key, ".")
	var of *modData
	var known []string
	find := func(m *modData, settings []Setting) *Setting {
		for i := range settings {
			full := m.id() + "." + settings[i].Name
			if full == key {
				return &settings[i]
			}
			known = append(known, full)
		}
		return nil
	}
	for _, m := range x.mods {
		if s := find(m, m.header.settings); s != nil {
			return s, nil, nil
		}
		if m.id() == id {
			of = m
		}
	}
	switch {
	case isKey && of == nil:
		v, err := x.value(key)
		if err == nil {
			return v.Setting, v, nil
		}
		if x.section(id) != nil || !isUnknown(err) {
			return nil, nil, err
		}
		return nil, nil, &engine.Unknown{What: "mod", Word: id, Known: x.modIDs()}
	case isKey && of.isBase: // for other mods the many rules would only hide their few settings
		if s := find(of, x.ruleSettings); s != nil {
			return s, nil, nil
		}
		if v, err := x.value(strings.TrimPrefix(key, id+".")); err == nil {
			return v.Setting, v, nil
		}
	}
	return nil, nil, &engine.Unknown{What: "setting", Word: key, Known: known}
}

// SettingKeys returns the keys of all settings that SettingNamed takes: those that mods
// declare, followed by the rules.
func (l *Library) SettingKeys() (keys []string) {
	for _, m := range l.index.mods {
		for _, s := range m.header.settings {
			keys = append(keys, m.id()+"."+s.Name)
		}
	}
	for _, s := range l.index.ruleSettings {
		keys = append(keys, l.Mod.ID+"."+s.Name)
	}
	return keys
}

// SettingNamed returns the setting with a key: "morale.die" is a setting that a mod
// declares, "heroes.swarm_factor" a key of [rules], and "creature.orc.melee" a value of the
// data, whose default is its value after all patches. The error is an Unknown of package
// engine.
func (l *Library) SettingNamed(key string) (Setting, error) {
	s, _, err := l.index.setting(key)
	if err != nil {
		return Setting{}, err
	}
	return *s, nil
}

// set sets the setting to a value that a person has typed.
func (s *Setting) set(text string) error {
	value, ok := s.parse(text)
	if ok {
		s.Value = value
		return nil
	}
	problem := fmt.Sprintf("%s is %q: must be %s", s.Name, text, s.Takes())
	if s.Place != "" {
		problem += fmt.Sprintf(" (%s)", s.Place)
	}
	if near := strict.Suggest(text, s.OneOf); near != "" {
		problem += fmt.Sprintf(": did you mean %q?", near)
	}
	return errors.New(problem)
}

// setSettings applies settings to the mods and the rules. Its problems have no place in a
// file.
func (l *loader) setSettings(settings map[string]map[string]string) {
	l.declareRules()
	for _, mod := range sortedKeys(settings) {
		for _, name := range sortedKeys(settings[mod]) {
			key := mod + "." + name
			s, v, err := l.index.setting(key)
			if v != nil && !slices.Contains(l.index.valueSettings, v) {
				l.index.valueSettings = append(l.index.valueSettings, v)
			}
			if err == nil {
				err = s.set(settings[mod][name])
			}
			if err != nil {
				l.problems = append(l.problems, strict.Problem{File: settingFile(key), Text: Explain(err)})
			}
		}
	}
	l.setRules()
	l.setValues()
}

// settingFile returns the name of a setting in problems, in place of a file.
func settingFile(key string) string { return "setting " + key }

// OfSetting reports whether a problem is about the value or the key of a setting, which is
// in no file.
func OfSetting(p strict.Problem) bool { return strings.HasPrefix(p.File, settingFile("")) }
