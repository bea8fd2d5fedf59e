package runner

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/experiment"
	"houserule/engine/library"
)

// NewGrid reads the grid of a sweep.
func NewGrid(lib *library.Library, args []string, name func(key string) string, mods func() []string) (experiment.Grid, error) {
	axes, err := Axes(lib, args, name, mods)
	if err != nil {
		return experiment.Grid{}, err
	}
	return experiment.NewGrid(axes)
}

// Axes reads settings with their values, as in "swarm_factor=1..4". Name
// returns the name of a setting by its key, and mods the ids of the mods that
// could be loaded.
func Axes(lib *library.Library, args []string, name func(key string) string, mods func() []string) ([]experiment.Axis, error) {
	var axes []experiment.Axis
	for _, arg := range args {
		a, err := newAxis(lib, arg, mods)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(axes, func(other experiment.Axis) bool { return other.Key == a.Key }) {
			return nil, fmt.Errorf("%s stands twice", a.Key)
		}
		a.Name = name(a.Key)
		axes = append(axes, a)
	}
	return axes, nil
}

// newAxis reads "swarm_factor=1..4".
func newAxis(lib *library.Library, text string, mods func() []string) (experiment.Axis, error) {
	key, values, _ := strings.Cut(text, "=")
	s, key, err := swept(lib, strings.TrimSpace(key), mods)
	if err != nil {
		return experiment.Axis{}, err
	}
	a := experiment.Axis{Key: key}
	words, err := experiment.ParseValues(values)
	if err != nil {
		return experiment.Axis{}, fmt.Errorf("%s: %w", text, err)
	}
	for _, word := range words {
		value, err := plainWord(s, word)
		if err != nil {
			return experiment.Axis{}, fmt.Errorf("%s: %w", text, err)
		}
		if slices.Contains(a.Values, value) {
			return experiment.Axis{}, fmt.Errorf("%s: %s stands twice", text, value)
		}
		a.Values = append(a.Values, value)
	}
	a.Today = plainValue(s.Value)
	a.At = slices.Index(a.Values, a.Today)
	return a, nil
}

// swept finds a setting by its key, or by the part after the point if that is unique,
// and returns its whole key.
func swept(lib *library.Library, key string, mods func() []string) (library.Setting, string, error) {
	if strings.Contains(key, ".") {
		s, err := lib.SettingNamed(key)
		return s, key, notLoaded(err, key, mods)
	}
	var found []string
	rule := lib.Mod.ID + "." + key
	if _, err := lib.SettingNamed(rule); err == nil {
		found = append(found, rule)
	}
	for _, m := range lib.Mods {
		for _, s := range m.Settings {
			if full := m.Mod.ID + "." + s.Name; s.Name == key && !slices.Contains(found, full) {
				found = append(found, full)
			}
		}
	}
	if len(found) > 1 {
		return library.Setting{}, "", fmt.Errorf("%q is a setting of several: write %s", key, strings.Join(found, " or "))
	}
	full := rule // its error names the nearest
	if len(found) == 1 {
		full = found[0]
	}
	s, err := lib.SettingNamed(full)
	return s, full, err
}

// notLoaded adds to an error how to load a mod that is present but not loaded.
func notLoaded(err error, key string, mods func() []string) error {
	var unknown *engine.Unknown
	mod, _, _ := strings.Cut(key, ".")
	if errors.As(err, &unknown) && unknown.What == "mod" && slices.Contains(mods(), mod) {
		return fmt.Errorf("%s: the mod is not loaded: add --mods %s", key, mod)
	}
	return err
}

// plainWord returns a value of a setting in its plain form: the same for 2, 2.0 and 02.
func plainWord(s library.Setting, word string) (string, error) {
	value, ok := word, true
	switch s.Type {
	case "whole", "number":
		n, err := strconv.ParseFloat(word, 64)
		value = strconv.FormatFloat(n, 'f', -1, 64)
		ok = err == nil && s.Least <= n && n <= s.Most && (s.Type == "number" || n == math.Trunc(n))
	case "boolean":
		ok = word == "true" || word == "false"
	case "choice":
		ok = slices.Contains(s.OneOf, word)
	}
	if !ok {
		return "", fmt.Errorf("%s cannot be %s: must be %s", s.Name, word, s.Takes())
	}
	return value, nil
}

// plainValue writes a value of a setting as plainWord does.
func plainValue(value any) string {
	if n, ok := value.(float64); ok {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}
