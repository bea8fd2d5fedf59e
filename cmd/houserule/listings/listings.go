// Package listings is the commands that list the entries of games, or show one: creatures,
// scenarios, paragraphs of rules.
package listings

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/fair"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/engine"
	"houserule/engine/library"
)

// A Listing is a command that lists the entries of a kind, or shows one. The kind
// differs from game to game: some games do not have it.
type Listing struct {
	catalog.Kind // for help: that of the first game which has it
	Operand      string
	Mods         *games.Resolver
	In           func(games.Game) (k catalog.Kind, ok bool)
}

// Command returns the listing on the command line.
func (l Listing) Command() *cobra.Command {
	var find string
	cmd := &cobra.Command{
		Use:               l.Plural + " [" + l.Operand + "]",
		Short:             l.Summary,
		Example:           l.Examples,
		Args:              usage.Arguments(0, 1),
		ValidArgsFunction: l.Mods.Complete(l.ids),
	}
	usage.Lists(cmd, l.Name)
	chosen := l.filters().AddFlags(cmd, l.Mods)
	cmd.Flags().StringVar(&find, "find", "", "only the lines that contain this `text`")
	run := func(out io.Writer, args []string) error {
		lib, err := l.Mods.Load(l.hint(args, chosen()))
		if err != nil {
			return err
		}
		if err := l.print(out, lib, args, chosen(), find); err != nil {
			return &usage.Error{Err: err}
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if l.Name == library.ScenarioSection && len(args) > 0 && l.Mods.Game == "" && slices.Contains(games.Names(l.Mods.Games()), args[0]) {
			l.Mods.Game, args = args[0], nil // houserule scenarios kings
		}
		err := run(cmd.OutOrStdout(), args)
		if !errors.As(err, new(*engine.Unknown)) || len(args) == 0 {
			return err
		}
		whole, ambiguous := l.Mods.Whole(args[0], l.ids)
		switch {
		case ambiguous != nil:
			return ambiguous
		case whole == args[0]:
			return err
		}
		return run(cmd.OutOrStdout(), []string{whole})
	}
	return cmd
}

// ids returns the ids of the entries in a game.
func (l Listing) ids(g games.Game, lib *library.Library) []string {
	if k, ok := l.In(g); ok {
		return k.IDs(lib)
	}
	return nil
}

// filters returns the flags that choose among the entries of a game.
func (l Listing) filters() games.Filters {
	return func(g games.Game) []catalog.Filter {
		k, _ := l.In(g)
		return k.Filters
	}
}

// hint is what the arguments say of the game: it has the entry, or else the
// kind and what chooses among its entries.
func (l Listing) hint(args []string, chosen catalog.Chosen) games.Hint {
	kind := func(g games.Game) bool {
		_, ok := l.In(g)
		return ok && l.filters().Fit(chosen, g) == nil
	}
	shows := func(fits func(error) bool) func(games.Game) bool {
		return func(g games.Game) bool {
			k, _ := l.In(g)
			return kind(g) && games.BaseHas(func(lib *library.Library) bool { return fits(k.Show(io.Discard, lib, args[0])) })(g)
		}
	}
	if len(args) > 0 {
		entry := func(err error) bool { return err == nil }
		telling := func(err error) bool { return !errors.As(err, new(*engine.Unknown)) } // more than that there is none
		return games.Having(shows(entry), shows(telling), kind)
	}
	return games.Having(kind)
}

// print prints the entry that is named, or the list.
func (l Listing) print(out io.Writer, lib *library.Library, args []string, chosen catalog.Chosen, find string) error {
	g := l.Mods.Of(lib)
	k, ok := l.In(g)
	if !ok {
		return fmt.Errorf("%s has no %s: %s", g.Name(), l.Plural, l.others(g, "has", "have"))
	}
	if err := l.filters().Fit(chosen, g); err != nil {
		return err
	}
	if len(args) > 0 {
		return l.show(out, k, lib, args[0])
	}
	if err := k.Print(out, lib, chosen, find, terminal.ListWidth(out)); err != nil {
		return err
	}
	if others := l.others(g, "has others", "have others"); others != "" && len(chosen) == 0 && find == "" {
		fmt.Fprintln(out, screen.Faint(fmt.Sprintf("These are of %s; %s: --game.", g.Name(), others)))
	}
	return nil
}

// show prints one entry. Where another game has it the error says so; where
// none has a scenario the nearest of all are suggested.
func (l Listing) show(out io.Writer, k catalog.Kind, lib *library.Library, id string) error {
	err := k.Show(out, lib, id)
	var unknown *engine.Unknown
	if l.Name == library.ScenarioSection && errors.As(err, &unknown) {
		return l.Mods.UnknownScenario(lib, err)
	}
	return l.Mods.Elsewhere(err, l.Mods.Of(lib), func(g games.Game) bool {
		k, ok := l.In(g)
		return ok && games.BaseHas(func(lib *library.Library) bool { return k.Show(io.Discard, lib, id) == nil })(g)
	})
}

// others names the games besides g that have the kind, in words: "kings has".
func (l Listing) others(g games.Game, has, have string) string {
	var names []string
	for _, other := range l.Mods.Games() {
		if _, ok := l.In(other); ok && other.Name() != g.Name() {
			names = append(names, other.Name())
		}
	}
	return games.HaveIt(names, has, have)
}

// New returns the commands for the kinds of entries: those of the rule
// systems, each name once, and what every game has.
func New(mods *games.Resolver) (commands []*cobra.Command) {
	var all []Listing
	for _, g := range mods.Games() {
		for _, k := range g.View.Kinds() {
			if !slices.ContainsFunc(all, func(l Listing) bool { return l.Name == k.Name }) {
				all = append(all, Listing{k, strings.ToUpper(k.Name), mods, func(g games.Game) (catalog.Kind, bool) { return g.Kind(k.Name) }})
			}
		}
	}
	scenarios, rules := scenarioKind(mods), ruleKind()
	all = append(all,
		Listing{scenarios, "SCENARIO", mods, func(games.Game) (catalog.Kind, bool) { return scenarios, true }},
		Listing{rules, "PARAGRAPH", mods, func(games.Game) (catalog.Kind, bool) { return rules, true }},
	)
	for _, l := range all {
		commands = append(commands, l.Command())
	}
	return commands
}

// scenarioKind returns the scenarios of any game.
func scenarioKind(mods *games.Resolver) catalog.Kind {
	k := fair.Scenarios(mods.View)
	k.Summary = "List the scenarios with your chances, or show one"
	k.Examples = "  houserule scenarios --find town\n  houserule scenarios siege\n  houserule scenarios --game kings"
	return k
}

// ruleKind returns the paragraphs of any rulebook.
func ruleKind() catalog.Kind {
	k := catalog.Rules()
	k.Plural = k.Name // houserule rule H8.3
	k.Summary = "List the paragraphs of the rulebook, or print one with its rulings"
	k.Examples = "  houserule rule --find retaliat\n  houserule rule H8.3\n  houserule rule K3.3"
	return k
}
