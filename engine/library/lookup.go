package library

import (
	"reflect"
	"strings"

	"houserule/engine"
	"houserule/engine/library/strict"
	"houserule/engine/players"
)

// Scenario returns the scenario with an id.
func (l *Library) Scenario(id string) (*Scenario, error) {
	return Built[*Scenario](l, ScenarioSection, id)
}

// Paragraph returns the rule with a number, in upper or lower case.
func (l *Library) Paragraph(id string) (*Paragraph, error) {
	for _, p := range l.Rulebook {
		if strings.EqualFold(p.ID, id) {
			return p, nil
		}
	}
	return Built[*Paragraph](l, paragraphSection, strings.ToUpper(id))
}

// Built returns the value built from the entry with an id, short or full. T is the type
// that the system builds for the section.
func Built[T any](l *Library, section, id string) (T, error) {
	r, err := l.index.section(section).find(id, nil)
	if err != nil {
		var none T
		return none, err
	}
	return r.built.(T), nil
}

// All returns the values built from the entries of a section, in the order of loading.
func All[T any](l *Library, section string) []T {
	return engine.Each(l.index.section(section).records, func(r *record) T { return r.built.(T) })
}

// IDs returns the ids of a section's entries, as people write them, in the order of
// loading.
func (l *Library) IDs(section string) []string {
	return engine.Each(l.index.section(section).records, func(r *record) string { return r.name })
}

// Keys returns the values of an entry's keys, after all patches, or the zero T for an
// unknown entry. T is the system's struct for the section.
func Keys[T any](l *Library, section, id string) (keys T) {
	if r, err := l.index.section(section).find(id, nil); err == nil {
		keys = *r.formatKeys().(*T)
	}
	return keys
}

// Flavor returns the key text of the entry that a value was built from, or "".
func (l *Library) Flavor(built any) string {
	if r := l.index.built(built); r != nil {
		if text := reflect.ValueOf(r.formatKeys()).Elem().FieldByName("Text"); text.IsValid() {
			return text.String()
		}
	}
	return ""
}

// Source returns the place of the entry that a value was built from, as file:line.
func (l *Library) Source(built any) string { return l.sources[built] }

// Problem returns a problem of the entry that a value was built from, at steps. Without steps
// it is at the key that mods changed last, or else at the entry.
func (l *Library) Problem(built any, steps []any, format string, args ...any) strict.Problem {
	r := l.index.built(built)
	if steps == nil {
		steps, _ = r.latest(r.section.keys...)
	}
	return Record{r: r}.Problem(steps, format, args...)
}

// Player returns the computer player with a name: see [players.Named]. Seat and seed choose
// the dice of a player that needs them; they are independent of the table's.
func (l *Library) Player(name string, seat engine.Side, seed uint64) (engine.Oracle, error) {
	p, err := players.Named(l.Players, name)
	if err != nil {
		return nil, err
	}
	return p.New(seat, seed), nil
}
