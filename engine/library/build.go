package library

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/heroes"
)

// unknown is the word that err is about, or nil.
func unknown(err error) *engine.Unknown {
	var u *engine.Unknown
	if errors.As(err, &u) {
		return u
	}
	return nil
}

// lookUp finds each of ids, the value of key, and reports those that are not
// known or stand twice.
func lookUp[T, V any](e entry[T], key, what string, ids []string, known map[string]V) []V {
	var found []V
	for i, id := range ids {
		v, ok := known[id]
		switch {
		case !ok:
			e.reportf([]any{key, i}, "%s", Explain(&engine.Unknown{What: what, Word: id, Known: sortedKeys(known)}))
		case slices.Contains(ids[:i], id):
			e.reportf([]any{key, i}, "%s %q stands twice", what, id)
		default:
			found = append(found, v)
		}
	}
	return found
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func buildCreature(e entry[creatureEntry], rules *heroes.Rules, abilities map[string]*heroes.Ability, spells map[string]*heroes.Spell) *heroes.Creature {
	t := &e.T
	if t.Phase > rules.Phases {
		e.reportf([]any{"phase"}, "phase is %d: the rules have %d phases", t.Phase, rules.Phases)
	}
	return &heroes.Creature{
		ID: e.id, Name: t.Name, Alignment: t.Alignment,
		Level: t.Level, Melee: t.Melee, Ranged: t.Ranged, Defense: t.Defense, Phase: t.Phase,
		Cost: t.Cost, Hero: t.Hero,
		Abilities: lookUp(e, "abilities", "ability", t.Abilities, abilities),
		Spells:    lookUp(e, "spells", "spell", t.Spells, spells),
	}
}

func buildAbility(e entry[abilityEntry], known map[string]*heroes.Ability) *heroes.Ability {
	t := &e.T
	a := &heroes.Ability{
		ID: e.id, Name: t.Name, Text: t.Text, Rule: t.Rule,
		IgnoresWalls: slices.Contains(t.Ignores, "wall-penalty"),
		Never:        t.Retaliates == "never", Always: t.Retaliates == "always",
		Unanswered: t.Unanswered, StrikesFirst: t.StrikesFirst, Heads: t.Heads,
	}
	for i, r := range t.Reach {
		if r.Attack != "melee" {
			e.reportf([]any{"reach", i, "attack"}, "ranged attacks reach both lines by the rules: only melee needs a reach")
		}
		walls := set(r.Walls, wallsWords)
		if walls == 0 {
			walls = 0xff
		}
		a.Reach = append(a.Reach, heroes.Reach{Kind: heroes.Melee, Line: heroes.Line(index(lineWords, r.Line)), Walls: walls})
	}
	for i := range t.Bonuses {
		a.Bonuses = append(a.Bonuses, buildBonus(e, i, &t.Bonuses[i], t.Name, known))
	}
	return a
}

func buildSpell(e entry[spellEntry], known map[string]*heroes.Ability) *heroes.Spell {
	t := &e.T
	s := &heroes.Spell{ID: e.id, Name: t.Name, Text: t.Text, Rule: t.Rule, Rounds: t.Rounds, OnFriend: t.Target == "friend", Effect: t.Score == nil}
	if t.Score != nil {
		s.Score = *t.Score
		if t.Target != "" || t.Rounds != 0 || len(t.Bonuses) > 0 {
			e.reportf([]any{"score"}, "spell %q has a score, so it is an attack: target, rounds and bonus are for effects", e.id)
		}
	} else if t.Target == "" || t.Rounds == 0 || len(t.Bonuses) == 0 {
		e.reportf(nil, "spell %q needs a score (an attack), or target, rounds and bonus (an effect)", e.id)
	}
	for i := range t.Bonuses {
		if t.Bonuses[i].For != "" && t.Bonuses[i].For != "self" {
			e.reportf([]any{"bonus", i, "for"}, "the bonus of a spell is for the stack on which it lies: for must be self")
		}
		s.Bonuses = append(s.Bonuses, buildBonus(e, i, &t.Bonuses[i], t.Name, known))
	}
	return s
}

// The words of the data for sets and enumerations of package heroes, in its
// order.
var (
	lineWords   = []string{"melee", "ranged"}
	kindWords   = []string{"melee", "ranged", "spell"}
	sideWords   = []string{"aggressor", "defender"}
	stanceWords = []string{"none", "swarm", "protect"}
	wallsWords  = []string{"none", "intact", "breached", "sacked"}
	whoseWords  = []string{"self", "friends", "enemies"}
)

var stats = map[string][]heroes.Stat{
	"attack":        {heroes.MeleeScore, heroes.RangedScore, heroes.SpellScore},
	"melee":         {heroes.MeleeScore},
	"ranged":        {heroes.RangedScore},
	"spell":         {heroes.SpellScore},
	"defense":       {heroes.DefenseScore},
	"support":       {heroes.SupportValue},
	"phase":         {heroes.PhaseNumber},
	"opportunities": {heroes.OpportunityCount},
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

func tri(b *bool) heroes.Tri {
	switch {
	case b == nil:
		return heroes.Either
	case *b:
		return heroes.Yes
	}
	return heroes.No
}

func buildBonus[T any](e entry[T], i int, t *bonusEntry, name string, known map[string]*heroes.Ability) *heroes.Bonus {
	b := &heroes.Bonus{
		Stats: stats[t.Score], For: heroes.Whose(index(whoseWords, t.For)), D: 1,
		Cause: engine.Cause{Text: name, Rule: e.id, At: e.doc.Place(e.path.With("bonus", i))},
	}
	ops := 0
	for _, op := range []struct {
		op engine.Op
		n  *int
	}{{engine.Add, t.Add}, {engine.Set, t.Set}, {engine.Cap, t.Cap}} {
		if op.n != nil {
			b.Op, b.N = op.op, *op.n
			ops++
		}
	}
	if t.Times != nil {
		b.Op = engine.Times
		b.N, b.D = heroes.Fraction(*t.Times)
		ops++
	}
	if ops != 1 {
		e.reportf([]any{"bonus", i}, "bonus %d of %q must have exactly one of add, times, set and cap", i+1, e.id)
	}
	if w := t.When; w != nil {
		at := []any{"bonus", i, "when"}
		b.When = heroes.Condition{
			Round: buildRange(e, w.Round, append(at, "round")...), Walls: set(w.Walls, wallsWords), Kinds: set(w.Attack, kindWords),
			Retaliating: tri(w.Retaliating), Self: buildUnit(e, &w.unitEntry, known, at...),
		}
		if w.Against != nil {
			b.When.Against = buildUnit(e, w.Against, known, append(at, "against")...)
		}
	}
	return b
}

func buildUnit[T any](e entry[T], t *unitEntry, known map[string]*heroes.Ability, at ...any) heroes.Unit {
	key := func(name string) []any { return append(slices.Clone(at), name) }
	for i, id := range t.Ability {
		if known[id] == nil {
			e.reportf(append(key("ability"), i), "%s", Explain(&engine.Unknown{What: "ability", Word: id, Known: sortedKeys(known)}))
		}
	}
	return heroes.Unit{
		Side: one(t.Side, sideWords), Lines: one(t.Line, lineWords), Stances: set(t.Stance, stanceWords),
		Phase: buildRange(e, t.Phase, key("phase")...), Level: buildRange(e, t.Level, key("level")...), Cards: buildRange(e, t.Cards, key("cards")...),
		Hero: tri(t.Hero), Alignments: t.Alignment, Abilities: t.Ability,
	}
}

func buildRange[T any](e entry[T], bounds []int, at ...any) heroes.Range {
	switch {
	case bounds == nil:
		return heroes.Range{}
	case len(bounds) != 2 || bounds[0] > bounds[1]:
		e.reportf(at, "%s must be [first, last], the first not above the last", at[len(at)-1])
		return heroes.Range{}
	}
	return heroes.Range{First: bounds[0], Last: bounds[1]}
}

func buildScenario(e entry[scenarioEntry], find func(string) (*heroes.Creature, error)) *Scenario {
	t := &e.T
	s := &Scenario{ID: e.id, Name: t.Name, Text: t.Text, Seed: uint64(t.Seed)}
	for _, l := range t.Lessons {
		s.Lessons = append(s.Lessons, Lesson(l))
	}
	s.Setup = heroes.Setup{Walls: heroes.Walls(index(wallsWords, t.Walls)), Free: t.Setup == "free", RoundLimit: t.RoundLimit}
	for side, in := range []*sideEntry{&t.Aggressor, &t.Defender} {
		out := heroes.SideSetup{Guard: in.Guard, Town: heroes.NoTownNear, Hand: in.Hand, Deck: in.Deck}
		if in.Town != nil {
			out.Town = *in.Town
		}
		if in.Army != "" {
			army, err := heroes.ParseArmy(in.Army, find)
			if err != nil {
				e.reportf([]any{sideWords[side], "army"}, "army: %s", Explain(err))
			}
			out.Army = army
		}
		s.Setup.Sides[side] = out
	}
	return s
}

func buildParagraph(e entry[paragraphEntry], switches map[string]Switch) *Paragraph {
	t := &e.T
	return &Paragraph{ID: e.id, Title: t.Title, Text: t.Text, Ruling: t.Ruling, Switches: lookUp(e, "switches", "key of [rules]", t.Switches, switches)}
}

// switchesOf lists the keys of [rules].
func switchesOf(rules heroes.Rules) map[string]Switch {
	switches := map[string]Switch{}
	v := reflect.ValueOf(rules)
	for i := range v.NumField() {
		f := v.Type().Field(i)
		key := f.Tag.Get("toml")
		_, doc, _ := strings.Cut(f.Tag.Get("doc"), ": ")
		switches[key] = Switch{Key: key, Doc: doc, Value: v.Field(i).Interface()}
	}
	return switches
}
