package library

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/library/files"
	"houserule/engine/library/strict"
)

// A Build holds the entries of all mods, after all patches. A [Format] makes its game from
// them: see [Entries].
type Build struct {
	l      *loader
	broken bool // the game could not be made
}

// Rules returns the system's struct of [rules], with the values that mods and the player
// have set.
func (b *Build) Rules() any { return b.l.index.rules.value }

// RuleFrom returns the source of a value of [rules] in brackets, for the end of a problem,
// or "" for the base game.
func (b *Build) RuleFrom(key string) string {
	for _, s := range b.l.index.rulesSet() {
		if s.Name == key {
			return " (" + settingFile(b.l.mods[0].id()+"."+key) + ")"
		}
	}
	if o := b.l.index.rules.origin(key); o.mod != nil && !o.mod.isBase {
		return " (" + o.place() + ")"
	}
	return ""
}

// A Record is an entry without its keys: its id, its place, and the value built from it.
// Methods name a value by steps: keys, and numbers of items from 0, such as "bonus", 2,
// "when".
type Record struct {
	ID string // id among all mods: short if it is unique, otherwise full
	r  *record
	l  *loader
}

// An Entry is a record with the values of its keys.
type Entry[T any] struct {
	Record
	Keys *T
}

// Entries returns the entries of a section, in the order of loading. T is the struct of
// their keys.
func Entries[T any](b *Build, section string) []Entry[T] {
	return engine.Each(b.l.index.section(section).records, func(r *record) Entry[T] {
		return Entry[T]{Record{r.name, r, b.l}, r.formatKeys().(*T)}
	})
}

// Make builds the value of each entry of a section, sets it, and returns all values, in the
// order of loading.
func Make[T, V any](b *Build, section string, build func(Entry[T]) V) []V {
	return engine.Each(Entries[T](b, section), func(e Entry[T]) V {
		built := build(e)
		e.Set(built)
		return built
	})
}

// Set sets the value built from the entry: a pointer, which [Built], [All] and
// [Library.Source] know from then on.
func (r Record) Set(built any) {
	r.r.built = built
	r.l.lib.sources[built] = r.Place()
}

// Short returns the id of the entry within its own mod.
func (r Record) Short() string { return r.r.id }

// Place returns the place of the value at steps, as file:line.
func (r Record) Place(steps ...any) string { return r.r.place(steps...) }

// Reportf reports a problem of the value at steps, in the file of the value.
func (r Record) Reportf(steps []any, format string, args ...any) {
	r.r.reportf(steps, format, args...)
}

// Problem returns a problem of the value at steps, for mistakes found after the library is
// made.
func (r Record) Problem(steps []any, format string, args ...any) strict.Problem {
	return r.r.problem(steps, format, args...)
}

// Loaded returns the place in the order of loading of the mod that gave the value at steps.
func (r Record) Loaded(steps ...any) int { return r.r.origin(steps...).mod.place }

// Latest returns the one of these keys of an entry that mods changed last, as steps for
// Reportf, or nil if they changed none of them.
func (r Record) Latest(keys ...string) []any {
	steps, _ := r.r.latest(keys...)
	return steps
}

// Refer returns the value built from the entry with an id. The id is the text at steps of
// r, and means what it means in the mod that wrote it. The entries of the other section
// must have been built.
func Refer[V any](r Record, section, id string, steps ...any) (V, error) {
	found, err := r.refer(section, id, steps...)
	if err != nil {
		var none V
		return none, err
	}
	return found.built.(V), nil
}

// ReferAll does what Refer does for each of ids, the list at steps of r. It leaves out
// entries of optional mods that are not loaded, and reports ids that are unknown or occur
// twice.
func ReferAll[V any](r Record, section string, ids []string, steps ...any) []V {
	return engine.Each(r.referAll(section, ids, steps...), func(one *record) V { return one.built.(V) })
}

// NamedAll returns the full ids of the entries that ReferAll returns, which need not have been
// built.
func (r Record) NamedAll(section string, ids []string, steps ...any) []string {
	return engine.Each(r.referAll(section, ids, steps...), func(one *record) string { return one.name })
}

func (r Record) referAll(section string, ids []string, steps ...any) (found []*record) {
	for i, id := range ids {
		at := append(slices.Clone(steps), i)
		one, err := r.refer(section, id, at...)
		switch from := r.r.origin(at...).mod; {
		case r.l.skips(from, id):
		case err != nil:
			r.Reportf(at, "%s", r.l.explain(from, id, err))
		case slices.Contains(found, one):
			r.Reportf(at, "%s %q stands twice", section, id)
		default:
			found = append(found, one)
		}
	}
	return found
}

// FullID returns the id, among all mods, of the entry with an id, which is the text at
// steps of r; "" gives "". It reports an unknown id.
func (r Record) FullID(section, id string, steps ...any) string {
	if id == "" {
		return ""
	}
	name, err := r.Named(section, id, steps...)
	if err != nil {
		r.Reportf(steps, "%s: %s", steps[len(steps)-1], Explained{err})
	}
	return name
}

// Named does what FullID does, with an error if no entry has the id, or several have.
func (r Record) Named(section, id string, steps ...any) (string, error) {
	found, err := r.refer(section, id, steps...)
	if err != nil {
		return "", err
	}
	return found.name, nil
}

