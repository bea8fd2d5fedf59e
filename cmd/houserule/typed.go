package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/view"
)

// A typedBattle is what the flags of the rule systems say of a battle, by their
// names.
type typedBattle map[string]string

// flags adds them to a command.
func (t *typedBattle) flags(cmd *cobra.Command) {
	*t = typedBattle{}
	for _, flag := range typedFlags() {
		cmd.Flags().Var(&typedValue{*t, flag.Name}, flag.Name, flag.Usage)
		if flag.Completion != nil {
			cobra.CheckErr(cmd.RegisterFlagCompletionFunc(flag.Name, cobra.FixedCompletions(flag.Completion, cobra.ShellCompDirectiveNoFileComp)))
		}
	}
}

// whole tells whether no scenario is needed: all is typed that some rule system
// wants.
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

// fits tells which of the flags is another rule system's.
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

// chooseFlags adds the flags of filters to a command, and returns what they
// choose once they are read.
func chooseFlags(cmd *cobra.Command, mods *modOptions, filters []catalog.Filter) func() catalog.Chosen {
	f := cmd.Flags()
	for _, filter := range filters {
		switch filter.Type {
		case catalog.Number:
			f.Int(filter.Name, 0, filter.Usage)
		case catalog.Switch:
			f.Bool(filter.Name, false, filter.Usage)
		default:
			f.String(filter.Name, "", filter.Usage)
		}
		if filter.Words != nil {
			cobra.CheckErr(cmd.RegisterFlagCompletionFunc(filter.Name, mods.complete(filter.Words)))
		}
	}
	return func() catalog.Chosen {
		chosen := catalog.Chosen{}
		for _, filter := range filters {
			if flag := f.Lookup(filter.Name); flag.Value.String() != flag.DefValue {
				chosen[filter.Name] = flag.Value.String()
			}
		}
		return chosen
	}
}
