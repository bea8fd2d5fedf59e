package games

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/catalog"
	"houserule/engine/library"
)

// Completion in the shell. Words come from the candidate games: those that the
// flags allow and, where a scenario is named, that have it.

// AddFlags adds the flags of the resolver to the program.
func (r *Resolver) AddFlags(root *cobra.Command) {
	f, names := root.PersistentFlags(), Names(r.Games())
	f.StringVar(&r.Game, "game", "", "the `game`: "+strings.Join(names, ", ")+"; default: that of the mods, the journal or the scenario, else "+names[0])
	f.StringSliceVar(&r.Mods, "mods", nil, "play with these mods: ids, paths of folders, or @NAME for a set of mods that mod save has saved")
	f.StringArrayVar(&r.Set, "set", nil, "change a mod's setting, such as morale.die=6, or a rule of the game, such as heroes.die=12")
	f.StringVar(&r.OnError, "on-error", "stop", "if a script fails: stop the battle, or disable the mod for the rest of the battle")
	cobra.CheckErr(root.RegisterFlagCompletionFunc("game", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)))
	cobra.CheckErr(root.RegisterFlagCompletionFunc("mods", r.completeMods))
	cobra.CheckErr(root.RegisterFlagCompletionFunc("set", r.completeSettings))
	cobra.CheckErr(root.RegisterFlagCompletionFunc("on-error", cobra.FixedCompletions([]string{"stop", "disable"}, cobra.ShellCompDirectiveNoFileComp)))
}

// Complete offers words for the first argument.
func (r *Resolver) Complete(words func(Game, *library.Library) []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return r.offer(nil, words), cobra.ShellCompDirectiveNoFileComp
	}
}

// CompleteFlag offers words for the value of a flag. In a list it completes the
// part after the last comma.
func (r *Resolver) CompleteFlag(words func(Game, *library.Library) []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		before, _ := lastOf(word)
		return prefixed(before, r.offer(args, words)), cobra.ShellCompDirectiveNoFileComp
	}
}

// CompleteScenarios offers the scenarios.
func (r *Resolver) CompleteScenarios() cobra.CompletionFunc {
	return r.Complete(func(_ Game, lib *library.Library) []string { return catalog.ScenarioIDs(lib) })
}

// completeMods offers the mods of the candidate games, and folders.
func (r *Resolver) completeMods(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	before, _ := lastOf(word)
	return prefixed(before, append(r.modIDs(args), prefixed(setMark, Sets())...)), cobra.ShellCompDirectiveDefault
}

// CompleteAnyMod offers the ids of mods of all games, and folders.
func (r *Resolver) CompleteAnyMod(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return r.ModIDs(), cobra.ShellCompDirectiveDefault
}

// completeSettings offers the settings of the mods and the rules of the candidate
// games, each up to its value.
func (r *Resolver) completeSettings(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	return r.offer(args, settingKeys), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// CompleteWith offers the values of --with: mods, and settings after "set".
func (r *Resolver) CompleteWith(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	before, last := lastOf(word)
	if !strings.HasPrefix(last, "set ") {
		return r.completeMods(cmd, args, word)
	}
	of := r
	if with, err := ParseRuleset([]string{strings.TrimRight(before, ", ")}); err == nil {
		of = r.Under(r.Ruleset.And(with))
	}
	keys, directive := of.completeSettings(cmd, args, "")
	return prefixed(before+"set ", keys), directive
}

// CompleteAxes offers the scenarios. After a scenario, or after a game's name and
// a point, it offers what can be swept.
func (r *Resolver) CompleteAxes(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 && !strings.Contains(word, ".") {
		return r.CompleteScenarios()(cmd, args, word)
	}
	return r.completeSettings(cmd, args, word)
}

// CompleteValues offers the values and hooks that mod why explains, values with and without the
// section.
func (r *Resolver) CompleteValues(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	values, directive := r.Here().Complete(func(g Game, lib *library.Library) []string {
		return append(lib.Values(), g.Tools().HookNames()...)
	})(cmd, args, word)
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

// offer returns the words of the candidate games, each word once.
func (r *Resolver) offer(args []string, words func(Game, *library.Library) []string) (found []string) {
	for _, g := range r.meant(args) {
		of := *r
		of.Game, of.Warnings = g.Name(), nil
		lib, err := of.Load(Hint{})
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
func (r *Resolver) meant(args []string) []Game {
	if err := r.Unfold(); err != nil {
		return nil
	}
	possible, err := r.Possible()
	if err != nil || len(args) == 0 {
		return possible
	}
	if i := slices.IndexFunc(possible, HasScenario(args[0])); i >= 0 {
		return possible[i : i+1]
	}
	return possible
}

// modIDs returns the ids of the mods for the candidate games.
func (r *Resolver) modIDs(args []string) (ids []string) {
	meant := r.meant(args)
	for _, f := range r.Available() {
		if slices.ContainsFunc(meant, func(g Game) bool { return g.Name() == f.Mod.Game }) {
			ids = append(ids, f.Mod.ID)
		}
	}
	return ids
}

// settingKeys returns the settings of a library, as in "kings.die=".
func settingKeys(_ Game, lib *library.Library) []string {
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

// prefixed returns words after a prefix.
func prefixed(prefix string, words []string) []string {
	all := make([]string, len(words))
	for i, word := range words {
		all[i] = prefix + word
	}
	return all
}
