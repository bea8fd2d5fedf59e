package heroesview

import (
	"cmp"
	"slices"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/heroes"
)

// WordsAhead returns the words that may follow a stack and what it will do, while the
// question is whose turn is next.
func (v *View) WordsAhead(stack string, verb engine.Verb, before []string) []string {
	s, err := v.battle.StackNamed(stack)
	if c, ok := v.Asked().Choice.(*heroes.Pick); !ok || err != nil || !c.Legal(s.ID()) {
		return nil
	}
	return engine.Complete(v.battle.TurnOf(s), verb, before)
}

// OddsWords returns the words that may come next in an odds command.
func (v *View) OddsWords(before []string) []string {
	switch n := len(before); {
	case n == 0:
		return v.FirstWords(v.Units())
	case before[0] == view.More:
		return nil
	case before[n-1] == "cast":
		return spells.IDs(v.Library())
	case n == 1:
		return append(v.Units(), "attack", "shoot", "cast")
	case slices.Contains([]string{"attack", "shoot"}, before[n-1]) || before[max(n-2, 0)] == "cast":
		return v.Units()
	case slices.Contains(before, "swat"):
		return nil
	}
	return []string{"swat"}
}

// Units returns the names of the living stacks.
func (v *View) Units() (names []string) {
	for side := heroes.Aggressor; side <= heroes.Defender; side++ {
		for s := range v.battle.Each(side) {
			names = append(names, v.battle.Name(s))
		}
	}
	return names
}

// ShownAs returns the cards of a stack, together and each kind by itself.
func (v *View) ShownAs(name string) []string {
	s, err := v.battle.StackNamed(name)
	if err != nil {
		return nil
	}
	words := []string{cardsText(s)}
	for card := s.Top(); card != nil; card = card.Under() {
		words = append(words, card.Name)
	}
	return words
}

// verbs returns the verbs of the battle's game, with examples of the battle's creatures.
func verbs(b *heroes.Battle) []engine.Verb {
	names := map[string]string{}
	for _, side := range b.Setup().Sides {
		for _, line := range side.Army {
			for _, pile := range line {
				for _, run := range pile {
					if run.N > 1 {
						names["CREATURE"] = cmp.Or(names["CREATURE"], run.Creature.ID)
					}
					if i := slices.IndexFunc(run.Creature.Spells, (*heroes.Spell).Attacks); i >= 0 {
						names["SPELL"] = cmp.Or(names["SPELL"], run.Creature.Spells[i].ID)
					}
				}
			}
		}
	}
	return engine.Exemplified(b.Game().Verbs(), names)
}
