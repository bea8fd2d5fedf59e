package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/library"
)

// A listing is a command that lists the entries of a kind, or shows one. The kind
// differs from game to game: some games do not have it.
type listing struct {
	catalog.Kind // for help: that of the first game which has it
	operand      string
	in           func(game) (k catalog.Kind, ok bool)
}

// command is the listing on the command line.
func (l listing) command(mods *modOptions) *cobra.Command {
	var find string
	cmd := &cobra.Command{
		Use:     l.Plural + " [" + l.operand + "]",
		Short:   l.Summary,
		Example: l.Examples,
		Args:    arguments(0, 1),
		ValidArgsFunction: mods.complete(func(g game, lib *library.Library) []string {
			if k, ok := l.in(g); ok {
				return k.IDs(lib)
			}
			return nil
		}),
	}
	chosen := chooseFlags(cmd, mods, l.filters)
	cmd.Flags().StringVar(&find, "find", "", "only the lines that hold this `text`")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		lib, err := mods.load(l.clue(args, chosen()))
		if err != nil {
			return err
		}
		if err := l.print(cmd.OutOrStdout(), lib, args, chosen(), find); err != nil {
			return &usageError{err}
		}
		return nil
	}
	return cmd
}

// filters are the flags that choose among the entries of a game.
func (l listing) filters(g game) []catalog.Filter {
	k, _ := l.in(g)
	return k.Filters
}

// clue is what the arguments say of the game: it has the entry, or else the
// kind and what chooses among its entries.
func (l listing) clue(args []string, chosen catalog.Chosen) clue {
	kind := func(g game) bool {
		k, ok := l.in(g)
		return ok && fitting(chosen, g, k.Filters) == nil
	}
	shows := func(fits func(error) bool) func(game) bool {
		return func(g game) bool {
			k, _ := l.in(g)
			return kind(g) && baseHas(func(lib *library.Library) bool { return fits(k.Show(io.Discard, lib, args[0])) })(g)
		}
	}
	if len(args) > 0 {
		entry := func(err error) bool { return err == nil }
		telling := func(err error) bool { return !errors.As(err, new(*engine.Unknown)) } // more than that there is none
		return having(shows(entry), shows(telling), kind)
	}
	return having(kind)
}

// print prints the entry that is named, or the list.
func (l listing) print(out io.Writer, lib *library.Library, args []string, chosen catalog.Chosen, find string) error {
	g := gameIn(lib)
	k, ok := l.in(g)
	if !ok {
		return fmt.Errorf("%s has no %s: %s", g.name(), l.Plural, l.others(g, "has", "have"))
	}
	if err := fitting(chosen, g, k.Filters); err != nil {
		return err
	}
	if len(args) > 0 {
		return l.show(out, k, lib, args[0])
	}
	if err := k.Print(out, lib, chosen, find, listWidth(out)); err != nil {
		return err
	}
	if others := l.others(g, "has others", "have others"); others != "" && len(chosen) == 0 && find == "" {
		fmt.Fprintln(out, screen.Faint(fmt.Sprintf("These are of %s; %s: --game.", g.name(), others)))
	}
	return nil
}

// show prints one entry. Where another game has it the error says so; where
// none has a scenario the nearest of all are suggested.
func (l listing) show(out io.Writer, k catalog.Kind, lib *library.Library, id string) error {
	err := k.Show(out, lib, id)
	var unknown *engine.Unknown
	if l.Name == library.ScenarioSection && errors.As(err, &unknown) {
		return unknownScenario(lib, err)
	}
	return notHere(err, gameIn(lib), func(g game) bool {
		k, ok := l.in(g)
		return ok && baseHas(func(lib *library.Library) bool { return k.Show(io.Discard, lib, id) == nil })(g)
	})
}

// others says which games besides g have the kind, in words: "kings has".
func (l listing) others(g game, has, have string) string {
	var names []string
	for _, other := range games() {
		if _, ok := l.in(other); ok && other.name() != g.name() {
			names = append(names, other.name())
		}
	}
	return haveIt(names, has, have)
}

// newListings are the commands for the kinds of entries: those of the rule
// systems, each name once, and what every game has.
func newListings(mods *modOptions) (commands []*cobra.Command) {
	var all []listing
	for _, g := range games() {
		for _, k := range g.view.Kinds() {
			if !slices.ContainsFunc(all, func(l listing) bool { return l.Name == k.Name }) {
				all = append(all, listing{k, strings.ToUpper(k.Name), func(g game) (catalog.Kind, bool) { return g.kind(k.Name) }})
			}
		}
	}
	scenarios, rules := scenarioKind(), ruleKind()
	all = append(all,
		listing{scenarios, "SCENARIO", func(game) (catalog.Kind, bool) { return scenarios, true }},
		listing{rules, "PARAGRAPH", func(game) (catalog.Kind, bool) { return rules, true }},
	)
	for _, l := range all {
		commands = append(commands, l.command(mods))
	}
	return commands
}

// scenarioKind are the scenarios of any game.
func scenarioKind() catalog.Kind {
	k := catalog.Scenarios(func(lib *library.Library, s engine.Setup) []string { return systemOf(lib).Describe(s) })
	k.Summary = "List the scenarios, or show one"
	k.Examples = "  houserule scenarios --find town\n  houserule scenarios siege\n  houserule scenarios --game kings"
	return k
}

// ruleKind are the paragraphs of any rulebook.
func ruleKind() catalog.Kind {
	k := catalog.Rules()
	k.Plural = k.Name // houserule rule H8.3
	k.Summary = "List the paragraphs of the rulebook, or print one with its rulings"
	k.Examples = "  houserule rule --find retaliat\n  houserule rule H8.3\n  houserule rule K3.3"
	return k
}
