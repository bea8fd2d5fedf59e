package heroesdata

import (
	"slices"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
	"houserule/engine/heroes/strategy"
	"houserule/engine/library"
)

// Build makes the game from the entries: abilities first, because creatures name them, and
// creatures before scenarios.
func (system) Build(b *library.Build) engine.Game {
	rules := *b.Rules().(*heroes.Rules)
	abilities := library.Entries[abilityEntry](b, abilitySection)
	built := make([]*ability.Ability, len(abilities))
	for i, e := range abilities { // a condition may name any ability
		built[i] = &ability.Ability{ID: e.ID}
		e.Set(built[i])
	}
	for i, e := range abilities {
		*built[i] = *buildAbility(e)
	}
	if all := library.Entries[spellEntry](b, spellSection); len(all) > heroes.MaxSpells {
		e := all[heroes.MaxSpells]
		e.Reportf(nil, "spell %q is one too many: a game has at most %d spells", e.Short(), heroes.MaxSpells)
	}
	spells := library.Make(b, spellSection, buildSpell)
	for _, e := range abilities {
		checkEffects(e.Record, e.Keys.Bonuses, spells)
	}
	for _, e := range library.Entries[spellEntry](b, spellSection) {
		checkEffects(e.Record, e.Keys.Bonuses, spells)
	}
	creatures := library.Make(b, creatureSection, func(e library.Entry[creatureEntry]) *heroes.Creature { return buildCreature(b, e, rules) })
	game := heroes.NewGame(rules, creatures, spells, strategy.New)
	library.Make(b, library.ScenarioSection, func(e library.Entry[scenarioEntry]) *library.Scenario { return buildScenario(b, e, game) })
	return game
}

func buildCreature(b *library.Build, e library.Entry[creatureEntry], rules heroes.Rules) *heroes.Creature {
	t := e.Keys
	if t.Phase > rules.Phases {
		e.Reportf([]any{"phase"}, "phase is %d: the rules have %d phases%s", t.Phase, rules.Phases, b.RuleFrom("phases"))
	}
	return &heroes.Creature{
		ID: e.ID, Name: t.Name, Alignment: t.Alignment,
		Level: t.Level, Melee: t.Melee, Ranged: t.Ranged, Defense: t.Defense, Phase: t.Phase,
		Cost: t.Cost, Hero: t.Hero,
		Abilities: library.ReferAll[*ability.Ability](e.Record, abilitySection, t.Abilities, "abilities"),
		Spells:    library.ReferAll[*heroes.Spell](e.Record, spellSection, t.Spells, "spells"),
	}
}

func buildAbility(e library.Entry[abilityEntry]) *ability.Ability {
	t := e.Keys
	a := &ability.Ability{
		ID: e.ID, Name: t.Name, Text: t.Text, Rule: t.Rule,
		IgnoresWalls: slices.Contains(t.Ignores, "wall-penalty"),
		Never:        t.Retaliates == "never", Always: t.Retaliates == "always",
		Unanswered: t.Unanswered, StrikesFirst: t.StrikesFirst, Heads: t.Heads, Worth: t.Worth,
	}
	for i, r := range t.Reach {
		if r.Attack != "melee" {
			e.Reportf([]any{"reach", i, "attack"}, "ranged attacks reach both lines by the rules: only melee needs a reach")
		}
		walls := set(r.Walls, wallsWords)
		if walls == 0 {
			walls = 0xff
		}
		a.Reach = append(a.Reach, ability.Reach{Line: uint8(index(lineWords, r.Line)), Walls: walls})
	}
	for i := range t.Bonuses {
		a.Bonuses = append(a.Bonuses, buildBonus(e.Record, i, &t.Bonuses[i], t.Name))
	}
	return a
}

func buildSpell(e library.Entry[spellEntry]) *heroes.Spell {
	t := e.Keys
	s := &heroes.Spell{ID: e.ID, Name: t.Name, Text: t.Text, Rule: t.Rule, Rounds: t.Rounds, Worth: t.Worth, OnFriend: t.Target == "friend", Effect: t.Score == nil}
	changed := e.Latest("score", "target", "rounds", "worth", "bonus", "script")
	if t.Score != nil {
		s.Score = *t.Score
		if t.Target != "" || t.Rounds != 0 || t.Worth != 0 || len(t.Bonuses) > 0 {
			if changed == nil {
				changed = []any{"score"}
			}
			e.Reportf(changed, "spell %q has a score, so it is an attack: target, rounds, worth and bonus are for effects", e.Short())
		}
	} else if t.Script == "" && (t.Target == "" || t.Rounds == 0 || len(t.Bonuses) == 0) {
		e.Reportf(changed, "spell %q needs a score (an attack), or target, rounds and bonus (an effect), or a script", e.Short())
	}
	for i := range t.Bonuses {
		if t.Bonuses[i].For != "" && t.Bonuses[i].For != "self" {
			e.Reportf([]any{"bonus", i, "for"}, "the bonus of a spell is for the stack on which it lies: for must be self")
		}
		s.Bonuses = append(s.Bonuses, buildBonus(e.Record, i, &t.Bonuses[i], t.Name))
	}
	return s
}

func buildScenario(b *library.Build, e library.Entry[scenarioEntry], game *heroes.Game) *library.Scenario {
	t := e.Keys
	s := &library.Scenario{ID: e.ID, Name: t.Name, Text: t.Text, Seed: uint64(t.Seed)}
	s.Lessons = engine.Each(t.Lessons, func(l lessonEntry) library.Lesson { return library.Lesson(l) })
	setup := heroes.Setup{Scenario: e.ID, Walls: heroes.Walls(index(wallsWords, t.Walls)), Free: t.Setup == "free", RoundLimit: t.RoundLimit}
	for side, in := range []*sideEntry{&t.Aggressor, &t.Defender} {
		out := heroes.SideSetup{Guard: in.Guard, Town: heroes.NoTownNear, Hand: in.Hand, Deck: in.Deck}
		if in.Town != nil {
			out.Town = *in.Town
		}
		out.Army = library.Parsed(e.Record, creatureSection, in.Army, ReadArmy, sideWords[side], "army")
		setup.Sides[side] = out
	}
	s.Setup = setup
	b.Try(e.Record, game, setup)
	return s
}
