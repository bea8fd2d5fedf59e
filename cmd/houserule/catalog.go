package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"houserule/engine/heroes"
	"houserule/engine/library"
)

// catalog is a command that lists entries of the library, or shows one.
type catalog struct {
	use, short, example string
	ids                 func(*library.Library) []string
	// list returns the head of a table and its rows, cells parted by tabs.
	list func(*library.Library) (head string, rows []string, err error)
	show func(io.Writer, *library.Library, string) error
}

func (c catalog) command() *cobra.Command {
	var find string
	cmd := &cobra.Command{
		Use:               c.use,
		Short:             c.short,
		Example:           c.example,
		Args:              arguments(0, 1),
		ValidArgsFunction: complete(c.ids),
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, err := load()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				err = c.print(cmd.OutOrStdout(), lib, find)
			} else {
				err = c.show(cmd.OutOrStdout(), lib, args[0])
			}
			if err != nil {
				return &usageError{err}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&find, "find", "", "only the lines that hold this `text`")
	return cmd
}

// print lists the entries whose line holds find.
func (c catalog) print(out io.Writer, lib *library.Library, find string) error {
	head, rows, err := c.list(lib)
	if err != nil {
		return err
	}
	rows = slices.DeleteFunc(rows, func(row string) bool {
		return !strings.Contains(strings.ToLower(row), strings.ToLower(find))
	})
	if len(rows) == 0 {
		fmt.Fprintln(out, "There is none like that.")
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, head)
	for _, row := range rows {
		fmt.Fprintln(w, row)
	}
	return w.Flush()
}

func creatureIDs(lib *library.Library) (ids []string) {
	for _, c := range lib.Game.Creatures {
		ids = append(ids, c.ID)
	}
	return ids
}

func abilityIDs(lib *library.Library) (ids []string) {
	for _, a := range lib.Abilities {
		ids = append(ids, a.ID)
	}
	return ids
}

func spellIDs(lib *library.Library) (ids []string) {
	for _, s := range lib.Game.Spells {
		ids = append(ids, s.ID)
	}
	return ids
}

func scenarioIDs(lib *library.Library) (ids []string) {
	for _, s := range lib.Scenarios {
		ids = append(ids, s.ID)
	}
	return ids
}

// creatureFilter is what the flags of houserule creatures say.
type creatureFilter struct {
	alignment, ability, spell string
	level                     int
	heroes                    bool
}

func (f creatureFilter) check(lib *library.Library) error {
	if f.ability != "" {
		if _, err := lib.Ability(f.ability); err != nil {
			return err
		}
	}
	if f.spell != "" {
		if _, err := lib.Spell(f.spell); err != nil {
			return err
		}
	}
	if f.alignment == "" {
		return nil
	}
	known := alignments(lib)
	if !slices.Contains(known, f.alignment) {
		return unknownWord("alignment", f.alignment, known)
	}
	return nil
}

func (f creatureFilter) takes(c *heroes.Creature) bool {
	return (f.alignment == "" || c.Alignment == f.alignment) &&
		(f.level == 0 || c.Level == f.level) &&
		(!f.heroes || c.Hero) &&
		(f.ability == "" || slices.ContainsFunc(c.Abilities, func(a *heroes.Ability) bool { return a.ID == f.ability })) &&
		(f.spell == "" || slices.ContainsFunc(c.Spells, func(s *heroes.Spell) bool { return s.ID == f.spell }))
}

func alignments(lib *library.Library) (words []string) {
	for _, c := range lib.Game.Creatures {
		if !slices.Contains(words, c.Alignment) {
			words = append(words, c.Alignment)
		}
	}
	return words
}

func newCreatures() *cobra.Command {
	var f creatureFilter
	cmd := catalog{
		use:     "creatures [CREATURE]",
		short:   "List the creatures, or show one",
		example: "  houserule creatures --alignment order --level 4\n  houserule creatures hydra",
		ids:     creatureIDs,
		list: func(lib *library.Library) (string, []string, error) {
			if err := f.check(lib); err != nil {
				return "", nil, err
			}
			return "creature\talignment\tlevel\tmelee\tranged\tdefense\tphase\tcost\tabilities and spells", creatureRows(lib, f), nil
		},
		show: showCreature,
	}.command()
	cmd.Flags().StringVar(&f.alignment, "alignment", "", "only of this alignment")
	cmd.Flags().StringVar(&f.ability, "ability", "", "only with this ability")
	cmd.Flags().StringVar(&f.spell, "spell", "", "only who can cast this spell")
	cmd.Flags().IntVar(&f.level, "level", 0, "only of this level")
	cmd.Flags().BoolVar(&f.heroes, "heroes", false, "only Heroes")
	for flag, words := range map[string]func(*library.Library) []string{"alignment": alignments, "ability": abilityIDs, "spell": spellIDs} {
		cobra.CheckErr(cmd.RegisterFlagCompletionFunc(flag, complete(words)))
	}
	return cmd
}

func creatureRows(lib *library.Library, f creatureFilter) (rows []string) {
	for _, c := range lib.Game.Creatures {
		if f.takes(c) {
			rows = append(rows, fmt.Sprintf("%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s", c.ID, c.Alignment, c.Level, c.Melee, c.Ranged, c.Defense, c.Phase, c.Cost, powers(c)))
		}
	}
	return rows
}

// powers lists abilities and spells.
func powers(c *heroes.Creature) string {
	var words []string
	for _, a := range c.Abilities {
		words = append(words, a.ID)
	}
	for _, s := range c.Spells {
		words = append(words, s.ID)
	}
	return strings.Join(words, ", ")
}

