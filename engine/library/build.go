package library

import (
	"errors"
	"maps"
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

// entry is a record while it is built.
type entry[T any] struct {
	*record
	T *T
}

// entries are the records of a section.
func entries[T any](l *loader, section string) []entry[T] {
	var all []entry[T]
	for _, r := range l.index.section(section).records {
		all = append(all, entry[T]{r, r.value.(*T)})
	}
	return all
}

// refer finds the entry that an id names which stands at steps of another.
func (l *loader) refer(r *record, section, id string, steps ...any) (*record, error) {
	return l.index.section(section).find(id, r.origin(steps...).mod)
}

// lookUp finds each of ids, the value of key, and reports those that are not
// known or stand twice.
func lookUp[V any](l *loader, r *record, key, section string, ids []string) []V {
	var found []*record
	var values []V
	for i, id := range ids {
		one, err := l.refer(r, section, id, key, i)
		switch {
		case err != nil:
			r.reportf([]any{key, i}, "%s", Explain(err))
		case slices.Contains(found, one):
			r.reportf([]any{key, i}, "%s %q stands twice", section, id)
		default:
			found, values = append(found, one), append(values, one.built.(V))
		}
	}
	return values
}

// build makes the game of the entries.
func (l *loader) build() {
	rules := *l.index.rules.value.(*heroes.Rules)
	abilities := entries[abilityEntry](l, "ability")
	for _, e := range abilities { // a condition may name any ability
		e.built = &heroes.Ability{ID: e.name}
	}
	for _, e := range abilities {
		a := e.built.(*heroes.Ability)
		*a = *l.buildAbility(e)
		l.lib.Abilities = append(l.lib.Abilities, a)
		l.lib.sources[a] = e.place()
	}
	var spells []*heroes.Spell
	for _, e := range entries[spellEntry](l, "spell") {
		s := l.buildSpell(e)
		e.built = s
		spells = append(spells, s)
		l.lib.sources[s] = e.place()
	}
	var creatures []*heroes.Creature
	for _, e := range entries[creatureEntry](l, "creature") {
		c := l.buildCreature(e, &rules)
		e.built = c
		creatures = append(creatures, c)
		l.lib.sources[c] = e.place()
		l.lib.facts[c], l.lib.texts[c] = e.T.Facts, e.T.Text
	}
	for _, e := range entries[scenarioEntry](l, "scenario") {
		s := l.buildScenario(e)
		e.built = s
		l.lib.Scenarios = append(l.lib.Scenarios, s)
	}
	switches := switchesOf(rules)
	for _, e := range entries[paragraphEntry](l, "rule") {
		p := buildParagraph(e, switches)
		e.built = p
		l.lib.Rulebook = append(l.lib.Rulebook, p)
	}
	l.lib.Game = heroes.NewGame(rules, creatures, spells)
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}

func (l *loader) buildCreature(e entry[creatureEntry], rules *heroes.Rules) *heroes.Creature {
	t := e.T
	if t.Phase > rules.Phases {
		e.reportf([]any{"phase"}, "phase is %d: the rules have %d phases%s", t.Phase, rules.Phases, l.ruleFrom("phases"))
	}
	return &heroes.Creature{
		ID: e.name, Name: t.Name, Alignment: t.Alignment,
		Level: t.Level, Melee: t.Melee, Ranged: t.Ranged, Defense: t.Defense, Phase: t.Phase,
		Cost: t.Cost, Hero: t.Hero,
		Abilities: lookUp[*heroes.Ability](l, e.record, "abilities", "ability", t.Abilities),
		Spells:    lookUp[*heroes.Spell](l, e.record, "spells", "spell", t.Spells),
	}
}

func (l *loader) buildAbility(e entry[abilityEntry]) *heroes.Ability {
	t := e.T
	a := &heroes.Ability{
		ID: e.name, Name: t.Name, Text: t.Text, Rule: t.Rule,
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
		a.Bonuses = append(a.Bonuses, l.buildBonus(e.record, i, &t.Bonuses[i], t.Name))
	}
	return a
}

func (l *loader) buildSpell(e entry[spellEntry]) *heroes.Spell {
	t := e.T
	s := &heroes.Spell{ID: e.name, Name: t.Name, Text: t.Text, Rule: t.Rule, Rounds: t.Rounds, OnFriend: t.Target == "friend", Effect: t.Score == nil}
	changed := e.latest("score", "target", "rounds", "bonus", "script")
	if t.Score != nil {
		s.Score = *t.Score
		if t.Target != "" || t.Rounds != 0 || len(t.Bonuses) > 0 {
			if changed == nil {
				changed = []any{"score"}
			}
			e.reportf(changed, "spell %q has a score, so it is an attack: target, rounds and bonus are for effects", e.id)
		}
	} else if t.Script == "" && (t.Target == "" || t.Rounds == 0 || len(t.Bonuses) == 0) {
		e.reportf(changed, "spell %q needs a score (an attack), or target, rounds and bonus (an effect), or a script", e.id)
	}
	for i := range t.Bonuses {
		if t.Bonuses[i].For != "" && t.Bonuses[i].For != "self" {
			e.reportf([]any{"bonus", i, "for"}, "the bonus of a spell is for the stack on which it lies: for must be self")
		}
		s.Bonuses = append(s.Bonuses, l.buildBonus(e.record, i, &t.Bonuses[i], t.Name))
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

func (l *loader) buildBonus(e *record, i int, t *bonusEntry, name string) *heroes.Bonus {
	b := &heroes.Bonus{
		Stats: stats[t.Score], For: heroes.Whose(index(whoseWords, t.For)), D: 1,
		Cause: engine.Cause{Text: name, Rule: e.name, At: e.place("bonus", i)},
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
			Retaliating: tri(w.Retaliating), Self: l.buildUnit(e, &w.unitEntry, at...),
		}
		if w.Against != nil {
			b.When.Against = l.buildUnit(e, w.Against, append(at, "against")...)
		}
	}
	return b
}

func (l *loader) buildUnit(e *record, t *unitEntry, at ...any) heroes.Unit {
	key := func(name string) []any { return append(slices.Clone(at), name) }
	var abilities []string
	for i, id := range t.Ability {
		steps := append(key("ability"), i)
		r, err := l.refer(e, "ability", id, steps...)
		if err != nil {
			e.reportf(steps, "%s", Explain(err))
			continue
		}
		abilities = append(abilities, r.name)
	}
	return heroes.Unit{
		Side: one(t.Side, sideWords), Lines: one(t.Line, lineWords), Stances: set(t.Stance, stanceWords),
		Phase: buildRange(e, t.Phase, key("phase")...), Level: buildRange(e, t.Level, key("level")...), Cards: buildRange(e, t.Cards, key("cards")...),
		Hero: tri(t.Hero), Alignments: t.Alignment, Abilities: abilities,
	}
}

func buildRange(e *record, bounds []int, at ...any) heroes.Range {
	switch {
	case bounds == nil:
		return heroes.Range{}
	case len(bounds) != 2 || bounds[0] > bounds[1]:
		e.reportf(at, "%s must be [first, last], the first not above the last", at[len(at)-1])
		return heroes.Range{}
	}
	return heroes.Range{First: bounds[0], Last: bounds[1]}
}

func (l *loader) buildScenario(e entry[scenarioEntry]) *Scenario {
	t := e.T
	s := &Scenario{ID: e.name, Name: t.Name, Text: t.Text, Seed: uint64(t.Seed)}
	for _, lesson := range t.Lessons {
		s.Lessons = append(s.Lessons, Lesson(lesson))
	}
	s.Setup = heroes.Setup{Walls: heroes.Walls(index(wallsWords, t.Walls)), Free: t.Setup == "free", RoundLimit: t.RoundLimit}
	for side, in := range []*sideEntry{&t.Aggressor, &t.Defender} {
		out := heroes.SideSetup{Guard: in.Guard, Town: heroes.NoTownNear, Hand: in.Hand, Deck: in.Deck}
		if in.Town != nil {
			out.Town = *in.Town
		}
		if in.Army != "" {
			army, err := heroes.ParseArmy(in.Army, func(id string) (*heroes.Creature, error) {
				r, err := l.refer(e.record, "creature", id, sideWords[side], "army")
				if err != nil {
					return nil, err
				}
				return r.built.(*heroes.Creature), nil
			})
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
	p := &Paragraph{ID: e.name, Title: e.T.Title, Text: e.T.Text, Ruling: e.T.Ruling}
	for i, key := range e.T.Switches {
		s, ok := switches[key]
		switch {
		case !ok:
			e.reportf([]any{"switches", i}, "%s", Explain(&engine.Unknown{What: "key of [rules]", Word: key, Known: sortedKeys(switches)}))
		case slices.Contains(e.T.Switches[:i], key):
			e.reportf([]any{"switches", i}, "key of [rules] %q stands twice", key)
		default:
			p.Switches = append(p.Switches, s)
		}
	}
	return p
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
