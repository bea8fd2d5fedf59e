package games

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

// A Typed holds the values of the games' flags that describe a battle, by the names of
// the flags.
type Typed map[string]string

// BattleFlags returns the flags with which the battles of all games are typed, each
// once.
func (r *Resolver) BattleFlags() (flags []view.Flag) {
	for _, g := range r.Games() {
		for _, flag := range g.View.Flags() {
			if !slices.ContainsFunc(flags, func(f view.Flag) bool { return f.Name == flag.Name }) {
				flags = append(flags, flag)
			}
		}
	}
	return flags
}

// AddBattleFlags adds them to a command, and returns what will hold their values.
func (r *Resolver) AddBattleFlags(cmd *cobra.Command) Typed {
	t := Typed{}
	for _, flag := range r.BattleFlags() {
		cmd.Flags().Var(&typedValue{t, flag.Name}, flag.Name, flag.Usage+r.onlyFor(flag.Name))
		if flag.Completion != nil {
			cobra.CheckErr(cmd.RegisterFlagCompletionFunc(flag.Name, cobra.FixedCompletions(flag.Completion, cobra.ShellCompDirectiveNoFileComp)))
		}
	}
	return t
}

// onlyFor says which games have a flag, "" for all of them.
func (r *Resolver) onlyFor(name string) string {
	all := r.Games()
	with := slices.DeleteFunc(slices.Clone(all), func(g Game) bool { return Typed{name: "any"}.Fits(g) != nil })
	if len(with) == len(all) {
		return ""
	}
	return " (" + strings.Join(Names(with), ", ") + ")"
}

// Whole reports whether no scenario is needed: all flags are given that some game needs.
func (t Typed) Whole(all []Game) bool {
	return slices.ContainsFunc(all, func(g Game) bool {
		missing, wanted := false, false
		for _, flag := range g.View.Flags() {
			wanted = wanted || flag.Whole
			missing = missing || flag.Whole && t[flag.Name] == ""
		}
		return wanted && !missing
	})
}

// Fits returns an error for a flag of another game.
func (t Typed) Fits(g Game) error {
	return fits(t, g, func(name string) bool {
		return slices.ContainsFunc(g.View.Flags(), func(f view.Flag) bool { return f.Name == name })
	})
}

// fits returns an error for a flag that was given, and that a game does not have.
func fits(given map[string]string, g Game, has func(name string) bool) error {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if given[name] != "" && !has(name) {
			return fmt.Errorf("--%s is not for %s", name, g.Name())
		}
	}
	return nil
}

// TypedWords returns the flags as they were typed.
func (r *Resolver) TypedWords(t Typed) (words []string) {
	for _, flag := range r.BattleFlags() {
		if value := t[flag.Name]; value != "" {
			words = append(words, "--"+flag.Name, value)
		}
	}
	return words
}

// A typedValue is the value of one of the flags.
type typedValue struct {
	into Typed
	name string
}

// Set takes any text: the rule system reads it when the data are there.
func (v *typedValue) Set(text string) error {
	v.into[v.name] = text
	return nil
}

func (v *typedValue) String() string { return v.into[v.name] }

// Type returns the type of a flag with text.
func (v *typedValue) Type() string { return "string" }

// A Filters returns the filters of a game; none for a game that has nothing to choose
// from.
type Filters func(Game) []catalog.Filter

// AddFlags adds the flags of the filters of all games to a command, and returns a func
// for what they choose, to call once they are read.
func (of Filters) AddFlags(cmd *cobra.Command, r *Resolver) func() catalog.Chosen {
	f := cmd.Flags()
	var names []string
	for _, g := range r.Games() {
		for _, filter := range of(g) {
			if slices.Contains(names, filter.Name) {
				continue
			}
			names = append(names, filter.Name)
			switch filter.Type {
			case catalog.Number:
				f.Int(filter.Name, 0, filter.Usage)
			case catalog.Switch:
				f.Bool(filter.Name, false, filter.Usage)
			default:
				f.String(filter.Name, "", filter.Usage)
			}
			cobra.CheckErr(cmd.RegisterFlagCompletionFunc(filter.Name, r.CompleteFlag(of.words(filter.Name))))
		}
	}
	return func() catalog.Chosen {
		chosen := catalog.Chosen{}
		for _, name := range names {
			if flag := f.Lookup(name); flag.Value.String() != flag.DefValue {
				chosen[name] = flag.Value.String()
			}
		}
		return chosen
	}
}

// words returns the words that a filter takes in a game that has it.
func (of Filters) words(name string) func(Game, *library.Library) []string {
	return func(g Game, lib *library.Library) []string {
		for _, filter := range of(g) {
			if filter.Name == name && filter.Words != nil {
				return filter.Words(lib)
			}
		}
		return nil
	}
}

// Fit returns an error for a choice that is not among the filters of a game.
func (of Filters) Fit(chosen catalog.Chosen, g Game) error {
	return fits(chosen, g, func(name string) bool {
		return slices.ContainsFunc(of(g), func(f catalog.Filter) bool { return f.Name == name })
	})
}
