package main

import (
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/catalog"
	"houserule/engine"
	"houserule/engine/library"
)

// newListing is a command that lists the entries of a kind, or shows one.
func newListing(mods *modOptions, k catalog.Kind, operand string) *cobra.Command {
	var find string
	cmd := &cobra.Command{
		Use:               k.Plural + " [" + operand + "]",
		Short:             k.Summary,
		Example:           k.Examples,
		Args:              arguments(0, 1),
		ValidArgsFunction: mods.complete(k.IDs),
	}
	chosen := chooseFlags(cmd, mods, k.Filters)
	cmd.Flags().StringVar(&find, "find", "", "only the lines that hold this `text`")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		lib, err := mods.load()
		if err != nil {
			return err
		}
		if len(args) == 0 {
			err = k.Print(cmd.OutOrStdout(), lib, chosen(), find, listWidth(cmd.OutOrStdout()))
		} else {
			err = k.Show(cmd.OutOrStdout(), lib, args[0])
		}
		if err != nil {
			return &usageError{err}
		}
		return nil
	}
	return cmd
}

// newListings are the commands for the kinds of entries: those of the rule
// systems, and what every game has.
func newListings(mods *modOptions) (commands []*cobra.Command) {
	for _, g := range games() {
		for _, k := range g.view.Kinds() {
			commands = append(commands, newListing(mods, k, strings.ToUpper(k.Name)))
		}
	}
	scenarios := catalog.Scenarios(func(lib *library.Library, s engine.Setup) []string { return systemOf(lib).Describe(s) })
	scenarios.Summary = "List the scenarios, or show one"
	scenarios.Examples = "  houserule scenarios --find town\n  houserule scenarios siege"
	rules := catalog.Rules()
	rules.Plural = rules.Name // houserule rule H8.3
	rules.Summary = "List the paragraphs of the rulebook, or print one with its rulings"
	rules.Examples = "  houserule rule --find retaliat\n  houserule rule H8.3"
	return append(commands, newListing(mods, scenarios, "SCENARIO"), newListing(mods, rules, "PARAGRAPH"))
}
