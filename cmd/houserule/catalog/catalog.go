// Package catalog prints what a library holds, as a table or one by one:
// scenarios and the paragraphs of the rulebook, which every game has, and the
// kinds of entries that a rule system describes as a [Kind].
package catalog

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/library"
)

// A Kind is a kind of entry.
type Kind struct {
	Name, Plural string // "creature", "creatures"
	Short        string // what the prompt calls it for short
	Summary      string // what the command does that lists them, in a line
	Examples     string // of the command, each on a line
	Typed        string // an example of the prompt
	Filters      []Filter

	IDs func(*library.Library) []string
	// List returns the head of a table and its rows, cells parted by tabs, of
	// what the filters take. Those are the kind's own.
	List func(*library.Library, Chosen) (head string, rows []string, err error)
	Show func(io.Writer, *library.Library, string) error
}

// A Filter chooses among entries: a flag of the command line.
type Filter struct {
	Name, Usage string
	Type        FilterType
	Words       func(*library.Library) []string // that it takes; nil: not known
}

// A FilterType is what a filter takes.
type FilterType uint8

const (
	Word FilterType = iota
	Number
	Switch // "true"
)

// Chosen are the values of filters by their names. Those that choose nothing
// are not in it.
type Chosen map[string]string

// Number is the value of a filter that takes a number, 0 for none.
func (c Chosen) Number(name string) (int, error) {
	n, err := strconv.Atoi(cmp.Or(c[name], "0"))
	if err != nil {
		return 0, fmt.Errorf("%s %q: must be a whole number", name, c[name])
	}
	return n, nil
}

// Fixed returns words of a filter that are the same for every library.
func Fixed(words []string) func(*library.Library) []string {
	return func(*library.Library) []string { return words }
}

// Print lists the entries that the filters take and whose line holds find,
// width columns wide (0: as wide as they are).
func (k Kind) Print(out io.Writer, lib *library.Library, chosen Chosen, find string, width int) error {
	head, rows, err := k.List(lib, chosen)
	if err != nil {
		return err
	}
	rows = slices.DeleteFunc(rows, func(row string) bool {
		return !strings.Contains(strings.ToLower(row), strings.ToLower(find))
	})
	if len(rows) == 0 {
		fmt.Fprintln(out, "There is none like that.")
		return nil
	}
	cells := [][]string{strings.Split(head, "\t")}
	for _, row := range rows {
		cells = append(cells, strings.Split(row, "\t"))
	}
	screen.Table(out, width, cells)
	return nil
}

// Spelled returns the id of the entry that words mean, which may be written as it
// is shown, "Gold Golem". It tries all words, then the first. N is the number of
// words used.
func (k Kind) Spelled(lib *library.Library, words []string) (id string, n int) {
	if id, ok := k.shownAs(lib, strings.Join(words, " ")); ok {
		return id, len(words)
	}
	id, _ = k.shownAs(lib, words[0])
	return cmp.Or(id, words[0]), 1
}

// shownAs returns the id of the only entry that is shown by this name.
func (k Kind) shownAs(lib *library.Library, name string) (id string, ok bool) {
	same := func(word string) bool { return screen.Plain(word) == screen.Plain(name) }
	ids := k.IDs(lib)
	if i := slices.IndexFunc(ids, same); i >= 0 {
		return ids[i], true
	}
	_, rows, err := k.List(lib, nil)
	if err != nil {
		return "", false
	}
	for _, row := range rows {
		if cells := strings.Split(row, "\t"); len(cells) > 1 && same(cells[1]) {
			if ok {
				return "", false
			}
			id, ok = cells[0], true
		}
	}
	return id, ok
}

// IDs are the IDs of a kind whose entries are these.
func IDs[E any](entries func(*library.Library) []E, id func(E) string) func(*library.Library) []string {
	return func(lib *library.Library) (ids []string) {
		for _, e := range entries(lib) {
			ids = append(ids, id(e))
		}
		return ids
	}
}

// ShortID is the short id of the entry that find finds by an id, short or full;
// "" where there is no id.
func ShortID[E any](lib *library.Library, id string, find func(*library.Library, string) (E, error), short func(E) string) (string, error) {
	if id == "" {
		return "", nil
	}
	e, err := find(lib, id)
	if err != nil {
		return "", err
	}
	return short(e), nil
}