func showCreature(out io.Writer, lib *library.Library, id string) error {
	c, err := lib.Game.Creature(id)
	if err != nil {
		return err
	}
	hero := ""
	if c.Hero {
		hero = ", a Hero"
	}
	fmt.Fprintf(out, "%s (%s): %s%s\n", heading(c.Name), c.ID, c.Alignment, hero)
	if text := lib.Flavour(c); text != "" {
		fmt.Fprintln(out, text)
	}
	fmt.Fprintf(out, "level %d, melee %d, ranged %d, defense %d, phase %d, cost %d\n", c.Level, c.Melee, c.Ranged, c.Defense, c.Phase, c.Cost)
	for _, a := range c.Abilities {
		fmt.Fprintf(out, "  %s (%s): %s\n", a.Name, a.ID, a.Text)
	}
	for _, s := range c.Spells {
		fmt.Fprintf(out, "  casts %s (%s): %s\n", s.Name, s.ID, s.Text)
	}
	if facts := lib.Facts(c); len(facts) > 0 {
		fmt.Fprintf(out, "By the rulebook: %s. The rest is this project's.\n", strings.Join(facts, ", "))
	}
	fmt.Fprintln(out, faint(lib.Source(c)))
	return nil
}

func newAbilities() *cobra.Command {
	return catalog{
		use:     "abilities [ABILITY]",
		short:   "List the abilities of creatures, or show one",
		example: "  houserule abilities --find retaliat\n  houserule abilities first-strike",
		ids:     abilityIDs,
		list: func(lib *library.Library) (string, []string, error) {
			var rows []string
			for _, a := range lib.Abilities {
				rows = append(rows, a.ID+"\t"+a.Text)
			}
			return "ability\twhat it does", rows, nil
		},
		show: func(out io.Writer, lib *library.Library, id string) error {
			a, err := lib.Ability(id)
			if err != nil {
				return err
			}
			showEntry(out, a.Name, a.ID, a.Text, a.Rule, "creatures with it", owners(lib, creatureFilter{ability: id}), lib.Source(a))
			return nil
		},
	}.command()
}

func newSpells() *cobra.Command {
	return catalog{
		use:     "spells [SPELL]",
		short:   "List the spells, or show one",
		example: "  houserule spells --find effect\n  houserule spells fireball",
		ids:     spellIDs,
		list: func(lib *library.Library) (string, []string, error) {
			var rows []string
			for _, s := range lib.Game.Spells {
				rows = append(rows, s.ID+"\t"+spellKind(s)+"\t"+s.Text)
			}
			return "spell\tkind\twhat it does", rows, nil
		},
		show: func(out io.Writer, lib *library.Library, id string) error {
			s, err := lib.Spell(id)
			if err != nil {
				return err
			}
			showEntry(out, s.Name+", "+spellKind(s), s.ID, s.Text, s.Rule, "casters", owners(lib, creatureFilter{spell: id}), lib.Source(s))
			return nil
		},
	}.command()
}

func spellKind(s *heroes.Spell) string {
	switch {
	case !s.Effect:
		return fmt.Sprintf("attack %d", s.Score)
	case s.Rounds == 1:
		return "effect, 1 round"
	}
	return fmt.Sprintf("effect, %d rounds", s.Rounds)
}

func owners(lib *library.Library, f creatureFilter) (ids []string) {
	for _, c := range lib.Game.Creatures {
		if f.takes(c) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

func showEntry(out io.Writer, name, id, text, rule, whose string, owners []string, source string) {
	fmt.Fprintf(out, "%s (%s)\n%s\n", heading(name), id, text)
	if rule != "" {
		fmt.Fprintf(out, "rule: %s\n", rule)
	}
	if len(owners) == 0 {
		owners = []string{"none in this roster"}
	}
	fmt.Fprintf(out, "%s: %s\n%s\n", whose, strings.Join(owners, ", "), faint(source))
}

func newScenarios() *cobra.Command {
	return catalog{
		use:     "scenarios [SCENARIO]",
		short:   "List the scenarios, or show one",
		example: "  houserule scenarios --find town\n  houserule scenarios siege",
		ids:     scenarioIDs,
		list: func(lib *library.Library) (string, []string, error) {
			var rows []string
			for _, s := range lib.Scenarios {
				rows = append(rows, s.ID+"\t"+s.Name+"\t"+s.Text)
			}
			return "scenario\ttitle\twhat it is about", rows, nil
		},
		show: showScenario,
	}.command()
}

func showScenario(out io.Writer, lib *library.Library, id string) error {
	s, err := lib.Scenario(id)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s (%s)\n%s\n", heading(s.Name), s.ID, s.Text)
	for side, in := range s.Setup.Sides {
		fmt.Fprintf(out, "%-10s %s (cost %d)\n", [...]string{"aggressor:", "defender:"}[side], in.Army, in.Army.Cost())
		var notes []string
		if in.Guard {
			notes = append(notes, "a guard stack")
		}
		if in.Town != heroes.NoTownNear {
			notes = append(notes, fmt.Sprintf("own town %d spaces away", in.Town))
		}
		if in.Hand+in.Deck > 0 {
			notes = append(notes, fmt.Sprintf("%d cards in hand, %d in the deck", in.Hand, in.Deck))
		}
		if len(notes) > 0 {
			fmt.Fprintf(out, "           %s\n", strings.Join(notes, "; "))
		}
	}
	if s.Setup.Walls != heroes.NoTown {
		fmt.Fprintf(out, "walls:     %s\n", s.Setup.Walls)
	}
	if s.Setup.Free {
		fmt.Fprintln(out, "set-up:    free: each side splits its cards itself (H1.4)")
	}
	return nil
}
