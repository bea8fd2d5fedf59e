package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/view"
	"houserule/engine/library"
)

// A typedBattle holds the values of the rule systems' flags that describe a
// battle, by the names of the flags.
type typedBattle map[string]string

// flags adds them to a command.
func (t *typedBattle) flags(cmd *cobra.Command) {
	*t = typedBattle{}
	for _, flag := range typedFlags() {
		cmd.Flags().Var(&typedValue{*t, flag.Name}, flag.Name, flag.Usage+onlyFor(flag.Name))
		if flag.Completion != nil {
			cobra.CheckErr(cmd.RegisterFlagCompletionFunc(flag.Name, cobra.FixedCompletions(flag.Completion, cobra.ShellCompDirectiveNoFileComp)))
		}
	}
}

// onlyFor says which games have a flag, "" for all of them.
func onlyFor(name string) string {
	var having []string
	for _, g := range games() {
		if slices.ContainsFunc(g.view.Flags(), func(f view.Flag) bool { return f.Name == name }) {
			having = append(having, g.name())
		}
	}
	if len(having) == len(games()) {
		return ""
	}
	return " (" + strings.Join(having, ", ") + ")"
}

// whole reports whether no scenario is needed: all flags are given that some rule
// system needs.
func (t typedBattle) whole() bool {
	for _, g := range games() {
		missing, wanted := false, false
		for _, flag := range g.view.Flags() {
			wanted = wanted || flag.Whole
			missing = missing || flag.Whole && t[flag.Name] == ""
		}
		if wanted && !missing {
			return true
		}
	}
	return false
}

// fits returns an error for a flag of another rule system.
func (t typedBattle) fits(system view.System) error {
	for _, name := range slices.Sorted(maps.Keys(t)) {
		of := func(flag view.Flag) bool { return flag.Name == name }
		if t[name] != "" && !slices.ContainsFunc(system.Flags(), of) {
			return fmt.Errorf("--%s is not for %s", name, system.Name())
		}
	}
	return nil
}

// words are the flags as they were typed.
func (t typedBattle) words() (words []string) {
	for _, flag := range typedFlags() {
		if value := t[flag.Name]; value != "" {
			words = append(words, "--"+flag.Name, value)
		}
	}
	return words
}

// A typedValue is the value of one of the flags.
type typedValue struct {
	into typedBattle
	name string
}

// Set takes any text: the rule system reads it when the data are there.
func (v *typedValue) Set(text string) error {
	v.into[v.name] = text
	return nil
}

func (v *typedValue) String() string { return v.into[v.name] }

// Type is that of a flag with text.
func (v *typedValue) Type() string { return "string" }

// chooseFlags adds the flags of filters to a command, and returns a func for what
// they choose, to call once they are read. Of returns the filters of each game.
func chooseFlags(cmd *cobra.Command, mods *modOptions, of func(game) []catalog.Filter) func() catalog.Chosen {
	f := cmd.Flags()
	for _, g := range games() {
		for _, filter := range of(g) {
			if f.Lookup(filter.Name) != nil {
				continue
			}
			switch filter.Type {
			case catalog.Number:
				f.Int(filter.Name, 0, filter.Usage)
			case catalog.Switch:
				f.Bool(filter.Name, false, filter.Usage)
			default:
				f.String(filter.Name, "", filter.Usage)
			}
			cobra.CheckErr(cmd.RegisterFlagCompletionFunc(filter.Name, mods.completeFlag(wordsOf(filter.Name, of))))
		}
	}
	return func() catalog.Chosen {
		chosen := catalog.Chosen{}
		for _, g := range games() {
			for _, filter := range of(g) {
				if flag := f.Lookup(filter.Name); flag.Value.String() != flag.DefValue {
					chosen[filter.Name] = flag.Value.String()
				}
			}
		}
		return chosen
	}
}

// wordsOf returns the words that a filter takes in a game that has it.
func wordsOf(name string, of func(game) []catalog.Filter) func(game, *library.Library) []string {
	return func(g game, lib *library.Library) []string {
		for _, filter := range of(g) {
			if filter.Name == name && filter.Words != nil {
				return filter.Words(lib)
			}
		}
		return nil
	}
}

// fitting returns an error for a choice that is not among the filters of a game.
func fitting(chosen catalog.Chosen, g game, filters []catalog.Filter) error {
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		if !slices.ContainsFunc(filters, func(f catalog.Filter) bool { return f.Name == name }) {
			return fmt.Errorf("--%s is not for %s", name, g.name())
		}
	}
	return nil
}
