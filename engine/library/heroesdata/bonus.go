package heroesdata

import (
	"slices"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
	"houserule/engine/library"
	"houserule/engine/library/strict"
)

func buildBonus(e library.Record, i int, t *bonusEntry, name string) *ability.Bonus {
	b := &ability.Bonus{
		Stats: stats[t.Score], For: ability.Whose(index(whoseWords, t.For)), D: 1,
		Cause: engine.Cause{Text: name, Rule: e.ID, At: e.Place("bonus", i)},
	}
	for _, op := range []struct {
		op engine.Op
		n  *int
	}{{engine.Add, t.Add}, {engine.Set, t.Set}, {engine.Cap, t.Cap}} {
		if op.n != nil {
			b.Op, b.N = op.op, *op.n
		}
	}
	if t.Times != nil {
		b.Op = engine.Times
		b.N, b.D = engine.Fraction(*t.Times)
	}
	if b.For == ability.Opponent && b.Stats[0] > ability.DefenseScore {
		e.Reportf([]any{"bonus", i, "score"}, "%s is no score of an attack: for is \"opponent\", so score must be attack, melee, ranged, spell or defense", t.Score)
	}
	if t.When != nil {
		b.When = buildCondition(e, t.When, "bonus", i, "when")
	}
	return b
}

func buildCondition(e library.Record, t *whenEntry, at ...any) ability.Condition {
	key := keysAt(at)
	c := ability.Condition{
		Round: rangeOf(t.Round), Walls: set(t.Walls, wallsWords), Kinds: set(t.Attack, kindWords),
		Retaliating: tri(t.Retaliating), Self: buildUnit(e, &t.unitEntry, at...),
	}
	buildPlayed(e, &t.playedEntry, &c, at...)
	if t.Against != nil {
		c.Against = buildUnit(e, &t.Against.unitEntry, key("against")...)
		if t.Against.Not != nil {
			not := buildUnit(e, t.Against.Not, append(key("against"), "not")...)
			c.Against.Not = &not
		}
	}
	if t.Compared != nil {
		for n, words := range [][]string{t.Compared.Level, t.Compared.Cards, t.Compared.Phase, t.Compared.Melee, t.Compared.Ranged, t.Compared.Defense, t.Compared.Cost} {
			if len(words) > 0 {
				has := func(word string) bool { return slices.Contains(words, word) }
				c.Compared = append(c.Compared, ability.Comparison{Number: ability.Number(n), Less: has("less"), Same: has("same"), More: has("more")})
			}
		}
	}
	if t.Not != nil {
		c.Not = &ability.Condition{Self: buildUnit(e, &t.Not.unitEntry, key("not")...)}
		buildPlayed(e, &t.Not.playedEntry, c.Not, key("not")...)
	}
	return c
}

// keysAt returns a function that returns the steps of a key of the table at some steps.
func keysAt(at []any) func(name string) []any {
	return func(name string) []any { return append(slices.Clone(at), name) }
}

func buildPlayed(e library.Record, t *playedEntry, c *ability.Condition, at ...any) {
	key := keysAt(at)
	c.Scenarios = buildIDs(e, library.ScenarioSection, t.Scenario, t.ScenarioFields, key("scenario"), key("scenario_fields"))
	c.Spells = buildIDs(e, spellSection, t.Spell, t.SpellFields, key("spell"), key("spell_fields"))
}

// buildIDs returns the full ids of the entries that are named and whose declared fields fit
// conditions; nil if neither is asked for. Named and fields are the steps of the two keys.
func buildIDs(e library.Record, section string, ids []string, conditions map[string]strict.Condition, named, fields []any) []string {
	var all []string
	if len(ids) > 0 { // without any of them, none fits
		all = append([]string{}, e.NamedAll(section, ids, named...)...)
	}
	if conditions == nil {
		return all
	}
	fitting := e.Fitting(section, conditions, fields...)
	if all == nil {
		return fitting
	}
	return slices.DeleteFunc(all, func(id string) bool { return !slices.Contains(fitting, id) })
}

// checkEffects reports spells in the conditions of bonuses that lie on no stack, because they are
// attacks.
func checkEffects(e library.Record, bonuses []bonusEntry, spells []*heroes.Spell) {
	check := func(ids []string, steps ...any) {
		for i, id := range ids {
			at := append(slices.Clone(steps), i)
			name, err := e.Named(spellSection, id, at...)
			if err == nil && slices.ContainsFunc(spells, func(s *heroes.Spell) bool { return s.ID == name && !s.Effect }) {
				e.Reportf(at, "spell %q is an attack, so it lies on no stack: name an effect", id)
			}
		}
	}
	for i, b := range bonuses {
		if w := b.When; w != nil {
			check(w.Effect, "bonus", i, "when", "effect")
			if w.Not != nil {
				check(w.Not.Effect, "bonus", i, "when", "not", "effect")
			}
			if w.Against != nil {
				check(w.Against.Effect, "bonus", i, "when", "against", "effect")
				if w.Against.Not != nil {
					check(w.Against.Not.Effect, "bonus", i, "when", "against", "not", "effect")
				}
			}
		}
	}
}

func buildUnit(e library.Record, t *unitEntry, at ...any) ability.Unit {
	key := keysAt(at)
	return ability.Unit{
		Creatures: buildIDs(e, creatureSection, t.Creature, t.Fields, key("creature"), key("fields")),
		Side:      one(t.Side, sideWords), Lines: one(t.Line, lineWords), Stances: set(t.Stance, stanceWords),
		Phase: rangeOf(t.Phase), Level: rangeOf(t.Level), Cards: rangeOf(t.Cards),
		Hero: tri(t.Hero), Alignments: t.Alignment, Acted: tri(t.Acted),
		Abilities: buildIDs(e, abilitySection, t.Ability, nil, key("ability"), nil), Effects: buildIDs(e, spellSection, t.Effect, nil, key("effect"), nil),
	}
}

// rangeOf returns the range of a pair of numbers; none: any.
func rangeOf(bounds []int) ability.Range {
	if len(bounds) == 0 {
		return ability.Range{}
	}
	return ability.Range{First: bounds[0], Last: bounds[1]}
}

// The data's words for sets and enumerations of package heroes, in its order.
var (
	lineWords   = []string{"melee", "ranged"}
	kindWords   = []string{"melee", "ranged", "spell"}
	sideWords   = []string{"aggressor", "defender"}
	stanceWords = []string{"none", "swarm", "protect"}
	wallsWords  = []string{"none", "intact", "breached", "sacked"}
	whoseWords  = []string{"self", "friends", "enemies", "opponent"}
)

var stats = map[string][]ability.Stat{
	"attack":        {ability.MeleeScore, ability.RangedScore, ability.SpellScore},
	"melee":         {ability.MeleeScore},
	"ranged":        {ability.RangedScore},
	"spell":         {ability.SpellScore},
	"defense":       {ability.DefenseScore},
	"support":       {ability.SupportValue},
	"phase":         {ability.PhaseNumber},
	"opportunities": {ability.OpportunityCount},
}

func index(words []string, word string) int { return max(slices.Index(words, word), 0) }

func set(words, known []string) uint8 {
	var s uint8
	for _, w := range words {
		s |= 1 << index(known, w)
	}
	return s
}

func one(word string, known []string) uint8 {
	if word == "" {
		return 0
	}
	return 1 << index(known, word)
}

func tri(b *bool) ability.Tri {
	switch {
	case b == nil:
		return ability.Either
	case *b:
		return ability.Yes
	}
	return ability.No
}
