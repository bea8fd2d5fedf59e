// Package catalog prints what a library holds, as a table or one by one:
// scenarios and the paragraphs of the rulebook, which every game has, and the
// kinds of entries that a rule system describes as a [Kind].
package catalog

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine/library"
)

// A Kind is a kind of entry.
type Kind struct {
	Name, Plural string // "creature", "creatures"
	Short        string // its short form at the prompt
	Summary      string // the effect of the command that lists them, in a line
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

// A FilterType is the type of a filter's value.
type FilterType uint8

const (
	Word FilterType = iota
	Number
	Switch // "true"
)

// Chosen are the values of filters by their names; "" chooses nothing.
type Chosen map[string]string

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
	screen.Table(out, width, screen.Filled(cells))
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

// A Page is what is shown of an entry, besides its id and its source.
type Page struct {
	Name  string
	Sort  string   // its kind, in a line; "": none
	Lines []string // empty ones are omitted
}

// print prints the page of the entry with an id.
func (p Page) print(out io.Writer, id, source string) {
	head := fmt.Sprintf("%s (%s)", screen.Heading(p.Name), id)
	if p.Sort != "" {
		head += ": " + p.Sort
	}
	for _, line := range slices.Concat([]string{head}, p.Lines, []string{screen.Faint(source)}) {
		if line != "" {
			fmt.Fprintln(out, line)
		}
	}
}

// Scenarios returns the battles to play. Wins is the chance of the first side, "" if it is
// not known, and describe says a battle in lines.
func Scenarios(wins func(*library.Library, *library.Scenario) string, describe func(*library.Library, *library.Scenario) []string) Kind {
	row := func(lib *library.Library, s *library.Scenario) string {
		return s.ID + "\t" + s.Name + "\t" + wins(lib, s) + "\t" + s.Text
	}
	return Kind{Name: scenarios.Section, Plural: "scenarios", Short: "sc", IDs: scenarios.IDs, List: scenarios.rows("scenario\ttitle\tyou win\twhat it is about", row),
		Show: func(out io.Writer, lib *library.Library, id string) error {
			s, err := scenarios.Find(lib, id)
			if err == nil {
				fmt.Fprintf(out, "%s (%s)\n%s\n", screen.Heading(s.Name), s.ID, strings.Join(append([]string{s.Text}, describe(lib, s)...), "\n"))
			}
			return err
		}}
}

var scenarios = Entries[*library.Scenario]{Section: library.ScenarioSection, ID: func(s *library.Scenario) string { return s.ID }}

// ScenarioIDs returns the ids of the scenarios of a library.
func ScenarioIDs(lib *library.Library) []string { return scenarios.IDs(lib) }

// Rules returns the paragraphs of the rulebook.
func Rules() Kind {
	paragraphs := Entries[*library.Paragraph]{Section: "rule", ID: func(p *library.Paragraph) string { return p.ID }}
	row := func(_ *library.Library, p *library.Paragraph) string { return p.ID + "\t" + p.Title }
	return Kind{Name: "rule", Plural: "rules", Short: "ru", IDs: paragraphs.IDs, List: paragraphs.rows("rule\ttitle", row), Show: showRule}
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
