package catalog

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"houserule/engine/library"
)

// Entries are the entries of a section, of any library of a game. E is the type that the
// game builds for the section.
type Entries[E comparable] struct {
	Section string // "creature"
	Plural  string // "creatures"
	ID      func(E) string
	Tests   []Test[E]
	Lookup  func(lib *library.Library, id string) (E, error) // in place of [library.Built], for a better error; or nil
}

// All returns the entries of a library.
func (of *Entries[E]) All(lib *library.Library) []E { return library.All[E](lib, of.Section) }

// Find returns the entry with an id, short or full.
func (of *Entries[E]) Find(lib *library.Library, id string) (E, error) {
	if of.Lookup != nil {
		return of.Lookup(lib, id)
	}
	return library.Built[E](lib, of.Section, id)
}

// KindOf returns the kind of entries of a section. Its list has a head, and a row for each
// entry, cells parted by tabs. Page returns the page of one.
func KindOf[E comparable](k Kind, of Entries[E], head string, row func(*library.Library, E) string, page func(*library.Library, E) Page) Kind {
	k.Name, k.Plural, k.Filters, k.IDs, k.List = of.Section, of.Plural, of.Filters(), of.IDs, of.rows(head, row)
	k.Show = func(out io.Writer, lib *library.Library, id string) error {
		e, err := of.Find(lib, id)
		if err == nil {
			page(lib, e).print(out, of.ID(e), lib.Source(e))
		}
		return err
	}
	return k
}

// A Trait is an entry that others have, such as an ability.
type Trait struct{ Name, Text, Rule string }

// TraitOf returns the kind of entries that the owners have. The owners have a filter by the
// name of the section; whose is a word for them. Without row, the list has ids and texts.
func TraitOf[E, O comparable](k Kind, of Entries[E], whose string, owners Entries[O], head string, row func(*library.Library, E) string, trait func(*library.Library, E) Trait) Kind {
	if row == nil {
		row = func(lib *library.Library, e E) string { return of.ID(e) + "\t" + trait(lib, e).Text }
	}
	return KindOf(k, of, head, row, func(lib *library.Library, e E) Page {
		t, rule := trait(lib, e), ""
		if t.Rule != "" {
			rule = "rule: " + t.Rule
		}
		ids := strings.Join(owners.With(lib, Chosen{of.Section: of.ID(e)}), ", ")
		return Page{Name: t.Name, Lines: []string{t.Text, rule, whose + ": " + cmp.Or(ids, "none in this roster")}}
	})
}

// rows returns the List of a kind.
func (of *Entries[E]) rows(head string, row func(*library.Library, E) string) func(*library.Library, Chosen) (string, []string, error) {
	return func(lib *library.Library, chosen Chosen) (string, []string, error) {
		fits, err := of.Fits(lib, chosen)
		if err != nil {
			return "", nil, err
		}
		var rows []string
		for _, e := range of.All(lib) {
			if fits(e) {
				rows = append(rows, row(lib, e))
			}
		}
		return head, rows, nil
	}
}

// IDs returns the ids of all entries.
func (of *Entries[E]) IDs(lib *library.Library) []string { return of.With(lib, nil) }

// With returns the ids of the entries that filters take, whose values are in the library.
func (of *Entries[E]) With(lib *library.Library, chosen Chosen) (ids []string) {
	_, ids, _ = of.rows("", func(_ *library.Library, e E) string { return of.ID(e) })(lib, chosen)
	return ids
}

// Bearing returns the ids of the entries that have the entry of another section, such as a spell,
// or the entry itself if it is of this section. Ok reports whether entries can have one of that
// section.
func (of *Entries[E]) Bearing(lib *library.Library, section, id string) (ids []string, ok bool) {
	if section == of.Section {
		return []string{id}, true
	}
	ok = slices.ContainsFunc(of.Tests, func(t Test[E]) bool { return t.Name == section })
	if ok {
		ids = of.With(lib, Chosen{section: id})
	}
	return ids, ok
}

// Short returns the short id of the entry with an id, short or full; "" where there is no id.
func (of *Entries[E]) Short(lib *library.Library, id string) (string, error) {
	if id == "" {
		return "", nil
	}
	e, err := of.Find(lib, id)
	if err != nil {
		return "", err
	}
	return of.ID(e), nil
}

// Named returns the entries with the ids, short or full. No entry may be named twice.
func (of *Entries[E]) Named(lib *library.Library, ids []string) (named []E, err error) {
	for _, id := range ids {
		e, err := of.Find(lib, id)
		if err != nil {
			return nil, err
		}
		if slices.Contains(named, e) {
			return nil, fmt.Errorf("%q stands twice", id)
		}
		named = append(named, e)
	}
	return named, nil
}

// A Test is a filter of entries. It returns the test of entries for its value.
type Test[E any] struct {
	Filter
	of func(lib *library.Library, value string) (fits func(E) bool, err error)
}

// Testing returns a test: read reads the value of the filter, and fits reports whether
// the filter takes an entry.
func Testing[E, V any](f Filter, read func(lib *library.Library, value string) (V, error), fits func(E, V) bool) Test[E] {
	return Test[E]{f, func(lib *library.Library, value string) (func(E) bool, error) {
		v, err := read(lib, value)
		return func(e E) bool { return fits(e, v) }, err
	}}
}

// Naming returns a test by the id of another entry.
func Naming[E any, O comparable](f Filter, of Entries[O], has func(e E, id string) bool) Test[E] {
	f.Words = of.IDs
	return Testing(f, of.Short, has)
}

// Choosing returns a test by one of some words.
func Choosing[E, V any](f Filter, words []string, parse func(word string) (V, error), fits func(E, V) bool) Test[E] {
	f.Words = func(*library.Library) []string { return words }
	return Testing(f, func(_ *library.Library, word string) (V, error) { return parse(word) }, fits)
}

// Counting returns a test by a number.
func Counting[E any](f Filter, fits func(e E, n int) bool) Test[E] {
	f.Type = Number
	return Testing(f, func(_ *library.Library, value string) (int, error) {
		n, err := strconv.Atoi(value)
		if err != nil {
			err = fmt.Errorf("%s %q: must be a whole number", f.Name, value)
		}
		return n, err
	}, fits)
}

// Switching returns a test that has no value.
func Switching[E any](f Filter, fits func(E) bool) Test[E] {
	f.Type = Switch
	return Test[E]{f, func(*library.Library, string) (func(E) bool, error) { return fits, nil }}
}

// Filters returns the filters of the tests with these names, or of all tests.
func (of *Entries[E]) Filters(names ...string) (filters []Filter) {
	for _, t := range of.Tests {
		if len(names) == 0 || slices.Contains(names, t.Name) {
			filters = append(filters, t.Filter)
		}
	}
	return filters
}

// Fits returns the test of entries by all filters that are chosen.
func (of *Entries[E]) Fits(lib *library.Library, chosen Chosen) (func(E) bool, error) {
	var tests []func(E) bool
	for _, t := range of.Tests {
		if value := chosen[t.Name]; value != "" {
			fits, err := t.of(lib, value)
			if err != nil {
				return nil, err
			}
			tests = append(tests, fits)
		}
	}
	return func(e E) bool {
		return !slices.ContainsFunc(tests, func(fits func(E) bool) bool { return !fits(e) })
	}, nil
}
