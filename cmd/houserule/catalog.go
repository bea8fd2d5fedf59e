package main

import (
	"github.com/spf13/cobra"

	"houserule/cmd/houserule/catalog"
	"houserule/engine/library"
)

// listing is a command that lists entries of the library, or shows one.
type listing struct {
	catalog.Kind
	use, short, example string
}

func (l listing) command(mods *modOptions) *cobra.Command {
	var find string
	cmd := &cobra.Command{
		Use:               l.use,
		Short:             l.short,
		Example:           l.example,
		Args:              arguments(0, 1),
		ValidArgsFunction: mods.complete(l.IDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, err := mods.load()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				err = l.Print(cmd.OutOrStdout(), lib, find, listWidth(cmd.OutOrStdout()))
			} else {
				err = l.Show(cmd.OutOrStdout(), lib, args[0])
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

func newCreatures(mods *modOptions) *cobra.Command {
	var f catalog.Filter
	cmd := listing{
		Kind:    catalog.Creatures(&f),
		use:     "creatures [CREATURE]",
		short:   "List the creatures, or show one",
		example: "  houserule creatures --alignment order --level 4\n  houserule creatures hydra",
	}.command(mods)
	cmd.Flags().StringVar(&f.Alignment, "alignment", "", "only of this alignment")
	cmd.Flags().StringVar(&f.Ability, "ability", "", "only with this ability")
	cmd.Flags().StringVar(&f.Spell, "spell", "", "only who can cast this spell")
	cmd.Flags().IntVar(&f.Level, "level", 0, "only of this level")
	cmd.Flags().BoolVar(&f.Heroes, "heroes", false, "only Heroes")
	for flag, words := range map[string]func(*library.Library) []string{
		"alignment": catalog.Alignments, "ability": catalog.Abilities().IDs, "spell": catalog.Spells().IDs,
	} {
		cobra.CheckErr(cmd.RegisterFlagCompletionFunc(flag, mods.complete(words)))
	}
	return cmd
}

func newAbilities(mods *modOptions) *cobra.Command {
	return listing{
		Kind:    catalog.Abilities(),
		use:     "abilities [ABILITY]",
		short:   "List the abilities of creatures, or show one",
		example: "  houserule abilities --find retaliat\n  houserule abilities first-strike",
	}.command(mods)
}

func newSpells(mods *modOptions) *cobra.Command {
	return listing{
		Kind:    catalog.Spells(),
		use:     "spells [SPELL]",
		short:   "List the spells, or show one",
		example: "  houserule spells --find effect\n  houserule spells fireball",
	}.command(mods)
}

func newScenarios(mods *modOptions) *cobra.Command {
	return listing{
		Kind:    catalog.Scenarios(),
		use:     "scenarios [SCENARIO]",
		short:   "List the scenarios, or show one",
		example: "  houserule scenarios --find town\n  houserule scenarios siege",
	}.command(mods)
}

func newRule(mods *modOptions) *cobra.Command {
	return listing{
		Kind:    catalog.Rules(),
		use:     "rule [PARAGRAPH]",
		short:   "List the paragraphs of the rulebook, or print one with its rulings",
		example: "  houserule rule --find retaliat\n  houserule rule H8.3",
	}.command(mods)
}
