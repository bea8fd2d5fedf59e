package heroesview

import (
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

// Kinds are creatures, spells and abilities.
func (Frontend) Kinds() []catalog.Kind {
	return []catalog.Kind{creatureKind(), spellKind(), abilityKind()}
}

func creatureKind() catalog.Kind {
	return catalog.Kind{
		Name: "creature", Plural: "creatures", Short: "cr",
		Summary:  "List the creatures, or show one",
		Examples: "  houserule creatures --alignment order --level 4\n  houserule creatures hydra",
		Typed:    "creature halfling",
		Filters: []catalog.Filter{
			{Name: "alignment", Usage: "only of this alignment", Words: alignments},
			{Name: "ability", Usage: "only with this ability", Words: abilityIDs},
			{Name: "spell", Usage: "only who can cast this spell", Words: spellIDs},
			{Name: "level", Usage: "only of this level", Type: catalog.Number},
			{Name: "heroes", Usage: "only Heroes", Type: catalog.Switch},
		},
		IDs: creatureIDs,
		List: catalog.ChosenRows("creature\talignment\tlevel\tmelee\tranged\tdefense\tphase\tcost\tabilities and spells", taken, func(c *heroes.Creature) string {
			return fmt.Sprintf("%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s", c.ID, c.Alignment, c.Level, c.Melee, c.Ranged, c.Defense, c.Phase, c.Cost, powerIDs(c))
		}),
		Show: catalog.ShowEntry(heroesdata.Creature, sheet),
	}
}

func abilityKind() catalog.Kind {
	return catalog.Kind{
		Name: "ability", Plural: "abilities", Short: "ab",
		Summary:  "List the abilities of creatures, or show one",
		Examples: "  houserule abilities --find retaliat\n  houserule abilities first-strike",
		Typed:    "ability first-strike",
		IDs:      abilityIDs,
		List:     catalog.Rows("ability\twhat it does", heroesdata.Abilities, func(a *heroes.Ability) string { return a.ID + "\t" + a.Text }),
		Show: catalog.ShowEntry(heroesdata.Ability, func(lib *library.Library, a *heroes.Ability) catalog.Entry {
			return catalog.Entry{Name: a.Name, ID: a.ID, Text: a.Text, Rule: a.Rule, Whose: "creatures with it", Owners: filter{ability: a.ID}.ids(lib), Source: lib.Source(a)}
		}),
	}
}

func spellKind() catalog.Kind {
	return catalog.Kind{
		Name: "spell", Plural: "spells", Short: "sp",
		Summary:  "List the spells, or show one",
		Examples: "  houserule spells --find effect\n  houserule spells fireball",
		Typed:    "spell fireball",
		IDs:      spellIDs,
		List: catalog.Rows("spell\tkind\twhat it does", spells, func(s *heroes.Spell) string {
			return s.ID + "\t" + spellSort(s) + "\t" + s.Text
		}),
		Show: catalog.ShowEntry(heroesdata.Spell, func(lib *library.Library, s *heroes.Spell) catalog.Entry {
			return catalog.Entry{Name: s.Name + ", " + spellSort(s), ID: s.ID, Text: s.Text, Rule: s.Rule, Whose: "casters", Owners: filter{spell: s.ID}.ids(lib), Source: lib.Source(s)}
		}),
	}
}

func creatures(lib *library.Library) []*heroes.Creature { return gameOf(lib).Creatures }
func spells(lib *library.Library) []*heroes.Spell       { return gameOf(lib).Spells }

func creatureID(c *heroes.Creature) string { return c.ID }
func abilityID(a *heroes.Ability) string   { return a.ID }
func spellID(s *heroes.Spell) string       { return s.ID }

// The ids of each kind.
var (
	creatureIDs = catalog.IDs(creatures, creatureID)
	abilityIDs  = catalog.IDs(heroesdata.Abilities, abilityID)
	spellIDs    = catalog.IDs(spells, spellID)
)

// A filter takes creatures; fields that are not set take all.
type filter struct {
	alignment, ability, spell string
	level                     int
	heroes                    bool
}

// newFilter looks up the ids, which may be full ones.
func newFilter(lib *library.Library, chosen catalog.Chosen) (f filter, err error) {
	if f.ability, err = catalog.ShortID(lib, chosen["ability"], heroesdata.Ability, abilityID); err != nil {
		return f, err
	}
	if f.spell, err = catalog.ShortID(lib, chosen["spell"], heroesdata.Spell, spellID); err != nil {
		return f, err
	}
	if f.level, err = chosen.Number("level"); err != nil {
		return f, err
	}
	f.heroes = chosen["heroes"] != ""
	f.alignment, err = alignmentIn(lib, chosen)
	return f, err
}

func (f filter) takes(c *heroes.Creature) bool {
	return (f.alignment == "" || c.Alignment == f.alignment) &&
		(f.level == 0 || c.Level == f.level) &&
		(!f.heroes || c.Hero) &&
		(f.ability == "" || slices.ContainsFunc(c.Abilities, func(a *heroes.Ability) bool { return a.ID == f.ability })) &&
		(f.spell == "" || slices.ContainsFunc(c.Spells, func(s *heroes.Spell) bool { return s.ID == f.spell }))
}

// creatures are those that the filter takes.
func (f filter) creatures(lib *library.Library) []*heroes.Creature {
	return slices.DeleteFunc(slices.Clone(creatures(lib)), func(c *heroes.Creature) bool { return !f.takes(c) })
}

func (f filter) ids(lib *library.Library) []string { return catalog.IDs(f.creatures, creatureID)(lib) }

// taken are the creatures that are chosen.
func taken(lib *library.Library, chosen catalog.Chosen) ([]*heroes.Creature, error) {
	f, err := newFilter(lib, chosen)
	if err != nil {
		return nil, err
	}
	return f.creatures(lib), nil
}

// alignmentIn is the alignment that is chosen, "" for any.
func alignmentIn(lib *library.Library, chosen catalog.Chosen) (string, error) {
	word, known := chosen["alignment"], alignments(lib)
	if word != "" && !slices.Contains(known, word) {
		return "", &engine.Unknown{What: "alignment", Word: word, Known: known}
	}
	return word, nil
}

// alignments are those of the roster.
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
	var words []string
	for _, a := range c.Abilities {
		words = append(words, a.ID)
	}
	for _, s := range c.Spells {
		words = append(words, s.ID)
	}
	return strings.Join(words, ", ")
}

// sheet is what is shown of a creature.
func sheet(lib *library.Library, c *heroes.Creature) catalog.Sheet {
	sort := c.Alignment
	if c.Hero {
		sort += ", a Hero"
	}
	facts := []string{fmt.Sprintf("level %d, melee %d, ranged %d, defense %d, phase %d, cost %d", c.Level, c.Melee, c.Ranged, c.Defense, c.Phase, c.Cost)}
	for _, a := range c.Abilities {
		facts = append(facts, fmt.Sprintf("  %s (%s): %s", a.Name, a.ID, a.Text))
	}
	for _, s := range c.Spells {
		facts = append(facts, fmt.Sprintf("  casts %s (%s): %s", s.Name, s.ID, s.Text))
	}
	if published := heroesdata.Facts(lib, c); len(published) > 0 {
		facts = append(facts, fmt.Sprintf("By the rulebook: %s. The rest is this project's.", strings.Join(published, ", ")))
	}
	return catalog.Sheet{Name: c.Name, ID: c.ID, Sort: sort, Flavour: heroesdata.Flavour(lib, c), Facts: facts, Source: lib.Source(c)}
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
