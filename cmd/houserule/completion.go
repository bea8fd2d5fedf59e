package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/catalog"
	"houserule/engine/library"
)

// Completion in the shell. Words come from the candidate games: those that the
// flags allow and, where a scenario is named, that have it.

// complete offers words for the first argument.
func (o *modOptions) complete(words func(game, *library.Library) []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return o.offer(nil, words), cobra.ShellCompDirectiveNoFileComp
	}
}

// completeFlag offers words for the value of a flag. In a list it completes the
// part after the last comma.
func (o *modOptions) completeFlag(words func(game, *library.Library) []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		before, _ := lastOf(word)
		return prefixed(before, o.offer(args, words)), cobra.ShellCompDirectiveNoFileComp
	}
}

// completeScenarios offers the scenarios.
func (o *modOptions) completeScenarios() cobra.CompletionFunc {
	return o.complete(func(_ game, lib *library.Library) []string { return catalog.ScenarioIDs(lib) })
}

// completeMods offers the mods of the candidate games, and folders.
func (o *modOptions) completeMods(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	before, _ := lastOf(word)
	return prefixed(before, o.modIDs(args)), cobra.ShellCompDirectiveDefault
}

// completeSettings offers the settings of the mods and the rules of the candidate
// games, each up to its value.
func (o *modOptions) completeSettings(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	return o.offer(args, settingKeys), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeWith offers the values of --with: mods, and settings after "set".
func (o *modOptions) completeWith(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	before, last := lastOf(word)
	if !strings.HasPrefix(last, "set ") {
		return o.completeMods(cmd, args, word)
	}
	of := o
	if named, err := parseWith([]string{strings.TrimRight(before, ", ")}); err == nil {
		of = ruleset{o.mods, o.set}.with(named).options(o)
	}
	keys, directive := of.completeSettings(cmd, args, "")
	return prefixed(before+"set ", keys), directive
}

// completeAxes offers the scenarios. After a scenario, or after a game's name and
// a point, it offers what can be swept.
func (o *modOptions) completeAxes(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 && !strings.Contains(word, ".") {
		return o.completeScenarios()(cmd, args, word)
	}
	return o.completeSettings(cmd, args, word)
}

// completeValues offers the values that mod why explains, with and without the section.
func (o *modOptions) completeValues(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	values, directive := o.here().complete(func(_ game, lib *library.Library) []string { return lib.Values() })(cmd, args, word)
	var found []string
	for _, value := range values {
		section, short, _ := strings.Cut(value, ".")
		switch {
		case strings.HasPrefix(value, word):
			found = append(found, value)
		case section != "rules" && strings.HasPrefix(short, word):
			found = append(found, short)
		}
	}
	return found, directive
}

// completeOdds offers the scenarios and, after a scenario, the words of its odds.
func (o *oddsOptions) completeOdds(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return o.mods.completeScenarios()(cmd, args, word)
	}
	of := *o
	of.of(args[:1])
	lib, err := of.load(of.mods)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	m, err := of.trialMatch(lib)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	v, err := begin(lib, m, b)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return v.OddsWords(args[1:]), cobra.ShellCompDirectiveNoFileComp
}

// offer returns the words of the candidate games, each word once.
func (o *modOptions) offer(args []string, words func(game, *library.Library) []string) (found []string) {
	for _, g := range o.meant(args) {
		of := *o
		of.game, of.errs = g.name(), nil
		lib, err := of.load(clue{})
		if err != nil {
			continue
		}
		for _, word := range words(g, lib) {
			if !slices.Contains(found, word) {
				found = append(found, word)
			}
		}
	}
	return found
}

// meant returns the candidate games: where the first argument is a scenario of
// one game, only that game.
func (o *modOptions) meant(args []string) []game {
	possible, err := o.possible()
	if err != nil || len(args) == 0 {
		return possible
	}
	if i := slices.IndexFunc(possible, hasScenario(args[0])); i >= 0 {
		return possible[i : i+1]
	}
	return possible
}

// modIDs returns the ids of the mods for the candidate games.
func (o *modOptions) modIDs(args []string) (ids []string) {
	meant := o.meant(args)
	for _, f := range available() {
		if slices.ContainsFunc(meant, func(g game) bool { return g.name() == f.Mod.Game }) {
			ids = append(ids, f.Mod.ID)
		}
	}
	return ids
}

// settingKeys are the settings of a library, as in "kings.die=".
func settingKeys(_ game, lib *library.Library) []string {
	keys := lib.SettingKeys()
	for i := range keys {
		keys[i] += "="
	}
	return keys
}

// lastOf splits a list after its last comma and the blanks there.
func lastOf(list string) (before, last string) {
	i := strings.LastIndexByte(list, ',') + 1
	last = strings.TrimLeft(list[i:], " ")
	return list[:len(list)-len(last)], last
}
