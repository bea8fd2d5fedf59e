package catalog

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

func creatureIDs(lib *library.Library) (ids []string) {
	for _, c := range heroesdata.Game(lib).Creatures {
		ids = append(ids, c.ID)
	}
	return ids
}

func abilityIDs(lib *library.Library) (ids []string) {
	for _, a := range heroesdata.Abilities(lib) {
		ids = append(ids, a.ID)
	}
	return ids
}

func spellIDs(lib *library.Library) (ids []string) {
	for _, s := range heroesdata.Game(lib).Spells {
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

// A Filter takes creatures; what is not set takes all.
type Filter struct {
	Alignment, Ability, Spell string
	Level                     int
	Heroes                    bool
}

// check looks the ids up, which may be full ones.
func (f *Filter) check(lib *library.Library) error {
	if f.Ability != "" {
		a, err := heroesdata.Ability(lib, f.Ability)
		if err != nil {
			return err
		}
		f.Ability = a.ID
	}
	if f.Spell != "" {
		s, err := heroesdata.Spell(lib, f.Spell)
		if err != nil {
			return err
		}
		f.Spell = s.ID
	}
	if f.Alignment == "" {
		return nil
	}
	known := Alignments(lib)
	if !slices.Contains(known, f.Alignment) {
		return &engine.Unknown{What: "alignment", Word: f.Alignment, Known: known}
	}
	return nil
}

func (f Filter) takes(c *heroes.Creature) bool {
	return (f.Alignment == "" || c.Alignment == f.Alignment) &&
		(f.Level == 0 || c.Level == f.Level) &&
		(!f.Heroes || c.Hero) &&
		(f.Ability == "" || slices.ContainsFunc(c.Abilities, func(a *heroes.Ability) bool { return a.ID == f.Ability })) &&
		(f.Spell == "" || slices.ContainsFunc(c.Spells, func(s *heroes.Spell) bool { return s.ID == f.Spell }))
}

// Alignments are those of the roster.
func Alignments(lib *library.Library) (words []string) {
	for _, c := range heroesdata.Game(lib).Creatures {
		if !slices.Contains(words, c.Alignment) {
			words = append(words, c.Alignment)
		}
	}
	return words
}

func creatureRows(lib *library.Library, f Filter) (rows []string) {
	for _, c := range heroesdata.Game(lib).Creatures {
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

func spellKind(s *heroes.Spell) string {
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

func owners(lib *library.Library, f Filter) (ids []string) {
	for _, c := range heroesdata.Game(lib).Creatures {
		if f.takes(c) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

func showEntry(out io.Writer, name, id, text, rule, whose string, owners []string, source string) {
	fmt.Fprintf(out, "%s (%s)\n%s\n", screen.Heading(name), id, text)
	if rule != "" {
		fmt.Fprintf(out, "rule: %s\n", rule)
	}
	if len(owners) == 0 {
		owners = []string{"none in this roster"}
	}
	fmt.Fprintf(out, "%s: %s\n%s\n", whose, strings.Join(owners, ", "), screen.Faint(source))
}

func showScenario(out io.Writer, lib *library.Library, id string) error {
	s, err := lib.Scenario(id)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s (%s)\n%s\n", screen.Heading(s.Name), s.ID, s.Text)
	setup := s.Setup.(heroes.Setup)
	for side, in := range setup.Sides {
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
	if setup.Walls != heroes.NoTown {
		fmt.Fprintf(out, "walls:     %s\n", setup.Walls)
	}
	if setup.Free {
		fmt.Fprintln(out, "set-up:    free: each side splits its cards itself (H1.4)")
	}
	return nil
}

func paragraphIDs(lib *library.Library) (ids []string) {
	for _, p := range lib.Rulebook {
		ids = append(ids, p.ID)
	}
	return ids
}

// paragraphsOf are the paragraphs of a chapter: H5.1, H5.2 ... of H5.
func paragraphsOf(lib *library.Library, chapter string) (ids []string) {
	for _, p := range lib.Rulebook {
		if strings.HasPrefix(p.ID, strings.ToUpper(chapter)+".") {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// showRule prints a paragraph, its ruling and the switches that change it.
func showRule(out io.Writer, lib *library.Library, id string) error {
	p, err := lib.Paragraph(id)
	if err != nil {
		if chapter := paragraphsOf(lib, id); len(chapter) > 0 {
			for _, id := range chapter {
				if err := showRule(out, lib, id); err != nil {
					return err
				}
			}
			return nil
		}
		return err
	}
	fmt.Fprintf(out, "%s\n%s\n", screen.Heading(p.ID+" "+p.Title), p.Text)
	if p.Ruling != "" {
		fmt.Fprintf(out, "Ruling: %s\n", p.Ruling)
	}
	for _, s := range p.Switches {
		fmt.Fprintf(out, "  %s = %s  %s\n", s.Key, s.Text(), screen.Faint(s.Doc))
	}
	return nil
}