// Named are the entries that find finds by their ids, short or full. No entry may
// be named twice.
func Named[E comparable](ids []string, find func(id string) (E, error)) ([]E, error) {
	var named []E
	for _, id := range ids {
		e, err := find(id)
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

// Rows returns the List of a kind without filters, from its entries.
func Rows[E any](head string, entries func(*library.Library) []E, row func(E) string) func(*library.Library, Chosen) (string, []string, error) {
	all := func(lib *library.Library, _ Chosen) ([]E, error) { return entries(lib), nil }
	return ChosenRows(head, all, row)
}

// ChosenRows returns the List of a kind from the entries that its filters take.
func ChosenRows[E any](head string, entries func(*library.Library, Chosen) ([]E, error), row func(E) string) func(*library.Library, Chosen) (string, []string, error) {
	return func(lib *library.Library, chosen Chosen) (string, []string, error) {
		taken, err := entries(lib, chosen)
		if err != nil {
			return "", nil, err
		}
		var rows []string
		for _, e := range taken {
			rows = append(rows, row(e))
		}
		return head, rows, nil
	}
}

// An Entry is what is shown of an entry that others have, such as an ability.
type Entry struct {
	Name, ID, Text string
	Rule           string // "": none
	Whose          string // what Owners are
	Owners         []string
	Source         string
}

// A Sheet is what is shown of an entry with facts of its own, such as a unit.
type Sheet struct {
	Name, ID string
	Sort     string // what it is, in a line; "": that is not said
	Flavour  string // "": none
	Facts    []string
	Source   string
}

// ShowEntry returns the Show of a kind: find finds an entry by its id, and entry
// makes an Entry or a Sheet of it.
func ShowEntry[E any, P interface{ Print(io.Writer) }](find func(*library.Library, string) (E, error), entry func(*library.Library, E) P) func(io.Writer, *library.Library, string) error {
	return func(out io.Writer, lib *library.Library, id string) error {
		e, err := find(lib, id)
		if err == nil {
			entry(lib, e).Print(out)
		}
		return err
	}
}

// Print prints it.
func (e Entry) Print(out io.Writer) {
	fmt.Fprintf(out, "%s (%s)\n%s\n", screen.Heading(e.Name), e.ID, e.Text)
	if e.Rule != "" {
		fmt.Fprintf(out, "rule: %s\n", e.Rule)
	}
	owners := strings.Join(e.Owners, ", ")
	if owners == "" {
		owners = "none in this roster"
	}
	fmt.Fprintf(out, "%s: %s\n%s\n", e.Whose, owners, screen.Faint(e.Source))
}

// Print prints it.
func (s Sheet) Print(out io.Writer) {
	head := fmt.Sprintf("%s (%s)", screen.Heading(s.Name), s.ID)
	if s.Sort != "" {
		head += ": " + s.Sort
	}
	fmt.Fprintln(out, head)
	if s.Flavour != "" {
		fmt.Fprintln(out, s.Flavour)
	}
	for _, fact := range s.Facts {
		fmt.Fprintln(out, fact)
	}
	fmt.Fprintln(out, screen.Faint(s.Source))
}

// Scenarios are the battles to play. Describe says a set-up in lines.
func Scenarios(describe func(*library.Library, engine.Setup) []string) Kind {
	return Kind{
		Name: "scenario", Plural: "scenarios", Short: "sc",
		IDs: ScenarioIDs,
		List: func(lib *library.Library, _ Chosen) (string, []string, error) {
			var rows []string
			for _, s := range lib.Scenarios {
				rows = append(rows, s.ID+"\t"+s.Name+"\t"+s.Text)
			}
			return "scenario\ttitle\twhat it is about", rows, nil
		},
		Show: func(out io.Writer, lib *library.Library, id string) error {
			s, err := lib.Scenario(id)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%s (%s)\n%s\n", screen.Heading(s.Name), s.ID, s.Text)
			for _, line := range describe(lib, s.Setup) {
				fmt.Fprintln(out, line)
			}
			return nil
		},
	}
}

// ScenarioIDs are those of a library.
func ScenarioIDs(lib *library.Library) (ids []string) {
	for _, s := range lib.Scenarios {
		ids = append(ids, s.ID)
	}
	return ids
}

// Rules are the paragraphs of the rulebook.
func Rules() Kind {
	return Kind{
		Name: "rule", Plural: "rules", Short: "ru",
		IDs: paragraphIDs,
		List: func(lib *library.Library, _ Chosen) (string, []string, error) {
			var rows []string
			for _, p := range lib.Rulebook {
				rows = append(rows, p.ID+"\t"+p.Title)
			}
			return "rule\ttitle", rows, nil
		},
		Show: showRule,
	}
}

func paragraphIDs(lib *library.Library) (ids []string) {
	for _, p := range lib.Rulebook {
		ids = append(ids, p.ID)
	}
	return ids
}

// paragraphsOf returns the paragraphs of a chapter: H5.1, H5.2 ... of H5.
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
