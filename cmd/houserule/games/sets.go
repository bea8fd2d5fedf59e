package games

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/usage"
	"houserule/engine"
	"houserule/engine/library/files"
	"houserule/engine/library/strict"
)

// A set is a [Ruleset] that was saved under a name. --mods takes it as @NAME.

const (
	setMark   = "@"
	setSuffix = ".toml"
)

func setFile(name string) string {
	return filepath.Join(saves.Platform().Data, "sets", name+setSuffix)
}

// SaveSet saves a ruleset under a name, with the whole paths of its folders.
func SaveSet(name string, rules Ruleset) error {
	if err := engine.ModNaming.Check("the set", name); err != nil {
		return &usage.Error{Err: err}
	}
	if err := saves.CheckReserved(name); err != nil {
		return &usage.Error{Err: err}
	}
	rules.Mods = slices.Clone(rules.Mods)
	for i, mod := range rules.Mods {
		if isPath(mod) {
			path, err := filepath.Abs(mod)
			if err != nil {
				return err
			}
			rules.Mods[i] = path
		}
	}
	var text bytes.Buffer
	if err := toml.NewEncoder(&text).Encode(rules); err != nil {
		return err
	}
	return saves.Replace(setFile(name), text.Bytes())
}

// RemoveSet removes a set.
func RemoveSet(name string) error {
	if _, err := Set(name); errors.As(err, new(*engine.Unknown)) {
		return err
	}
	return os.Remove(setFile(name))
}

// Sets returns the names of all sets.
func Sets() (names []string) {
	list, _ := files.List(os.DirFS(filepath.Dir(setFile(""))), ".", files.MaxRoot) // a folder that cannot be listed has no names
	for _, d := range list {
		if name, ok := strings.CutSuffix(d.Name(), setSuffix); ok && engine.ModNaming.Takes(name) {
			names = append(names, name)
		}
	}
	return names
}

// Set returns the ruleset of a set.
func Set(name string) (rules Ruleset, err error) {
	text, err := files.ReadPath(setFile(name), files.MaxHeader)
	switch {
	case !engine.ModNaming.Takes(name), errors.Is(err, fs.ErrNotExist):
		return rules, &usage.Error{Err: &engine.Unknown{What: "set of mods", Word: name, Known: Sets()}}
	case err != nil:
		return rules, fmt.Errorf("the set of mods %s: %w", name, err)
	}
	return rules, strict.Decode(setFile(name), text, &rules)
}

// unfolded returns the ruleset with the mods and settings of its sets in their place.
// Settings of its own win over those of sets.
func (r Ruleset) unfolded() (Ruleset, error) {
	var all Ruleset
	for _, mod := range r.Mods {
		set := Ruleset{Mods: []string{mod}}
		if name, ok := strings.CutPrefix(mod, setMark); ok {
			var err error
			if set, err = Set(name); err != nil {
				return r, err
			}
		}
		all = all.And(set)
	}
	all.Set = slices.Concat(all.Set, r.Set)
	return all, nil
}

// Unfold puts the mods and settings of the sets that --mods names in their place. It
// reports a mod of a set that is no longer installed.
func (r *Resolver) Unfold() error {
	all, err := r.Ruleset.unfolded()
	if err != nil {
		return err
	}
	for _, word := range r.Mods {
		name, isSet := strings.CutPrefix(word, setMark)
		if !isSet {
			continue
		}
		set, err := Set(name)
		if err != nil {
			return err
		}
		known := r.ModIDs()
		for _, mod := range set.Mods {
			if !isPath(mod) && !slices.Contains(known, mod) {
				return usage.Errorf("the set %s has the mod %q, which is not here: install it with houserule mod install FILE|FOLDER|URL, or save the set anew with houserule mod save %s", word, mod, name)
			}
		}
	}
	r.Ruleset = all
	return nil
}
