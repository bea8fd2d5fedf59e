package heroesview

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

// Kinds are creatures, spells and abilities.
func (System) Kinds() []catalog.Kind {
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
		List: func(lib *library.Library, chosen catalog.Chosen) (string, []string, error) {
			f, err := newFilter(lib, chosen)
			if err != nil {
				return "", nil, err
			}
			return "creature\talignment\tlevel\tmelee\tranged\tdefense\tphase\tcost\tabilities and spells", creatureRows(lib, f), nil
		},
		Show: showCreature,
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
			return catalog.Entry{Name: a.Name, ID: a.ID, Text: a.Text, Rule: a.Rule, Whose: "creatures with it", Owners: owners(lib, filter{ability: a.ID}), Source: lib.Source(a)}
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
			return catalog.Entry{Name: s.Name + ", " + spellSort(s), ID: s.ID, Text: s.Text, Rule: s.Rule, Whose: "casters", Owners: owners(lib, filter{spell: s.ID}), Source: lib.Source(s)}
		}),
	}
}

func creatures(lib *library.Library) []*heroes.Creature { return gameOf(lib).Creatures }
func spells(lib *library.Library) []*heroes.Spell       { return gameOf(lib).Spells }

// The ids of each kind.
var (
	creatureIDs = catalog.IDs(creatures, func(c *heroes.Creature) string { return c.ID })
	abilityIDs  = catalog.IDs(heroesdata.Abilities, func(a *heroes.Ability) string { return a.ID })
	spellIDs    = catalog.IDs(spells, func(s *heroes.Spell) string { return s.ID })
)

// A filter takes creatures; what is not set takes all.
type filter struct {
	alignment, ability, spell string
	level                     int
	heroes                    bool
}

// newFilter looks the ids up, which may be full ones.
func newFilter(lib *library.Library, chosen catalog.Chosen) (f filter, err error) {
	if id := chosen["ability"]; id != "" {
		a, err := heroesdata.Ability(lib, id)
		if err != nil {
			return f, err
		}
		f.ability = a.ID
	}
	if id := chosen["spell"]; id != "" {
		s, err := heroesdata.Spell(lib, id)
		if err != nil {
			return f, err
		}
		f.spell = s.ID
	}
	if f.level, err = strconv.Atoi(cmp.Or(chosen["level"], "0")); err != nil {
		return f, fmt.Errorf("level %q: must be a whole number", chosen["level"])
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

func creatureRows(lib *library.Library, f filter) (rows []string) {
	for _, c := range gameOf(lib).Creatures {
		if f.takes(c) {
			rows = append(rows, fmt.Sprintf("%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s", c.ID, c.Alignment, c.Level, c.Melee, c.Ranged, c.Defense, c.Phase, c.Cost, powerIDs(c)))
		}
	}
	return rows
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

func showCreature(out io.Writer, lib *library.Library, id string) error {
	c, err := heroesdata.Creature(lib, id)
	if err != nil {
		return err
	}
	hero := ""
	if c.Hero {
		hero = ", a Hero"
	}
	fmt.Fprintf(out, "%s (%s): %s%s\n", screen.Heading(c.Name), c.ID, c.Alignment, hero)
	if text := heroesdata.Flavour(lib, c); text != "" {
		fmt.Fprintln(out, text)
	}
	fmt.Fprintf(out, "level %d, melee %d, ranged %d, defense %d, phase %d, cost %d\n", c.Level, c.Melee, c.Ranged, c.Defense, c.Phase, c.Cost)
	for _, a := range c.Abilities {
		fmt.Fprintf(out, "  %s (%s): %s\n", a.Name, a.ID, a.Text)
	}
	for _, s := range c.Spells {
		fmt.Fprintf(out, "  casts %s (%s): %s\n", s.Name, s.ID, s.Text)
	}
	if facts := heroesdata.Facts(lib, c); len(facts) > 0 {
		fmt.Fprintf(out, "By the rulebook: %s. The rest is this project's.\n", strings.Join(facts, ", "))
	}
	fmt.Fprintln(out, screen.Faint(lib.Source(c)))
	return nil
}

func spellSort(s *heroes.Spell) string {
	switch {
	case s.Special != nil:
		return "by its script"
	case !s.Effect:
		return fmt.Sprintf("attack %d", s.Score)
	case s.Rounds == 1:
		return "effect, 1 round"
	}
	return fmt.Sprintf("effect, %d rounds", s.Rounds)
}

func owners(lib *library.Library, f filter) (ids []string) {
	for _, c := range gameOf(lib).Creatures {
		if f.takes(c) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// Describe says a set-up in lines.
func (System) Describe(setup engine.Setup) (lines []string) {
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
