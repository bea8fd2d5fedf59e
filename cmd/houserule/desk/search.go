package desk

import (
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
)

// foundListed is how many entries of a kind a search lists at most.
const foundListed = 12

// books are the kinds of entries that can be searched: the paragraphs of the rulebook, and what
// the game has.
func (d *Desk) books() []catalog.Kind { return append([]catalog.Kind{catalog.Rules()}, d.kinds()...) }

// search shows the entry that alone has a word in its name, and lists the others that have it in
// their names or texts; "" if there are none.
func (d *Desk) search(size view.Size, word string) string {
	return d.searchIn(size, word, d.books()...)
}

func (d *Desk) searchIn(size view.Size, word string, kinds ...catalog.Kind) string {
	var out strings.Builder
	var rows [][]string
	all := make([]catalog.Found, len(kinds))
	named := 0
	for i, k := range kinds {
		all[i] = k.Search(d.Library, word)
		named += len(all[i].Named)
	}
	for i, k := range kinds {
		found := &all[i]
		if named == 1 && len(found.Named) == 1 {
			text, _ := k.Text(d.Library, found.Named[0])
			fmt.Fprintln(&out, screen.Folded(strings.TrimSuffix(text, "\n"), size.Columns))
			found.Named = nil
		}
		if list := d.listed(k, found.Named, found.Speaking); list != "" {
			rows = append(rows, []string{"  " + k.Name, list})
		}
	}
	if len(rows) > 0 {
		out.WriteString(paragraph(size, "%q stands in:", word))
		screen.Table(&out, size.Columns, rows)
	}
	return out.String()
}

// seeAlso names the entries that are called as a command is, or have it in their names.
func (d *Desk) seeAlso(size view.Size, word string) string {
	var lists []string
	for _, k := range d.books() {
		if list := d.listed(k, k.Search(d.Library, word).Named, nil); list != "" {
			lists = append(lists, k.Name+" "+list)
		}
	}
	if lists == nil {
		return ""
	}
	return paragraph(size, "  see also: %s", strings.Join(lists, "; "))
}

// listed lists entries of a kind in a line: paragraphs that have a word in their titles with them.
func (d *Desk) listed(k catalog.Kind, named, speaking []string) string {
	words := slices.Clone(named)
	for i, id := range named {
		if p, err := d.Library.Paragraph(id); err == nil && k.Name == "rule" {
			words[i] = p.ID + " " + p.Title
		}
	}
	words = append(words, speaking...)
	if more := len(words) - foundListed; more > 1 {
		words = append(words[:foundListed], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(words, ", ")
}
