package heroesview

import (
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

// Kinds are creatures, spells and abilities.
func (Frontend) Kinds() []catalog.Kind {
	return []catalog.Kind{creatureKind(), spellKind(), abilityKind()}
}

var creatures = catalog.Entries[*heroes.Creature]{
	Section: "creature", Plural: "creatures",
	ID: func(c *heroes.Creature) string { return c.ID },
	Tests: []catalog.Test[*heroes.Creature]{
		catalog.Testing(catalog.Filter{Name: "alignment", Usage: "only of this alignment", Words: alignments}, alignmentIn, func(c *heroes.Creature, alignment string) bool { return c.Alignment == alignment }),
		catalog.Naming(catalog.Filter{Name: "ability", Usage: "only with this ability"}, abilities, func(c *heroes.Creature, id string) bool {
			return slices.ContainsFunc(c.Abilities, func(a *ability.Ability) bool { return a.ID == id })
		}),
		catalog.Naming(catalog.Filter{Name: "spell", Usage: "only creatures that can cast this spell"}, spells, func(c *heroes.Creature, id string) bool {
			return slices.ContainsFunc(c.Spells, func(s *heroes.Spell) bool { return s.ID == id })
		}),
		catalog.Counting(catalog.Filter{Name: "level", Usage: "only of this level"}, func(c *heroes.Creature, level int) bool { return level == 0 || c.Level == level }),
		catalog.Switching(catalog.Filter{Name: "heroes", Usage: "only Heroes"}, func(c *heroes.Creature) bool { return c.Hero }),
	},
}

func creatureKind() catalog.Kind {
	return catalog.KindOf(catalog.Kind{
		Short:    "cr",
		Summary:  "List the creatures, or show one",
		Examples: "  houserule creatures --alignment order --level 4\n  houserule creatures hydra",
		Typed:    "creature halfling",
	}, creatures, "creature\talignment\tlevel\tmelee\tranged\tdefense\tphase\tcost\tabilities and spells", func(_ *library.Library, c *heroes.Creature) string {
		return fmt.Sprintf("%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s", c.ID, c.Alignment, c.Level, c.Melee, c.Ranged, c.Defense, c.Phase, c.Cost, powerIDs(c))
	}, sheet)
}

func abilityKind() catalog.Kind {
	return catalog.TraitOf(catalog.Kind{
		Short:    "ab",
		Summary:  "List the abilities of creatures, or show one",
		Examples: "  houserule abilities --find retaliat\n  houserule abilities first-strike",
		Typed:    "ability first-strike",
	}, abilities, "creatures with it", creatures, "ability\twhat it does", nil, func(_ *library.Library, a *ability.Ability) catalog.Trait {
		return catalog.Trait{Name: a.Name, Text: a.Text, Rule: a.Rule}
	})
}

func spellKind() catalog.Kind {
	return catalog.TraitOf(catalog.Kind{
		Short:    "sp",
		Summary:  "List the spells, or show one",
		Examples: "  houserule spells --find effect\n  houserule spells fireball",
		Typed:    "spell fireball",
	}, spells, "casters", creatures, "spell\tkind\twhat it does", func(_ *library.Library, s *heroes.Spell) string {
		return s.ID + "\t" + spellSort(s) + "\t" + s.Text
	}, func(_ *library.Library, s *heroes.Spell) catalog.Trait {
		return catalog.Trait{Name: s.Name + ", " + spellSort(s), Text: s.Text, Rule: s.Rule}
	})
}

var (
	abilities = catalog.Entries[*ability.Ability]{Section: "ability", Plural: "abilities", ID: func(a *ability.Ability) string { return a.ID }}
	spells    = catalog.Entries[*heroes.Spell]{Section: "spell", Plural: "spells", ID: func(s *heroes.Spell) string { return s.ID }}
)

// alignmentIn returns an alignment of the roster.
func alignmentIn(lib *library.Library, word string) (string, error) {
	_, err := engine.Index("alignment", word, alignments(lib))
	return word, err
}

// alignments returns the alignments of the roster.
func alignments(lib *library.Library) (words []string) {
	for _, c := range gameOf(lib).Creatures {
		if !slices.Contains(words, c.Alignment) {
			words = append(words, c.Alignment)
		}
	}
	return words
}

// powerIDs lists abilities and spells.
func powerIDs(c *heroes.Creature) string {
	return strings.Join(slices.Concat(engine.Each(c.Abilities, abilities.ID), engine.Each(c.Spells, spells.ID)), ", ")
}

// sheet returns the page of a creature.
func sheet(lib *library.Library, c *heroes.Creature) catalog.Page {
	sort := c.Alignment
	if c.Hero {
		sort += ", a Hero"
	}
	facts := []string{lib.Flavor(c), fmt.Sprintf("level %d, melee %d, ranged %d, defense %d, phase %d, cost %d", c.Level, c.Melee, c.Ranged, c.Defense, c.Phase, c.Cost)}
	for _, a := range c.Abilities {
		facts = append(facts, fmt.Sprintf("  %s (%s): %s", a.Name, a.ID, a.Text))
	}
	for _, s := range c.Spells {
		facts = append(facts, fmt.Sprintf("  casts %s (%s): %s", s.Name, s.ID, s.Text))
	}
	if published := heroesdata.Facts(lib, c); len(published) > 0 {
		facts = append(facts, fmt.Sprintf("By the rulebook: %s. The other numbers are from this project.", strings.Join(published, ", ")))
	}
	return catalog.Page{Name: c.Name, Sort: sort, Lines: facts}
}

func spellSort(s *heroes.Spell) string {
	switch {
	case s.Custom != nil:
		return "by its script"
	case !s.Effect:
		return fmt.Sprintf("attack %d", s.Score)
	case s.Rounds == 1:
		return "effect, 1 round"
	}
	return fmt.Sprintf("effect, %d rounds", s.Rounds)
}

// Describe says a set-up in lines.
func (Frontend) Describe(setup engine.Setup) (lines []string) {
	s := setup.(heroes.Setup)
	for side, in := range s.Sides {
		lines = append(lines, fmt.Sprintf("%-10s %s (cost %d)", heroes.SideName(engine.Side(side))+":", in.Army, in.Army.Cost()))
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
			lines = append(lines, "           "+strings.Join(notes, "; "))
		}
	}
	if s.Walls != heroes.NoTown {
		lines = append(lines, fmt.Sprintf("walls:     %s", s.Walls))
	}
	if s.Free {
		lines = append(lines, "set-up:    free: each side splits its cards itself (H1.4)")
	}
	return lines
}
