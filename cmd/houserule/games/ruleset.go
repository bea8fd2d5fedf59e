package games

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"houserule/engine/library"
)

// A Ruleset is mods and settings as flags say them: those of all battles, or of one
// side of a comparison.
type Ruleset struct {
	Mods []string `json:"mods,omitempty" toml:"mods" doc:"the mods: their ids, or the paths of their folders"`
	Set  []string `json:"set,omitempty" toml:"set" doc:"the settings, as in morale.die=6"`
}

// Under returns the resolver with other mods and settings.
func (r *Resolver) Under(rules Ruleset) *Resolver {
	other := *r
	other.Ruleset = rules
	return &other
}

// Quiet returns the resolver without warnings.
func (r *Resolver) Quiet() *Resolver {
	quiet := *r
	quiet.Warnings = nil
	return &quiet
}

// Words returns the flags as they are typed.
func (r Ruleset) Words() []string {
	var words []string
	if len(r.Mods) > 0 {
		words = append(words, "--mods", listFlag(r.Mods))
	}
	for _, set := range r.Set {
		words = append(words, "--set", set)
	}
	return words
}

// listFlag writes a list as a flag takes it: as a line of CSV.
func listFlag(list []string) string {
	var line bytes.Buffer
	w := csv.NewWriter(&line)
	w.Write(list) // into memory
	w.Flush()
	return strings.TrimSuffix(line.String(), "\n")
}

// ErrNoRules is an empty ruleset.
var ErrNoRules = errors.New("no rules are given")

// Example returns an example of rules to compare in a game.
func (r *Resolver) Example(g Game) string {
	example := "name the rules to compare, as in --with "
	mods := r.Available()
	i := slices.IndexFunc(mods, func(f library.Found) bool { return f.Mod.Game == g.Name() && f.Mod.ID != g.Name() })
	switch {
	case i >= 0 && !g.IsLua():
		return fmt.Sprintf("%s%s or --with \"set %s.die=12\"", example, mods[i].Mod.ID, g.Name())
	case i >= 0:
		return example + mods[i].Mod.ID
	}
	return example + "./a-mod"
}

// ParseRuleset reads "morale, set morale.die=8", where "@evening" stands for a set.
func ParseRuleset(texts []string) (r Ruleset, err error) {
	for _, text := range texts {
		for _, item := range strings.Split(text, ",") {
			item = strings.TrimSpace(item)
			settings, isSet := strings.CutPrefix(item, "set ")
			key, _, equals := strings.Cut(item, "=")
			switch {
			case item == "":
				return r, fmt.Errorf("%q is empty: write mods, settings, or both, as in \"morale, set morale.die=8\"", text)
			case isSet || equals && !isPath(key):
				r.Set = append(r.Set, splitSettings(settings)...)
			default:
				r.Mods = append(r.Mods, item)
			}
		}
	}
	if len(r.Mods)+len(r.Set) == 0 {
		return r, ErrNoRules
	}
	for _, setting := range r.Set {
		if err := library.ParseSetting(setting, map[string]map[string]string{}); err != nil {
			return r, err
		}
	}
	return r.unfolded()
}

// splitSettings splits "a.b=1 c.d=2". If any word sets nothing, the whole text is
// one setting, whose value contains blanks.
func splitSettings(text string) []string {
	words := strings.Fields(text)
	if slices.ContainsFunc(words, func(word string) bool { return strings.Index(word, "=") < 1 }) {
		return []string{strings.TrimSpace(text)}
	}
	return words
}

// And returns the ruleset with more added. Later settings win.
func (r Ruleset) And(more Ruleset) Ruleset {
	sum := Ruleset{slices.Clone(r.Mods), slices.Concat(r.Set, more.Set)}
	for _, mod := range more.Mods {
		if !slices.Contains(sum.Mods, mod) {
			sum.Mods = append(sum.Mods, mod)
		}
	}
	return sum
}

// ArmName names an arm by its rules: "with luck, morale (die=8), die=12".
func (r *Resolver) ArmName(rules Ruleset) string {
	words := make([]string, len(rules.Mods))
	for i, mod := range rules.Mods {
		if words[i] = mod; isPath(mod) {
			words[i] = filepath.Base(mod)
		}
	}
	settings := make([][]string, len(words)) // of the mods
	var others []string
	for _, set := range rules.Set {
		mod, setting, _ := strings.Cut(set, ".")
		if i := slices.Index(words, mod); i >= 0 {
			settings[i] = append(settings[i], setting)
		} else {
			others = append(others, r.RuleName(set))
		}
	}
	for i := range words {
		if len(settings[i]) > 0 {
			words[i] += " (" + strings.Join(settings[i], ", ") + ")"
		}
	}
	return "with " + strings.Join(append(words, others...), ", ")
}