// Parsed parses the text at steps of r, which names entries of a section, such as an army.
// It returns the zero value for "", and reports mistakes.
func Parsed[V, A any](r Record, section, text string, parse func(text string, find func(id string) (V, error)) (A, error), steps ...any) (parsed A) {
	if text == "" {
		return parsed
	}
	parsed, err := parse(text, func(id string) (v V, err error) {
		found, err := r.refer(section, id, steps...)
		if err != nil {
			return v, err
		}
		return found.built.(V), nil
	})
	if err != nil {
		r.Reportf(steps, "%s: %s", steps[len(steps)-1], Explained{err})
	}
	return parsed
}

// refer returns the entry with an id, which is the text at steps of r.
func (r Record) refer(section, id string, steps ...any) (*record, error) {
	found, err := r.l.index.section(section).find(id, r.r.origin(steps...).mod)
	if err == nil && found.isFaulty() {
		r.r.unsure = true
	}
	return found, err
}

// Report reports why no game could be made, if err is an [engine.Flaws]: each flaw at the
// key that mods changed last, or else at the last key of its first entry. It omits flaws of
// entries that have a problem already.
func (b *Build) Report(err error) {
	var flaws engine.Flaws
	b.broken = errors.As(err, &flaws)
	for _, flaw := range flaws {
		var at *record
		var steps []any
		last, known := -1, false
		for _, of := range flaw.Of {
			r := b.l.index.built(of)
			known = known || r.isFaulty()
			if key, number := r.latest(flaw.Keys...); number > last {
				at, steps, last = r, key, number
			}
		}
		if known {
			continue // it may follow from another problem
		}
		if steps == nil && len(flaw.Keys) > 0 {
			steps = []any{flaw.Keys[len(flaw.Keys)-1]}
		}
		at.reportf(steps, "%s", Explained{flaw.Err})
	}
}

// A Sized is a setup that knows the number of its cards, counters or units.
type Sized interface{ Size() int }

// Try reports a scenario whose setup no battle of the game accepts, at the key that mods
// changed last, or else at the scenario. It skips a scenario that has a problem already or
// names an entry with one, and every scenario if the game could not be made.
func (b *Build) Try(scenario Record, game engine.Game, s engine.Setup) {
	if b.broken || scenario.r.isFaulty() {
		return
	}
	if s, ok := s.(Sized); ok {
		m := scenario.r.mod
		n := m.fighters + s.Size()
		if n > files.MaxFighters { // the others are tried all the same
			scenario.Reportf(scenario.Latest(scenario.r.section.keys...), "scenario %q: with it %d cards, counters or units fight in the scenarios of the mod: %d are the most", scenario.Short(), n, files.MaxFighters)
			return
		}
		m.fighters = n
	}
	if _, err := game.NewBattle(s); err != nil {
		scenario.Reportf(scenario.Latest(scenario.r.section.keys...), "scenario %q: %s", scenario.Short(), Explained{err})
	}
}

// build makes the game from the entries, with the scenarios and the rulebook.
func (l *loader) build() {
	b := &Build{l: l}
	l.lib.Game = l.lib.Format.Build(b)
	switches := l.index.switches()
	l.lib.Rulebook = Make(b, paragraphSection, func(e Entry[paragraphEntry]) *Paragraph { return buildParagraph(e, switches) })
	for _, s := range l.index.sections {
		for _, r := range s.records {
			if s.format.NumField() == 0 { // a mod declares the section: its entries are data only
				r.built = r
			}
			if r.built == nil {
				panic(fmt.Sprintf("library: the system %s does not build %s", l.lib.Format.Name(), r.what()))
			}
		}
	}
	l.lib.Scenarios = All[*Scenario](l.lib, ScenarioSection)
}

func buildParagraph(e Entry[paragraphEntry], switches map[string]Switch) *Paragraph {
	p := &Paragraph{ID: e.ID, Title: e.Keys.Title, Text: e.Keys.Text, Ruling: e.Keys.Ruling}
	for i, key := range e.Keys.Switches {
		s, ok := switches[key]
		switch {
		case !ok:
			e.Reportf([]any{"switches", i}, "%s", Explained{&engine.Unknown{What: "key", In: "[rules]", Word: key, Known: sortedKeys(switches)}})
		case slices.Contains(e.Keys.Switches[:i], key):
			e.Reportf([]any{"switches", i}, "key %q in [rules] stands twice", key)
		default:
			p.Switches = append(p.Switches, s)
		}
	}
	return p
}

// switches returns the keys of [rules]. Their docs begin with the paragraph, if there is
// one.
func (x *register) switches() map[string]Switch {
	switches := map[string]Switch{}
	for _, f := range strict.Fields(x.rules.value) {
		doc := f.Doc
		if _, after, ok := strings.Cut(doc, ": "); ok {
			doc = after
		}
		switches[f.Key] = Switch{Key: f.Key, Doc: doc, Value: x.rules.field(f.Key).Interface()}
	}
	return switches
}

// unknown returns the Unknown within err, or nil.
func unknown(err error) *engine.Unknown {
	var u *engine.Unknown
	if errors.As(err, &u) {
		return u
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
