package heroesdata

import (
	"slices"

	"houserule/engine"
	"houserule/engine/heroes/ability"
	"houserule/engine/library"
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
	if w := t.When; w != nil {
		at := []any{"bonus", i, "when"}
		b.When = ability.Condition{
			Round: rangeOf(w.Round), Walls: set(w.Walls, wallsWords), Kinds: set(w.Attack, kindWords),
			Retaliating: tri(w.Retaliating), Self: buildUnit(e, &w.unitEntry, at...),
		}
		if w.Against != nil {
			b.When.Against = buildUnit(e, w.Against, append(at, "against")...)
		}
	}
	return b
}

func buildUnit(e library.Record, t *unitEntry, at ...any) ability.Unit {
	key := func(name string) []any { return append(slices.Clone(at), name) }
	var abilities []string
	if len(t.Ability) > 0 { // without any of them, none fits
		all := library.ReferAll[*ability.Ability](e, abilitySection, t.Ability, key("ability")...)
		abilities = append([]string{}, engine.Each(all, func(a *ability.Ability) string { return a.ID })...)
	}
	var creatures []string
	if t.Fields != nil {
		creatures = e.Fitting(creatureSection, t.Fields, key("fields")...)
	}
	return ability.Unit{
		Creatures: creatures,
		Side:      one(t.Side, sideWords), Lines: one(t.Line, lineWords), Stances: set(t.Stance, stanceWords),
		Phase: rangeOf(t.Phase), Level: rangeOf(t.Level), Cards: rangeOf(t.Cards),
		Hero: tri(t.Hero), Alignments: t.Alignment, Abilities: abilities,
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
	whoseWords  = []string{"self", "friends", "enemies"}
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
